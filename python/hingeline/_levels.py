# SPDX-License-Identifier: BSD-3-Clause
"""Regression of several quantiles or expectiles at once."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from sklearn.metrics import mean_pinball_loss
from sklearn.utils.validation import check_consistent_length, column_or_1d

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._demands import ends_per_feature, floats
from hingeline._matrix import as_dense
from hingeline._regressor import LinearRegressorBase


class Contact(NamedTuple):
    """A point where the constraint that two neighbouring quantiles do not cross is active."""

    level: int
    """Number, from 0, of the lower of the two quantiles."""
    row: int
    """Number of the row of the training data; -1 for a corner of the box."""
    x: list[float]
    """The features of the point."""
    multiplier: float
    """Lagrange multiplier of the constraint, > 0."""


TIES = {False: "separate", True: "rows", "box": "box"}


class MultiQuantileRegressor(LinearRegressorBase):
    """Linear regression of several quantiles, or expectiles, in one problem, with predictions that do not cross.

    Minimises sum over quantiles of [ penalty(w) + C sum_i weight_i pinball(y_i - x_i'w - b) ], pinball(r) =
    q max(0, r - epsilon) + (1 - q) max(0, -r - epsilon), subject to predictions that do not decrease from a quantile to
    a larger one. With `composite` all quantiles share one w, whose penalty counts once. For expectiles q max(0, r)^2 +
    (1 - q) max(0, -r)^2 takes the place of pinball(r).

    Parameters
    ----------
    quantiles : sequence of float, default=(0.1, 0.5, 0.9)
        Levels of the quantiles or expectiles, ascending, strictly between 0 and 1.
    loss : 'quantile' or 'expectile', default='quantile'
    non_crossing : bool or 'box', default=True
        Where no prediction may exceed that of a larger quantile. True: on the rows of the training data; 'box': at
        every point of `box`; False: anywhere, each quantile is trained by itself.
    box : (lower, upper), scipy.optimize.Bounds or None, default=None
        For non_crossing='box': the limits of the features, a number for all or one per feature. None: the range of each
        feature of X, over rows of weight > 0.
    composite : bool, default=False
        One w for all quantiles, with an intercept each, so that they cross nowhere (composite quantile regression).
    C : float, default=1.0
        > 0: weight of the loss.
    penalty : 'l2', 'l1', 'elasticnet' or None, default='l2'
        As in LinearSVC.
    epsilon : float, default=0.0
        >= 0: half-width of the tube within which residuals have no loss; for 'quantile' only.
    l1_ratio, l1_weights, fit_intercept, intercept_scaling, solver, tol, max_iter, random_state, verbose, max_seconds,
    n_jobs, warm_start, callback, progress : as in LinearSVC and QuantileRegressor

    Attributes
    ----------
    coef_ : (n_quantiles, n_features)
    intercept_ : (n_quantiles,)
    contacts_ : list of named tuples
        Points where the constraint that neighbouring quantiles do not cross is active: `level` (number of the lower
        one), `row` (-1: a corner of the box), `x`, and `multiplier`, the Lagrange multiplier.
    certificate_ : Certificate
        Proof for the joint problem.
    coef_error_bound_, status_, solver_, n_iter_, n_features_in_, feature_names_in_ : as in LinearSVC
    """

    def __init__(
        self,
        quantiles=(0.1, 0.5, 0.9),
        *,
        loss="quantile",
        non_crossing=True,
        box=None,
        composite=False,
        C=1.0,
        penalty="l2",
        l1_ratio=0.5,
        l1_weights=None,
        epsilon=0.0,
        fit_intercept=True,
        intercept_scaling=1.0,
        solver="auto",
        tol=1e-4,
        max_iter=100_000,
        random_state=None,
        verbose=0,
        max_seconds=None,
        n_jobs=None,
        warm_start=False,
        callback=None,
        progress=False,
    ):
        self.quantiles = quantiles
        self.loss = loss
        self.non_crossing = non_crossing
        self.box = box
        self.composite = composite
        self.C = C
        self.penalty = penalty
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
        self.epsilon = epsilon
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.verbose = verbose
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR, with one target per row.

        Rows of `sample_weight` 0 are ignored. Returns self.
        """
        given = X
        X, y, weights = self._validate_data(X, y, sample_weight, y_numeric=True)
        tie = self._tie()
        box = self._box(X if weights is None else X[weights > 0]) if tie == "box" else _core.Bounds()
        x, loss = self._view(X, given), self._regression_loss()
        levels = {"levels": np.array(self._levels()), "level_tie": tie, "box": box}
        options = self._options(x.cols, weights, loss, self._positive("C"), **levels)
        result = self._train(x, y, options, self._start(x.cols))
        self._problem = self._problem._replace(levels=levels["levels"].tolist())
        self.coef_ = np.ascontiguousarray(result.model.coef.T)
        self.intercept_ = result.model.intercept.copy()
        self.contacts_ = [Contact(each.level, each.row, each.x, each.multiplier) for each in result.contacts]
        return self

    def predict(self, X):
        """Predictions x'w + b of each row: (n_samples, n_quantiles)."""
        return self._decision_values(X)

    def score(self, X, y, sample_weight=None):
        """Minus the mean loss over rows and levels: the pinball loss, or that of expectiles."""
        values = self.predict(X).T
        mean_loss, levels = MEAN_LOSSES[self._problem.loss.name], self._problem.levels
        return -float(np.mean([mean_loss(y, z, sample_weight=sample_weight, alpha=q) for q, z in zip(levels, values)]))

    def _shape(self, features: int) -> tuple[int, ...]:
        return len(self._levels()), features

    def _is_told_by_files(self) -> bool:
        return super()._is_told_by_files() and self.box is None

    def _levels(self) -> list[float]:
        levels = floats(self.quantiles)
        if levels.ndim != 1 or not levels.size or not all(a < b for a, b in pairwise([0, *levels, 1])):
            raise _core.InvalidParameter(
                f"quantiles: {self.quantiles!r} given, must be numbers that ascend between 0 and 1"
            )
        return levels.tolist()

    def _tie(self) -> str:
        self._only("non_crossing", *TIES)
        composite, tie = self._flag("composite"), TIES[self.non_crossing]
        if composite and tie == "box":
            self._refuse("non_crossing", "must not be 'box' with composite=True, whose quantiles cross nowhere")
        if composite and self._intercept_kind() != "free":
            self._refuse("fit_intercept", "must be True with composite=True")
        if self.box is not None and (composite or tie != "box"):
            self._refuse("box", "must be None without non_crossing='box'")
        return "slope" if composite else tie

    def _refuse(self, name: str, demand: str) -> None:
        raise _core.InvalidParameter(f"{name}: {getattr(self, name)!r} given, {demand}")

    def _box(self, X) -> _core.Bounds:
        if self.box is None:
            lower, upper = (np.array(as_dense(end), dtype=np.float64).ravel() for end in (X.min(axis=0), X.max(axis=0)))
        else:
            lower, upper = ends_per_feature("box", self.box, X.shape[1])
        return _core.Bounds(lower=lower, upper=upper)

    def _regression_loss(self) -> _core.Loss:
        self._only("loss", *MEAN_LOSSES)
        return _core.Loss(self.loss, epsilon=self._real("epsilon"))


def mean_expectile_loss(y, z, *, sample_weight, alpha: float) -> float:
    """Mean loss of one expectile, as scikit-learn's mean_pinball_loss for one quantile."""
    y = column_or_1d(y)
    check_consistent_length(y, z, sample_weight)
    r = y - z
    return float(np.average(np.where(r > 0, alpha, 1 - alpha) * r**2, weights=sample_weight))


MEAN_LOSSES = {"quantile": mean_pinball_loss, "expectile": mean_expectile_loss}
