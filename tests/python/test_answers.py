# SPDX-License-Identifier: BSD-3-Clause
"""Answers against objectives written out in NumPy and against scikit-learn's at the same objective."""

import pickle
from fractions import Fraction
from operator import mul

import numpy as np
import pytest
import sklearn.linear_model
import sklearn.svm
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.multiclass import OneVsOneClassifier
from sklearn.preprocessing import StandardScaler

import hingeline
from problems import LOSSES, classification, regression

CLASSIFIERS = ["hinge", "squared_hinge", "smoothed_hinge", "logistic"]
REGRESSORS = [name for name in LOSSES if name not in CLASSIFIERS]


def estimator(loss, **parameters):
    if loss == "logistic":
        return hingeline.LogisticRegression(**parameters)
    if loss in CLASSIFIERS:
        return hingeline.LinearSVC(loss=loss, **parameters)
    constants = {"quantile": {"tau": 0.3}, "huber": {"delta": 0.7}, "expectile": {"tau": 0.8}}
    tube = {"epsilon": 0.1} if "insensitive" in loss else {}
    return hingeline.LinearRegressor(loss, **constants.get(loss, {}), **tube, **parameters)


@pytest.mark.parametrize("intercept", [True, False, "penalized"])
@pytest.mark.parametrize("loss", LOSSES)
def test_certificate_holds(loss, intercept):
    X, y = classification() if loss in CLASSIFIERS else regression()
    weights = np.random.default_rng(2).uniform(0, 2, size=len(y))
    model = estimator(loss, C=0.3, fit_intercept=intercept, tol=1e-6).fit(X, y, weights)
    targets = np.where(y == 1, 1, -1) if loss in CLASSIFIERS else y

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


def standardized(load):
    X, y = load(return_X_y=True)
    return StandardScaler().fit_transform(X), y


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


def test_crammer_singer_starts_warm_along_a_path():
    X, y = standardized(load_wine)
    machine = {"multi_class": "crammer_singer", "fit_intercept": "penalized"}
    search = hingeline.LinearSVCCV(Cs=[0.01, 0.1], **machine).fit(X, y)
    again = hingeline.LinearSVC(C=search.C_, warm_start=True, **machine).fit(X, y)
    np.testing.assert_allclose(again.coef_, search.coef_, atol=1e-6)
    np.testing.assert_allclose(again.fit(X[::-1], y[::-1]).coef_, search.coef_, atol=1e-6)


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


def test_one_against_one_is_a_machine_for_every_two_classes():
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


def test_free_intercept_is_better_than_a_penalized_one():
    X, y = standardized(load_breast_cancer)
    X += 3
    free = hingeline.LinearSVC(tol=1e-8).fit(X, y).certificate_
    penalized = hingeline.LinearSVC(tol=1e-8, fit_intercept="penalized").fit(X, y).certificate_
    assert free.primal < penalized.dual


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


def test_multinomial_is_refused_where_the_library_has_only_one_against_the_rest():
    X, y = standardized(load_iris)
    with pytest.raises(ValueError, match="multi_class"):
        hingeline.LogisticRegression(penalty="l1").fit(X, y)
    assert hingeline.LogisticRegression(penalty="l1", multi_class="ovr").fit(X, y).coef_.shape == (3, 4)
    hingeline.LogisticRegression(penalty="l1").fit(X, y > 0)


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


def test_quantile_splits_the_targets():
    X, y = regression(rows=1000)
    model = hingeline.QuantileRegressor(quantile=0.9, alpha=1e-4, penalty="l2", tol=1e-8).fit(X, y)
    assert np.mean(y <= model.predict(X)) == pytest.approx(0.9, abs=0.01)
    scaled = hingeline.LinearRegressor("quantile", tau=0.9, C=1 / (1e-4 * len(y)), tol=1e-8).fit(X, y)
    np.testing.assert_array_equal(model.coef_, scaled.coef_)


def joint_huber(model, X, y, weights):
    z = np.abs(y - X @ model.coef_ - model.intercept_) / model.scale_
    loss = np.where(z <= model.epsilon, z**2, 2 * model.epsilon * z - model.epsilon**2)
    return model.scale_ * weights @ (1 + loss) + model.alpha * model.coef_ @ model.coef_


@pytest.mark.parametrize("scale", [0, 1e-9, 1])
def test_huber_certificate_is_plain_numbers(scale):
    X, y = regression()
    assert {type(number) for number in hingeline.HuberRegressor().fit(X, scale * y).certificate_} == {float}


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


