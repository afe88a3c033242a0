#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Functions that stand for the RBF kernel below a hinge loss (train --approximate), beside scikit-learn's Nystroem and
RBFSampler before its LinearSVC, and beside the kernel's own machine: seconds of a training with one thread, functions
included, and accuracy on rows held out. See README.md.

    bench/approximation.py --data DIR --out build/approximation.md [SET ...]
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import warnings
from pathlib import Path
from statistics import median

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

import libsvm_text
from peers import HINGELINE, run

TASKS = {
    "a9a": (1, 0.05),
    "w8a": (10, 0.05),
    "phishing": (10, 0.1),
    "skin_nonskin_scale": (10, 1.0),
    "generated": (1, 0.05),
}
SAMPLERS = {"nystroem": Nystroem, "fourier": RBFSampler}
GENERATED_ROWS = 300_000
TOLERANCE = 1e-3


def report_of(*arguments) -> dict:
    return json.loads(run(HINGELINE, *arguments, "--json", "-", "--quiet"))


def split(source: Path, folder: Path) -> tuple[Path, Path]:
    """Every fourth row is held out."""
    lines = source.read_text().splitlines(keepends=True)
    train, test = folder / "train", folder / "test"
    test.write_text("".join(lines[::4]))
    train.write_text("".join(line for i, line in enumerate(lines) if i % 4))
    return train, test


def ours(train: Path, test: Path, folder: Path, options: list) -> tuple[float, float]:
    report = report_of(
        "train", train, folder / "model", "--kernel", "rbf", "--threads", 1, "--tolerance", TOLERANCE, *options
    )
    mapped = report.get("approximation", {}).get("seconds", {}).get("map", 0.0)
    return mapped + report["seconds"]["solve"], report_of("predict", test, folder / "model")["accuracy"]


def theirs(rows, test, sampler, cost: float) -> tuple[float, float]:
    (x, y), (held_out, truth) = rows, test
    start = time.process_time()
    machine = LinearSVC(loss="hinge", C=cost, tol=1e-2, max_iter=1000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(sampler.fit_transform(x), y)
    seconds = time.process_time() - start
    return seconds, float(np.mean(machine.predict(sampler.transform(held_out)) == truth))


def read(path: Path, features: int):
    data = libsvm_text.read(path)
    x, y = data.x, data.y
    x = sparse.csr_matrix((x.data, x.indices, x.indptr), shape=(x.shape[0], features)).astype(np.float32)
    dense = x.nnz > 0.3 * x.shape[0] * x.shape[1]
    return (x.toarray() if dense else x), y


def page(task: str, source: Path, sizes: list[int], repeat: int, exact: bool) -> list[str]:
    cost, gamma = TASKS[task]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        train, test = split(source, folder)
        features = report_of("inspect", source)["features"]
        rows, held_out = read(train, features), read(test, features)
        lines = []
        for method, size in [("nystroem", size) for size in sizes] + [("fourier", size) for size in sizes]:
            options = ["--loss", "hinge", "-C", cost, "--gamma", gamma, "--approximate", f"{method}:{size}"]
            sampler = SAMPLERS[method](gamma=gamma, n_components=size, random_state=0)
            pairs = [(ours(train, test, folder, options), theirs(rows, held_out, sampler, cost)) for _ in range(repeat)]
            seconds, peer = (median(pair[side][0] for pair in pairs) for side in (0, 1))
            lines.append(
                f"| {task} | {rows[0].shape[0]} x {features} | {method}:{size} | {seconds:.2f} | {100 * pairs[0][0][1]:.2f} "
                f"| {peer:.2f} | {100 * pairs[0][1][1]:.2f} | {peer / seconds:.1f}x |"
            )
            print(lines[-1], flush=True)
        if exact:
            seconds, accuracy = ours(train, test, folder, ["-C", cost, "--gamma", gamma])
            lines.append(f"| {task} | | the kernel itself | {seconds:.2f} | {100 * accuracy:.2f} | | | |")
            print(lines[-1], flush=True)
        return lines


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[200, 1000])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("sets", nargs="*", default=list(TASKS))
    args = parser.parse_args()
    head = [
        "| data | rows | functions | ours, s | accuracy, % | scikit-learn, s | accuracy, % | ratio |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines: list[str] = []
    for task in args.sets:
        source = args.data / task
        if task == "generated" and not source.exists():
            report_of("generate", "classification", source, "--rows", GENERATED_ROWS, "--features", 18, "--seed", 2)
        with threadpool_limits(1):
            lines += page(task, source, args.sizes, args.repeat, task != "generated")
        args.out.write_text("\n".join(head + lines) + "\n")


if __name__ == "__main__":
    main()
