# SPDX-License-Identifier: BSD-3-Clause
"""ONNX models, run by onnxruntime, against the estimators' own methods."""

import sys

import numpy as np
import onnxruntime
import pytest
from scipy import sparse
from sklearn.base import clone, is_classifier, is_outlier_detector
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import hingeline
from problems import CROSS_VALIDATED, LINEAR, classification, regression

KERNELS = [
    hingeline.SVC(kernel="linear"),
    hingeline.SVC(kernel="poly", coef0=1.0),
    hingeline.SVC(kernel="sigmoid", gamma=0.01),
    hingeline.SVC(decision_function_shape="ovo"),
    hingeline.SVC(break_ties=True),
    hingeline.SVC(kernel="linear", break_ties=True, probability=True),
    hingeline.SVC(probability=True),
    hingeline.SVC(probability="isotonic"),
    hingeline.SVC(multi_class="ovr", probability=True, decision_function_shape="ovo"),
    hingeline.SVC(multi_class="ovr", probability="isotonic"),
    hingeline.NuSVC(probability=True),
    hingeline.SVR(),
    hingeline.NuSVR(kernel="poly"),
    hingeline.OneClassSVM(nu=0.2),
]
OTHERS = [
    hingeline.LinearSVC(multi_class="ovo", decision_function_shape="ovo", probability="isotonic"),
    hingeline.PLQClassifier("hinge", multi_class="ovo"),
    hingeline.PLQClassifier("logistic"),
    hingeline.LinearOneClassSVM(nu=0.2),
    hingeline.MultiQuantileRegressor(),
]


def run(estimator, X, tmp_path, dtype="float64"):
    hingeline.to_onnx(estimator, tmp_path / "model.onnx", dtype=dtype)
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx", providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(None, {"X": X}), strict=True))


def expected(model, X):
    if not (is_classifier(model) or is_outlier_detector(model)):
        return {"prediction": model.predict(X)}
    answers = {"label": model.predict(X), "scores": model.decision_function(X)}
    if hasattr(model, "predict_proba"):
        answers["probabilities"] = model.predict_proba(X)
    return answers


def compare(found, wanted, atol=1e-9):
    assert found.keys() == wanted.keys()
    for name, values in wanted.items():
        assert found[name].shape == values.shape, name
        if name == "label":
            np.testing.assert_array_equal(found[name], values)
        elif name == "probabilities":
            compare_probabilities(found[name], values)
        else:
            np.testing.assert_allclose(found[name], values, rtol=1e-7, atol=atol)


def compare_probabilities(found, wanted):
    """Of two classes as likely as each other either may have changed places with the label's, by rounding."""
    ascending = np.sort(wanted, axis=1)
    tied = ascending[:, -1] - ascending[:, -2] < 1e-9
    np.testing.assert_allclose(found[~tied], wanted[~tied], rtol=1e-7, atol=1e-6)
    np.testing.assert_allclose(np.sort(found[tied], axis=1), ascending[tied], rtol=1e-7, atol=1e-6)


ALL = [*LINEAR, *CROSS_VALIDATED, *KERNELS, *OTHERS]


@pytest.mark.parametrize(
    ("estimator", "classes"),
    [(estimator, classes) for estimator in ALL for classes in ((2, 4) if is_classifier(estimator) else (0,))],
    ids=str,
)
def test_same_answers(estimator, classes, tmp_path):
    X, y = classification(classes=classes) if classes else regression()
    model = clone(estimator).fit(X, np.array(["setosa", "versicolor", "virginica", "other"])[y] if classes else y)
    points = np.random.default_rng(1).normal(size=(500, 5)) * 3
    found = run(model, points, tmp_path)
    compare(found, expected(model, points))
    if "probabilities" in found:
        np.testing.assert_array_equal(model.classes_[found["probabilities"].argmax(axis=1)], found["label"])


@pytest.mark.parametrize("labels", [[False, True], [3, 7], [-1.0, 2.0]], ids=str)
def test_kinds_of_labels(labels, tmp_path):
    X, y = classification()
    model = hingeline.LinearSVC().fit(X, np.array(labels)[y])
    found = run(model, X, tmp_path)["label"]
    assert found.dtype == model.classes_.dtype
    np.testing.assert_array_equal(found, model.predict(X))


@pytest.mark.parametrize("intercept", [1e-7, -1e-9])
def test_tiny_numbers_are_not_taken_for_zero(intercept, tmp_path):
    X, y = classification()
    X *= 1e-7
    linear = hingeline.LinearSVC(probability=True).fit(X, y)
    linear.coef_, linear.intercept_ = np.eye(5)[:1], np.array([intercept])
    linear.probability_slope_ = 1 + 1e-7
    kernel = hingeline.SVC(kernel="poly", gamma=1 + 1e-7, coef0=1e-7, degree=1).fit(1e7 * X, y)
    for model in (linear, kernel):
        scores = run(model, X, tmp_path)["scores"]
        np.testing.assert_allclose(
            scores, model.decision_function(X), rtol=1e-12 if model is linear else 1e-6, atol=1e-18
        )


@pytest.mark.parametrize("classes", [2, 3])
def test_float32(classes, tmp_path):
    X, y = classification(classes=classes)
    X = X.astype(np.float32)
    for estimator in (hingeline.LinearSVC(), hingeline.SVC()):
        model = estimator.fit(X, y)
        compare(run(model, X, tmp_path, "float32"), expected(model, X), atol=1e-9 if hasattr(model, "solver") else 1e-5)


