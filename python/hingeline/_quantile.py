# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from hingeline import _core
from hingeline._regressor import LinearRegressorBase


class QuantileRegressor(LinearRegressorBase):
    """Linear quantile regression **with a ridge penalty**, where scikit-learn's has |w|_1.

    Minimises (1 / sum of weights) sum_i weight_i pinball(y_i - x_i'w - b) + alpha/2 |w|^2 with
    pinball(r) = quantile max(0, r) + (1 - quantile) max(0, -r).

    Parameters
    ----------
    quantile : float, default=0.5
        Strictly between 0 and 1.
    alpha : float, default=1.0
        > 0: without a penalty there is no certificate.
    penalty : 'l2'
        The only one so far; 'l1', scikit-learn's, is refused.
    fit_intercept : True, False or 'penalized', default=True
    solver : str, default='auto'
        Names differ from scikit-learn's.
    tol : float, default=1e-4
        Training ends when the objective is proven to be within this of the optimum, relative.
    intercept_scaling, verbose, random_state, max_iter, max_seconds, n_jobs, warm_start, callback, progress : as in
        LinearSVC

    Attributes
    ----------
    As of LinearSVR. `certificate_` is of the objective divided by alpha: 1/2 |w|^2 + C sum_i ..., C = 1 / (alpha n).
    """

    def __init__(
        self,
        *,
        quantile=0.5,
        alpha=1.0,
        penalty="l2",
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
        self.quantile = quantile
        self.alpha = alpha
        self.penalty = penalty
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

    def _regression_loss(self) -> _core.Loss:
        self._only("penalty", "l2")
        return _core.Loss("quantile", tau=self._real("quantile"))

    def _cost(self, total_weight: float) -> float:
        return 1.0 / (self._positive("alpha") * total_weight)
