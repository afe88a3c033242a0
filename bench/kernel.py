#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Kernel machines against LIBSVM (libsvm-official) and scikit-learn-intelex at the same stop rule, m - M <= 1e-3, one
thread, 2 GB of cache, solves alone. m - M and the dual objective of every answer are computed again in double. See
README.md.

    bench/kernel.py --data DIR [--repeat 5] [SET ...]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import numpy as np
from scipy import sparse

import libsvm_text
from peers import HINGELINE, run

os.environ["OMP_NUM_THREADS"] = "1"  # of libsvm-official, before it is loaded
TOLERANCE = 1e-3
CACHE_MEGABYTES = 2000
PARAMETERS = {"linear": [], "polynomial": ["gamma", "degree", "coef0"], "rbf": ["gamma"], "sigmoid": ["gamma", "coef0"]}
LIBSVM_KERNELS = {"linear": 0, "polynomial": 1, "rbf": 2, "sigmoid": 3}


@dataclass
class Task:
    """A data set as a training problem. `prepare` maps the rows and targets of the file."""

    name: str
    file: str
    cost: float
    gamma: float
    kernel: str = "rbf"
    degree: int = 3
    coef0: float = 0.0
    epsilon: float | None = None  # regression where given
    prepare: list = field(default_factory=list)

    def kernel_matrix(self, a, b) -> np.ndarray:
        """Kernel values of rows of a with rows of b."""
        dot = (a @ b.T).toarray()
        if self.kernel == "rbf":
            squares = a.multiply(a).sum(1).reshape(-1, 1) + b.multiply(b).sum(1).reshape(1, -1)
            return np.exp(-self.gamma * np.maximum(squares - 2 * dot, 0))
        if self.kernel == "polynomial":
            return (self.gamma * dot + self.coef0) ** self.degree
        return np.tanh(self.gamma * dot + self.coef0)


def positive(*labels):
    """One class, `labels`, against the rest."""
    return lambda x, y: (x, np.where(np.isin(y, labels), 1.0, -1.0))


def over_255(x, y):
    return x / 255, y


def to_unit_box(x, y):
    """Columns to [-1, 1], targets to a standard deviation of 1."""
    dense = x.toarray()
    low, high = dense.min(0), dense.max(0)
    return sparse.csr_array(2 * (dense - low) / np.where(high > low, high - low, 1) - 1), (y - y.mean()) / y.std()


def generated(_x, _y):
    """Two overlapping classes of skewed features, as in particle physics."""
    random = np.random.default_rng(0)
    x = np.exp(0.5 * random.standard_normal((30000, 18))) - 1
    score = x[:, :6].sum(1) - x[:, 6:12].sum(1) + x[:, 0] * x[:, 12] + 1.5 * random.standard_normal(30000)
    return sparse.csr_array(x.astype(np.float32)), np.where(score > np.median(score), 1.0, -1.0)


EVEN = positive(0, 2, 4, 6, 8)
TASKS = [
    Task("a9a", "a9a", 1, 0.05),
    Task("w8a", "w8a", 10, 0.05),
    Task("phishing", "phishing", 10, 0.1),
    Task("skin", "skin_nonskin_scale", 10, 1),
    Task("usps 1 v rest", "usps", 10, 0.02, prepare=[positive(1)]),
    Task("letter 1-13 v rest", "letter.scale", 10, 1, prepare=[positive(*range(1, 14))]),
    Task("generated 30,000 x 18", "a9a", 1, 0.05, prepare=[generated]),
    Task("mnist even v odd", "mnist", 10, 0.02, prepare=[over_255, EVEN]),
    Task("SVR cadata", "cadata", 10, 1, epsilon=0.1, prepare=[to_unit_box]),
    Task("SVR kin40k", "kin40k", 10, 0.5, epsilon=0.1),
    Task("a9a C=1000", "a9a", 1000, 0.05),
    Task("phishing C=1000", "phishing", 1000, 0.1),
    Task("usps C=1000", "usps", 1000, 0.02, prepare=[positive(1)]),
    Task("letter C=1000", "letter.scale", 1000, 1, prepare=[positive(*range(1, 14))]),
    Task("skin C=1000", "skin_nonskin_scale", 1000, 1),
    Task("a9a polynomial", "a9a", 1, 0.05, "polynomial", coef0=1),
    Task("phishing polynomial", "phishing", 1, 0.05, "polynomial", coef0=1),
    Task("usps polynomial", "usps", 1, 0.02, "polynomial", prepare=[positive(1)]),
    Task("a9a sigmoid", "a9a", 1, 0.01, "sigmoid"),
    Task("phishing sigmoid", "phishing", 1, 0.01, "sigmoid"),
    Task("usps sigmoid", "usps", 1, 0.002, "sigmoid", prepare=[positive(1)]),
    Task("usps one-vs-one", "usps", 10, 0.02),
    Task("letter one-vs-one", "letter.scale", 10, 1),
    Task("mnist one-vs-one", "mnist", 10, 0.02, prepare=[over_255]),
]


