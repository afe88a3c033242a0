# SPDX-License-Identifier: BSD-3-Clause
"""Model files of machines with kernels."""

import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import dump_svmlight_file
from sklearn.metrics.pairwise import rbf_kernel

import hingeline
from hingeline import _core
from hingeline._calibration import mirrored
from problems import classification


@pytest.mark.parametrize(
    "machine",
    [
        hingeline.SVC(),
        hingeline.SVC(kernel="poly", coef0=1.0, degree=2),
        hingeline.NuSVC(nu=0.3),
        hingeline.SVR(),
        hingeline.NuSVR(kernel="linear"),
        hingeline.OneClassSVM(),
    ],
    ids=str,
)
@pytest.mark.parametrize("classes", [2, 4])
def test_model_files(machine, classes, tmp_path):
    X, y = classification(rows=200, classes=classes)
    y = np.array([7, -1, 3, 2])[y]
    model = clone(machine).fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")
    assert type(read) is type(machine)
    np.testing.assert_array_equal(read.predict(X), model.predict(X))
    np.testing.assert_array_equal(read.dual_coef_, model.dual_coef_)
    assert (tmp_path / "model").read_text().startswith("svm_type")


@pytest.mark.parametrize("machine", [hingeline.SVC(), hingeline.SVR(), hingeline.LinearOneClassSVM()], ids=str)
def test_model_files_keep_the_names_of_columns(machine, tmp_path):
    X, y = classification(rows=100, classes=2)
    X = pd.DataFrame(X, columns=[f"column {j}" for j in range(X.shape[1])])
    model = clone(machine).fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")
    np.testing.assert_array_equal(read.feature_names_in_, X.columns)
    np.testing.assert_array_equal(read.predict(X), model.predict(X))
    with pytest.raises(ValueError, match="feature names"):
        read.predict(X.rename(columns={"column 0": "other"}))


def test_precomputed_model_files(tmp_path):
    X, y = classification(rows=100, classes=3)
    K = rbf_kernel(X)
    model = hingeline.SVC(kernel="precomputed").fit(K, y)
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")
    np.testing.assert_array_equal(read.predict(K), model.predict(K))
    np.testing.assert_array_equal(read.support_, model.support_)
    with pytest.raises(ValueError, match="kernel"):
        hingeline.write_model(tmp_path / "model", hingeline.SVC(kernel=rbf_kernel).fit(X, y))
    with pytest.raises(ValueError, match="^break_ties: True given, must be False"):
        hingeline.write_model(tmp_path / "model", hingeline.SVC(break_ties=True).fit(X, y))
    with pytest.raises(ValueError, match="format"):
        hingeline.write_model(tmp_path / "model", model, format="native")


def test_model_file_without_support_vectors(tmp_path):
    X = np.arange(20.0).reshape(10, 2)
    model = hingeline.SVR().fit(X, np.full(10, 3.0))
    hingeline.write_model(tmp_path / "model", model)
    np.testing.assert_array_equal(hingeline.read_model(tmp_path / "model").predict(X), model.predict(X))


def test_models_from_files_take_columns_that_no_support_vector_has(tmp_path):
    X, y = classification(rows=40)
    X = np.hstack([X, np.zeros((40, 2))])
    model = hingeline.SVC().fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")
    np.testing.assert_array_equal(read.predict(X), model.predict(X))
    other = np.hstack([X[:, :-1], np.ones((40, 1))])
    np.testing.assert_allclose(read.decision_function(other), model.decision_function(other), rtol=1e-12)
    with pytest.raises(ValueError, match="X has 1 features"):
        read.predict(X[:, :1])


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("multi_class", ["ovo", "ovr"])
@pytest.mark.parametrize("probability", ["platt", "isotonic"])
def test_calibrations_in_model_files(multi_class, probability, classes, tmp_path):
    X, y = classification(classes=classes)
    model = hingeline.SVC(multi_class=multi_class, probability=probability).fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")
    np.testing.assert_allclose(read.predict_proba(X), model.predict_proba(X), rtol=1e-7)


@pytest.mark.parametrize("machine", [hingeline.LinearSVC, hingeline.SVC])
def test_isotonic_calibration_of_files_whose_first_class_is_the_smaller(machine, tmp_path):
    """Its output is positive where ours is negative."""
    X, y = classification()
    model = machine(probability="isotonic").fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    lines = (tmp_path / "model").read_text().splitlines()
    labels = next(line for line in lines if line.startswith("label "))
    z = model.decision_function(X)
    p = np.interp(z, *model.probability_knots_.T)
    if labels == "label 0 1":
        z, p = -z, 1 - p
    knots = np.array([line.split()[1:] for line in lines if line.startswith("knot ")], dtype=float)
    np.testing.assert_allclose(np.interp(z, *knots.T), p, atol=1e-12)
    if machine is hingeline.LinearSVC:
        turned = _core.read_model(tmp_path / "model")
        turned.labels, turned.coef, turned.intercept = turned.labels[::-1], -turned.coef, -turned.intercept
        turned.calibration = mirrored(turned.calibration)
        _core.write_model(tmp_path / "model", turned)
    read = hingeline.read_model(tmp_path / "model")
    np.testing.assert_allclose(read.predict_proba(X), model.predict_proba(X), atol=1e-9)


@pytest.mark.skipif(shutil.which("svm-predict") is None, reason="LIBSVM's programs are not installed")
def test_libsvm_reads_our_models_and_we_read_its(tmp_path):
    X, y = classification(rows=200, classes=3)
    dump_svmlight_file(X, y, str(tmp_path / "data"), zero_based=False)

    def run(program, *arguments):
        subprocess.run([program, *arguments], cwd=tmp_path, check=True, capture_output=True)

    model = hingeline.SVC().fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    run("svm-predict", "data", "model", "labels")
    np.testing.assert_array_equal(np.loadtxt(tmp_path / "labels"), model.predict(X))
    run("svm-train", "-g", "0.1", "data", "theirs")
    run("svm-predict", "data", "theirs", "labels")
    np.testing.assert_array_equal(np.loadtxt(tmp_path / "labels"), hingeline.read_model(tmp_path / "theirs").predict(X))