def nearly_linear():
    random = np.random.default_rng(0)
    X = random.normal(size=(1000, 5))
    return X, X @ np.arange(1.0, 6) + 0.1 * random.normal(size=1000)


def stop_after(passes):
    calls = []
    return lambda now: calls.append(now) or len(calls) < passes


def test_huber_that_is_stopped_keeps_its_best_point():
    X, y = regression(rows=1000)
    y[:100] += 200

    models = [hingeline.HuberRegressor(tol=1e-9, callback=stop_after(passes)).fit(X, y) for passes in range(2, 14)]
    gaps = [model.certificate_.relative_gap for model in models]
    assert gaps == sorted(gaps, reverse=True)


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


def test_advice_names_parameters_that_the_estimator_has():
    assert "raise alpha" in hingeline.HuberRegressor()._advice("numerical")
    assert "lower C" in hingeline.LinearSVC()._advice("numerical")
    assert "," not in hingeline.LinearOneClassSVM()._advice("numerical")


def test_huber_certificate_of_a_larger_problem_holds_at_its_tolerance():
    X, y = regression(rows=5000)
    model = hingeline.HuberRegressor(tol=1e-3).fit(X, y)
    exact = hingeline.HuberRegressor(tol=1e-10).fit(X, y)
    assert model.certificate_.relative_gap <= 1e-3
    assert model.certificate_.dual <= exact.certificate_.primal <= model.certificate_.primal * (1 + 1e-10)


@pytest.mark.parametrize("alpha", [0, 1e-12])
def test_huber_fits_exact_data(alpha):
    X, _ = regression()
    model = hingeline.HuberRegressor(alpha=alpha).fit(X, X @ np.arange(5.0) + 2)
    np.testing.assert_allclose(model.coef_, np.arange(5.0), atol=1e-4)
    assert model.intercept_ == pytest.approx(2, abs=1e-4)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge", "logistic"])
@pytest.mark.parametrize("classes", [2, 4])
def test_weights_repeat_rows(loss, classes):
    X, y = classification(rows=80, classes=classes)
    weights = np.random.default_rng(4).integers(0, 3, size=len(y))
    weighted = estimator(loss).fit(X, y, weights)
    repeated = estimator(loss).fit(X.repeat(weights, axis=0), y.repeat(weights))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(weighted.intercept_, repeated.intercept_, rtol=1e-7, atol=1e-9)


