# SPDX-License-Identifier: BSD-3-Clause
"""Certificates hold for the objective written out in NumPy."""

from fractions import Fraction
from operator import mul

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

import hingeline
from problems import CLASSIFICATION, LOSSES, classification, linear_machine, regression, standardized


@pytest.mark.parametrize("intercept", [True, False, "penalized"])
@pytest.mark.parametrize("loss", LOSSES)
def test_no_point_is_better_than_the_dual_objective(loss, intercept):
    X, y = classification() if loss in CLASSIFICATION else regression()
    weights = np.random.default_rng(2).uniform(0, 2, size=len(y))
    model = linear_machine(loss, C=0.3, fit_intercept=intercept, tol=1e-6).fit(X, y, weights)
    targets = np.where(y == 1, 1, -1) if loss in CLASSIFICATION else y

    def objective(w, b):
        ridge = w @ w + (b**2 if intercept == "penalized" else 0)
        return 0.5 * ridge + 0.3 * weights @ LOSSES[loss](targets, X @ w + b)

    w, b = model.coef_.ravel(), float(np.ravel(model.intercept_)[0])
    proof = model.certificate_
    assert model.status_ == "converged"
    assert proof.primal == pytest.approx(objective(w, b), rel=1e-12)
    assert proof.relative_gap <= 1e-6
    random = np.random.default_rng(3)
    for size in [1e-1, 1e-2, 1e-3]:
        for _ in range(20):
            moved = 0 if intercept is False else size * random.normal()
            assert objective(w + size * random.normal(size=w.size), b + moved) >= proof.dual


def test_free_intercept_is_better_than_a_penalized_one():
    X, y = standardized(load_breast_cancer)
    X += 3
    free = hingeline.LinearSVC(tol=1e-8).fit(X, y).certificate_
    penalized = hingeline.LinearSVC(tol=1e-8, fit_intercept="penalized").fit(X, y).certificate_
    assert free.primal < penalized.dual


@pytest.mark.parametrize("seed", range(5))
def test_small_problems_converge_where_the_first_solver_gives_up(seed):
    random = np.random.default_rng(seed)
    X = np.abs(random.normal(size=(40, 80))) * random.integers(1, 200, 80) + random.integers(0, 500, 80)
    y = 0.01 * (X[:, 0] - X[:, 0].mean()) / X[:, 0].std()
    model = hingeline.PLQRegressor(loss="absolute", penalty="l1", C=100, fit_intercept=False, tol=1e-6).fit(X, y)
    assert model.status_ == "converged"
    objective = np.abs(model.coef_).sum() + 100 * np.abs(y - X @ model.coef_).sum()
    assert model.certificate_.primal == pytest.approx(objective, rel=1e-9)


def test_small_problems_whose_answer_is_0_converge():
    random = np.random.default_rng(0)
    X = 0.1 * random.normal(size=(200, 2))
    y = np.where(random.normal(size=200) > 0, 1, -1)
    for C in np.geomspace(1e-3, 1e-2, 20):
        model = hingeline.PLQClassifier(loss="squared_hinge", penalty="l1", C=C, fit_intercept=False).fit(X, y)
        assert model.status_ == "converged"
        assert not model.coef_.any()


def test_margins_in_large_units_are_proven_to_their_last_digit():
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X = 1e4 * rng.normal(size=(14, 152))
        y = np.where(X[:, 0] > 0, 1, -1)
        model = hingeline.LinearSVC(loss="hinge", C=1000, fit_intercept=False).fit(X, y)
        assert model.status_ == "converged"
        w = list(map(Fraction, model.coef_[0].tolist()))
        short = [max(0, 1 - label * sum(map(mul, w, map(Fraction, row)))) for label, row in zip(y.tolist(), X.tolist())]
        primal = sum(map(mul, w, w)) / 2 + 1000 * sum(short)
        assert 0 <= primal - Fraction(model.certificate_.dual) <= 1e-4 * primal
