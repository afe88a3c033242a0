# SPDX-License-Identifier: BSD-3-Clause
"""Data, estimators, and the evaluator's losses."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.preprocessing import StandardScaler

import hingeline

sys.path.append(str(Path(__file__).resolve().parents[2] / "bench"))
from losses import CLASSIFICATION, REGRESSION, Loss  # the evaluator's, which shares no code with the library

KERNEL_MACHINES = [
    hingeline.SVC(),
    hingeline.SVC(kernel="linear"),
    hingeline.SVC(kernel="precomputed"),
    hingeline.SVC(kernel=rbf_kernel),
    hingeline.SVC(probability=True),
    hingeline.SVC(multi_class="ovr", probability="isotonic"),
    hingeline.NuSVC(),
    hingeline.SVR(),
    hingeline.NuSVR(),
    hingeline.OneClassSVM(),
]

LINEAR = [
    hingeline.LinearSVC(),
    hingeline.LinearSVC(loss="hinge"),
    hingeline.LinearSVC(loss="smoothed_hinge"),
    hingeline.LinearSVC(fit_intercept="penalized"),
    hingeline.LinearSVC(multi_class="crammer_singer", fit_intercept="penalized"),
    hingeline.LinearSVC(probability=True),
    hingeline.LinearSVC(probability="isotonic"),
    hingeline.LinearSVC(multi_class="ovo", probability=True),
    hingeline.LogisticRegression(multi_class="ovo"),
    hingeline.LogisticRegression(),
    hingeline.LinearSVR(),
    hingeline.LinearSVR(loss="squared_epsilon_insensitive", epsilon=0.1),
    hingeline.QuantileRegressor(),
    hingeline.HuberRegressor(),
    hingeline.LinearRegressor(),
    hingeline.LinearRegressor("absolute"),
    hingeline.LinearRegressor("expectile", tau=0.8),
    hingeline.LinearRegressor("huber"),
    hingeline.LinearSVC(penalty="l1"),
    hingeline.LogisticRegression(multi_class="ovr"),
    hingeline.LogisticRegression(penalty="elasticnet", l1_ratio=0.5, multi_class="ovr"),
    hingeline.QuantileRegressor(penalty="l2"),
]

CROSS_VALIDATED_LINEAR = [
    hingeline.LinearSVCCV(Cs=3),
    hingeline.LogisticRegressionCV(Cs=3),
    hingeline.LinearSVRCV(Cs=3),
    hingeline.LinearRegressorCV(Cs=3),
    hingeline.LinearRegressorCV("huber", Cs=3, penalty="elasticnet"),
]

CROSS_VALIDATED = [
    *CROSS_VALIDATED_LINEAR,
    hingeline.SVCCV(Cs=3),
    hingeline.SVRCV(Cs=3),
]

ESTIMATORS = [
    *LINEAR,
    *KERNEL_MACHINES,
    *CROSS_VALIDATED,
    hingeline.SVCCV(Cs=[0.01, 1.0], kernel="precomputed"),
    hingeline.SVRCV(Cs=2, gammas=[0.1, 1.0], epsilons=[0.1, 0.5]),
    hingeline.PLQClassifier(),
    hingeline.PLQRegressor(positive=True),
    hingeline.LinearOneClassSVM(),
]


def classification(rows=200, cols=5, seed=0, classes=2):
    """Overlapping classes, float64."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, cols))
    scores = X @ random.normal(size=(cols, classes)) + random.normal(size=(rows, classes))
    return X, scores.argmax(axis=1)


def regression(rows=200, cols=5, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(rows, cols))
    return X, X @ random.normal(size=cols) + 3 + random.standard_t(2, size=rows)


def hard(rows=20000, cols=50):
    """Labels that say nothing: with a large C dual_cd meets no tolerance for minutes."""
    random = np.random.default_rng(1)
    return random.normal(size=(rows, cols)), random.integers(0, 2, size=rows)


def standardized(load):
    """A data set of scikit-learn, its columns standardized."""
    X, y = load(return_X_y=True)
    return StandardScaler().fit_transform(X), y


LOSSES = {
    name: Loss(name, tau=0.8 if name == "expectile" else 0.3, delta=0.7).value for name in CLASSIFICATION + REGRESSION
}


def linear_machine(loss, **parameters):
    """The linear estimator of a loss, with the constants of LOSSES."""
    if loss == "logistic":
        return hingeline.LogisticRegression(**parameters)
    if loss in CLASSIFICATION:
        return hingeline.LinearSVC(loss=loss, **parameters)
    constants = {"quantile": {"tau": 0.3}, "huber": {"delta": 0.7}, "expectile": {"tau": 0.8}}
    tube = {"epsilon": 0.1} if "insensitive" in loss else {}
    return hingeline.LinearRegressor(loss, **constants.get(loss, {}), **tube, **parameters)


@contextmanager
def ctrl_c_after(seconds):
    """Ctrl-C while the block runs, also where the tests are a job in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
