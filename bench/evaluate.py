# SPDX-License-Identifier: BSD-3-Clause
"""Recomputes the objective of any model file on any data file, and the dual objective from --save-dual.

The problem of each output is, with c_i = C * class weight * row weight,

    P(w, b) = R(w) [+ R(b / bias) where b is penalized] + sum_i c_i phi(y_i, x_i'w + b),   R(w) = l1 |w|_1 + l2/2 |w|^2
    D(s)    = -R*(X's) [- R*(bias sum_i s_i) where b is penalized] - sum_i (c_i phi)*(-s_i)

with sum_i s_i = 0 where b is free; l1 and l2 are the model's, weights of columns and constraints, which no model says,
are taken for none. A multi-class model is the sum of its one-vs-rest problems; other kinds, levels, scaled columns and
functions that stand for a kernel are refused. All of it is in float64 and shares no code with the library.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

import libsvm_text
import model_text
from losses import CLASSIFICATION, REGRESSION, Loss

INTERCEPTS = ("free", "penalized", "none")


@dataclasses.dataclass
class Problem:
    """What a model was trained for."""

    data: libsvm_text.Data
    loss: Loss
    cost: float = 1.0
    intercept: str = "free"
    bias: float = 1.0
    class_weights: dict[float, float] = dataclasses.field(default_factory=dict)
    row_weights: np.ndarray | None = None
    l1: float = 0.0
    l2: float = 1.0

    def penalty(self, w: np.ndarray) -> np.ndarray:
        """R, coefficient by coefficient."""
        return self.l1 * np.abs(w) + self.l2 / 2 * w**2

    def coef(self, u: np.ndarray) -> np.ndarray:
        """The w whose R has the slope u; R*(u) is l2/2 w^2."""
        if not self.l2:
            raise ValueError("no dual of a problem without a ridge is evaluated")
        return np.sign(u) * np.maximum(0, np.abs(u) - self.l1) / self.l2

    def costs(self) -> np.ndarray:
        """c_i of every row."""
        costs = np.full(self.data.y.size, self.cost)
        if self.row_weights is not None:
            costs = costs * self.row_weights
        for label, weight in self.class_weights.items():
            costs[self.data.y == label] *= weight
        return costs

    def targets(self, labels: np.ndarray, outputs: int) -> np.ndarray:
        """y of every row and output: as in the file, or +1 where the row has the output's label and -1 elsewhere."""
        if not self.loss.is_classification:
            return self.data.y[:, None]
        return np.where(self.data.y[:, None] == labels[None, :outputs], 1.0, -1.0)


@dataclasses.dataclass
class Dual:
    """The dual objective of each output, and how far the point is from what it claims to be."""

    objective: np.ndarray
    outside: float  # largest distance of s_i / c_i from its interval
    sum_error: float  # largest |sum_i s_i| / sum_i |s_i| with a free intercept
    coef_error: float  # |w - w(X's)| / |w|


def primal(problem: Problem, model: model_text.Model) -> np.ndarray:
    """P of each output."""
    if model.beyond:
        raise ValueError(f"a model with {' and '.join(model.beyond)} is not evaluated")
    z = model.outputs(problem.data.x)
    y = problem.targets(model.labels, z.shape[1])
    result = problem.penalty(model.coef).sum(axis=0) + (problem.costs()[:, None] * problem.loss.value(y, z)).sum(axis=0)
    if problem.intercept == "penalized":
        result += problem.penalty(model.intercept / problem.bias)
    elif problem.intercept == "none" and model.intercept.any():
        raise ValueError("the model has an intercept, the problem none")
    return result


def dual(problem: Problem, model: model_text.Model, s: np.ndarray) -> Dual:
    """D of each output at s (rows x outputs); rows of weight 0 must have s = 0."""
    costs = problem.costs()
    present = costs > 0
    y = problem.targets(model.labels, s.shape[1])[present]
    c = np.broadcast_to(costs[present, None], y.shape)
    coef = problem.coef(problem.data.x.T @ s)
    objective = -problem.l2 / 2 * (coef**2).sum(axis=0) - problem.loss.conjugate(y, s[present], c).sum(axis=0)
    if problem.intercept == "penalized":
        objective -= problem.l2 / 2 * problem.coef(problem.bias * s.sum(axis=0)) ** 2
    unbalanced = np.abs(s.sum(axis=0)) / np.maximum(np.abs(s).sum(axis=0), 1e-300)
    missing = coef[: model.coef.shape[0]] - model.coef[: coef.shape[0]]
    return Dual(
        objective=objective,
        outside=float(np.maximum(problem.loss.outside(y, s[present], c).max(), np.abs(s[~present]).max(initial=0))),
        sum_error=float(unbalanced.max()) if problem.intercept == "free" else 0.0,
        coef_error=float(np.linalg.norm(missing) / max(np.linalg.norm(model.coef), 1e-300)),
    )


