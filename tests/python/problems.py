# SPDX-License-Identifier: BSD-3-Clause
"""Data, estimators, and objectives written out once more, by other means than the library's."""

from __future__ import annotations

import numpy as np

import hingeline

ESTIMATORS = [
    hingeline.LinearSVC(),
    hingeline.LinearSVC(loss="hinge"),
    hingeline.LinearSVC(loss="smoothed_hinge"),
    hingeline.LinearSVC(fit_intercept="penalized"),
    hingeline.LogisticRegression(),
    hingeline.LinearSVR(),
    hingeline.LinearSVR(loss="squared_epsilon_insensitive", epsilon=0.1),
    hingeline.QuantileRegressor(),
    hingeline.LinearRegressor(),
    hingeline.LinearRegressor("absolute"),
    hingeline.LinearRegressor("expectile", tau=0.8),
    hingeline.LinearRegressor("huber"),
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
    """Labels that say nothing: with a large C no tolerance is met for minutes."""
    random = np.random.default_rng(1)
    return random.normal(size=(rows, cols)), random.integers(0, 2, size=rows)


def pinball(residual, tau):
    return np.where(residual > 0, tau * residual, (tau - 1) * residual)


def huber(residual, delta):
    size = np.abs(residual)
    return np.where(size <= delta, 0.5 * size**2, delta * (size - 0.5 * delta))


LOSSES = {
    "hinge": lambda y, z: np.maximum(0, 1 - y * z),
    "squared_hinge": lambda y, z: np.maximum(0, 1 - y * z) ** 2,
    "smoothed_hinge": lambda y, z: huber(np.maximum(0, 1 - y * z), 1),
    "logistic": lambda y, z: np.logaddexp(0, -y * z),
    "epsilon_insensitive": lambda y, z: np.maximum(0, np.abs(y - z) - 0.1),
    "squared_epsilon_insensitive": lambda y, z: np.maximum(0, np.abs(y - z) - 0.1) ** 2,
    "quantile": lambda y, z: pinball(y - z, 0.3),
    "absolute": lambda y, z: np.abs(y - z),
    "squared": lambda y, z: 0.5 * (y - z) ** 2,
    "huber": lambda y, z: huber(y - z, 0.7),
    "expectile": lambda y, z: np.where(y > z, 0.8, 0.2) * (y - z) ** 2,
}
