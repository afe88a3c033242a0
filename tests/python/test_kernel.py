# SPDX-License-Identifier: BSD-3-Clause
"""Machines with kernels against scikit-learn's, which are LIBSVM, and against their objective written out."""

import time
import tracemalloc
import warnings
from unittest import mock

import numpy as np
import pytest
import sklearn.svm
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.multiclass import OneVsRestClassifier

import hingeline
from hingeline._kernel_machine import variance
from problems import classification, ctrl_c_after, hard, regression, standardized

LOADERS = [load_breast_cancer, load_iris, load_wine]
CLASSIFIERS = [{"kernel": "rbf"}, {"kernel": "linear", "C": 0.1}, {"kernel": "poly", "coef0": 1.0, "C": 0.3}]


def theirs_of(ours):
    """scikit-learn's machine of the same name and parameters, solved to the end."""
    theirs = getattr(sklearn.svm, type(ours).__name__)(tol=1e-10)
    shared = {name: value for name, value in ours.get_params().items() if name in theirs.get_params()}
    return theirs.set_params(**{**shared, "tol": 1e-10, "cache_size": 200, "verbose": False, "max_iter": -1})


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("parameters", CLASSIFIERS, ids=str)
@pytest.mark.parametrize("machine", [hingeline.SVC, hingeline.NuSVC])
def test_classifiers_agree_with_scikit_learn(machine, parameters, load):
    X, y = standardized(load)
    atol = 1e-4
    if machine is hingeline.NuSVC:
        atol = 0.05  # LIBSVM's tolerance is of numbers that are scaled up afterwards
        parameters = {**{name: value for name, value in parameters.items() if name != "C"}, "nu": 0.2}
    ours = machine(tol=1e-8, **parameters).fit(X, y)
    theirs = theirs_of(ours).fit(X, y)
    assert ours.status_ == "converged"
    assert ours.certificate_.relative_gap <= 1e-8
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=atol)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=atol)
    assert ours.dual_coef_.shape == (len(ours.classes_) - 1, len(ours.support_))
    assert ours.n_support_.sum() == len(ours.support_) == len(ours.support_vectors_)
    np.testing.assert_array_equal(ours.support_vectors_, X[ours.support_])
    assert ours.n_iter_.shape == theirs.n_iter_.shape
    one_vs_one = {"decision_function_shape": "ovo"}
    ours.set_params(**one_vs_one)
    theirs.set_params(**one_vs_one)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=atol)
    if ours.kernel == "linear":
        np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=atol)


@pytest.mark.parametrize("parameters", CLASSIFIERS, ids=str)
@pytest.mark.parametrize("machine", [hingeline.SVC, hingeline.NuSVC])
def test_each_class_against_the_rest(machine, parameters, tmp_path):
    """Classes appear in another order than they are sorted in."""
    X, y = standardized(load_iris)
    X, y = np.roll(X, 70, axis=0), np.array(["c", "a", "b"])[np.roll(y, 70)]
    if machine is hingeline.NuSVC:
        if parameters["kernel"] == "linear":
            pytest.skip("f = 0 is the answer of the class in the middle")
        parameters = {**{name: value for name, value in parameters.items() if name != "C"}, "nu": 0.1}
    ours = machine(tol=1e-8, multi_class="ovr", **parameters).fit(X, y)
    assert ours.status_ == "converged"
    theirs = OneVsRestClassifier(theirs_of(ours)).fit(X, y)
    values = ours.decision_function(X)
    # LIBSVM's tolerance of nu machines is of numbers that are scaled up afterwards
    atol = 0.05 if machine is hingeline.NuSVC else 1e-4
    np.testing.assert_allclose(values, theirs.decision_function(X), atol=atol)
    np.testing.assert_array_equal(ours.predict(X), ours.classes_[values.argmax(axis=1)])
    assert ours.dual_coef_.shape == (3, len(ours.support_))
    assert ours.intercept_.shape == ours.n_iter_.shape == (3,)
    np.testing.assert_array_equal(ours.support_vectors_, X[ours.support_])
    assert ours.n_support_.sum() == len(ours.support_)
    if ours.kernel == "linear":
        np.testing.assert_allclose(X @ ours.coef_.T + ours.intercept_, values, atol=1e-9)
    hingeline.write_model(tmp_path / "model", ours)
    read = hingeline.read_model(tmp_path / "model")
    assert read.multi_class == "ovr"
    np.testing.assert_allclose(read.decision_function(X), values, atol=1e-9)
    np.testing.assert_array_equal(read.predict(X), ours.predict(X))


