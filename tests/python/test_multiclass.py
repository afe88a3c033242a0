# SPDX-License-Identifier: BSD-3-Clause
"""Several classes: one against one, multinomial, and Crammer and Singer's machine."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris, load_wine

import hingeline
from problems import classification, standardized


def test_one_against_one_trains_a_machine_for_every_two_classes():
    X, y = classification(rows=300, classes=4)
    labels = np.array(["d", "a", "c", "b"])[y]
    weights = np.random.default_rng(0).uniform(0, 2, size=len(y))
    pairs = [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    for model in (
        hingeline.LinearSVC(loss="hinge", tol=1e-8),
        hingeline.LogisticRegression(tol=1e-8),
        hingeline.PLQClassifier(hingeline.PLQ([1], [-1, 0], [0, 0]), tol=1e-8),
    ):
        several = clone(model).set_params(multi_class="ovo", decision_function_shape="ovo").fit(X, labels, weights)
        assert several.coef_.shape == (6, 5) and several.intercept_.shape == (6,)
        alone = []
        for first, second in pairs:
            rows = (labels == first) | (labels == second)
            alone.append(-clone(model).fit(X[rows], labels[rows], weights[rows]).decision_function(X))
        np.testing.assert_allclose(several.decision_function(X), np.column_stack(alone), atol=1e-4)
        several.set_params(decision_function_shape="ovr")
        assert several.decision_function(X).shape == (300, 4)
        both = clone(several).set_params(n_jobs=2).fit(X, labels, weights)
        np.testing.assert_array_equal(both.coef_, several.coef_)


def test_one_against_one_along_a_path():
    X, y = standardized(load_wine)
    search = hingeline.LinearSVCCV(Cs=[0.01, 0.1], multi_class="ovo").fit(X, y)
    plain = hingeline.LinearSVC(C=search.C_, multi_class="ovo").fit(X, y)
    np.testing.assert_allclose(search.coef_, plain.coef_, atol=1e-6)
    with pytest.raises(ValueError, match="decision_function_shape"):
        plain.set_params(decision_function_shape="pairs").decision_function(X)
    with pytest.raises(ValueError, match="multi_class"):
        hingeline.PLQClassifier(multi_class="ovo", positive=True).fit(X, y)


def test_crammer_singer_starts_warm_along_a_path():
    X, y = standardized(load_wine)
    machine = {"multi_class": "crammer_singer", "fit_intercept": "penalized"}
    search = hingeline.LinearSVCCV(Cs=[0.01, 0.1], **machine).fit(X, y)
    again = hingeline.LinearSVC(C=search.C_, warm_start=True, **machine).fit(X, y)
    np.testing.assert_allclose(again.coef_, search.coef_, atol=1e-6)
    np.testing.assert_allclose(again.fit(X[::-1], y[::-1]).coef_, search.coef_, atol=1e-6)


def test_multinomial_is_refused_with_penalties_other_than_a_ridge():
    X, y = standardized(load_iris)
    with pytest.raises(ValueError, match="multi_class"):
        hingeline.LogisticRegression(penalty="l1").fit(X, y)
    assert hingeline.LogisticRegression(penalty="l1", multi_class="ovr").fit(X, y).coef_.shape == (3, 4)
    hingeline.LogisticRegression(penalty="l1").fit(X, y > 0)
