# SPDX-License-Identifier: BSD-3-Clause
"""Estimators that choose C themselves."""

import joblib
import numpy as np
import pytest
import sklearn
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.exceptions import ConvergenceWarning, DataConversionWarning
from sklearn.linear_model import ElasticNetCV
from sklearn.metrics import log_loss, make_scorer, max_error, mean_absolute_error
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, PredefinedSplit, ShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import hingeline
from problems import CROSS_VALIDATED, classification, hard, regression

COSTS = [0.001, 0.1, 10.0]
SEARCHES = [
    *CROSS_VALIDATED,
    hingeline.LinearRegressorCV("absolute", penalty="l1"),
    hingeline.LinearRegressorCV("expectile", tau=0.8, penalty="elasticnet", l1_ratio=0.3),
]


def data_for(estimator, rows=300):
    return classification(rows=rows, classes=3) if is_classifier(estimator) else regression(rows=rows)


def path_scores(search):
    """Folds x costs, of a search for C alone."""
    return search.scores_.reshape(-1, len(search.Cs_))


@pytest.mark.parametrize("cv", [None, 3, KFold(4), ShuffleSplit(3, random_state=0)], ids=str)
@pytest.mark.parametrize("estimator", SEARCHES, ids=str)
def test_same_choice_as_a_grid_search(estimator, cv):
    X, y = data_for(estimator)
    ours = clone(estimator).set_params(Cs=COSTS, cv=cv, tol=1e-6).fit(X, y)
    plain = ours._without_cv()
    search = GridSearchCV(plain, {"C": COSTS}, cv=cv).fit(X, y)
    expected = [search.cv_results_[f"split{k}_test_score"] for k in range(len(ours.scores_))]
    np.testing.assert_allclose(path_scores(ours), expected, atol=2e-2 if is_classifier(estimator) else 1e-3)
    if np.ptp(search.cv_results_["mean_test_score"]) > 0.05:
        assert ours.C_ == search.best_params_["C"]
    again = plain.set_params(C=ours.C_).fit(X, y)
    np.testing.assert_array_equal(ours._decision_values(X), again._decision_values(X))
    assert ours.certificate_ == again.certificate_


@pytest.mark.parametrize("l1_ratio", [0.3, 1.0])
def test_the_squared_loss_agrees_with_scikit_learns_elastic_net(l1_ratio):
    X, y = regression()
    alphas = np.array([1.0, 0.1, 0.01])
    theirs = ElasticNetCV(alphas=alphas, l1_ratio=l1_ratio, cv=KFold(5), tol=1e-8).fit(X, y)
    costs = 1 / (160 * alphas)  # of a mean over the training rows
    shared = {"Cs": costs, "cv": KFold(5), "scoring": "neg_mean_squared_error", "tol": 1e-8}
    ours = hingeline.LinearRegressorCV(penalty="elasticnet", l1_ratio=l1_ratio, **shared).fit(X, y)
    np.testing.assert_allclose(-ours.scores_.T, theirs.mse_path_, rtol=1e-4)
    assert ours.C_ == pytest.approx(1 / (160 * theirs.alpha_))


@pytest.mark.parametrize("backend", ["loky", "multiprocessing", "threading"])
@pytest.mark.parametrize("estimator", CROSS_VALIDATED, ids=str)
def test_folds_run_in_threads_whatever_joblib_backend_is_set(estimator, backend):
    X, y = data_for(estimator)
    expected = clone(estimator).fit(X, y).scores_
    with joblib.parallel_config(backend=backend, n_jobs=2):
        np.testing.assert_array_equal(clone(estimator).set_params(n_jobs=2).fit(X, y).scores_, expected)


@pytest.mark.parametrize("estimator", CROSS_VALIDATED, ids=str)
def test_choice_does_not_depend_on_jobs_or_layout(estimator):
    X, y = data_for(estimator)
    fits = [
        clone(estimator).set_params(n_jobs=jobs).fit(matrix, y)
        for jobs, matrix in [(None, X), (2, X), (None, sparse.csr_array(X))]
    ]
    np.testing.assert_array_equal(fits[0].scores_, fits[1].scores_)
    np.testing.assert_allclose(fits[0].scores_, fits[2].scores_, atol=1e-2)


