# SPDX-License-Identifier: BSD-3-Clause
"""Estimators with L1 penalties, elastic nets and ridges against celer, glum, skglm and scikit-learn; README.md here
says how figures are made. All minimise, without an intercept,

    1/n sum_i phi(y_i, x_i'w) + strength (r |w|_1 + (1 - r) / 2 |w|^2)

python bench/penalized_peers.py --data DIR --out F [--problems lasso ...] [--sets a9a ...] [--repeat 5] [--limit 5]
"""

from __future__ import annotations

import argparse
import json
import math
import resource
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import celer
import glum
import numpy as np
import skglm
import sklearn.linear_model
import sklearn.svm
from scipy import sparse
from skglm.experimental import PDCD_WS, Pinball

import hingeline
import libsvm_text
from losses import Loss
from python import fit, limit_threads, within
from raw_log import RawLog
from report import table
from run import TARGETS, Step, commit, loosest, processor

# fmt: off
LADDER = tuple(10.0**-k for k in range(1, 11))
TEXT = ("rcv1_small", "PCMAC", "20news.tfidf")
NUMBERS = ("cadata", "house_8L", "bank32nh", "pol")
CLASSES = (*TEXT, "BASEHOCK", "leukemia", "a9a", "w8a", "phishing", "spambase", "higgs7k", "epsilon5k")
ONE_AGAINST_REST = ("20news.tfidf",)  # its class 1
DENSE = 0.3  # a share of entries that are not 0
MANY = 10**6  # of iterations: tolerances and --limit alone end a solve
PACKAGES = ("celer", "glum", "skglm", "scikit-learn")
# fmt: on


@dataclass
class Task:
    """One problem on one set."""

    problem: str
    data: str
    strength: float
    named: str  # the strength, for a reader
    rows: Any  # C order or CSR
    columns: Any  # Fortran order or CSC
    y: np.ndarray

    @property
    def cost(self) -> float:
        """C, where the objective is penalty + C sum_i phi."""
        return 1 / (self.strength * len(self.y))

    def objective(self, w: np.ndarray) -> float:
        kind = PROBLEMS[self.problem]
        penalty = kind.l1_ratio * np.abs(w).sum() + (1 - kind.l1_ratio) / 2 * (w @ w)
        return float(kind.loss.value(self.y, self.rows @ w).mean() + self.strength * penalty)


@dataclass(frozen=True)
class Peer:
    """An estimator of a task and a tolerance, and what it is fitted to."""

    make: Callable[[Task, float], Any]
    rows: bool = False  # as rows; else by columns
    zeros: bool = False  # labels are 1 and 0
    fits: Callable[[Task], bool] = lambda task: True
    ladder: tuple[float, ...] = LADDER

    def run(self, task: Task, tol: float) -> tuple[Any, float]:
        """The fitted estimator and its seconds."""
        X, y = task.rows if self.rows else task.columns, (task.y + 1) / 2 if self.zeros else task.y
        return fit(lambda tol, _: self.make(task, tol), tol, 1, X, y)


@dataclass(frozen=True)
class Problem:
    loss: Loss
    l1_ratio: float
    sets: tuple[str, ...]
    ours: Callable[..., Any]  # an estimator with C, tol and penalty
    peers: dict[str, Peer]

    def hingeline(self, limit: float) -> Peer:
        penalty = {0: "l2", 1: "l1"}.get(self.l1_ratio, "elasticnet")
        own = {} if penalty != "elasticnet" else {"l1_ratio": self.l1_ratio}
        shared = {"penalty": penalty, "fit_intercept": False, "max_seconds": limit, "max_iter": MANY, "n_jobs": 1}
        return Peer(lambda task, tol: self.ours(C=task.cost, tol=tol, **own, **shared), rows=True)


@dataclass
class Solved:
    """Of a solver for which skglm has no estimator."""

    solver: Any
    datafit: Any
    penalty: Any

    def fit(self, X: Any, y: np.ndarray) -> None:
        self.coef_ = self.solver.solve(X, y, self.datafit, self.penalty)[0]


