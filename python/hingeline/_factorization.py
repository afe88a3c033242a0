# SPDX-License-Identifier: BSD-3-Clause
"""Matrix factorization with any convex piecewise linear-quadratic loss."""

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
    """Factorization of a users x items matrix from its known entries: z = offset + a_user + b_item + p_user' q_item.

    Minimises user_ridge / 2 sum (|p|^2 + a^2) + item_ridge / 2 sum (|q|^2 + b^2) + C sum_i weight_i f(y_i, z_i),
    alternating between users and items. In such a turn the problem of each user, or item, is convex and is solved to a
    certificate. The joint problem is not convex: the objective never rises, and the answer is a point that no turn
    improves, not necessarily the global optimum.

    Parameters
    ----------
    loss : str or PLQ, default='squared'
        The name of a loss of LinearRegressor, or of one of PLQClassifier (y is then +1 or -1), or a function of the
        residual.
    rank : int, default=10
        >= 1: length of the vectors p and q.
    C : float, default=1.0
        > 0: weight of the loss against the ridges.
    biases : bool, default=True
        False: z = p'q.
    user_ridge, item_ridge : float, default=1.0
        > 0.
    user_bounds, item_bounds : (lower, upper) or None, default=None
        Bounds of the factors; (0, inf) makes them non-negative.
    epsilon, tau, delta, gamma : float
        Parameters of the losses that have them, as in LinearRegressor and LinearSVC.
    tol : float, default=1e-4
        > 0: training ends when a round of two turns lowers the objective by no more than this share of it.
    turn_tol : float, default=1e-6
        > 0: the relative gap to which the problem of each user and item is solved.
    max_iter : int, default=100
        Largest number of rounds.
    max_seconds : float or None, default=None
        Time limit; None means none.
    random_state : int, RandomState or None, default=None
        Seed of the initial factors of the items; None means 0, so that answers are reproducible.
    n_jobs : int or None, default=None
        Threads; answers do not depend on it.
    callback : callable or None, default=None
        Called with a FactorProgress after every round; training stops where it returns False.

    Attributes
    ----------
    users_, items_ : arrays
        The users and items of the data, sorted, in the order of the rows of the factors and biases. In a model read
        from a file they are texts, and numbers are compared with them as text, whole ones without a decimal point.
    user_factors_, item_factors_ : (n, rank)
    user_bias_, item_bias_ : (n,)
    offset_ : float
        The best constant prediction of y.
    objective_ : float
    user_gap_, item_gap_ : float
        Sum of the duality gaps of the last turn over users, or items, with the other side fixed as it was then,
        divided by the objective.
    n_iter_ : int
        Number of rounds.
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
        """Trains on X (n_ratings, 2), a user and an item per row, by number or name, and their ratings y (n_ratings,).

        Returns self.
        """
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
                f"MatrixFactorization stopped ({self.status_}) after {self.n_iter_} rounds, of which all lowered "
                f"the objective by more than tol={self.tol:.2e} of it. Raise max_iter or max_seconds.",
                ConvergenceWarning,
            )
        elif self.status_ == "numerical":
            is_finite = np.isfinite(self.objective_)
            cause = "the last turns did not reach turn_tol" if is_finite else "the objective is too large for double"
            warn(
                f"MatrixFactorization stopped (numerical): {cause}. Scale targets, C, ridges or bounds.",
                ConvergenceWarning,
            )

    def predict(self, X):
        """Predicted z of each pair (user, item) in X (n, 2). A user or item that was not in the data has factors and
        bias 0."""
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
    """Column j of an array or of a table, whose columns each keep their own type."""
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
    """The distinct names, sorted, and the place of each given name among them."""
    try:
        known, places = np.unique(names, return_inverse=True)
    except TypeError:
        raise _core.DataError(f"X: {kind} of different types or without a name given, must have an order") from None
    if (known != known).any():
        raise _core.DataError(f"X: NaN given among {kind}, must be numbers or names")
    return known, places


def _places(known, wanted):
    """The place of each `wanted` name in the sorted `known`, arbitrary where it is not there, and whether it is there.
    Names from a model file are texts."""
    wanted = as_words(wanted) if known.dtype.kind == "U" else wanted
    if _have_an_order(known, wanted):
        places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        return places, known[places] == wanted
    place_of = {name: place for place, name in enumerate(known.tolist())}
    places = np.array([place_of.get(name, -1) for name in wanted.tolist()], dtype=np.intp)
    return places, places >= 0


def as_words(names) -> np.ndarray:
    """The names as texts, as in model files; the float 1.0 becomes '1', as in ratings written as text."""
    if names.dtype.kind not in "fO":
        return names.astype(str)
    return np.array([str(int(name) if _is_whole(name) else name) for name in names], dtype=str)


def _is_whole(name) -> bool:
    return isinstance(name, (float, np.floating)) and name.is_integer()


def _have_an_order(known, wanted) -> bool:
    """Whether all names can be compared, judged by the types; not for signed with unsigned integers, which NumPy would
    compare as floats."""
    kinds = {known.dtype.kind, wanted.dtype.kind}
    return (kinds <= set("biuf") and kinds != {"i", "u"}) or (len(kinds) == 1 and kinds != {"O"})