def test_nu_that_is_infeasible_against_the_rest_is_lowered():
    X, y = classification(rows=300, classes=3)
    with pytest.warns(UserWarning, match="weights of two of the classes allow no more"):
        model = hingeline.NuSVC(nu=0.9, multi_class="ovr").fit(X, y)
    shares = np.bincount(y) / len(y)
    np.testing.assert_allclose(model.nu_, np.minimum(0.9, 2 * np.minimum(shares, 1 - shares)))
    assert model.status_ == "converged"


@pytest.mark.parametrize(
    "ours",
    [
        hingeline.SVR(C=10, epsilon=5, tol=1e-9),
        hingeline.NuSVR(C=10, nu=0.3, tol=1e-9),
        hingeline.OneClassSVM(nu=0.2, tol=1e-9),
        hingeline.OneClassSVM(nu=0.1, tol=1e-9, kernel="poly", coef0=1.0),
    ],
    ids=str,
)
def test_one_output_agrees_with_scikit_learn(ours):
    X, y = standardized(load_diabetes)
    ours.fit(X, y)
    theirs = theirs_of(ours).fit(X, y)
    name = "decision_function" if hasattr(ours, "decision_function") else "predict"
    np.testing.assert_allclose(getattr(ours, name)(X), getattr(theirs, name)(X), atol=3e-4)
    assert ours.dual_coef_.shape == (1, len(ours.support_))
    if name == "decision_function":
        np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), atol=1e-4)
        np.testing.assert_allclose(ours.offset_, theirs.offset_, atol=1e-4)
        assert np.mean(ours.predict(X) == -1) <= ours.nu


def test_linear_one_class_machine_is_that_of_the_linear_kernel(tmp_path):
    X, y = classification(rows=500)
    X += 3
    weights = np.random.default_rng(2).uniform(0, 2, size=len(y))
    for nu in (0.05, 0.5):
        linear = hingeline.LinearOneClassSVM(nu=nu, tol=1e-10).fit(X, sample_weight=weights)
        kernel = hingeline.OneClassSVM(nu=nu, kernel="linear", tol=1e-10).fit(X, sample_weight=weights)
        np.testing.assert_allclose(linear.coef_, kernel.coef_, rtol=1e-6)
        np.testing.assert_allclose(linear.offset_, kernel.offset_, rtol=1e-6)
        np.testing.assert_allclose(linear.score_samples(X), kernel.score_samples(X), rtol=1e-6)
        np.testing.assert_array_equal(linear.predict(X), np.where(linear.decision_function(X) >= 0, 1, -1))
        assert weights[linear.predict(X) < 0].sum() <= nu * weights.sum()
        assert linear.certificate_.relative_gap <= 1e-10
    single = hingeline.LinearOneClassSVM(nu=0.5, tol=1e-10).fit(
        sparse.csr_array(X.astype(np.float32)), sample_weight=weights
    )
    np.testing.assert_allclose(single.coef_, linear.coef_, rtol=1e-4)
    hingeline.write_model(tmp_path / "model", linear)
    read = hingeline.read_model(tmp_path / "model")
    assert type(read) is hingeline.LinearOneClassSVM
    np.testing.assert_array_equal(read.decision_function(X), linear.decision_function(X))
    with pytest.raises(ValueError, match="nu"):
        hingeline.LinearOneClassSVM(nu=0).fit(X)
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        assert hingeline.LinearOneClassSVM(max_iter=1, tol=1e-12).fit(X).n_iter_ == 1


def test_certificate_is_of_the_objective():
    X, y = classification(rows=500)
    weights = np.random.default_rng(2).uniform(0, 2, size=len(y))
    model = hingeline.SVC(C=0.7, gamma=0.3, tol=1e-6).fit(X, y, weights)
    K = rbf_kernel(X, X[model.support_], gamma=0.3)
    s = model.dual_coef_[0]
    values = K @ s
    np.testing.assert_allclose(model.decision_function(X), values + model.intercept_, atol=1e-9)
    margins = np.where(y == 1, 1, -1) * (values + model.intercept_)
    primal = 0.5 * s @ values[model.support_] + 0.7 * weights @ np.maximum(0, 1 - margins)
    assert model.certificate_.primal == pytest.approx(primal, rel=1e-9)
    dual = np.abs(s).sum() - 0.5 * s @ values[model.support_]
    assert model.certificate_.dual == pytest.approx(dual, rel=1e-6)
    assert (primal - dual) / dual <= 1e-6


