# SPDX-License-Identifier: BSD-3-Clause
"""Runs kernel machines on sets as their files give them, unscaled, over six decades of C. See README.md.

Says which share converged, how long the solves took, and names each run that did not converge.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import tempfile
from pathlib import Path

import peers
from report import table
from unscaled_grid import run_all

REGRESSION_SETS = (
    "airfoil", "bodyfat", "concrete", "diabetes.regr", "engel", "housing", "mpg", "pyrim", "space_ga", "yacht",
)  # fmt: skip
CLASS_SETS = (
    "breast-cancer", "diabetes", "german-credit.fair", "glass", "heart", "iris", "sonar", "wine",
)  # fmt: skip
REGRESSIONS = (("nu_svr", "--nu", "0.5"), ("nu_svr", "--nu", "0.1"), ("epsilon_svr", "--epsilon", "0.1"))
COSTS = ("1", "1e2", "1e4", "1e6")


def cases(kernels: list[str]) -> list[tuple[str, tuple[str, ...], str, str]]:
    """Set, machine, kernel, C, which means nothing to nu_svc."""
    of_numbers = itertools.product(REGRESSION_SETS, REGRESSIONS, kernels, COSTS)
    of_classes = itertools.product(CLASS_SETS, (("c_svc",),), kernels, COSTS)
    of_shares = itertools.product(CLASS_SETS, (("nu_svc", "--nu", "0.2"),), kernels, ("1",))
    return [*of_numbers, *of_classes, *of_shares]


def run(case: tuple[str, tuple[str, ...], str, str], args: argparse.Namespace) -> dict:
    """The command's own report beside what was asked."""
    data, machine, kernel, cost = case
    options = ["--problem", *machine, "--kernel", kernel, "--max-seconds", repr(args.max_seconds)]
    options += [] if machine[0] == "nu_svc" else ["--cost", cost]
    with tempfile.TemporaryDirectory() as folder:
        files = [str(args.data / data), f"{folder}/model", "--json", f"{folder}/report"]
        subprocess.run([str(peers.HINGELINE), "train", *files, "--quiet", *options], check=False)
        report = json.loads(Path(folder, "report").read_text())
    kept = ("status", "primal", "relative_gap", "passes", "reason")
    asked = {"data": data, "machine": " ".join(machine), "kernel": kernel, "cost": cost}
    return asked | {key: report[key] for key in kept} | {"solve": report["seconds"]["solve"]}


def markdown(outcomes: list[dict], args: argparse.Namespace) -> str:
    """Totals, and what did not converge."""
    good = [o for o in outcomes if o["status"] == "converged"]
    lines = [
        f"Kernel machines to the default tolerance, {args.max_seconds:g} s at most, sets as they come: {len(good)} of "
        f"{len(outcomes)} runs converged; {sum(o['solve'] for o in outcomes):.0f} s in all.",
    ]
    keys = ("data", "machine", "kernel", "cost", "status", "relative_gap", "primal", "passes", "solve")
    rest = [[str(o[key]) for key in keys] for o in outcomes if o["status"] != "converged"]
    if rest:
        lines += ["", "Not converged:", "", table(list(keys), rest)]
    return "\n".join(lines) + "\n"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of unpacked LIBSVM text files")
    parser.add_argument("--kernels", nargs="+", default=["linear", "rbf"])
    parser.add_argument("--max-seconds", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="Markdown; raw outcomes beside it as .jsonl")
    return parser.parse_args()


def main() -> None:
    """Runs all and writes the page."""
    args = arguments()
    args.out.write_text(markdown(run_all(lambda case: run(case, args), cases(args.kernels), args), args))


if __name__ == "__main__":
    main()
