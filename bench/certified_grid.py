# SPDX-License-Identifier: BSD-3-Clause
"""Runs every loss that fits on named sets through the command line, and checks each certificate with the evaluator.

A name ending in @scaled is the file before the @ with every column mapped linearly onto [-1, 1].
"""

from __future__ import annotations

import argparse
import itertools
import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import evaluate
import libsvm_text
import peers
from losses import CLASSIFICATION, REGRESSION, Loss
from raw_log import RawLog
from report import table

CLASS_SETS = (
    "a9a", "w8a", "phishing", "mushrooms", "splice", "rcv1_small", "20news.binary", "sector.scale", "letter.scale",
    "usps", "20news.tfidf", "cocoa_small", "sonar_scale", "segment.scale",
)  # fmt: skip
REGRESSION_SETS = ("abalone_scale", "cpusmall@scaled", "space_ga@scaled", "housing_scale", "kin8nm", "kin40k")
COSTS = (0.01, 1.0)
INTERCEPTS = ("none", "free")
AGREEMENT = 1e-9


@dataclass(frozen=True)
class Case:
    """One run."""

    data: str
    loss: str
    cost: float
    intercept: str


@dataclass
class Outcome:
    """What it said, and by how much the evaluator differs, relative to the primal."""

    case: Case
    status: str
    relative_gap: float
    solve: float
    passes: int
    primal_error: float
    dual_error: float
    outside: float
    sum_error: float
    coef_error: float

    @property
    def agrees(self) -> bool:
        errors = (self.primal_error, self.dual_error, self.outside, self.sum_error)
        return all(error <= AGREEMENT for error in errors)  # no NaN is


def cases(sets: list[str], losses: list[str]) -> list[Case]:
    """Classification losses on sets of classes, regression losses on the others, all that are asked for elsewhere."""
    regression = {name.split("@")[0] for name in REGRESSION_SETS}

    def fits(name: str, loss: str) -> bool:
        base = name.split("@")[0]
        return base not in {*CLASS_SETS, *regression} or (loss in REGRESSION) == (base in regression)

    return [Case(*case) for case in itertools.product(sets, losses, COSTS, INTERCEPTS) if fits(*case[:2])]


def run(case: Case, args: argparse.Namespace) -> Outcome:
    """Trains and checks."""
    path = data_file(args.data, case.data)
    options = ["--loss", case.loss, "--cost", repr(case.cost), "--intercept", case.intercept, "--solver", args.solver]
    options += ["--tolerance", repr(args.tolerance), "--max-seconds", repr(args.max_seconds)]
    options += ["--value-type", args.value_type]
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder, "dual")
        trained = peers.hingeline(path, options, save_dual=saved)
        data = libsvm_text.read(path).rounded(args.value_type)
        problem = evaluate.Problem(data, Loss(case.loss), case.cost, case.intercept)
        found = evaluate.evaluate(problem, trained.model, evaluate.read_dual(saved, data.y.size))
    said = {key: np.inf if value is None else value for key, value in trained.report.items()}
    size = max(abs(found["primal"]), 1e-300)
    return Outcome(
        case=case,
        status=said["status"],
        relative_gap=said["relative_gap"],
        solve=trained.solve,
        passes=said["passes"],
        primal_error=abs(said["primal"] - found["primal"]) / size,
        dual_error=abs(said["dual"] - found["dual"]) / max(size, abs(found["dual"])),
        outside=found["outside"],
        sum_error=found["sum_error"],
        coef_error=found["coef_error"],
    )


def data_file(folder: Path, name: str) -> Path:
    """The file of a set; a scaled copy is made once."""
    base, _, scaled = name.partition("@")
    if not scaled:
        return folder / name
    copy = Path(tempfile.gettempdir(), name)
    if not copy.exists():
        data = libsvm_text.read(folder / base)
        x = data.x.toarray()
        low, high = x.min(axis=0), x.max(axis=0)
        x = np.where(high > low, 2 * (x - low) / np.where(high > low, high - low, 1) - 1, 0)
        libsvm_text.write(copy, x, data.y)
    return copy