def test_class_of_weight_zero_is_not_there():
    X, y = classification(classes=3)
    model = hingeline.LinearSVC().fit(X, y, (y != 1).astype(float))
    np.testing.assert_array_equal(model.classes_, [0, 2])
    without = hingeline.LinearSVC().fit(X[y != 1], y[y != 1])
    np.testing.assert_allclose(model.coef_, without.coef_, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("classes", [3, 4])
@pytest.mark.parametrize(
    "machine",
    [
        *(hingeline.LinearSVC(multi_class=several) for several in ("ovr", "ovo")),
        hingeline.LinearSVC(multi_class="crammer_singer", loss="hinge", fit_intercept=False),
        *(hingeline.LogisticRegression(multi_class=several) for several in ("multinomial", "ovr", "ovo")),
        *(hingeline.PLQClassifier("hinge", multi_class=several) for several in ("ovr", "ovo")),
        *(hingeline.SVC(multi_class=several) for several in ("ovr", "ovo")),
        hingeline.LogisticRegressionCV(Cs=[0.1, 1]),
        hingeline.SVCCV(Cs=[0.1, 1]),
    ],
    ids=str,
)
def test_a_class_whose_weight_is_zero_is_one_that_no_row_asks_for(machine, classes):
    X, y = classification(classes=classes)
    model = clone(machine).set_params(class_weight={1: 0.0}).fit(X, y)
    np.testing.assert_array_equal(model.classes_, range(classes))
    assert (model.predict(X) == 1).mean() < 0.02
    others = y != 1
    without = clone(machine).fit(X[others], y[others])
    assert (model.predict(X[others]) == without.predict(X[others])).mean() > 0.9
    if hasattr(model, "predict_proba"):
        probabilities = model.predict_proba(X)
        assert probabilities.shape == (len(y), classes)
        np.testing.assert_array_equal(model.classes_[probabilities.argmax(axis=1)], model.predict(X))


def test_class_weights():
    X, y = classification(classes=3)
    by_name = hingeline.LinearSVC(class_weight="balanced", tol=1e-8).fit(X, y)
    counts = np.bincount(y)
    by_value = hingeline.LinearSVC(class_weight=dict(enumerate(len(y) / (3 * counts))), tol=1e-8).fit(X, y)
    np.testing.assert_allclose(by_name.coef_, by_value.coef_)
    with pytest.raises(ValueError, match="class_weight"):
        hingeline.LinearSVC(class_weight={7: 2.0}).fit(X, y)
    for machine in (hingeline.LinearSVC, hingeline.LogisticRegression, hingeline.SVC, hingeline.PLQClassifier):
        for weight in (-1.0, np.nan, np.inf):
            with pytest.raises(ValueError, match=f"^class_weight: {weight} for 'b' given, must be >= 0 and finite"):
                machine(class_weight={"b": weight}).fit(X, np.array(["a", "b", "c"])[y])
        with pytest.raises(ValueError, match="^class_weight: 0 for 'b' given, must be > 0 for both of two classes"):
            machine(class_weight={"b": 0}).fit(X[y < 2], np.array(["a", "b"])[y[y < 2]])


@pytest.mark.parametrize("machine", [hingeline.LinearSVC, hingeline.SVC])
def test_class_weights_of_classes_that_the_data_lack(machine):
    X, y = classification(classes=3)
    weights = {0: 2.0, 1: 1.0, 2: 3.0}
    some = y < 2
    expected = machine(class_weight={0: 2.0, 1: 1.0}).fit(X[some], y[some]).decision_function(X)
    model = machine(class_weight=weights).fit(X[some], y[some])
    np.testing.assert_array_equal(model.decision_function(X), expected)
    absent = machine(class_weight={0: 2.0, 2: 3.0}).fit(X, y, some.astype(float))
    np.testing.assert_allclose(absent.decision_function(X), expected, atol=1e-3)


@pytest.mark.parametrize("weights", [{0: 1, 1: 5, 2: 0.2}, "balanced"])
def test_class_weights_of_several_classes_are_scikit_learns(weights):
    X, y = load_wine(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    theirs = sklearn.svm.LinearSVC(C=0.1, class_weight=weights, tol=1e-9, max_iter=1_000_000).fit(X, y)
    parameters = {"class_weight": weights, "tol": 1e-9, "fit_intercept": "penalized"}
    ours = hingeline.LinearSVC(C=0.1, **parameters).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-4)
    chosen = hingeline.LinearSVCCV(Cs=[0.1], **parameters).fit(X, y)
    np.testing.assert_allclose(chosen.coef_, theirs.coef_, atol=1e-4)
    in_all = hingeline.LogisticRegression(class_weight={0: 2, 1: 2, 2: 2}, multi_class="ovr", tol=1e-9).fit(X, y)
    doubled = hingeline.LogisticRegression(multi_class="ovr", tol=1e-9).fit(X, y, np.full(len(y), 2.0))
    np.testing.assert_allclose(in_all.coef_, doubled.coef_, rtol=1e-5)


@pytest.mark.parametrize("classes", [2, 3])
def test_probabilities_agree_with_predictions(classes):
    X, y = classification(classes=classes)
    model = hingeline.LogisticRegression().fit(X, y)
    probability = model.predict_proba(X)
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[probability.argmax(axis=1)], model.predict(X))
    np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), probability)


def test_labels_of_any_kind():
    X, y = classification(classes=3)
    names = np.array(["setosa", "versicolor", "virginica"])
    for labels in [names[y], names[y].astype(object), y - 1, 2.0 * y]:
        model = hingeline.LinearSVC().fit(X, labels)
        np.testing.assert_array_equal(model.classes_, np.unique(labels))
        np.testing.assert_allclose(model.coef_, hingeline.LinearSVC().fit(X, y).coef_)


@pytest.mark.parametrize("multi_class", ["multinomial", "ovr", "ovo"])
@pytest.mark.parametrize("classes", [2, 4])
def test_warm_start_begins_at_the_last_answer(classes, multi_class):
    """In whatever order classes appear."""
    X, y = classification(rows=3000, classes=classes)
    order = np.argsort(-y, kind="stable")
    model = hingeline.LogisticRegression(warm_start=True, tol=1e-8, multi_class=multi_class).fit(X, y)
    first = model.n_iter_.sum()
    assert model.fit(X[order], y[order]).n_iter_.sum() < first / 2


