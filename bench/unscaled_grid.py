# SPDX-License-Identifier: BSD-3-Clause
"""Runs every loss that fits on sets of few features as their files give them, unscaled, over eight decades of C.

Says which share converged, how long the solves took, and names each run that did not converge.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import peers
from losses import CLASSIFICATION, REGRESSION
from report import table

CLASS_SETS = (
    "a9a", "adult.fair", "australian", "bank-marketing.fair", "breast-cancer", "diabetes", "diabetes_scale", "digits",
    "dutch-census.fair", "epsilon5k", "fourclass", "german-credit.fair", "glass", "heart", "heart_scale", "higgs7k",
    "iris", "letter.scale", "liver-disorders_scale", "mushrooms", "phishing", "segment.scale", "skin_nonskin",
    "skin_nonskin_scale", "sonar", "sonar_scale", "spambase", "splice", "steel-plates-fault",
    "steel-plates-fault.multi", "svmguide3", "usps", "vehicle", "vowel", "w1a", "w8a", "wdbc", "wine",
)  # fmt: skip
REGRESSION_SETS = (
    "abalone", "abalone_scale", "ailerons", "airfoil", "bank32nh", "bank8FM", "bodyfat", "cadata", "concrete", "cpuact",
    "cpusmall", "diabetes.regr", "energy", "engel", "gas", "house_8L", "housing", "housing_scale", "keggdirected",
    "kin40k", "kin8nm", "liver-disorders.regr", "mpg", "naval", "parkinsons", "pol", "puma32H", "puma8NH", "pyrim",
    "skillcraft", "space_ga", "tamielectric", "winequality-red", "winequality-white", "yacht",
)  # fmt: skip
COSTS = (1e-4, 1e-2, 1.0, 1e2, 1e4)
INTERCEPTS = ("none", "free")


def cases(sets: list[str]) -> list[tuple[str, str, float, str]]:
    """Set, loss, C, intercept."""
    losses = {name: REGRESSION if name in REGRESSION_SETS else CLASSIFICATION for name in sets}
    return [case for name in sets for case in itertools.product([name], losses[name], COSTS, INTERCEPTS)]


def run(case: tuple[str, str, float, str], args: argparse.Namespace) -> dict:
    """The command's own report beside what was asked."""
    data, loss, cost, intercept = case
    options = ["--loss", loss, "--cost", repr(cost), "--intercept", intercept, "--solver", args.solver]
    options += ["--tolerance", repr(args.tolerance), "--max-seconds", repr(args.max_seconds)]
    report = peers.hingeline(args.data / data, options).report
    kept = ("status", "solver", "primal", "relative_gap", "rounding_floor", "passes")
    asked = {"data": data, "loss": loss, "cost": cost, "intercept": intercept}
    return asked | {key: report[key] for key in kept} | {"solve": report["seconds"]["solve"]}


def markdown(outcomes: list[dict], args: argparse.Namespace) -> str:
    """Totals, one line per set, and what did not converge."""
    good = [o for o in outcomes if o["status"] == "converged"]
    seconds = [o["solve"] for o in outcomes]
    lines = [
        f"`--solver {args.solver} --tolerance {args.tolerance:g}`, one thread, sets as they come: {len(good)} of "
        f"{len(outcomes)} runs converged. Solve: median {np.median(seconds) * 1e3:.1f} ms, 90 % under "
        f"{np.quantile(seconds, 0.9) * 1e3:.0f} ms, slowest {max(seconds):.2f} s.",
        "",
        table(["data", "runs", "converged", "solvers", "median s", "slowest s"], by_set(outcomes)),
    ]
    rest = [o for o in outcomes if o["status"] != "converged"]
    if rest:
        keys = ("data", "loss", "cost", "intercept", "solver", "status", "relative_gap", "primal", "solve")
        lines += ["", "Not converged:", "", table(list(keys), [[str(o[key]) for key in keys] for o in rest])]
    return "\n".join(lines) + "\n"


def by_set(outcomes: list[dict]) -> list[list[str]]:
    """Rows of the table of sets."""
    rows = []
    for name in dict.fromkeys(o["data"] for o in outcomes):
        mine = [o for o in outcomes if o["data"] == name]
        seconds = [o["solve"] for o in mine]
        done = sum(o["status"] == "converged" for o in mine)
        solvers = ", ".join(sorted({o["solver"] for o in mine}))
        rows.append([name, str(len(mine)), str(done), solvers, f"{np.median(seconds):.4f}", f"{max(seconds):.3f}"])
    return rows


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of unpacked LIBSVM text files")
    parser.add_argument("--sets", nargs="+", default=[*CLASS_SETS, *REGRESSION_SETS])
    parser.add_argument("--solver", default="auto")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    parser.add_argument("--max-seconds", type=float, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True, help="Markdown; raw outcomes beside it as .jsonl")
    return parser.parse_args()


def run_all(run_one: Callable[[tuple], dict], of: list[tuple], args: argparse.Namespace) -> list[dict]:
    """So many at a time as args.jobs says, each outcome logged beside args.out."""
    with ThreadPoolExecutor(args.jobs) as pool, args.out.with_suffix(".jsonl").open("w") as log:
        outcomes = []
        for outcome in pool.map(run_one, of):
            outcomes.append(outcome)
            print(json.dumps(outcome), file=log, flush=True)
    return outcomes


def main() -> None:
    """Runs all and writes the page."""
    args = arguments()
    args.out.write_text(markdown(run_all(lambda case: run(case, args), cases(args.sets), args), args))


if __name__ == "__main__":
    main()
