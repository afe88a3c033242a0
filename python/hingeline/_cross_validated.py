# SPDX-License-Identifier: BSD-3-Clause
"""Linear estimators that choose C themselves."""

from __future__ import annotations

from hingeline._logistic import LogisticRegression
from hingeline._search import CrossValidated
from hingeline._svc import LinearSVC
from hingeline._svr import LinearRegressor, LinearSVR


class LinearSVCCV(CrossValidated, LinearSVC):
    """LinearSVC whose C is found by cross-validation along a path from the smallest to the largest, each fit begun
    where the one before ended.

    Parameters
    ----------
    Cs : int or array of float, default=10
        So many from 1e-4 to 1e4, a constant factor apart; or the costs themselves.
    cv : int, splitter, list of (training, held out) or None
        As in scikit-learn; None is five folds.
    scoring : str, callable or None
        None is accuracy.
    n_jobs : int or None
        Folds run side by side; results do not depend on it.
    max_seconds : float or None
        Of the whole fit: the folds' paths, which may not come to the largest C, have four fifths, in equal shares, the
        last fit what is left.
    the others : as in LinearSVC but for C, `warm_start` and `probability`
        `callback` and `progress` follow the last fit.

    Attributes
    ----------
    C_ : float
        Of the best mean score, of equals the smallest.
    Cs_ : (n_costs,), ascending
    scores_ : (n_folds, n_costs), NaN where time ran out
    the others : as of LinearSVC, of the last fit, on all rows
    """

    _plain = LinearSVC
    probability = False

    def __init__(
        self,
        *,
        Cs=10,
        cv=None,
        scoring=None,
        penalty="l2",
        loss="squared_hinge",
        dual="auto",
        tol=1e-4,
        multi_class="ovr",
        fit_intercept=True,
        intercept_scaling=1.0,
        class_weight=None,
        verbose=0,
        random_state=None,
        max_iter=100_000,
        gamma=1.0,
        l1_ratio=0.5,
        l1_weights=None,
        decision_function_shape="ovr",
        solver="auto",
        max_seconds=None,
        n_jobs=None,
        callback=None,
        progress=False,
    ):
        self.Cs = Cs
        self.cv = cv
        self.scoring = scoring
        self.penalty = penalty
        self.loss = loss
        self.dual = dual
        self.tol = tol
        self.multi_class = multi_class
        self.decision_function_shape = decision_function_shape
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter
        self.gamma = gamma
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
        self.solver = solver
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.callback = callback
        self.progress = progress


class LogisticRegressionCV(CrossValidated, LogisticRegression):
    """LogisticRegression whose C is found by cross-validation, one for all classes.

    Parameters
    ----------
    Cs, cv, scoring, n_jobs, max_seconds : as in LinearSVCCV
    the others : as in LogisticRegression but for C and `warm_start`

    Attributes
    ----------
    C_, Cs_, scores_ : as of LinearSVCCV
    the others : as of LogisticRegression, of the last fit, on all rows
    """

    _plain = LogisticRegression

    def __init__(
        self,
        *,
        Cs=10,
        cv=None,
        scoring=None,
        penalty="l2",
        l1_ratio=0.0,
        l1_weights=None,
        multi_class="multinomial",
        decision_function_shape="ovr",
        dual=False,
        tol=1e-4,
        fit_intercept=True,
        intercept_scaling=1.0,
        class_weight=None,
        random_state=None,
        solver="auto",
        max_iter=100_000,
        verbose=0,
        n_jobs=None,
        max_seconds=None,
        callback=None,
        progress=False,
    ):
        self.Cs = Cs
        self.cv = cv
        self.scoring = scoring
        self.penalty = penalty
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
        self.multi_class = multi_class
        self.decision_function_shape = decision_function_shape
        self.dual = dual
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.random_state = random_state
        self.solver = solver
        self.max_iter = max_iter
        self.verbose = verbose
        self.n_jobs = n_jobs
        self.max_seconds = max_seconds
        self.callback = callback
        self.progress = progress


class LinearSVRCV(CrossValidated, LinearSVR):
    """LinearSVR whose C is found by cross-validation.

    Parameters
    ----------
    Cs, cv, n_jobs, max_seconds : as in LinearSVCCV
    scoring : str, callable or None
        None is the coefficient of determination.
    the others : as in LinearSVR but for C and `warm_start`

    Attributes
    ----------
    C_, Cs_, scores_ : as of LinearSVCCV
    the others : as of LinearSVR, of the last fit, on all rows
    """

    _plain = LinearSVR

    def __init__(
        self,
        *,
        Cs=10,
        cv=None,
        scoring=None,
        epsilon=0.0,
        tol=1e-4,
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
        callback=None,
        progress=False,
    ):
        self.Cs = Cs
        self.cv = cv
        self.scoring = scoring
        self.epsilon = epsilon
        self.tol = tol
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
        self.callback = callback
        self.progress = progress


class LinearRegressorCV(CrossValidated, LinearRegressor):
    """LinearRegressor whose C is found by cross-validation: lasso, elastic net, ridge, Huber, quantiles, expectiles.

    Parameters
    ----------
    Cs, cv, n_jobs, max_seconds : as in LinearSVCCV
    scoring : str, callable or None
        None is the coefficient of determination, whatever the loss: of a quantile, scikit-learn's mean_pinball_loss
        says more.
    the others : as in LinearRegressor but for C and `warm_start`

    Attributes
    ----------
    C_, Cs_, scores_ : as of LinearSVCCV
    the others : as of LinearRegressor, of the last fit, on all rows
    """

    _plain = LinearRegressor

    def __init__(
        self,
        loss="squared",
        *,
        Cs=10,
        cv=None,
        scoring=None,
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
        callback=None,
        progress=False,
    ):
        self.loss = loss
        self.Cs = Cs
        self.cv = cv
        self.scoring = scoring
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
        self.callback = callback
        self.progress = progress
