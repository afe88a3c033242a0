# SPDX-License-Identifier: BSD-3-Clause
"""What all linear estimators share: the call of the solver, the output x'w + b."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from hingeline import _core
from hingeline._certificate import Certificate
from hingeline._demands import demands
from hingeline._estimator import Estimator
from hingeline._fitted_problem import FittedProblem
from hingeline._kept_dual import KeptDual
from hingeline._matrix import matrix


class LinearEstimator(Estimator):
    """Base of the linear estimators. Subclasses define their loss and its C."""

    _other_solvers: tuple[str, ...] = ()  # solvers of scikit-learn's estimator of this name: each means 'auto' here
    _other_penalties: tuple[str, ...] = ()  # likewise its penalties: each means 'l2'

    def _intercept_kind(self) -> str:
        self._only("fit_intercept", True, False, "penalized")
        if isinstance(self.fit_intercept, str):
            return self.fit_intercept
        return "free" if self.fit_intercept else "none"

    def _scheme(self) -> str:
        """The scheme for more than two classes that the parameters ask for."""
        return "ovr"

    def _penalty(self) -> dict[str, Any]:
        """The penalty as arguments of `demands`."""
        if not hasattr(self, "penalty"):
            return {}
        ratio, weights = self._l1_ratio(), self.l1_weights
        without = self._is_without_penalty()
        if weights is not None and (without or ratio == 0):
            raise _core.InvalidParameter(f"l1_weights: {weights!r} given, must be None without an L1 penalty")
        return {"strength": 0.0} if without else {"l1_ratio": ratio, "l1_weights": weights}

    def _is_without_penalty(self) -> bool:
        return self.penalty is None

    def _l1_ratio(self) -> float:
        """l1_ratio of the penalty l1_ratio |w|_1 + (1 - l1_ratio) / 2 |w|^2."""
        self._only("penalty", "l2", "l1", "elasticnet", None, *self._other_penalties)
        if self.penalty != "elasticnet":
            return float(self.penalty == "l1")
        return self._share_of_l1()

    def _share_of_l1(self) -> float:
        return self._checked("l1_ratio", lambda ratio: 0 <= ratio <= 1, "between 0 and 1")

    def _of_kind(self, loss: _core.Loss, kind: str) -> _core.Loss:
        """Returns the loss, or raises InvalidParameter unless it is of this kind: 'classification' or 'regression'."""
        if loss.is_classification != (kind == "classification"):
            raise _core.InvalidParameter(f"loss: {self.loss!r} given, must be a {kind} loss")
        return loss

    def _demands(self, features: int) -> dict[str, Any]:
        return demands(features, **self._penalty())

    def _is_told_by_files(self) -> bool:
        """Whether model files tell all that the parameters demand of the coefficients."""
        return getattr(self, "l1_weights", None) is None

    def _validate_training_data(self, X, y, sample_weight, *, y_numeric: bool):
        """The solver's view of X, then y, then weights or None."""
        given = X
        X, y, sample_weight = self._validate_data(X, y, sample_weight, y_numeric=y_numeric)
        return self._view(X, given), y, sample_weight

    def _train(self, x, y, options: _core.TrainOptions, start: _core.LinearModel | None, rows=b"") -> _core.TrainResult:
        """Solves, from the last fit where `start` is its model, and stores the problem and the certificate. y has +1
        and -1, class numbers, or targets. `rows` tells which rows have weight, where the outputs depend on it."""
        y = np.ascontiguousarray(y, dtype=np.float64)
        form = (options.multi_class, options.level_tie, rows)
        dual = [] if start is None else self.__dict__.get("_kept_dual", KeptDual()).of(y, form)
        options.warm_start, options.keep_dual = start, self._flag("warm_start")
        with self._following() as callback:
            result = self._solve(x, y, options, callback, dual)
        self._keep_proof(result.status, Certificate(*result.certificate), result.parts)
        self._keep_problem(options)
        self.__dict__.pop("_column_scale", None)  # of a model read from a file, trained on columns divided by it
        parts = [part.dual_coef for part in result.parts]
        self._kept_dual = KeptDual(y, form, parts) if options.keep_dual else KeptDual()
        return result

    def _keep_problem(self, options: _core.TrainOptions) -> None:
        penalty = demands(self.n_features_in_, **self._penalty())["penalty"]
        self._problem = FittedProblem(
            loss=options.loss,
            C=options.C,
            intercept_kind=options.intercept,
            bias=options.bias,
            l1=penalty.l1,
            l2=penalty.l2,
            multi_class=options.multi_class,
            level_tie=options.level_tie,
            is_told=self._is_told_by_files() and all(weight == 1 for weight in options.class_weights.values()),
        )

    def _solve(self, x, y, options: _core.TrainOptions, callback, dual=()) -> _core.TrainResult:
        """Calls the solver once; y is float64."""
        return _core.train(x, y, options, finish_passes(x), callback, dual)

    def _path(self, X, x, y, weights, times, costs, unwanted) -> Iterator[LinearEstimator]:
        """Yields this estimator, fitted at each C in turn, until `unwanted()` returns true. `x` is the view of X. Row i
        occurs times[i] times, which `weights` include."""
        self.n_features_in_ = x.cols
        result = self._train_path(x, y, weights, costs, unwanted)
        for point, model in zip(result.points, result.models):
            self.status_ = point.status
            self._keep_coef(model)
            yield self

    def _options(self, features: int, weights, loss: _core.Loss, C: float, **more) -> _core.TrainOptions:
        kind = self._intercept_kind()
        self._only("solver", *_core.solver_names, *self._other_solvers)
        return _core.TrainOptions(
            weights=weights,
            loss=loss,
            C=C,
            intercept=kind,
            bias=self._positive("intercept_scaling") if kind == "penalized" else 1.0,
            multi_class=self._scheme(),
            solver=_core.SolverOptions(
                solver="auto" if self.solver in self._other_solvers else self.solver,
                tolerance=self._positive("tol"),
                max_passes=self._passes(),
                max_seconds=self._time_limit(),
                seed=self._seed(),
            ),
            threads=self._threads(),
            **self._demands(features),
            **more,
        )

    @property
    def coef_error_bound_(self) -> float:
        """Upper bound of the Euclidean distance from the coefficients to the optimal ones."""
        return self.certificate_.coef_error_bound

    def _model(self, **own: Any) -> _core.LinearModel:
        """The coefficients as the library's model, with `own` properties."""
        coef = np.atleast_2d(self.coef_).T
        intercept = np.atleast_1d(self.intercept_)
        return _core.LinearModel(
            coef=np.ascontiguousarray(coef, dtype=np.float64),
            intercept=np.ascontiguousarray(intercept, dtype=np.float64),
            **own,
        )

    def _decision_values(self, X) -> np.ndarray:
        """Outputs of the rows of X: rows x outputs."""
        return self._outputs(self._data_to_predict(X))

    def _outputs(self, X) -> np.ndarray:
        """Outputs of the rows of validated X."""
        coef = np.ascontiguousarray(np.atleast_2d(self.coef_), dtype=np.float64)
        intercept = np.ascontiguousarray(np.broadcast_to(self.intercept_, coef.shape[0]), dtype=np.float64)
        return _core.decision_values(coef, intercept, matrix(X, self._threads()), self._threads())


def finish_passes(x: _core.Matrix) -> int:
    """Number of passes, some milliseconds in all, that a small problem may take beyond `tol`, so that the answer does
    not depend on the order of the rows or on whether a row is repeated or weighted; 0 for larger problems."""
    passes = min(60_000 // x.rows, 2_000_000 // max(1, x.stored))
    return passes if passes >= 200 else 0
