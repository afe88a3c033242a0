# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import math
import sys

import numpy as np
from sklearn.base import RegressorMixin

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._linear import LinearEstimator


class LinearRegressorBase(RegressorMixin, LinearEstimator):
    """Base of the linear regressions. Subclasses define `_regression_loss()`."""

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR, with one target per row.

        Rows of `sample_weight` 0 are ignored. Returns self.
        """
        loss = self._regression_loss()
        x, y, weights = self._validate_training_data(X, y, sample_weight, y_numeric=True)
        C = self._cost(float(x.rows if weights is None else weights.sum()))
        options = self._options(x.cols, weights, loss, C)
        result = self._train(x, y, options, self._start(x.cols))
        self._keep_coef(result.model)
        return self

    def _train_path(self, x, y, weights, costs, unwanted) -> _core.PathResult:
        """A path point and a model for each C, until `unwanted()` returns true."""
        options = self._options(x.cols, weights, self._regression_loss(), 1.0)
        self._keep_problem(options)
        return _core.train_path(x, np.ascontiguousarray(y, dtype=np.float64), options, list(costs), unwanted)

    def predict(self, X):
        """Predictions x'w + b of each row: (n_samples,)."""
        return self._decision_values(X)[:, 0]

    def _cost(self, total_weight: float) -> float:
        """C of the problem that is solved."""
        return self._positive("C")

    def _inverse(self, number: float, what: str) -> float:
        """1 / number, the C of an estimator with alpha; `what` names the number in errors."""
        if not sys.float_info.min <= number < math.inf:
            demand = f"0 or such that C = 1 / ({what}) is > 0 and finite"
            raise _core.InvalidParameter(f"alpha: {self.alpha!r} given, must be {demand}")
        return 1.0 / number

    def _keep_coef(self, model: _core.LinearModel) -> None:
        self.coef_ = model.coef[:, 0].copy()
        self.intercept_ = float(model.intercept[0])

    def _start(self, features: int) -> _core.LinearModel | None:
        """The model of the last fit, if `warm_start` is set and it has as many features, else None."""
        if not self._flag("warm_start") or self.__dict__.get("coef_", np.empty(0)).shape != self._shape(features):
            return None
        return self._model()

    def _shape(self, features: int) -> tuple[int, ...]:
        """Shape of `coef_`."""
        return (features,)