@dataclass
class Answer:
    """Seconds of a solve, and s of f(x) = sum_i s_i k(x_i, x) + b for two classes and regression."""

    seconds: float
    s: np.ndarray | None = None
    report: dict = field(default_factory=dict)


def hingeline(task: Task, path: Path, rows: int, threads: int, two_sided: bool) -> Answer:
    """The program's own figure for the solve, its proof included."""
    with tempfile.TemporaryDirectory() as folder:
        dual, report = Path(folder, "dual"), Path(folder, "report")
        parameters = [word for name in PARAMETERS[task.kernel] for word in (f"--{name}", repr(getattr(task, name)))]
        command = [
            HINGELINE,
            "train",
            "--kernel",
            task.kernel,
            *parameters,
            "-C",
            repr(float(task.cost)),
            "--violation",
            repr(TOLERANCE),
            "--cache-mb",
            str(CACHE_MEGABYTES),
            "--threads",
            str(threads),
            "--quiet",
            "--json",
            str(report),
        ]
        if task.epsilon is not None:
            command += ["--problem", "epsilon_svr", "--epsilon", repr(task.epsilon)]
        if two_sided:
            command += ["--save-dual", str(dual)]
        run(*command, path, os.devnull)
        said = json.loads(report.read_text())
        s = np.loadtxt(dual).reshape(rows) if two_sided else None
        return Answer(said["seconds"]["solve"], s, said)


def libsvm(task: Task, x, y, two_sided: bool) -> Answer:
    """svm_train alone, on a problem already in its memory."""
    from libsvm import svm, svmutil

    old = sparse.csr_matrix((x.data, x.indices, x.indptr), shape=x.shape)
    problem = svm.svm_problem(y, old)
    machine = 3 if task.epsilon is not None else 0
    parameter = svm.svm_parameter(
        f"-q -s {machine} -t {LIBSVM_KERNELS[task.kernel]} -c {task.cost} -g {task.gamma!r} -d {task.degree} -r {task.coef0} "
        f"-p {task.epsilon or 0} -e {TOLERANCE} -m {CACHE_MEGABYTES}"
    )
    begin = time.process_time()
    trained = svmutil.svm_train(problem, parameter)
    seconds = time.process_time() - begin
    if not two_sided:
        return Answer(seconds)
    s = np.zeros(len(y))
    s[np.array(trained.get_sv_indices()) - 1] = np.array(trained.get_sv_coef()).ravel()
    return Answer(seconds, s if machine or trained.get_labels()[0] > 0 else -s)


INTELEX = """
import json, sys, time
import numpy, scipy.sparse
from threadpoolctl import threadpool_limits
from sklearnex.svm import SVC, SVR
with numpy.load(sys.argv[1]) as kept:
    x = scipy.sparse.csr_matrix((kept["values"], kept["columns"], kept["offsets"]), shape=tuple(kept["shape"]))
    y = kept["y"]
options = json.loads(sys.argv[2])
machine = SVR if "epsilon" in options else SVC
if x.nnz > 0.3 * x.shape[0] * x.shape[1]: x = x.toarray().astype(numpy.float32)
import daal4py
daal4py.daalinit(int(sys.argv[3]))
some = numpy.concatenate([numpy.flatnonzero(y == target)[:20] for target in numpy.unique(y)[:2]])
machine(**options).fit(x[some], y[some])  # what a process does once
clock = time.process_time if sys.argv[3] == "1" else time.perf_counter
begin = clock()
machine(**options).fit(x, y)
print(clock() - begin)
"""


def intelex(task: Task, stored: Path, threads: int) -> float:
    """`fit` of the patched estimator in a process of its own, on rows in memory, after one of a few of them."""
    options = {
        "kernel": "poly" if task.kernel == "polynomial" else task.kernel,
        "C": task.cost,
        "gamma": task.gamma,
        "degree": task.degree,
        "coef0": task.coef0,
        "tol": TOLERANCE,
        "cache_size": CACHE_MEGABYTES,
    }
    if task.epsilon is not None:
        options["epsilon"] = task.epsilon
    done = subprocess.run(
        [sys.executable, "-c", INTELEX, stored, json.dumps(options), str(threads)],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout.split()[-1])


