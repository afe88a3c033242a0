# SPDX-License-Identifier: BSD-3-Clause
"""Machines with kernels that choose C, gamma and epsilon themselves. What they share with linear estimators that do is
in test_cross_validated.py."""

import pickle
import time
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score

import hingeline
from problems import classification, ctrl_c_after, hard, regression

GRID = {"Cs": [0.1, 1.0, 10.0], "gammas": [0.02, 0.2]}
SEARCHES = [
    hingeline.SVCCV(**GRID),
    hingeline.SVCCV(Cs=[0.1, 1.0, 10.0], class_weight="balanced"),
    hingeline.SVCCV(Cs=[0.1, 1.0], gammas="auto", kernel="poly", coef0=1.0),
    hingeline.SVCCV(Cs=[0.1, 1.0], kernel="linear"),
    hingeline.SVCCV(Cs=[0.1, 1.0], kernel="precomputed"),
    hingeline.SVCCV(Cs=[0.1, 1.0], kernel=rbf_kernel),
    hingeline.SVRCV(**GRID, epsilons=[0.5, 0.1]),
    hingeline.SVRCV(Cs=[0.1, 1.0], kernel="precomputed"),
]


def data_for(estimator, classes=3, rows=160):
    X, y = classification(rows=rows, classes=classes) if is_classifier(estimator) else regression(rows=rows)
    return rbf_kernel(X) if estimator.kernel == "precomputed" else X, y


def is_a_grid_search(estimator, X, y):
    """The scores, and the last fit, are those of as many fits by hand; returns the fitted estimator."""
    ours = clone(estimator).set_params(cv=KFold(4), tol=1e-8).fit(X, y)
    names = ["epsilon", "gamma", "C"][-ours.scores_[0].ndim :]
    grid = {name: getattr(ours, f"{name}s_").tolist() for name in names}
    search = GridSearchCV(ours._without_cv(), grid, cv=KFold(4), refit=False).fit(X, y)
    results = search.cv_results_
    for k, point in enumerate(results["params"]):
        place = tuple(values.index(point[name]) for name, values in grid.items())
        expected = [results[f"split{fold}_test_score"][k] for fold in range(4)]
        np.testing.assert_allclose(ours.scores_[(slice(None), *place)], expected, atol=1e-4)
    assert ours.scores_.mean(axis=0).max() == pytest.approx(search.best_score_, abs=1e-4)
    again = ours._without_cv().set_params(**{name: getattr(ours, f"{name}_") for name in names}).fit(X, y)
    np.testing.assert_array_equal(again.support_, ours.support_)
    np.testing.assert_array_equal(again.dual_coef_, ours.dual_coef_)
    assert again.certificate_ == ours.certificate_
    return ours


@pytest.mark.parametrize(
    ("estimator", "classes"),
    [(each, classes) for each in SEARCHES for classes in ((2, 3) if is_classifier(each) else (0,))],
    ids=str,
)
def test_same_choice_as_a_grid_search(estimator, classes):
    is_a_grid_search(estimator, *data_for(estimator, classes))


@pytest.mark.parametrize("names", [[3, 2, 1, 0], [2.0, 5.0, 3.0, -1.0], ["b", "d", "a", "c"]], ids=str)
def test_classes_in_any_order(names):
    X, y = classification(classes=4)
    labels = np.array(names)[y]
    ours = is_a_grid_search(hingeline.SVCCV(**GRID), X, labels)
    np.testing.assert_array_equal(ours.classes_, np.unique(labels))


def test_found_parameters_are_attributes():
    X, y = regression()
    model = hingeline.SVRCV(**GRID, epsilons=[0.5, 0.1], cv=3).fit(X, y)
    assert model.scores_.shape == (3, 2, 2, 3)
    np.testing.assert_array_equal(model.epsilons_, [0.1, 0.5])
    best = np.unravel_index(model.scores_.mean(axis=0).argmax(), (2, 2, 3))
    found = model.epsilons_[best[0]], model.gammas_[best[1]], model.Cs_[best[2]]
    assert (model.epsilon_, model.gamma_, model.C_) == found == (model.epsilon, model.gamma, model.C)


def test_gamma_of_a_rule_is_a_number():
    X, y = classification()
    model = hingeline.SVCCV(Cs=[1.0]).fit(X, y)
    assert model.gammas_.tolist() == ["scale"]
    assert model.gamma_ == pytest.approx(1 / (X.shape[1] * X.var()))
    with pytest.raises(AttributeError):
        hingeline.SVCCV().gamma  # noqa: B018


