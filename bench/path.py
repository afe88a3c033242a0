#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A path over 20 values of C against one cold fit at the C that takes longest alone, and five folds over that path. See README.md.

    bench/path.py --data DIR [--repeat 5]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path
from statistics import median

from report import table

HINGELINE = Path(os.environ.get("HINGELINE", Path(__file__).resolve().parent.parent / "build/release/bin/hingeline"))
CLASSES = ("a9a", "w8a", "phishing", "mushrooms", "splice", "rcv1_small", "PCMAC", "BASEHOCK")
NUMBERS = ("abalone_scale", "housing_scale", "space_ga", "kin8nm")
LOSSES = {
    "hinge": CLASSES,
    "squared_hinge": CLASSES,
    "logistic": CLASSES,
    "epsilon_insensitive": NUMBERS,
    "quantile": NUMBERS,
}
COSTS = "0.001:10:20"


def seconds(command: str, data: Path, *options: str) -> list[float]:
    """Of the solver, by point of a path, or of the folds over it, or of the one fit."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        model = [Path(folder, "model")] if command == "train" else []
        said = [HINGELINE, command, "--quiet", "--threads", "1", "--json", report, *options, data, *model]
        subprocess.run(said, check=True)
        told = json.loads(report.read_text())
    if told["status"] != "converged":
        raise RuntimeError(f"{' '.join(map(str, said))}: {told['status']}")
    return [told["seconds"]["solve"]] if command == "train" else [point["seconds"] for point in told["points"]]


def compare(data: Path, loss: str, repeat: int) -> tuple[float, float, float]:
    """Seconds: the cold fit that takes longest by its median, the path, the folds over it; each in turn."""
    options = ["--loss", loss, "--tolerance", "1e-4"]
    low, high, count = COSTS.split(":")
    costs = [float(low) * (float(high) / float(low)) ** (k / (int(count) - 1)) for k in range(int(count))]
    fits, paths, folds = [], [], []
    for _ in range(repeat):
        fits.append([seconds("train", data, "--cost", repr(cost), *options)[0] for cost in costs])
        paths.append(sum(seconds("path", data, "--costs", COSTS, *options)))
        folds.append(sum(seconds("cv", data, "--costs", COSTS, *options)))
    return max(median(fit) for fit in zip(*fits)), median(paths), median(folds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of LIBSVM files")
    parser.add_argument("--repeat", type=int, default=5)
    args = parser.parse_args()
    body, path_ratios, fold_ratios = [], [], []
    for loss, sets in LOSSES.items():
        for name in sets:
            fit, path, folds = compare(args.data / name, loss, args.repeat)
            path_ratios.append(path / fit)
            fold_ratios.append(folds / path)
            body.append([name, loss, f"{fit:.4f}", f"{path:.4f}", f"{path / fit:.2f}", f"{folds:.4f}", f"{folds / path:.2f}"])
    print(table(["data", "loss", "one fit, s", "path, s", "ratio", "five folds, s", "of the path"], body))
    for what, ratios, target in (("Path over fit", path_ratios, 6), ("Folds over path", fold_ratios, 5)):
        print(f"\n- {what}: median {median(ratios):.2f}, highest {max(ratios):.2f}; {sum(r >= target for r in ratios)} at {target} or more.")


if __name__ == "__main__":
    main()
