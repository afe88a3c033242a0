# SPDX-License-Identifier: BSD-3-Clause
"""Linear estimators that choose C themselves, by cross-validation along warm paths."""

from __future__ import annotations

from inspect import signature
from threading import Event
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn import get_config
from sklearn.base import clone, is_classifier
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

from hingeline._classes import encode
from hingeline._deadline import Deadline
from hingeline._logistic import LogisticRegression
from hingeline._svc import LinearSVC
from hingeline._svr import LinearSVR

SEARCH_SHARE = 0.8  # of `max_seconds`: a last fit that had no time would be worth nothing


class CrossValidatedC:
    """Before a linear estimator with a parameter C, which `fit` now finds. Subclasses name that estimator."""

    _plain: type
    warm_start = False

    @property
    def C(self) -> float:
        """Of the last fit."""
        return self.C_

    def fit(self, X, y, sample_weight=None, **params):
        """Finds C by cross-validation, then trains on all of X (n_samples, n_features), dense or CSR.

        A row of `sample_weight` 0 is as if it were not there; weights count in scores too, if the scorer takes any.
        `groups` (n_samples,), by name only, are given to the splitter `cv`; where scikit-learn routes metadata, it is
        given all that it requests. Returns self.
        """
        self.Cs_ = self._costs()
        to_split = self._params_of_splitter(params)
        limit = super()._time_limit()
        self._deadline, search = Deadline(limit), Deadline(SEARCH_SHARE * limit)
        try:
            self.C_ = self._best_cost(X, y, sample_weight, to_split, search)
            return super().fit(X, y, sample_weight)
        finally:
            del self._deadline

    def _time_limit(self) -> float:
        """Of the last fit."""
        return self._deadline.seconds_left()

    def get_metadata_routing(self):
        """What scikit-learn asks of all that pass metadata on: here to the splitter."""
        to_split = MethodMapping().add(caller="fit", callee="split")
        return MetadataRouter(owner=self).add_self_request(self).add(splitter=self.cv, method_mapping=to_split)

    def _params_of_splitter(self, params: dict[str, Any]) -> dict[str, Any]:
        if get_config()["enable_metadata_routing"]:
            return process_routing(self, "fit", **params).splitter.split
        if unknown := params.keys() - {"groups"}:
            raise TypeError(f"fit: {', '.join(sorted(unknown))} given, must be sample_weight or groups")
        return params

    def _best_cost(self, X, y, sample_weight, to_split: dict[str, Any], search: Deadline) -> float:
        given = X
        X, y, weights = self._validate_data(X, y, sample_weight, y_numeric=not is_classifier(self))
        if is_classifier(self):
            encode(y, weights)  # what labels cannot be is said before they are split
        present = np.ones(len(y)) if weights is None else weights
        folds = check_cv(self.cv, y, classifier=is_classifier(self)).split(X, y, **to_split)
        folds = [(training, held_out) for training, held_out in folds if present[held_out].any()]
        if not folds:
            raise ValueError("cv: no fold given that holds out rows, must be at least one")
        estimator = self._without_cv()
        scorer = check_scoring(estimator, self.scoring)
        x = self._view(X, given)
        at_once = min(self._threads(), len(folds))
        given_up = Event()  # threads know nothing of Ctrl-C

        def score(k, fold):
            if k > 0 and search.is_over():
                return None
            judge = clone(estimator).set_params(max_seconds=search.share(len(folds) - k, at_once))
            return _scores(judge, x, X, y, weights, fold, self.Cs_, scorer, given_up.is_set)

        try:
            scores = Parallel(at_once, prefer="threads")(delayed(score)(k, fold) for k, fold in enumerate(folds))
        except BaseException:
            given_up.set()
            raise
        means = np.mean([each for each in scores if each is not None], axis=0)
        self.scores_ = np.array([np.full(len(self.Cs_), np.nan) if each is None else each for each in scores])
        if np.isnan(means).all():
            raise ValueError("cv: no C has a score in every fold")
        return float(self.Cs_[np.nanargmax(means)])

    def _costs(self) -> np.ndarray:
        if np.ndim(self.Cs) == 0:
            return np.logspace(-4, 4, self._whole("Cs", 1))
        costs = np.sort(np.asarray(self.Cs, dtype=np.float64))
        if costs.ndim != 1 or not costs.size or not (np.isfinite(costs) & (costs > 0)).all():
            raise ValueError(f"Cs: {self.Cs!r} given, must be a whole number or numbers > 0 and finite")
        return costs

    def _without_cv(self):
        """The estimator of one C, with this one's parameters; it will run beside others of its kind."""
        return self._alike(self._plain, n_jobs=None, verbose=0)


def _scores(estimator: Any, x, X, y, weights, fold, costs, scorer, given_up) -> np.ndarray:
    """Of a path over `costs` on the training rows, as often as they are named; others have weight 0, and nothing is
    copied. NaN where time ran out. It ends early once `given_up()`."""
    training, held_out = (np.arange(len(y))[rows] for rows in fold)
    present = np.ones(len(y)) if weights is None else weights
    models = estimator._path(x, y, np.bincount(training, minlength=len(y)) * present, costs, given_up)
    held_out = held_out[present[held_out] > 0]
    routed = {} if weights is None or not _takes_weights(scorer) else {"sample_weight": weights[held_out]}
    X, y = X[held_out], y[held_out]
    scores = np.full(len(costs), np.nan)
    for k, model in enumerate(models):
        estimator._keep_coef(model)
        scores[k] = scorer(estimator, X, y, **routed)
    return scores


def _takes_weights(scorer) -> bool:
    """A scorer, or the metric of one that scikit-learn made of it."""
    parameters = signature(getattr(scorer, "_score_func", scorer)).parameters.values()
    return any(each.name == "sample_weight" or each.kind is each.VAR_KEYWORD for each in parameters)


class LinearSVCCV(CrossValidatedC, LinearSVC):
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
    the others : as in LinearSVC; `callback` and `progress` follow the last fit

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
        self.solver = solver
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.callback = callback
        self.progress = progress


class LogisticRegressionCV(CrossValidatedC, LogisticRegression):
    """LogisticRegression whose C is found by cross-validation, one for all classes.

    Parameters
    ----------
    Cs, cv, scoring, n_jobs, max_seconds : as in LinearSVCCV
    the others : as in LogisticRegression

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


class LinearSVRCV(CrossValidatedC, LinearSVR):
    """LinearSVR whose C is found by cross-validation.

    Parameters
    ----------
    Cs, cv, n_jobs, max_seconds : as in LinearSVCCV
    scoring : str, callable or None
        None is the coefficient of determination.
    the others : as in LinearSVR

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