@pytest.mark.parametrize(
    ("machine", "data"),
    [
        (hingeline.SVC, classification(400)),
        (hingeline.SVC, classification(400, classes=3)),
        (hingeline.SVR, regression(400)),
        (hingeline.NuSVR, regression(400)),
        (hingeline.OneClassSVM, (regression(400)[0] + 2,)),
    ],
)
def test_the_error_of_a_rough_answer_is_within_its_bound(machine, data):
    rough, exact = (machine(kernel="linear", tol=tol).fit(*data) for tol in (0.1, 1e-7))
    assert rough.coef_error_bound_ == rough.certificate_.coef_error_bound > exact.coef_error_bound_
    distance = np.linalg.norm(rough.coef_ - exact.coef_)
    assert 0 < distance <= rough.coef_error_bound_ + exact.coef_error_bound_


def test_rows_in_float_have_the_classes_of_those_in_double():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 1)).astype(np.float32)
    y = X[:, 0] + 0.5 * rng.normal(size=300) > 0
    model = hingeline.NuSVC(nu=0.1, gamma=1e-3).fit(X, y)  # a margin next to nothing
    assert np.abs(model.decision_function(X)).max() < 1e-6
    np.testing.assert_array_equal(model.predict(X), model.predict(X.astype(float)))


def test_nu_machines_and_indefinite_kernels_have_no_error_bound():
    assert not hasattr(hingeline.NuSVC().fit(*classification()), "coef_error_bound_")
    indefinite = hingeline.SVC(kernel="sigmoid", gamma=0.1).fit(*classification())
    assert np.isnan(indefinite.coef_error_bound_)


def test_precomputed_and_callable_kernels_agree_with_named_ones():
    X, y = classification(rows=200, classes=3)
    expected = hingeline.SVC(gamma=0.2).fit(X, y)
    called = hingeline.SVC(kernel=lambda A, B: rbf_kernel(A, B, gamma=0.2)).fit(X, y)
    given = hingeline.SVC(kernel="precomputed").fit(rbf_kernel(X, gamma=0.2), y)
    test = X + 0.1
    values = expected.decision_function(test)
    np.testing.assert_allclose(called.decision_function(test), values, atol=1e-3)
    np.testing.assert_allclose(given.decision_function(rbf_kernel(test, X, gamma=0.2)), values, atol=1e-3)
    for kind in (np.longdouble, np.float16, ">f4", ">f8"):
        other = hingeline.SVC(kernel=lambda A, B, kind=kind: rbf_kernel(A, B, gamma=0.2).astype(kind)).fit(X, y)
        np.testing.assert_allclose(other.decision_function(test), values, atol=0.02)
    with pytest.raises(ValueError, match="square"):
        hingeline.SVC(kernel="precomputed").fit(X, y)
    with pytest.raises(ValueError, match="shape"):
        hingeline.SVC(kernel=lambda A, B: A).fit(X, y)


@pytest.mark.parametrize("kernel", ["linear", "rbf", "precomputed", rbf_kernel], ids=str)
@pytest.mark.parametrize("layout", [np.float64, np.float32, sparse.csr_array], ids=str)
def test_constant_targets_need_no_support_vectors(layout, kernel):
    X = np.arange(20.0).reshape(10, 2)
    X = rbf_kernel(X) if kernel == "precomputed" else layout(X)
    model = hingeline.SVR(kernel=kernel).fit(X, np.full(10, 3.0))
    assert model.support_.size == 0
    np.testing.assert_allclose(model.predict(X), 3, atol=0.1)


@pytest.mark.parametrize("machine", [hingeline.SVC(), hingeline.SVR()], ids=str)
def test_layouts_agree(machine):
    X, y = classification(rows=200, classes=3)
    X[X < 0] = 0
    dense = clone(machine).fit(X, y)
    compressed = clone(machine).fit(sparse.csr_array(X), y)
    single = clone(machine).fit(X.astype(np.float32), y)
    assert sparse.issparse(compressed.support_vectors_)
    np.testing.assert_allclose(compressed.dual_coef_, dense.dual_coef_, atol=1e-4)
    np.testing.assert_array_equal(compressed.predict(X), dense.predict(X))
    np.testing.assert_allclose(single.predict(X), dense.predict(X), atol=1e-3)


