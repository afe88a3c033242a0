# SPDX-License-Identifier: BSD-3-Clause
"""Time to a given suboptimality, ours against LIBLINEAR, in one run; README.md here says how each figure is made."""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import evaluate
import libsvm_text
import peers
import report
from losses import Loss
from timings import Task, Timing

SETS = ("20news.binary", "20news.tfidf", "sector.scale", "rcv1_small", "a9a", "w8a")
LOSSES = ("hinge", "squared_hinge", "logistic")
TARGETS = (1e-3, 1e-6)
LADDER = (1.0, *(float(f"{digit}e-{power}") for power in range(1, 8) for digit in (3, 1)))
Train = Callable[[float], peers.Run]


@dataclass(frozen=True)
class Step:
    """A rung of the ladder, and the primal that it reached."""

    tolerance: float
    primal: float


def loosest(steps: Iterable[Step], goal: float, otherwise: float) -> float:
    """The loosest tolerance whose answer reaches a primal; of steps from loose to tight."""
    return next((step.tolerance for step in steps if step.primal <= goal), otherwise)


class Comparison:
    """All that is known of one data set and loss: how to train, and the lowest primal that anyone reached."""

    def __init__(self, path: Path, official: peers.LiblinearOfficial, loss: str, args: argparse.Namespace) -> None:
        self.path, self.loss, self.repeat = path, loss, args.repeat
        rows = libsvm_text.read(path)
        self.stored_bytes = min(8 * rows.x.nnz, 4 * rows.x.shape[0] * rows.x.shape[1])
        self.problem = evaluate.Problem(rows, Loss(loss), args.cost, intercept="none")
        options = ["--loss", loss, "--cost", repr(args.cost), "--intercept", "none", "--solver", args.solver]

        options += ["--max-seconds", "300"]

        def ours(tolerance: float) -> peers.Run:
            return peers.hingeline(path, [*options, "--tolerance", repr(tolerance)], args.threads)

        self.ours: Train = ours
        self.others: dict[str, Train] = {}
        for solver in peers.LIBLINEAR_SOLVERS[loss][: 2 if args.primal else 1]:
            self.others[f"liblinear-train -s {solver}"] = lambda e, s=solver: peers.liblinear_debian(
                path, s, args.cost, e
            )
            self.others[f"liblinear-official -s {solver}"] = lambda e, s=solver: official.train(s, args.cost, e)
        self.reached = {name: list(self._descend(train)) for name, train in self.others.items()}
        tight = self._primal(ours(1e-9))
        self.best = min([tight, *(step.primal for steps in self.reached.values() for step in steps)])

    def task(self, target: float) -> Task:
        """The repetitions, every program once in each; five times as many where a solve takes less than 0.1 s."""
        goal = self.best * (1 + target)
        settings = {name: loosest(steps, goal, steps[-1].tolerance) for name, steps in self.reached.items()}
        ours = (Step(e, self._primal(self.ours(e))) for e in LADDER if e > target)
        loose_tolerance = loosest(ours, goal, target)
        mine: list[peers.Run] = []
        loose: list[peers.Run] = []
        theirs: dict[str, list[peers.Run]] = {name: [] for name in self.others}
        while len(mine) < self.repeat * (5 if mine and mine[0].solve < 0.1 else 1):
            mine.append(self.ours(target))
            loose.append(self.ours(loose_tolerance))
            for name, train in self.others.items():
                theirs[name].append(train(settings[name]))
        memory = median(run.report["peak_rss_bytes"] for run in mine) / self.stored_bytes
        others = [self._timing(name, settings[name], target, runs) for name, runs in theirs.items()]
        certified = self._timing("hingeline", target, target, mine)
        reaching = self._timing("hingeline", loose_tolerance, target, loose)
        size = self.path.stat().st_size
        return Task(self.path.name, self.loss, target, size, self.best, certified, reaching, others, memory)

    def _descend(self, train: Train) -> Iterator[Step]:
        """Down the ladder, until a solve takes longer than a minute."""
        for tolerance in LADDER:
            run = train(tolerance)
            yield Step(tolerance, self._primal(run))
            if run.solve > 60:
                return

    def _timing(self, program: str, tolerance: float, target: float, runs: list[peers.Run]) -> Timing:
        worst = max(self._suboptimality(self._primal(run)) for run in runs)
        read, solve, total = (median(getattr(run, part) for run in runs) for part in ("read", "solve", "total"))
        return Timing(program, tolerance, worst <= target, worst, read, solve, total)

    def _primal(self, run: peers.Run) -> float:
        return float(evaluate.primal(self.problem, run.model).sum())

    def _suboptimality(self, primal: float) -> float:
        return (primal - self.best) / self.best


def machine() -> str:
    """What the figures were taken on."""
    version = _said_by([str(peers.HINGELINE), "--version"])
    return f"{processor()}; {version} ({commit()}); LIBLINEAR {peers.versions()}"


def processor() -> str:
    """Its name, and the system's."""
    cpu = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    return f"{cpu}, {platform.system()} {platform.release()}"


def commit() -> str:
    """That of the tree this lies in."""
    return _said_by(["git", "-C", str(peers.HERE), "rev-parse", "--short", "HEAD"])


def _said_by(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of unpacked LIBSVM text files")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--losses", nargs="+", choices=tuple(peers.LIBLINEAR_SOLVERS), default=LOSSES)
    parser.add_argument("--targets", nargs="+", type=float, default=TARGETS)
    parser.add_argument("--cost", type=float, default=1.0)
    parser.add_argument("--solver", default="dual_cd")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--primal", action="store_true", help="LIBLINEAR's primal solver of the same loss as well")
    parser.add_argument("--out", type=Path, required=True, help="Markdown; the raw figures go beside it as .json")
    return parser.parse_args()


def main() -> None:
    """Runs all tasks; the files are rewritten after each, so that an interrupted run leaves what it had."""
    args = arguments()
    tasks: list[Task] = []
    for name in args.sets:
        path = args.data / name
        official = peers.LiblinearOfficial(path)
        for loss in args.losses:
            comparison = Comparison(path, official, loss, args)
            for target in args.targets:
                tasks.append(comparison.task(target))
                print(report.line(tasks[-1]), flush=True)
            args.out.with_suffix(".json").write_text(json.dumps([asdict(task) for task in tasks], indent=1))
            args.out.write_text(report.markdown(tasks, machine(), args.repeat))


if __name__ == "__main__":
    main()