def judge(task: Task, x, y, s: np.ndarray) -> tuple[float, float]:
    """m - M and the dual objective in double."""
    support = np.flatnonzero(s)
    products = np.empty(len(y))
    for first in range(0, len(y), 1000):
        products[first : first + 1000] = task.kernel_matrix(x[first : first + 1000], x[support]) @ s[support]
    epsilon = task.epsilon or 0.0
    upper = np.full(len(y), task.cost) if task.epsilon is not None else np.maximum(task.cost * y, 0)
    lower = -upper if task.epsilon is not None else np.minimum(task.cost * y, 0)
    gradient = products - y
    up = s < upper
    low = s > lower
    least = (gradient + np.where(s >= 0, epsilon, -epsilon))[up].min()
    greatest = (gradient + np.where(s > 0, epsilon, -epsilon))[low].max()
    return greatest - least, y @ s - epsilon * np.abs(s).sum() - 0.5 * s @ products


def store(x, y, folder: Path) -> tuple[Path, Path]:
    """The rows as LIBSVM text and as NumPy arrays."""
    text, arrays = folder / "data", folder / "data.npz"
    libsvm_text.write(text, x, y)
    np.savez(arrays, values=x.data, columns=x.indices, offsets=x.indptr, shape=x.shape, y=y)
    return text, arrays


def compare(task: Task, arguments) -> str:
    data = libsvm_text.read(arguments.data / task.file)
    x, y = data.x, data.y
    for step in task.prepare:
        x, y = step(x, y)
    x = sparse.csr_array(x.astype(np.float32).astype(np.float64))
    two_classes = task.epsilon is None and len(np.unique(y)) == 2
    if two_classes:
        y = np.where(y == y.max(), 1.0, -1.0)
    two_sided = two_classes or task.epsilon is not None
    with tempfile.TemporaryDirectory() as folder:
        text, arrays = store(x, y, Path(folder))
        runs = [hingeline(task, text, len(y), arguments.threads, two_sided) for _ in range(arguments.repeat)]
        ours = median(run.seconds for run in runs)
        cells = [task.name, f"{ours:.3f}"]
        theirs = None
        if not arguments.no_libsvm:
            theirs = libsvm(task, x, y, two_sided)
            cells += [f"{theirs.seconds:.2f}", f"{theirs.seconds / ours:.1f}"]
        if not arguments.no_intelex:
            seconds = intelex(task, arrays, arguments.threads)
            if seconds < 5:
                seconds = median(intelex(task, arrays, arguments.threads) for _ in range(arguments.repeat))
            cells += [f"{seconds:.2f}", f"{seconds / ours:.1f}"]
    report = runs[-1].report
    if two_sided and not arguments.no_judge:
        violation, objective = judge(task, x, y, runs[-1].s)
        cells += [f"{violation:.1e}"]
        if theirs:
            their_violation, their_objective = judge(task, x, y, theirs.s)
            cells += [f"{their_violation:.1e}", f"{(objective - their_objective) / abs(their_objective):.1e}"]
    elif not arguments.no_judge:
        cells += [""] if arguments.no_libsvm else [""] * 3
    cells += [f"{report[key]:.3g}" for key in ("kernel_evaluations", "inner_steps", "cache_hits") if key in report]
    return "| " + " | ".join(cells) + " |"


def head(arguments) -> str:
    cells = ["set", "ours, s"]
    cells += [] if arguments.no_libsvm else ["LIBSVM, s", "ratio"]
    cells += [] if arguments.no_intelex else ["Intel, s", "ratio"]
    if not arguments.no_judge:
        cells += ["m - M"] + ([] if arguments.no_libsvm else ["LIBSVM's", "dual, ours - LIBSVM's"])
    cells += ["kernel values", "steps", "cache hits"]
    return "| " + " | ".join(cells) + " |\n" + "|---" * len(cells) + "|"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of LIBSVM files")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--no-libsvm", action="store_true")
    parser.add_argument("--no-intelex", action="store_true")
    parser.add_argument("--no-judge", action="store_true", help="leave out m - M and the objective in double")
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(task.name for task in TASKS)}")
    arguments = parser.parse_args()
    print(head(arguments), flush=True)
    for task in TASKS:
        if not arguments.sets or task.name in arguments.sets:
            print(compare(task, arguments), flush=True)


if __name__ == "__main__":
    main()
