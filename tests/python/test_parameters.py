# SPDX-License-Identifier: BSD-3-Clause
"""Parameters that cannot be: errors name them."""

import numpy as np
import pytest

import hingeline
from problems import classification, regression


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


def test_advice_names_parameters_that_the_estimator_has():
    assert "raise alpha" in hingeline.HuberRegressor()._advice("numerical")
    assert "lower C" in hingeline.LinearSVC()._advice("numerical")
    assert "," not in hingeline.LinearOneClassSVM()._advice("numerical")
