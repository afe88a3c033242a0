# SPDX-License-Identifier: BSD-3-Clause
"""Answers are those of scikit-learn at the same objective."""

import numpy as np
import pytest
import sklearn.linear_model
import sklearn.svm
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.multiclass import OneVsOneClassifier

import hingeline
from problems import classification, standardized


@pytest.mark.parametrize("load", [load_breast_cancer, load_iris, load_wine])
def test_svc_agrees_with_scikit_learn(load):
    X, y = standardized(load)
    theirs = sklearn.svm.LinearSVC(tol=1e-10, C=0.1, max_iter=100000, dual=False).fit(X, y)
    ours = hingeline.LinearSVC(tol=1e-12, C=0.1, fit_intercept="penalized").fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-6)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-6)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


@pytest.mark.parametrize("intercept", [False, True, "penalized"])
@pytest.mark.parametrize("load", [load_breast_cancer, load_iris, load_wine])
def test_crammer_singer_agrees_with_scikit_learn(load, intercept):
    X, y = standardized(load)
    shared = {"C": 0.1, "multi_class": "crammer_singer"}
    theirs = sklearn.svm.LinearSVC(tol=1e-9, max_iter=10**6, fit_intercept=bool(intercept), **shared).fit(X, y)
    ours = hingeline.LinearSVC(tol=1e-9, fit_intercept=intercept, **shared).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-4)
    if len(ours.classes_) > 2:
        m = X @ ours.coef_.T + ours.intercept_
        own = m[np.arange(len(y)), y]
        m[np.arange(len(y)), y] -= 1
        primal = 0.5 * np.sum(ours.coef_**2) + 0.5 * np.sum(ours.intercept_**2) + 0.1 * np.sum(m.max(axis=1) + 1 - own)
        assert ours.certificate_.primal == pytest.approx(primal, rel=1e-9)


@pytest.mark.parametrize("intercept", [False, "penalized"])
@pytest.mark.parametrize("load", [load_iris, load_wine, None])
def test_one_against_one_agrees_with_scikit_learn(load, intercept):
    X, y = standardized(load) if load else classification(rows=400, classes=5)
    shared = {"C": 0.1, "fit_intercept": bool(intercept), "tol": 1e-10, "max_iter": 10**6, "dual": False}
    theirs = OneVsOneClassifier(sklearn.svm.LinearSVC(**shared)).fit(X, y)
    machine = hingeline.LinearSVC(C=0.1, fit_intercept=intercept, tol=1e-12, multi_class="ovo").fit
    for ours in (machine(X, y), machine(X[::-1], y[::-1])):  # in whatever order classes appear
        pairs = np.vstack([-each.coef_ for each in theirs.estimators_])
        np.testing.assert_allclose(ours.coef_, pairs, atol=1e-6)
        intercepts = [-np.ravel(each.intercept_)[0] for each in theirs.estimators_]
        np.testing.assert_allclose(ours.intercept_, intercepts, atol=1e-6)
        scores = theirs.decision_function(X)
        np.testing.assert_allclose(ours.decision_function(X), scores, atol=1e-6)
        untied = np.diff(np.sort(np.rint(scores), axis=1)[:, -2:])[:, 0] > 0
        np.testing.assert_array_equal(ours.predict(X)[untied], theirs.predict(X)[untied])
        assert untied.mean() > 0.9


def test_logistic_agrees_with_scikit_learn():
    X, y = standardized(load_breast_cancer)
    theirs = sklearn.linear_model.LogisticRegression(tol=1e-12, C=0.1, max_iter=10000).fit(X, y)
    ours = hingeline.LogisticRegression(tol=1e-12, C=0.1).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-5)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_multinomial_agrees_with_scikit_learn(load, intercept):
    X, y = standardized(load)
    shared = {"tol": 1e-12, "C": 0.5, "fit_intercept": intercept, "class_weight": {0: 1, 1: 2, 2: 3}}
    weights = np.random.default_rng(0).uniform(0, 2, size=len(y))
    theirs = sklearn.linear_model.LogisticRegression(max_iter=10000, **shared).fit(X, y, weights)
    ours = hingeline.LogisticRegression(**shared).fit(X, y, weights)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-5)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-5)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)
    log_loss = -np.log(ours.predict_proba(X)[np.arange(len(y)), y])
    primal = 0.5 * np.sum(ours.coef_**2) + 0.5 * np.sum(weights * np.array([1, 2, 3])[y] * log_loss)
    assert ours.certificate_.primal == pytest.approx(primal, rel=1e-9)


def test_svr_agrees_with_scikit_learn():
    X, y = standardized(load_diabetes)
    shared = {"epsilon": 5.0, "C": 0.1, "loss": "squared_epsilon_insensitive"}
    theirs = sklearn.svm.LinearSVR(tol=1e-10, max_iter=100000, dual=False, **shared).fit(X, y)
    ours = hingeline.LinearSVR(tol=1e-12, fit_intercept="penalized", **shared).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    assert ours.intercept_ == pytest.approx(theirs.intercept_[0], abs=1e-4)


def test_squared_loss_is_ridge_regression():
    X, y = standardized(load_diabetes)
    theirs = sklearn.linear_model.Ridge(alpha=2.0).fit(X, y)
    ours = hingeline.LinearRegressor("squared", C=0.5, tol=1e-12).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-4)
