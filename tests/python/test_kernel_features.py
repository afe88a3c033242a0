# SPDX-License-Identifier: BSD-3-Clause
"""Features against the kernels that they stand for, and linear machines on them against machines with kernels."""

import copy
import pickle
import time

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn.kernel_approximation
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.datasets import load_digits, make_moons
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel
from sklearn.model_selection import cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import hingeline
from hingeline import KernelFeatures
from problems import classification, ctrl_c_after, regression

APPROXIMATIONS = ["nystroem", "fourier"]


def products(features, X, Z=None):
    return features.transform(X) @ features.transform(X if Z is None else Z).T


def digits():
    X, y = load_digits(return_X_y=True)
    return X / 16, y


@pytest.mark.parametrize(
    ("parameters", "kernel"),
    [
        ({"gamma": 0.3}, lambda X, Z: rbf_kernel(X, Z, gamma=0.3)),
        ({"gamma": "auto"}, rbf_kernel),
        ({}, lambda X, Z: rbf_kernel(X, Z, gamma=1 / (X.shape[1] * X.var()))),
        ({"kernel": "poly", "gamma": 0.5, "degree": 2, "coef0": 1.0}, lambda X, Z: polynomial_kernel(X, Z, 2, 0.5, 1)),
        ({"kernel": "polynomial", "gamma": 0.5, "degree": 3}, lambda X, Z: polynomial_kernel(X, Z, 3, 0.5, 0)),
        ({"kernel": "linear"}, linear_kernel),
    ],
    ids=str,
)
def test_all_rows_reproduce_the_kernel(parameters, kernel):
    X, _ = classification(rows=80, cols=4)
    features = KernelFeatures(200, **parameters).fit(X)
    assert features.transform(X).shape == (80, 80)
    K = kernel(X, X)
    np.testing.assert_allclose(products(features, X), K, atol=1e-6 * np.abs(K).max())
    Z = X[:20] + 0.1  # exact where one of both was drawn
    np.testing.assert_allclose(products(features, X, Z), kernel(X, Z), atol=1e-4 * np.abs(K).max())


def test_many_frequencies_are_near_the_kernel():
    X, _ = classification(rows=100)
    features = KernelFeatures(8000, approximation="fourier", gamma=0.2).fit(X)
    K = products(features, X)
    np.testing.assert_allclose(K, rbf_kernel(X, gamma=0.2), atol=0.05)
    np.testing.assert_allclose(np.diag(K), 1, atol=1e-12)


@pytest.mark.parametrize("gamma", [0.01, 0.1, 1.0])
def test_errors_are_those_of_scikit_learn(gamma):
    X, _ = digits()
    K = rbf_kernel(X, gamma=gamma)

    def error(features):
        return np.linalg.norm(products(features.fit(X), X) - K)

    ours = np.mean([error(KernelFeatures(100, gamma=gamma, random_state=seed)) for seed in range(3)])
    nystroem = sklearn.kernel_approximation.Nystroem
    theirs = np.mean([error(nystroem(n_components=100, gamma=gamma, random_state=seed)) for seed in range(3)])
    assert theirs / 1.5 < ours < 1.5 * theirs


@pytest.mark.parametrize("approximation", APPROXIMATIONS)
@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix, sparse.csc_array])
def test_layouts_and_types_agree(kind, approximation):
    X, _ = classification(rows=300)
    X[X < 0] = 0
    X = X.astype(np.float32).astype(np.float64)
    features = KernelFeatures(60, approximation=approximation, gamma=0.2)
    dense = features.fit_transform(X)
    compressed = clone(features).fit(kind(X))
    np.testing.assert_allclose(compressed.transform(kind(X)), dense, atol=1e-9)
    np.testing.assert_allclose(compressed.transform(X), dense, atol=1e-9)
    single = clone(features).fit_transform(X.astype(np.float32))
    assert (dense.dtype, single.dtype) == (np.float64, np.float32)
    assert features.fit_transform(X.astype(int)).dtype == np.float64
    np.testing.assert_allclose(single, dense, atol=1e-5)
    for phi in (dense, single):
        assert phi.flags.c_contiguous and phi.flags.writeable and not phi.flags.owndata
    if approximation == "nystroem":
        assert sparse.issparse(compressed.components_)
        features.fit(X)
        np.testing.assert_array_equal(compressed.components_.toarray(), features.components_)


@pytest.mark.parametrize("approximation", APPROXIMATIONS)
def test_copies_give_the_same_bits(approximation, tmp_path):
    X, _ = classification(rows=300)
    features = KernelFeatures(64, approximation=approximation, random_state=np.random.RandomState(3)).fit(X)
    phi = features.transform(X)
    joblib.dump(features, tmp_path / "features")
    copies = [pickle.loads(pickle.dumps(features)), copy.deepcopy(features), joblib.load(tmp_path / "features")]
    features.set_params(n_components=2, gamma=7.0)  # seen by the next fit
    for each in [*copies, features]:
        np.testing.assert_array_equal(each.transform(X), phi)
    if approximation == "nystroem":
        np.testing.assert_array_equal(copies[0].components_, features.components_)


