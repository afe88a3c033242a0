# SPDX-License-Identifier: BSD-3-Clause
"""Estimators against scikit-learn's of the same name, and Intel's extension of it where that is installed, at matched
objective; and what a fit costs beyond the solver's call: see README.md.

python bench/python.py --data DIR [--sets a9a,w8a] [--threads 1,2] [--target 1e-3] [--rows 4000] [--limit 20] [--out F]
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import sklearn
import sklearn.linear_model
import sklearn.svm
from scipy import sparse
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV
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

CLASSIFICATION = ["diabetes_scale", "phishing", "a9a", "w8a"]
REGRESSION = ["housing", "abalone_scale", "cpusmall", "cadata"]
SEARCHED = ["splice", "abalone_scale", "phishing"]
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
    """The fitted model and its seconds: processor time where there is one thread, else wall time."""
    clock = time.process_time if threads == 1 else time.perf_counter
    model = make(tol, threads)
    began = clock()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(X, y)
    return model, clock() - began


def fastest(makers: list[tuple[Maker, float]], threads: int, X: Any, y: np.ndarray) -> list[float]:
    """Of each maker, all of them in turn in every repetition: a second of them, up to 20."""
    seconds = [[fit(make, tol, threads, X, y)[1] for make, tol in makers]]
    while len(seconds) < min(20, int(1 / sum(seconds[0]))):
        seconds.append([fit(make, tol, threads, X, y)[1] for make, tol in makers])
    return list(np.min(seconds, axis=0))


@dataclass
class Figures:
    """What is known of one rival on one set, sent to the parent whenever more is."""

    ours: dict[int, float]  # seconds, by threads
    suboptimality: float = np.nan
    tol: float = np.nan  # theirs, the loosest that reaches the target, or the tightest
    left: float = np.nan  # their suboptimality
    theirs: dict[int, float] | None = None


def measure(pair: Pair, package: str, X: Any, y: np.ndarray, arguments: argparse.Namespace, send: Callable) -> None:
    def objective(make: Maker, tol: float) -> float:
        return pair.objective(fit(make, tol, 1, X, y)[0], X, y)

    limit_threads(1)
    theirs = pair.theirs[package]
    best = objective(pair.ours, 1e-8)
    figures = Figures({}, (objective(pair.ours, arguments.target) - best) / best, theirs={})
    for threads in arguments.threads:
        limit_threads(threads)
        (figures.ours[threads],) = fastest([(pair.ours, arguments.target)], threads, X, y)
        send(figures)
    limit_threads(1)
    for figures.tol in TOLERANCES:
        figures.left = (objective(theirs, figures.tol) - best) / best
        send(figures)
        if figures.left <= arguments.target:
            break
    for threads in arguments.threads:
        limit_threads(threads)
        both = fastest([(pair.ours, arguments.target), (theirs, figures.tol)], threads, X, y)
        figures.ours[threads], figures.theirs[threads] = both
        send(figures)


@dataclass
class Ended:
    """What a process sent last, None for nothing, and how it ended: done, limit or failed."""

    last: Any
    how: str

    @property
    def why(self) -> str:
        """For one that sent nothing."""
        return "not within the limit" if self.how == "limit" else "failed"


def within(limit: float, work: Callable[[Callable], None]) -> Ended:
    """work(send) in a process of its own, which is ended after so many seconds."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(sender.send,))
    process.start()
    sender.close()
    last, how, end = None, "limit", time.monotonic() + limit
    try:
        while receiver.poll(max(0.0, end - time.monotonic())):
            last = receiver.recv()
    except EOFError:
        process.join(max(0.0, end - time.monotonic()))
        how = {0: "done", -signal.SIGXCPU: "limit", None: "limit"}.get(process.exitcode, "failed")
    process.kill()
    process.join()
    return Ended(last, how)


