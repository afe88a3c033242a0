# SPDX-License-Identifier: BSD-3-Clause
"""HuberRegressor, which estimates the scale jointly: its objective, its certificate, and scikit-learn's answers."""

import numpy as np
import pytest
import sklearn.linear_model

import hingeline
from problems import regression


def joint_huber(model, X, y, weights):
    z = np.abs(y - X @ model.coef_ - model.intercept_) / model.scale_
    loss = np.where(z <= model.epsilon, z**2, 2 * model.epsilon * z - model.epsilon**2)
    return model.scale_ * weights @ (1 + loss) + model.alpha * model.coef_ @ model.coef_


def nearly_linear():
    random = np.random.default_rng(0)
    X = random.normal(size=(1000, 5))
    return X, X @ np.arange(1.0, 6) + 0.1 * random.normal(size=1000)


def stop_after(passes):
    calls = []
    return lambda now: calls.append(now) or len(calls) < passes


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("alpha", [0, 1e-4, 1.0, 100.0])
def test_huber_agrees_with_scikit_learn(alpha, intercept):
    X, y = regression()
    weights = np.random.default_rng(2).uniform(0, 2, size=len(y))
    shared = {"alpha": alpha, "fit_intercept": intercept}
    theirs = sklearn.linear_model.HuberRegressor(tol=1e-10, max_iter=10000, **shared).fit(X, y, weights)
    ours = hingeline.HuberRegressor(**shared).fit(X, y, weights)
    proof = ours.certificate_
    assert ours.status_ == "converged"
    assert proof.primal == pytest.approx(joint_huber(ours, X, y, weights), rel=1e-12)
    assert proof.primal <= joint_huber(theirs, X, y, weights) * (1 + 1e-9)
    assert proof.dual <= joint_huber(theirs, X, y, weights)
    assert ours.scale_ == pytest.approx(theirs.scale_, rel=1e-3)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-3)
    np.testing.assert_array_equal(ours.outliers_, np.abs(y - ours.predict(X)) > 1.35 * ours.scale_)


@pytest.mark.parametrize("alpha", [0, 1e-4, 0.1, 1.0, 10.0])
@pytest.mark.parametrize("outlier", [20, 200])
def test_huber_finds_the_scale_among_outliers(outlier, alpha):
    for seed in range(20):
        random = np.random.default_rng(seed)
        X = random.normal(size=(500, 5))
        y = X @ random.normal(size=5) + 0.1 * random.normal(size=500)
        y[:50] += outlier
        theirs = sklearn.linear_model.HuberRegressor(tol=1e-10, max_iter=10000, alpha=alpha).fit(X, y)
        tol = 1e-5 if alpha > 0 else 1e-7  # Newton's steps on a ridge go beyond what they are asked for
        ours = hingeline.HuberRegressor(alpha=alpha, tol=tol).fit(X, y)
        assert ours.status_ == "converged"
        assert ours.certificate_.primal <= joint_huber(theirs, X, y, np.ones(500)) * (1 + 1e-5)
        assert ours.scale_ == pytest.approx(theirs.scale_, rel=2e-3)
        np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)


@pytest.mark.parametrize("alpha", [0, 1e-12])
def test_huber_fits_exact_data(alpha):
    X, _ = regression()
    model = hingeline.HuberRegressor(alpha=alpha).fit(X, X @ np.arange(5.0) + 2)
    np.testing.assert_allclose(model.coef_, np.arange(5.0), atol=1e-4)
    assert model.intercept_ == pytest.approx(2, abs=1e-4)


@pytest.mark.parametrize("tol", [1e-5, 1e-8])
def test_huber_without_a_penalty_of_many_features(tol):
    X, y = regression(2000, 100)
    model = hingeline.HuberRegressor(alpha=0, tol=tol).fit(X, y)
    assert model.status_ == "converged" and model.certificate_.relative_gap <= tol
    assert model.certificate_.primal == pytest.approx(joint_huber(model, X, y, np.ones(len(y))), rel=1e-10)
    assert model.coef_error_bound_ == np.inf
    ridge = hingeline.HuberRegressor(alpha=1e-6, tol=1e-8).fit(X, y)
    assert model.certificate_.dual <= joint_huber(ridge, X, y, np.ones(len(y)))


@pytest.mark.parametrize("scale", [0, 1e-9, 1])
def test_huber_certificate_consists_of_floats(scale):
    X, y = regression()
    assert {type(number) for number in hingeline.HuberRegressor().fit(X, scale * y).certificate_} == {float}


def test_huber_certificate_of_a_larger_problem_holds_at_its_tolerance():
    X, y = regression(rows=5000)
    model = hingeline.HuberRegressor(tol=1e-3).fit(X, y)
    exact = hingeline.HuberRegressor(tol=1e-10).fit(X, y)
    assert model.certificate_.relative_gap <= 1e-3
    assert model.certificate_.dual <= exact.certificate_.primal <= model.certificate_.primal * (1 + 1e-10)


def test_huber_that_is_stopped_keeps_its_best_point():
    X, y = regression(rows=1000)
    y[:100] += 200

    models = [hingeline.HuberRegressor(tol=1e-9, callback=stop_after(passes)).fit(X, y) for passes in range(2, 14)]
    gaps = [model.certificate_.relative_gap for model in models]
    assert gaps == sorted(gaps, reverse=True) and len(set(gaps)) > 5


@pytest.mark.parametrize("alpha", [0, 1e-4, 10.0])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_huber_that_is_stopped_proves_no_more_than_is_true(alpha):
    X, y = nearly_linear()
    best = hingeline.HuberRegressor(alpha=alpha, tol=1e-10).fit(X, y).certificate_.primal
    for passes in range(1, 11):
        for limit in ({"callback": stop_after(passes)}, {"max_iter": passes}):
            proof = hingeline.HuberRegressor(alpha=alpha, **limit).fit(X, y).certificate_
            assert proof.dual <= best * (1 + 1e-12)
            assert proof.relative_gap >= (proof.primal - best) / proof.primal - 1e-12


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_huber_whose_gap_is_beyond_float64_is_not_proven():
    model = hingeline.HuberRegressor(alpha=1e-300, max_iter=3).fit(*nearly_linear())
    assert model.status_ == "numerical"
    assert model.certificate_.dual == 0
    assert model.certificate_.relative_gap == np.inf
