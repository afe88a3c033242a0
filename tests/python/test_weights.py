# SPDX-License-Identifier: BSD-3-Clause
"""Weights of rows and of classes."""

import numpy as np
import pytest
import sklearn.svm
from sklearn.base import clone
from sklearn.datasets import load_wine

import hingeline
from problems import classification, linear_machine, standardized


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge", "logistic"])
@pytest.mark.parametrize("classes", [2, 4])
def test_integer_weights_are_repeated_rows(loss, classes):
    X, y = classification(rows=80, classes=classes)
    weights = np.random.default_rng(4).integers(0, 3, size=len(y))
    weighted = linear_machine(loss).fit(X, y, weights)
    repeated = linear_machine(loss).fit(X.repeat(weights, axis=0), y.repeat(weights))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(weighted.intercept_, repeated.intercept_, rtol=1e-7, atol=1e-9)


def test_a_class_whose_rows_all_have_weight_0_is_absent():
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
def test_a_class_of_class_weight_0_is_kept_and_hardly_predicted(machine, classes):
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
def test_class_weights_may_name_classes_that_the_data_lack(machine):
    X, y = classification(classes=3)
    weights = {0: 2.0, 1: 1.0, 2: 3.0}
    some = y < 2
    expected = machine(class_weight={0: 2.0, 1: 1.0}).fit(X[some], y[some]).decision_function(X)
    model = machine(class_weight=weights).fit(X[some], y[some])
    np.testing.assert_array_equal(model.decision_function(X), expected)
    absent = machine(class_weight={0: 2.0, 2: 3.0}).fit(X, y, some.astype(float))
    np.testing.assert_allclose(absent.decision_function(X), expected, atol=1e-3)


@pytest.mark.parametrize("weights", [{0: 1, 1: 5, 2: 0.2}, "balanced"])
def test_class_weights_of_several_classes_agree_with_scikit_learn(weights):
    X, y = standardized(load_wine)
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
