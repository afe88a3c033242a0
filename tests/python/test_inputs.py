# SPDX-License-Identifier: BSD-3-Clause
"""Which matrices are used where they are, by address; and that every kind gives the same answer."""

import gc
import subprocess
import sys
import weakref

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

import hingeline
import hingeline._estimator
from hingeline import _core
from problems import classification, regression


@pytest.fixture
def seen(monkeypatch):
    """What the solver was given."""
    matrices = []
    original = hingeline._estimator.matrix

    def spy(*arguments):
        matrices.append(original(*arguments))
        return matrices[-1]

    monkeypatch.setattr(hingeline._estimator, "matrix", spy)
    return matrices


def fit(X, y):
    return hingeline.LinearSVC(tol=1e-3).fit(X, y)


def address(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_c_order_is_not_copied(seen, dtype, tmp_path):
    X, y = classification()
    wide = np.zeros((len(y), 9), dtype)
    wide[:, 2:7] = X
    read_only = X.astype(dtype)
    read_only.flags.writeable = False
    np.save(tmp_path / "X.npy", X.astype(dtype))
    expected = fit(X.astype(dtype), y).coef_
    for array in [
        X.astype(dtype),
        wide[:, 2:7],
        wide.repeat(2, axis=0)[::2, 2:7],
        read_only,
        np.load(tmp_path / "X.npy", mmap_mode="r"),
    ]:
        model = fit(array, y)
        assert seen[-1].address == address(array)
        model.predict(array)
        assert seen[-1].address == address(array)
        np.testing.assert_allclose(model.coef_, expected, rtol=1e-11)  # sums depend on what lies between rows


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_csr_is_not_copied(seen, kind, dtype):
    X, y = classification()
    X[X < 0] = 0
    matrix = kind(X.astype(dtype))
    model = fit(matrix, y)
    assert seen[-1].address == address(matrix.data)
    np.testing.assert_allclose(model.coef_, fit(X.astype(dtype), y).coef_, atol=0.05)
    np.testing.assert_allclose(model.decision_function(matrix), model.decision_function(X.astype(dtype)), atol=1e-5)


def test_other_layouts_are_copied(seen):
    X, y = classification()
    X = np.round(10 * X)
    expected = fit(X, y).coef_
    readings = [
        np.asfortranarray(X),
        X[:, ::-1].copy()[:, ::-1],
        X.astype(np.int64),
        X.astype(np.int8),
        X.astype(">f8"),
    ]
    for array in readings:
        np.testing.assert_array_equal(fit(array, y).coef_, expected)
        assert seen[-1].address != address(array)
    backwards = X[::-1]
    np.testing.assert_allclose(fit(backwards, y[::-1]).coef_, expected, atol=0.05)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("n_jobs", [1, 3])
def test_columns_are_turned_to_rows(dtype, n_jobs):
    X, y = classification(20_000)
    wide = np.asfortranarray(np.hstack([X, X, X, X]).astype(dtype))
    for array, labels in [(wide, y), (wide[5:-3, 2:], y[5:-3]), (wide[:, 4:5], y), (wide.T[::2].T, y)]:
        rows = np.ascontiguousarray(array)
        model = hingeline.LinearSVC(n_jobs=n_jobs).fit(rows, labels)
        np.testing.assert_array_equal(hingeline.LinearSVC(n_jobs=n_jobs).fit(array, labels).coef_, model.coef_)
        np.testing.assert_array_equal(model.decision_function(array), model.decision_function(rows))


def test_data_frames(seen):
    X, y = classification()
    names = [f"x{j}" for j in range(X.shape[1])]
    expected = fit(X, y).coef_
    expected_values = fit(X, y).decision_function(X)
    frame = pd.DataFrame(X, columns=names)
    for table in [frame, pl.from_pandas(frame), pa.Table.from_pandas(frame)]:
        model = fit(table, y)
        np.testing.assert_array_equal(model.coef_, expected)
        np.testing.assert_array_equal(model.decision_function(table), expected_values)
        assert isinstance(table, pa.Table) or list(model.feature_names_in_) == names
    fit(pd.DataFrame(X, copy=False), y)
    assert seen[-1].address == address(X)


def test_sparse_matrices_of_any_kind():
    X, y = classification()
    X[X < 0.3] = 0
    expected = fit(sparse.csr_array(X), y).coef_
    wide_indices = sparse.csr_array(X)
    wide_indices.indices = wide_indices.indices.astype(np.int64)
    wide_indices.indptr = wide_indices.indptr.astype(np.int64)
    halves = sparse.csr_array(X)
    repeated = sparse.csr_array(
        (
            np.repeat(halves.data, 2) / 2,
            np.repeat(halves.indices, 2),
            2 * halves.indptr,
        ),
        shape=X.shape,
    )
    unsorted = sparse.csr_array(X)
    for i in range(X.shape[0]):
        row = slice(unsorted.indptr[i], unsorted.indptr[i + 1])
        unsorted.indices[row] = unsorted.indices[row][::-1].copy()
        unsorted.data[row] = unsorted.data[row][::-1].copy()
    unsorted.has_sorted_indices = False
    for matrix in [wide_indices, repeated, unsorted, sparse.csc_array(X), sparse.coo_array(X)]:
        before = matrix.data.copy()
        np.testing.assert_array_equal(fit(matrix, y).coef_, expected)
        np.testing.assert_array_equal(matrix.data, before)


def test_broken_sparse_matrix_is_refused():
    X, y = classification()
    matrix = sparse.csr_array(X)
    matrix.indices[3] = 77
    with pytest.raises(ValueError, match="column"):
        fit(matrix, y)


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_values_that_are_not_finite_are_located(value, kind):
    X, y = classification()
    X[3, 2] = value
    with pytest.raises(ValueError, match="row 3, column 2"):
        fit(kind(X), y)


def test_values_are_looked_at_once_for_all_trainings_of_a_fit(seen):
    X, y = classification()
    fit(X, y)
    assert seen[-1].checked
    X[3, 2] = np.nan
    with pytest.raises(ValueError, match="row 3"):
        fit(X, y)
    assert not seen[-1].checked


def test_copies_are_logged(caplog):
    X, y = classification()
    with caplog.at_level("INFO", logger="hingeline"):
        hingeline.LinearSVC(verbose=1).fit(X, y)
        assert "copied" not in caplog.text
        hingeline.LinearSVC(verbose=1).fit(X.astype(int), y)
        hingeline.LinearSVC(verbose=1).fit(np.asfortranarray(X), y)
    assert caplog.text.count("copied") == 2


def long_columns(X):
    matrix = sparse.csr_array(X)
    matrix.indices = matrix.indices.astype(np.int64)
    return matrix


def of_mixed_types(X):
    frame = pd.DataFrame(X)
    frame[0] = frame[0].astype(np.float32)
    return frame


@pytest.mark.parametrize(
    ("kind", "is_copied"),
    [
        (np.asarray, False),
        (sparse.csr_array, False),
        (lambda X: pd.DataFrame(X, copy=False), False),
        (lambda X: pd.DataFrame(X, index=np.arange(len(X)) / 7 + 3, copy=False), False),
        (np.ndarray.tolist, True),
        (long_columns, True),
        (sparse.csc_array, True),
        (lambda X: pd.DataFrame({f"x{j}": X[:, j].copy() for j in range(X.shape[1])}), True),
        (of_mixed_types, True),
        (lambda X: pl.DataFrame(X), True),
        (lambda X: pa.Table.from_pandas(pd.DataFrame(X)), True),
    ],
)
@pytest.mark.parametrize("estimator", [hingeline.LinearSVC, hingeline.SVC])
def test_copies_of_any_kind_are_logged(estimator, kind, is_copied, caplog):
    X, y = classification()
    with caplog.at_level("INFO", logger="hingeline"):
        estimator(verbose=1).fit(kind(X), y)
    assert caplog.text.count("copied") == is_copied


def test_a_kernel_of_ones_own_is_no_copy(caplog):
    X, y = classification()
    with caplog.at_level("INFO", logger="hingeline"):
        hingeline.SVC(kernel=lambda X, Z: X @ Z.T, verbose=1).fit(X, y)
    assert "copied" not in caplog.text


PEAK = """
import numpy as np, hingeline

def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))

random = np.random.default_rng(0)
X = np.empty((100_000, 200), np.float32)
for block in np.split(X, 100):
    block[:] = random.standard_normal(block.shape)
y = X[:, 0] > 0
before = peak()
hingeline.LinearSVC(C=1e-4, tol=1e-2, solver="dual_cd").fit(X, y).predict(X[:1000])
print((peak() - before) * 1024 / X.nbytes)
"""


def test_peak_memory_holds_no_copy_of_the_matrix():
    """By a solver that itself copies no rows."""
    grown = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True, check=True).stdout
    assert float(grown) < 0.5