def rows(pair: Pair, name: str, X: Any, y: np.ndarray, arguments: argparse.Namespace) -> list[str]:
    """A line for each rival and number of threads."""
    lines = []
    for package in pair.theirs:
        work = lambda send, package=package: measure(pair, package, X, y, arguments, send)
        ended = within(arguments.limit, work)
        if ended.last is None:
            lines.append(f"| {pair.name} | {name} | {len(y)} | {package} | | {ended.why} | | | | |")
            continue
        figures, late = ended.last, ended.how == "limit"
        reached = figures.left <= arguments.target
        said = f"{figures.tol:.0e}" if reached else f"never ({figures.left:.0e})" if figures.theirs else ""
        for threads, ours in figures.ours.items():
            known = figures.theirs.get(threads)
            if known is not None:
                theirs, ratio = f"{known:.4f}", f"{known / ours:.1f}"
            else:
                theirs, ratio = (
                    (f"> {arguments.limit:g}", f"> {arguments.limit / ours:.0f}") if late else ("failed", "")
                )
            lines.append(
                f"| {pair.name} | {name} | {len(y)} | {package} | {threads} | {ours:.4f} | {figures.suboptimality:.1e} "
                f"| {theirs} | {said} | {ratio} |"
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


def grid_search(repeat: int) -> list[str]:
    """Wall seconds of 20 fits, one after the other and on two threads, each fit on one."""
    random = np.random.default_rng(0)
    lines = ["| GridSearchCV of | rows | n_jobs=1, s | n_jobs=2, s | ratio |", "|---|---|---|---|---|"]
    for estimator, n in [
        (hingeline.LinearSVC(solver="dual_cd", loss="hinge", n_jobs=1), 20000),
        (hingeline.LogisticRegression(tol=1e-8, n_jobs=1), 200_000),
        (hingeline.SVC(n_jobs=1), 8000),
    ]:
        X = random.standard_normal((n, 30))
        y = X.sum(axis=1) + 3 * random.standard_normal(n) > 0
        seconds = {1: [], 2: []}
        for jobs in [1, 2] * repeat:
            search = GridSearchCV(estimator, {"C": [0.1, 0.3, 1, 3]}, cv=5, n_jobs=jobs, refit=False)
            began = time.perf_counter()
            with joblib.parallel_config(backend="threading"):
                search.fit(X, y)
            seconds[jobs].append(time.perf_counter() - began)
        one, two = (min(times) for times in seconds.values())
        lines.append(f"| {type(estimator).__name__} | {n} | {one:.2f} | {two:.2f} | {one / two:.2f} |")
    return lines


def searches(folder: Path, most: int) -> list[str]:
    """Processor seconds, one thread, of five folds over five C and three gammas, and of the last fit."""
    lines = [
        "Five folds over C = 0.01, 0.1, .., 100 and three gammas, then a fit of all rows; one thread, processor time, `tol` of each package's default.",
        "",
        "| search | data | rows | seconds | GridSearchCV of ours, s | of scikit-learn's, s | best scores |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in SEARCHED:
        X, y, labels = load(folder / name)
        some = np.random.default_rng(0).permutation(len(y))[:most]
        costs, gammas = [0.01, 0.1, 1.0, 10.0, 100.0], [factor / X.shape[1] for factor in (0.1, 1.0, 10.0)]
        ours, plain, theirs = (
            (hingeline.SVCCV, hingeline.SVC, sklearn.svm.SVC)
            if labels
            else (hingeline.SVRCV, hingeline.SVR, sklearn.svm.SVR)
        )
        grid = {"C": costs, "gamma": gammas}
        ways = [ours(Cs=costs, gammas=gammas), GridSearchCV(plain(), grid), GridSearchCV(theirs(), grid)]
        fits = [fit(lambda *_, way=way: way, 0, 1, X[some], y[some]) for way in ways]
        seconds = " | ".join(f"{taken:.2f}" for _, taken in fits)
        best = [fits[0][0].scores_.mean(axis=0).max(), *(model.best_score_ for model, _ in fits[1:])]
        scores = ", ".join(f"{score:.4f}" for score in best)
        lines.append(f"| {ours.__name__} | {name} | {len(some)} | {seconds} | {scores} |")
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


class Page:
    """Is printed and written as it grows."""

    def __init__(self, path: Path | None):
        self.path, self.lines = path, []

    def add(self, *lines: str) -> None:
        self.lines += lines
        print(*lines, sep="\n", flush=True)
        if self.path:
            self.path.write_text("\n".join(self.lines) + "\n")


def load(path: Path) -> tuple[Any, np.ndarray, bool]:
    """Labels +1 and -1, or targets of mean 0 and deviation 1; whether they are labels."""
    X, y, _ = hingeline.load(path, dtype="float64")
    if len(np.unique(y)) == 2:
        return X, np.where(y == y.max(), 1.0, -1.0), True
    return X, (y - y.mean()) / y.std(), False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", type=lambda text: text.split(","), default=CLASSIFICATION + REGRESSION)
    parser.add_argument("--threads", type=lambda text: [int(each) for each in text.split(",")], default=[1, 2])
    parser.add_argument("--target", type=float, default=1e-3)
    parser.add_argument("--rows", type=int, default=4000, help="of kernels")
    parser.add_argument("--limit", type=float, default=20, help="seconds for a rival on a set, ours included")
    parser.add_argument("--minutes", type=float, default=12, help="after which no set is begun")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    began = time.monotonic()
    page = Page(arguments.out)
    page.add(
        f"hingeline {hingeline.__version__}, scikit-learn {sklearn.__version__}, "
        f"{'no scikit-learn-intelex' if sklearnex is None else 'scikit-learn-intelex ' + version('scikit-learn-intelex')}.",
        "",
        "The cost of a fit beyond the solver's call: 1,000,000 x 18 float32, one thread, processor time, tolerance 1e-3, medians.",
        "",
    )
    limit_threads(1)
    for table in (
        lambda: overhead(1_000_000, 9),
        lambda: grid_search(3),
        lambda: searches(arguments.data, arguments.rows),
    ):
        ended = within(300, lambda send, table=table: send(table()))
        page.add(*(ended.last or [f"No figures: {ended.why}."]), "")
    page.add(
        f"C = 1, relative suboptimality {arguments.target:g}, the fastest of as many repetitions as fit into a second, at most 20; "
        f"processor seconds with one thread, wall seconds with more; at most {arguments.limit:g} s for a rival, including the search for "
        "its tolerance.",
        "",
        "| estimator | data | rows | rival | threads | ours, s | suboptimality | theirs, s | their tol | theirs / ours |",
        "|---|---|---|---|---|---|---|---|---|---|",
    )
    for name in arguments.sets:
        if time.monotonic() - began > 60 * arguments.minutes:
            page.add(f"| | {name} | | | | not run: {arguments.minutes:g} minutes are over | | | | |")
            continue
        X, y, labels = load(arguments.data / name)
        some = np.random.default_rng(0).permutation(len(y))[: arguments.rows]
        for pair in classifiers(1.0) if labels else regressors(1.0, 0.1):
            page.add(
                *(rows(pair, name, X[some], y[some], arguments) if pair.small else rows(pair, name, X, y, arguments))
            )


if __name__ == "__main__":
    main()
