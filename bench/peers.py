# SPDX-License-Identifier: BSD-3-Clause
"""One run of one program on one file: ours, Debian's liblinear-train, liblinear-official from PyPI."""

from __future__ import annotations

import ctypes
import functools
import importlib.metadata
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import libsvm_text
import model_text

HERE = Path(__file__).resolve().parent
HINGELINE = Path(os.environ.get("HINGELINE", HERE.parent / "build/release/bin/hingeline"))
_INSTALLING = threading.Lock()
LIBLINEAR_SOLVERS = {
    "hinge": (3,),
    "squared_hinge": (1, 2),
    "logistic": (7, 0),
    "epsilon_insensitive": (13,),
    "squared_epsilon_insensitive": (12, 11),
}


@dataclass
class Run:
    """What a program answered and what it took. Seconds that it does not tell apart are NaN."""

    model: model_text.Model
    read: float
    solve: float
    total: float
    report: dict = field(default_factory=dict)


def hingeline(data: Path, options: list[str], threads: int = 1, save_dual: Path | None = None) -> Run:
    """`hingeline train`; what its --json says is the report."""
    with tempfile.TemporaryDirectory() as folder:
        model, report = Path(folder, "model"), Path(folder, "report.json")
        command = [str(_installed()), "train", "--quiet", "--threads", str(threads), "--json", str(report), *options]
        if save_dual:
            command += ["--save-dual", str(save_dual)]
        total = _timed([*command, str(data), str(model)], allowed=(0, 3))
        said = json.loads(report.read_text())
        seconds = said["seconds"]
        return Run(model_text.read(model), seconds["read"], seconds["solve"], total, said)


def liblinear_debian(data: Path, solver: int, cost: float, tolerance: float) -> Run:
    """Debian's liblinear-train as it is, its parts timed by the preloaded train_timer.c."""
    with tempfile.TemporaryDirectory() as folder:
        model, times = Path(folder, "model"), Path(folder, "times")
        command = ["liblinear-train", "-q", "-s", str(solver), "-c", repr(cost), "-e", repr(tolerance)]
        environment = os.environ | {"LD_PRELOAD": str(_train_timer()), "TRAIN_TIMER": str(times)}
        total = _timed([*command, str(data), str(model)], environment)
        read, solve = map(float, times.read_text().split())
        return Run(model_text.read(model), read, solve, total)


class LiblinearOfficial:
    """liblinear-official: a problem is built once in its memory, so that train() alone is timed."""

    def __init__(self, data: Path) -> None:
        from liblinear import liblinearutil

        self._util = liblinearutil
        rows = libsvm_text.read(data)
        self._features = rows.x.shape[1]
        self._problem = liblinearutil.problem(rows.y, _sparse_matrix(rows.x))

    def train(self, solver: int, cost: float, tolerance: float) -> Run:
        """One solve on the rows it holds, its random order begun anew as in a process of its own."""
        options = self._util.parameter(f"-q -s {solver} -c {cost!r} -e {tolerance!r}")
        ctypes.CDLL(None).srand(1)
        begin = time.perf_counter()
        trained = self._util.train(self._problem, options)
        solve = time.perf_counter() - begin
        outputs = trained.nr_class if trained.nr_class > 2 else 1
        flat = np.ctypeslib.as_array(trained.w, shape=(trained.nr_feature * outputs,))
        coef = np.zeros((self._features, outputs))
        coef[: trained.nr_feature] = flat.reshape(-1, outputs)
        labels = np.array([] if trained.is_regression_model() else trained.get_labels(), dtype=np.float64)
        return Run(model_text.Model(coef, np.zeros(outputs), labels), np.nan, solve, np.nan)


def run(*command: object) -> str:
    """What a command of ours prints; raises where it fails, which not to converge is not."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise RuntimeError(f"{' '.join(map(str, command))}: exit status {done.returncode}: {done.stderr}")
    return done.stdout


def _sparse_matrix(x):
    """The older of SciPy's two interfaces, the one that liblinear-official knows."""
    from scipy import sparse

    return sparse.csr_matrix((x.data, x.indices, x.indptr), shape=x.shape)


def _timed(command: list[str], environment: dict[str, str] | None = None, allowed: tuple[int, ...] = (0,)) -> float:
    """Wall seconds of a command; raises unless its exit status is an allowed one."""
    begin = time.perf_counter()
    done = subprocess.run(
        command, check=False, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    seconds = time.perf_counter() - begin
    if done.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)}: exit status {done.returncode}: {done.stderr}")
    return seconds


def _installed() -> Path:
    with _INSTALLING:  # a program that is being written cannot be run, not even by another thread
        return _install()


@functools.cache
def _install() -> Path:
    """A copy of our program. A linker writes its output in small pieces, which lie in the page cache as single pages;
    LIBLINEAR's was installed, in large ones: 50 us of page faults less in a new process."""
    program = _own_folder() / "hingeline"
    with tempfile.TemporaryDirectory(dir=_own_folder()) as folder:
        shutil.copy2(HINGELINE, Path(folder, "copy"))
        Path(folder, "copy").replace(program)  # one that others run stays theirs
    return program


def _own_folder() -> Path:
    folder = Path(tempfile.gettempdir()) / f"hingeline-bench-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _train_timer() -> Path:
    """train_timer.c as a shared library, compiled when it is newer than the last one."""
    source = HERE / "train_timer.c"
    library = _own_folder() / "train_timer.so"
    if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def versions() -> str:
    """Of the two LIBLINEAR builds."""
    query = ["dpkg-query", "-W", "-f", "${Version}", "liblinear-tools"]
    debian = subprocess.run(query, capture_output=True, text=True, check=True).stdout
    return f"{debian} (Debian), {importlib.metadata.version('liblinear-official')} (PyPI)"