@pytest.mark.parametrize("estimator", CROSS_VALIDATED, ids=str)
def test_groups_are_given_to_the_splitter(estimator):
    X, y = data_for(estimator)
    groups = np.random.default_rng(0).integers(0, 7, size=len(y))
    folds = list(GroupKFold(3).split(X, y, groups))
    expected = clone(estimator).set_params(Cs=COSTS, cv=folds).fit(X, y)
    grouped = clone(estimator).set_params(Cs=COSTS, cv=GroupKFold(3))
    np.testing.assert_array_equal(clone(grouped).fit(X, y, groups=groups).scores_, expected.scores_)
    with pytest.raises(ValueError, match="groups"):
        clone(grouped).fit(X, y)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        clone(grouped).fit(X, y, groups=groups[1:])
    with pytest.raises(TypeError, match="^fit: group given, must be sample_weight or groups"):
        clone(grouped).fit(X, y, group=groups)


def test_metadata_is_routed_to_the_splitter():
    X, y = classification(rows=200)
    groups = np.arange(200) // 20
    search = hingeline.LinearSVCCV(Cs=COSTS, cv=GroupKFold(4))
    expected = clone(search).fit(X, y, groups=groups).scores_
    with sklearn.config_context(enable_metadata_routing=True):
        np.testing.assert_array_equal(clone(search).fit(X, y, groups=groups).scores_, expected)
        chain = make_pipeline(StandardScaler(), clone(search)).fit(X, y, groups=groups)
        folds = list(GroupKFold(4).split(X, y, groups))
        by_hand = clone(search).set_params(cv=folds).fit(chain[0].transform(X), y)
        np.testing.assert_array_equal(chain[-1].scores_, by_hand.scores_)
        weighted = clone(search).set_params(cv=3).set_fit_request(sample_weight=True)
        plain = clone(search).set_params(cv=3).fit(X, y, sample_weight=np.where(y == 1, 1.0, 0.2))
        outer = make_pipeline(weighted).fit(X, y, sample_weight=np.where(y == 1, 1.0, 0.2))
        np.testing.assert_array_equal(outer[-1].scores_, plain.scores_)
        with pytest.raises(TypeError, match="unexpected"):
            clone(search).fit(X, y, others=groups)


