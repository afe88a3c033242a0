# SPDX-License-Identifier: BSD-3-Clause
"""Predictions of a few rows at a time: what machines with kernels keep for them, and what is said of rows that do not
fit."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import joblib
import numpy as np
import pytest
import sklearn.linear_model
import sklearn.svm
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.metrics.pairwise import rbf_kernel

import hingeline
from hingeline._kernel_machine import KernelMachine
from problems import classification, regression

MACHINES = [
    hingeline.SVC(),
    hingeline.SVC(kernel="poly", coef0=1.0, degree=2, probability=True),
    hingeline.SVC(kernel=rbf_kernel),
    hingeline.SVC(kernel="precomputed"),
    hingeline.NuSVC(nu=0.3, kernel="linear"),
    hingeline.SVR(),
    hingeline.NuSVR(kernel="sigmoid", gamma=0.01),
    hingeline.OneClassSVM(),
]


def fitted(machine, classes=3):
    X, y = classification(rows=150, classes=classes) if is_classifier(machine) else regression(rows=150)
    X = X @ X.T if machine.kernel == "precomputed" else X
    return clone(machine).fit(X, y), X


def outputs(model, X):
    return model.decision_function(X) if hasattr(model, "decision_function") else model.predict(X)


@pytest.fixture
def made(monkeypatch):
    """Estimators whose predictor was made, one after the other."""
    machines, make = [], KernelMachine._predictor

    def watched(machine):
        machines.append(machine)
        return make(machine)

    monkeypatch.setattr(KernelMachine, "_predictor", watched)
    return machines


@pytest.mark.parametrize("layout", [np.asarray, np.float32, sparse.csr_array], ids=str)
@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_the_predictor_is_made_once(machine, layout, made):
    model, X = fitted(machine)
    X = X if machine.kernel == "precomputed" else layout(X)
    made.clear()  # a fit with probabilities predicts
    everything = outputs(model, X)
    one_by_one = np.concatenate([outputs(model, X[i : i + 1]) for i in range(X.shape[0])])
    model.predict(X)
    if hasattr(model, "predict_proba"):
        assert np.argmax(model.predict_proba(X), axis=1).tolist() == model.predict(X).tolist()
    assert made == [model]
    if not callable(machine.kernel):  # whose values of one row are NumPy's
        np.testing.assert_array_equal(one_by_one, everything)


@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_copies_and_pickles_do_not_hold_the_predictor(machine, tmp_path):
    model, X = fitted(machine)
    before, content = pickle.dumps(model), joblib.hash(model)
    expected = outputs(model, X)
    assert pickle.dumps(model) == before and joblib.hash(model) == content
    joblib.dump(model, tmp_path / "model")
    copies = [pickle.loads(before), copy.copy(model), copy.deepcopy(model)]
    for other in [*copies, joblib.load(tmp_path / "model"), joblib.load(tmp_path / "model", mmap_mode="r")]:
        np.testing.assert_array_equal(outputs(other, X), expected)
        other.dual_coef_ = 2 * other.dual_coef_
        assert np.any(outputs(other, X) != expected)
        np.testing.assert_array_equal(outputs(model, X), expected)
        assert not hasattr(clone(other), "support_vectors_")


@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_changed_attributes_make_a_new_predictor(machine):
    model, X = fitted(machine)

    def seen(change):
        before = outputs(model, X)
        change()
        now = outputs(model, X)
        assert np.any(now != before)
        np.testing.assert_array_equal(now, outputs(pickle.loads(pickle.dumps(model)), X))

    def double(name):
        setattr(model, name, 2 * getattr(model, name))

    def in_place(values):
        values *= 2

    seen(lambda: double("dual_coef_"))
    seen(lambda: in_place(model.dual_coef_))
    seen(lambda: in_place(model.intercept_))
    if machine.kernel == "precomputed":
        seen(lambda: np.copyto(model.support_, model.support_[::-1].copy()))
        return
    with pytest.raises(ValueError, match="read-only"):
        model.support_vectors_ *= 2
    seen(lambda: double("support_vectors_"))
    seen(lambda: in_place(model.support_vectors_))  # the user's own
    if machine.kernel == "poly":
        seen(lambda: model.set_params(degree=5))
        seen(lambda: model.set_params(coef0=0.5))


@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_another_kernel_than_that_of_the_fit_is_refused(machine, tmp_path):
    model, X = fitted(machine)
    before = outputs(model, X)
    for other in {"rbf", "linear", "precomputed", rbf_kernel} - {model.kernel}:
        if callable(other) and callable(machine.kernel):
            continue
        changed = copy.copy(model).set_params(kernel=other)
        for use in (
            lambda changed=changed: changed.predict(X),
            lambda changed=changed: hingeline.to_onnx(changed),
            lambda changed=changed: hingeline.write_model(tmp_path / "model", changed),
        ):
            with pytest.raises(hingeline.InvalidParameter, match="^kernel: .* given"):
                use()
    np.testing.assert_array_equal(outputs(model, X), before)
    assert not (tmp_path / "model").exists()


def test_sparse_support_vectors_that_change_are_seen():
    X, y = classification(rows=100)
    model = hingeline.SVC().fit(sparse.csr_array(X), y)
    before = model.decision_function(X)
    with pytest.raises(ValueError, match="read-only"):
        model.support_vectors_.data[0] = 7
    model.support_vectors_.data = 2 * model.support_vectors_.data
    once = model.decision_function(X)
    model.support_vectors_.data *= 2
    assert np.any(once != before) and np.any(model.decision_function(X) != once)


def test_support_vectors_of_the_users_are_kept_once_read_only(made):
    model, X = fitted(hingeline.SVC())
    own = 2 * model.support_vectors_
    model.support_vectors_ = own
    for expected in (2, 3):
        values = [model.decision_function(X) for _ in range(2)]
        assert len(made) == expected
        own.flags.writeable = False
    np.testing.assert_array_equal(*values)


def test_another_fit_makes_a_new_predictor():
    X, y = classification(rows=150)
    model = hingeline.SVC().fit(X, y)
    model.predict(X)
    again = model.fit(-X[:100], y[:100]).decision_function(X)
    np.testing.assert_array_equal(again, hingeline.SVC().fit(-X[:100], y[:100]).decision_function(X))


@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_threads_predict_at_once(machine):
    model, X = fitted(machine)
    expected = outputs(pickle.loads(pickle.dumps(model)), X)
    single = expected if callable(machine.kernel) or machine.kernel == "precomputed" else outputs(model, np.float32(X))
    model = pickle.loads(pickle.dumps(model))

    def predict(k):
        return outputs(model, X if k % 2 == 0 or single is expected else np.float32(X))

    with ThreadPoolExecutor(8) as pool:
        for k, values in enumerate(pool.map(predict, range(64))):
            np.testing.assert_array_equal(values, expected if k % 2 == 0 else single)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (hingeline.SVC(), sklearn.svm.SVC()),
        (hingeline.SVC(kernel="precomputed"), sklearn.svm.SVC(kernel="precomputed")),
        (hingeline.NuSVC(nu=0.3), sklearn.svm.NuSVC(nu=0.3)),
        (hingeline.SVR(), sklearn.svm.SVR()),
        (hingeline.NuSVR(), sklearn.svm.NuSVR()),
        (hingeline.OneClassSVM(), sklearn.svm.OneClassSVM()),
        (hingeline.LinearSVC(), sklearn.svm.LinearSVC()),
        (hingeline.LinearSVR(), sklearn.svm.LinearSVR(max_iter=100_000)),
        (hingeline.LogisticRegression(), sklearn.linear_model.LogisticRegression()),
    ],
    ids=str,
)
def test_rows_that_do_not_fit_are_refused_as_by_scikit_learn(ours, theirs):
    X, y = classification(rows=60)
    precomputed = getattr(ours, "kernel", None) == "precomputed"
    X = X @ X.T if precomputed else X
    wrong = [X[:2, :-1], np.hstack([X, X]), X[:0], X[0], 3.0, X[None], np.full_like(X, np.nan), 1j * X]
    wrong += [] if precomputed else [sparse.csr_array(X[:2, :-1]), sparse.csr_array(X[:0])]

    def message(estimator, rows):
        with pytest.raises(ValueError) as caught:
            estimator.predict(rows)
        return str(caught.value)

    assert message(clone(ours), X) == message(clone(theirs), X)
    ours, theirs = clone(ours).fit(X, y), clone(theirs).fit(X, y)
    for rows in wrong:
        assert message(ours, rows) == message(theirs, rows)