def is_tall(task: Task) -> bool:
    """X'X is worth its while."""
    return isinstance(task.rows, np.ndarray) and task.rows.shape[1] <= min(1000, task.rows.shape[0])


def squared(l1_ratio: float) -> dict[str, Peer]:
    """Lasso and elastic net: every package's strength is ours."""

    def shared(task: Task, tol: float) -> dict[str, Any]:
        return {"alpha": task.strength, "l1_ratio": l1_ratio, "tol": tol, "fit_intercept": False}

    def scikit_learn(task: Task, tol: float, precompute: bool) -> Any:
        return sklearn.linear_model.ElasticNet(precompute=precompute, max_iter=MANY, **shared(task, tol))

    def gram(task: Task, tol: float) -> Solved:
        solver = skglm.solvers.GramCD(max_iter=MANY, tol=tol, fit_intercept=False)
        return Solved(solver, None, skglm.penalties.L1_plus_L2(task.strength, l1_ratio))

    return {
        "celer": Peer(lambda task, tol: celer.ElasticNet(max_iter=MANY, **shared(task, tol))),
        "glum": glum_peer("normal", l1_ratio, zeros=False),
        "skglm": Peer(lambda task, tol: skglm.ElasticNet(max_iter=MANY, **shared(task, tol))),
        "skglm Gram": Peer(gram, fits=is_tall),
        "scikit-learn": Peer(lambda task, tol: scikit_learn(task, tol, precompute=False)),
        "scikit-learn Gram": Peer(lambda task, tol: scikit_learn(task, tol, precompute=True), fits=is_tall),
    }


def glum_peer(family: str, l1_ratio: float, zeros: bool = True, solver: str = "auto") -> Peer:
    """Half of glum's mean deviance is a squared loss of ours, or the logistic one."""
    shared = {"family": family, "l1_ratio": l1_ratio, "solver": solver, "fit_intercept": False, "max_iter": MANY}
    return Peer(
        lambda task, tol: glum.GeneralizedLinearRegressor(alpha=task.strength, gradient_tol=tol, **shared), zeros=zeros
    )


def skglm_logistic(l1_ratio: float) -> Peer:
    shared = {"l1_ratio": l1_ratio, "fit_intercept": False, "max_iter": MANY}
    return Peer(lambda task, tol: skglm.SparseLogisticRegression(alpha=task.strength, tol=tol, **shared))


def skglm_ridge(task: Task, tol: float) -> Solved:
    solver = skglm.solvers.LBFGS(max_iter=MANY, tol=tol)
    return Solved(solver, skglm.datafits.Logistic(), skglm.penalties.L2(task.strength))


def logistic(solver: str, l1_ratio: float = 0.0, **more: Any) -> Peer:
    """scikit-learn's from 1.8 on, where l1_ratio alone says which penalty: that + C sum_i phi, as ours."""
    shared = {"solver": solver, "l1_ratio": l1_ratio, "fit_intercept": False, "max_iter": MANY}
    make = lambda task, tol: sklearn.linear_model.LogisticRegression(C=task.cost, tol=tol, **shared)
    return Peer(make, rows=True, **more)


def skglm_estimator(datafit: Any, solver: Callable[..., Any], sums: bool = False) -> Peer:
    """Beside an L1 penalty; of a datafit that is a mean over the rows, or a sum."""

    def make(task: Task, tol: float) -> Any:
        penalty = skglm.penalties.L1(task.strength * (len(task.y) if sums else 1))
        return skglm.GeneralizedLinearEstimator(datafit, penalty, solver(max_iter=MANY, tol=tol, fit_intercept=False))

    return Peer(make)


def regressor(loss: Loss) -> Callable[..., Any]:
    return lambda **shared: hingeline.LinearRegressor(loss.name, epsilon=0, tau=loss.tau, delta=loss.delta, **shared)


