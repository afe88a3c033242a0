#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random small PLQ problems with constraints, solved by `hingeline train` and by a QP solver, Clarabel.

A loss is a sum of ReLU and ReHU terms, which a QP solver takes as variables of their own: max(0, x) is the least e
with e >= x, e >= 0, and ReHU_tau(x) the least a^2 / 2 + tau e with a + e >= x, a >= 0, e >= 0. Numbers are multiples
of 1/8, so that a set that holds one point only does hold it in double arithmetic too.

    feasible     limits around a random point
    barely       every limit goes through that point, most of them from both sides: little or nothing is left around it
    infeasible   a combination of the constraints, bounded against what they imply by 1e-6 to 10
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import clarabel
import numpy as np
from scipy import sparse

import libsvm_text
import model_text
from peers import HINGELINE, run

PENALTIES = {"l2": (0, 1), "l1": (1, 0), "elastic_net": (0.3, 0.7), "none": (0, 0)}
TOLERANCE = 1e-9


@dataclass
class Case:
    """One problem: P(w, b) = l1 |w|_1 + l2 / 2 |w|^2 + cost sum_i f_i(t_i), lower <= w <= upper, low <= A w <= high."""

    kind: str
    x: np.ndarray
    y: np.ndarray
    argument: str  # t: margin y z, residual y - z, or prediction z (row i has function y_i)
    functions: list[dict]
    cost: float
    intercept: str
    penalty: str
    lower: np.ndarray
    upper: np.ndarray
    a: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def argument_of(self, i: int) -> tuple[float, float]:
        """t_i = factor z_i + shift."""
        return {"margin": (self.y[i], 0.0), "residual": (-1.0, self.y[i]), "prediction": (1.0, 0.0)}[self.argument]

    def function_of(self, i: int) -> dict:
        return self.functions[int(self.y[i]) if self.argument == "prediction" else 0]

    def primal(self, w: np.ndarray, b: float) -> float:
        """P, and in a penalized intercept's place its own terms."""
        l1, l2 = PENALTIES[self.penalty]
        total = l1 * np.abs(w).sum() + l2 / 2 * (w @ w)
        if self.intercept == "penalized":
            total += l1 * abs(b) + l2 / 2 * b * b
        z = self.x @ w + b
        for i in range(len(self.y)):
            factor, shift = self.argument_of(i)
            total += self.cost * value(self.function_of(i), factor * z[i] + shift)
        return total

    def violation(self, w: np.ndarray) -> float:
        """The largest distance from a limit."""
        z = self.a @ w
        return max(0.0, *(self.lower - w), *(w - self.upper), *(self.low - z), *(z - self.high))


def value(function: dict, t: float) -> float:
    total = function["constant"] + sum(max(0.0, u * t + v) for u, v in function["relu"])
    for s, v, tau in function["rehu"]:
        x = max(0.0, s * t + v)
        total += x * x / 2 if x <= tau else tau * (x - tau / 2)
    return total


def eighths(random: np.random.Generator, *shape: int, spread: float = 1) -> np.ndarray:
    return np.round(8 * spread * random.standard_normal(shape)) / 8


def random_function(random: np.random.Generator) -> dict:
    """One to four terms, of a sum that has a minimum whatever they are: terms are never below 0."""
    relu, rehu = [], []
    for _ in range(random.integers(1, 5)):
        slope = random.choice([-2, -1, -0.5, 0.25, 1, 3])
        kink = float(eighths(random, 1)[0])
        if random.random() < 0.5:
            relu.append([slope, kink])
        else:
            rehu.append([slope, kink, float(random.choice([0.125, 1, 4]))])
    return {"relu": relu, "rehu": rehu, "constant": 0}


