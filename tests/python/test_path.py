# SPDX-License-Identifier: BSD-3-Clause
"""One estimator at several C."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.exceptions import ConvergenceWarning

import hingeline
from problems import classification, hard, regression

COSTS = [1.0, 0.01, 0.1]


@pytest.mark.parametrize("layout", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(
    "estimator",
    [
        hingeline.LinearSVC(loss="hinge"),
        hingeline.LinearSVC(multi_class="crammer_singer"),
        hingeline.LinearSVC(multi_class="ovo", class_weight={0: 2.0}),
        hingeline.LogisticRegression(),
        hingeline.PLQClassifier(positive=True),
        hingeline.LinearSVR(),
        hingeline.LinearRegressor("huber", penalty="elasticnet"),
        hingeline.PLQRegressor(bounds=(-0.1, 0.1)),
    ],
    ids=str,
)
def test_a_path_agrees_with_separate_fits(estimator, classes, layout):
    X, y = classification(classes=classes) if is_classifier(estimator) else regression()
    weights = np.random.default_rng(0).integers(0, 3, size=len(y)).astype(float)
    estimator = clone(estimator).set_params(tol=1e-8, warm_start=True)
    path = hingeline.path(estimator, layout(X), y, COSTS, sample_weight=weights)
    assert not hasattr(estimator, "coef_")
    np.testing.assert_array_equal(path.Cs, sorted(COSTS))
    assert path.statuses == ["converged"] * 3
    for k, C in enumerate(path.Cs):
        alone = clone(estimator).set_params(C=C).fit(X, y, weights)
        np.testing.assert_allclose(path.coefs[k], alone.coef_, atol=1e-3)
        np.testing.assert_allclose(path.intercepts[k], alone.intercept_, atol=1e-3)
        assert path.certificates[k].relative_gap <= 1e-8
        assert path.certificates[k].primal == pytest.approx(alone.certificate_.primal, rel=1e-7)


def test_the_cost_of_the_estimator_itself_is_ignored():
    X, y = classification()
    free, one = (hingeline.path(hingeline.LogisticRegression(C=C), X, y, [1e-4, 1.0]) for C in (np.inf, 1.0))
    np.testing.assert_array_equal(free.coefs, one.coefs)
    assert np.abs(one.coefs[0]).max() < 0.1 * np.abs(one.coefs[1]).max()


def test_a_path_that_ends_early_says_so():
    X, y = hard()
    endless = hingeline.LinearSVC(loss="hinge", tol=1e-13, max_iter=10**9, solver="dual_cd", max_seconds=0.5)
    with pytest.warns(ConvergenceWarning, match="path of LinearSVC: . of 3 costs converged"):
        path = hingeline.path(endless, X, y, [1e2, 1e3, 1e4])
    assert len(path.Cs) == len(path.coefs) == len(path.certificates) == len(path.statuses) < 3
    assert path.statuses[-1] == "max_seconds"


def test_constraints_that_contradict_each_other_are_named():
    X, y = regression()
    never = hingeline.Constraints(np.eye(5)[:1], [1.0], [np.inf])
    with pytest.raises(hingeline.InfeasibleConstraints) as error:
        hingeline.path(hingeline.PLQRegressor(constraints=never, bounds=(0, 0.5)), X, y, COSTS)
    assert error.value.rows == [0]


@pytest.mark.parametrize(
    "estimator",
    [hingeline.QuantileRegressor(), hingeline.SVC(), hingeline.MultiQuantileRegressor(), hingeline.LinearSVCCV(), "x"],
    ids=str,
)
def test_estimators_without_a_path_are_refused(estimator):
    X, y = classification()
    with pytest.raises(hingeline.InvalidParameter, match="^estimator: .* given, must be a linear"):
        hingeline.path(estimator, X, y, COSTS)


@pytest.mark.parametrize("costs", [1.0, [], [1, 0], [np.inf], "x", [[1.0]]])
def test_invalid_costs_are_refused(costs):
    X, y = classification()
    with pytest.raises(hingeline.InvalidParameter, match="^Cs: .* given, must be an array"):
        hingeline.path(hingeline.LinearSVC(), X, y, costs)