@pytest.mark.parametrize("approximation", APPROXIMATIONS)
def test_random_state(approximation):
    X, _ = classification(rows=300)
    phi = [
        KernelFeatures(20, approximation=approximation, random_state=state, n_jobs=jobs).fit_transform(X)
        for state, jobs in [(None, None), (0, 2), (1, 1), (np.random.RandomState(5), 1), (np.random.RandomState(5), 2)]
    ]
    np.testing.assert_array_equal(phi[0], phi[1])
    np.testing.assert_array_equal(phi[3], phi[4])
    assert not np.allclose(phi[0], phi[2])


def test_landmarks_are_distinct_rows_of_weight():
    X, _ = classification(rows=300)
    X = np.vstack([X, X])
    weights = np.tile(np.arange(300) % 3, 2)
    features = KernelFeatures(150).fit(X, sample_weight=weights)
    landmarks = features.components_
    assert landmarks.shape == (150, 5)
    assert len(np.unique(landmarks, axis=0)) == 150
    of_weight = {tuple(row) for row in X[weights > 0]}
    assert all(tuple(row) in of_weight for row in landmarks)
    assert KernelFeatures(250).fit(X, sample_weight=weights).components_.shape == (200, 5)
    order = np.random.default_rng(0).permutation(600)
    np.testing.assert_array_equal(
        KernelFeatures(150).fit(X[order], sample_weight=weights[order]).components_, landmarks
    )
    with pytest.raises(ValueError, match="^sample_weight"):
        features.fit(X, sample_weight=-weights)


@pytest.mark.parametrize("method", ["fit", "transform"])
def test_keyboard_interrupt_returns_promptly(method):
    X = np.random.default_rng(0).normal(size=(20000, 5)).astype(np.float32)
    features = KernelFeatures(5000 if method == "fit" else 3000)
    if method == "transform":
        features.fit(X)
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3):
        began = time.monotonic()
        getattr(features, method)(X)
    assert time.monotonic() - began < 2


def test_names_and_output():
    X, _ = classification()
    table = pd.DataFrame(X, columns=list("abcde"))
    features = KernelFeatures(3).set_output(transform="pandas").fit(table)
    names = ["kernelfeatures0", "kernelfeatures1", "kernelfeatures2"]
    assert list(features.transform(table).columns) == list(features.get_feature_names_out()) == names
    assert list(features.feature_names_in_) == list("abcde")


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"n_components": 0}, "n_components"),
        ({"n_components": 2.5}, "n_components"),
        ({"n_components": 16385}, "n_components"),
        ({"n_components": 5, "approximation": "fourier"}, "n_components: 5 given, must be even"),
        ({"approximation": "sketch"}, "approximation"),
        ({"approximation": None}, "approximation"),
        ({"kernel": "sigmoid"}, "kernel"),
        ({"kernel": "precomputed"}, "kernel"),
        ({"kernel": rbf_kernel}, "kernel"),
        ({"kernel": "poly", "approximation": "fourier"}, "kernel"),
        ({"gamma": 0}, "gamma"),
        ({"gamma": "wide"}, "gamma"),
        ({"degree": -1}, "degree"),
        ({"kernel": "poly", "coef0": -1.0}, "coef0"),
        ({"coef0": "one"}, "coef0"),
        ({"random_state": -1}, "random_state"),
        ({"n_jobs": 1.5}, "n_jobs"),
    ],
    ids=str,
)
def test_bad_parameters_are_named(parameters, name):
    X, _ = classification()
    with pytest.raises(ValueError, match=f"^{name}"):
        KernelFeatures(**parameters).fit(X)


def test_frequencies_have_no_rows():
    X, _ = classification()
    with pytest.raises(AttributeError, match="nystroem"):
        _ = KernelFeatures(approximation="fourier").fit(X).components_
    assert not hasattr(KernelFeatures(), "components_")


@pytest.mark.parametrize("approximation", APPROXIMATIONS)
def test_linear_machine_is_about_that_with_the_kernel(approximation):
    X, y = make_moons(600, noise=0.2, random_state=0)
    linear = hingeline.LinearSVC(loss="hinge")
    model = make_pipeline(KernelFeatures(200, approximation=approximation, gamma=2.0), linear)
    exact = cross_val_score(hingeline.SVC(gamma=2.0), X, y).mean()
    assert abs(cross_val_score(model, X, y, n_jobs=2).mean() - exact) < 0.015


def test_digits():
    X_train, X_test, y_train, y_test = train_test_split(*digits(), random_state=0)
    exact = hingeline.SVC(gamma=0.1).fit(X_train, y_train).score(X_test, y_test)
    model = make_pipeline(KernelFeatures(500, gamma=0.1), hingeline.LinearSVC()).fit(X_train, y_train)
    assert model.score(X_test, y_test) > exact - 0.01