HUBER = Loss("huber", delta=0.5)
MEDIAN = Loss("quantile", tau=0.5, epsilon=0)
# fmt: off
PROBLEMS = {
    "lasso": Problem(Loss("squared"), 1, (*TEXT, "leukemia", "epsilon5k", *NUMBERS), regressor(Loss("squared")), squared(1.0)),
    "elastic net": Problem(Loss("squared"), 0.5, (*TEXT, "leukemia", "epsilon5k", *NUMBERS), regressor(Loss("squared")), squared(0.5)),
    "logistic, L1": Problem(Loss("logistic"), 1, CLASSES, hingeline.LogisticRegression, {
        "celer": Peer(lambda task, tol: celer.LogisticRegression(C=task.cost, tol=tol, max_iter=MANY), rows=True),
        "glum": glum_peer("binomial", 1.0),
        "skglm": skglm_logistic(1.0),
        "scikit-learn liblinear": logistic("liblinear", 1.0),
    }),
    "logistic, ridge": Problem(Loss("logistic"), 0, CLASSES, hingeline.LogisticRegression, {
        "glum irls": glum_peer("binomial", 0.0, solver="irls-ls"),
        "glum lbfgs": glum_peer("binomial", 0.0, solver="lbfgs"),
        "skglm newton": skglm_logistic(0.0),
        "skglm lbfgs": Peer(skglm_ridge),
        "scikit-learn lbfgs": logistic("lbfgs"),
        "scikit-learn liblinear": logistic("liblinear"),
        "scikit-learn cholesky": logistic("newton-cholesky", fits=lambda task: task.rows.shape[1] <= 1000),
    }),
    "hinge, ridge": Problem(Loss("hinge"), 0, CLASSES, lambda **shared: hingeline.LinearSVC(loss="hinge", **shared), {
        "skglm": Peer(lambda task, tol: skglm.LinearSVC(C=task.cost, tol=tol, fit_intercept=False, max_iter=MANY)),
        "scikit-learn liblinear": Peer(
            lambda task, tol: sklearn.svm.LinearSVC(loss="hinge", C=task.cost, tol=tol, fit_intercept=False, max_iter=MANY), rows=True,
        ),
    }),
    "Huber, L1": Problem(HUBER, 1, ("rcv1_small", "PCMAC", "leukemia", *NUMBERS), regressor(HUBER), {
        "skglm": skglm_estimator(skglm.datafits.Huber(HUBER.delta), skglm.solvers.AndersonCD),
    }),
    "median, L1": Problem(MEDIAN, 1, ("leukemia", *NUMBERS), regressor(MEDIAN), {
        "skglm": skglm_estimator(Pinball(MEDIAN.tau), PDCD_WS, sums=True),
        "scikit-learn HiGHS": Peer(
            lambda task, _: sklearn.linear_model.QuantileRegressor(quantile=0.5, alpha=task.strength, fit_intercept=False),
            ladder=(1e-7,),  # its own
        ),
    }),
}
# fmt: on


def tasks(problem: str, path: Path) -> Iterator[Task]:
    """Both strengths on the values as the file gives them; targets that are no labels have mean 0 and deviation 1."""
    data, kind = libsvm_text.read(path), PROBLEMS[problem]
    y = data.y
    if path.name in ONE_AGAINST_REST or len(np.unique(y)) == 2:
        y = np.where(y == (1 if path.name in ONE_AGAINST_REST else y.max()), 1.0, -1.0)
    else:
        y = (y - y.mean()) / y.std()
    for named, strength in strengths(kind, data.x, y):
        yield Task(problem, path.name, strength, named, *layouts(data.x), y)


def strengths(kind: Problem, x: Any, y: np.ndarray) -> list[tuple[str, float]]:
    """lambda_max is the least strength for which w is 0."""
    if kind.l1_ratio == 0:
        return [(f"C = {cost}", 1 / (cost * len(y))) for cost in (1, 100)]
    z, step = np.zeros(len(y)), 1e-6
    slope = (kind.loss.value(y, z + step) - kind.loss.value(y, z - step)) / (2 * step)
    largest = np.abs(x.T @ slope).max() / len(y) / kind.l1_ratio
    return [(f"lambda_max / {share}", largest / share) for share in (10, 100)]