def test_weights_count_in_scores():
    X, y = classification(rows=200)
    weights = np.where(np.arange(200) % 2, 0.0, 1.0)
    scored = hingeline.LinearSVCCV(Cs=COSTS, cv=KFold(4)).fit(X, y, weights)
    halves = [(train[train % 2 == 0] // 2, test[test % 2 == 0] // 2) for train, test in KFold(4).split(X)]
    without = hingeline.LinearSVCCV(Cs=COSTS, cv=halves).fit(X[::2], y[::2])
    np.testing.assert_allclose(scored.scores_, without.scores_, atol=1e-12)
    np.testing.assert_allclose(scored.coef_, without.coef_, rtol=1e-6)


def with_weightless_rows(estimator, rows=200):
    """X, y, weights of which some are 0, and which are not."""
    X, y = data_for(estimator, rows)
    weights = np.random.default_rng(1).integers(0, 3, size=rows).astype(float)
    y[weights == 0] = 0
    return X, y, weights, np.flatnonzero(weights)


def is_the_same_search(ours, expected):
    np.testing.assert_allclose(ours.scores_, expected.scores_, atol=1e-6)
    assert ours.C_ == expected.C_


@pytest.mark.parametrize("cv", [None, KFold(4), ShuffleSplit(3, random_state=0)], ids=str)
@pytest.mark.parametrize("estimator", SEARCHES, ids=str)
def test_rows_of_weight_0_are_not_split(estimator, cv):
    X, y, weights, there = with_weightless_rows(estimator)
    search = clone(estimator).set_params(Cs=COSTS, cv=cv, tol=1e-8)
    is_the_same_search(clone(search).fit(X, y, weights), clone(search).fit(X[there], y[there], weights[there]))


@pytest.mark.parametrize("kind", [list, np.array])
def test_groups_of_rows_of_weight_0_are_not_split(kind):
    search = hingeline.LinearSVCCV(Cs=COSTS, cv=GroupKFold(3), tol=1e-8)
    X, y, weights, there = with_weightless_rows(search)
    groups = np.random.default_rng(0).integers(0, 7, size=len(y))
    expected = clone(search).fit(X[there], y[there], weights[there], groups=groups[there])
    is_the_same_search(clone(search).fit(X, y, weights, groups=kind(groups)), expected)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        clone(search).fit(X, y, weights, groups=groups[there])
    with sklearn.config_context(enable_metadata_routing=True):
        is_the_same_search(clone(search).fit(X, y, weights, groups=kind(groups)), expected)


@pytest.mark.parametrize("form", ["numbers", "masks", "predefined"])
def test_folds_that_are_given_number_rows_of_weight_0_too(form):
    search = hingeline.LinearSVCCV(Cs=COSTS, tol=1e-8)
    X, y, weights, there = with_weightless_rows(search)
    fold_of = np.random.default_rng(0).integers(0, 3, size=len(y))
    fold_of[np.flatnonzero(weights == 0)[:5]] = 3  # which then holds out nothing
    masks = [(fold_of != k, fold_of == k) for k in range(4)]
    numbers = [tuple(map(np.flatnonzero, fold)) for fold in masks]
    cv = {"numbers": numbers, "masks": masks, "predefined": PredefinedSplit(fold_of)}[form]
    expected = clone(search).set_params(cv=PredefinedSplit(fold_of[there]))
    expected.fit(X[there], y[there], weights[there])
    is_the_same_search(clone(search).set_params(cv=cv).fit(X, y, weights), expected)


def test_a_class_whose_other_rows_have_weight_0_is_in_every_fold():
    X, y = np.random.default_rng(3).normal(size=(30, 2)), np.repeat([1, 0], 15)
    weights = np.where((np.arange(30) >= 3) & (y == 1), 0.0, 1.0)
    model = hingeline.LinearSVCCV(Cs=[0.1, 1.0], cv=3).fit(X, y, weights)
    there = weights > 0
    is_the_same_search(model, hingeline.LinearSVCCV(Cs=[0.1, 1.0], cv=3).fit(X[there], y[there]))


@pytest.mark.parametrize("estimator", CROSS_VALIDATED, ids=str)
def test_rows_that_a_fold_names_more_than_once(estimator):
    X, y = data_for(estimator, rows=200)
    random = np.random.default_rng(0)
    folds = [
        (random.integers(0, 100, size=150), np.arange(100, 200)),
        (np.arange(200) % 3 > 0, np.arange(200) % 3 == 0),
    ]
    ours = clone(estimator).set_params(Cs=COSTS, cv=folds, tol=1e-8).fit(X, y)
    for scores, (training, held_out) in zip(path_scores(ours), folds, strict=True):
        plain = [ours._without_cv().set_params(C=C).fit(X[training], y[training]) for C in COSTS]
        expected = [model.score(X[held_out], y[held_out]) for model in plain]
        np.testing.assert_allclose(scores, expected, atol=1e-5)


@pytest.mark.parametrize("kind", [hingeline.LinearSVCCV, hingeline.SVCCV])
def test_balanced_classes_count_rows_as_often_as_a_fold_names_them(kind):
    X, y = classification(rows=200)
    training = np.append(np.arange(100), np.flatnonzero(y[:100] == 1))
    sum_of_values = lambda model, X, y: model.decision_function(X).sum()
    search = kind(Cs=[10.0], cv=[(training, np.arange(100, 200))], scoring=sum_of_values, class_weight="balanced")
    search.set_params(tol=1e-8).fit(X, y)
    plain = search._without_cv().set_params(C=10.0).fit(X[training], y[training])
    np.testing.assert_allclose(search.scores_.ravel(), plain.decision_function(X[100:]).sum(), rtol=1e-4)


def test_class_weights_of_a_class_that_a_fold_holds_out():
    X, y = classification(rows=200, classes=3)
    held_out = np.flatnonzero(y == 2)
    folds = [(np.flatnonzero(y < 2), held_out), (np.arange(0, 200, 2), np.arange(1, 200, 2))]
    model = hingeline.LinearSVCCV(Cs=COSTS, cv=folds, class_weight={1: 2.0, 2: 3.0}).fit(X, y)
    assert (model.scores_[0] == 0).all() and (model.scores_[1] > 0.3).all()


@pytest.mark.parametrize(
    "scoring",
    [
        lambda estimator, X, y: estimator.score(X, y),
        lambda estimator, X, y, **given: estimator.score(X, y, **given),
        make_scorer(max_error),
        make_scorer(mean_absolute_error),
        "neg_mean_absolute_error",
        None,
    ],
)
def test_scorers_with_and_without_weights(scoring):
    X, y = regression()
    weights = np.repeat([1.0, 2.0, 0.0, 1.0], 50)
    fit = lambda X, y, *weights: hingeline.LinearSVRCV(Cs=COSTS, scoring=scoring, cv=KFold(4)).fit(X, y, *weights)
    model = fit(X, y, weights)
    assert np.isfinite(model.scores_).all()
    y[100:150] += 1000
    np.testing.assert_array_equal(fit(X, y, weights).scores_, model.scores_)


@pytest.mark.parametrize("cv", [[], [(np.arange(100), np.arange(100, 100))]], ids=len)
def test_folds_that_hold_nothing_out_are_refused(cv):
    with pytest.raises(ValueError, match="^cv: no fold given"):
        hingeline.LinearSVRCV(cv=cv).fit(*regression())


@pytest.mark.parametrize("estimator", CROSS_VALIDATED, ids=str)
@pytest.mark.parametrize("training", [[], [0, 1]], ids=len)
def test_folds_that_train_on_nothing_are_refused(estimator, training):
    X, y = data_for(estimator)
    weights = np.where(np.arange(len(y)) < 2, 0.0, 1.0)
    halves = (np.arange(0, len(y), 2), np.arange(1, len(y), 2))
    cv = [halves, (np.array(training, dtype=int), np.arange(2, len(y)))]
    with pytest.raises(hingeline.InvalidParameter, match="^cv: a fold without rows to train on given"):
        clone(estimator).set_params(cv=cv).fit(X, y, weights)


def test_labels_without_an_order_are_refused_before_they_are_split():
    X, y = classification(rows=60)
    labels = np.where(y > 0, "a", "b").astype(object)
    labels[0] = None
    with pytest.raises(ValueError, match="^y: labels of different types"):
        hingeline.LinearSVCCV(Cs=COSTS).fit(X, labels)


def test_score_is_by_scoring():
    X, y = classification()
    model = hingeline.LogisticRegressionCV(Cs=COSTS, scoring="neg_log_loss").fit(X, y)
    assert model.score(X, y) == pytest.approx(-log_loss(y, model.predict_proba(X)))
    weights = np.random.default_rng(0).uniform(size=len(y))
    assert model.score(X, y, weights) == pytest.approx(-log_loss(y, model.predict_proba(X), sample_weight=weights))
    plain = hingeline.LogisticRegressionCV(Cs=COSTS).fit(X, y)
    assert plain.score(X, y) == (plain.predict(X) == y).mean()
    with pytest.raises(ValueError, match="^scoring: .* given, must be the name of a score"):
        hingeline.LogisticRegressionCV(Cs=COSTS, scoring=["accuracy", "f1"]).fit(X, y)


def test_scoring():
    X, y = classification(rows=300)
    model = hingeline.LogisticRegressionCV(Cs=COSTS, scoring="neg_log_loss").fit(X, y)
    assert (model.scores_ < 0).all()
    assert model.C == model.C_ == COSTS[model.scores_.mean(axis=0).argmax()]


@pytest.mark.parametrize("costs", [0, 2.5, [], [1.0, -1.0], [np.inf]])
def test_costs_are_checked(costs):
    with pytest.raises(ValueError, match="Cs"):
        hingeline.LinearSVCCV(Cs=costs).fit(*classification())


@pytest.mark.parametrize("estimator", CROSS_VALIDATED, ids=str)
def test_a_column_vector_y_is_warned_about_once(estimator):
    X, y = data_for(estimator, rows=60)
    with pytest.warns(DataConversionWarning) as said:
        of_column = clone(estimator).fit(X, y[:, np.newaxis])
    assert len(said) == 1
    np.testing.assert_array_equal(of_column._decision_values(X), clone(estimator).fit(X, y)._decision_values(X))


def test_scores_that_are_not_numbers_are_refused():
    X, y = classification()
    with pytest.raises(ValueError, match="no C has a score"):
        hingeline.LinearSVCCV(Cs=[1.0], scoring=lambda *_: np.nan, cv=2).fit(X, y)


def test_searches_tell_how_many_fits_converged():
    X, y = hard(rows=2000)
    search = hingeline.LinearSVCCV(Cs=[1e-4, 1e4], max_iter=60, loss="hinge", solver="dual_cd", cv=3)
    with pytest.warns(ConvergenceWarning, match="^search of LinearSVCCV: 3 of 6 fits converged$"):
        search.fit(X, y)
    kernel = hingeline.SVCCV(Cs=[1e-4, 1e4], max_iter=1, cv=3)
    with pytest.warns(ConvergenceWarning, match=r"^search of SVCCV: \d of 6 fits converged$"):
        kernel.fit(X[:400], y[:400])