def test_weighted_variance_is_that_of_repeated_rows():
    X, y = classification(rows=60)
    weights = np.random.default_rng(4).integers(0, 3, size=len(y))
    for layout in (np.asarray, sparse.csr_array):
        weighted = hingeline.SVC().fit(layout(X), y, weights)
        repeated = hingeline.SVC().fit(layout(X.repeat(weights, axis=0)), y.repeat(weights))
        np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X), atol=1e-9)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_variance_holds_no_copy_of_the_matrix(dtype):
    X = np.random.default_rng(0).normal(1, 2, size=(30_000, 100)).astype(dtype)
    tracemalloc.start()
    found = variance(X, None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == pytest.approx(X.var(dtype=np.float64), rel=1e-12)
    assert peak < X.nbytes / 4


def test_pairs_take_the_memory_of_their_rows():
    """780 machines of 50 rows each: an array of all rows for each would have 6 MB."""
    classes, n = 40, 1000
    rng = np.random.default_rng(0)
    y = np.arange(n) % classes
    X = rng.normal(size=(classes, 3))[y] + 0.3 * rng.normal(size=(n, 3))
    tracemalloc.start()
    model = hingeline.SVC(kernel="linear").fit(X, y)
    coef = model.coef_
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * 8 * n * classes
    assert coef.shape == (classes * (classes - 1) // 2, 3)


def test_repeated_columns_are_one_entry():
    X, y = classification(rows=60)
    once = sparse.csr_array(X)
    twice = sparse.csr_array((np.repeat(X.ravel() / 2, 2), np.repeat(once.indices, 2), 2 * once.indptr), shape=X.shape)
    expected, repeated = hingeline.SVC().fit(once, y), hingeline.SVC().fit(twice, y)
    np.testing.assert_array_equal(repeated.decision_function(twice), expected.decision_function(once))
    expected, repeated = (hingeline.SVC(kernel=rbf_kernel).fit(data, y) for data in (once, twice))
    np.testing.assert_allclose(repeated.decision_function(twice), expected.decision_function(once), atol=1e-12)


@pytest.mark.parametrize("layout", [np.asarray, sparse.csr_array])
def test_gamma_of_entries_beyond_double_is_named(layout):
    X, y = classification(rows=60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match="^gamma: 'scale' given"):
            hingeline.SVC().fit(layout(1e300 * X), y)
        X[3, 1] = np.inf
        with pytest.raises(hingeline.DataError, match="row 3, column 1"):
            hingeline.SVC().fit(layout(X), y)


def test_class_weights():
    X, y = classification(rows=300, classes=3)
    balanced = hingeline.SVC(class_weight="balanced", tol=1e-6).fit(X, y)
    np.testing.assert_allclose(balanced.class_weight_, len(y) / (3 * np.bincount(y)))
    weighted = clone(balanced).fit(X, y, np.linspace(0.5, 2, len(y)))
    np.testing.assert_array_equal(weighted.class_weight_, balanced.class_weight_)
    by_value = hingeline.SVC(class_weight=dict(enumerate(balanced.class_weight_)), tol=1e-6).fit(X, y)
    np.testing.assert_array_equal(by_value.dual_coef_, balanced.dual_coef_)
    theirs = sklearn.svm.SVC(class_weight="balanced", tol=1e-10).fit(X, y)
    np.testing.assert_allclose(balanced.decision_function(X), theirs.decision_function(X), atol=1e-3)


def test_class_weights_do_not_change_gamma():
    X, y = classification(rows=100)
    X[y == 1] *= 3
    heavy = hingeline.SVC(class_weight={1: 50.0}).fit(X, y)
    given = hingeline.SVC(class_weight={1: 50.0}, gamma=1 / (X.shape[1] * X.var())).fit(X, y)
    np.testing.assert_allclose(heavy.decision_function(X), given.decision_function(X), rtol=1e-6)


def test_labels_in_any_order_of_appearance():
    X, y = classification(rows=200, classes=4)
    expected = hingeline.SVC().fit(X, y)
    for order in (np.argsort(-y, kind="stable"), np.random.default_rng(0).permutation(len(y))):
        model = hingeline.SVC(gamma=expected._gamma).fit(X[order], y[order])
        np.testing.assert_allclose(model.decision_function(X), expected.decision_function(X), atol=1e-6)
        np.testing.assert_array_equal(model.n_support_, expected.n_support_)


def test_ties_are_broken_by_decision_values():
    X, y = standardized(load_iris)
    X = X[:, :2]
    model = hingeline.SVC(break_ties=True, gamma=5, probability=True).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), model.classes_[model.decision_function(X).argmax(axis=1)])
    model.set_params(decision_function_shape="ovo")
    for method in (model.predict, model.predict_proba):
        with pytest.raises(ValueError, match="break_ties"):
            method(X)


def test_infeasible_nu_is_lowered():
    X, y = classification(rows=100)
    y = (np.arange(100) < 10).astype(int)
    with pytest.warns(UserWarning, match="0.2 used"):
        model = hingeline.NuSVC(nu=0.5).fit(X, y)
    np.testing.assert_allclose(model.nu_, [0.2])
    for nu in (0, 1.1):
        with pytest.raises(ValueError, match="nu"):
            hingeline.NuSVC(nu=nu).fit(X, y)


