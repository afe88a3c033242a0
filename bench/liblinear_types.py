# SPDX-License-Identifier: BSD-3-Clause
"""Time to a given suboptimality against LIBLINEAR, for every one of its -s; README.md here says how figures are made."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import numpy as np

import evaluate
import libsvm_text
import model_text
import peers
from losses import Loss
from report import table
from run import LADDER, TARGETS, machine

BINARY = ("a9a", "w8a", "phishing", "mushrooms", "splice", "rcv1_small", "PCMAC", "BASEHOCK")
SEVERAL = ("digits", "vowel", "glass", "segment.scale", "vehicle", "iris", "usps")
SPREAD = ("a9a", "w8a", "phishing", "mushrooms", "rcv1_small", "PCMAC", "BASEHOCK", "usps")  # 0 is outside their hulls
REGRESSION = ("abalone_scale", "housing_scale", "mpg", "bodyfat", "space_ga", "cadata")
NU = 0.5
Objective = Callable[[model_text.Model], float]


@dataclass(frozen=True)
class Kind:
    """A -s: its sets, our options, and its objective."""

    sets: tuple[str, ...]
    loss: str
    options: tuple[str, ...] = ()
    l1: bool = False


KINDS = {
    0: Kind(BINARY, "logistic"),
    1: Kind(BINARY, "squared_hinge"),
    2: Kind(BINARY, "squared_hinge"),
    3: Kind(BINARY, "hinge"),
    4: Kind(SEVERAL, "hinge", ("--multiclass", "crammer_singer")),
    5: Kind((*BINARY, "usps"), "squared_hinge", ("--penalty", "l1"), l1=True),
    6: Kind((*BINARY, "usps"), "logistic", ("--penalty", "l1"), l1=True),
    7: Kind(BINARY, "logistic"),
    11: Kind(REGRESSION, "squared_epsilon_insensitive"),
    12: Kind(REGRESSION, "squared_epsilon_insensitive"),
    13: Kind(REGRESSION, "epsilon_insensitive"),
    21: Kind(SPREAD, "", ("--problem", "one_class", "--nu", repr(NU))),
}


@dataclass
class Row:
    """One -s, set and target: medians of seconds. What never got there says how far it came."""

    solver: int
    data: str
    target: float
    ours: float
    our_suboptimality: float
    theirs: float
    tolerance: float
    their_suboptimality: float

    @property
    def ratio(self) -> float:
        """How many times ours theirs takes; infinite where it never gets there, 0 where ours does not."""
        if self.our_suboptimality > self.target:
            return 0
        return self.theirs / self.ours if self.their_suboptimality <= self.target else math.inf


def objective_of(solver: int, path: Path) -> Objective:
    """P of a model, recomputed from the file."""
    rows, kind = libsvm_text.read(path), KINDS[solver]
    if solver == 21:
        return lambda model: one_class(rows, model)
    if solver == 4:
        return lambda model: crammer_singer(rows, model)
    loss = Loss(kind.loss, epsilon=0.1 if solver in (11, 12, 13) else None)
    problem = evaluate.Problem(rows, loss, intercept="none")
    if kind.l1:
        return lambda model: float(
            (evaluate.primal(problem, model) - 0.5 * (model.coef**2).sum(axis=0) + np.abs(model.coef).sum(axis=0)).sum()
        )
    return lambda model: float(evaluate.primal(problem, model).sum())


def crammer_singer(rows: libsvm_text.Data, model: model_text.Model) -> float:
    """1/2 |W|^2 + sum_i max_k (z_ik - z_iy + [k != y])."""
    z = model.outputs(rows.x)
    own = np.argmax(rows.y[:, None] == model.labels[None, :], axis=1)[:, None]
    margins = z - np.take_along_axis(z, own, axis=1) + 1
    np.put_along_axis(margins, own, 0, axis=1)
    return float(0.5 * (model.coef**2).sum() + margins.max(axis=1).sum())


def one_class(rows: libsvm_text.Data, model: model_text.Model) -> float:
    """1/2 |w|^2 + sum_i max(0, rho - x_i'w) - nu n rho, at the best rho."""
    z = np.sort(model.outputs(rows.x)[:, 0] - model.intercept[0])
    rho = z[min(z.size - 1, math.ceil(NU * z.size) - 1)]
    loss = np.maximum(0, rho - z).sum() - NU * z.size * rho
    return float(0.5 * (model.coef[:, 0] ** 2).sum() + loss)


class Comparison:
    """One -s on one set: both programs, and the lowest P that either reached."""

    def __init__(self, solver: int, path: Path, args: argparse.Namespace) -> None:
        self.solver, self.name, self.args = solver, path.name, args
        self.objective = objective_of(solver, path)
        kind = KINDS[solver]
        options = [*(["--loss", kind.loss] if kind.loss else []), *kind.options]
        options += [] if solver == 21 else ["--intercept", "none", "--cost", "1"]
        self.ours = lambda tolerance: peers.hingeline(
            path, [*options, "--max-seconds", repr(5 * args.longest), "--tolerance", repr(tolerance)]
        )
        if solver == 21:  # Debian's is older
            official = peers.LiblinearOfficial(path)
            self.theirs = lambda e: official.train(solver, 1.0, e)
        else:
            self.theirs = lambda e: peers.liblinear_debian(path, solver, 1.0, e)
        tight = self.objective(self.ours(1e-8).model)
        self.reached = list(self._descend(tight))
        self.best = min([tight, *(primal for _, primal in self.reached)])

    def row(self, target: float) -> Row:
        """The repetitions, both programs in turn."""
        tolerance = next((e for e, p in self.reached if self._above(p) <= target), self.reached[-1][0])
        mine, their = [], []
        while len(mine) < self.args.repeat and (len(mine) < 2 or sum(run.solve for run in mine + their) < 30):
            mine.append(self.ours(target))
            their.append(self.theirs(tolerance))
        return Row(
            self.solver, self.name, target,
            median(run.solve for run in mine), max(self._above(self.objective(run.model)) for run in mine),
            median(run.solve for run in their), tolerance,
            max(self._above(self.objective(run.model)) for run in their),
        )  # fmt: skip

    def _descend(self, tight: float) -> Iterator[tuple[float, float]]:
        """(tolerance, P) down the ladder, until it is good enough or a solve takes long."""
        for tolerance in LADDER:
            run = self.theirs(tolerance)
            primal = self.objective(run.model)
            yield tolerance, primal
            if run.solve > self.args.longest or primal - tight <= 1e-7 * abs(tight):
                return

    def _above(self, primal: float) -> float:
        return (primal - self.best) / abs(self.best)


def markdown(rows: list[Row], repeat: int, longest: float) -> str:
    """Every row, slowest first within a -s, and what they come to."""
    how = f"medians of {repeat}, C = 1, no intercept, one thread; never: at no -e whose solve takes up to {longest:g} s"
    parts = [f"{machine()}. Seconds of a solve, {how}."]
    summary = []
    for solver in sorted({row.solver for row in rows}):
        for target in TARGETS:
            ratios = [row.ratio for row in rows if (row.solver, row.target) == (solver, target)]
            slower = sum(ratio < 1 / 1.1 for ratio in ratios)
            summary.append(
                [f"{solver}", f"{target:g}", f"{len(ratios)}", _times(median(ratios)), _times(min(ratios)), f"{slower}"]
            )
    parts.append(table(["-s", "to", "sets", "median", "lowest", "slower than 1.1x"], summary))
    body = [
        [
            f"{row.solver}", row.data, f"{row.target:g}", f"{row.ours:.4f}", f"{row.our_suboptimality:.0e}",
            f"{row.theirs:.4f}", f"{row.tolerance:g}", f"{row.their_suboptimality:.0e}", _times(row.ratio),
        ]
        for row in sorted(rows, key=lambda row: (row.solver, -row.target, row.ratio))
    ]  # fmt: skip
    parts.append(table(["-s", "data", "to", "ours", "reached", "LIBLINEAR", "-e", "reached", "ratio"], body))
    return "\n\n".join(parts) + "\n"


def _times(ratio: float) -> str:
    return "never" if math.isinf(ratio) else "not by ours" if ratio == 0 else f"{ratio:.2f}x"


def main() -> None:
    """Runs what the .jsonl beside the page does not have yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of unpacked LIBSVM text files")
    parser.add_argument("--solvers", type=int, nargs="+", choices=tuple(KINDS), default=tuple(KINDS), metavar="S")
    parser.add_argument("--sets", nargs="+", help="instead of each -s's own")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--longest", type=float, default=20, help="seconds for a solve of LIBLINEAR, a fifth of ours")
    parser.add_argument("--out", type=Path, required=True, help="Markdown; the raw figures go beside it as .jsonl")
    args = parser.parse_args()
    raw = args.out.with_suffix(".jsonl")
    rows = [Row(**json.loads(line)) for line in raw.read_text().splitlines()] if raw.exists() else []
    for solver in args.solvers:
        for name in args.sets or KINDS[solver].sets:
            if any((row.solver, row.data) == (solver, name) for row in rows):
                continue
            comparison = Comparison(solver, args.data / name, args)
            new = [comparison.row(target) for target in TARGETS]
            rows += new
            with raw.open("a") as file:
                file.writelines(json.dumps(asdict(row)) + "\n" for row in new)
            print(solver, name, *(f"{row.ours:.4f} {_times(row.ratio)}" for row in new), flush=True)
    args.out.write_text(markdown(rows, args.repeat, args.longest))


if __name__ == "__main__":
    main()