@pytest.mark.parametrize(
    "options",
    [
        lambda X: _core.TrainOptions(weights=X[0]),
        lambda X: _core.TrainOptions(bounds=_core.Bounds(lower=X[0])),
        lambda X: _core.TrainOptions(constraints=_core.Constraints(rows=_core.Matrix.dense(X))),
        lambda X: _core.KernelTrainOptions(output_nu=X[0]),
        lambda X: _core.OneClassProblem(x=_core.Matrix.dense(X)),
        lambda X: _core.Ratings(value=X[0]),
    ],
)
def test_options_keep_the_arrays_that_they_view(options):
    X = np.zeros((2, 3))
    array = weakref.ref(X)
    kept = options(X)
    del X
    gc.collect()
    assert array() is not None
    del kept
    assert array() is None


@pytest.mark.parametrize("offsets", [[0, 1, 10**9, 2], [0, 2, 1, 2], [1, 1, 2, 2], [0, 1, 2, 3]])
def test_offsets_that_do_not_fit_are_refused(offsets):
    X = sparse.csr_array(np.eye(3)[:, :2])
    X.indptr = np.array(offsets, dtype=X.indptr.dtype)
    with pytest.raises(ValueError, match="do not fit together"):
        fit(X, [0, 1, 0])


@pytest.mark.parametrize(
    "estimator, parameter",
    [
        (hingeline.LinearSVC, {"random_state": -1}),
        (hingeline.LinearSVC, {"random_state": 2**64}),
        (hingeline.LinearSVC, {"max_iter": 2**63}),
        (hingeline.LinearSVC, {"n_jobs": 2**31}),
        (hingeline.LinearSVC, {"n_jobs": 1.5}),
        (hingeline.LinearSVC, {"C": 10**400}),
        (hingeline.LinearSVC, {"verbose": 10**400}),
        (hingeline.LinearSVCCV, {"Cs": [10**400]}),
        (hingeline.PLQRegressor, {"bounds": (0, 10**400)}),
        (hingeline.MultiQuantileRegressor, {"quantiles": [10**400]}),
        (hingeline.SVC, {"n_jobs": "2"}),
        (hingeline.SVC, {"degree": 2**31}),
        (hingeline.QuantileRegressor, {"quantile": 1.5}),
        (hingeline.MultiQuantileRegressor, {"quantiles": [0.6, 0.4]}),
    ],
)
def test_values_out_of_range_are_refused_by_name(estimator, parameter):
    refused_by_name(estimator, parameter)


