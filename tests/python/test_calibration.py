# SPDX-License-Identifier: BSD-3-Clause
"""Probabilities of support vector machines."""

import tracemalloc

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import log_loss
from sklearn.metrics.pairwise import rbf_kernel

import hingeline
from hingeline import _core
from hingeline._matrix import matrix
from problems import classification

FOLDS = 5


def folds_of(X):
    return _core.content_folds(matrix(X), FOLDS)


@pytest.mark.parametrize("probability", ["platt", "isotonic"])
def test_one_number_is_the_weight_of_all_rows(probability):
    X, y = classification()
    machine = hingeline.LinearSVC(probability=probability)
    expected = machine.fit(X, y, np.full(len(y), 2.0)).predict_proba(X)
    np.testing.assert_array_equal(machine.fit(X, y, 2).predict_proba(X), expected)


@pytest.mark.parametrize(
    "machine",
    [
        hingeline.LinearSVC(probability=True),
        hingeline.LinearSVC(probability="isotonic"),
        hingeline.LogisticRegression(),
        hingeline.SVC(kernel="linear", probability=True),
    ],
)
def test_next_to_the_boundary_probabilities_follow_predictions(machine):
    X = np.array([[-1.0], [1.0], [-2.0], [2.0], [-1.5], [1.5]] * 3)
    machine.fit(X, np.array([0, 1] * 9))
    near = np.array([[1e-17], [-1e-17], [0.0]])
    np.testing.assert_array_equal(machine.predict_proba(near).argmax(axis=1), machine.predict(near))
    np.testing.assert_allclose(machine.predict_proba(near), 0.5, rtol=1e-15)


def test_the_fold_of_a_row_depends_only_on_the_row():
    X, _ = classification(rows=1000)
    X[X < 0] = 0
    folds = folds_of(X)
    order = np.random.default_rng(0).permutation(len(X))
    np.testing.assert_array_equal(folds_of(X[order]), folds[order])
    np.testing.assert_array_equal(folds_of(sparse.csr_array(X)), folds)
    rounded = X.astype(np.float32)
    np.testing.assert_array_equal(folds_of(rounded), folds_of(rounded.astype(np.float64)))
    assert np.bincount(folds).min() > 100


@pytest.mark.parametrize(
    "machine",
    [
        hingeline.LinearSVC(probability=True),
        hingeline.SVC(probability=True),
        hingeline.SVC(kernel="precomputed", probability=True),
        hingeline.SVC(kernel="precomputed", probability="isotonic"),
    ],
    ids=str,
)
def test_rows_of_weight_0_are_in_no_fold(machine):
    X, y = classification(rows=120, classes=3)
    precomputed = getattr(machine, "kernel", None) == "precomputed"
    X = rbf_kernel(X) if precomputed else X
    weights = np.arange(120) % 3.0
    y[weights == 0] = 2
    there = np.flatnonzero(weights)
    few = X[np.ix_(there, there)] if precomputed else X[there]
    ours = clone(machine).set_params(tol=1e-8).fit(X, y, weights)
    expected = clone(machine).set_params(tol=1e-8).fit(few, y[there], weights[there])
    np.testing.assert_allclose(ours.predict_proba(X)[there], expected.predict_proba(few), atol=1e-6)


MACHINES = [
    hingeline.LinearSVC(loss="hinge", probability=True),
    hingeline.LinearSVC(loss="squared_hinge", probability="platt"),
    hingeline.LinearSVC(probability="isotonic"),
    hingeline.LinearSVC(multi_class="ovo", probability=True),
    hingeline.LinearSVC(multi_class="ovo", probability="isotonic"),
    hingeline.SVC(probability=True),
    hingeline.SVC(kernel=rbf_kernel, probability=True),
    hingeline.SVC(probability="isotonic"),
    hingeline.SVC(kernel="linear", break_ties=True, probability=True),
    hingeline.SVC(multi_class="ovr", probability=True),
    hingeline.SVC(multi_class="ovr", probability="isotonic"),
    hingeline.NuSVC(probability=True),
    hingeline.NuSVC(nu=0.4, multi_class="ovr", probability="isotonic"),
]


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_probabilities_agree_with_predictions(machine, classes):
    X, y = classification(rows=600, classes=classes)
    model = clone(machine).fit(X[:400], y[:400])
    probability = model.predict_proba(X)
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[probability.argmax(axis=1)], model.predict(X))
    if classes == 2:
        np.testing.assert_array_equal(probability[:, 1] >= 0.5, model.decision_function(X) >= 0)
    shares = np.bincount(y[:400]) / 400
    assert log_loss(y[400:], model.predict_proba(X[400:])) < 0.8 * log_loss(y[400:], np.tile(shares, (200, 1)))
    np.testing.assert_allclose(model.predict_log_proba(X), np.log(probability))


@pytest.mark.parametrize("machine", [hingeline.LinearSVC, hingeline.SVC, hingeline.NuSVC])
def test_machines_have_no_probabilities_unless_asked_for(machine):
    assert not hasattr(machine(), "predict_proba")
    assert hasattr(machine(probability=True), "predict_proba")