NYSTROEM = """hingeline_format 1
loss hinge
C 2.5
intercept free 1
penalty 0.5 0.5
basis nystroem 3 7 rbf 0.5 3 0
vector 1:1
vector 2:1 3:-2
vector
feature age
feature height
feature weight
nr_class 2
label 1 -1
nr_feature 3
bias 1
w
1.5
-0.5
0.75
0.25
"""


def test_model_files_of_the_command_line(tmp_path):
    (tmp_path / "model").write_text(NYSTROEM)
    model = hingeline.read_model(tmp_path / "model")
    features, svc = model
    assert isinstance(features, KernelFeatures) and isinstance(svc, hingeline.LinearSVC)
    landmarks = np.array([[1.0, 0, 0], [0, 1, -2], [0, 0, 0]])
    np.testing.assert_array_equal(features.components_.toarray(), landmarks)
    asked = {"n_components": 3, "approximation": "nystroem", "kernel": "rbf", "gamma": 0.5, "random_state": 7}
    assert {**features.get_params(), **asked} == features.get_params()
    assert (svc.loss, svc.C, svc.penalty, svc.l1_ratio) == ("hinge", 2.5, "elasticnet", 0.5)
    assert list(features.feature_names_in_) == ["age", "height", "weight"]
    X, _ = classification(cols=3)
    expected = rbf_kernel(X, landmarks, gamma=0.5) @ [1.5, -0.5, 0.75] + 0.25
    table = pd.DataFrame(X, columns=features.feature_names_in_)
    for rows in (table, table.astype(np.float32)):
        np.testing.assert_allclose(model.decision_function(rows), expected, atol=1e-6)
    np.testing.assert_array_equal(model.predict(table), np.where(expected > 0, 1, -1))
    assert model.n_features_in_ == 3
    hingeline.write_model(tmp_path / "again", model)
    header, _ = NYSTROEM.split("\nw\n")
    assert set(header.splitlines()) <= {line.strip() for line in (tmp_path / "again").read_text().splitlines()}


def test_frequencies_of_a_model_file_are_those_of_its_seed(tmp_path):
    X, _ = classification(cols=3)
    text = NYSTROEM.replace("nystroem 3 7", "fourier 3 7").replace("nr_feature 3", "nr_feature 4")
    text = text.replace("\nw\n", "\nw\n2\n")
    (tmp_path / "model").write_text("".join(line for line in text.splitlines(True) if not line.startswith("vector")))
    model = hingeline.read_model(tmp_path / "model")
    phi = KernelFeatures(4, approximation="fourier", gamma=0.5, random_state=7).fit_transform(X)
    table = pd.DataFrame(X, columns=["age", "height", "weight"])
    np.testing.assert_array_equal(model[0].transform(table), phi)
    np.testing.assert_allclose(model.decision_function(table), phi @ [2, 1.5, -0.5, 0.75] + 0.25, atol=1e-12)


@pytest.mark.parametrize("approximation", APPROXIMATIONS)
@pytest.mark.parametrize(
    "linear",
    [
        hingeline.LinearSVC(C=0.3, penalty="l1"),
        hingeline.LinearSVC(multi_class="ovo", probability=True),
        hingeline.LogisticRegression(),
        hingeline.LinearRegressor("huber", delta=0.5),
        hingeline.MultiQuantileRegressor(),
        hingeline.PLQRegressor(hingeline.PLQ([0.0], [-1.0, 1.0], [0.0, 0.0]), fit_intercept=False),
    ],
    ids=str,
)
def test_pipelines_come_back_from_files(approximation, linear, tmp_path):
    X, y = classification(classes=3) if is_classifier(linear) else regression()
    features = KernelFeatures(20, approximation=approximation, gamma=0.3, random_state=1)
    model = make_pipeline(features, clone(linear)).fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")
    assert type(read[-1]) is type(linear)
    np.testing.assert_allclose(read[0].transform(X), features.transform(X), atol=1e-12)
    answer = "decision_function" if is_classifier(linear) else "predict"
    np.testing.assert_allclose(getattr(read, answer)(X), getattr(model, answer)(X), atol=1e-9)
    if hasattr(model, "predict_proba"):
        np.testing.assert_allclose(read.predict_proba(X), model.predict_proba(X), atol=1e-9)
    again = pickle.loads(pickle.dumps(clone(read).fit(X, y)))
    assert again[-1].certificate_.relative_gap <= 1e-4


def test_other_pipelines_have_no_files(tmp_path):
    X, y = classification()
    one_class = hingeline.LinearOneClassSVM()
    for steps in [
        [KernelFeatures(9), one_class],
        [KernelFeatures(9), StandardScaler(), hingeline.LinearSVC()],
        [KernelFeatures(9), "passthrough"],
    ]:
        with pytest.raises(ValueError, match="^estimator: a pipeline of KernelFeatures.* given, must be of scalers"):
            hingeline.write_model(tmp_path / "model", make_pipeline(*steps).fit(X, y))
    with pytest.raises(NotFittedError):
        hingeline.write_model(tmp_path / "model", make_pipeline(KernelFeatures(), hingeline.LinearSVC()))
