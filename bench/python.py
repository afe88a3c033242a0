# SPDX-License-Identifier: BSD-3-Clause
"""Estimators against scikit-learn's of the same name at matched objective, one thread: see README.md.

python bench/python.py --data DIR [--sets a9a,w8a] [--target 1e-3] [--repeat 5] [--out TABLE.md]
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
import sklearn.linear_model
import sklearn.svm
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

import hingeline
from losses import Loss

CLASSIFICATION = ["a9a", "w8a", "rcv1_small", "phishing", "20news.binary", "skin_nonskin_scale"]
REGRESSION = ["cadata", "abalone_scale", "cpusmall", "kin8nm", "housing_scale"]
TOLERANCES = [10.0**-k for k in range(1, 10)]


@dataclass
class Pair:
    """Two ways to one problem: 1/2 |w|^2 + C sum loss, the intercept's square in the ridge or not."""

    name: str
    loss: Loss
    penalized: bool
    ours: Callable[[float], Any]  # of a tolerance
    theirs: Callable[[float], Any]

    def objective(self, model: Any, X: Any, y: np.ndarray, C: float) -> float:
        w, b = np.ravel(model.coef_), float(np.ravel(model.intercept_)[0])
        ridge = w @ w + (b * b if self.penalized else 0)
        return 0.5 * ridge + C * float(self.loss.value(y, X @ w + b).sum())


def classifiers(C: float) -> list[Pair]:
    def svc(loss: str) -> Pair:
        return Pair(
            f"LinearSVC {loss}",
            Loss(loss),
            True,
            lambda tol: hingeline.LinearSVC(loss=loss, C=C, tol=tol, fit_intercept="penalized"),
            lambda tol: sklearn.svm.LinearSVC(loss=loss, C=C, tol=tol, max_iter=20000),
        )

    logistic = Pair(
        "LogisticRegression",
        Loss("logistic"),
        False,
        lambda tol: hingeline.LogisticRegression(C=C, tol=tol),
        lambda tol: sklearn.linear_model.LogisticRegression(C=C, tol=tol, max_iter=20000),
    )
    return [svc("squared_hinge"), svc("hinge"), logistic]


def regressors(C: float, epsilon: float) -> list[Pair]:
    def svr(loss: str) -> Pair:
        shared = {"loss": loss, "C": C, "epsilon": epsilon}
        return Pair(
            f"LinearSVR {loss}",
            Loss(loss, epsilon=epsilon),
            True,
            lambda tol: hingeline.LinearSVR(tol=tol, fit_intercept="penalized", **shared),
            lambda tol: sklearn.svm.LinearSVR(tol=tol, max_iter=20000, **shared),
        )

    return [svr("squared_epsilon_insensitive"), svr("epsilon_insensitive")]


def fit(make: Callable[[float], Any], tol: float, X: Any, y: np.ndarray) -> tuple[Any, float]:
    """The fitted model and its processor seconds."""
    model = make(tol)
    began = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X, y)
    return model, time.process_time() - began


def median_seconds(makers: list[tuple[Callable, float]], X: Any, y: np.ndarray, repeat: int) -> list[float]:
    """Of each maker, all of them in turn in every repetition."""
    seconds = [[fit(make, tol, X, y)[1] for make, tol in makers] for _ in range(repeat)]
    return list(np.median(seconds, axis=0))


def row(pair: Pair, name: str, X: Any, y: np.ndarray, C: float, target: float, repeat: int) -> str:
    def suboptimality(make: Callable[[float], Any], tol: float) -> float:
        return (pair.objective(fit(make, tol, X, y)[0], X, y, C) - best) / best

    best = pair.objective(fit(pair.ours, 1e-9, X, y)[0], X, y, C)
    for tol in TOLERANCES:
        left = suboptimality(pair.theirs, tol)
        if left <= target:
            break
    ours, theirs = median_seconds([(pair.ours, target), (pair.theirs, tol)], X, y, repeat)
    said = f"{tol:.0e}" if left <= target else f"never ({left:.0e})"
    short = suboptimality(pair.ours, target)
    return f"| {pair.name} | {name} | {ours:.4f} | {short:.1e} | {theirs:.4f} | {said} | {theirs / ours:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", type=lambda text: text.split(","))
    parser.add_argument("--target", type=float, default=1e-3)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    threadpool_limits(1)
    lines = [
        f"hingeline {hingeline.__version__}, scikit-learn {sklearn.__version__}, target {arguments.target:g}, C = 1.",
        "",
        "| estimator | data | ours, s | suboptimality | theirs, s | their tol | theirs / ours |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in arguments.sets or CLASSIFICATION + REGRESSION:
        X, y, _ = hingeline.load(arguments.data / name, dtype="float64")
        if len(np.unique(y)) == 2:
            y, pairs = np.where(y == y.max(), 1.0, -1.0), classifiers(1.0)
        else:
            y, pairs = (y - y.mean()) / y.std(), regressors(1.0, 0.1)
        for pair in pairs:
            lines.append(row(pair, name, X, y, 1.0, arguments.target, arguments.repeat))
            print(lines[-1], flush=True)
            if arguments.out:
                arguments.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
