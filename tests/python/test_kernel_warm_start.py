# SPDX-License-Identifier: BSD-3-Clause
"""Machines with kernels that begin where the last fit ended."""

import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.metrics.pairwise import rbf_kernel

import hingeline
from problems import classification, regression

MACHINES = [
    hingeline.SVC(C=50),
    hingeline.SVC(C=50, multi_class="ovr"),
    hingeline.SVC(C=50, kernel="precomputed"),
    hingeline.SVC(C=50, kernel=rbf_kernel),
    hingeline.NuSVC(nu=0.3),
    hingeline.SVR(C=50),
    hingeline.NuSVR(C=50),
    hingeline.OneClassSVM(nu=0.3),
]


def data_for(machine, rows=600):
    X, y = regression(rows=rows) if is_regressor(machine) else classification(rows=rows, classes=3)
    return (rbf_kernel(X) if machine.kernel == "precomputed" else X), y


def passes_of(machine):
    return np.sum(machine.n_iter_)


def stopped(machine, X, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return clone(machine).set_params(max_iter=2, tol=1e-8, cache_size=1).fit(X, y)


@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_a_fit_begins_at_the_last(machine):
    X, y = data_for(machine)
    cold = clone(machine).set_params(tol=1e-6, cache_size=1).fit(X, y)
    warm = clone(cold).set_params(warm_start=True).fit(X, y)
    values = warm.predict(X)
    again = warm.fit(X, y)
    assert again.status_ == "converged" and again.certificate_.relative_gap <= 1e-6
    assert passes_of(again) < passes_of(cold)
    assert again.certificate_.primal == pytest.approx(cold.certificate_.primal, rel=1e-5)
    assert np.mean(again.predict(X) == values) > 0.99 or is_regressor(machine)


@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_a_stopped_fit_goes_on(machine):
    X, y = data_for(machine)
    model = stopped(machine, X, y).set_params(warm_start=True, max_iter=-1)
    model.fit(X, y)
    assert model.status_ == "converged" and model.certificate_.relative_gap <= 1e-8


def test_along_C_and_on_more_rows():
    X, y = data_for(MACHINES[0], rows=900)
    model = hingeline.SVC(warm_start=True, tol=1e-5)
    for rows, C in [(600, 1.0), (600, 3.0), (900, 3.0), (900, 0.5)]:
        model.set_params(C=C).fit(X[:rows], y[:rows])
        alone = hingeline.SVC(C=C, tol=1e-5).fit(X[:rows], y[:rows])
        assert model.certificate_.relative_gap <= 1e-5
        np.testing.assert_allclose(model.decision_function(X), alone.decision_function(X), atol=0.05)


def test_unsuitable_warm_starts_are_ignored():
    X, y = data_for(MACHINES[0], rows=400)
    model = hingeline.SVC(warm_start=True).fit(X, y)
    for data, labels, parameters in [
        (X, y + 5, {}),
        (X, np.where(y == 2, 1, y), {}),
        (X[:, :3], y, {}),
        (sparse.csr_array(X), y, {"multi_class": "ovr"}),
        (X, y, {"kernel": "linear"}),
        (rbf_kernel(X), y, {"kernel": "precomputed"}),
        (rbf_kernel(X[:300]), y[:300], {}),
    ]:
        model.set_params(**parameters).fit(data, labels)
        alone = clone(model).set_params(warm_start=False).fit(data, labels)
        np.testing.assert_array_equal(model.decision_function(data), alone.decision_function(data))


def test_models_from_files_are_warm_starts(tmp_path):
    X, y = data_for(MACHINES[0])
    cold = hingeline.SVC(C=50, gamma=0.2, tol=1e-6, cache_size=1).fit(X, y)
    hingeline.write_model(tmp_path / "model", cold)
    read = hingeline.read_model(tmp_path / "model").set_params(C=50, tol=1e-6, cache_size=1, warm_start=True)
    assert is_classifier(read) and passes_of(read.fit(X, y)) < passes_of(cold)
    assert read.certificate_.relative_gap <= 1e-6
