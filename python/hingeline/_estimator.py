# SPDX-License-Identifier: BSD-3-Clause
"""What all estimators share: parameters, validation, and the attributes that hold the certificate."""

from __future__ import annotations

import copy
import math
import numbers
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from hingeline import _core
from hingeline._certificate import Certificate
from hingeline._demands import InfeasibleConstraints
from hingeline._follow import following, tell
from hingeline._matrix import VALUE_TYPES, is_copy, matrix
from hingeline._threads import threads_of
from hingeline._warn import warn

MOST = 2**31 - 1  # upper limit of whole numbers without another one
PLAIN = (str, numbers.Number, np.bool_, type(None))  # types whose == returns true or false
BLOCK_OUTPUTS = 10_000_000  # outputs held at a time where only labels are asked for

ADVICE = {
    "max_passes": "Raise max_iter, or scale the features.",
    "max_seconds": "Raise max_seconds, or scale the features.",
    "numerical": "Rounding leaves no more to be gained: scale the features{}.",
}
MILDER = {"C": ", or lower C", "alpha": ", or raise alpha"}


class Estimator(BaseEstimator):
    """Base of all estimators. Subclasses define the call of the solver and the prediction."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    # -- parameters -------------------------------------------------------------------------------

    def _alike(self, kind: type[Estimator] | None = None, **changed: Any) -> Any:
        """A clone of this estimator, or a new one of the class `kind` with the parameters that both have, apart from
        `changed` ones, and without callback and progress bar. These are set as attributes, because a subclass may have
        fewer parameters than the attributes that `fit` reads."""
        changed = {"callback": None, "progress": False, **changed}
        if kind is None:
            made = clone(_with(copy.copy(self), changed))  # a clone copies parameters, which callbacks may not survive
        else:
            made = kind(**{name: vars(self)[name] for name in kind._get_param_names() if name in vars(self)})
        return _with(made, changed)

    def _real(self, name: str) -> float:
        value = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise _core.InvalidParameter(f"{name}: {value!r} given, must be a number")
        try:
            return float(value)
        except OverflowError:
            raise _core.InvalidParameter(f"{name}: {value!r} given, must be within float64") from None

    def _checked(self, name: str, holds: Callable[[float], bool], demand: str) -> float:
        """The parameter as a number, or an error unless holds(number); `demand` says in words what must hold."""
        value = self._real(name)
        if not holds(value):
            raise _core.InvalidParameter(f"{name}: {getattr(self, name)!r} given, must be {demand}")
        return value

    def _positive(self, name: str) -> float:
        return self._checked(name, lambda value: 0 < value < math.inf, "> 0 and finite")

    def _not_negative(self, name: str) -> float:
        return self._checked(name, lambda value: 0 <= value < math.inf, ">= 0 and finite")

    def _whole(self, name: str, least: int, most: int = MOST) -> int:
        """The parameter as an int, given as a whole number of any type."""
        demand = f"a whole number >= {least} and <= {most}"
        return int(self._checked(name, lambda value: least <= value <= most and value % 1 == 0, demand))

    def _passes(self) -> int:
        return self._whole("max_iter", 1, 2**63 - 1)

    def _threads(self) -> int:
        return threads_of(self.n_jobs)

    def _only(self, name: str, *supported: Any) -> None:
        """Raises InvalidParameter unless the parameter is one of the supported values."""
        value = getattr(self, name)
        if not isinstance(value, PLAIN) or value not in supported:
            choices = " or ".join(repr(each) for each in supported)
            raise _core.InvalidParameter(f"{name}: {value!r} given, must be {choices}")

    def _flag(self, name: str) -> bool:
        self._only(name, True, False)
        return bool(getattr(self, name))

    def _verbosity(self) -> float:
        return float(self.verbose) if isinstance(self.verbose, (bool, np.bool_)) else self._real("verbose")

    def _seed(self) -> int:
        if self.random_state is None:
            return 0
        if isinstance(self.random_state, numbers.Integral):
            if not 0 <= self.random_state < 2**64:
                raise _core.InvalidParameter(f"random_state: {self.random_state!r} given, must be >= 0 and < 2^64")
            return int(self.random_state)
        try:
            return int(check_random_state(self.random_state).randint(2**31))
        except ValueError:
            demand = "a whole number, a RandomState or None"
            raise _core.InvalidParameter(f"random_state: {self.random_state!r} given, must be {demand}") from None

    def _time_limit(self) -> float:
        return math.inf if self.max_seconds is None else self._positive("max_seconds")

    # -- data -------------------------------------------------------------------------------------

    def _validate_data(self, X, y, sample_weight, **checks):
        """X and y as arrays, and weights or None; y='no_validation' means no y. The solver checks that X is finite."""
        checked = validate_data(self, X, y, **self._accepted(), ensure_all_finite=False, **checks)
        X, y = checked if isinstance(checked, tuple) else (checked, None)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
            if not np.any(sample_weight):
                raise _core.DataError("sample_weight: all weights are zero")
            if sample_weight.min() < 0:
                raise _core.DataError(f"sample_weight: {sample_weight.min()} given, must be >= 0")
            with np.errstate(over="ignore"):
                if not math.isfinite(sample_weight.sum()):
                    raise _core.DataError(
                        f"sample_weight: up to {sample_weight.max()} given, their sum must be within float64"
                    )
        return X, y, sample_weight

    def _view(self, X, given) -> _core.Matrix:
        """The solver's view of validated X; tells where it is a copy of `given`, what the user passed."""
        x = matrix(X, self._threads())
        if self._verbosity() and is_copy(x, given):
            tell("%s: X was copied, as the solver cannot read its layout or type", type(self).__name__)
        return x

    def _data_to_predict(self, X):
        check_is_fitted(self)
        return validate_data(self, X, reset=False, **self._accepted())

    def _in_blocks(self, X, answer: Callable[[Any], np.ndarray]) -> np.ndarray:
        """answer(X), computed for blocks of rows so that never all outputs are in memory."""
        X = self._data_to_predict(X)
        return by_blocks(X, 1 + BLOCK_OUTPUTS // len(self.intercept_), answer)

    def _accepted(self) -> dict[str, Any]:
        sparse = self.__sklearn_tags__().input_tags.sparse
        return {"accept_sparse": "csr" if sparse else False, "dtype": VALUE_TYPES}

    # -- training ---------------------------------------------------------------------------------

    def _watcher(self):
        if self.callback is not None and not callable(self.callback):
            raise _core.InvalidParameter(f"callback: {self.callback!r} given, must be a function or None")
        return self.callback

    def _following(self):
        return following(self._watcher(), self._verbosity(), self._flag("progress"), self._positive("tol"))

    def _keep_proof(self, status: str, certificate: Certificate, parts) -> None:
        if status == "infeasible":
            proof = next(part.multipliers for part in parts if part.status == status)
            raise InfeasibleConstraints(np.flatnonzero(proof).tolist())
        self.certificate_ = certificate
        self.status_ = status
        self.solver_ = parts[0].solver
        self.n_iter_ = max(part.passes for part in parts)
        name, gap = type(self).__name__, certificate.relative_gap
        if self._verbosity():
            tell("%s: %s by %s, %d passes, relative gap %.2e", name, status, self.solver_, self.n_iter_, gap)
        if status in ADVICE:
            proven = "the objective exceeds the optimum by no more than this"
            if not math.isfinite(gap):
                proven = "nothing is proven"
            if certificate.max_violation > self.tol:
                proven = f"constraints are violated by {certificate.max_violation:.2e}, relative"
            warn(
                f"{name} stopped ({status}) with a relative gap of {gap:.2e} (tol={self.tol:.2e}): "
                f"{proven}. {self._advice(status)}",
                ConvergenceWarning,
            )

    def _advice(self, status: str) -> str:
        return ADVICE[status].format("".join(words for name, words in MILDER.items() if hasattr(self, name)))


def by_blocks(X, rows: int, answer: Callable[[Any], np.ndarray]) -> np.ndarray:
    """answer(X), computed for so many rows at a time."""
    if X.shape[0] <= rows:  # a slice of sparse rows takes as long as many predictions
        return answer(X)
    return np.concatenate([answer(X[first : first + rows]) for first in range(0, X.shape[0], rows)])


def _with(estimator: Any, changed: dict[str, Any]) -> Any:
    for name, value in changed.items():
        setattr(estimator, name, value)
    return estimator
