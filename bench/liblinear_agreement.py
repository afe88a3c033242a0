#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The stand-ins for LIBLINEAR's programs and library against LIBLINEAR's own. See README.md.

Programs: every -s at default options on at least six sets: P recomputed from the model files (one class: the objective
printed, and rho), every model read by both `predict`, the form of the closing lines. Library: liblinear-official with
our liblinear.so.6 in place of its clib: accuracy on held-out rows and by cross-validation, and the C that -C finds, on
sets of 15,000 rows or more.

    bench/liblinear_agreement.py --data DIR --ours build/release/compat
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import model_text
from liblinear_types import KINDS, objective_of
from report import table

ONE_CLASS = 21
LARGE = ("a9a", "w8a", "skin_nonskin_scale", "letter.scale")
LARGE_TYPES = (0, 1, 2, 3, 5, 6, 7)

TRAIN = """
import sys
from liblinear.liblinearutil import svm_read_problem, train, save_model
y, x = svm_read_problem(sys.argv[2])
save_model(sys.argv[3], train(y, x, sys.argv[1]))
"""
PREDICT = """
import sys
from liblinear.liblinearutil import svm_read_problem, load_model, predict
y, x = svm_read_problem(sys.argv[1])
open(sys.argv[3], "w").writelines(f"{label:.17g}\\n" for label in predict(y, x, load_model(sys.argv[2]), "-q")[0])
"""
ACCURACIES = """
import json, sys
from liblinear.liblinearutil import svm_read_problem, train, predict
y, x = svm_read_problem(sys.argv[2])
train_y, train_x, test_y, test_x = y[::2], x[::2], y[1::2], x[1::2]
model = train(train_y, train_x, sys.argv[1] + " -q")
said = {"held_out": predict(test_y, test_x, model, "-q")[1][0], "folds": train(y, x, sys.argv[1] + " -v 5 -q")}
if sys.argv[3] == "search":
    said["cost"], _, said["best"] = train(y, x, sys.argv[1] + " -C -v 3 -q")
json.dump(said, open(sys.argv[4], "w"))
"""


class Official:
    """liblinear-official, with a library of its own or another in its place."""

    def __init__(self, folder: Path, library: Path | None) -> None:
        import liblinear

        shutil.copytree(Path(liblinear.__file__).parent, folder / "liblinear")
        if library:
            (clib,) = (folder / "liblinear").glob("clib*")
            shutil.copy(library, clib)
        self._environment = os.environ | {"PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"}

    def run(self, script: str, *arguments: str | Path) -> str:
        command = [sys.executable, "-c", script, *map(str, arguments)]
        return subprocess.run(command, env=self._environment, capture_output=True, text=True, check=True).stdout

    def train(self, solver: int, data: Path, model: Path) -> str:
        return self.run(TRAIN, f"-s {solver}", data, model)

    def predict(self, data: Path, model: Path, out: Path) -> np.ndarray:
        self.run(PREDICT, data, model, out)
        return np.loadtxt(out)


class Programs:
    """train and predict of a folder, or Debian's."""

    def __init__(self, train: str | Path, predict: str | Path) -> None:
        self._train, self._predict = train, predict

    def train(self, solver: int, data: Path, model: Path) -> str:
        command = [self._train, "-s", str(solver), data, model]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def predict(self, data: Path, model: Path, out: Path) -> np.ndarray:
        subprocess.run([self._predict, data, model, out], capture_output=True, check=True)
        return np.loadtxt(out)


def closing_lines(text: str) -> list[str]:
    """Their form; numbers, warnings and the dots of progress left out. None of the types that are solved by Newton's
    method, which print iterations only."""
    _, finished, rest = text.partition("optimization finished")
    lines = re.sub(r"\nWARNING: .*\n(Using .*\n)?", "", finished + rest).splitlines()
    return [
        re.sub(r"-?\d+(\.\d*)?(e[-+]\d+)?", "#", line) for line in lines if not re.fullmatch(r"[.*=]*|iter .*", line)
    ]


def printed_objective(text: str) -> float:
    return float(re.findall(r"Objective value = (\S+)", text)[-1])


def rho(model: Path) -> float:
    return float(re.search(r"^rho (\S+)", model.read_text(), re.M)[1])