def layouts(x: sparse.csr_array) -> tuple[Any, Any]:
    """Rows, and the same by columns: dense where many are not 0; of SciPy's interfaces the older, which all peers
    know."""
    if x.nnz > DENSE * math.prod(x.shape):
        return x.toarray(), np.asfortranarray(x.toarray())
    rows = sparse.csr_matrix((x.data, x.indices.astype(np.int32), x.indptr.astype(np.int32)), shape=x.shape)
    return rows, rows.tocsc()


@cache
def warm_up(problem: str, dense: bool) -> None:
    """skglm compiles what a type of data, a loss and a penalty need at its first solve of them."""
    random = np.random.default_rng(0)
    x = random.standard_normal((200, 30)) * (dense or random.random((200, 30)) < 0.2)
    y = np.where(x.sum(axis=1) + random.standard_normal(200) > 0, 1.0, -1.0)
    for _, strength in strengths(PROBLEMS[problem], x, y):
        task = Task(problem, "", strength, "", *layouts(sparse.csr_array(x)), y)
        for name, peer in PROBLEMS[problem].peers.items():
            if name.startswith("skglm") and peer.fits(task):
                peer.run(task, 1e-6)


@dataclass
class Leg:
    """A program at the loosest tolerance that reaches a target."""

    program: str
    tolerance: float
    seconds: float


@dataclass
class Row:
    """One task and target. Ours: at tol = target. A package is there by the fastest of its ways, or by why it did not
    get there."""

    problem: str
    data: str
    strength: str
    target: float
    nonzeros: int
    seconds: float
    suboptimality: float
    status: str
    solver: str
    theirs: dict[str, Leg] = field(default_factory=dict)
    missed: dict[str, str] = field(default_factory=dict)

    def ratio(self, package: str) -> float:
        """How many times ours theirs takes; infinite where they do not get there, 0 where ours does not."""
        if self.suboptimality > self.target:
            return 0
        return self.theirs[package].seconds / self.seconds if package in self.theirs else math.inf

    @staticmethod
    def from_json(line: str) -> Row:
        said = json.loads(line)
        return Row(**said | {"theirs": {package: Leg(**leg) for package, leg in said["theirs"].items()}})


