#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Quantile regression: against scikit-learn's QuantileRegressor at its own objective, and several quantiles against
one.

    (1 / n) sum_i pinball(y_i - x_i'w - b) + alpha |w|_1

Processor time on both sides, of our whole program and of their fit. See README.md.

    bench/quantile_regression.py [--rows 20000] [--level-rows 100000] [--repeat 5] [--skip-peer]
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

import numpy as np

import model_text
from peers import HINGELINE, run

FEATURES = 18
TOLERANCE = 1e-7
LEVELS = {"0.1,0.5,0.9": [0.1, 0.5, 0.9], "0.49,0.5,0.51": [0.49, 0.5, 0.51]}


def spreading_rows(rows: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Columns of different scales, heavy-tailed noise that grows with two of them: quantiles are not parallel."""
    random = np.random.default_rng(seed)
    z = random.normal(size=(rows, FEATURES))
    y = z @ random.normal(size=FEATURES) / np.sqrt(FEATURES)
    y += (0.3 + 0.1 * np.abs(z[:, 0] + z[:, 1])) * random.standard_t(3, size=rows)
    return z * 10 ** random.uniform(-1, 1, size=FEATURES), y


def processor_seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Data:
    """Rows as arrays and as a file that the program maps."""

    def __init__(self, folder: Path, rows: int):
        self.x, self.y = spreading_rows(rows)
        self.file, text = folder / f"{rows}.bin", folder / f"{rows}.csv"
        np.savetxt(
            text,
            np.column_stack([self.x, self.y]),
            "%.17g",
            ",",
            header=",".join(f"x{j}" for j in range(FEATURES + 1)),
            comments="",
        )
        run(HINGELINE, "convert", text, self.file, "--value-type", "float64", "--quiet")
        self.model = folder / "model"

    def train(self, *options: object) -> dict:
        before = processor_seconds_of_children()
        said = run(
            HINGELINE,
            "train",
            self.file,
            self.model,
            "--loss",
            "quantile",
            "--threads",
            1,
            "--quiet",
            "--json",
            "-",
            *options,
        )
        return {**json.loads(said), "processor": processor_seconds_of_children() - before}

    def objective(self, w: np.ndarray, b: float, tau: float, alpha: float) -> float:
        r = self.y - self.x @ w - b
        return float(np.mean(np.maximum(tau * r, (tau - 1) * r)) + alpha * np.abs(w).sum())


def against_scikit_learn(data: Data, repeat: int) -> None:
    from sklearn.linear_model import QuantileRegressor

    rows = len(data.y)
    print(
        f"| {rows} x {FEATURES} | ours, s | QuantileRegressor(highs), s | ratio | ours - theirs, of the objective |\n|---|---|---|---|---|"
    )
    for alpha in (1e-3, 0.0):
        penalty = ["--penalty", "l1", "-C", 1 / (alpha * rows)] if alpha > 0 else ["--penalty", "none", "-C", 1 / rows]
        ours = min(data.train(*penalty, "--tolerance", TOLERANCE)["processor"] for _ in range(repeat))
        model = model_text.read(data.model)
        start = time.process_time()
        peer = QuantileRegressor(quantile=0.5, alpha=alpha, solver="highs").fit(data.x, data.y)
        theirs = time.process_time() - start
        mine, best = (
            data.objective(w, b, 0.5, alpha)
            for w, b in ((model.coef[:, 0], model.intercept[0]), (peer.coef_, peer.intercept_))
        )
        print(
            f"| alpha = {alpha:g} | {ours:.4f} | {theirs:.2f} | {theirs / ours:.0f} | {(mine - best) / best:.1e} |",
            flush=True,
        )


def several_against_one(data: Data, repeat: int) -> None:
    print(
        f"\n| {len(data.y)} x {FEATURES}, tolerance 1e-4 | seconds | of one | contacts | rows that cross |\n|---|---|---|---|---|"
    )
    one = min(data.train("--quantile", 0.5)["processor"] for _ in range(repeat))
    print(f"| 0.5 | {one:.4f} | 1 | | |", flush=True)
    for name in LEVELS:
        for ties in ([], ["--non-crossing"], ["--non-crossing-box", "data"], ["--composite"]):
            reports = [data.train("--quantile", name, *ties) for _ in range(repeat)]
            seconds = min(report["processor"] for report in reports)
            outputs = model_text.read(data.model).outputs(data.x)
            crossing = int((np.diff(outputs, axis=1) < 0).any(axis=1).sum())
            contacts = reports[-1]["contacts"]
            what = " ".join([name, *ties]) + (
                "" if reports[-1]["status"] == "converged" else f" ({reports[-1]['status']})"
            )
            print(f"| {what} | {seconds:.4f} | {seconds / one:.1f} | {contacts} | {crossing} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20000)
    parser.add_argument("--level-rows", type=int, default=100000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--skip-peer", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.skip_peer:
            against_scikit_learn(Data(Path(folder), arguments.rows), arguments.repeat)
        several_against_one(Data(Path(folder), arguments.level_rows), arguments.repeat)


if __name__ == "__main__":
    main()
