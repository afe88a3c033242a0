# SPDX-License-Identifier: BSD-3-Clause
"""The search for C, and for other parameters with several values, by cross-validation along paths over C."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from itertools import product
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from sklearn import get_config
from sklearn.base import clone, is_classifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import check_scoring
from sklearn.model_selection import PredefinedSplit, check_cv
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.validation import _check_method_params, check_consistent_length, column_or_1d

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._classes import encode
from hingeline._deadline import Deadline
from hingeline._demands import floats
from hingeline._present import present_rows
from hingeline._warn import warn

SEARCH_SHARE = 0.8  # of `max_seconds`, for the search; the last fit needs the rest


class CrossValidated:
    """Mixin, placed before an estimator with a parameter C, whose `fit` chooses C and the parameters of
    `_other_axes()`. Subclasses name that estimator in `_plain`, and return the choices under the parameters' names."""

    _plain: type
    warm_start = False

    @property
    def C(self) -> float:
        """C of the last fit."""
        return self.C_

    @all_or_nothing
    def fit(self, X, y, sample_weight=None, **params):
        """Chooses C by cross-validation, then trains on all rows of X (n_samples, n_features), dense or CSR.

        Rows of `sample_weight` 0 are ignored: a splitter `cv` does not see them. In a list of folds, or a
        PredefinedSplit, row numbers still count all rows of X. Weights also apply to scores if the scorer takes them.
        `groups` (n_samples,), a keyword argument, is passed to the splitter; with scikit-learn's metadata routing the
        splitter receives all that it requests. Returns self.
        """
        grid = {**self._other_axes(), "C": self._costs()}
        for name, values in grid.items():
            setattr(self, f"{name}s_", values)
        to_split = self._params_of_splitter(params)
        limit = super()._time_limit()
        self._deadline, search = Deadline(limit), Deadline(SEARCH_SHARE * limit)
        try:
            for name, value in self._best(grid, X, y, sample_weight, to_split, search).items():
                setattr(self, f"{name}_", value)
            return super().fit(X, column_or_1d(y), sample_weight)  # the search has warned if y is a column
        finally:
            del self._deadline

    def score(self, X, y, sample_weight=None) -> float:
        """Score by `scoring` if given; else accuracy for a classifier, R^2 for a regressor."""
        if self.scoring is None:
            return super().score(X, y, sample_weight)
        scorer = _scorer_of(self, self.scoring)
        routed = {} if sample_weight is None or not _takes_weights(scorer) else {"sample_weight": sample_weight}
        return float(scorer(self, X, y, **routed))

    def _time_limit(self) -> float:
        """Time limit of the last fit."""
        return self._deadline.seconds_left()

    def get_metadata_routing(self):
        """How metadata are routed, in scikit-learn's terms: `fit` passes them to the splitter's `split`."""
        to_split = MethodMapping().add(caller="fit", callee="split")
        return MetadataRouter(owner=self).add_self_request(self).add(splitter=self.cv, method_mapping=to_split)

    def _params_of_splitter(self, params: dict[str, Any]) -> dict[str, Any]:
        if get_config()["enable_metadata_routing"]:
            return process_routing(self, "fit", **params).splitter.split
        if unknown := params.keys() - {"groups"}:
            raise TypeError(f"fit: {', '.join(sorted(unknown))} given, must be sample_weight or groups")
        return params

    def _best(self, grid, X, y, sample_weight, to_split: dict[str, Any], search: Deadline) -> dict[str, Any]:
        """The values of the grid's parameters (C is the last) with the best mean score; stores the scores."""
        given = X
        X, y, weights = self._validate_data(X, y, sample_weight, y_numeric=not is_classifier(self))
        if is_classifier(self):
            encode(y, weights)  # raises for invalid labels before they are split
        folds = self._folds(X, y, weights, to_split)
        estimator = self._without_cv()
        scorer = _scorer_of(estimator, self.scoring)
        x = self._view(X, given)

        def score(fold, choice, max_seconds, given_up):
            judge = clone(estimator).set_params(**choice, max_seconds=max_seconds)
            return _scores(judge, X, x, y, weights, fold, grid["C"], scorer, given_up)

        paths = self._side_by_side(score, list(product(folds, _choices(grid))), search)
        shape = [len(values) for values in grid.values()]
        scores = [np.full(shape[-1], np.nan) if path is None else path.scores for path in paths]
        self.scores_ = np.reshape(scores, (len(folds), *shape))
        converged = sum(path.converged for path in paths if path is not None)
        if converged < self.scores_.size:
            warn(
                f"search of {type(self).__name__}: {converged} of {self.scores_.size} fits converged",
                ConvergenceWarning,
            )
        # Only folds all of whose paths were begun count, so that all choices are judged by the same folds; if there is
        # none, the first fold counts.
        whole = np.reshape([path is not None for path in paths], (len(folds), -1)).all(axis=1)
        return _best_of(grid, self.scores_[whole if whole.any() else [0]].mean(axis=0))

    def _side_by_side(self, work, tasks: list, search: Deadline) -> list:
        """Results work(*task, max_seconds, given_up) of all tasks, on `n_jobs` threads; None for tasks that no time was
        left to begin. The first task is always begun. All threads have ended on return."""
        at_once = min(self._threads(), len(tasks))
        given_up = Event()  # tells the threads of Ctrl-C, which only the main thread receives

        def begin(k, task):
            if given_up.is_set() or (k > 0 and search.is_over()):
                return None
            return work(*task, search.share(len(tasks) - k, at_once), given_up.is_set)

        if at_once == 1:
            return [begin(k, task) for k, task in enumerate(tasks)]
        with ThreadPoolExecutor(at_once) as threads:
            try:
                return list(threads.map(begin, range(len(tasks)), tasks))
            except BaseException:
                given_up.set()
                raise

    def _folds(self, X, y, weights, to_split: dict[str, Any]) -> list:
        """Folds as pairs (training, held out) of numbers of rows of weight > 0, without folds that hold out none."""
        check_consistent_length(y, to_split.get("groups"))
        rows, some, labels = present_rows(self, X, y, None if _numbers_all_rows(self.cv) else weights)
        splitter = check_cv(self.cv, labels, classifier=is_classifier(self))
        splits = splitter.split(some, labels, **_check_method_params(y, to_split, rows))
        folds = [[rows[part] for part in split] for split in splits]
        if weights is not None:
            folds = [[part[weights[part] > 0] for part in fold] for fold in folds]
        folds = [(training, held_out) for training, held_out in folds if held_out.size]
        if any(training.size == 0 for training, _ in folds):
            raise _core.InvalidParameter("cv: a fold without rows to train on given, must have some")
        if not folds:
            raise _core.InvalidParameter("cv: no fold given that holds out rows, must be at least one")
        return folds

    def _other_axes(self) -> dict[str, np.ndarray]:
        """Parameters that are searched besides C, and the values to try of each."""
        return {}

    def _costs(self) -> np.ndarray:
        if np.ndim(self.Cs) == 0:
            return np.logspace(-4, 4, self._whole("Cs", 1))
        return self._ascending("Cs", lambda costs: costs > 0, "a whole number or numbers > 0 and finite")

    def _ascending(self, name: str, holds, demand: str) -> np.ndarray:
        """The parameter's number or numbers, sorted, or an error unless holds(numbers); `demand` says in words what
        must hold."""
        given = getattr(self, name)
        values = np.sort(np.atleast_1d(floats(given)))
        if values.ndim != 1 or not values.size or not (np.isfinite(values) & holds(values)).all():
            raise _core.InvalidParameter(f"{name}: {given!r} given, must be {demand}")
        return values

    def _without_cv(self):
        """The estimator for one C, with this one's parameters; single-threaded, as several run in parallel."""
        return self._alike(self._plain, n_jobs=None, verbose=0)


