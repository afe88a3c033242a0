# SPDX-License-Identifier: BSD-3-Clause
"""Files, pickles, pipelines, searches."""

import bz2
import gzip
import lzma
import multiprocessing
import pickle
import re
import subprocess
import sys
import warnings

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.datasets import dump_svmlight_file
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

import hingeline
from problems import ESTIMATORS, LINEAR, classification, regression


def data_for(estimator):
    X, y = classification(classes=3) if is_classifier(estimator) else regression()
    return (X @ X.T if get_tags(estimator).input_tags.pairwise else X), y


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)
def test_pickle_joblib_clone(estimator, tmp_path):
    X, y = data_for(estimator)
    model = clone(estimator).fit(X, y)
    joblib.dump(model, tmp_path / "model")
    for copy in [pickle.loads(pickle.dumps(model)), joblib.load(tmp_path / "model")]:
        np.testing.assert_array_equal(copy.predict(X), model.predict(X))
        assert copy.certificate_ == model.certificate_
    assert clone(model).get_params() == model.get_params()


def test_model_files_whose_headers_are_in_another_order(tmp_path):
    X, y = data_for(hingeline.SVC())
    path = tmp_path / "model"
    for model, telling in [(hingeline.SVC(), "svm_type"), (hingeline.LinearOneClassSVM(), "solver_type")]:
        hingeline.write_model(path, model.fit(X, y))
        header, rest = path.read_text().split("nr_class", 1)
        lines = header.splitlines()
        moved = [line for line in lines if line.startswith(telling)]
        path.write_text("\n".join(["", *(line for line in lines if line not in moved), *moved, "nr_class" + rest]))
        assert type(hingeline.read_model(path)) is type(model)


@pytest.mark.parametrize("estimator", LINEAR, ids=str)
@pytest.mark.parametrize("format", ["auto", "native"])
def test_model_files(estimator, format, tmp_path):
    X, y = data_for(estimator)
    model = clone(estimator).fit(X, y)
    hingeline.write_model(tmp_path / "model", model, format=format)
    read = hingeline.read_model(tmp_path / "model")
    np.testing.assert_array_equal(read.predict(X), model.predict(X))
    np.testing.assert_array_equal(read.coef_, model.coef_)
    if is_classifier(estimator):
        np.testing.assert_array_equal(read.classes_, model.classes_)
        np.testing.assert_allclose(read.decision_function(X), model.decision_function(X), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "estimator",
    [
        hingeline.LinearSVC(C=0.3),
        hingeline.LogisticRegression(penalty="l1", multi_class="ovr"),
        hingeline.LinearSVR(),
        hingeline.MultiQuantileRegressor(),
        hingeline.LinearRegressorCV("absolute", Cs=[0.1, 1]),
    ],
    ids=str,
)
def test_native_model_files_keep_the_certificate(estimator, tmp_path):
    X, y = data_for(estimator)
    model = clone(estimator).fit(X, y)
    hingeline.write_model(tmp_path / "model", model, format="native")
    read = hingeline.read_model(tmp_path / "model")
    assert read.certificate_ == model.certificate_ and read.C == model.C