@pytest.mark.parametrize(
    "estimator",
    [
        hingeline.LinearSVR(),
        hingeline.QuantileRegressor(alpha=1e-3),
        hingeline.LinearSVC(loss="hinge"),
        hingeline.LinearSVC(loss="hinge", multi_class="ovo"),
        hingeline.LinearSVC(loss="hinge", solver="dual_cd"),
    ],
    ids=str,
)
def test_warm_start_begins_at_the_last_dual_point(estimator):
    X, y = classification(rows=3000, classes=3) if is_classifier(estimator) else regression(rows=3000)
    model = clone(estimator).set_params(warm_start=True, tol=1e-6).fit(X, y)
    cold, content = model.n_iter_, len(pickle.dumps(model))
    assert content < 8 * len(y)
    (raised,) = {"C", "alpha"} & set(model.get_params())
    copied = pickle.loads(pickle.dumps(model)).set_params(**{raised: 1.2 * getattr(model, raised)}).fit(X, y)
    model.set_params(**{raised: 1.2 * getattr(model, raised)}).fit(X, y)
    assert model.n_iter_ < min(cold, copied.n_iter_) and model.certificate_.relative_gap <= 1e-6
    assert model.certificate_.primal == pytest.approx(copied.certificate_.primal, rel=1e-5)
    for rows, labels in [(slice(1000), y), (slice(None), np.roll(y, 1)), (slice(None), y[::-1].copy())]:
        assert model.fit(X[rows], labels[rows]).certificate_.relative_gap <= 1e-6


def test_warm_start_may_be_far():
    _, y = classification(rows=2000)
    X = sparse.random_array((2000, 50000), density=1e-3, rng=np.random.default_rng(0), format="csr")
    cold = hingeline.LinearSVC(C=1e4).fit(X, y)
    warm = hingeline.LinearSVC(C=1e-4, warm_start=True).fit(X, y)
    assert warm.set_params(C=1e4).fit(X, y).n_iter_ <= cold.n_iter_ + 1


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"tol": 0}, "tol"),
        ({"C": -1}, "C"),
        ({"C": np.inf}, "C"),
        ({"C": "1"}, "C"),
        ({"max_iter": 0}, "max_iter"),
        ({"max_seconds": 0}, "max_seconds"),
        ({"penalty": "l0"}, "penalty"),
        ({"loss": "perceptron"}, "loss"),
        ({"multi_class": "multinomial"}, "multi_class"),
        ({"multi_class": "one"}, "multi_class"),
        ({"fit_intercept": "yes"}, "fit_intercept"),
        ({"class_weight": "even"}, "class_weight"),
        ({"solver": "lbfgs"}, "solver"),
        ({"solver": None}, "solver: None given"),
        ({"decision_function_shape": "all"}, "decision_function_shape"),
        ({"loss": "smoothed_hinge", "gamma": 0}, "gamma"),
    ],
)
def test_bad_parameters_are_named(parameters, name):
    X, y = classification()
    with pytest.raises(ValueError, match=name):
        hingeline.LinearSVC(**parameters).fit(X, y)


def test_what_is_not_supported_is_refused():
    X, y = regression()
    for machine in (hingeline.QuantileRegressor(alpha=-1), hingeline.HuberRegressor(alpha=np.inf)):
        with pytest.raises(ValueError, match="^alpha: .* given, must be >= 0 and finite"):
            machine.fit(X, y)
    with pytest.raises(ValueError, match="^loss: 'hinge' given, must be .* or 'expectile'$"):
        hingeline.LinearRegressor("hinge").fit(X, y)
    for machine in (hingeline.QuantileRegressor(), hingeline.LinearSVR(), hingeline.SVR(), hingeline.HuberRegressor()):
        with pytest.raises(ValueError, match="^sample_weight: -2.0 given, must be >= 0"):
            machine.fit(X, y, np.full(len(y), -2))


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("loss", LOSSES)
def test_no_penalty_is_the_limit_of_small_ones(loss, intercept):
    X, y = classification() if loss in CLASSIFIERS else regression()
    free = estimator(loss, penalty=None, fit_intercept=intercept, tol=1e-8).fit(X, y)
    assert free.status_ == "converged" and free.certificate_.relative_gap <= 1e-8
    assert free.coef_error_bound_ == np.inf
    ridge = estimator(loss, C=1e6, fit_intercept=intercept, tol=1e-8).fit(X, y)
    of_ridge = (ridge.certificate_.primal - 0.5 * (ridge.coef_**2).sum()) / 1e6
    assert free.certificate_.dual <= of_ridge * (1 + 1e-12)
    assert free.certificate_.primal == pytest.approx(of_ridge, rel=1e-4)
    general = hingeline.PLQClassifier if loss in CLASSIFIERS else hingeline.PLQRegressor
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