@pytest.mark.parametrize(
    ("machine", "asked"),
    [
        (hingeline.LinearSVC, True),
        (hingeline.LinearSVC, "isotonic"),
        (hingeline.SVC, True),
        (hingeline.SVC, "platt"),
        (hingeline.SVC, "isotonic"),
        (hingeline.NuSVC, True),
    ],
)
def test_probabilities_that_are_asked_for_after_fit(machine, asked, tmp_path):
    X, y = classification()
    model = machine().fit(X, y)
    expected = model.decision_function(X)
    model.set_params(probability=asked)
    np.testing.assert_array_equal(model.decision_function(X), expected)
    for use in (
        lambda: model.predict_proba(X),
        lambda: hingeline.write_model(tmp_path / "model", model),
        lambda: hingeline.to_onnx(model),
    ):
        with pytest.raises(NotFittedError, match="fit again"):
            use()
    assert model.fit(X, y).predict_proba(X).shape == (len(y), 2)


def test_fit_again_forgets_the_calibration_before():
    X, y = classification()
    model = hingeline.LinearSVC(probability="isotonic", warm_start=True).fit(X, y)
    for kind, left in [("platt", {"slope"}), ("isotonic", {"knots"}), (False, set())]:
        model.set_params(probability=kind).fit(X, y)
        assert {name for name in ("slope", "knots") if hasattr(model, f"probability_{name}_")} == left


@pytest.mark.parametrize("machine", [hingeline.LinearSVC, hingeline.SVC, hingeline.NuSVC])
@pytest.mark.parametrize("kind", ["sigmoid", "", 2, None])
def test_kind_of_calibration_is_checked(machine, kind):
    with pytest.raises(ValueError, match=f"^probability: {kind!r} given, must be False or True or 'platt'"):
        machine(probability=kind).fit(*classification())


@pytest.mark.parametrize("machine", [hingeline.SVC, hingeline.NuSVC])
def test_platt_is_the_default(machine):
    X, y = classification()
    model = machine(probability="platt").fit(X, y)
    np.testing.assert_array_equal(model.predict_proba(X), machine(probability=True).fit(X, y).predict_proba(X))


def test_precomputed_kernel_has_the_probabilities_of_its_function():
    X, y = classification()
    named = hingeline.SVC(kernel=rbf_kernel, probability=True, tol=1e-8).fit(X, y)
    matrix_of_values = hingeline.SVC(kernel="precomputed", probability=True, tol=1e-8).fit(rbf_kernel(X), y)
    # Rows of both have other folds, so that slopes differ a little.
    np.testing.assert_allclose(matrix_of_values.predict_proba(rbf_kernel(X)), named.predict_proba(X), atol=0.05)


@pytest.mark.parametrize("machine", [hingeline.LinearSVC(probability=True), hingeline.SVC(probability=True)], ids=str)
def test_a_class_within_one_fold_has_probabilities(machine):
    X, y = classification(rows=100)
    alone = np.concatenate([y, [2, 2, 2]])
    model = clone(machine).fit(np.vstack([X, X[:1], X[:1], X[:1]]), alone)
    assert np.isfinite(model.predict_proba(X)).all()


@pytest.mark.parametrize("probability", ["platt", "isotonic"])
@pytest.mark.parametrize(
    "machine",
    [
        hingeline.LinearSVC(),
        hingeline.LinearSVC(multi_class="ovo"),
        hingeline.LinearSVC(multi_class="crammer_singer", fit_intercept=False),
        hingeline.SVC(),
        hingeline.SVC(multi_class="ovr"),
    ],
    ids=str,
)
def test_rare_classes_leave_the_others_their_probabilities(machine, probability):
    """Every fold holds all rows of some, and its fit knows nothing of them."""
    X, y = classification(rows=300)
    y[::15] = 10 + np.arange(20)
    labels = np.unique(y)
    for class_weight in (None, {10: 2.0, 29: 1.0}):
        model = clone(machine).set_params(probability=probability, class_weight=class_weight).fit(X, y)
        p = model.predict_proba(X)
        np.testing.assert_array_equal(labels[p.argmax(axis=1)], model.predict(X))
        assert log_loss(y, p) < np.log(len(labels))


@pytest.mark.parametrize("machine", [hingeline.LinearSVC, hingeline.SVC])
def test_a_fit_that_is_stopped_has_no_probabilities(machine):
    X, y = classification(rows=300)
    calls = []

    def watch(now):
        calls.append(now)
        return len(calls) < 2

    model = machine(probability=True, tol=1e-12, callback=watch)
    model.fit(X, y)
    assert model.status_ == "interrupted" and len(calls) == 2
    with pytest.raises(NotFittedError, match="fit was stopped"):
        model.predict_proba(X)


def test_rows_that_are_all_equal_have_no_probabilities():
    with pytest.raises(ValueError, match="too few different rows"):
        hingeline.LinearSVC(probability=True).fit(np.ones((20, 2)), np.arange(20) % 2)


@pytest.mark.parametrize("machine", [*MACHINES[:4], MACHINES[5]], ids=str)
@pytest.mark.parametrize("classes", [2, 3])
def test_model_files_hold_probabilities(machine, classes, tmp_path):
    X, y = classification(classes=classes)
    model = clone(machine).fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")
    np.testing.assert_allclose(read.predict_proba(X), model.predict_proba(X), rtol=1e-6)


def test_fits_for_probabilities_use_the_validated_rows():
    X, y = classification(rows=2000, cols=400)
    whole = np.round(X * 100).astype(np.int64)
    tracemalloc.start()
    hingeline.SVC(probability=True, max_iter=5, cache_size=1).fit(whole, y)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2.5 * whole.nbytes
