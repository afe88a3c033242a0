#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Many rows, few columns: the seconds of a certified solve beside NumPy's X @ w, LIBLINEAR and ReHLine.

    n_much_larger_than_d.py --out PAGE.md [--rows 5000000] [--features 18] [--peers]

Data is generated (two seeds), once to a binary store, which NumPy maps as it lies. Every repetition runs each program in
turn; figures are medians, one thread each. Peers take minutes at 5,000,000 rows and run once.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("HINGELINE", str(ROOT / "build/release/bin/hingeline"))
SOLVER = str(pathlib.Path(PROGRAM).parent / "bench_reduced_newton")

LOSSES = {
    "hinge": "classification",
    "squared_hinge": "classification",
    "smoothed_hinge": "classification",
    "quantile": "regression",
    "epsilon_insensitive": "regression",
    "huber": "regression",
}


def load(store, rows, features):
    """The targets and values of a dense float32 store, where they lie."""
    size = os.path.getsize(store)
    values_bytes = 4 * rows * features
    values_at = (size - values_bytes) // 64 * 64
    targets_at = values_at - (8 * rows + 63) // 64 * 64
    memory = np.fromfile(store, dtype=np.uint8)
    y = memory[targets_at : targets_at + 8 * rows].view(np.float64)
    x = memory[values_at : values_at + values_bytes].view(np.float32).reshape(rows, features)
    return np.ascontiguousarray(x), np.ascontiguousarray(y)


def product_seconds(x):
    w = np.linspace(-1, 1, x.shape[1], dtype=np.float32)
    start = time.perf_counter()
    x @ w
    return time.perf_counter() - start


def solve(store, loss, cost, intercept, tolerance):
    """Of one solve: what bench_reduced_newton prints, its seconds those that the solution reports."""
    text = subprocess.run([SOLVER, store, loss, str(cost), intercept, str(tolerance), "1"], check=True, capture_output=True,
                          text=True).stdout
    found = re.search(r"wall ([0-9.]+) ms; (\w+) gap (\S+) P \S+ after (\d+) passes", text)
    return {"seconds": 1e-3 * float(found[1]), "status": found[2], "gap": float(found[3]), "passes": int(found[4])}


def row(store, x, loss, cost, intercept, tolerance, repetitions):
    products, solves = [], []
    for _ in range(repetitions):
        products.append(min(product_seconds(x) for _ in range(3)))
        answer = solve(store, loss, cost, intercept, tolerance)
        solves.append(answer["seconds"])
    product, seconds = statistics.median(products), statistics.median(solves)
    return (f"| {loss} | {intercept} | {tolerance:g} | {1e3 * product:.1f} | {1e3 * seconds:.1f} | {seconds / product:.1f} | "
            f"{answer['passes']} | {answer['gap']:.1e} | {answer['status']} |")


def liblinear_seconds(x, y, loss, cost):
    from liblinear.liblinearutil import parameter, problem, train

    kinds = {"hinge": ["-s 3"], "squared_hinge": ["-s 1", "-s 2"]}.get(loss, [])
    best = None
    for kind in kinds:
        given = problem(y, x.astype(np.float64))
        for stop in ("-e 0.1", "-e 1e-5"):
            start = time.perf_counter()
            train(given, parameter(f"{kind} {stop} -c {cost} -q"))
            seconds = time.perf_counter() - start
            best = seconds if best is None else min(best, seconds)
    return best


def rehline_seconds(x, y, loss, cost):
    from rehline import ReHLine

    if loss != "hinge":
        return None
    n = len(y)
    machine = ReHLine(C=cost, tol=1e-5, max_iter=100000)
    machine._U = -(cost * y).reshape(1, -1)
    machine._V = (cost * np.ones(n)).reshape(1, -1)
    start = time.perf_counter()
    machine.fit(X=x.astype(np.float64))
    return time.perf_counter() - start


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--out", required=True)
    options.add_argument("--rows", type=int, default=5_000_000)
    options.add_argument("--features", type=int, default=18)
    options.add_argument("--tolerance", type=float, default=1e-6)
    options.add_argument("--repetitions", type=int, default=5)
    options.add_argument("--losses", default="hinge,squared_hinge,quantile,epsilon_insensitive,huber")
    options.add_argument("--peers", action="store_true")
    given = options.parse_args()
    cost = 100 / given.rows
    lines = [f"{given.rows:,} x {given.features}, float32, C = 100/n, one thread, medians of {given.repetitions}.", "",
             "| loss | intercept | tolerance | X @ w, ms | solve, ms | ratio | passes | gap | status |",
             "|---|---|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        for kind, seed in (("classification", 1), ("classification", 2), ("regression", 1)):
            losses = [loss for loss in given.losses.split(",") if LOSSES[loss] == kind]
            if not losses:
                continue
            store = str(pathlib.Path(folder) / "data.bin")
            subprocess.run([PROGRAM, "generate", kind, store, "--rows", str(given.rows), "--features", str(given.features),
                            "--seed", str(seed), "--to", "binary", "--quiet"], check=True)
            x, y = load(store, given.rows, given.features)
            for loss in losses:
                for intercept in ("none", "free"):
                    lines.append(row(store, x, loss, cost, intercept, given.tolerance, given.repetitions))
                    print(lines[-1], flush=True)
                if given.peers:
                    for name, seconds in (("LIBLINEAR", liblinear_seconds(x, y, loss, cost)),
                                          ("ReHLine", rehline_seconds(x, y, loss, cost))):
                        if seconds is not None:
                            lines.append(f"| {loss}, {name} | none | | | {1e3 * seconds:.0f} | | | | |")
                            print(lines[-1], flush=True)
    pathlib.Path(given.out).write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
