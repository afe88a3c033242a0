#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""selection.py DATA [C [GAMMA]]: iterations and seconds of each rule that chooses pairs, C-SVC with the RBF kernel to m
- M <= 1e-3."""

import argparse
import json
import os
import subprocess
from pathlib import Path

HINGELINE = os.environ.get("HINGELINE", Path(__file__).resolve().parent.parent.parent / "build/release/bin/hingeline")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data")
    parser.add_argument("cost", nargs="?", default="1")
    parser.add_argument("gamma", nargs="?", default="0.1")
    arguments = parser.parse_args()
    data, cost, gamma = arguments.data, arguments.cost, arguments.gamma
    for selection in ("cyclic", "platt", "first_order", "second_order", "blocks"):
        done = subprocess.run(
            [
                HINGELINE,
                "train",
                "--quiet",
                "--kernel",
                "rbf",
                "-C",
                cost,
                "--gamma",
                gamma,
                "--selection",
                selection,
                "--violation",
                "1e-3",
                "--max-seconds",
                "60",
                "--json",
                "-",
                data,
                os.devnull,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        said = json.loads(done.stdout)
        print(
            f"| {Path(data).name} | {cost} | {gamma} | {selection} | {said['status']} | {said['inner_steps']} | "
            f"{said['kernel_evaluations'] / 1e6:.2f} | {said['seconds']['solve']:.3f} | {said['dual']:.7g} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