class Comparison:
    """All programs on one task, each solve in a process of its own, and the lowest objective that any of them
    reached."""

    def __init__(self, task: Task, args: argparse.Namespace) -> None:
        self.task, self.args = task, args
        kind = PROBLEMS[task.problem]
        self.ours = kind.hingeline(args.limit)
        self.peers = {name: peer for name, peer in kind.peers.items() if peer.fits(task)}
        warm_up(task.problem, isinstance(task.rows, np.ndarray))
        tight = self._solve(self.ours, 1e-9)
        self.best = tight["primal"] if "primal" in tight else math.inf
        self.steps: dict[str, list[Step]] = {}
        self.seconds: dict[tuple[str, float], float] = {}
        self.ended: dict[str, str] = {}
        for name, peer in self.peers.items():
            self.steps[name] = list(self._descend(name, peer))
        self.best = min([self.best, *(step.primal for steps in self.steps.values() for step in steps)])

    def rows(self) -> list[Row]:
        chosen = {target: self._chosen(target) for target in TARGETS}
        legs = dict.fromkeys(leg for target in TARGETS for leg in [("hingeline", target), *chosen[target]])
        seconds = self._in_turn(list(legs))
        rows = []
        for target in TARGETS:
            said = self._solve(self.ours, target)
            row = Row(
                self.task.problem, self.task.data, self.task.named, target, said.get("nonzeros", 0), seconds["hingeline", target],
                self._above(said.get("primal", math.inf)), said.get("status", said.get("failed", "")), said.get("solver", ""),
            )  # fmt: skip
            for package in PACKAGES:
                ways = [Leg(name, tol, seconds[name, tol]) for name, tol in chosen[target] if is_of(name, package)]
                if ways:
                    row.theirs[package] = min(ways, key=lambda leg: leg.seconds)
                elif any(is_of(name, package) for name in self.peers):
                    row.missed[package] = self._why(package)
            rows.append(row)
        return rows

    def _descend(self, name: str, peer: Peer) -> Iterator[Step]:
        """Down the ladder, until it is good enough or a solve fails or takes too long."""
        for tolerance in peer.ladder:
            said = self._solve(peer, tolerance)
            if "failed" in said:
                self.ended[name] = said["failed"]
                return
            yield Step(tolerance, said["primal"])
            self.seconds[name, tolerance] = said["seconds"]
            if said["primal"] - self.best <= 1e-7 * self.best:
                return

    def _chosen(self, target: float) -> list[tuple[str, float]]:
        """Of each package the ways that may be its fastest to a target, and their tolerances."""
        goal = self.best * (1 + target)
        reached = {name: loosest(steps, goal, math.nan) for name, steps in self.steps.items()}
        reached = {name: tol for name, tol in reached.items() if not math.isnan(tol)}
        chosen = []
        for package in PACKAGES:
            ways = [(name, tol) for name, tol in reached.items() if is_of(name, package)]
            chosen += [way for way in ways if self.seconds[way] <= 0.02 + 2 * min(self.seconds[way] for way in ways)]
        return chosen

    def _why(self, package: str) -> str:
        """No way of a package reached a target."""
        reasons = [self.ended[name] for name in self.peers if is_of(name, package) and name in self.ended]
        primals = [step.primal for name, steps in self.steps.items() if is_of(name, package) for step in steps]
        best = f"never ({self._above(min(primals)):.0e})" if primals else ""
        return ", ".join(dict.fromkeys([best, *reasons] if best else reasons))

    def _solve(self, peer: Peer, tolerance: float) -> dict[str, Any]:
        """What one solve says: its primal and seconds, or how it failed."""

        def work(send: Callable) -> None:
            limit_memory(self.args.memory)
            limit_seconds(self.args.limit)
            try:
                model, seconds = peer.run(self.task, tolerance)
            except MemoryError:
                return send({"failed": "no memory"})
            except Exception as error:  # whatever a peer raises is its answer
                return send({"failed": type(error).__name__})
            w = np.ravel(model.coef_)
            facts = {"primal": self.task.objective(w), "seconds": seconds, "nonzeros": int(np.count_nonzero(w))}
            facts |= {"status": getattr(model, "status_", ""), "solver": getattr(model, "solver_", "")}
            return send(facts if math.isfinite(facts["primal"]) else {"failed": "not finite"})

        ended = within(10 * self.args.limit, work)
        return ended.last or {"failed": f"> {self.args.limit:g} s" if ended.how == "limit" else "died"}

    def _in_turn(self, legs: list[tuple[str, float]]) -> dict[tuple[str, float], float]:
        """Medians: --repeat rounds of all, five times as many where a round takes less than 0.2 s."""

        def work(send: Callable) -> None:
            limit_memory(self.args.memory)
            rounds: list[list[float]] = []
            while len(rounds) < self.args.repeat * (5 if rounds and sum(rounds[0]) < 0.2 else 1):
                rounds.append([self._peer(name).run(self.task, tol)[1] for name, tol in legs])
                if sum(rounds[0]) * len(rounds) > 4 * self.args.limit and len(rounds) > 1:
                    break
            send([median(each) for each in zip(*rounds)])

        seconds = within(1000 * self.args.limit, work).last or [math.nan] * len(legs)
        return dict(zip(legs, seconds))

    def _peer(self, name: str) -> Peer:
        return self.ours if name == "hingeline" else self.peers[name]

    def _above(self, primal: float) -> float:
        return (primal - self.best) / self.best


def is_of(name: str, package: str) -> bool:
    return name.split()[0] == package


def limit_memory(gigabytes: float) -> None:
    """glum holds a square matrix of all columns."""
    resource.setrlimit(resource.RLIMIT_DATA, (int(gigabytes * 1e9), resource.RLIM_INFINITY))


def limit_seconds(seconds: float) -> None:
    """By the processor's clock, for others may be at work; that clock is then read in steps of some milliseconds."""
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))


