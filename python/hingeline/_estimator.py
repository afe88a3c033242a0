# SPDX-License-Identifier: BSD-3-Clause
"""What all linear estimators share: validation, the call of the solver, the attributes of the answer."""

from __future__ import annotations

import math
import numbers
import warnings
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from hingeline import _core
from hingeline._certificate import Certificate
from hingeline._follow import following, logger
from hingeline._matrix import VALUE_TYPES, is_copy, matrix


class LinearEstimator(BaseEstimator):
    """Trains and applies hingeline's linear models. Subclasses name a loss and what is its C."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    # -- parameters -------------------------------------------------------------------------------

    def _real(self, name: str) -> float:
        value = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise ValueError(f"{name}: {value!r} given, must be a number")
        return float(value)

    def _positive(self, name: str) -> float:
        value = self._real(name)
        if not 0 < value < math.inf:
            raise ValueError(f"{name}: {value!r} given, must be > 0 and finite")
        return value

    def _only(self, name: str, *supported: Any) -> None:
        """Refuses what scikit-learn's estimator of this name can do and this one cannot."""
        value = getattr(self, name)
        if value not in supported:
            choices = " or ".join(repr(each) for each in supported)
            raise ValueError(f"{name}: {value!r} given, must be {choices}")

    def _intercept_kind(self) -> str:
        if isinstance(self.fit_intercept, str):
            self._only("fit_intercept", True, False, "penalized")
            return self.fit_intercept
        return "free" if self.fit_intercept else "none"

    def _seed(self) -> int:
        if self.random_state is None:
            return 0
        if isinstance(self.random_state, numbers.Integral):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(2**31))

    # -- training ---------------------------------------------------------------------------------

    def _validate_training_data(self, X, y, sample_weight, *, y_numeric: bool):
        """A view of X (the solver checks that it is finite), y, weights or None."""
        given = X
        X, y = validate_data(
            self,
            X,
            y,
            accept_sparse="csr",
            dtype=VALUE_TYPES,
            ensure_all_finite=False,
            y_numeric=y_numeric,
        )
        x = matrix(X)
        if self.verbose and is_copy(x, given):
            logger.info("%s: X was copied: its layout or type is not what the solver reads", type(self).__name__)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
            if not np.any(sample_weight):
                raise ValueError("sample_weight: all weights are zero")
        return x, y, sample_weight

    def _train(self, x, y, sample_weight, *, loss: _core.Loss, C: float, start: _core.LinearModel | None = None):
        """Solves and keeps what the certificate says. y: float64, +1 and -1 or class numbers or targets."""
        y = np.ascontiguousarray(y, dtype=np.float64)
        with self._following() as callback:
            result = self._solve(x, y, sample_weight, loss, C, start, callback, finish_passes=finish_passes(x))
        self._keep_proof(result.status, Certificate(*result.certificate), result.parts)
        return result

    def _following(self):
        return following(self.callback, self.verbose, self.progress, self._positive("tol"))

    def _solve(
        self, x, y, weights, loss, C, start, callback, *, finish_passes, tolerance=None, seconds=None, keep_dual=False
    ):
        """One call of the solver; tolerance and seconds where they are not the parameters' own."""
        kind = self._intercept_kind()
        if seconds is None:
            seconds = math.inf if self.max_seconds is None else self._positive("max_seconds")
        return _core.train(
            x,
            y,
            weights,
            loss=loss,
            C=C,
            intercept=kind,
            bias=self._positive("intercept_scaling") if kind == "penalized" else 1.0,
            solver=self.solver,
            tolerance=self._positive("tol") if tolerance is None else tolerance,
            finish_passes=finish_passes,
            max_passes=int(self._positive("max_iter")),
            max_seconds=seconds,
            seed=self._seed(),
            threads=effective_n_jobs(self.n_jobs),
            warm_start=start,
            keep_dual=keep_dual,
            callback=callback,
        )

    def _keep_proof(self, status: str, certificate: Certificate, parts) -> None:
        self.certificate_ = certificate
        self.coef_error_bound_ = certificate.coef_error_bound
        self.status_ = status
        self.solver_ = parts[0].solver
        self.n_iter_ = max(part.passes for part in parts)
        name, gap = type(self).__name__, certificate.relative_gap
        if self.verbose:
            logger.info("%s: %s by %s, %d passes, relative gap %.2e", name, status, self.solver_, self.n_iter_, gap)
        if status not in ("converged", "interrupted"):
            warnings.warn(
                f"{name} stopped ({status}) with a relative gap of {gap:.2e} where tol={self.tol:.2e} was asked for: "
                "no more than this is the objective above the optimum. Raise max_iter or max_seconds, or scale the "
                "features.",
                ConvergenceWarning,
                stacklevel=4,
            )

    # -- prediction -------------------------------------------------------------------------------

    def _decision_values(self, X) -> np.ndarray:
        """Rows x outputs."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, accept_sparse="csr", dtype=VALUE_TYPES)
        coef = np.atleast_2d(self.coef_)
        model = _core.LinearModel(
            np.ascontiguousarray(coef.T, dtype=np.float64),
            np.array(np.broadcast_to(self.intercept_, coef.shape[0]), dtype=np.float64),
            loss=_core.Loss("squared"),
        )
        return _core.decision_values(model, matrix(X), effective_n_jobs(self.n_jobs))


def finish_passes(x: _core.Matrix) -> int:
    """Passes that cost some milliseconds. Small problems are carried on so far beyond `tol`, if need be, that the
    answer no longer shows in which order the rows came, or whether a row was repeated or weighted."""
    passes = min(200_000 // x.rows, 5_000_000 // max(1, x.stored))
    return passes if passes >= 100 else 0
