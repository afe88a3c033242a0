# SPDX-License-Identifier: BSD-3-Clause
"""Probabilities of support vector machines."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import log_loss

import hingeline
from hingeline._calibration import FOLDS, folds_of, slope_of
from problems import classification


def test_folds_depend_on_the_row_alone():
    X, _ = classification(rows=1000)
    X[X < 0] = 0
    folds = folds_of(X)
    order = np.random.default_rng(0).permutation(len(X))
    np.testing.assert_array_equal(folds_of(X[order]), folds[order])
    np.testing.assert_array_equal(folds_of(sparse.csr_array(X)), folds)
    np.testing.assert_array_equal(folds_of(np.asfortranarray(-0.0 + X)), folds)
    rounded = X.astype(np.float32)
    np.testing.assert_array_equal(folds_of(rounded), folds_of(rounded.astype(np.float64)))
    counts = np.bincount(folds_of(np.arange(5000.0)[:, np.newaxis]).astype(int), minlength=FOLDS)
    assert counts.min() > 900 and counts.max() < 1100


def test_slope_is_the_most_likely():
    random = np.random.default_rng(1)
    values = random.normal(size=(3000, 1))
    members = random.uniform(size=(3000, 1)) < 1 / (1 + np.exp(-2.5 * values))
    weights = np.ones(3000)
    assert slope_of(values, members, weights) == pytest.approx(2.5, rel=0.1)
    assert (
        0 < slope_of(values, ~members, weights) < 1e-9
    )  # worse than chance: no probability may contradict a prediction


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_probabilities_agree_with_predictions(classes, loss):
    X, y = classification(rows=600, classes=classes)
    model = hingeline.LinearSVC(loss=loss, probability=True).fit(X[:400], y[:400])
    probability = model.predict_proba(X)
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[probability.argmax(axis=1)], model.predict(X))
    if classes == 2:
        np.testing.assert_array_equal(probability[:, 1] >= 0.5, model.decision_function(X) >= 0)
    shares = np.bincount(y[:400]) / 400
    assert log_loss(y[400:], model.predict_proba(X[400:])) < 0.8 * log_loss(y[400:], np.tile(shares, (200, 1)))
    np.testing.assert_allclose(model.predict_log_proba(X), np.log(probability))


def test_no_probabilities_unless_asked_for():
    assert not hasattr(hingeline.LinearSVC(), "predict_proba")
    assert hasattr(hingeline.LinearSVC(probability=True), "predict_proba")


def test_class_within_one_fold():
    X, y = classification(rows=100)
    alone = np.concatenate([y, [2, 2, 2]])
    model = hingeline.LinearSVC(probability=True).fit(np.vstack([X, X[:1], X[:1], X[:1]]), alone)
    assert np.isfinite(model.predict_proba(X)).all()
