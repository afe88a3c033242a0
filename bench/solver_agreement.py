# SPDX-License-Identifier: BSD-3-Clause
"""Do solvers that share no step end at the same objective? See README.md.

bench/solver_agreement.py --data DIR --out build/solver_agreement.md
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import peers
from report import table

SOLVERS = {"squared_hinge": ("primal_cd", "dual_cd", "newton"), "logistic": ("dual_cd", "newton")}
SETS = (
    "a9a", "a9a.t", "w8a", "w1a", "phishing", "mushrooms", "splice", "rcv1_small", "rcv1_small.t", "PCMAC", "BASEHOCK", "cocoa_small",
    "cocoa_small.t", "20news.binary", "epsilon5k", "higgs7k", "higgs7k.t", "leukemia", "spambase", "svmguide3", "skin_nonskin_scale",
    "sonar_scale", "heart_scale", "diabetes_scale", "liver-disorders_scale", "fourclass", "australian", "adult.fair",
    "bank-marketing.fair", "dutch-census.fair", "german-credit.fair",
)  # fmt: skip
TOLERANCE = 1e-9
AGREEMENT = 1e-8


def finished(path: Path, loss: str, solver: str, max_seconds: float) -> tuple[float, float] | None:
    """Primal objective and seconds of a solve to the tolerance; nothing where it was not done in time."""
    options = ["--loss", loss, "--cost", "1", "--intercept", "none", "--solver", solver]
    options += ["--tolerance", repr(TOLERANCE), "--max-seconds", repr(max_seconds)]
    run = peers.hingeline(path, options)
    return (run.report["primal"], run.solve) if run.report["status"] == "converged" else None


def compare(path: Path, loss: str, max_seconds: float) -> tuple[list[str], float | None]:
    """A line of the table, and the largest relative difference where every solver finished."""
    ends = [finished(path, loss, solver, max_seconds) for solver in SOLVERS[loss]]
    primals = [end[0] for end in ends if end]
    cells = [f"{end[1]:.3f}" if end else f"> {max_seconds:g}" for end in ends]
    if not primals:
        return [path.name, "", *cells, ""], None
    difference = (max(primals) - min(primals)) / min(primals)
    return [path.name, f"{min(primals):.12g}", *cells, f"{difference:.1e}"], difference if all(ends) else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of unpacked LIBSVM text files")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--max-seconds", type=float, default=60)
    parser.add_argument("--out", type=Path, required=True, help="Markdown")
    args = parser.parse_args()
    parts = [
        f"C = 1, no intercept, one thread, tolerance {TOLERANCE:g}, up to {args.max_seconds:g} s a solve. Seconds of a solve."
    ]
    misses = 0
    for loss, solvers in SOLVERS.items():
        lines, differences = zip(*(compare(args.data / name, loss, args.max_seconds) for name in args.sets))
        parts.append(f"## {loss}")
        parts.append(table(["data", "P", *solvers, "relative difference"], lines))
        ended = [difference for difference in differences if difference is not None]
        apart = sum(difference > AGREEMENT for difference in ended)
        misses += apart
        parts.append(f"All finished on {len(ended)} of {len(lines)} sets; {apart} apart by more than {AGREEMENT:g}.")
        args.out.write_text("\n\n".join(parts) + "\n")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