def _numbers_all_rows(cv) -> bool:
    """Whether `cv` has fixed folds, whose numbers count all rows, not a splitter for the rows that it is given."""
    return isinstance(cv, PredefinedSplit) or (np.iterable(cv) and not hasattr(cv, "split"))


def _choices(grid: dict[str, np.ndarray]) -> list[dict[str, Any]]:
    """All combinations of the values of all parameters but the last."""
    *names, _ = grid
    return [dict(zip(names, values)) for values in product(*(grid[name].tolist() for name in names))]


def _best_of(grid: dict[str, np.ndarray], means: np.ndarray) -> dict[str, Any]:
    """The parameters of the best mean score; among equals the smallest values, as they ascend."""
    if np.isnan(means).all():
        raise _core.InvalidParameter("cv: no C has a score in every fold")
    best = np.unravel_index(np.nanargmax(means), means.shape)
    return {name: values.tolist()[place] for (name, values), place in zip(grid.items(), best)}


class _PathScores(NamedTuple):
    scores: np.ndarray
    """One per C; NaN where time ran out."""
    converged: int
    """Number of fits that converged."""


def _scores(estimator: Any, X, x, y, weights, fold, costs, scorer, given_up) -> _PathScores:
    """Scores along a path over `costs`. Training rows count as often as the fold names them, all others have weight 0,
    so that nothing is copied. The path ends early once `given_up()` returns true."""
    training, held_out = fold
    times = np.bincount(training, minlength=len(y))
    total = times * (1.0 if weights is None else weights)
    path = estimator._path(X, x, y, total, times, costs, given_up)
    routed = {} if weights is None or not _takes_weights(scorer) else {"sample_weight": weights[held_out]}
    X, y = X[held_out], y[held_out]
    scores, converged = np.full(len(costs), np.nan), 0
    for k, fitted in enumerate(path):
        if given_up():
            break
        scores[k] = scorer(fitted, X, y, **routed)
        converged += fitted.status_ == "converged"
    return _PathScores(scores, converged)


def _scorer_of(estimator, scoring):
    """The scorer; `scoring` must name a single score, because the search needs one to compare by."""
    if not (scoring is None or isinstance(scoring, str) or callable(scoring)):
        raise _core.InvalidParameter(f"scoring: {scoring!r} given, must be the name of a score, a callable or None")
    return check_scoring(estimator, scoring)


def _takes_weights(scorer) -> bool:
    """Whether a scorer, or the metric that scikit-learn made it from, takes sample_weight."""
    parameters = signature(getattr(scorer, "_score_func", scorer)).parameters.values()
    return any(each.name == "sample_weight" or each.kind is each.VAR_KEYWORD for each in parameters)
