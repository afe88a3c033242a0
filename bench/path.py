#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A path over 20 values of C against one cold fit at the C that takes longest alone, and five folds over that path; of
machines with a kernel a path over nine against nine cold fits. See README.md.

    bench/path.py --data DIR [--repeat 5] [--machines linear kernels]
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from statistics import median

from peers import HINGELINE, run
from report import table

CLASSES = ("a9a", "w8a", "phishing", "mushrooms", "splice", "rcv1_small", "PCMAC", "BASEHOCK")
NUMBERS = ("abalone_scale", "housing_scale", "space_ga", "kin8nm")
LOSSES = {
    "hinge": CLASSES,
    "squared_hinge": CLASSES,
    "logistic": CLASSES,
    "epsilon_insensitive": NUMBERS,
    "quantile": NUMBERS,
}
# Machines with a kernel, and the gamma of each set.
KERNELS = {
    "c_svc": {"a9a": 0.05, "w8a": 0.05, "phishing": 0.1, "mushrooms": 0.1, "splice": 0.02},
    "epsilon_svr": {"abalone_scale": 0.5, "space_ga": 0.5, "kin8nm": 0.1},
}
COSTS = "0.001:10:20"
COSTS_OF_KERNELS = "0.01:100:9"


def seconds(command: str, data: Path, *options: str) -> list[float]:
    """Of the solver, by point of a path, or of the folds over it, or of the one fit."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        model = [Path(folder, "model")] if command == "train" else []
        said = [HINGELINE, command, "--quiet", "--threads", "1", "--json", report, *options, data, *model]
        run(*said)
        told = json.loads(report.read_text())
    if told["status"] != "converged":
        raise RuntimeError(f"{' '.join(map(str, said))}: {told['status']}")
    return [told["seconds"]["solve"]] if command == "train" else [point["seconds"] for point in told["points"]]


def compare(data: Path, machine: list[str], grid: str, repeat: int) -> tuple[list[float], float, float]:
    """Seconds: the medians of cold fits, the path, the folds over it; each in turn."""
    options = [*machine, "--tolerance", "1e-4"]
    low, high, count = grid.split(":")
    costs = [float(low) * (float(high) / float(low)) ** (k / (int(count) - 1)) for k in range(int(count))]
    fits, paths, folds = [], [], []
    for _ in range(repeat):
        fits.append([seconds("train", data, "--cost", repr(cost), *options)[0] for cost in costs])
        paths.append(sum(seconds("path", data, "--costs", grid, *options)))
        folds.append(sum(seconds("cv", data, "--costs", grid, *options)))
    return [median(fit) for fit in zip(*fits)], median(paths), median(folds)


def linear(data: Path, repeat: int) -> None:
    """The hardest of the cold fits is what a path is held against."""
    body, path_ratios, fold_ratios = [], [], []
    for loss, sets in LOSSES.items():
        for name in sets:
            fits, path, folds = compare(data / name, ["--loss", loss], COSTS, repeat)
            fit = max(fits)
            path_ratios.append(path / fit)
            fold_ratios.append(folds / path)
            body.append(
                [name, loss, f"{fit:.4f}", f"{path:.4f}", f"{path / fit:.2f}", f"{folds:.4f}", f"{folds / path:.2f}"]
            )
    print(table(["data", "loss", "one fit, s", "path, s", "ratio", "five folds, s", "of the path"], body))
    for what, ratios, target in (("Path over fit", path_ratios, 6), ("Folds over path", fold_ratios, 5)):
        print(
            f"\n- {what}: median {median(ratios):.2f}, highest {max(ratios):.2f}; {sum(r >= target for r in ratios)} at {target} or more."
        )


def kernels(data: Path, repeat: int) -> None:
    """All cold fits together, which a path stands for: of large C one takes as long as all others."""
    body = []
    for problem, sets in KERNELS.items():
        for name, gamma in sets.items():
            machine = ["--kernel", "rbf", "--problem", problem, "--gamma", str(gamma)]
            fits, path, folds = compare(data / name, machine, COSTS_OF_KERNELS, repeat)
            body.append(
                [
                    name,
                    problem,
                    f"{sum(fits):.3f}",
                    f"{path:.3f}",
                    f"{path / sum(fits):.2f}",
                    f"{folds:.3f}",
                    f"{folds / path:.2f}",
                ]
            )
    print(table(["data", "machine", "cold fits, s", "path, s", "ratio", "five folds, s", "of the path"], body))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of LIBSVM files")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--machines", nargs="+", choices=("linear", "kernels"), default=["linear", "kernels"])
    args = parser.parse_args()
    if "linear" in args.machines:
        linear(args.data, args.repeat)
    if "kernels" in args.machines:
        kernels(args.data, args.repeat)


if __name__ == "__main__":
    main()