def random_limits(random: np.random.Generator, kind: str, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Intervals that hold z."""
    widths = np.array([0, 0, 2**-40, 2**-20]) if kind == "barely" else np.array([0, 0.125, 1, np.inf])
    below = random.choice(widths, len(z))
    above = random.choice(widths, len(z))
    if kind != "barely":
        above = np.where(below == 0, np.maximum(above, random.choice([0, 0.25], len(z))), above)
    return z - below, z + above


def contradict(random: np.random.Generator, case: Case) -> None:
    """One more row: a combination of rows and bounds, limited to less than they add up to."""
    rows = [(row, low) for row, low in zip(case.a, case.low) if np.isfinite(low)]
    rows += [(-row, -high) for row, high in zip(case.a, case.high) if np.isfinite(high)]
    rows += [(row, low) for row, low in zip(np.eye(case.x.shape[1]), case.lower) if np.isfinite(low)]
    chosen = random.choice(len(rows), min(len(rows), random.integers(1, 4)), replace=False)
    factors = random.choice([0.5, 1, 2], len(chosen))
    row = sum(f * rows[k][0] for f, k in zip(factors, chosen))
    limit = sum(f * rows[k][1] for f, k in zip(factors, chosen)) - 10.0 ** random.uniform(-6, 1)
    case.a = np.vstack([case.a, row])
    case.low = np.append(case.low, -np.inf)
    case.high = np.append(case.high, limit)


def random_case(kind: str, seed: int) -> Case:
    random = np.random.default_rng(seed)
    n, d = int(random.integers(2, 31)), int(random.integers(1, 7))
    argument = str(random.choice(["margin", "residual", "prediction"]))
    functions = [random_function(random) for _ in range(n if argument == "prediction" else 1)]
    x = eighths(random, n, d) * (random.random((n, d)) < 0.8)
    y = {"margin": random.choice([-1.0, 1.0], n), "residual": eighths(random, n), "prediction": np.arange(n)}[argument]
    if argument == "margin":
        y[:2] = [1, -1]
    point = eighths(random, d)
    a = eighths(random, int(random.integers(1, 2 * d + 2)), d)
    low, high = random_limits(random, kind, a @ point)
    lower, upper = np.full(d, -np.inf), np.full(d, np.inf)
    if random.random() < 0.4:
        lower, upper = random_limits(random, kind, point)
    if not np.isfinite(low[0]):
        low[0] = (a @ point)[0] - 1
    case = Case(
        kind, x, np.asarray(y, dtype=float), argument, functions, float(random.choice([0.01, 0.5, 1, 30])),
        str(random.choice(["free", "penalized", "none"])), str(random.choice(list(PENALTIES))),
        lower, upper, a, low, high,
    )  # fmt: skip
    if kind == "infeasible":
        contradict(random, case)
    return case


class QuadraticProgram:
    """minimise 1/2 v'Qv + q'v subject to rows; variables are added one by one."""

    def __init__(self) -> None:
        self.quadratic: list[float] = []
        self.linear: list[float] = []
        self.rows: list[dict[int, float]] = []
        self.limits: list[float] = []

    def variable(self, quadratic: float, linear: float, lower: float = -np.inf) -> int:
        self.quadratic.append(quadratic)
        self.linear.append(linear)
        index = len(self.linear) - 1
        self.at_most({index: -1.0}, -lower)
        return index

    def at_most(self, row: dict[int, float], limit: float) -> None:
        """sum_k row_k v_k <= limit."""
        if np.isfinite(limit):
            self.rows.append(row)
            self.limits.append(limit)

    def between(self, row: dict[int, float], low: float, high: float) -> None:
        self.at_most(row, high)
        self.at_most({k: -v for k, v in row.items()}, -low)

    def solve(self) -> tuple[str, float]:
        entries = [(r, k, v) for r, row in enumerate(self.rows) for k, v in row.items()]
        index, column, values = (np.array(part) for part in zip(*entries))
        matrix = sparse.csc_matrix((values, (index, column)), shape=(len(self.rows), len(self.linear)))
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.max_iter = 500
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
        program = clarabel.DefaultSolver(
            sparse.diags_array(np.array(self.quadratic, dtype=float)).tocsc(), np.array(self.linear), matrix, np.array(self.limits),
            [clarabel.NonnegativeConeT(len(self.rows))], settings,
        )  # fmt: skip
        solution = program.solve()
        return str(solution.status), solution.obj_val


def by_clarabel(case: Case) -> tuple[str, float]:
    """Status and objective."""
    program = QuadraticProgram()
    l1, l2 = PENALTIES[case.penalty]

    def coefficient(penalized: bool, lower: float = -np.inf, upper: float = np.inf) -> int:
        v = program.variable(l2 if penalized else 0, 0)
        program.between({v: 1.0}, lower, upper)
        if l1 and penalized:
            size = program.variable(0, l1)
            program.at_most({v: 1.0, size: -1.0}, 0)
            program.at_most({v: -1.0, size: -1.0}, 0)
        return v

    w = [coefficient(True, low, high) for low, high in zip(case.lower, case.upper)]
    b = None if case.intercept == "none" else coefficient(case.intercept == "penalized")
    for row, low, high in zip(case.a, case.low, case.high):
        program.between(dict(zip(w, row)), low, high)
    for i, x in enumerate(case.x):
        factor, shift = case.argument_of(i)
        t = {v: factor * entry for v, entry in zip(w, x)} | ({} if b is None else {b: factor})
        function = case.function_of(i)
        for u, v in function["relu"]:
            e = program.variable(0, case.cost, 0)
            program.at_most({k: u * entry for k, entry in t.items()} | {e: -1.0}, -(u * shift + v))
        for s, v, tau in function["rehu"]:
            e, a = program.variable(0, case.cost * tau, 0), program.variable(case.cost, 0, 0)
            program.at_most({k: s * entry for k, entry in t.items()} | {e: -1.0, a: -1.0}, -(s * shift + v))
    return program.solve()


def by_hingeline(case: Case, folder: Path) -> tuple[dict, np.ndarray, float]:
    """The report of --json, w and b."""
    number = lambda value: repr(float(value))
    pairs = lambda row: " ".join(f"{j}:{number(v)}" for j, v in enumerate(row, 1))
    libsvm_text.write(folder / "data", case.x, case.y)
    limits = "".join(
        f"{number(low)} {number(high)} {pairs(row)}\n" for row, low, high in zip(case.a, case.low, case.high)
    )
    (folder / "limits").write_text(limits)
    loss = {"argument": case.argument}
    loss |= {"functions": case.functions} if case.argument == "prediction" else case.functions[0]
    (folder / "loss").write_text(json.dumps(loss))
    command = [HINGELINE, "train", "--quiet", "--json", "-", "--threads", "1", "--value-type", "float64"]
    command += ["--loss", f"plq:{folder}/loss", "-C", number(case.cost), "--intercept", case.intercept]
    command += ["--penalty", case.penalty, "--tolerance", number(TOLERANCE), "--max-seconds", "2"]
    command += ["--l1-ratio", "0.3"] if case.penalty == "elastic_net" else []
    command += ["--model-format", "native", "--constraint", f"{folder}/limits"]
    for j, (low, high) in enumerate(zip(case.lower, case.upper), 1):
        command += ["--constraint", f"bounds:{j}:{number(low)}:{number(high)}"]
    (folder / "model").unlink(missing_ok=True)
    report = json.loads(run(*command, folder / "data", folder / "model"))
    if not (folder / "model").exists():
        return report, np.zeros(case.x.shape[1]), 0.0
    model = model_text.read(folder / "model")
    return report, model.coef[:, 0], float(model.intercept[0])


def judge(case: Case, folder: Path) -> tuple[str, float]:
    """What came of a case in a word, and the relative difference of the objectives."""
    report, w, b = by_hingeline(case, folder)
    status, objective = by_clarabel(case)
    if case.kind == "infeasible":
        return ("recognised" if report["status"] == "infeasible" else "missed"), np.nan
    if report["status"] == "infeasible":
        return "false alarm", np.nan
    if report["status"] != "converged":
        return report["status"], np.nan
    if "Solved" not in status:
        return "no reference", np.nan
    primal = case.primal(w, b)
    scale = max(
        abs(primal), 0.01 * case.primal(np.zeros_like(w), 0.0), 0.01 * case.cost
    )  # optima may be 0, at w = 0 too
    if abs(primal - report["primal"]) > 1e-10 * scale:
        return "another objective", np.nan
    if case.violation(w) > 1e-7:
        return "violated", case.violation(w)
    difference = abs(primal - objective) / scale
    if difference > 1e-7 and status == "AlmostSolved" and primal < objective:
        return "below the reference", difference
    return ("agree" if difference <= 1e-7 else "differ"), difference


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500, help="problems of each kind")
    parser.add_argument("--kinds", nargs="*", default=["feasible", "barely", "infeasible"])
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    arguments = parser.parse_args()
    print("| kind | problems | outcomes | largest difference of those that agree |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for kind in arguments.kinds:
            outcomes: Counter[str] = Counter()
            largest, notes = 0.0, []
            for seed in range(arguments.first, arguments.first + arguments.count):
                outcome, difference = judge(random_case(kind, seed), Path(folder))
                outcomes[outcome] += 1
                if outcome == "agree":
                    largest = max(largest, difference)
                elif outcome != "recognised":
                    notes.append(f"{outcome} {seed} {difference:.1e}")
            counts = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
            print(f"| {kind} | {outcomes.total()} | {counts} | {largest:.1e} |", flush=True)
            print("\n".join(notes[:40]))


if __name__ == "__main__":
    main()
