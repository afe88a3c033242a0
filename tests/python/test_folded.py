# SPDX-License-Identifier: BSD-3-Clause
"""Pipelines of scalers and a linear estimator, and searches, as one model."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_regressor
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, PolynomialFeatures, StandardScaler

import hingeline
from problems import LINEAR, classification, regression

SCALERS = [
    [StandardScaler()],
    [StandardScaler(with_mean=False)],
    [StandardScaler(with_std=False)],
    [MaxAbsScaler()],
    [MinMaxScaler((-1, 2))],
    [MinMaxScaler(), "passthrough", StandardScaler()],
]


def data_for(estimator):
    X, y = regression() if is_regressor(estimator) else classification(classes=3)
    return X * [1, 10, 100, 0.1, 0] + [0, 5, -300, 2, 7], y


def values(model, X):
    return model.decision_function(X) if hasattr(model, "decision_function") else model.predict(X)


def same_from_a_file(model, X, path, **how):
    hingeline.write_model(path, model, **how)
    read = hingeline.read_model(path)
    np.testing.assert_allclose(
        values(read, X), values(model, X), rtol=1e-12, atol=1e-12 * np.abs(values(model, X)).max()
    )
    return read


@pytest.mark.parametrize("scalers", SCALERS, ids=str)
@pytest.mark.parametrize("estimator", [hingeline.LinearSVC(), hingeline.LinearSVR(), hingeline.LinearOneClassSVM()])
def test_any_scalers(estimator, scalers, tmp_path):
    X, y = data_for(estimator)
    same_from_a_file(make_pipeline(*clone(scalers, safe=False), clone(estimator)).fit(X, y), X, tmp_path / "model")


@pytest.mark.parametrize("estimator", [*LINEAR, hingeline.MultiQuantileRegressor(non_crossing=False)], ids=str)
@pytest.mark.parametrize("format", ["auto", "native"])
def test_any_linear_estimator(estimator, format, tmp_path):
    X, y = data_for(estimator)
    model = make_pipeline(StandardScaler(), clone(estimator)).fit(X, y)
    before = model[-1].coef_.copy()
    same_from_a_file(model, X, tmp_path / "model", format=format)
    np.testing.assert_array_equal(model[-1].coef_, before)


@pytest.mark.parametrize("intercept", [True, False, "penalized"])
@pytest.mark.parametrize("scaler", [StandardScaler(), MaxAbsScaler()], ids=str)
def test_the_proof_is_of_the_scaled_columns(scaler, intercept, tmp_path):
    X, y = regression()
    X = X * [1, 10, 100, 0.1, 3] + [0, 5, -300, 2, 7]
    model = make_pipeline(scaler, hingeline.LinearRegressor("absolute", C=0.3, fit_intercept=intercept)).fit(X, y)
    read = same_from_a_file(model, X, tmp_path / "model", format="native")
    assert read.C == 0.3 and "column_scale " in (tmp_path / "model").read_text()
    same_problem = intercept is True or isinstance(scaler, MaxAbsScaler)
    assert hasattr(read, "certificate_") == same_problem
    if same_problem and intercept is True:
        objective = np.sum((read.coef_ * scaler.scale_) ** 2) / 2 + 0.3 * np.abs(y - read.predict(X)).sum()
        assert read.certificate_.primal == pytest.approx(objective, rel=1e-10)


def test_names_of_columns_are_those_before_the_scalers(tmp_path):
    X, y = classification()
    table = pd.DataFrame(X, columns=list("abcde"))
    model = make_pipeline(StandardScaler(), hingeline.LinearSVC()).fit(table, y)
    read = same_from_a_file(model, table, tmp_path / "model", format="native")
    assert read.feature_names_in_.tolist() == list("abcde")


@pytest.mark.parametrize("search", [GridSearchCV, RandomizedSearchCV])
def test_searches_are_their_best_estimator(search, tmp_path):
    X, y = classification()
    choices = {"C": [0.1, 1.0]}
    how = {"n_iter": 2} if search is RandomizedSearchCV else {}
    for estimator in (hingeline.LinearSVC(), hingeline.SVC()):
        found = search(estimator, choices, **how).fit(X, y)
        read = same_from_a_file(found, X, tmp_path / "model")
        assert type(read) is type(estimator)


def test_scales_are_read_and_written_again(tmp_path):
    X, y = classification()
    X *= [1, 10, 100, 1e3, 1e4]
    files = [tmp_path / name for name in ("first", "second", "third")]
    hingeline.write_model(files[0], make_pipeline(StandardScaler(), hingeline.LinearSVC()).fit(X, y), format="native")
    model = hingeline.read_model(files[0])
    hingeline.write_model(files[1], model, format="native")
    assert b"column_scale" in files[0].read_bytes()
    assert files[1].read_bytes() == files[0].read_bytes()
    hingeline.write_model(files[2], model.fit(X, y), format="native")
    assert b"column_scale" not in files[2].read_bytes()


class Logarithms(StandardScaler):
    """A scaler that does more than scaling."""

    def transform(self, X):
        return np.log1p(np.abs(super().transform(X)))


def test_what_cannot_be_folded_is_named(tmp_path):
    X, y = classification()
    for steps in (
        [StandardScaler(), hingeline.SVC()],
        [MinMaxScaler(clip=True), hingeline.LinearSVC()],
        [PolynomialFeatures(), hingeline.LinearSVC()],
        [Logarithms(), hingeline.LinearSVC()],
        [StandardScaler(), hingeline.KernelFeatures(10), hingeline.LinearSVC()],
    ):
        model = make_pipeline(*steps).fit(X, y)
        for export in (
            lambda model=model: hingeline.write_model(tmp_path / "model", model),
            lambda m=model: hingeline.to_onnx(m),
        ):
            with pytest.raises(
                hingeline.InvalidParameter, match=f"^estimator: .* of {type(steps[0]).__name__}, .* must be of scalers"
            ):
                export()
    with pytest.raises(NotFittedError):
        hingeline.write_model(tmp_path / "model", make_pipeline(StandardScaler(), hingeline.LinearSVC()))
    with pytest.raises(hingeline.InvalidParameter, match="^estimator: .*GridSearchCV.* given, must be"):
        hingeline.write_model(
            tmp_path / "model", GridSearchCV(hingeline.LinearSVC(), {"C": [1.0]}, refit=False).fit(X, y)
        )
