# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from hingeline import _core
from hingeline._regressor import LinearRegressorBase

OTHER_SOLVERS = ("highs", "highs-ds", "highs-ipm", "interior-point", "revised simplex")


class QuantileRegressor(LinearRegressorBase):
    """Linear quantile regression.

    Minimises (1 / sum of weights) sum_i weight_i pinball(y_i - x_i'w - b) + alpha penalty(w) with
    pinball(r) = quantile max(0, r - epsilon) + (1 - quantile) max(0, -r - epsilon).

    Parameters
    ----------
    quantile : float, default=0.5
        Level of the quantile, strictly between 0 and 1.
    alpha : float, default=1.0
        >= 0: strength of the penalty; 0 means no penalty.
    penalty : 'l1', 'l2', 'elasticnet' or None, default='l1'
        |w|_1 as in scikit-learn, |w|^2 / 2, l1_ratio |w|_1 + (1 - l1_ratio) / 2 |w|^2, or 0.
    l1_ratio : float, default=0.5
        0 <= l1_ratio <= 1; for 'elasticnet' only.
    l1_weights : (n_features,) or None, default=None
        As in LinearSVC.
    epsilon : float, default=0.0
        >= 0: half-width of the tube within which residuals have no loss.
    fit_intercept : True, False or 'penalized', default=True
        As in LinearSVR.
    solver : str, default='auto'
        As in LinearSVC; scikit-learn's names ('highs', ..) all mean 'auto'.
    solver_options : None
        Accepted for scikit-learn's interface.
    tol : float, default=1e-4
        > 0: training ends when the objective is proven to be within this relative distance of the optimum.
    intercept_scaling, verbose, random_state, max_iter, max_seconds, n_jobs, warm_start, callback, progress : as in
        LinearSVC

    Attributes
    ----------
    As in LinearSVR. `certificate_` is for the objective divided by alpha (unless alpha is 0): penalty(w) + C sum_i
    weight_i pinball(..) with C = 1 / (alpha sum of weights).
    """

    _other_solvers = OTHER_SOLVERS

    def __init__(
        self,
        *,
        quantile=0.5,
        alpha=1.0,
        penalty="l1",
        l1_ratio=0.5,
        l1_weights=None,
        epsilon=0.0,
        fit_intercept=True,
        intercept_scaling=1.0,
        solver="auto",
        solver_options=None,
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
        self.quantile = quantile
        self.alpha = alpha
        self.penalty = penalty
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
        self.epsilon = epsilon
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.solver = solver
        self.solver_options = solver_options
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.verbose = verbose
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress

    def _regression_loss(self) -> _core.Loss:
        self._only("solver_options", None)
        quantile = self._checked("quantile", lambda value: 0 < value < 1, "strictly between 0 and 1")
        return _core.Loss("quantile", tau=quantile, epsilon=self._real("epsilon"))

    def _is_without_penalty(self) -> bool:
        return super()._is_without_penalty() or self._not_negative("alpha") == 0

    def _cost(self, total_weight: float) -> float:
        return self._inverse(total_weight * (self._not_negative("alpha") or 1.0), "alpha n")