@pytest.mark.parametrize("format", ["auto", "native"])
@pytest.mark.parametrize(
    "demand",
    [
        {"penalty": "l2"},
        {"penalty": "l1"},
        {"penalty": "elasticnet", "l1_ratio": 0.25},
        {"penalty": None},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "kind",
    [
        hingeline.LinearSVC,
        hingeline.LogisticRegression,
        hingeline.LinearRegressor,
        hingeline.MultiQuantileRegressor,
        lambda **demand: hingeline.PLQClassifier(hingeline.PLQ([1.0], [-1.0, 0.0], [0.0, 0.0]), **demand),
        lambda **demand: hingeline.PLQRegressor(hingeline.PLQ([0.0], [-1.0, 1.0], [0.0, 0.0]), **demand),
    ],
)
def test_model_files_keep_penalties(kind, demand, format, tmp_path):
    model = kind(C=0.3, **demand)
    X, y = classification() if is_classifier(model) else regression()
    model.fit(X, y)
    hingeline.write_model(tmp_path / "model", model, format=format)
    read = hingeline.read_model(tmp_path / "model")
    assert type(read) is type(model) and {**read.get_params(), **demand} == read.get_params()
    np.testing.assert_array_equal(read.predict(X), model.predict(X))
    if "C 0.3" in (tmp_path / "model").read_text():
        assert read.C == 0.3
        np.testing.assert_allclose(clone(read).set_params(tol=model.tol).fit(X, y).coef_, model.coef_, atol=1e-6)


def test_penalties_in_model_files_become_parameters(tmp_path):
    native = "hingeline_format 1\nloss quantile\nC 3\nintercept none 1\nnr_class 2\n"
    tail = "nr_feature 2\nbias -1\nw\n2\n0\n"
    for head, penalty, ratio, C in [
        ("solver_type L1R_L2LOSS_SVC\nnr_class 2\nlabel 1 5\n", "l1", None, 1.0),
        ("solver_type L1R_LR\nnr_class 2\nlabel 1 5\n", "l1", None, 1.0),
        (native + "penalty 2 4\n", "elasticnet", 1 / 3, 0.5),
        (native + "penalty 0 2\n", "l2", None, 1.5),
        (native + "penalty 0 0\n", None, None, 3),
    ]:
        (tmp_path / "model").write_text(head + tail)
        read = hingeline.read_model(tmp_path / "model")
        assert (read.penalty, read.C) == (penalty, C)
        assert ratio is None or read.l1_ratio == pytest.approx(ratio)


def test_quantile_regressors_are_read_with_their_penalty(tmp_path):
    X, y = regression()
    model = hingeline.QuantileRegressor(quantile=0.7, alpha=0.1).fit(X, y)
    hingeline.write_model(tmp_path / "model", model)
    read = hingeline.read_model(tmp_path / "model")
    assert (read.loss, read.tau, read.penalty) == ("quantile", 0.7, "l1")
    assert read.C == pytest.approx(1 / (0.1 * len(y)))
    again = clone(read).set_params(tol=1e-8).fit(X, y)
    np.testing.assert_allclose(again.coef_, model.coef_, atol=1e-6)


@pytest.mark.parametrize("classes", [2, 3])
def test_model_files_keep_losses_of_ones_own(classes, tmp_path):
    hinge = hingeline.PLQ([1.0], [-1.0, 0.0], [0.0, 0.0])
    absolute = hingeline.PLQ.from_terms(relu=[(1.0, 0.0), (-1.0, 0.0)])
    models = [
        hingeline.PLQClassifier(hinge, C=0.3, multi_class="ovo").fit(*classification(classes=classes)),
        hingeline.PLQRegressor(absolute, C=0.3).fit(*regression()),
    ]
    for model in models:
        hingeline.write_model(tmp_path / "model", model)
        read = hingeline.read_model(tmp_path / "model")
        assert type(read) is type(model)
        assert read.loss == model.loss
        X, y = data_for(model)
        np.testing.assert_array_equal(read.predict(X), model.predict(X))
        clone(read).fit(X, y)


def test_model_files_keep_names_and_refuse_labels_that_are_not_different(tmp_path):
    X, y = classification()
    frame = pd.DataFrame(X, columns=list("abcde"))
    model = hingeline.LinearSVC().fit(frame, y)
    hingeline.write_model(tmp_path / "model", model, format="native")
    assert list(hingeline.read_model(tmp_path / "model").feature_names_in_) == list("abcde")
    for machine in (hingeline.LinearSVC(), hingeline.SVC()):
        with pytest.raises(ValueError, match="different as float64"):
            hingeline.write_model(tmp_path / "model", machine.fit(X, 2**53 + y))
    with pytest.raises(OSError, match="nowhere"):
        hingeline.read_model(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="^estimator: .* given, must be one of this package"):
        hingeline.write_model(tmp_path / "model", DummyClassifier().fit(X, y))


TEXTS = [["no", "yes"], [">50K", "<=50K"], ["b", "c d", "a"], ["1", "2", "10"], ["01", "1"], ["NaN", "-1"], [" 1", "1"]]


@pytest.mark.parametrize("names", TEXTS, ids=str)
@pytest.mark.parametrize("machine", [hingeline.LinearSVC(), hingeline.LogisticRegression(), hingeline.SVC()])
def test_model_files_keep_labels_that_are_texts(names, machine, tmp_path):
    X, y = classification(classes=len(names))
    model = clone(machine).fit(X, np.array(names)[y])
    hingeline.write_model(tmp_path / "model", model)
    assert (tmp_path / "model").read_text().startswith("hingeline_format 1\n")
    read = hingeline.read_model(tmp_path / "model")
    np.testing.assert_array_equal(read.classes_, model.classes_)
    np.testing.assert_array_equal(read.predict(X), model.predict(X))
    np.testing.assert_array_equal(read.decision_function(X), model.decision_function(X))


@pytest.mark.parametrize("labels, kind", [("3 7", "i"), ("-1 1.0", "i"), ("0.5 2", "f"), ("0 1e300", "f")])
@pytest.mark.parametrize("machine", [hingeline.LinearSVC(), hingeline.SVC()], ids=str)
def test_labels_from_files_are_integers_if_all_are_whole(machine, labels, kind, tmp_path):
    X, y = classification()
    path = tmp_path / "model"
    hingeline.write_model(path, machine.fit(X, y))
    path.write_text(re.sub(r"(?m)^label .*", f"label {labels}", path.read_text()))
    read = hingeline.read_model(path)
    assert read.classes_.dtype.kind == read.predict(X).dtype.kind == kind
    np.testing.assert_array_equal(read.classes_, [float(label) for label in labels.split()])


def test_models_with_losses_of_the_prediction_are_refused(tmp_path):
    loss = "loss plq\nplq_argument prediction\nplq_function 1 0 -1 1 0 0 0\n"
    rest = "intercept none 1\nnr_class 2\nnr_feature 1\nbias -1\nw\n1\n"
    (tmp_path / "model").write_text("hingeline_format 1\n" + loss + rest)
    with pytest.raises(hingeline.DataError, match="^plq: functions of the prediction"):
        hingeline.read_model(tmp_path / "model")


def test_a_libsvm_model_of_one_label(tmp_path):
    text = "svm_type c_svc\nkernel_type rbf\ngamma 0.5\nnr_class 1\ntotal_sv 0\nrho\nlabel 3\nnr_sv 0\nSV\n"
    (tmp_path / "model").write_text(text)
    model = hingeline.read_model(tmp_path / "model")
    np.testing.assert_array_equal(model.predict(np.eye(2)), [3, 3])
    hingeline.write_model(tmp_path / "again", model)
    assert (tmp_path / "again").read_text().split() == text.split()


def test_liblinear_order_of_labels(tmp_path):
    (tmp_path / "model").write_text(
        "solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel 1 5\nnr_feature 2\nbias -1\nw\n2\n-1\n"
    )
    model = hingeline.read_model(tmp_path / "model")
    np.testing.assert_array_equal(model.classes_, [1, 5])
    np.testing.assert_array_equal(model.predict(np.array([[1.0, 0.0], [0.0, 1.0]])), [1, 5])


def test_load(tmp_path):
    (tmp_path / "data").write_text("1 1:0.5 3:2\n-1 2:1\n")
    X, y, names = hingeline.load(tmp_path / "data")
    assert isinstance(X, np.ndarray) and X.dtype == np.float32 and names == []
    np.testing.assert_array_equal(X, [[0.5, 0, 2], [0, 1, 0]])
    np.testing.assert_array_equal(y, [1, -1])
    X, y, _ = hingeline.load(tmp_path / "data", layout="sparse", dtype="float64", n_features=5)
    assert sparse.issparse(X) and X.dtype == np.float64 and X.shape == (2, 5)
    assert X.indices.dtype == X.indptr.dtype == np.int32
    np.testing.assert_array_equal(X.toarray(), [[0.5, 0, 2, 0, 0], [0, 1, 0, 0, 0]])
    (tmp_path / "data.csv").write_text("height,weight,age\n1,2,3\n4,5,6\n")
    X, y, names = hingeline.load(tmp_path / "data.csv", target="weight")
    assert names == ["height", "age"]
    np.testing.assert_array_equal(y, [2, 5])
    np.testing.assert_array_equal(hingeline.load(tmp_path / "data.csv", target=1).y, [1, 4])


def test_load_refuses_column_names_that_are_not_utf8(tmp_path):
    (tmp_path / "latin.csv").write_bytes("gr\u00f6\u00dfe,x,y\n1,2,0\n2,1,1\n".encode("latin-1"))
    with pytest.raises(hingeline.DataError, match=r"latin\.csv: the name b'gr.*' must be UTF-8"):
        hingeline.load(tmp_path / "latin.csv")


def _warnings_in_a_worker(machine):
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 3
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        machine.fit(X, y)
    return [str(warning.message) for warning in caught]


def test_threads_of_a_worker():
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map(_warnings_in_a_worker, [hingeline.LinearSVC(n_jobs=2), hingeline.SVC(n_jobs=2)]) == [[], []]


@pytest.mark.parametrize("layout", ["dense", "sparse"])
def test_datasets_are_equal_by_identity(layout, tmp_path):
    (tmp_path / "data").write_text("1 1:0.5 3:2\n-1 2:1\n")
    one, other = (hingeline.load(tmp_path / "data", layout=layout) for _ in range(2))
    assert one == one and not one != one
    assert one != other and not one == other and one != tuple(one)
    assert len({one, other, one}) == 2 and [other, one].index(one) == 1


def test_load_keeps_targets_that_are_texts(tmp_path):
    (tmp_path / "data.csv").write_text('a,species\n1,setosa\n2,"Iris, other"\n3,setosa\n')
    X, y, _ = hingeline.load(tmp_path / "data.csv")
    np.testing.assert_array_equal(X, [[1], [2], [3]])
    np.testing.assert_array_equal(y, ["setosa", "Iris, other", "setosa"])


def test_load_makes_features_of_names(tmp_path):
    (tmp_path / "data.csv").write_text("id,zip,job,y\na,8001,clerk,1\nb,8002,smith,2\nc,8001,smith,3\n")
    X, y, names = hingeline.load(tmp_path / "data.csv", categorical=["zip"], ignored=[1], layout="dense")
    assert names == ["zip=8001", "zip=8002", "job=clerk", "job=smith"]
    np.testing.assert_array_equal(X, [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 0, 1]])
    (tmp_path / "new.csv").write_text("job,zip\nsmith,8001\nfarrier,8002\n")
    with pytest.warns(UserWarning, match="1 fields have categories that are not among feature_names") as caught:
        new = hingeline.load(tmp_path / "new.csv", feature_names=names, layout="dense")
    assert [each.filename for each in caught] == [__file__]
    assert new.feature_names == names and new.y.size == 0
    np.testing.assert_array_equal(new.X, [[1, 0, 0, 1], [0, 1, 0, 0]])
    with pytest.raises(hingeline.InvalidParameter, match="categorical: 'zip' given"):
        hingeline.load(tmp_path / "data.csv", categorical="zip")
    with pytest.raises(ValueError, match="no column has the feature 'age'"):
        hingeline.load(tmp_path / "new.csv", feature_names=["age"])