def refused_by_name(estimator, parameter):
    X, y = classification()
    ((name, value),) = parameter.items()
    with pytest.raises(ValueError, match=rf"^{name}: .* given, must "):
        estimator(**parameter).fit(X, y)


@pytest.mark.parametrize(
    "estimator, parameter",
    [
        (hingeline.LinearSVC, {"verbose": None}),
        (hingeline.LinearSVC, {"callback": 1}),
        (hingeline.LinearSVC, {"progress": np.array([True, False])}),
        (hingeline.LinearSVC, {"warm_start": np.array([True, False])}),
        (hingeline.LinearSVC, {"penalty": np.array(["l1", "l2"])}),
        (hingeline.LinearSVC, {"loss": pd.NA}),
        (hingeline.LinearSVC, {"loss": ["hinge"]}),
        (hingeline.LinearSVC, {"fit_intercept": np.nan}),
        (hingeline.LinearSVC, {"fit_intercept": []}),
        (hingeline.LinearSVC, {"random_state": "x"}),
        (hingeline.LogisticRegression, {"penalty": pd.NA}),
        (hingeline.LogisticRegression, {"l1_ratio": np.zeros(2)}),
        (hingeline.LinearRegressor, {"loss": None}),
        (hingeline.LinearRegressor, {"loss": 1}),
        (hingeline.MultiQuantileRegressor, {"quantiles": "x"}),
        (hingeline.MultiQuantileRegressor, {"quantiles": {}}),
        (hingeline.PLQRegressor, {"bounds": (0, "a")}),
        (hingeline.PLQRegressor, {"bounds": np.array(1.0)}),
        (hingeline.PLQRegressor, {"positive": "x"}),
        (hingeline.PLQRegressor, {"monotonic_cst": pd.NA}),
        (hingeline.PLQRegressor, {"constraints": hingeline.Constraints("x")}),
        (hingeline.QuantileRegressor, {"alpha": 1e-320}),
        (hingeline.QuantileRegressor, {"alpha": 1e308}),
        (hingeline.HuberRegressor, {"alpha": 1e-320}),
        (hingeline.HuberRegressor, {"alpha": 1e308}),
        (hingeline.SVC, {"probability": pd.NA}),
        (hingeline.SVC, {"shrinking": "no"}),
        (hingeline.SVC, {"max_iter": pd.NA}),
        (hingeline.SVC, {"kernel": np.array(["rbf", "poly"])}),
        (hingeline.SVCCV, {"multi_class": 2}),
        (hingeline.SVCCV, {"decision_function_shape": None}),
    ],
)
def test_values_of_another_type_are_refused_by_name(estimator, parameter):
    refused_by_name(estimator, parameter)


