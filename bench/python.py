# SPDX-License-Identifier: BSD-3-Clause
"""Estimators against scikit-learn's of the same name, and Intel's extension of it where that is installed, at matched
objective; and what a fit costs beyond the solver's call: see README.md.

python bench/python.py --data DIR [--sets a9a,w8a] [--threads 1,2] [--target 1e-3] [--repeat 3] [--rows 4000] [--out F]
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
from scipy import sparse
from sklearn.metrics.pairwise import rbf_kernel
from threadpoolctl import threadpool_limits

import hingeline
from hingeline import _core, _linear
from losses import Loss

try:
    import daal4py
    import sklearnex.linear_model
    import sklearnex.svm
except ImportError:
    sklearnex = None

CLASSIFICATION = ["a9a", "w8a", "phishing"]
REGRESSION = ["cadata", "cpusmall", "kin8nm"]
TOLERANCES = [10.0**-k for k in range(1, 10)]

Maker = Callable[[float, int], Any]  # of tolerance and threads


@dataclass
class Pair:
    """Ways to one problem."""

    name: str
    objective: Callable[[Any, Any, np.ndarray], float]
    ours: Maker
    theirs: dict[str, Maker]
    small: bool = False  # on a share of the rows: theirs takes more than linear time


def linear_objective(loss: Loss, C: float, penalized: bool) -> Callable:
    def objective(model: Any, X: Any, y: np.ndarray) -> float:
        w, b = np.ravel(model.coef_), float(np.ravel(model.intercept_)[0])
        ridge = w @ w + (b * b if penalized else 0)
        return 0.5 * ridge + C * float(loss.value(y, X @ w + b).sum())

    return objective


def kernel_objective(loss: Loss, C: float) -> Callable:
    def objective(model: Any, X: Any, y: np.ndarray) -> float:
        a, vectors = np.ravel(as_dense(model.dual_coef_)), model.support_vectors_
        scores = model.decision_function(X) if hasattr(model, "decision_function") else model.predict(X)
        return 0.5 * a @ rbf_kernel(vectors, gamma=1 / X.shape[1]) @ a + C * float(loss.value(y, scores).sum())

    return objective


def as_dense(values: Any) -> np.ndarray:
    return values.toarray() if sparse.issparse(values) else np.asarray(values)


def quantile_objective(quantile: float, alpha: float) -> Callable:
    def objective(model: Any, X: Any, y: np.ndarray) -> float:
        r = y - model.predict(X)
        return np.mean(np.maximum(quantile * r, (quantile - 1) * r)) + alpha * np.abs(model.coef_).sum()

    return objective


def huber_objective(model: Any, X: Any, y: np.ndarray) -> float:
    z = np.abs(y - model.predict(X)) / model.scale_
    loss = np.where(z <= model.epsilon, z * z, (2 * z - model.epsilon) * model.epsilon)
    return model.scale_ * float(np.sum(1 + loss)) + model.alpha * model.coef_ @ model.coef_


def classifiers(C: float) -> list[Pair]:
    def linear(loss: str) -> Pair:
        return Pair(
            f"LinearSVC {loss}",
            linear_objective(Loss(loss), C, penalized=True),
            lambda tol, jobs: hingeline.LinearSVC(loss=loss, C=C, tol=tol, fit_intercept="penalized", n_jobs=jobs),
            {"scikit-learn": lambda tol, _: sklearn.svm.LinearSVC(loss=loss, C=C, tol=tol, max_iter=20000)},
        )

    logistic = Pair(
        "LogisticRegression",
        linear_objective(Loss("logistic"), C, penalized=False),
        lambda tol, jobs: hingeline.LogisticRegression(C=C, tol=tol, n_jobs=jobs),
        each(
            lambda package: lambda tol, _: package.linear_model.LogisticRegression(C=C, tol=tol, max_iter=20000),
        ),
    )
    kernel = Pair(
        "SVC",
        kernel_objective(Loss("hinge"), C),
        lambda tol, jobs: hingeline.SVC(C=C, gamma="auto", tol=tol, n_jobs=jobs),
        each(lambda package: lambda tol, _: package.svm.SVC(C=C, gamma="auto", tol=tol)),
        small=True,
    )
    return [linear("squared_hinge"), linear("hinge"), logistic, kernel]


def regressors(C: float, epsilon: float) -> list[Pair]:
    def linear(loss: str) -> Pair:
        shared = {"loss": loss, "C": C, "epsilon": epsilon}
        return Pair(
            f"LinearSVR {loss}",
            linear_objective(Loss(loss, epsilon=epsilon), C, penalized=True),
            lambda tol, jobs: hingeline.LinearSVR(tol=tol, fit_intercept="penalized", n_jobs=jobs, **shared),
            {"scikit-learn": lambda tol, _: sklearn.svm.LinearSVR(tol=tol, max_iter=20000, **shared)},
        )

    kernel = Pair(
        "SVR",
        kernel_objective(Loss("epsilon_insensitive", epsilon=epsilon), C),
        lambda tol, jobs: hingeline.SVR(C=C, gamma="auto", epsilon=epsilon, tol=tol, n_jobs=jobs),
        each(lambda package: lambda tol, _: package.svm.SVR(C=C, gamma="auto", epsilon=epsilon, tol=tol)),
        small=True,
    )
    shared = {"quantile": 0.8, "alpha": 1e-3}
    quantile = Pair(
        "QuantileRegressor",
        quantile_objective(**shared),
        lambda tol, jobs: hingeline.QuantileRegressor(tol=tol, n_jobs=jobs, **shared),
        {"scikit-learn": lambda *_: sklearn.linear_model.QuantileRegressor(**shared)},
        small=True,
    )
    huber = Pair(
        "HuberRegressor",
        huber_objective,
        lambda tol, jobs: hingeline.HuberRegressor(tol=tol, n_jobs=jobs),
        {"scikit-learn": lambda tol, _: sklearn.linear_model.HuberRegressor(tol=tol, max_iter=20000)},
    )
    return [linear("squared_epsilon_insensitive"), linear("epsilon_insensitive"), kernel, quantile, huber]


def each(maker: Callable[[Any], Maker]) -> dict[str, Maker]:
    """scikit-learn's, and the extension's where it is installed."""
    makers = {"scikit-learn": maker(sklearn)}
    return makers if sklearnex is None else {**makers, "intelex": maker(sklearnex)}


def fit(make: Maker, tol: float, threads: int, X: Any, y: np.ndarray) -> tuple[Any, float]:
    """The fitted model and its seconds: of the processor where there is one thread, else of the clock."""
    clock = time.process_time if threads == 1 else time.perf_counter
    model = make(tol, threads)
    began = clock()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(X, y)
    return model, clock() - began


def fastest(makers: list[tuple[Maker, float]], threads: int, X: Any, y: np.ndarray, repeat: int) -> list[float]:
    """Of each maker, all of them in turn in every repetition."""
    return list(np.min([[fit(make, tol, threads, X, y)[1] for make, tol in makers] for _ in range(repeat)], axis=0))


def rows(pair: Pair, name: str, X: Any, y: np.ndarray, arguments: argparse.Namespace) -> list[str]:
    """A line for each rival and number of threads."""

    def suboptimality(make: Maker, tol: float) -> float:
        return (pair.objective(fit(make, tol, 1, X, y)[0], X, y) - best) / best

    best = pair.objective(fit(pair.ours, 1e-8, 1, X, y)[0], X, y)
    short = suboptimality(pair.ours, arguments.target)
    lines = []
    for package, theirs in pair.theirs.items():
        for tol in TOLERANCES:
            left = suboptimality(theirs, tol)
            if left <= arguments.target:
                break
        said = f"{tol:.0e}" if left <= arguments.target else f"never ({left:.0e})"
        for threads in arguments.threads:
            limit_threads(threads)
            ours, other = fastest([(pair.ours, arguments.target), (theirs, tol)], threads, X, y, arguments.repeat)
            lines.append(
                f"| {pair.name} | {name} | {len(y)} | {package} | {threads} | {ours:.4f} | {short:.1e} "
                f"| {other:.4f} | {said} | {other / ours:.1f} |"
            )
    return lines


def limit_threads(threads: int) -> None:
    threadpool_limits(threads)
    if sklearnex is not None:
        daal4py.daalinit(threads)


def overhead(rows: int, repeat: int) -> list[str]:
    """Processor time of fits beyond that of the solver's call, 18 columns of float32, one thread, tolerance 1e-3."""
    random = np.random.default_rng(0)
    X = random.standard_normal((rows, 18), dtype=np.float32)
    z = X @ random.standard_normal(18) + random.standard_normal(rows)
    labels = (z > 0).astype(np.int64)
    cases = [
        ("LinearSVC hinge", hingeline.LinearSVC(loss="hinge", tol=1e-3), labels),
        ("LinearSVC squared_hinge", hingeline.LinearSVC(tol=1e-3), labels),
        ("LinearSVC, labels are text", hingeline.LinearSVC(tol=1e-3), np.where(labels, "yes", "no")),
        ("LinearSVC, three classes", hingeline.LinearSVC(tol=1e-3), np.digitize(z, [-2, 2])),
        ("LogisticRegression", hingeline.LogisticRegression(tol=1e-3), labels),
        ("LinearSVR", hingeline.LinearSVR(tol=1e-3), z),
        ("QuantileRegressor", hingeline.QuantileRegressor(tol=1e-3, alpha=1e-4), z),
    ]
    lines = ["| fit | all, ms | solver's call, ms | beyond it |", "|---|---|---|---|"]
    for name, model, y in cases:
        inside = []
        _linear._core = TimedCore(inside)
        whole = [fit(lambda *_, model=model: model, 0, 1, X, y)[1] for _ in range(repeat)]
        _linear._core = _core
        beyond = np.median(np.array(whole) - inside)
        call = np.median(inside)
        lines.append(f"| {name} | {1e3 * np.median(whole):.1f} | {1e3 * call:.1f} | {beyond / call:.1%} |")
    return lines