def markdown(rows: list[Row], args: argparse.Namespace) -> str:
    """What the rows come to, and all of them."""
    names = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    head = (
        f"{processor()}; hingeline {hingeline.__version__} ({commit()}), {names}. Processor seconds of a fit, one thread: medians of "
        f"{args.repeat} ({5 * args.repeat} where all together take less than 0.2 s), in turn; {args.limit:g} s and {args.memory:g} GB "
        "at most for a solve. Ratio: theirs over ours; never: not reached within the limit."
    )
    body = []
    for target in TARGETS:
        for package in PACKAGES:
            ratios = [
                row.ratio(package)
                for row in rows
                if row.target == target and (package in row.theirs or package in row.missed)
            ]
            if ratios:
                never = sum(math.isinf(ratio) for ratio in ratios)
                slower = sum(ratio < 1 / 1.1 for ratio in ratios)
                body.append([f"{target:g}", package, f"{len(ratios)}", times(median(ratios)), times(min(ratios)), f"{slower}", f"{never}"])  # fmt: skip
    parts = [
        "# Penalized estimators against celer, glum, skglm and scikit-learn",
        head,
        table(["to", "against", "tasks", "median", "lowest", "ours slower than 1.1x", "not reached by it"], body),
    ]
    for problem in dict.fromkeys(row.problem for row in rows):
        own = [row for row in rows if row.problem == problem]
        packages = [name for name in PACKAGES if any(name in row.theirs or name in row.missed for row in own)]
        lines = [
            [
                row.data, row.strength, f"{row.target:g}", f"{row.nonzeros}", row.solver, f"{row.seconds:.4f}",
                f"{max(row.suboptimality, 0):.0e}" + ("" if row.status == "converged" else f", {row.status}"),
                *(cell(row, package) for package in packages),
            ]
            for row in own
        ]  # fmt: skip
        columns = ["data", "strength", "to", "w_j != 0", "our solver", "ours, s", "reached"]
        parts += [f"## {problem}", table([*columns, *(f"{name}: s, tol, ratio" for name in packages)], lines)]
    return "\n\n".join(parts) + "\n"


def cell(row: Row, package: str) -> str:
    if package in row.missed:
        return row.missed[package]
    if package not in row.theirs:
        return ""
    leg = row.theirs[package]
    way = " ".join(leg.program.split()[1:])
    return f"{way + ': ' if way else ''}{leg.seconds:.4f}, {leg.tolerance:.0e}, {times(row.ratio(package))}"


def times(ratio: float) -> str:
    return "never" if math.isinf(ratio) else "not by ours" if ratio == 0 else f"{ratio:.2f}x"


def main() -> None:
    """Runs what the .jsonl beside the page does not have yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of unpacked LIBSVM text files")
    parser.add_argument("--problems", nargs="+", choices=tuple(PROBLEMS), default=tuple(PROBLEMS), metavar="PROBLEM")
    parser.add_argument("--sets", nargs="+", help="instead of each problem's own")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--limit", type=float, default=5, help="seconds of a solve")
    parser.add_argument("--memory", type=float, default=8, help="GB of a process")
    parser.add_argument("--out", type=Path, required=True, help="Markdown; the raw figures go beside it as .jsonl")
    args = parser.parse_args()
    limit_threads(1)
    log = RawLog(args.out, args, "repeat", "limit", "memory")
    rows = [Row.from_json(line) for line in log.lines]
    for problem in args.problems:
        for name in args.sets or PROBLEMS[problem].sets:
            if any((row.problem, row.data) == (problem, name) for row in rows):
                continue
            new = [row for task in tasks(problem, args.data / name) for row in Comparison(task, args).rows()]
            rows += new
            log.append(*new)
            for row in new:
                cells = [f"{package} {cell(row, package)}" for package in [*row.theirs, *row.missed]]
                ours = f"{row.strength} to {row.target:g}: {row.seconds:.4f} s {row.status}"
                print(problem, name, ours, *cells, sep="; ", flush=True)
            args.out.write_text(markdown(rows, args))


if __name__ == "__main__":
    main()