def test_nu_is_lowered_only_for_the_pairs_of_classes_that_need_it():
    X, y = classification(rows=300, classes=3)
    order = np.argsort(-y, kind="stable")
    X, y = X[order], y[order]
    weights = np.array([1.0, 0.5, 0.02])[y]
    with pytest.warns(UserWarning, match="used"):
        model = hingeline.NuSVC(nu=0.3, gamma=0.2, tol=1e-8, decision_function_shape="ovo").fit(X, y, weights)
    assert model.nu_[0] == 0.3 and (model.nu_[1:] < 0.2).all()
    for k, (i, j) in enumerate([(0, 1), (0, 2), (1, 2)]):
        two = (y == i) | (y == j)
        theirs = sklearn.svm.NuSVC(nu=model.nu_[k], gamma=0.2, tol=1e-10).fit(X[two], y[two], weights[two])
        expected = theirs.decision_function(X)  # positive for the second of two, ours for the first of every two
        np.testing.assert_allclose(model.decision_function(X)[:, k], -expected, atol=0.05 * np.abs(expected).max())


def test_indefinite_kernel_says_that_it_has_no_proof():
    X, y = standardized(load_wine)
    model = hingeline.SVC(kernel="sigmoid").fit(X, y)
    assert np.isnan(model.certificate_.relative_gap)
    assert model.status_ == "converged"


def test_jobs_change_no_answer():
    X, y = classification(rows=1000, classes=4)
    models = [hingeline.SVC(n_jobs=jobs).fit(X, y) for jobs in (None, 2)]
    np.testing.assert_array_equal(models[0].dual_coef_, models[1].dual_coef_)
    np.testing.assert_array_equal(models[0].decision_function(X), models[1].decision_function(X))


ENDLESS = {"C": 1e4, "gamma": 10.0, "tol": 1e-12}


def test_stopping():
    X, y = hard(rows=10_000, cols=5)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3):
        hingeline.SVC(**ENDLESS).fit(X, y)
    with pytest.warns(ConvergenceWarning, match="Raise max_seconds"):
        assert hingeline.SVC(max_seconds=0.3, **ENDLESS).fit(X, y).status_ == "max_seconds"
    with pytest.warns(ConvergenceWarning, match="Raise max_iter"):
        assert hingeline.SVC(max_iter=1, **ENDLESS).fit(X, y).status_ == "max_passes"
    model = hingeline.SVC(callback=lambda now: now.passes < 2, **ENDLESS).fit(X, y)
    assert (model.status_, model.fit_status_, model.n_iter_[0]) == ("interrupted", 1, 2)
    assert time.monotonic() - began < 30


def test_ctrl_c_ends_a_prediction():
    random = np.random.default_rng(0)
    X = random.normal(size=(3000, 400))
    model = hingeline.SVC(C=1.0, gamma=0.1).fit(X, random.integers(0, 2, 3000))
    some, many = X[:700], np.tile(X, (70, 1))
    whole = model.decision_function(some)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.5):
        model.decision_function(many)
    assert time.monotonic() - began < 2
    with mock.patch("hingeline._kernel_machine.BLOCK_WORK", 1.0):
        np.testing.assert_array_equal(model.decision_function(some), whole)


def test_has_no_coefficients_after_a_change_of_the_kernel():
    model = hingeline.SVC(kernel="linear").fit(*classification())
    assert hasattr(model, "coef_")
    assert hasattr(model.set_params(kernel="rbf"), "coef_"), "of the kernel that was fitted"
    assert not hasattr(hingeline.SVC().fit(*classification()).set_params(kernel="linear"), "coef_")


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"tol": 0}, "tol"),
        ({"C": -1}, "C"),
        ({"kernel": "cosine"}, "kernel"),
        ({"gamma": "wide"}, "gamma"),
        ({"gamma": 0}, "gamma"),
        ({"degree": -1}, "degree"),
        ({"degree": 2.5}, "degree"),
        ({"cache_size": 0}, "cache_size"),
        ({"max_iter": 0}, "max_iter"),
        ({"class_weight": {7: 1.0}}, "class_weight"),
        ({"decision_function_shape": "all"}, "decision_function_shape"),
        ({"multi_class": "multinomial"}, "multi_class"),
    ],
)
def test_bad_parameters_are_named(parameters, name):
    X, y = classification()
    with pytest.raises(ValueError, match=name):
        hingeline.SVC(**parameters).fit(X, y)
    with pytest.raises(ValueError, match="epsilon"):
        hingeline.SVR(epsilon=-1).fit(*regression())