def markdown(outcomes: list[Outcome], args: argparse.Namespace) -> str:
    """The share that converged, one line per set, and what did not converge or agree."""
    good = [o for o in outcomes if o.status == "converged"]
    errors = {
        part: np.max([getattr(o, part) for o in outcomes]) for part in ("primal_error", "dual_error", "coef_error")
    }
    asked = (
        f"`--solver {args.solver} --tolerance {args.tolerance:g} --max-seconds {args.max_seconds:g}`, {args.value_type}"
    )
    differences = ", ".join(f"{part.removesuffix('_error')} {error:.1e}" for part, error in errors.items())
    lines = [
        f"{asked}: {len(good)} of {len(outcomes)} runs converged ({len(good) / len(outcomes):.1%}).",
        "",
        f"Largest difference from the evaluator, relative: {differences} (coef: of w from X's).",
        "",
        table(["data", "runs", "converged", "median s", "slowest s"], _by_set(outcomes)),
    ]
    rest = [o for o in outcomes if o.status != "converged"]
    if rest:
        rows = [[*_name(o), o.status, f"{o.relative_gap:.1e}", f"{o.solve:.1f}", str(o.passes)] for o in rest]
        lines += ["", "Not converged:", ""]
        lines.append(table(["data", "loss", "C", "intercept", "status", "relative gap", "s", "passes"], rows))
    apart = [o for o in outcomes if not o.agrees]
    if apart:
        checks = ("primal_error", "dual_error", "outside", "sum_error")
        rows = [[*_name(o), *(f"{getattr(o, check):.1e}" for check in checks)] for o in apart]
        lines += ["", f"Further than {AGREEMENT:g} from the evaluator:", ""]
        lines.append(table(["data", "loss", "C", "intercept", *checks], rows))
    return "\n".join(lines) + "\n"


def _by_set(outcomes: list[Outcome]) -> list[list[str]]:
    rows = []
    for name in dict.fromkeys(o.case.data for o in outcomes):
        mine = [o for o in outcomes if o.case.data == name]
        seconds = [o.solve for o in mine]
        done = sum(o.status == "converged" for o in mine)
        rows.append([name, str(len(mine)), str(done), f"{np.median(seconds):.3f}", f"{max(seconds):.3f}"])
    return rows


def _name(outcome: Outcome) -> list[str]:
    case = outcome.case
    return [case.data, case.loss, f"{case.cost:g}", case.intercept]


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of unpacked LIBSVM text files")
    parser.add_argument("--sets", nargs="+", default=[*CLASS_SETS, *REGRESSION_SETS])
    parser.add_argument("--losses", nargs="+", default=[*CLASSIFICATION, *REGRESSION])
    parser.add_argument("--solver", default="dual_cd")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    parser.add_argument("--max-seconds", type=float, default=20)
    parser.add_argument("--value-type", choices=("float32", "float64"), default="float64")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True, help="Markdown; raw outcomes beside it as .jsonl, resumed")
    return parser.parse_args()


def main() -> None:
    """Runs what the .jsonl does not hold yet and writes the page."""
    args = arguments()
    log = RawLog(args.out, args, "solver", "tolerance", "max_seconds", "value_type")
    known: dict[Case, Outcome] = {}
    for line in log.lines:
        fields = json.loads(line)
        case = Case(**fields.pop("case"))
        known[case] = Outcome(case, **fields)
    wanted = cases(args.sets, args.losses)
    for name in args.sets:
        data_file(args.data, name)
    with ThreadPoolExecutor(args.jobs) as pool:
        for outcome in pool.map(lambda case: run(case, args), [case for case in wanted if case not in known]):
            known[outcome.case] = outcome
            log.append(outcome)
            print(*_name(outcome), outcome.status, f"{outcome.relative_gap:.1e} {outcome.solve:.2f} s", flush=True)
    args.out.write_text(markdown([known[case] for case in wanted], args))


if __name__ == "__main__":
    main()
