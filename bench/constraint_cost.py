#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What constraints cost: a solve with them over the same solve without, both by the default solver.

Non-negative coefficients on regressions, and fair SVMs (hinge; the covariance of decision and first sensitive column
at most 0.01; NAME.sens beside NAME.fair has the columns). C = 1, free intercept, tolerance 1e-6; the least of some
repetitions in turn.

    bench/constraint_cost.py --data DIR [--repeat 5]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np

import libsvm_text
import peers

REGRESSIONS = (
    "abalone",
    "airfoil",
    "bank32nh",
    "cadata",
    "cpusmall",
    "house_8L",
    "kin8nm",
    "pol",
    "puma32H",
    "skillcraft",
)
LOSSES = (
    "quantile", "absolute", "epsilon_insensitive", "squared_epsilon_insensitive", "squared", "huber", "expectile",
)  # fmt: skip
FAIR = ("adult", "dutch-census", "bank-marketing", "german-credit")


def solved(data: Path, loss: str, constraint: list[str]) -> dict:
    options = ["--loss", loss, "--tolerance", "1e-6", "--model-format", "native", *constraint]
    return peers.hingeline(data, options).report


def compare(data: Path, loss: str, constraint: str, repeat: int) -> float:
    """Prints a line; returns the ratio."""
    reports = {
        name: min(runs, key=lambda report: report["seconds"]["solve"])
        for name, runs in zip(
            ("free", "constrained"),
            zip(*((solved(data, loss, []), solved(data, loss, ["--constraint", constraint])) for _ in range(repeat))),
        )
    }
    cells = [
        f"{1e3 * report['seconds']['solve']:.2f} ({report['solver']}{'' if report['status'] == 'converged' else ', ' + report['status']})"
        for report in reports.values()
    ]
    ratio = reports["constrained"]["seconds"]["solve"] / reports["free"]["seconds"]["solve"]
    print(f"| {data.name} | {loss} | {' | '.join(cells)} | {ratio:.1f} |", flush=True)
    return ratio


def write_covariance(data: Path, file: Path) -> None:
    """-0.01 <= mean_i (side_i - mean) x_i'w <= 0.01."""
    x = libsvm_text.read(data).x
    side = np.loadtxt(data.with_suffix(".sens"), delimiter=",", skiprows=1, ndmin=2)[:, 0]
    row = (side - side.mean()) @ x / len(side)
    file.write_text("-0.01 0.01 " + " ".join(f"{j}:{float(value)!r}" for j, value in enumerate(row, 1)) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of LIBSVM text files")
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    print("| data | loss | free, ms | constrained, ms | ratio |\n| --- | --- | --- | --- | --- |")
    ratios = [
        compare(arguments.data / name, loss, "nonnegative", arguments.repeat) for name in REGRESSIONS for loss in LOSSES
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name in FAIR:
            data, file = arguments.data / f"{name}.fair", Path(folder, "covariance")
            write_covariance(data, file)
            ratios.append(compare(data, "hinge", str(file), arguments.repeat))
    print(
        f"\n{sum(ratio <= 3 for ratio in ratios)} of {len(ratios)} at most 3; median {np.median(ratios):.1f}, largest {max(ratios):.1f}"
    )


if __name__ == "__main__":
    main()
