# SPDX-License-Identifier: BSD-3-Clause
"""Penalties, bounds, constraints, and losses of one's own."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
import sklearn.linear_model
import sklearn.svm
from scipy import sparse
from scipy.optimize import Bounds
from sklearn.base import clone, is_classifier
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV

import hingeline
from hingeline import PLQ, Constraints, PLQClassifier, PLQRegressor
from problems import classification, regression, standardized


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
    before_1_8 = tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 8)
    demand = {"penalty": "elasticnet"} if before_1_8 else {}  # without it an l1_ratio meant nothing
    theirs = sklearn.linear_model.LogisticRegression(
        l1_ratio=ratio, C=0.1, solver="saga", tol=1e-8, max_iter=100_000, **demand
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


WEIGHTED = [
    hingeline.LinearSVC(penalty="l1"),
    hingeline.LogisticRegression(penalty="elasticnet", l1_ratio=0.5),
    hingeline.PLQClassifier(penalty="l1"),
    hingeline.LinearRegressor(penalty="elasticnet"),
    hingeline.QuantileRegressor(alpha=0.01),
    hingeline.MultiQuantileRegressor(penalty="l1"),
    PLQRegressor(penalty="l1"),
    hingeline.LinearSVCCV(penalty="l1", Cs=[0.1, 1.0]),
    hingeline.LogisticRegressionCV(penalty="l1", Cs=[0.1, 1.0]),
    hingeline.LinearRegressorCV(penalty="l1", Cs=[0.1, 1.0]),
]


@pytest.mark.parametrize("estimator", WEIGHTED, ids=str)
def test_weights_of_the_l1_penalty(estimator):
    """Weights of 1 are none; a coefficient of weight 0 is free, one of a large weight is 0."""
    X, y = classification() if is_classifier(estimator) else regression()
    model = clone(estimator).set_params(tol=1e-8)
    plain = clone(model).fit(X, y)
    ones = clone(model).set_params(l1_weights=np.ones(5)).fit(X, y)
    np.testing.assert_allclose(ones.coef_, plain.coef_, atol=1e-5)
    weights = np.array([1.0, 1e6, 0.0, 1.0, 1e6])
    weighted = clone(model).set_params(l1_weights=weights).fit(X, y)
    assert weighted.status_ == "converged"
    zeros = np.atleast_2d(weighted.coef_) == 0
    assert zeros[:, [1, 4]].all() and not zeros[:, 2].any()


def test_weights_of_the_l1_penalty_are_in_the_objective(tmp_path):
    X, y = regression()
    weights, C = np.arange(5.0), 0.3
    model = hingeline.LinearRegressor("squared", penalty="l1", l1_weights=weights, C=C, tol=1e-10).fit(X, y)
    residuals = y - model.predict(X)
    objective = weights @ np.abs(model.coef_) + C / 2 * residuals @ residuals
    assert model.certificate_.primal == pytest.approx(objective, rel=1e-10)
    scaled = hingeline.LinearRegressor("squared", penalty="l1", C=C, tol=1e-10).fit(X[:, 1:] / weights[1:], y)
    assert objective <= scaled.certificate_.primal
    hingeline.write_model(tmp_path / "model", model, format="native")
    assert not hasattr(hingeline.read_model(tmp_path / "model"), "certificate_"), "the file has no weights"


@pytest.mark.parametrize("weights", [np.ones(4), [1, 1, 1, 1, -1], "x", [np.nan] * 5])
def test_invalid_weights_of_the_l1_penalty_are_refused(weights):
    X, y = regression()
    with pytest.raises(hingeline.InvalidParameter, match="^l1_weights: .* given, must be"):
        hingeline.LinearRegressor(penalty="l1", l1_weights=weights).fit(X, y)


@pytest.mark.parametrize("demand", [{"penalty": "l2"}, {"penalty": None}, {"penalty": "elasticnet", "l1_ratio": 0}])
def test_weights_without_an_l1_penalty_are_refused(demand):
    X, y = regression()
    with pytest.raises(hingeline.InvalidParameter, match="^l1_weights: .* given, must be None without an L1 penalty"):
        hingeline.LinearRegressor(**demand, l1_weights=np.ones(5)).fit(X, y)


def test_bounds_of_scipy_and_no_pairs_for_each_feature():
    X, y = regression(cols=2)
    both = [PLQRegressor(bounds=given).fit(X, y).coef_ for given in (Bounds([0, -1], [0.5, 0]), ([0, -1], [0.5, 0]))]
    np.testing.assert_array_equal(both[0], both[1])
    PLQRegressor(bounds=[np.zeros(2), np.ones(2)]).fit(X, y)
    for features, pairs in [(2, [(0, 1), (0, 1)]), (3, [(0, 1), (0, 1), (0, 1)])]:
        X, y = regression(cols=features)
        with pytest.raises(
            hingeline.InvalidParameter, match=rf"bounds: .* \({features},\), not a pair for each feature"
        ):
            PLQRegressor(bounds=pairs).fit(X, y)


def test_contradictory_constraints_are_named():
    X, y = standardized(load_diabetes)
    d = X.shape[1]
    sums, none = np.ones((2, d)), np.inf
    third_and_fifth = [Constraints(np.eye(1, d, 2), 1), Constraints(np.eye(1, d, 4), 0, 0)]
    for demands, rows in [
        ({"constraints": Constraints(sums, [3, -none], [none, 2])}, [0, 1]),
        ({"constraints": Constraints(sums[:1], 1), "bounds": (-none, 0.0)}, [0]),
        ({"constraints": [hingeline.ordered(d), *third_and_fifth]}, [2, 3, d - 1, d]),
    ]:
        with pytest.raises(hingeline.InfeasibleConstraints, match=f"^constraints: rows {rows[0]}.* contra") as error:
            PLQRegressor("absolute", **demands).fit(X, y)
        assert error.value.rows == rows
        copy = pickle.loads(pickle.dumps(error.value))
        assert (copy.rows, str(copy)) == (rows, str(error.value))
    two_sums = [hingeline.fixed_sum(d, 1), hingeline.fixed_sum(d, 2)]
    with pytest.raises(ValueError, match="contradict"):
        PLQClassifier(constraints=two_sums).fit(X, np.arange(len(y)) % 3)


def test_many_contradictory_constraints_are_not_all_written():
    X, y = regression(cols=30)
    ends = [Constraints(np.eye(1, 30, 0), 1), Constraints(np.eye(1, 30, 29), -np.inf, 0)]
    with pytest.raises(hingeline.InfeasibleConstraints, match=r"rows 0, 1, .*, 9 and 21 more \(from 0\)") as error:
        PLQRegressor("absolute", constraints=[hingeline.ordered(30), *ends]).fit(X, y)
    assert error.value.rows == list(range(31))


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


@pytest.mark.parametrize("kinds", [(np.asarray, np.asarray), (sparse.csr_array, np.asarray), (sparse.coo_array,) * 2])
def test_several_constraints_are_stacked(kinds):
    X, y = regression()
    rows, limits = np.array([[1.0, 1, 1, 1, 1], [1.0, -1, 0, 0, 0]]), [(1.0, 1.0), (0.5, np.inf)]
    together = PLQRegressor("absolute", constraints=Constraints(rows, *zip(*limits))).fit(X, y)
    each = [Constraints(kind(row[np.newaxis]), *ends) for kind, row, ends in zip(kinds, rows, limits)]
    for several in (each, tuple(each)):
        model = clone(PLQRegressor("absolute", constraints=several)).fit(X, y)
        np.testing.assert_array_equal(model.coef_, together.coef_)
    np.testing.assert_array_equal(
        PLQRegressor("absolute", constraints=[]).fit(X, y).coef_, PLQRegressor("absolute").fit(X, y).coef_
    )


def test_constraints_are_equal_by_identity():
    rows = np.ones((2, 5))
    one, other = Constraints(rows, 0.0, [1.0, 2.0]), Constraints(rows.copy(), 0.0, [1.0, 2.0])
    assert one == one and not one != one
    assert one != other and not one == other and one != (rows, 0.0, [1.0, 2.0])
    assert len({one, other, one}) == 2 and [other, one].index(one) == 1
    copy = clone(PLQRegressor("absolute", constraints=one)).constraints
    assert copy != one
    np.testing.assert_array_equal(copy.rows, rows)
    search = GridSearchCV(PLQRegressor("absolute"), {"constraints": [one, other, None]}).fit(*regression())
    assert search.best_params_["constraints"] in (one, other, None)


def test_constraints_by_name():
    X, y = regression()
    model = PLQRegressor("absolute", constraints=[hingeline.ordered(5), hingeline.fixed_sum(5)], tol=1e-8).fit(X, y)
    assert (np.diff(model.coef_) >= -1e-9).all()
    assert model.coef_.sum() == pytest.approx(1, abs=1e-9)
    falling = [hingeline.ordered(5, descending=True), hingeline.fixed_sum(5, -2)]
    model = PLQRegressor("absolute", constraints=falling, tol=1e-8).fit(X, y)
    assert (np.diff(model.coef_) <= 1e-9).all()
    assert model.coef_.sum() == pytest.approx(-2, abs=1e-9)
    alone = PLQRegressor("absolute", constraints=hingeline.ordered(1)).fit(X[:, :1], y)
    np.testing.assert_array_equal(alone.coef_, PLQRegressor("absolute").fit(X[:, :1], y).coef_)


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
    own = hingeline.fairness(layout(X), layout(X[:, :2]), [0.1, 0.2])
    np.testing.assert_array_equal(own.lower, [-0.1, -0.2])
    np.testing.assert_array_equal(own.upper, [0.1, 0.2])
    for wrong in (-0.1, np.nan, [0.1, -0.1], [0.1, 0.1, 0.1]):
        with pytest.raises(ValueError, match=r"^tolerance: .* must be >= 0, one number or 2$"):
            hingeline.fairness(layout(X), layout(X[:, :2]), wrong)


@pytest.mark.parametrize("layout", [np.asarray, sparse.csr_array, sparse.coo_matrix, pd.DataFrame])
def test_equal_opportunity(layout):
    X, y = classification(rows=500)
    sensitive = (X[:, 0] + 0.3 * np.random.default_rng(0).normal(size=500) > 0).astype(float)
    positive = y == 1
    constraints = hingeline.fairness(layout(X), sensitive, 0.01, among=positive)
    of_rows = hingeline.fairness(X[positive], sensitive[positive], 0.01)
    np.testing.assert_allclose(constraints.rows, of_rows.rows, atol=1e-15)
    decisions = PLQClassifier("hinge", constraints=constraints, tol=1e-6).fit(X, y).decision_function(X)
    covariance = lambda rows: abs(np.cov(sensitive[rows], decisions[rows], bias=True)[0, 1])
    assert covariance(positive) <= 0.01 + 1e-6 < covariance(~positive)
    for wrong, words in [
        (positive[:3], r"shape \(3,\)"),
        (y, r"shape \(500,\) of int64 given"),
        (np.zeros(500, bool), "no row of weight > 0 is marked"),
    ]:
        with pytest.raises(ValueError, match=f"^among: {words}"):
            hingeline.fairness(layout(X), sensitive, 0.01, among=wrong)


def test_rows_count_in_fairness_by_their_weights():
    X, y = classification(rows=100)
    weights = np.arange(100) % 4
    repeated = np.repeat(np.arange(100), weights)
    for among in (None, y == 1):
        weighted = hingeline.fairness(X, X[:, 0] > 0, 0.01, among=among, sample_weight=weights)
        of_repeated = None if among is None else among[repeated]
        plain = hingeline.fairness(X[repeated], X[repeated, 0] > 0, 0.01, among=of_repeated)
        np.testing.assert_allclose(weighted.rows, plain.rows, atol=1e-15)
    for wrong in (-weights, weights[:5]):
        with pytest.raises(ValueError, match="^sample_weight: "):
            hingeline.fairness(X, X[:, 0], 0.01, sample_weight=wrong)


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
        (PLQClassifier(constraints=[Constraints(np.ones((1, 5))), None]), "constraints: list given"),
        (PLQClassifier(constraints=[Constraints(np.ones((1, 4)))]), r"constraints: rows of shape \(1, 4\) given"),
    ],
    ids=str,
)
def test_bad_parameters_are_named(model, name):
    X, y = classification()
    with pytest.raises(ValueError, match=name):
        model.fit(X, y)


def test_a_fit_that_ends_outside_its_constraints_says_so():
    X, y = regression(rows=200)
    order = hingeline.ordered(X.shape[1], descending=True)
    model = PLQRegressor("absolute", constraints=order, max_iter=1, solver="alm_newton", tol=1e-12)
    with pytest.warns(ConvergenceWarning, match=r": constraints are violated by \S+, relative\."):
        model.fit(X - 3, X @ np.arange(1.0, 1 + X.shape[1]))
    assert model.certificate_.max_violation > 1e-12


@pytest.mark.parametrize("penalty", [None, "l1", "l2"])
@pytest.mark.parametrize("solver", ["auto", "alm_newton", "interior_point"])
def test_constraints_hold_where_the_start_costs_nothing(penalty, solver):
    """All that is wrong with w = 0 is the constraint, whose violation no gap shows."""
    model = PLQRegressor(
        "absolute", penalty=penalty, fit_intercept=False, constraints=hingeline.fixed_sum(1, 1.0), solver=solver
    ).fit([[1.0], [2.0], [3.0]], np.zeros(3))
    assert model.status_ == "converged"
    assert model.coef_ == pytest.approx([1.0], abs=1e-4)


def test_small_data_converge_where_coordinate_descent_ends_short():
    """Columns far from 0, in units far apart, on which coordinate descent ends short."""
    for seed in range(3):
        random = np.random.default_rng(seed)
        X = random.normal(size=(134, 18)) * 10.0 ** random.integers(-4, 5, size=18) + 1000 * random.normal(size=18)
        model = hingeline.LinearSVC(penalty="l1", C=1000.0).fit(X, random.integers(0, 2, size=134))
        assert model.status_ == "converged"
