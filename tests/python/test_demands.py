# SPDX-License-Identifier: BSD-3-Clause
"""Penalties, bounds, constraints, and losses of one's own."""

import numpy as np
import pandas as pd
import pytest
import sklearn.linear_model
import sklearn.svm
from scipy import sparse
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.preprocessing import StandardScaler

import hingeline
from hingeline import PLQ, Constraints, PLQClassifier, PLQRegressor
from problems import classification, regression


def standardized(load):
    X, y = load(return_X_y=True)
    return StandardScaler().fit_transform(X), y


def test_l1_quantile_agrees_with_scikit_learn():
    X, y = standardized(load_diabetes)

    def objective(model):
        residuals = y - X @ model.coef_ - model.intercept_
        return np.mean(np.maximum(0.7 * residuals, -0.3 * residuals)) + 0.1 * np.abs(model.coef_).sum()

    theirs = sklearn.linear_model.QuantileRegressor(quantile=0.7, alpha=0.1).fit(X, y)
    ours = hingeline.QuantileRegressor(quantile=0.7, alpha=0.1, tol=1e-8).fit(X, y)
    assert ours.status_ == "converged"
    assert objective(ours) == pytest.approx(objective(theirs), rel=1e-8)
    assert ours.certificate_.primal * 0.1 == pytest.approx(objective(ours), rel=1e-10)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)


@pytest.mark.parametrize("ratio", [0.3, 1.0])
def test_logistic_agrees_with_scikit_learn(ratio):
    X, y = standardized(load_breast_cancer)
    theirs = sklearn.linear_model.LogisticRegression(
        l1_ratio=ratio, C=0.1, solver="saga", tol=1e-8, max_iter=100_000
    ).fit(X, y)
    ours = hingeline.LogisticRegression(l1_ratio=ratio, C=0.1, tol=1e-8).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-3)
    np.testing.assert_array_equal(ours.coef_ == 0, np.abs(theirs.coef_) < 1e-9)


def test_l1_svc_agrees_with_scikit_learn():
    X, y = standardized(load_breast_cancer)
    shared = {"penalty": "l1", "C": 0.1}
    theirs = sklearn.svm.LinearSVC(dual=False, intercept_scaling=1e4, tol=1e-6, random_state=0, **shared).fit(X, y)
    ours = hingeline.LinearSVC(tol=1e-8, **shared).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=2e-3)
    assert 0 < np.count_nonzero(ours.coef_) < X.shape[1]


def test_contradictory_constraints_are_refused():
    X, y = standardized(load_diabetes)
    sum_of_all = np.ones((1, X.shape[1]))
    for demands in [
        {"constraints": Constraints(np.repeat(sum_of_all, 2, axis=0), [3, -np.inf], [np.inf, 2])},
        {"constraints": Constraints(sum_of_all, 1, np.inf), "bounds": (-np.inf, 0.0)},
    ]:
        with pytest.raises(ValueError, match="contradict"):
            PLQRegressor("absolute", **demands).fit(X, y)


def test_bounds_and_signs():
    X, y = standardized(load_diabetes)
    free = PLQRegressor("squared", C=10, tol=1e-8).fit(X, y)
    assert free.coef_.min() < -30 and free.coef_.max() > 30
    positive = PLQRegressor("squared", C=10, positive=True, tol=1e-8).fit(X, y)
    theirs = sklearn.linear_model.Ridge(alpha=0.1, positive=True, tol=1e-10).fit(X, y)
    np.testing.assert_allclose(positive.coef_, theirs.coef_, atol=1e-2)
    signs = np.sign(free.coef_)
    np.testing.assert_allclose(
        PLQRegressor("squared", C=10, monotonic_cst=signs, tol=1e-8).fit(X, y).coef_, free.coef_, atol=1e-3
    )
    against = PLQRegressor("squared", C=10, monotonic_cst=-signs, tol=1e-8).fit(X, y)
    assert np.all(against.coef_ * signs <= 1e-6)
    boxed = PLQRegressor("absolute", C=10, bounds=(-3, np.full(X.shape[1], 7.0))).fit(X, y)
    assert boxed.coef_.min() >= -3 - 1e-6 and boxed.coef_.max() <= 7 + 1e-6
    assert boxed.certificate_.primal > PLQRegressor("absolute", C=10).fit(X, y).certificate_.primal


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.int8])
@pytest.mark.parametrize("form", ["csr", "csc", "bsr", "coo", "lil", "dok", "dia"])
@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix])
def test_constraints_of_any_layout(kind, form, dtype):
    X, y = regression()
    rows = np.array([[2, -1, 0, 0, 0], [0, 2, -1, 0, 0], [0, 0, 2, -1, 0], [0, 0, 0, 2, -1], [1, 0, 0, 0, 1]])
    fit = lambda rows: PLQRegressor("absolute", constraints=Constraints(rows, 0.5, 1.0)).fit(X, y).coef_
    np.testing.assert_array_equal(fit(kind(rows.astype(dtype)).asformat(form)), fit(rows))


@pytest.mark.parametrize("layout", [np.asarray, sparse.coo_array])
def test_one_constraint_needs_no_second_dimension(layout):
    X, y = regression()
    fit = lambda row: PLQRegressor("absolute", constraints=Constraints(row, 0.5, 1.0)).fit(X, y).coef_
    np.testing.assert_array_equal(fit(layout(np.ones(5))), fit(np.ones((1, 5))))


