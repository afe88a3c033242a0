# SPDX-License-Identifier: BSD-3-Clause
"""Time to a given suboptimality against LIBLINEAR, for every one of its -s; README.md here says how figures are
made."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

import evaluate
import libsvm_text
import model_text
import peers
from losses import Loss
from raw_log import RawLog
from report import table
from run import LADDER, TARGETS, Step, Train, loosest, machine

# fmt: off
BINARY = (
    "a9a", "w8a", "w1a", "phishing", "mushrooms", "splice", "rcv1_small", "PCMAC", "BASEHOCK", "cocoa_small", "epsilon5k", "higgs7k",
    "leukemia", "spambase", "svmguide3", "skin_nonskin_scale", "sonar_scale", "heart_scale", "diabetes_scale", "liver-disorders_scale",
    "fourclass",
)
SEVERAL = ("digits", "vowel", "glass", "segment.scale", "vehicle", "iris", "wine", "usps")
SPREAD = ("a9a", "w8a", "w1a", "phishing", "mushrooms", "rcv1_small", "PCMAC", "BASEHOCK", "usps")  # 0 is outside their hulls
REGRESSION = (
    "abalone_scale", "housing_scale", "mpg", "bodyfat", "space_ga", "cadata", "cpusmall", "kin8nm", "bank8FM", "puma8NH", "concrete",
    "airfoil",
)
# fmt: on
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
class Leg:
    """One program at one tolerance: median of seconds, and the worst that it reached."""

    tolerance: float
    seconds: float
    suboptimality: float


@dataclass
class Row:
    """One -s, set and target: ours where the target is proven, and both programs at their loosest tolerance that
    reaches it."""

    solver: int
    data: str
    target: float
    certified: Leg
    loosest: Leg
    theirs: Leg

    def ratio(self, ours: Leg) -> float:
        """How many times ours theirs takes; infinite where it never gets there, 0 where ours does not."""
        if ours.suboptimality > self.target:
            return 0
        return self.theirs.seconds / ours.seconds if self.theirs.suboptimality <= self.target else math.inf

    @property
    def ratios(self) -> tuple[float, float]:
        return self.ratio(self.certified), self.ratio(self.loosest)

    @staticmethod
    def from_json(line: str) -> Row:
        said = json.loads(line)
        return Row(**said | {leg: Leg(**said[leg]) for leg in ("certified", "loosest", "theirs")})


def objective_of(solver: int, path: Path) -> Objective:
    """P of a model, recomputed from the file."""
    rows, kind = libsvm_text.read(path), KINDS[solver]
    if solver == 21:
        return lambda model: one_class(rows, model)
    if solver == 4:
        return lambda model: crammer_singer(rows, model)
    loss = Loss(kind.loss, epsilon=0.1 if solver in (11, 12, 13) else None)
    problem = evaluate.Problem(rows, loss, intercept="none", l1=float(kind.l1), l2=float(not kind.l1))
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
        self.our_steps = list(self._descend(self.ours, tight))
        self.their_steps = list(self._descend(self.theirs, tight))
        self.best = min([tight, *(step.primal for step in self.our_steps + self.their_steps)])

    def row(self, target: float) -> Row:
        """The repetitions, all in turn."""
        goal = self.best + target * abs(self.best)
        settings = [
            (self.ours, target),
            (self.ours, loosest(self.our_steps, goal, target)),
            (self.theirs, loosest(self.their_steps, goal, self.their_steps[-1].tolerance)),
        ]
        rounds: list[list[peers.Run]] = []
        seconds = 0.0
        while len(rounds) < self.args.repeat and (len(rounds) < 2 or seconds < 45):
            rounds.append([train(tolerance) for train, tolerance in settings])
            seconds += sum(run.solve for run in rounds[-1])
        legs = [self._leg(tolerance, runs) for (_, tolerance), runs in zip(settings, zip(*rounds))]
        return Row(self.solver, self.name, target, *legs)

    def _leg(self, tolerance: float, runs: Sequence[peers.Run]) -> Leg:
        reached = max(self._above(self.objective(run.model)) for run in runs)
        return Leg(tolerance, median(run.solve for run in runs), reached)

    def _descend(self, train: Train, tight: float) -> Iterator[Step]:
        """Down the ladder, until it is good enough or a solve takes long."""
        for tolerance in LADDER:
            run = train(tolerance)
            primal = self.objective(run.model)
            yield Step(tolerance, primal)
            if run.solve > self.args.longest or primal - tight <= 1e-7 * abs(tight):
                return

    def _above(self, primal: float) -> float:
        return (primal - self.best) / abs(self.best)


def markdown(rows: list[Row], repeat: int, longest: float) -> str:
    """Every row, slowest first within a -s, and what they come to."""
    how = (
        f"Medians of {repeat}, C = 1, no intercept, one thread; never: at no -e whose solve takes at most {longest:g} s"
    )
    rule = (
        "Certified: ours at tolerance = target, which its gap proves. Loosest: ours at the loosest tolerance of 1, .3, .1, .03, ... "
        "that reaches the target (P is recomputed), which is the rule for LIBLINEAR's -e"
    )
    parts = [f"{machine()}. Seconds of a solve. {how}.", f"{rule}."]
    summary = []
    for solver in sorted({row.solver for row in rows}):
        for target in TARGETS:
            ratios = [row.ratios for row in rows if (row.solver, row.target) == (solver, target)]
            cells = [cell for side in zip(*ratios) for cell in _spread(side)]
            summary.append([f"{solver}", f"{target:g}", f"{len(ratios)}", *cells])
    spread = [
        f"{side}: {cell}" for side in ("certified", "loosest") for cell in ("median", "lowest", "slower than 1.1x")
    ]
    parts.append(table(["-s", "to", "sets", *spread], summary))
    body = [
        [
            f"{row.solver}", row.data, f"{row.target:g}", *_cells(row.certified)[1:], *_cells(row.loosest), *_cells(row.theirs),
            *map(_times, row.ratios),
        ]
        for row in sorted(rows, key=lambda row: (row.solver, -row.target, row.ratios))
    ]  # fmt: skip
    head = ["-s", "data", "to", "certified", "reached", "tol", "loosest", "reached", "-e", "LIBLINEAR", "reached"]
    parts.append(table([*head, "ratio, certified", "ratio, loosest"], body))
    return "\n\n".join(parts) + "\n"


def _spread(ratios: tuple[float, ...]) -> list[str]:
    return [_times(median(ratios)), _times(min(ratios)), f"{sum(ratio < 1 / 1.1 for ratio in ratios)}"]


def _cells(leg: Leg) -> list[str]:
    return [f"{leg.tolerance:g}", f"{leg.seconds:.4f}", f"{leg.suboptimality:.0e}"]


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
    log = RawLog(args.out, args, "repeat", "longest")
    rows = [Row.from_json(line) for line in log.lines]
    for solver in args.solvers:
        for name in args.sets or KINDS[solver].sets:
            if any((row.solver, row.data) == (solver, name) for row in rows):
                continue
            comparison = Comparison(solver, args.data / name, args)
            new = [comparison.row(target) for target in TARGETS]
            rows += new
            log.append(*new)
            print(solver, name, *(" ".join(map(_times, row.ratios)) for row in new), sep="; ", flush=True)
    args.out.write_text(markdown(rows, args.repeat, args.longest))


if __name__ == "__main__":
    main()