@pytest.mark.parametrize("classes", [2, 3])
def test_ties_give_the_same_label(classes, tmp_path):
    """Whole numbers, so that no sum is rounded."""
    X, y = classification(rows=300, cols=2, classes=classes)
    points = np.random.default_rng(0).integers(-2, 3, size=(200, 2)).astype(float)
    for probability in (True, "isotonic"):
        model = hingeline.LinearSVC(probability=probability).fit(X, y)
        model.coef_ = np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])[: len(model.coef_)]
        model.intercept_ = np.zeros(len(model.coef_))
        ties = np.sort(np.column_stack([model.decision_function(points).reshape(200, -1), np.zeros(200)]), axis=1)
        assert np.count_nonzero(np.diff(ties, axis=1) == 0) > 20
        compare(run(model, points, tmp_path), expected(model, points))
    votes = hingeline.SVC(kernel="linear", probability=True).fit(X, y)
    votes.intercept_ = np.zeros(len(votes.intercept_))
    zeros = np.zeros((3, 2))
    compare(run(votes, zeros, tmp_path), expected(votes, zeros))


@pytest.mark.parametrize(
    ("estimator", "classes"),
    [
        (hingeline.PLQClassifier("hinge"), 2),
        (hingeline.LinearSVC(multi_class="crammer_singer", fit_intercept=False), 3),
    ],
    ids=str,
)
def test_labels_differ_at_no_more_than_rounding(estimator, classes, tmp_path):
    """Rows for which the first two decision values, or 0 and the only one, are equal but for that."""
    X, y = classification(rows=300, cols=7, classes=classes)
    model = estimator.fit(X, y)
    across, offset = model.coef_[0], model.intercept_[0]
    if classes > 2:
        across, offset = across - model.coef_[1], offset - model.intercept_[1]
    points = X - np.outer((X @ across + offset) / (across @ across), across)
    found, wanted = run(model, points, tmp_path), expected(model, points)
    np.testing.assert_allclose(found["scores"], wanted["scores"], rtol=0, atol=1e-12)
    values = wanted["scores"] if classes > 2 else np.column_stack([-wanted["scores"], wanted["scores"]])
    chosen = values[np.arange(len(y)), np.searchsorted(model.classes_, found["label"])]
    np.testing.assert_allclose(chosen, values.max(axis=1), rtol=0, atol=1e-12)


def test_sparse_support_vectors(tmp_path):
    X, y = classification()
    model = hingeline.SVC().fit(sparse.csr_array(X), y)
    compare(run(model, X, tmp_path), expected(model, X))


def test_precomputed_kernels(tmp_path):
    X, y = classification(classes=3)
    K = rbf_kernel(X)
    model = hingeline.SVC(kernel="precomputed").fit(K, y)
    compare(run(model, K, tmp_path), expected(model, K))
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")  # which does not say how many rows there were
    compare(run(read, K, tmp_path), expected(read, K))


@pytest.mark.parametrize("break_ties", [False, True])
def test_infinite_intercepts(break_ties, tmp_path):
    X, y = classification(classes=3)
    model = hingeline.SVC(break_ties=break_ties).fit(X, y)
    model.intercept_ = np.array([np.inf, 0.1, -np.inf])
    assert np.isfinite(model.decision_function(X)).all()
    compare(run(model, X, tmp_path), expected(model, X))


@pytest.mark.parametrize("kind", [">i4", ">f8", ">U3"])
def test_labels_of_another_byte_order(kind, tmp_path):
    X, y = classification(classes=3)
    model = hingeline.LinearSVC().fit(X, y.astype(kind))
    np.testing.assert_array_equal(run(model, X, tmp_path)["label"], model.predict(X))


@pytest.mark.parametrize("kind", ["longdouble", "datetime64[D]"])
def test_labels_that_onnx_has_no_type_for_are_refused(kind):
    X, y = classification(classes=3)
    with pytest.raises(ValueError, match="^classes: labels of type"):
        hingeline.to_onnx(hingeline.LinearSVC().fit(X, y.astype(kind)))


def test_pipelines_of_scalers_and_searches_are_one_model(tmp_path):
    X, y = classification(classes=3)
    X = X * [1, 10, 100, 0.1, 0.01] + 5
    model = make_pipeline(StandardScaler(), hingeline.LinearSVC(probability=True))
    search = GridSearchCV(model, {"linearsvc__C": [0.1, 1.0]}).fit(X, y)
    compare(run(search, X, tmp_path), expected(search, X), atol=1e-12)


def test_models_that_onnx_cannot_express_are_refused():
    X, y = classification()
    with pytest.raises(ValueError, match="kernel"):
        hingeline.to_onnx(hingeline.SVC(kernel=rbf_kernel).fit(X, y))
    with pytest.raises(ValueError, match="dtype"):
        hingeline.to_onnx(hingeline.LinearSVC().fit(X, y), dtype="float16")
    with pytest.raises(
        ValueError, match="^estimator: .*MatrixFactorization.* given, must be a linear or kernel machine"
    ):
        hingeline.to_onnx(hingeline.MatrixFactorization(rank=1).fit(np.arange(20).reshape(10, 2), np.arange(10)))


def test_onnx_is_asked_for_when_it_is_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ImportError, match=r"hingeline\[onnx\]"):
        hingeline.to_onnx(hingeline.SVC())
