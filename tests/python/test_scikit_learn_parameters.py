# SPDX-License-Identifier: BSD-3-Clause
"""What scikit-learn's estimators are given is taken by those of the same name here."""

import numpy as np
import pytest
import sklearn.linear_model
import sklearn.svm
from sklearn.base import is_classifier

import hingeline
from problems import classification, regression

OTHERS = [
    *(sklearn.svm.__dict__[name] for name in ("LinearSVC", "LinearSVR", "SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM")),
    *(sklearn.linear_model.__dict__[name] for name in ("LogisticRegression", "QuantileRegressor", "HuberRegressor")),
]


@pytest.mark.parametrize("other", OTHERS)
def test_defaults_are_taken_and_mean_ours(other):
    ours = getattr(hingeline, other.__name__)
    X, y = classification() if is_classifier(other()) else regression()
    given = {**other().get_params(), "max_iter": ours().max_iter}  # of passes, which theirs are not
    taken = {name: value for name, value in given.items() if name in ours().get_params()}
    assert set(given) - set(taken) <= {"max_iter"}
    model, default = ours(**taken).fit(X, y), ours().fit(X, y)
    np.testing.assert_array_equal(model.predict(X), default.predict(X))
    assert hasattr(model, "predict_proba") == hasattr(default, "predict_proba")


@pytest.mark.parametrize("solver", ["lbfgs", "liblinear", "newton-cg", "newton-cholesky", "sag", "saga"])
def test_solvers_of_logistic_regression_are_auto(solver):
    X, y = classification()
    model, default = hingeline.LogisticRegression(solver=solver).fit(X, y), hingeline.LogisticRegression().fit(X, y)
    assert model.solver_ == default.solver_
    np.testing.assert_array_equal(model.coef_, default.coef_)


@pytest.mark.parametrize("l1_ratio", [0.0, 0.4, 1.0, None])
def test_a_deprecated_penalty_is_told_by_l1_ratio(l1_ratio):
    X, y = classification()
    fits = [hingeline.LogisticRegression(each, l1_ratio=l1_ratio, C=0.05).fit(X, y) for each in ("l2", "deprecated")]
    np.testing.assert_array_equal(fits[0].coef_, fits[1].coef_)


def test_a_deprecated_multi_class_is_multinomial():
    X, y = classification(classes=3)
    fits = [hingeline.LogisticRegression(multi_class=each).fit(X, y) for each in ("multinomial", "deprecated")]
    np.testing.assert_array_equal(fits[0].coef_, fits[1].coef_)


def test_values_that_only_scikit_learn_takes_are_refused():
    X, y = classification()
    for estimator, name in [
        (hingeline.LinearSVC(solver="lbfgs"), "solver"),
        (hingeline.LinearSVC(penalty="deprecated"), "penalty"),
        (hingeline.QuantileRegressor(solver="lbfgs"), "solver"),
        (hingeline.QuantileRegressor(solver_options={"presolve": True}), "solver_options"),
        (hingeline.NuSVC(class_weight="balanced"), "class_weight"),
    ]:
        with pytest.raises(hingeline.InvalidParameter, match=f"^{name}: .* given, must be"):
            estimator.fit(X, y)
