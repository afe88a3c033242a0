# SPDX-License-Identifier: BSD-3-Clause
"""Scalers folded into the linear estimator that follows them, which then takes rows without scaling:

z_j = a_j x_j + h_j    w'z + b = (a w)'x + (b + w'h)
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, StandardScaler
from sklearn.utils.validation import check_is_fitted

from hingeline import _core
from hingeline._kernel_features import KernelFeatures
from hingeline._kernel_machine import KernelMachine
from hingeline._linear import LinearEstimator
from hingeline._linear_one_class import LinearOneClassSVM

SCALERS = (StandardScaler, MaxAbsScaler, MinMaxScaler)


def one_estimator(given: Any) -> Any:
    """Reduces a fitted search to its best estimator, and a pipeline of scalers and a linear estimator to one linear
    estimator. Anything else, also a pipeline of KernelFeatures and a linear classifier or regressor, stays as it is."""
    check_is_fitted(given)
    if hasattr(given, "best_estimator_"):
        return one_estimator(given.best_estimator_)
    if not isinstance(given, Pipeline):
        return given
    *before, last = [step for _, step in given.steps if step not in (None, "passthrough")]
    if not before and isinstance(last, LinearEstimator | KernelMachine):
        return last
    if before and isinstance(last, LinearEstimator):
        if all(_is_affine(scaler) for scaler in before):
            return _folded(before, last)
        if len(before) == 1 and isinstance(before[0], KernelFeatures) and not isinstance(last, LinearOneClassSVM):
            return Pipeline([("features", before[0]), ("linear", last)])
    names = ", ".join(type(step).__name__ for step in [*before, last])
    raise _core.InvalidParameter(
        f"estimator: a pipeline of {names} given, must be of scalers (StandardScaler, MaxAbsScaler, MinMaxScaler "
        "without clip) and a linear estimator, or of KernelFeatures and a linear classifier or regressor"
    )


def _folded(scalers: list, linear: LinearEstimator) -> LinearEstimator:
    """The linear estimator for rows without scaling. Its certificate is for columns divided by `_column_scale`. A shift
    of the columns is absorbed by a free intercept at no cost; with any other intercept the certificate is removed."""
    coef, intercept, scale = linear.coef_, linear.intercept_, 1.0
    for scaler in reversed(scalers):
        factor, shift = _factor_and_shift(scaler)
        coef, intercept, scale = coef * factor, intercept + coef @ shift, scale / factor
    folded = copy.copy(linear)
    folded.coef_, folded.intercept_, folded._column_scale = np.ascontiguousarray(coef), intercept, scale
    folded.__dict__.pop("feature_names_in_", None)
    if hasattr(scalers[0], "feature_names_in_"):
        folded.feature_names_in_ = scalers[0].feature_names_in_
    is_moved = np.any(intercept != linear.intercept_)
    if is_moved and not isinstance(linear, LinearOneClassSVM) and linear._problem.intercept_kind != "free":
        folded._problem = linear._problem._replace(intercept_kind="free", bias=1.0)
        folded.__dict__.pop("certificate_", None)
    return folded


def _is_affine(scaler: Any) -> bool:
    return type(scaler) in SCALERS and not getattr(scaler, "clip", False)  # a subclass may transform differently


def _factor_and_shift(scaler: Any) -> tuple[np.ndarray, np.ndarray]:
    """The factors a and the shifts h of a scaler."""
    check_is_fitted(scaler)
    ones = np.ones(scaler.n_features_in_)
    if isinstance(scaler, MinMaxScaler):
        return scaler.scale_, scaler.min_
    factor = ones if scaler.scale_ is None else 1 / scaler.scale_
    means = getattr(scaler, "mean_", None) if getattr(scaler, "with_mean", False) else None
    return factor, 0 * ones if means is None else -means * factor
