# SPDX-License-Identifier: BSD-3-Clause
"""Matrix factorisation with any convex piecewise linear-quadratic loss."""

from __future__ import annotations

import math

import numpy as np
from scipy import sparse
from sklearn.base import RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import (
    _check_feature_names,
    _check_sample_weight,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
)

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._demands import both_ends, floats
from hingeline._estimator import Estimator
from hingeline._follow import following
from hingeline._plq import own_loss
from hingeline._warn import warn

PARAMETERS = ("epsilon", "tau", "delta", "gamma")


class MatrixFactorization(RegressorMixin, Estimator):
    """Users x items, from the entries that are known: z = offset + a_user + b_item + p_user' q_item.

    Minimises user_ridge / 2 sum (|p|^2 + a^2) + item_ridge / 2 sum (|q|^2 + b^2) + C sum_i weight_i f(y_i, z_i), by
    turns over users and over items. Everyone's problem in a turn is convex and solved to a certificate. The whole is
    not convex: the objective never rises, and the answer is one that no turn improves, not the least of all.

    Parameters
    ----------
    loss : str or PLQ, default='squared'
        A name as of LinearRegressor or PLQClassifier (then y is +1 or -1), or a function of the residual.
    rank : int, default=10
    C : float, default=1.0
    biases : bool, default=True
        False: z = p'q.
    user_ridge, item_ridge : float, default=1.0
    user_bounds, item_bounds : (lower, upper) or None
        Of the factors; (0, inf) makes them non-negative.
    epsilon, tau, delta, gamma : float
        Of the losses that have them.
    tol : float, default=1e-4
        Training ends when a round of two turns lowers the objective by no more than this share of it.
    turn_tol : float, default=1e-6
        The relative gap of everyone's problem.
    max_iter : int, default=100
        Rounds.
    max_seconds : float or None
    random_state : int, RandomState or None
        Of the items' first factors; None means 0, so that answers are reproducible.
    n_jobs : int or None
        Threads; answers do not depend on it.
    callback : callable or None
        Called with a FactorProgress after every round; False stops.

    Attributes
    ----------
    users_, items_ : arrays
        Those of the data, sorted; rows of what follows. Of a model file words, and numbers are compared as text, whole
        ones without a point.
    user_factors_, item_factors_ : (n, rank)
    user_bias_, item_bias_ : (n,)
    offset_ : float
        The best constant for all of y.
    objective_ : float
    user_gap_, item_gap_ : float
        What the last turns' certificates leave, the other side as it was then, over the objective.
    n_iter_ : int
    status_ : str
    """

    def __init__(
        self,
        loss="squared",
        *,
        rank=10,
        C=1.0,
        biases=True,
        user_ridge=1.0,
        item_ridge=1.0,
        user_bounds=None,
        item_bounds=None,
        epsilon=0.0,
        tau=0.5,
        delta=1.0,
        gamma=1.0,
        tol=1e-4,
        turn_tol=1e-6,
        max_iter=100,
        max_seconds=None,
        random_state=None,
        n_jobs=None,
        callback=None,
    ):
        self.loss = loss
        self.rank = rank
        self.C = C
        self.biases = biases
        self.user_ridge = user_ridge
        self.item_ridge = item_ridge
        self.user_bounds = user_bounds
        self.item_bounds = item_bounds
        self.epsilon = epsilon
        self.tau = tau
        self.delta = delta
        self.gamma = gamma
        self.tol = tol
        self.turn_tol = turn_tol
        self.max_iter = max_iter
        self.max_seconds = max_seconds
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.callback = callback

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.input_tags.categorical = tags.input_tags.string = True
        return tags

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """X: (n_ratings, 2), users and items, numbers or names; y: (n_ratings,) their ratings. Returns self."""
        users, items = _pairs(X)
        _check_feature_names(self, X, reset=True)
        y = np.ascontiguousarray(column_or_1d(y, warn=True), dtype=np.float64)
        check_consistent_length(users, y)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, y, dtype=np.float64)
        self.users_, user = _numbered("users", users)
        self.items_, item = _numbered("items", items)
        ratings = _core.Ratings(
            users=len(self.users_),
            items=len(self.items_),
            user=user.astype(np.int32),
            item=item.astype(np.int32),
            value=y,
            weights=sample_weight,
        )
        with following(self._watcher(), verbose=0, progress=False, tolerance=self.tol) as callback:
            result = _core.factorize(ratings, self._options(), callback)
        self.n_features_in_ = 2
        self._keep_model(result.model)
        self._keep_proof_of_turns(result)
        return self

    def _options(self) -> _core.FactorOptions:
        return _core.FactorOptions(
            loss=self._loss(),
            C=self._positive("C"),
            rank=self._whole("rank", 1),
            biases=self._flag("biases"),
            user_ridge=self._positive("user_ridge"),
            item_ridge=self._positive("item_ridge"),
            user_bounds=_limits("user_bounds", self.user_bounds),
            item_bounds=_limits("item_bounds", self.item_bounds),
            tolerance=self._positive("tol"),
            turn_tolerance=self._positive("turn_tol"),
            max_rounds=self._passes(),
            max_seconds=self._time_limit(),
            seed=self._seed(),
            threads=self._threads(),
        )

    def _keep_model(self, model: _core.FactorModel) -> None:
        self.offset_ = model.offset
        self.user_factors_, self.item_factors_ = model.user_factors, model.item_factors
        self.user_bias_, self.item_bias_ = model.user_bias, model.item_bias

    def _keep_proof_of_turns(self, result: _core.FactorResult) -> None:
        self.objective_ = result.last.objective
        self.user_gap_, self.item_gap_ = result.last.user_gap, result.last.item_gap
        self.n_iter_ = result.last.rounds
        self.status_ = result.status
        if self.status_ in ("max_passes", "max_seconds"):
            warn(
                f"MatrixFactorization stopped ({self.status_}) after {self.n_iter_} rounds, before one lowered the "
                f"objective by no more than tol={self.tol:.2e} of it. Raise max_iter or max_seconds.",
                ConvergenceWarning,
            )
        elif self.status_ == "numerical":
            is_finite = np.isfinite(self.objective_)
            cause = "the last turns missed turn_tol" if is_finite else "the objective is beyond double"
            warn(
                f"MatrixFactorization stopped (numerical): {cause}. Scale targets, C, ridges or bounds.",
                ConvergenceWarning,
            )

    def predict(self, X):
        """z of pairs (n, 2). Of users and items that were not in the data factors and bias are 0."""
        check_is_fitted(self)
        users, items = _pairs(X)
        _check_feature_names(self, X, reset=False)
        user, user_known = _places(self.users_, users)
        item, item_known = _places(self.items_, items)
        products = np.einsum("ij,ij->i", self.user_factors_[user], self.item_factors_[item])
        return (
            self.offset_
            + user_known * self.user_bias_[user]
            + item_known * self.item_bias_[item]
            + (user_known & item_known) * products
        )

    def _loss(self) -> _core.Loss:
        if not isinstance(self.loss, str):
            return own_loss(self.loss, "residual")
        return _core.Loss(self.loss, **{name: self._real(name) for name in PARAMETERS})


