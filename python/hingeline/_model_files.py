# SPDX-License-Identifier: BSD-3-Clause
"""Models as files: LIBLINEAR's text format where it can express them, hingeline's own otherwise."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from sklearn.utils.validation import check_is_fitted

from hingeline import _core
from hingeline._certificate import Certificate
from hingeline._classifier import LinearClassifier
from hingeline._estimator import LinearEstimator
from hingeline._logistic import LogisticRegression
from hingeline._svc import LinearSVC
from hingeline._svr import LinearRegressor


def write_model(path: str | Path, estimator: LinearEstimator, *, format: str = "auto") -> None:
    """Writes a fitted estimator as LIBLINEAR's programs and `hingeline predict` read it.

    Labels must be numbers. `format` 'native' adds loss, C and feature names, which LIBLINEAR's format does not say.
    """
    check_is_fitted(estimator)
    _core.write_model(Path(path), _to_model(estimator), format)


def read_model(path: str | Path) -> LinearEstimator:
    """The fitted estimator that a model file holds: LinearSVC, LogisticRegression or LinearRegressor.

    Reads what LIBLINEAR (any version), `hingeline train` and `write_model` write.
    """
    model = _core.read_model(Path(path))
    estimator = _from_labels(model) if model.labels else _from_regression(model)
    if not math.isnan(model.C):
        estimator.C = model.C
    estimator.fit_intercept = {"free": True, "none": False}.get(model.intercept_kind, model.intercept_kind)
    estimator.intercept_scaling = model.bias
    estimator.n_features_in_ = model.coef.shape[0]
    if model.feature_names:
        estimator.feature_names_in_ = np.array(model.feature_names, dtype=object)
    if model.certificate is not None:
        estimator.certificate_ = Certificate(*model.certificate)
        estimator.coef_error_bound_ = estimator.certificate_.coef_error_bound
    return estimator


def _to_model(estimator: LinearEstimator) -> _core.LinearModel:
    kind = estimator._intercept_kind()
    labels, coef = [], np.atleast_2d(estimator.coef_)
    if isinstance(estimator, LinearClassifier):
        loss = estimator._classification_loss()
        labels = _numbers(estimator.classes_)
        labels = labels[::-1] if len(labels) == 2 else labels
    else:
        loss = estimator._regression_loss()
    return _core.LinearModel(
        np.ascontiguousarray(coef.T),
        np.atleast_1d(np.asarray(estimator.intercept_, dtype=np.float64)),
        loss=loss,
        C=float(getattr(estimator, "C", math.nan)),
        intercept_kind=kind,
        bias=float(estimator.intercept_scaling) if kind == "penalized" else 1.0,
        labels=labels,
        feature_names=[str(name) for name in getattr(estimator, "feature_names_in_", [])],
    )


def _numbers(classes) -> list[float]:
    try:
        return [float(label) for label in classes]
    except ValueError:
        raise ValueError(f"classes: {classes!r} given, labels in model files must be numbers") from None


def _from_labels(model: _core.LinearModel) -> LinearClassifier:
    if model.loss.name == "logistic":
        estimator: LinearClassifier = LogisticRegression()
    else:
        estimator = LinearSVC(loss=model.loss.name, gamma=model.loss.gamma)
    estimator.classes_ = np.sort(model.labels)
    binary = len(model.labels) == 2
    order = [0] if binary else np.argsort(model.labels)
    sign = -1.0 if binary and model.labels[0] < model.labels[1] else 1.0
    estimator.coef_ = sign * np.ascontiguousarray(model.coef[:, order].T)
    estimator.intercept_ = sign * model.intercept[order]
    return estimator


def _from_regression(model: _core.LinearModel) -> LinearRegressor:
    loss = model.loss
    estimator = LinearRegressor(loss.name, epsilon=loss.epsilon, tau=loss.tau, delta=loss.delta)
    estimator.coef_ = model.coef[:, 0].copy()
    estimator.intercept_ = float(model.intercept[0])
    return estimator
