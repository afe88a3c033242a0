# SPDX-License-Identifier: BSD-3-Clause
"""Linear estimators that choose C by cross-validation."""

from __future__ import annotations

from hingeline._logistic import LogisticRegression
from hingeline._search import CrossValidated
from hingeline._svc import LinearSVC
from hingeline._svr import LinearRegressor, LinearSVR


class LinearSVCCV(CrossValidated, LinearSVC):
    """LinearSVC whose C is chosen by cross-validation, along a path from the smallest to the largest C; each fit starts
    from the answer of the one before.

    Parameters
    ----------
    Cs : int or array of float, default=10
        The values to try: their number, spaced by a constant factor from 1e-4 to 1e4; or an array of values > 0.
    cv : int, splitter, list of (training, held out) or None, default=None
        As in scikit-learn; None means five folds.
    scoring : str, callable or None, default=None
        None means accuracy.
    n_jobs : int or None, default=None
        Number of folds that run in parallel; results do not depend on it.
    max_seconds : float or None, default=None
        Limit of the whole fit. The paths of the folds share four fifths of it equally, and may end before the largest
        C; the last fit has the rest.
    the others : as in LinearSVC, which has C, `warm_start` and `probability` besides
        `callback` and `progress` follow the last fit.

    Attributes
    ----------
    C_ : float
        The C of the best mean score; the smallest one among equals.
    Cs_ : (n_costs,), ascending
    scores_ : (n_folds, n_costs), NaN where time ran out
    the others : as in LinearSVC, from the last fit, on all rows
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
    """LogisticRegression whose C, the same for all classes, is chosen by cross-validation.

    Parameters
    ----------
    Cs, cv, scoring, n_jobs, max_seconds : as in LinearSVCCV
    the others : as in LogisticRegression, which has C and `warm_start` besides

    Attributes
    ----------
    C_, Cs_, scores_ : as in LinearSVCCV
    the others : as in LogisticRegression, from the last fit, on all rows
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
    """LinearSVR whose C is chosen by cross-validation.

    Parameters
    ----------
    Cs, cv, n_jobs, max_seconds : as in LinearSVCCV
    scoring : str, callable or None, default=None
        None means R^2, the coefficient of determination.
    the others : as in LinearSVR, which has C and `warm_start` besides

    Attributes
    ----------
    C_, Cs_, scores_ : as in LinearSVCCV
    the others : as in LinearSVR, from the last fit, on all rows
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
    """LinearRegressor whose C is chosen by cross-validation: lasso, elastic net, ridge, Huber, quantiles, expectiles.

    Parameters
    ----------
    Cs, cv, n_jobs, max_seconds : as in LinearSVCCV
    scoring : str, callable or None, default=None
        None means R^2, the coefficient of determination, whatever the loss; for a quantile scikit-learn's
        mean_pinball_loss is the better score.
    the others : as in LinearRegressor, which has C and `warm_start` besides

    Attributes
    ----------
    C_, Cs_, scores_ : as in LinearSVCCV
    the others : as in LinearRegressor, from the last fit, on all rows
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