def test_load_warns_of_columns_that_float32_cannot_represent(tmp_path):
    (tmp_path / "data.csv").write_text("time,y\n1700000000,1\n1700000017,0\n")
    with pytest.warns(UserWarning, match="between the values of columns time .dtype='float64'") as caught:
        hingeline.load(tmp_path / "data.csv")
    assert [each.filename for each in caught] == [__file__]
    X = hingeline.load(tmp_path / "data.csv", dtype="float64").X
    np.testing.assert_array_equal(X, [[1700000000], [1700000017]])


def test_load_reads_files_of_other_programs(tmp_path):
    X, y = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]), np.array([1, -1])
    dump_svmlight_file(X, y, str(tmp_path / "zero"))
    with pytest.raises(ValueError, match="index"):
        hingeline.load(tmp_path / "zero")
    np.testing.assert_array_equal(hingeline.load(tmp_path / "zero", zero_based=True, layout="dense").X, X)
    (tmp_path / "plain.csv").write_text("1;2;5\n3;4;6\n")
    read = hingeline.load(tmp_path / "plain.csv", separator=";", header=False, layout="dense")
    np.testing.assert_array_equal(read.X, [[1, 2], [3, 4]])
    np.testing.assert_array_equal(read.y, [5, 6])
    with pytest.raises(hingeline.InvalidParameter, match="separator: ';;' given, must be one character"):
        hingeline.load(tmp_path / "plain.csv", separator=";;")