def fit_with(estimator, weights=None, **parameters):
    X, y = classification()
    return estimator(**parameters).fit(X, y, weights)


NEVER = hingeline.Constraints(np.eye(5)[:1], [1.0], [np.inf])


@pytest.mark.parametrize(
    "kind, builtin, fails",
    [
        (hingeline.InvalidParameter, ValueError, fails)
        for fails in [
            lambda: fit_with(hingeline.LogisticRegression, penalty="l1", C="x"),
            lambda: fit_with(hingeline.LinearSVC, C=-1),
            lambda: hingeline.LinearRegressor(5).fit([[0.0]], [1.0]),
            lambda: fit_with(hingeline.LinearSVC, loss="square"),
            lambda: fit_with(hingeline.LinearSVC, n_jobs=0),
            lambda: fit_with(hingeline.LinearSVC, class_weight={3: 1}),
            lambda: fit_with(hingeline.LinearSVC, random_state="a"),
            lambda: fit_with(hingeline.LinearSVCCV, scoring=1),
            lambda: fit_with(hingeline.SVC, kernel=lambda X, Z: X),
            lambda: fit_with(hingeline.PLQRegressor, constraints=1),
            lambda: fit_with(hingeline.MultiQuantileRegressor, quantiles=[]),
            lambda: hingeline.load("/nowhere", n_features=-1),
            lambda: hingeline.load("/nowhere", ignored="a"),
            lambda: hingeline.write_model("/nowhere", fit_with(hingeline.SVC), format="native"),
            lambda: hingeline.to_onnx(fit_with(hingeline.SVC), dtype="float16"),
            lambda: hingeline.plot.convergence({}, over="hours"),
        ]
    ]
    + [
        (hingeline.DataError, ValueError, fails)
        for fails in [
            lambda: hingeline.LinearSVR().fit([[np.inf]], [1.0]),
            lambda: hingeline.LinearSVC().fit([[1.0]], ["a"]),
            lambda: hingeline.MatrixFactorization().fit([["a"]], [1.0]),
            lambda: fit_with(hingeline.LinearSVC, -np.ones(200)),
            lambda: hingeline.fairness(np.eye(2), [1], 0),
        ]
    ]
    + [
        (hingeline.IoError, OSError, lambda: hingeline.load("/nowhere")),
        (hingeline.IoError, OSError, lambda: hingeline.read_model("/nowhere")),
        (hingeline.IoError, OSError, lambda: hingeline.to_onnx(fit_with(hingeline.LinearSVC), "/nowhere/m")),
        (
            hingeline.InfeasibleConstraints,
            ValueError,
            lambda: fit_with(hingeline.PLQRegressor, constraints=[NEVER, NEVER._replace(lower=-np.inf, upper=0.0)]),
        ),
    ],
)
def test_every_error_is_one_of_the_package(kind, builtin, fails):
    with pytest.raises(hingeline.Error) as caught:
        fails()
    assert isinstance(caught.value, kind) and isinstance(caught.value, builtin)


def test_losses_that_are_named_as_allowed_are():
    with pytest.raises(ValueError, match="^loss: 'foo' given, must be ") as caught:
        hingeline.LinearRegressor("foo").fit([[0.0]], [1.0])
    assert "huber" in str(caught.value) and "hinge" not in str(caught.value)


def test_weights_of_classes_must_be_numbers():
    with pytest.raises(ValueError, match="^class_weight: .* given, its weights must be numbers"):
        hingeline.LinearSVC(class_weight={0: "a"}).fit(*classification())


@pytest.mark.filterwarnings("error")
def test_targets_whose_variance_overflows_are_refused():
    X, y = regression()
    with pytest.raises(ValueError, match="^y: .* given, must have a finite variance"):
        hingeline.HuberRegressor().fit(X, 1e200 * y)