def agree(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=1e-9, atol=1e-12))


def compare(
    solver: int, data: Path, ours: Programs, theirs: Programs | Official, scratch: Path
) -> tuple[bool, list[str]]:
    mine, their, out = scratch / "mine", scratch / "theirs", scratch / "out"
    said_by_theirs = theirs.train(solver, data, their)
    said_by_ours = ours.train(solver, data, mine)
    if solver == ONE_CLASS:
        reached = [printed_objective(said_by_ours), printed_objective(said_by_theirs)]
        off = abs(rho(mine) / rho(their) - 1)
    else:
        objective = objective_of(solver, data)
        reached = [objective(model_text.read(model)) for model in (mine, their)]
        off = 0
    above = (reached[0] - reached[1]) / abs(reached[1])
    off = max(off, abs(above) if solver == ONE_CLASS else above)
    read = [agree(ours.predict(data, model, out), theirs.predict(data, model, out)) for model in (mine, their)]
    same_form = closing_lines(said_by_theirs) in ([], closing_lines(said_by_ours))
    good = off <= 1e-3 and all(read) and same_form
    verdicts = ["yes" if fine else "no" for fine in (*read, same_form)]
    return good, [
        f"{solver}",
        data.name,
        f"{reached[1]:.6g}",
        f"{above:.1e}",
        f"{off:.1e}",
        *verdicts,
        "" if good else "x",
    ]


def program_rows(args: argparse.Namespace, scratch: Path) -> Iterator[tuple[bool, list[str]]]:
    ours = Programs(args.ours / "bin/train", args.ours / "bin/predict")
    debian = Programs("liblinear-train", "liblinear-predict")
    official = Official(scratch / "official", None)  # Debian's has no -s 21
    for solver in args.solvers:
        for name in KINDS[solver].sets:
            theirs = official if solver == ONE_CLASS else debian
            yield compare(solver, args.data / name, ours, theirs, scratch)


def library_rows(args: argparse.Namespace, scratch: Path) -> Iterator[tuple[bool, list[str]]]:
    """Accuracies in per cent: ours, theirs."""
    libraries = [Official(scratch / "ours", args.ours / "lib/liblinear.so.6"), Official(scratch / "theirs", None)]
    for name in LARGE:
        for solver in args.solvers:
            if solver not in LARGE_TYPES:
                continue
            search = solver in (0, 2) and name != "letter.scale"
            said = []
            for library in libraries:
                out = scratch / "accuracies.json"
                library.run(ACCURACIES, f"-s {solver}", args.data / name, "search" if search else "", out)
                said.append(json.loads(out.read_text()))
            cells, good = [], True
            for key, scale in (("held_out", 1), ("folds", 1), ("best", 100)):
                if key not in said[0]:
                    cells.append("")
                    continue
                mine, their = (scale * one[key] for one in said)
                good = good and abs(mine - their) <= 0.5
                cells.append(f"{mine:.2f}, {their:.2f}")
            cells.append(f"{said[0]['cost']:g}, {said[1]['cost']:g}" if search else "")
            yield good, [name, f"{solver}", *cells, "" if good else "x"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of LIBSVM files")
    parser.add_argument(
        "--ours", type=Path, required=True, help="folder of our bin/train, bin/predict and lib/liblinear.so.6"
    )
    parser.add_argument("--solvers", type=int, nargs="+", choices=tuple(KINDS), default=tuple(KINDS), metavar="S")
    parser.add_argument("--only", choices=("programs", "library"))
    args = parser.parse_args()
    heads = {
        "programs": ["-s", "set", "LIBLINEAR's P", "ours above", "off", "ours read alike", "theirs read alike", "closing lines", "misses"],
        "library": ["set", "-s", "held out, %", "five folds, %", "best of -C, %", "its C", "misses"],
    }  # fmt: skip
    misses = 0
    for part, rows in (("programs", program_rows), ("library", library_rows)):
        if args.only not in (None, part):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            judged = []
            for good, cells in rows(args, Path(scratch)):
                misses += not good
                judged.append(cells)
                print(" | ".join(cells), file=sys.stderr, flush=True)
        print(table(heads[part], judged) + "\n")
    print(f"{misses} misses")
    sys.exit(misses > 0)


if __name__ == "__main__":
    main()
