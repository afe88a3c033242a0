# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from hingeline import _core
from hingeline._regressor import LinearRegressorBase

REGRESSION_LOSSES = (
    "epsilon_insensitive",
    "squared_epsilon_insensitive",
    "quantile",
    "absolute",
    "squared",
    "huber",
    "expectile",
)


class LinearSVR(LinearRegressorBase):
    """Linear support vector regression.

    Minimises 1/2 |w|^2 + C sum_i weight_i phi(y_i - x_i'w - b): a sum over the rows, not a mean.

    Parameters
    ----------
    epsilon : float, default=0.0
        >= 0: half-width of the tube within which residuals have no loss.
    tol : float, default=1e-4
        > 0: training ends when the objective is proven to be within this relative distance of the optimum.
    C : float, default=1.0
        > 0: weight of the loss.
    loss : 'epsilon_insensitive' or 'squared_epsilon_insensitive', default='epsilon_insensitive'
    fit_intercept : True, False or 'penalized', default=True
        True: b is not regularised (in scikit-learn it is). 'penalized': as in scikit-learn and LIBLINEAR, a column of
        constant `intercept_scaling` is appended.
    intercept_scaling, dual, verbose, random_state, max_iter, solver, max_seconds, n_jobs, warm_start, callback,
    progress : as in LinearSVC

    Attributes
    ----------
    coef_ : (n_features,)
    intercept_ : float
    certificate_, coef_error_bound_, status_, solver_, n_iter_, n_features_in_, feature_names_in_ : as in LinearSVC
    """

    def __init__(
        self,
        *,
        epsilon=0.0,
        tol=1e-4,
        C=1.0,
        loss="epsilon_insensitive",
        fit_intercept=True,
        intercept_scaling=1.0,
        dual="auto",
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
        self.epsilon = epsilon
        self.tol = tol
        self.C = C
        self.loss = loss
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.dual = dual
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
        self._only("loss", "epsilon_insensitive", "squared_epsilon_insensitive")
        return _core.Loss(self.loss, epsilon=self._real("epsilon"))


class LinearRegressor(LinearRegressorBase):
    """Linear regression with any named regression loss of the library.

    Minimises penalty(w) + C sum_i weight_i phi(y_i - x_i'w - b): a sum over the rows, not a mean.

    Parameters
    ----------
    loss : str, default='squared'
        'epsilon_insensitive', 'squared_epsilon_insensitive', 'quantile', 'absolute', 'squared', 'huber', 'expectile'
    C : float, default=1.0
        > 0: weight of the loss.
    epsilon : float, default=0.0
        >= 0: half-width of the tube within which residuals have no loss, for the losses that have one.
    tau : float, default=0.5
        Level of the quantile or expectile, strictly between 0 and 1.
    delta : float, default=1.0
        > 0: magnitude of the residual above which the Huber loss is linear.
    penalty : 'l2', 'l1', 'elasticnet' or None, default='l2'
        As in LinearSVC.
    l1_ratio : float, default=0.5
        0 <= l1_ratio <= 1; for 'elasticnet' only.
    l1_weights : (n_features,) or None, default=None
        As in LinearSVC.
    tol, fit_intercept, intercept_scaling, verbose, random_state, max_iter, solver, max_seconds, n_jobs, warm_start,
    callback, progress : as in LinearSVC

    Attributes
    ----------
    As in LinearSVR.
    """

    def __init__(
        self,
        loss="squared",
        *,
        C=1.0,
        epsilon=0.0,
        tau=0.5,
        delta=1.0,
        penalty="l2",
        l1_ratio=0.5,
        l1_weights=None,
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
        self.epsilon = epsilon
        self.tau = tau
        self.delta = delta
        self.penalty = penalty
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
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
        self._only("loss", *REGRESSION_LOSSES)
        return _core.Loss(self.loss, epsilon=self._real("epsilon"), tau=self._real("tau"), delta=self._real("delta"))
