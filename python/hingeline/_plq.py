# SPDX-License-Identifier: BSD-3-Clause
"""Estimators with any convex piecewise linear-quadratic loss, penalty and constraints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hingeline import _core
from hingeline._classifier import LinearClassifier
from hingeline._demands import demands
from hingeline._probabilities import ProbabilitiesMixin
from hingeline._regressor import LinearRegressorBase


class PLQ(NamedTuple):
    """Piecewise linear-quadratic function f(t) on K + 1 pieces: continuous, convex, with a minimum."""

    breakpoints: Sequence[float]
    """K numbers, ascending, where one piece ends and the next begins."""
    slopes: Sequence[float]
    """K + 1 numbers: the derivative at each piece's left end, at the first one's right end, at t = 0 if K = 0."""
    curvatures: Sequence[float]
    """K + 1 numbers >= 0: the second derivative on each piece."""
    minimum: float = 0.0
    """>= 0: the smallest value of f."""

    @classmethod
    def from_terms(cls, relu=(), rehu=(), constant: float = 0.0) -> PLQ:
        """The sum of `constant`, max(0, u t + v) for each (u, v) in `relu`, and h(s t + v) for each (s, v, tau) in
        `rehu`, with h(x) = 0 for x <= 0, x^2 / 2 for 0 <= x <= tau, tau (x - tau / 2) beyond (Dai and Qiu, NeurIPS
        2023)."""
        return cls(*_core.pieces_of_terms([tuple(term) for term in relu], [tuple(term) for term in rehu], constant))


def own_loss(given: Any, argument: str) -> _core.Loss:
    """The loss given as a PLQ, or as a tuple of the same form, whose `argument` is the 'margin' or the 'residual'."""
    try:
        breakpoints, slopes, curvatures, minimum = PLQ(*given)
        return _core.plq_loss(argument, list(breakpoints), list(slopes), list(curvatures), minimum)
    except TypeError:
        raise _core.InvalidParameter(f"loss: {given!r} given, must be a name or a PLQ of numbers") from None


class _PLQEstimator:
    """The parameters that classifiers and regressors share."""

    def _loss(self, argument: str) -> _core.Loss:
        if not isinstance(self.loss, str):
            return own_loss(self.loss, argument)
        return _core.Loss(
            self.loss,
            **{name: self._real(name) for name in ("epsilon", "tau", "delta", "gamma") if hasattr(self, name)},
        )

    def _demands(self, features: int) -> dict[str, Any]:
        return demands(
            features,
            **self._penalty(),
            bounds=self.bounds,
            positive=self._flag("positive"),
            monotonic_cst=self.monotonic_cst,
            constraints=self.constraints,
        )

    def _is_told_by_files(self) -> bool:
        return super()._is_told_by_files() and not self._demands_more()

    def _demands_more(self) -> bool:
        """Whether there are bounds or constraints of the coefficients."""
        others = (self.bounds, self.monotonic_cst, self.constraints)
        return self._flag("positive") or any(each is not None for each in others)


class PLQClassifier(ProbabilitiesMixin, _PLQEstimator, LinearClassifier):
    """Linear classification with any convex piecewise linear-quadratic loss of the margin, penalties and constraints.

    Minimises penalty(w) + C sum_i weight_i f(y_i (x_i'w + b)) subject to bounds and constraints of w. More than two
    classes are trained one against the rest, each with the same constraints, or one against one without constraints.

    Parameters
    ----------
    loss : str or PLQ, default='hinge'
        'hinge', 'squared_hinge', 'smoothed_hinge', 'logistic', or a PLQ: a function of the margin.
    C : float, default=1.0
        > 0: weight of the loss.
    penalty : 'l2', 'l1', 'elasticnet' or None, default='l2'
        |w|^2 / 2, |w|_1, l1_ratio |w|_1 + (1 - l1_ratio) / 2 |w|^2, or 0.
    l1_ratio : float, default=0.5
        0 <= l1_ratio <= 1; for 'elasticnet' only.
    l1_weights : (n_features,) or None, default=None
        As in LinearSVC.
    positive : bool, default=False
        Whether w >= 0 is demanded.
    bounds : (lower, upper), scipy.optimize.Bounds or None, default=None
        Bounds of the coefficients, each a number for all or one per feature; infinite means none. A list of pairs, one
        per feature, is not accepted.
    monotonic_cst : (n_features,) of -1, 0, 1, or None, default=None
        1: the decision value must not decrease with the feature, -1: not increase, 0: either.
    constraints : Constraints, a list of them, or None, default=None
        lower <= rows @ w <= upper; `fairness`, `ordered` and `fixed_sum` create such constraints. Where no w satisfies
        them `fit` raises InfeasibleConstraints, which names the rows in conflict.
    gamma : float, default=1.0
        > 0: width of the quadratic part of the smoothed hinge.
    multi_class : 'ovr' or 'ovo', default='ovr'
        As in LinearSVC.
    decision_function_shape, tol, fit_intercept, intercept_scaling, class_weight, verbose, random_state, max_iter,
    solver, max_seconds, n_jobs, warm_start, callback, progress : as in LinearSVC

    Attributes
    ----------
    As in LinearSVC; `certificate_.max_violation` is the largest violation of a constraint. With loss='logistic' there
    are `predict_proba` and `predict_log_proba`.
    """

    def __init__(
        self,
        loss="hinge",
        *,
        C=1.0,
        penalty="l2",
        l1_ratio=0.5,
        l1_weights=None,
        positive=False,
        bounds=None,
        monotonic_cst=None,
        constraints=None,
        gamma=1.0,
        multi_class="ovr",
        decision_function_shape="ovr",
        tol=1e-4,
        fit_intercept=True,
        intercept_scaling=1.0,
        class_weight=None,
        verbose=0,
        random_state=None,
        max_iter=100_000,
        solver="auto",
        max_seconds=None,
        n_jobs=None,
        warm_start=False,
        callback=None,
        progress=False,
    ):
        self.loss = loss
        self.C = C
        self.penalty = penalty
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
        self.positive = positive
        self.bounds = bounds
        self.monotonic_cst = monotonic_cst
        self.constraints = constraints
        self.gamma = gamma
        self.multi_class = multi_class
        self.decision_function_shape = decision_function_shape
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter
        self.solver = solver
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress

    def _scheme(self) -> str:
        return self.multi_class if len(self.classes_) > 2 else "ovr"

    def _has_probabilities(self) -> bool:
        loss = self._problem.loss.name if hasattr(self, "_problem") else self.loss
        return isinstance(loss, str) and loss == "logistic"

    def _classification_loss(self) -> _core.Loss:
        self._only("multi_class", "ovr", "ovo")
        demands_more = self._demands_more()
        # With 'ovo' the order of the rows determines which class of a pair is positive.
        if self.multi_class == "ovo" and demands_more:
            raise _core.InvalidParameter(
                "multi_class: 'ovo' given, must be 'ovr' with bounds or constraints of the coefficients"
            )
        return self._of_kind(self._loss("margin"), "classification")


class PLQRegressor(_PLQEstimator, LinearRegressorBase):
    """Linear regression with any convex piecewise linear-quadratic loss of the residual, penalties and constraints.

    Minimises penalty(w) + C sum_i weight_i f(y_i - x_i'w - b) subject to bounds and constraints of w.

    Parameters
    ----------
    loss : str or PLQ, default='quantile'
        A name as in LinearRegressor, or a PLQ: a function of the residual.
    C : float, default=1.0
        > 0: weight of the loss.
    penalty, l1_ratio, l1_weights, positive, bounds, monotonic_cst, constraints : as in PLQClassifier
    epsilon, tau, delta : as in LinearRegressor
    tol, fit_intercept, intercept_scaling, verbose, random_state, max_iter, solver, max_seconds, n_jobs, warm_start,
    callback, progress : as in LinearSVC

    Attributes
    ----------
    As in LinearSVR; `certificate_.max_violation` is the largest violation of a constraint.
    """

    def __init__(
        self,
        loss="quantile",
        *,
        C=1.0,
        penalty="l2",
        l1_ratio=0.5,
        l1_weights=None,
        positive=False,
        bounds=None,
        monotonic_cst=None,
        constraints=None,
        epsilon=0.0,
        tau=0.5,
        delta=1.0,
        tol=1e-4,
        fit_intercept=True,
        intercept_scaling=1.0,
        verbose=0,
        random_state=None,
        max_iter=100_000,
        solver="auto",
        max_seconds=None,
        n_jobs=None,
        warm_start=False,
        callback=None,
        progress=False,
    ):
        self.loss = loss
        self.C = C
        self.penalty = penalty
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
        self.positive = positive
        self.bounds = bounds
        self.monotonic_cst = monotonic_cst
        self.constraints = constraints
        self.epsilon = epsilon
        self.tau = tau
        self.delta = delta
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter
        self.solver = solver
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress

    def _regression_loss(self) -> _core.Loss:
        return self._of_kind(self._loss("residual"), "regression")
