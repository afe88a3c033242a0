# SPDX-License-Identifier: BSD-3-Clause
"""Parameters that change after a fit do not change what the fitted model says, in predictions and in files."""

import copy
import pickle

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import hingeline
from problems import classification, regression


@pytest.mark.parametrize("kind", [hingeline.LinearSVC, hingeline.LogisticRegression, hingeline.PLQClassifier])
@pytest.mark.parametrize(("fitted", "asked"), [("ovr", "ovo"), ("ovo", "ovr")])
@pytest.mark.parametrize("classes", [3, 4])
def test_scheme_is_that_of_the_fit(kind, fitted, asked, classes, tmp_path):
    X, y = classification(classes=classes)
    model = kind(multi_class=fitted).fit(X, y)
    before = model.decision_function(X), model.predict(X)
    model.set_params(multi_class=asked)
    np.testing.assert_array_equal(model.decision_function(X), before[0])
    np.testing.assert_array_equal(model.predict(X), before[1])
    hingeline.write_model(tmp_path / "model", model, format="native")
    np.testing.assert_array_equal(hingeline.read_model(tmp_path / "model").predict(X), before[1])
    model.set_params(warm_start=True).fit(X, y)
    np.testing.assert_allclose(model.coef_, kind(multi_class=asked).fit(X, y).coef_, atol=1e-3)


@pytest.mark.parametrize(
    ("model", "changed"),
    [
        (hingeline.LinearSVC(), {"C": 100.0, "loss": "hinge", "penalty": "l1", "fit_intercept": "penalized"}),
        (hingeline.LogisticRegression(C=0.1), {"C": np.inf, "fit_intercept": False, "multi_class": "ovr"}),
        (hingeline.HuberRegressor(), {"epsilon": 3.0, "alpha": 1.0}),
        (hingeline.QuantileRegressor(quantile=0.7), {"quantile": 0.2, "alpha": 0.0, "penalty": "l2"}),
        (hingeline.LinearRegressor("huber"), {"delta": 9.0, "loss": "expectile"}),
        (hingeline.MultiQuantileRegressor(), {"quantiles": [0.2, 0.3, 0.4], "loss": "expectile"}),
        (hingeline.PLQRegressor(), {"loss": hingeline.PLQ([0.0], [-1.0, 1.0], [0.0, 0.0])}),
        (hingeline.PLQClassifier(hingeline.PLQ([1.0], [-1.0, 0.0], [0.0, 0.0])), {"loss": "hinge"}),
    ],
    ids=str,
)
def test_files_have_the_problem_of_the_fit(model, changed, tmp_path):
    X, y = classification(classes=3) if hasattr(model, "decision_function") else regression()
    for estimator in (model, make_pipeline(StandardScaler(), model)):
        fitted = estimator.fit(X, y)
        hingeline.write_model(tmp_path / "before", fitted, format="native")
        for each in (fitted, copy.deepcopy(fitted), pickle.loads(pickle.dumps(fitted))):
            step = each[-1] if fitted is not model else each
            parameters = step.get_params()
            step.set_params(**changed)
            hingeline.write_model(tmp_path / "after", each, format="native")
            assert (tmp_path / "after").read_bytes() == (tmp_path / "before").read_bytes()
            step.set_params(**parameters)


def test_probabilities_are_those_of_the_fitted_loss():
    X, y = classification()
    model = hingeline.PLQClassifier("hinge").fit(X, y).set_params(loss="logistic")
    assert not hasattr(model, "predict_proba")
    probability = model.fit(X, y).predict_proba(X)
    np.testing.assert_array_equal(model.set_params(loss="hinge").predict_proba(X), probability)


def test_scores_of_levels_are_for_the_levels_of_the_fit():
    X, y = regression()
    model = hingeline.MultiQuantileRegressor([0.2, 0.8]).fit(X, y)
    before = model.score(X, y)
    assert model.set_params(quantiles=[0.1], loss="expectile").score(X, y) == before