def test_load_reports_errors_with_their_place(tmp_path):
    (tmp_path / "data").write_text("1 1:0.5\n-1 2:x\n")
    with pytest.raises(ValueError, match="data:2:6"):
        hingeline.load(tmp_path / "data")
    with pytest.raises(OSError, match="missing"):
        hingeline.load(tmp_path / "missing")
    with pytest.raises(ValueError, match="format"):
        hingeline.load(tmp_path / "data", format="arff")
    for parameter in ({"format": None}, {"layout": 1}, {"n_jobs": 1.5}, {"n_jobs": "2"}, {"n_jobs": 0}):
        with pytest.raises(hingeline.InvalidParameter, match=f"^{next(iter(parameter))}: .* given, must "):
            hingeline.load(tmp_path / "data", **parameter)
    with pytest.raises(hingeline.InvalidParameter, match="^format: None given, must "):
        hingeline.write_model(tmp_path / "model", hingeline.LinearSVC().fit([[0], [1]], [0, 1]), format=None)


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("name", ["data.csv.gz", "data.csv.bz2", "data.csv.xz", "data.csv"])
def test_load_decompresses(name, compress, tmp_path):
    path = tmp_path / name
    path.write_bytes(compress(b"a,b,y\n1,2,3\n") + compress(b"4,5,6\n"))
    X, y, names = hingeline.load(path)
    np.testing.assert_array_equal(np.column_stack([X, y]), [[1, 2, 3], [4, 5, 6]])
    assert names == ["a", "b"]
    path.write_bytes(compress(b"a,b,y\n1,2,3\n4,z,6\n"))
    with pytest.raises(hingeline.DataError, match=f"^{re.escape(str(path))}:3:"):
        hingeline.load(path)
    path.write_bytes(compress(b"1,2,3\n" * 10000)[:-20])
    with pytest.raises(hingeline.DataError, match=f"^{re.escape(str(path))}: .*decompress"):
        hingeline.load(path, format="csv")


