# SPDX-License-Identifier: BSD-3-Clause
"""Fits of one linear estimator along a path of C."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.exceptions import ConvergenceWarning

from hingeline import _core
from hingeline._certificate import Certificate
from hingeline._classifier import LinearClassifier
from hingeline._demands import floats
from hingeline._identity import compared_by_identity
from hingeline._levels import MultiQuantileRegressor
from hingeline._linear import LinearEstimator
from hingeline._regressor import LinearRegressorBase
from hingeline._warn import warn


@compared_by_identity
class Path(NamedTuple):
    """Fits of an estimator at several C."""

    Cs: np.ndarray
    """(n_costs,), ascending; fewer than requested where time ran out."""
    coefs: np.ndarray
    """(n_costs, n_features); for classifiers (n_costs, n_outputs, n_features), as their coef_."""
    intercepts: np.ndarray
    """(n_costs,); for classifiers (n_costs, n_outputs)."""
    certificates: list[Certificate]
    """One per C, for all outputs together."""
    statuses: list[str]
    """One per C: 'converged', or why the fit ended earlier."""


def path(estimator: LinearEstimator, X, y, Cs, *, sample_weight=None) -> Path:
    """Trains a linear classifier or regressor that has a parameter C at each of `Cs`, from the smallest to the largest.
    Each fit starts from the answers of those before it; the rows are checked and laid out only once.

    X, y and sample_weight are as in the estimator's `fit`. The estimator itself is not changed: its C, warm_start,
    callback and progress have no effect, and no probabilities are fitted. `tol` and `max_iter` apply to each C,
    `max_seconds` to all together. A ConvergenceWarning tells where a C did not converge. Raises InvalidParameter or
    DataError as `fit` does, and InfeasibleConstraints.
    """
    costs = _costs(Cs)
    fitted = clone(_with_cost(estimator)).set_params(C=costs[0])
    x, y, weights = fitted._validate_training_data(X, y, sample_weight, y_numeric=not is_classifier(fitted))
    result = fitted._train_path(x, y, weights, costs.tolist(), None)
    statuses = [point.status for point in result.points]
    if statuses[-1] == "infeasible":
        fitted.set_params(C=costs[len(statuses) - 1]).fit(X, y, sample_weight)  # raises, naming the constraints
    if len(statuses) < len(costs) or set(statuses) != {"converged"}:
        reached = sum(status == "converged" for status in statuses)
        warn(f"path of {type(estimator).__name__}: {reached} of {len(costs)} costs converged", ConvergenceWarning)
    coefs, intercepts = zip(*(_coefficients(fitted, model) for model in result.models))
    certificates = [Certificate(*point.certificate) for point in result.points]
    return Path(costs[: len(statuses)], np.array(coefs), np.array(intercepts), certificates, statuses)


def _costs(Cs) -> np.ndarray:
    costs = floats(Cs)
    if costs.ndim != 1 or not costs.size or not (np.isfinite(costs) & (costs > 0)).all():
        raise _core.InvalidParameter(f"Cs: {Cs!r} given, must be an array of numbers > 0 and finite")
    return np.sort(costs)


def _with_cost(estimator: Any) -> LinearEstimator:
    is_linear = isinstance(estimator, LinearClassifier | LinearRegressorBase)
    if not is_linear or isinstance(estimator, MultiQuantileRegressor) or "C" not in estimator.get_params():
        demand = "a linear classifier or regressor of this package that has a parameter C"
        raise _core.InvalidParameter(f"estimator: {type(estimator)} given, must be {demand}")
    return estimator


def _coefficients(fitted: Any, model: _core.LinearModel) -> tuple[np.ndarray, Any]:
    fitted._keep_coef(model)
    return fitted.coef_, fitted.intercept_