def _pairs(X):
    if sparse.issparse(X):
        raise _core.DataError("X: a sparse matrix given, must be an array or a table of users and items")
    X = X if hasattr(X, "shape") else np.asarray(X, dtype=object)
    if len(X.shape) != 2 or X.shape[1] != 2:
        raise _core.DataError(f"X: shape {X.shape} given, must be (n, 2): users and items")
    return tuple(np.asarray(_column(X, j)) for j in range(2))


def _column(X, j: int):
    """Of an array or a table, which keeps the type that the other one does not have."""
    if hasattr(X, "column"):  # Arrow's
        return X.column(j)
    return getattr(X, "iloc", X)[:, j]


def _limits(name: str, bounds) -> _core.FactorBounds:
    ends = (-math.inf, math.inf) if bounds is None else both_ends(name, bounds)
    limits = floats(ends)
    if limits.shape != (2,):
        raise _core.InvalidParameter(f"{name}: {bounds!r} given, must be two numbers, of all factors")
    return _core.FactorBounds(lower=limits[0], upper=limits[1])


def _numbered(kind: str, names):
    """Those that are there, sorted, and the place of each among them."""
    try:
        known, places = np.unique(names, return_inverse=True)
    except TypeError:
        raise _core.DataError(f"X: {kind} of different types or without a name given, must have an order") from None
    if (known != known).any():
        raise _core.DataError(f"X: NaN given among {kind}, must be numbers or names")
    return known, places


def _places(known, wanted):
    """Where each one is among the sorted `known`, any place for those who are not there; and who is there. Names that
    come from a model file are words."""
    wanted = as_words(wanted) if known.dtype.kind == "U" else wanted
    if _have_an_order(known, wanted):
        places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        return places, known[places] == wanted
    place_of = {name: place for place, name in enumerate(known.tolist())}
    places = np.array([place_of.get(name, -1) for name in wanted.tolist()], dtype=np.intp)
    return places, places >= 0


def as_words(names) -> np.ndarray:
    """As model files have them: 1.0 is 1, as who wrote the ratings as text will have called it."""
    if names.dtype.kind not in "fO":
        return names.astype(str)
    return np.array([str(int(name) if _is_whole(name) else name) for name in names], dtype=str)


def _is_whole(name) -> bool:
    return isinstance(name, (float, np.floating)) and name.is_integer()


def _have_an_order(known, wanted) -> bool:
    """Every one with every other, by their types alone; signed and unsigned integers would be compared as floats."""
    kinds = {known.dtype.kind, wanted.dtype.kind}
    return (kinds <= set("biuf") and kinds != {"i", "u"}) or (len(kinds) == 1 and kinds != {"O"})