@pytest.mark.parametrize("tol", [1e-5, 1e-8])
def test_huber_without_a_penalty_of_many_features(tol):
    X, y = regression(2000, 100)
    model = hingeline.HuberRegressor(alpha=0, tol=tol).fit(X, y)
    assert model.status_ == "converged" and model.certificate_.relative_gap <= tol
    assert model.certificate_.primal == pytest.approx(joint_huber(model, X, y, np.ones(len(y))), rel=1e-10)
    assert model.coef_error_bound_ == np.inf
    ridge = hingeline.HuberRegressor(alpha=1e-6, tol=1e-8).fit(X, y)
    assert model.certificate_.dual <= joint_huber(ridge, X, y, np.ones(len(y)))


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


@pytest.mark.parametrize("epsilon", [0.0, 0.7])
def test_tubes_of_quantiles(epsilon, tmp_path):
    X, y = regression()
    named = hingeline.LinearRegressor("quantile", tau=0.8, epsilon=epsilon, C=1 / len(y), tol=1e-8).fit(X, y)
    ours = hingeline.QuantileRegressor(quantile=0.8, epsilon=epsilon, penalty="l2", tol=1e-8).fit(X, y)
    np.testing.assert_allclose(ours.coef_, named.coef_, atol=1e-8)
    parameters = {"non_crossing": False, "epsilon": epsilon, "C": 1 / len(y), "tol": 1e-8}
    several = hingeline.MultiQuantileRegressor([0.3, 0.8], **parameters).fit(X, y)
    np.testing.assert_allclose(several.coef_[1], named.coef_, atol=1e-8)
    hingeline.write_model(tmp_path / "model", several)
    assert hingeline.read_model(tmp_path / "model").epsilon == epsilon


def test_tubes_keep_quantiles_in_order():
    X, y = regression()
    with_tube, without = (
        hingeline.MultiQuantileRegressor([0.4, 0.5, 0.6], epsilon=epsilon).fit(X, y) for epsilon in (0.5, 0)
    )
    assert (np.diff(with_tube.predict(X)) >= -1e-9).all() and with_tube.status_ == "converged"
    assert with_tube.certificate_.primal < without.certificate_.dual
    for estimator in (hingeline.QuantileRegressor, hingeline.MultiQuantileRegressor):
        with pytest.raises(ValueError, match="^epsilon: -1 given"):
            estimator(epsilon=-1).fit(X, y)


@pytest.mark.parametrize(("classes", "multi_class"), [(2, "ovr"), (3, "ovr"), (3, "ovo")])
def test_probabilities_of_the_logistic_loss(classes, multi_class):
    X, y = classification(classes=classes)
    plq = hingeline.PLQClassifier("logistic", multi_class=multi_class, tol=1e-8).fit(X, y)
    named = hingeline.LogisticRegression(multi_class=multi_class, tol=1e-8).fit(X, y)
    np.testing.assert_allclose(plq.predict_proba(X), named.predict_proba(X), atol=1e-8)
    np.testing.assert_array_equal(plq.predict_log_proba(X), np.log(plq.predict_proba(X)))
    for other in (hingeline.PLQClassifier(), hingeline.PLQClassifier(hingeline.PLQ([1.0], [-1.0, 0.0], [0.0, 0.0]))):
        assert not hasattr(other, "predict_proba") and not hasattr(other, "predict_log_proba")


def test_no_penalty():
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 4))
    y = X @ [1, -1, 0.5, 0] + random.logistic(size=200) > 0
    ours = hingeline.LogisticRegression(penalty=None, C=1e-3, tol=1e-8).fit(X, y)
    theirs = sklearn.linear_model.LogisticRegression(C=np.inf, tol=1e-10).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-4, atol=1e-5)
    with pytest.raises(ValueError, match="multi_class"):
        hingeline.LogisticRegression(penalty=None).fit(X, np.arange(len(y)) % 3)


@pytest.mark.parametrize("seed", range(5))
def test_small_problems_that_one_solver_gives_up_are_handed_on(seed):
    random = np.random.default_rng(seed)
    X = np.abs(random.normal(size=(40, 80))) * random.integers(1, 200, 80) + random.integers(0, 500, 80)
    y = 0.01 * (X[:, 0] - X[:, 0].mean()) / X[:, 0].std()
    model = hingeline.PLQRegressor(loss="absolute", penalty="l1", C=100, fit_intercept=False, tol=1e-6).fit(X, y)
    assert model.status_ == "converged"
    objective = np.abs(model.coef_).sum() + 100 * np.abs(y - X @ model.coef_).sum()
    assert model.certificate_.primal == pytest.approx(objective, rel=1e-9)


def test_small_problems_without_a_better_answer_than_a_constant_are_proven():
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
        assert primal - Fraction(model.certificate_.dual) <= 1e-4 * primal
