# SPDX-License-Identifier: BSD-3-Clause
"""A fit that fails leaves the model as it was."""

import numpy as np
import pytest
from sklearn.base import clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import rbf_kernel

import hingeline
from problems import ESTIMATORS, classification, regression

ALL = [*ESTIMATORS, hingeline.MultiQuantileRegressor(), hingeline.KernelFeatures(), hingeline.MatrixFactorization()]


def data(estimator, rows, cols):
    """Of as many classes as there are columns."""
    if isinstance(estimator, hingeline.MatrixFactorization):
        X, y = np.random.default_rng(cols).integers(0, cols, size=(rows, 2)), np.arange(rows) % 5.0
    elif is_classifier(estimator):
        X, y = classification(rows, cols, classes=cols)
    else:
        X, y = regression(rows, cols)
    return (rbf_kernel(X) if estimator.get_params().get("kernel") == "precomputed" else X), y


def fail(now):
    raise LookupError("from the callback")


def fails_while_training(estimator, X, y):
    if not hasattr(estimator, "callback"):
        return fails_on_its_weights(estimator, X, y)
    callback, estimator.callback = estimator.callback, fail
    with pytest.raises(LookupError):
        estimator.fit(X, y)
    estimator.callback = callback


def fails_on_its_weights(estimator, X, y):
    with pytest.raises(ValueError, match="[Ww]eights"):
        estimator.fit(X, y, sample_weight=np.zeros(len(y)))


@pytest.mark.parametrize("fails", [fails_while_training, fails_on_its_weights])
@pytest.mark.parametrize("estimator", ALL, ids=str)
def test_model_survives_a_fit_that_fails(estimator, fails):
    model = clone(estimator).fit(*data(estimator, 60, 3))
    before = dict(vars(model))
    fails(model, *data(estimator, 80, 4))
    assert vars(model).keys() == before.keys()
    assert all(vars(model)[name] is value for name, value in before.items())


@pytest.mark.parametrize("fails", [fails_while_training, fails_on_its_weights])
@pytest.mark.parametrize("estimator", ALL, ids=str)
def test_no_model_comes_of_a_fit_that_fails(estimator, fails):
    model, (X, y) = clone(estimator), data(estimator, 60, 3)
    fails(model, X, y)
    with pytest.raises(NotFittedError):
        getattr(model, "predict", getattr(model, "transform", None))(X)
    with pytest.raises(NotFittedError):
        hingeline.write_model("never.model", model)
