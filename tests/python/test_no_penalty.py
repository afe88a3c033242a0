# SPDX-License-Identifier: BSD-3-Clause
"""Machines without a penalty."""

import numpy as np
import pytest
import sklearn.linear_model

import hingeline
from problems import CLASSIFICATION, LOSSES, classification, linear_machine, regression


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("loss", LOSSES)
def test_no_penalty_is_the_limit_of_small_ones(loss, intercept):
    X, y = classification() if loss in CLASSIFICATION else regression()
    free = linear_machine(loss, penalty=None, fit_intercept=intercept, tol=1e-8).fit(X, y)
    assert free.status_ == "converged" and free.certificate_.relative_gap <= 1e-8
    assert free.coef_error_bound_ == np.inf
    ridge = linear_machine(loss, C=1e6, fit_intercept=intercept, tol=1e-8).fit(X, y)
    of_ridge = (ridge.certificate_.primal - 0.5 * (ridge.coef_**2).sum()) / 1e6
    assert free.certificate_.dual <= of_ridge * (1 + 1e-12)
    assert free.certificate_.primal == pytest.approx(of_ridge, rel=1e-4)
    general = hingeline.PLQClassifier if loss in CLASSIFICATION else hingeline.PLQRegressor
    shared = free.get_params().keys() & general().get_params().keys() - {"multi_class"}
    same = general(**{"loss": loss, **{name: getattr(free, name) for name in shared}}).fit(X, y)
    np.testing.assert_array_equal(same.coef_, free.coef_)


@pytest.mark.parametrize("quantile", [0.5, 0.9])
def test_quantiles_without_a_penalty_agree_with_scikit_learn(quantile):
    X, y = regression()
    theirs = sklearn.linear_model.QuantileRegressor(quantile=quantile, alpha=0).fit(X, y)
    ours = hingeline.QuantileRegressor(quantile=quantile, alpha=0, tol=1e-8).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-6)
    same = hingeline.QuantileRegressor(quantile=quantile, penalty=None, tol=1e-8).fit(X, y)
    np.testing.assert_array_equal(same.coef_, ours.coef_)
    one_of_two = hingeline.MultiQuantileRegressor([0.3, quantile], penalty=None, non_crossing=False, tol=1e-8).fit(X, y)
    np.testing.assert_allclose(one_of_two.coef_[1], ours.coef_, atol=1e-6)


def test_logistic_regression_without_a_penalty_agrees_with_scikit_learn():
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 4))
    y = X @ [1, -1, 0.5, 0] + random.logistic(size=200) > 0
    ours = hingeline.LogisticRegression(penalty=None, C=1e-3, tol=1e-8).fit(X, y)
    theirs = sklearn.linear_model.LogisticRegression(C=np.inf, tol=1e-10).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-4, atol=1e-5)
    with pytest.raises(ValueError, match="multi_class"):
        hingeline.LogisticRegression(penalty=None).fit(X, np.arange(len(y)) % 3)


def test_no_penalty_where_classes_are_separated():
    X, y = classification()
    for loss in ("hinge", "squared_hinge"):
        model = hingeline.LinearSVC(loss=loss, penalty=None).fit(X, X[:, 0] > 0)
        assert model.status_ == "converged" and model.certificate_.primal == pytest.approx(0, abs=1e-9)
    several = classification(classes=3)
    assert hingeline.LinearSVC(penalty=None, multi_class="ovo").fit(*several).status_ == "converged"
    with pytest.raises(ValueError, match="multi_class: multinomial given, needs a ridge .*; ovr and ovo take others"):
        hingeline.LogisticRegression("l1").fit(*several)
    with pytest.raises(ValueError, match="multi_class: crammer_singer given, needs a ridge"):
        hingeline.LinearSVC(penalty=None, multi_class="crammer_singer", fit_intercept=False).fit(*several)


def test_infinite_cost_is_no_penalty(tmp_path):
    X, y = classification()
    without = hingeline.LogisticRegression(penalty=None).fit(X, y)
    for penalty in ("l2", "l1"):
        infinite = hingeline.LogisticRegression(penalty=penalty, C=np.inf).fit(X, y)
        np.testing.assert_array_equal(infinite.coef_, without.coef_)
    hingeline.write_model(tmp_path / "model", infinite)
    read = hingeline.read_model(tmp_path / "model")
    assert (read.penalty, read.C) == (None, 1.0)
    np.testing.assert_array_equal(read.predict_proba(X), infinite.predict_proba(X))
    for machine in (hingeline.LogisticRegression(C=-np.inf), hingeline.LinearSVC(C=np.inf)):
        with pytest.raises(ValueError, match="^C: "):
            machine.fit(X, y)