class TimedCore:
    """The extension, the processor time of whose `train` is written down."""

    def __init__(self, seconds: list[float]):
        self.seconds = seconds

    def __getattr__(self, name: str) -> Any:
        return self._train if name == "train" else getattr(_core, name)

    def _train(self, *arguments: Any, **keywords: Any) -> Any:
        began = time.process_time()
        result = _core.train(*arguments, **keywords)
        self.seconds.append(time.process_time() - began)
        return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", type=lambda text: text.split(","), default=CLASSIFICATION + REGRESSION)
    parser.add_argument("--threads", type=lambda text: [int(each) for each in text.split(",")], default=[1, 2])
    parser.add_argument("--target", type=float, default=1e-3)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--rows", type=int, default=4000, help="of kernels and quantiles")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    limit_threads(1)
    lines = [
        f"hingeline {hingeline.__version__}, scikit-learn {sklearn.__version__}, C = 1, relative suboptimality "
        f"{arguments.target:g}, the fastest of {arguments.repeat}; seconds of the processor with one thread, of the "
        "clock with more.",
        "",
        "| estimator | data | rows | rival | threads | ours, s | suboptimality | theirs, s | their tol | theirs / ours |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name in arguments.sets:
        X, y, _ = hingeline.load(arguments.data / name, dtype="float64")
        if len(np.unique(y)) == 2:
            y, pairs = np.where(y == y.max(), 1.0, -1.0), classifiers(1.0)
        else:
            y, pairs = (y - y.mean()) / y.std(), regressors(1.0, 0.1)
        some = np.random.default_rng(0).permutation(len(y))[: arguments.rows]
        for pair in pairs:
            lines += rows(pair, name, X[some], y[some], arguments) if pair.small else rows(pair, name, X, y, arguments)
            print(*lines[-len(pair.theirs) * len(arguments.threads) :], sep="\n", flush=True)
            write(arguments.out, lines)
    limit_threads(1)
    lines += ["", "1,000,000 x 18 float32, one thread, processor time, tolerance 1e-3:", "", *overhead(1_000_000, 7)]
    print(*lines[-9:], sep="\n")
    write(arguments.out, lines)


def write(path: Path | None, lines: list[str]) -> None:
    if path:
        path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
