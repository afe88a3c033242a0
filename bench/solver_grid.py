#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every solver on a grid of rows, columns, losses and C: what the choice of `auto` costs beside the fastest of them.

See README.md.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from losses import CLASSIFICATION
from peers import HINGELINE
from raw_log import RawLog
from report import table

PROBLEMS = {  # the loss, and what else is asked of `hingeline train`
    "hinge": ("hinge",),
    "squared_hinge": ("squared_hinge",),
    "logistic": ("logistic",),
    "epsilon_insensitive": ("epsilon_insensitive",),
    "quantile": ("quantile",),
    "huber": ("huber",),
    "squared_hinge, L1": ("squared_hinge", "--penalty", "l1"),
    "logistic, L1": ("logistic", "--penalty", "l1"),
    "squared, L1": ("squared", "--penalty", "l1"),
    "hinge, L1": ("hinge", "--penalty", "l1"),
    "quantile, no penalty": ("quantile", "--penalty", "none"),
    "hinge, ordered": ("hinge", "--constraint", "ordered"),
    "logistic, ordered": ("logistic", "--constraint", "ordered"),
}
SOLVERS = ("dual_cd", "primal_cd", "newton", "alm_newton", "reduced_newton", "proximal_newton", "interior_point")
ROWS = (1_000, 10_000, 100_000, 1_000_000)
COLUMNS = (5, 20, 100, 400, 2_000)
TEXT_COLUMNS = (2_000, 20_000)
TERMS = 50  # of a row of text, about
TOTALS = (1e1, 1e5)
TOLERANCES = (1e-3, 1e-6)
HOPELESS = 5  # times what auto took
SHORT = 0.05  # seconds that any solver gets
CONTENDER = 2  # times the least
SLICE = 0.02  # seconds by which other work may have held up a solve
ENOUGH = 2  # seconds of repetitions


@dataclass(frozen=True)
class Store:
    """What `hingeline generate` is asked for."""

    kind: str
    rows: int
    columns: int

    @property
    def entries(self) -> int:
        """Values in the file, about."""
        return self.rows * (TERMS if self.kind == "text" else self.columns)

    def write(self, path: Path) -> None:
        """A binary store of float32."""
        options = ["--rows", str(self.rows), "--features", str(self.columns), "--to", "binary", "--quiet"]
        if self.kind == "text":
            options += ["--density", repr(TERMS / self.columns)]
        subprocess.run([HINGELINE, "generate", self.kind, path, *options], check=True)


@dataclass(frozen=True)
class Case:
    """C is total / rows."""

    store: Store
    problem: str
    total: float
    tolerance: float

    def options(self) -> list[str]:
        """Of `hingeline train`."""
        cost = self.total / self.store.rows
        return ["--loss", *PROBLEMS[self.problem], "--cost", repr(cost), "--tolerance", repr(self.tolerance)]


@dataclass
class Leg:
    """How one --solver fared; seconds are the least of its repetitions. `solver` is what auto ended by."""

    status: str
    solver: str
    seconds: float
    passes: int

    @property
    def converged(self) -> bool:
        return self.status == "converged"


@dataclass
class Outcome:
    """`others` has no solver that refuses the problem; `given` is what each of them could take."""

    case: Case
    auto: Leg
    others: dict[str, Leg]
    given: float

    @classmethod
    def from_json(cls, line: str) -> Outcome:
        told = json.loads(line)
        case = told["case"]
        legs = {name: Leg(**leg) for name, leg in told["others"].items()}
        return cls(Case(**case | {"store": Store(**case["store"])}), Leg(**told["auto"]), legs, told["given"])

    @property
    def fastest(self) -> str | None:
        """Of the solvers by themselves."""
        done = {name: leg.seconds for name, leg in self.others.items() if leg.converged}
        return min(done, key=done.__getitem__, default=None)

    @property
    def ratio(self) -> float:
        """Seconds of auto over those of the fastest, or over what each was given where none ended.

        NaN where auto did not end either.
        """
        if not self.auto.converged:
            return math.inf if self.fastest else math.nan
        if not self.fastest:
            return min(1.0, self.auto.seconds / self.given)
        return self.auto.seconds / self.others[self.fastest].seconds


def stores(args: argparse.Namespace) -> Iterator[Store]:
    """Those with at most args.entries values."""
    dense = itertools.product(("classification", "regression"), args.rows, args.columns)
    text = itertools.product(("text",), args.rows, args.text_columns)
    return (store for store in itertools.starmap(Store, [*dense, *text]) if store.entries <= args.entries)


