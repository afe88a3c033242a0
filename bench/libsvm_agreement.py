#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The stand-ins for svm-train and svm-predict against LIBSVM's own: five problems, five kernels, both tolerances.
Objectives are the programs' own lines; every model is read by both svm-predict, and predictions are compared. See
README.md.

    bench/libsvm_agreement.py --data DIR --ours build/release/compat/bin
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

import libsvm_text

CLASSES = ["heart_scale", "australian", "sonar_scale", "wdbc", "splice"]
TARGETS = ["housing_scale", "abalone_scale", "mpg", "bodyfat", "pyrim"]
PROBLEMS = {"c_svc": 0, "nu_svc": 1, "one_class": 2, "epsilon_svr": 3, "nu_svr": 4}
KERNELS = {"linear": 0, "polynomial": 1, "rbf": 2, "sigmoid": 3, "precomputed": 4}


def write_precomputed(path: Path, x: np.ndarray, y: np.ndarray) -> None:
    """Values of the RBF kernel, gamma 1 / features, each row with its serial number."""
    squares = np.square(x).sum(1)
    kernel = np.exp(-np.maximum(squares[:, None] + squares - 2 * x @ x.T, 0) / x.shape[1])
    with path.open("w") as file:
        for i, (target, row) in enumerate(zip(y, kernel, strict=True)):
            file.write(f"{target:.17g} 0:{i + 1} " + " ".join(f"{k + 1}:{v:.9g}" for k, v in enumerate(row)) + "\n")


def rows(folder: Path, name: str, most: int = 1500) -> tuple[np.ndarray, np.ndarray]:
    """Columns within [-1, 1], float32 values; targets as they are, of regression with a standard deviation of 1."""
    data = libsvm_text.read(folder / name)
    x = data.x.toarray()[:most]
    x = (x / np.maximum(np.abs(x).max(0), 1e-300)).astype(np.float32).astype(np.float64)
    y = data.y[:most]
    return x, (y - y.mean()) / y.std() if name in TARGETS else y


@dataclass
class Training:
    """What svm-train prints: the objective, and how many support vectors are between their bounds."""

    objective: float
    free: int


def train(program: str, options: list[str], data: Path, model: Path) -> Training:
    text = subprocess.run([program, *options, data, model], capture_output=True, text=True, check=True).stdout
    objective = float(re.search(r"obj = ([-+.\deE]+)", text)[1])
    scale = re.search(r"C = ([-+.\deE]+)", text)  # nu-SVC: 1/rho, by which LIBSVM multiplies s in the end
    if scale and "-s 1" in " ".join(options):
        objective /= float(scale[1]) ** 2
    support, bounded = map(int, re.search(r"nSV = (\d+), nBSV = (\d+)", text).groups())
    return Training(objective, support - bounded)


def predictions(program: str, data: Path, model: Path, out: Path) -> np.ndarray:
    subprocess.run([program, data, model, out], capture_output=True, check=True)
    return np.loadtxt(out)


def share_equal(a: np.ndarray, b: np.ndarray, problem: str, free: int) -> float:
    """Targets: to a hundredth of their deviation. Free support vectors of one_class are on its border: either side."""
    different = int(np.sum(np.abs(a - b) > 1e-2 if problem.endswith("svr") else a != b))
    return 1 - max(0, different - (free if problem == "one_class" else 0)) / len(a)


def compare(folder: Path, ours: Path, scratch: Path, problem: str, kernel: str, name: str, e: str) -> tuple[bool, str]:
    x, y = rows(folder, name)
    data = scratch / "data"
    if kernel == "precomputed":
        write_precomputed(data, x, y)
    else:
        libsvm_text.write(data, sparse.csr_array(x), y)
    options = ["-s", str(PROBLEMS[problem]), "-t", str(KERNELS[kernel]), "-e", e, "-n", "0.5", "-p", "0.1", "-m", "500"]
    mine, theirs, out = scratch / "mine", scratch / "theirs", scratch / "out"
    ours_said = train(str(ours / "svm-train"), options, data, mine)
    said = train("svm-train", options, data, theirs)
    off = abs(ours_said.objective - said.objective) / max(abs(said.objective), 1e-6)
    from_theirs = predictions("svm-predict", data, theirs, out)
    free = max(ours_said.free, said.free)
    same = share_equal(predictions("svm-predict", data, mine, out), from_theirs, problem, free)
    readable = share_equal(predictions(str(ours / "svm-predict"), data, theirs, out), from_theirs, problem, 0)
    printed = 1e-6 / max(abs(said.objective), 1e-6)  # six decimals
    fine = off <= (1e-4 if e == "1e-3" else 1e-6) + printed or kernel == "sigmoid"
    good = fine and (same >= 0.999 or kernel == "sigmoid") and readable >= 0.999
    return (
        good,
        f"| {problem} | {kernel} | {name} | {e} | {said.objective:.6g} | {off:.1e} | {same:.4f} | {readable:.4f} | {'' if good else 'x'} |",
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of LIBSVM files")
    parser.add_argument("--ours", type=Path, required=True, help="folder of our svm-train and svm-predict")
    parser.add_argument("--tolerances", nargs="+", default=["1e-3", "1e-6"])
    arguments = parser.parse_args()
    print(
        "| problem | kernel | set | -e | objective | relative difference | same predictions | theirs read by ours | misses |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    misses = 0
    with tempfile.TemporaryDirectory() as scratch:
        for problem in PROBLEMS:
            for kernel in KERNELS:
                for name in TARGETS if problem.endswith("svr") else CLASSES:
                    for e in arguments.tolerances:
                        good, line = compare(arguments.data, arguments.ours, Path(scratch), problem, kernel, name, e)
                        misses += not good
                        print(line, flush=True)
    print(f"\n{misses} misses", file=sys.stderr)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