def test_no_constraints():
    X, y = regression()
    none = PLQRegressor("absolute", constraints=Constraints(np.empty((0, 5)), 1.0, 1.0)).fit(X, y)
    np.testing.assert_array_equal(none.coef_, PLQRegressor("absolute").fit(X, y).coef_)


@pytest.mark.parametrize("layout", [np.asarray, sparse.csr_array])
def test_constraints(layout):
    X, y = regression()
    rows = np.array([[1.0, 1, 1, 1, 1], [1.0, -1, 0, 0, 0]])
    constraints = hingeline.Constraints(layout(rows), [1.0, 0.5], [1.0, np.inf])
    model = PLQRegressor("absolute", constraints=constraints, tol=1e-6).fit(X, y)
    assert model.status_ == "converged"
    assert rows[0] @ model.coef_ == pytest.approx(1, abs=1e-5)
    assert rows[1] @ model.coef_ >= 0.5 - 1e-5
    assert 0 <= model.certificate_.max_violation < 1e-5


def test_fairness():
    X, y = classification(rows=500)
    sensitive = (X[:, 0] + 0.3 * np.random.default_rng(0).normal(size=500) > 0).astype(float)

    def covariance(model):
        return abs(np.cov(sensitive, model.decision_function(X), bias=True)[0, 1])

    fair = PLQClassifier("hinge", constraints=hingeline.fairness(X, sensitive, 0.01), tol=1e-6).fit(X, y)
    assert covariance(fair) <= 0.01 + 1e-6 < covariance(PLQClassifier("hinge").fit(X, y))


@pytest.mark.parametrize("layout", [np.asarray, sparse.csr_array, sparse.csr_matrix, pd.DataFrame])
def test_fairness_of_several_attributes(layout):
    X, _ = classification(rows=50)
    each = [hingeline.fairness(X, X[:, k], 0.1).rows[0] for k in range(2)]
    np.testing.assert_allclose(hingeline.fairness(layout(X), layout(X[:, :2]), 0.1).rows, each, atol=1e-15)
    np.testing.assert_allclose(hingeline.fairness(layout(X), X[:, [0]], 0.1).rows, each[:1], atol=1e-15)
    np.testing.assert_allclose(hingeline.fairness(layout(X), X[:, 1], 0.1).rows, each[1:], atol=1e-15)
    for wrong in (X.T, X[:10, 0], X[:, :, np.newaxis]):
        with pytest.raises(ValueError, match=r"^sensitive: shape"):
            hingeline.fairness(layout(X), wrong, 0.1)


def test_losses_of_ones_own():
    X, y = classification()
    hinge = PLQ([1.0], [-1.0, 0.0], [0.0, 0.0])
    assert PLQ.from_terms(relu=[(-1.0, 1.0)]) == PLQ([1.0], [-1.0, 0.0], [0.0, 0.0], 0.0)
    named = PLQClassifier("hinge", tol=1e-8).fit(X, y)
    np.testing.assert_allclose(PLQClassifier(hinge, tol=1e-8).fit(X, y).coef_, named.coef_, atol=1e-6)
    X, y = regression()
    terms = PLQ.from_terms(rehu=[(1.0, 0.0, 0.5), (-1.0, 0.0, 0.5)])
    huber = PLQRegressor("huber", delta=0.5, tol=1e-8).fit(X, y)
    np.testing.assert_allclose(PLQRegressor(terms, tol=1e-8).fit(X, y).coef_, huber.coef_, atol=1e-5)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (PLQRegressor("hinge"), "loss"),
        (PLQClassifier("absolute"), "loss"),
        (PLQClassifier(PLQ([0.0], [1.0, -1.0], [0.0, 0.0])), "function"),
        (PLQClassifier(None), "loss: None given"),
        (PLQClassifier(np.square), "loss: .* given, must be a name or a PLQ"),
        (PLQClassifier(([0.0], [1.0, -1.0])), "loss: .* given, must be a name or a PLQ"),
        (PLQClassifier(penalty="l3"), "penalty"),
        (PLQClassifier(penalty="elasticnet", l1_ratio=2), "l1_ratio"),
        (PLQClassifier(monotonic_cst=2), "monotonic_cst"),
        (PLQClassifier(bounds=(np.nan, 1)), "bounds"),
        (PLQClassifier(bounds=0), "bounds: 0 given"),
        (PLQClassifier(bounds=(0, 1, 2)), "bounds: .* must be a pair"),
        (PLQClassifier(bounds=(np.zeros(3), 1)), r"bounds: shape \(3,\) given"),
        (PLQClassifier(bounds=(np.zeros((5, 1)), 1)), r"bounds: shape \(5, 1\) given"),
        (PLQClassifier(monotonic_cst=[1, 0]), r"monotonic_cst: shape \(2,\) given"),
        (PLQClassifier(constraints=Constraints(np.ones((2, 5)), [0, 0, 0])), r"constraints: shape \(3,\) given"),
        (PLQClassifier(constraints=Constraints(np.ones((2, 5, 1)))), "constraints: rows of shape"),
        (PLQClassifier(constraints=np.ones((1, 5))), "constraints: ndarray given"),
        (PLQClassifier(constraints=(np.ones((1, 5)), 1, 1)), "constraints: tuple given"),
    ],
    ids=str,
)
def test_bad_parameters_are_named(model, name):
    X, y = classification()
    with pytest.raises(ValueError, match=name):
        model.fit(X, y)