def cases(store: Store, args: argparse.Namespace) -> list[Case]:
    """Text has classes, and no order of its columns."""
    classes = store.kind != "regression"
    fitting = [name for name in args.problems if (PROBLEMS[name][0] in CLASSIFICATION) == classes]
    if store.kind == "text":
        fitting = [name for name in fitting if "--constraint" not in PROBLEMS[name]]
    return [Case(store, *case) for case in itertools.product(fitting, args.totals, args.tolerances)]


def solve(data: Path, case: Case, solver: str, limit: float) -> Leg | None:
    """One `hingeline train`; nothing where the solver is not for this problem.

    A step that outlasts the limit by far ends with the process.
    """
    with tempfile.TemporaryDirectory() as folder:
        report, model = Path(folder, "report.json"), Path(folder, "model")
        command = [HINGELINE, "train", "--quiet", "--threads", "1", "--json", report, "--max-seconds", repr(limit)]
        command += [*case.options(), "--solver", solver, data, model]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=2 * limit + 1)
        except subprocess.TimeoutExpired:
            return Leg("max_seconds", solver, limit, 0)
        if done.returncode == 2 and "error: --solver: " in done.stderr and solver != "auto":
            return None
        if done.returncode not in (0, 3):
            raise RuntimeError(f"{' '.join(map(str, command))}: exit status {done.returncode}: {done.stderr}")
        told = json.loads(report.read_text())
    return Leg(told["status"], told["solver"], told["seconds"]["solve"], told["passes"])


def race(data: Path, case: Case, args: argparse.Namespace) -> Outcome:
    """Auto, then every solver; then again, in turn, those that may be the fastest."""

    def run(solver: str, limit: float) -> Leg | None:
        return solve(data, case, solver, limit)

    auto = run("auto", args.limit)
    given = min(args.limit, max(SHORT, HOPELESS * auto.seconds))
    legs = {"auto": auto} | {name: leg for name in args.solvers if (leg := run(name, given))}
    done = {name: leg.seconds for name, leg in legs.items() if leg.converged}
    near = CONTENDER * min(done.values(), default=0.0) + SLICE
    again = [name for name, seconds in done.items() if name == "auto" or seconds <= near]
    spent = sum(legs[name].seconds for name in again)
    for _ in range(args.repeat - 1):
        for name in again:
            leg = run(name, args.limit)
            legs[name].seconds = min(legs[name].seconds, leg.seconds)
            spent += leg.seconds
        if spent > ENOUGH:
            break
    return Outcome(case, legs.pop("auto"), legs, given)


def markdown(outcomes: list[Outcome], args: argparse.Namespace) -> str:
    """What auto loses, overall and by parts of the grid; where it loses most; every cell."""
    counted = sorted((o for o in outcomes if not math.isnan(o.ratio)), key=lambda o: -o.ratio)
    if not counted:
        return "Nothing was solved.\n"
    bad = [o for o in counted if o.ratio > 1.5]
    parts = [
        *([args.note] if args.note else []),
        f"Milliseconds of a solve, the least of up to {args.repeat}, one thread, free intercept. "
        f"Of {len(outcomes)} cells {len(counted)} are solved by some "
        f"solver within {args.limit:g} s. `auto` is within 1.2x of the fastest in "
        f"{_share(counted, 1.2)} of them; its ratio to the fastest is {_median(counted)} in the median, at worst "
        f"{_ratio(counted[0].ratio)}.",
        table(["cells", "number", "within 1.2x", "within 1.5x", "median", "worst"], _groups(counted)),
        table(["solver", "fastest in", "`auto` ends by it in", "both in"], _choices(counted)),
        f"Beyond 1.5x: {len(bad)} cells." + (" Worst first:" if bad else ""),
        *([table([*HEAD, "`auto`: ms", "by", "fastest: ms", "by", "ratio"], [_loss(o) for o in bad])] if bad else []),
        f"Every cell. `-`: not for this problem; `>`: given up after this time, which is the limit or {HOPELESS} times "
        f"that of `auto`, but at least {1e3 * SHORT:g} ms.",
        table([*HEAD, "`auto`: ms", "by", *args.solvers, "ratio"], [_row(o, args.solvers) for o in outcomes]),
    ]
    return "\n\n".join(parts) + "\n"


HEAD = ["data", "rows", "columns", "problem", "C n", "to"]


def _share(outcomes: list[Outcome], ratio: float) -> str:
    return f"{sum(o.ratio <= ratio for o in outcomes) / len(outcomes):.0%}"


def _median(outcomes: list[Outcome]) -> str:
    return _ratio(median(o.ratio for o in outcomes))


def _ratio(ratio: float) -> str:
    return "-" if math.isnan(ratio) else "never" if math.isinf(ratio) else f"{ratio:.2f}"