@pytest.mark.parametrize("n_features", [-1, 2**31, 1.5, None])
def test_load_checks_the_number_of_features(n_features, tmp_path):
    (tmp_path / "data").write_text("1 1:0.5\n")
    with pytest.raises(ValueError, match="^n_features: .* given, must be"):
        hingeline.load(tmp_path / "data", n_features=n_features)
    assert hingeline.load(tmp_path / "data", n_features=np.int64(3)).X.shape == (1, 3)


def test_loaded_arrays_outlive_the_dataset(tmp_path):
    (tmp_path / "data").write_text("".join(f"{i % 2} 1:{i}\n" for i in range(10000)))
    X = hingeline.load(tmp_path / "data").X
    np.testing.assert_array_equal(X[:, 0], np.arange(10000))


def test_grid_search_in_a_pipeline():
    X, y = classification()
    search = GridSearchCV(
        make_pipeline(StandardScaler(), hingeline.LinearSVC()), {"linearsvc__C": [0.1, 1]}, n_jobs=2, cv=3
    ).fit(X, y)
    assert search.best_score_ > 0.7


def test_sample_weights_are_routed():
    X, y = classification()
    weights = (y == 1).astype(float) + 0.1
    with sklearn.config_context(enable_metadata_routing=True):
        estimator = hingeline.LinearSVC().set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        routed = cross_validate(estimator, X, y, params={"sample_weight": weights}, cv=3, return_estimator=True)
        plain = cross_validate(hingeline.LinearSVC(), X, y, cv=3, return_estimator=True)
    assert np.any(routed["estimator"][0].coef_ != plain["estimator"][0].coef_)


def test_feature_names_are_checked():
    X, y = classification()
    model = hingeline.LinearSVC().fit(pd.DataFrame(X, columns=list("abcde")), y)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(pd.DataFrame(X, columns=list("edcba")))


def test_import_is_quiet_and_seeds_nothing():
    program = (
        "import random, numpy; s = random.getstate(), str(numpy.random.get_state()); import hingeline; "
        "assert s == (random.getstate(), str(numpy.random.get_state()))"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