def constant_objective(problem: Problem, labels: np.ndarray, outputs: int) -> np.ndarray:
    """P(0, best b) of each output; b = 0 unless it is free."""
    c, y = problem.costs(), problem.targets(labels, outputs)

    def objective(b: float, k: int) -> float:
        return float(c @ problem.loss.value(y[:, k], np.full(c.size, b)))

    if problem.intercept != "free":
        return np.array([objective(0, k) for k in range(outputs)])
    reach = 40.0 if problem.loss.is_classification else 1e-9 + np.ptp(problem.data.y) / 2
    middle = 0.0 if problem.loss.is_classification else (problem.data.y.max() + problem.data.y.min()) / 2
    bounds = (middle - reach, middle + reach)
    options = {"xatol": 1e-10 * reach}

    def least(k: int) -> float:
        return minimize_scalar(objective, bounds=bounds, args=(k,), method="bounded", options=options).fun

    return np.array([least(k) for k in range(outputs)])


def evaluate(problem: Problem, model: model_text.Model, s: np.ndarray | None = None) -> dict[str, Any]:
    """Everything known of the model as plain numbers: sums over the outputs, and each output's share."""
    p = primal(problem, model)
    result: dict[str, Any] = {"primal": float(p.sum()), "parts": [{"primal": float(value)} for value in p]}
    if s is None:
        return result
    found = dual(problem, model, s)
    d = found.objective
    gap = float(p.sum() - d.sum())
    gain = float(constant_objective(problem, model.labels, p.size).sum() - d.sum())
    result |= {
        "dual": float(d.sum()),
        "gap": gap,
        "relative_gap": gap / max(min(abs(float(p.sum())), gain), 1e-300),
        "outside": found.outside,
        "sum_error": found.sum_error,
        "coef_error": found.coef_error,
        "parts": [{"primal": float(a), "dual": float(b)} for a, b in zip(p, d, strict=True)],
    }
    return result


def read_dual(path: str | os.PathLike[str], rows: int) -> np.ndarray:
    """The numbers of a --save-dual file, one line per row, one column per output."""
    return np.loadtxt(path, ndmin=2).reshape(rows, -1)


def arguments() -> argparse.Namespace:
    """The command line; the defaults are those of `hingeline train`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="LIBSVM text, plain, .gz or .xz")
    parser.add_argument("model", help="LIBLINEAR's text format or hingeline_format 1")
    parser.add_argument("--loss", choices=CLASSIFICATION + REGRESSION, default="squared_hinge")
    parser.add_argument("-C", "--cost", type=float, default=1.0)
    parser.add_argument("--epsilon", type=float, help="default 0.1, for quantile 0")
    parser.add_argument("--quantile", "--tau", dest="tau", type=float, default=0.5)
    parser.add_argument("--delta", type=float, default=1.0)
    parser.add_argument("--gamma", type=float, default=1.0)
    parser.add_argument("--intercept", choices=INTERCEPTS, default="free")
    parser.add_argument("--bias", type=float, default=1.0)
    parser.add_argument("--class-weight", default="", metavar="LABEL:W,...")
    parser.add_argument("--weights", metavar="FILE", help="one number per row")
    parser.add_argument("--value-type", choices=("float32", "float64"), default="float64", help="round the data first")
    parser.add_argument("--dual", metavar="FILE", help="what --save-dual wrote")
    return parser.parse_args()


def main() -> None:
    """Prints one JSON object."""
    args = arguments()
    pairs = [pair.split(":") for pair in args.class_weight.split(",") if pair]
    model = model_text.read(args.model)
    problem = Problem(
        data=libsvm_text.read(args.data).rounded(args.value_type),
        loss=Loss(args.loss, args.epsilon, args.tau, args.delta, args.gamma),
        cost=args.cost,
        intercept=args.intercept,
        bias=args.bias,
        class_weights={float(label): float(weight) for label, weight in pairs},
        row_weights=np.loadtxt(args.weights, ndmin=1) if args.weights else None,
        l1=model.penalty[0],
        l2=model.penalty[1],
    )
    s = read_dual(args.dual, problem.data.y.size) if args.dual else None
    print(json.dumps(evaluate(problem, model, s), indent=2))


if __name__ == "__main__":
    main()