def test_weights_count_in_fits_and_scores():
    X, y = classification(classes=3)
    weights = np.random.default_rng(0).integers(0, 4, size=len(y)).astype(float)
    ours = hingeline.SVCCV(**GRID, cv=KFold(4), tol=1e-8).fit(X, y, weights)
    there = np.flatnonzero(weights)
    folds = [(there[training], there[held_out]) for training, held_out in KFold(4).split(there)]
    for scores, (training, held_out) in zip(ours.scores_, folds, strict=True):
        for gamma, row in zip(ours.gammas_, scores, strict=True):
            plain = [hingeline.SVC(C=C, gamma=gamma, tol=1e-8) for C in ours.Cs_]
            fits = [each.fit(X[training], y[training], weights[training]) for each in plain]
            expected = [each.score(X[held_out], y[held_out], weights[held_out]) for each in fits]
            np.testing.assert_allclose(row, expected, atol=1e-12)


class ByFirstColumns(KFold):
    """Looks at X, which is as wide as it is long where it is kernel values."""

    def split(self, X, y=None, groups=None):
        assert X.shape[0] == X.shape[1]
        order = np.argsort(X[:, :3].sum(axis=1))
        for training, held_out in super().split(X):
            yield order[training], order[held_out]


def test_precomputed_rows_of_weight_0_are_split_neither_as_rows_nor_as_columns():
    X, y = classification()
    gram, weights = rbf_kernel(X), np.arange(len(y)) % 3.0
    there = np.flatnonzero(weights)
    search = hingeline.SVCCV(Cs=[0.1, 1.0, 10.0], kernel="precomputed", cv=ByFirstColumns(4), tol=1e-8)
    expected = clone(search).fit(gram[np.ix_(there, there)], y[there], weights[there])
    np.testing.assert_allclose(clone(search).fit(gram, y, weights).scores_, expected.scores_, atol=1e-12)


def test_kinds_of_data():
    X, y = classification(classes=3)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    model = hingeline.SVCCV(**GRID).fit(X, y)
    tables = pd.DataFrame(X, columns=list("abcde")), pd.Series(names)
    for given, labels in [(X, names), tables, (sparse.csr_array(X), names), (X.astype(np.float32), names)]:
        other = clone(model).fit(given, labels)
        np.testing.assert_allclose(other.scores_, model.scores_, atol=0.03)
        assert set(other.predict(given)) <= set(names)


def test_precomputed_kernels_are_split_by_outer_searches():
    X, y = classification()
    inner = hingeline.SVCCV(Cs=[0.1, 1.0], kernel="precomputed")
    scores = cross_val_score(inner, rbf_kernel(X, gamma=0.1), y, cv=3)
    by_features = cross_val_score(hingeline.SVCCV(Cs=[0.1, 1.0], gammas=0.1), X, y, cv=3)
    np.testing.assert_allclose(scores, by_features, atol=0.03)


def test_pickled():
    X, y = classification()
    model = hingeline.SVCCV(**GRID).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))
    assert (again.C, again.gamma) == (model.C, model.gamma)


def test_time_is_shared():
    X, y = hard(rows=4000)
    began = time.monotonic()
    model = hingeline.SVCCV(Cs=[1e-3, *np.logspace(3, 7, 60)], gammas=[1e-3, 1e-2], tol=1e-9, max_seconds=1.0, cv=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the last fit may end in what is left
        model.fit(X, y)
    assert time.monotonic() - began < 5
    assert np.isnan(model.scores_[..., -1]).all()
    assert np.isfinite(model.scores_[0, 0, 0])
    assert model.C_ < 1e7


def test_keyboard_interrupt():
    X, y = hard(rows=10000)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.5):
        hingeline.SVCCV(Cs=np.logspace(4, 7, 50), gammas=[0.1, 1.0], tol=1e-9, n_jobs=2).fit(X, y)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"Cs": 0}, "^Cs: 0 given"),
        ({"Cs": [1.0, np.nan]}, "^Cs: .* given, must be a whole number or numbers > 0"),
        ({"Cs": ["one"]}, "^Cs: .* given, must be a whole number or numbers > 0"),
        ({"gammas": 0.0}, "^gammas: 0.0 given, must be 'scale', 'auto' or numbers > 0 and finite"),
        ({"gammas": []}, "^gammas: .* given"),
        ({"gammas": "scales"}, "^gammas: 'scales' given, must be 'scale' or 'auto'"),
        ({"gammas": None}, "^gammas: None given"),
        ({"gammas": [0.1, 1.0], "kernel": "linear"}, "^gammas: 2 numbers given, but the kernel 'linear' has no gamma"),
        ({"epsilons": -1.0}, "^epsilons: -1.0 given, must be numbers >= 0 and finite"),
        ({"epsilons": [[0.1]]}, "^epsilons: .* given"),
    ],
    ids=str,
)
def test_grids_are_checked(parameters, message):
    with pytest.raises(ValueError, match=message):
        hingeline.SVRCV(**parameters).fit(*regression())


def test_there_are_no_probabilities():
    model = hingeline.SVCCV(Cs=[1.0]).fit(*classification())
    assert not hasattr(model, "predict_proba")