def _groups(outcomes: list[Outcome]) -> list[list[str]]:
    """Rows of the table of parts."""
    keys: list[Callable[[Outcome], tuple[float, str]]] = [
        lambda o: (0, "all"),
        lambda o: (-o.case.tolerance, f"to {o.case.tolerance:g}"),
        lambda o: (o.case.total, f"C n = {o.case.total:g}"),
        lambda o: (o.case.store.rows, f"{o.case.store.rows} rows"),
        lambda o: (o.case.store.columns, f"{o.case.store.columns} columns{', text' * (o.case.store.kind == 'text')}"),
        lambda o: (list(PROBLEMS).index(o.case.problem), o.case.problem),
        lambda o: (o.auto.seconds > 1e-3, f"`auto` takes {'more' if o.auto.seconds > 1e-3 else 'less'} than 1 ms"),
    ]
    rows = []
    for key in keys:
        for part in sorted({key(o) for o in outcomes}):
            mine = [o for o in outcomes if key(o) == part]
            worst = _ratio(max(o.ratio for o in mine))
            rows.append([part[1], str(len(mine)), _share(mine, 1.2), _share(mine, 1.5), _median(mine), worst])
    return rows


def _choices(outcomes: list[Outcome]) -> list[list[str]]:
    """Rows of the table of solvers."""
    names = [name for name in SOLVERS if any(name in (o.fastest, o.auto.solver) for o in outcomes)]
    rows = []
    for name in names:
        fastest, chosen = [o.fastest == name for o in outcomes], [o.auto.solver == name for o in outcomes]
        rows.append([name, *(str(sum(which)) for which in (fastest, chosen, map(all, zip(fastest, chosen))))])
    return rows


def _name(case: Case) -> list[str]:
    store = case.store
    return [store.kind, str(store.rows), str(store.columns), case.problem, f"{case.total:g}", f"{case.tolerance:g}"]


def _cell(leg: Leg | None) -> str:
    if leg is None:
        return "-"
    milliseconds = f"{1e3 * leg.seconds:#.3g}".rstrip(".") if leg.seconds < 0.9995 else f"{1e3 * leg.seconds:.0f}"
    if leg.converged:
        return milliseconds
    return f"> {milliseconds}" if leg.status == "max_seconds" else f"{leg.status}, {milliseconds}"


def _loss(outcome: Outcome) -> list[str]:
    auto, other = outcome.auto, outcome.others[outcome.fastest]
    return [*_name(outcome.case), _cell(auto), auto.solver, _cell(other), other.solver, _ratio(outcome.ratio)]


def _row(outcome: Outcome, solvers: list[str]) -> list[str]:
    legs = [_cell(outcome.others.get(name)) for name in solvers]
    return [*_name(outcome.case), _cell(outcome.auto), outcome.auto.solver, *legs, _ratio(outcome.ratio)]


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS)
    parser.add_argument("--columns", type=int, nargs="*", default=COLUMNS, help="of dense data; none: only text")
    parser.add_argument("--text-columns", type=int, nargs="*", default=TEXT_COLUMNS, help="none: only dense data")
    parser.add_argument("--entries", type=float, default=2e7, help="the largest data to generate, in values")
    parser.add_argument("--problems", nargs="+", choices=tuple(PROBLEMS), default=tuple(PROBLEMS), metavar="NAME")
    parser.add_argument("--totals", type=float, nargs="+", default=TOTALS, help="values of C n")
    parser.add_argument("--tolerances", type=float, nargs="+", default=TOLERANCES)
    parser.add_argument("--solvers", nargs="+", choices=SOLVERS, default=SOLVERS, metavar="NAME")
    parser.add_argument("--limit", type=float, default=10, help="seconds that a solve may take")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--note", help="the first lines of the page: what the figures were taken on")
    parser.add_argument("--out", type=Path, required=True, help="Markdown; raw outcomes beside it as .jsonl, resumed")
    return parser.parse_args()


def main() -> None:
    """Runs what the .jsonl does not hold yet; the page is written anew after each store."""
    args = arguments()
    log = RawLog(args.out, args, "solvers", "limit", "repeat")
    known = {outcome.case: outcome for outcome in map(Outcome.from_json, log.lines)}
    wanted: list[Case] = []
    for store in stores(args):
        fitting = cases(store, args)
        wanted += fitting
        new = [case for case in fitting if case not in known]
        if new:
            with tempfile.TemporaryDirectory() as folder:
                data = Path(folder, "data.bin")
                store.write(data)
                for case in new:
                    known[case] = race(data, case, args)
                    log.append(known[case])
        if wanted:
            args.out.write_text(markdown([known[case] for case in wanted], args))
        print(store, flush=True)


if __name__ == "__main__":
    main()
