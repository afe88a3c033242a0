# SPDX-License-Identifier: BSD-3-Clause
"""Probabilities of the logistic loss."""

import numpy as np
import pytest

import hingeline
from problems import classification


@pytest.mark.parametrize("classes", [2, 3])
def test_probabilities_agree_with_predictions(classes):
    X, y = classification(classes=classes)
    model = hingeline.LogisticRegression().fit(X, y)
    probability = model.predict_proba(X)
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[probability.argmax(axis=1)], model.predict(X))
    np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), probability)


@pytest.mark.parametrize(("classes", "multi_class"), [(2, "ovr"), (3, "ovr"), (3, "ovo")])
def test_probabilities_of_the_logistic_loss(classes, multi_class):
    X, y = classification(classes=classes)
    plq = hingeline.PLQClassifier("logistic", multi_class=multi_class, tol=1e-8).fit(X, y)
    named = hingeline.LogisticRegression(multi_class=multi_class, tol=1e-8).fit(X, y)
    np.testing.assert_allclose(plq.predict_proba(X), named.predict_proba(X), atol=1e-8)
    np.testing.assert_array_equal(plq.predict_log_proba(X), np.log(plq.predict_proba(X)))
    for other in (hingeline.PLQClassifier(), hingeline.PLQClassifier(hingeline.PLQ([1.0], [-1.0, 0.0], [0.0, 0.0]))):
        assert not hasattr(other, "predict_proba") and not hasattr(other, "predict_log_proba")
