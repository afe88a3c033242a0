# SPDX-License-Identifier: BSD-3-Clause
"""Model files. Linear models have LIBLINEAR's text format where it can express them; otherwise, and with
KernelFeatures, hingeline's own. Models with a kernel have LIBSVM's format, factor models hingeline's own."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import MetaEstimatorMixin
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.utils.validation import check_is_fitted

from hingeline import _core
from hingeline._calibration import mirrored
from hingeline._certificate import Certificate
from hingeline._classifier import LinearClassifier
from hingeline._data import as_name
from hingeline._estimator import Estimator
from hingeline._factorization import MatrixFactorization, as_words
from hingeline._fitted_problem import FittedProblem
from hingeline._folded import one_estimator
from hingeline._kernel_features import KernelFeatures
from hingeline._kernel_machine import KERNELS, KernelMachine
from hingeline._kernel_svc import SVC, KernelClassifier, NuSVC
from hingeline._kernel_svr import SVR, NuSVR
from hingeline._levels import TIES, MultiQuantileRegressor
from hingeline._linear import LinearEstimator
from hingeline._linear_one_class import LinearOneClassSVM
from hingeline._logistic import LogisticRegression
from hingeline._one_class import OneClassSVM
from hingeline._plq import PLQ, PLQClassifier, PLQRegressor
from hingeline._svc import LinearSVC
from hingeline._svr import LinearRegressor
from hingeline._utf8 import names_in_utf8

MOST_WHOLE = 2**53  # every whole number up to this is a float64


def write_model(
    path: str | Path,
    estimator: LinearEstimator | KernelMachine | MatrixFactorization | Pipeline | MetaEstimatorMixin,
    *,
    format: str = "auto",
) -> None:
    """Writes a fitted estimator to a file for `hingeline predict` and, if their formats allow, LIBLINEAR or LIBSVM.

    A pipeline of KernelFeatures and a linear classifier or regressor is written as `hingeline train --approximate` does
    it. A pipeline of scalers (StandardScaler, MaxAbsScaler, MinMaxScaler without clip) and a linear estimator becomes
    one model for rows without scaling, as `hingeline train --standardize` writes it. For a search (such as
    GridSearchCV) the best estimator is written.

    Labels must be numbers or texts. LIBLINEAR and LIBSVM can read neither texts as labels nor names of features, which
    estimators trained on data frames have.

    Parameters
    ----------
    path : str or Path
    estimator : fitted estimator, pipeline or search
    format : str, default='auto'
        'auto' uses LIBLINEAR's or LIBSVM's format where it can express the model. 'native', for linear models only,
        adds loss and C, which LIBLINEAR's format cannot hold, and the certificate, unless the problem had what no file
        holds: bounds, constraints, `box`, `l1_weights`, class weights, or the scale of HuberRegressor.
    """
    estimator = one_estimator(estimator)
    as_name("format", format)
    if isinstance(estimator, Pipeline):
        _core.write_model(Path(path), _to_model_of_rows(estimator), format)
    elif isinstance(estimator, KernelMachine):
        _write_kernel_machine(Path(path), estimator, format)
    elif isinstance(estimator, LinearOneClassSVM):
        _write_one_class(Path(path), estimator, format)
    elif isinstance(estimator, MatrixFactorization):
        _write_factorization(Path(path), estimator, format)
    elif isinstance(estimator, LinearEstimator):
        _core.write_model(Path(path), _to_model(estimator), format)
    else:
        raise _core.InvalidParameter(f"estimator: {type(estimator)} given, must be one of this package")


@names_in_utf8
def read_model(path: str | Path) -> LinearEstimator | KernelMachine | MatrixFactorization | Pipeline:
    """Reads a model file and returns the fitted estimator: LinearSVC, LogisticRegression, LinearRegressor,
    MultiQuantileRegressor or LinearOneClassSVM; PLQClassifier or PLQRegressor, where the loss is a PLQ; a pipeline of
    KernelFeatures and one of these, where it was trained on such features; SVC, NuSVC, SVR, NuSVR or OneClassSVM;
    MatrixFactorization.

    The file may come from LIBLINEAR or LIBSVM (any version), from `hingeline train` or `factorize`, or from
    `write_model`. Labels become int64 where all are whole numbers, as files do not tell their type. A parameter that
    the file does not hold, such as C in LIBLINEAR's and LIBSVM's formats, has its default, which need not be the value
    of training; `certificate_` is that of the training, which the options of `hingeline train` may have bounded,
    constrained or weighted. `classes_` ascend, whatever their order in the file. Among classes with equally many votes
    `predict` therefore takes the smallest label, while `hingeline predict` takes the first in the file.
    """
    read = {
        b"svm_type": _read_kernel_machine,
        b"solver_type ONECLASS_SVM": _read_one_class,
        b"hingeline_factors": _read_factorization,
    }
    return read.get(_telling_words(path), _read_linear)(Path(path))


def _telling_words(path: str | Path) -> bytes:
    """The words of the header that tell the kind of model; empty where there are none."""
    with suppress(OSError), open(path, "rb") as file:  # the library will report the error
        for line in file:
            words = line.split()
            if words[:1] == [b"solver_type"]:
                return b" ".join(words)
            if words and (words[0] in (b"svm_type", b"hingeline_factors", b"w") or not words[0][:1].isalpha()):
                return words[0]
    return b""


def _read_linear(path: Path) -> LinearEstimator | Pipeline:
    model = _core.read_model(path)
    if not model.has_basis:
        return _from_model(model)
    features, names = KernelFeatures._of_model(model), model.feature_names
    feature_model = features._map.to_feature_model(model)
    feature_model.feature_names = []
    _keep_names(features, names)
    return make_pipeline(features, _from_model(feature_model))


def _from_model(model: _core.LinearModel) -> LinearEstimator:
    """The fitted estimator of a model. A certificate is kept where it is for the problem of the estimator's parameters:
    C is known, and the penalty has size 1."""
    if model.labels:
        estimator = _from_labels(model)
    else:
        estimator = _from_levels(model) if model.levels else _from_regression(model)
    _keep_penalty(estimator, model)
    estimator.fit_intercept = {"free": True, "none": False}.get(model.intercept_kind, model.intercept_kind)
    estimator.intercept_scaling = model.bias
    estimator.n_features_in_ = model.coef.shape[0]
    _keep_names(estimator, model.feature_names)
    estimator._problem = FittedProblem.of_model(model)
    if model.certificate is not None and model.l1 + model.l2 in (0, 1) and not math.isnan(model.C):
        estimator.certificate_ = Certificate(*model.certificate)
    if len(model.column_scale):
        estimator._column_scale = model.column_scale.copy()
    return estimator


def _keep_names(estimator: Estimator, names: list[str]) -> None:
    if names:
        estimator.feature_names_in_ = np.array(names, dtype=object)


def _keep_penalty(estimator: Any, model: _core.LinearModel) -> None:
    """Sets penalty and C (unknown where it is NaN). The penalty of a file may have any size l1 + l2; estimators have
    size 1, so that C is divided by it."""
    size = model.l1 + model.l2
    if size == 0:
        estimator.penalty = None
    elif model.l1 > 0:
        estimator.penalty = "elasticnet" if model.l2 > 0 else "l1"
        estimator.l1_ratio = model.l1 / size
    if not math.isnan(model.C):
        estimator.C = model.C / (size or 1.0)


def _to_model_of_rows(pipeline: Pipeline) -> _core.LinearModel:
    """The model, in terms of the rows before the features, of a pipeline of KernelFeatures and a linear estimator."""
    features, linear = pipeline[0], pipeline[-1]
    check_is_fitted(features)
    model = _to_model(linear)
    model.feature_names = _names(features)
    return features._map.to_row_model(model)


def _to_model(estimator: LinearEstimator) -> _core.LinearModel:
    problem, own = estimator._problem, {}
    if isinstance(estimator, LinearClassifier):
        labels, names = _labels(estimator.classes_)
        order = slice(None, None, -1 if len(labels) == 2 else 1)
        own = {"labels": labels[order], "label_names": names[order], "calibration": estimator._calibration()}
    if problem.is_told and hasattr(estimator, "certificate_"):
        own["certificate"] = tuple(estimator.certificate_)
    if hasattr(estimator, "_column_scale"):
        own["column_scale"] = estimator._column_scale
    return estimator._model(feature_names=_names(estimator), **problem.told(), **own)


def _names(estimator: Estimator) -> list[str]:
    return [str(name) for name in getattr(estimator, "feature_names_in_", [])]


def _labels(classes) -> tuple[list[float], list[str]]:
    """Labels as numbers, and their names where all are texts, even texts of numbers."""
    if all(isinstance(label, str) for label in classes):
        return [float(place) for place in range(len(classes))], [str(label) for label in classes]
    try:
        numbers = [float(label) for label in classes]
    except (TypeError, ValueError):
        raise _core.InvalidParameter(
            f"classes: {classes!r} given, labels in model files must be numbers or texts"
        ) from None
    if len(set(numbers)) < len(numbers):
        raise _core.InvalidParameter(f"classes: {classes!r} given, labels in model files must be different as float64")
    return numbers, []


def _labels_of(model: _core.LinearModel | _core.KernelModel) -> np.ndarray:
    """The labels in the order of the file."""
    if model.label_names:
        return np.array(model.label_names)
    labels = np.array(model.labels)
    return labels.astype(np.int64) if (labels == np.clip(np.rint(labels), -MOST_WHOLE, MOST_WHOLE)).all() else labels


def _is_turned(labels) -> bool:
    """Whether a file of two classes has them in ascending order: its output is positive for its first class, ours for
    the larger label, so that signs change."""
    return len(labels) == 2 and bool(labels[0] < labels[1])


def _our_calibration(model: _core.LinearModel | _core.KernelModel) -> _core.Calibration:
    return mirrored(model.calibration) if _is_turned(model.label_names or model.labels) else model.calibration


def _from_labels(model: _core.LinearModel) -> LinearClassifier:
    if model.loss.name == "logistic":
        estimator: LinearClassifier = LogisticRegression()
        if len(model.labels) > 2:
            estimator.multi_class = model.multi_class
    elif own := _own_loss(model.loss):
        estimator = PLQClassifier(own, multi_class=model.multi_class)
    else:
        kind = model.calibration.kind
        estimator = LinearSVC(
            loss=model.loss.name, gamma=model.loss.gamma, probability=False if kind == "none" else kind
        )
        estimator.multi_class = model.multi_class
    labels = _labels_of(model)
    estimator.classes_ = np.sort(labels)
    estimator._problem = FittedProblem.of_model(model)
    sign = -1.0 if _is_turned(labels) else 1.0
    if isinstance(estimator, LinearSVC):
        estimator._keep_calibration(_our_calibration(model))
    estimator._keep_outputs(sign * model.coef.T, sign * model.intercept, np.argsort(labels))
    return estimator


def _own_loss(loss: _core.Loss) -> PLQ | None:
    """The PLQ of a loss without a name, else None."""
    if loss.own_function is None:
        return None
    _, pieces = loss.own_function
    return PLQ(*pieces)


def _from_regression(model: _core.LinearModel) -> LinearRegressor | PLQRegressor:
    loss = model.loss
    if own := _own_loss(loss):
        estimator: LinearRegressor | PLQRegressor = PLQRegressor(own)
    elif loss.name == "plq":
        raise _core.DataError("plq: functions of the prediction given, but no estimator of this package has them")
    else:
        estimator = LinearRegressor(loss.name, epsilon=loss.epsilon, tau=loss.tau, delta=loss.delta)
    estimator.coef_ = model.coef[:, 0].copy()
    estimator.intercept_ = float(model.intercept[0])
    return estimator


def _from_levels(model: _core.LinearModel) -> MultiQuantileRegressor:
    ties = {name: given for given, name in TIES.items()}
    estimator = MultiQuantileRegressor(
        tuple(model.levels),
        loss=model.loss.name,
        non_crossing=ties.get(model.level_tie, True),
        composite=model.level_tie == "slope",
        epsilon=model.loss.epsilon,
    )
    estimator.coef_ = np.ascontiguousarray(model.coef.T)
    estimator.intercept_ = model.intercept.copy()
    return estimator


def _write_one_class(path: Path, estimator: LinearOneClassSVM, format: str) -> None:
    if format != "auto":
        raise _core.InvalidParameter(f"format: {format!r} given, must be 'auto' for LinearOneClassSVM")
    model = _core.OneClassModel(estimator.coef_[0].tolist(), estimator.intercept_[0])
    model.feature_names = _names(estimator)
    _core.write_one_class_model(path, model)


def _read_one_class(path: Path) -> LinearOneClassSVM:
    model = _core.read_one_class_model(path)
    estimator = LinearOneClassSVM()
    estimator.coef_ = np.array([model.coef])
    estimator.intercept_ = np.array([model.intercept])
    estimator.n_features_in_ = len(model.coef)
    _keep_names(estimator, model.feature_names)
    return estimator


# -- factor models ---------------------------------------------------------------------------------


def _write_factorization(path: Path, estimator: MatrixFactorization, format: str) -> None:
    if format != "auto":
        raise _core.InvalidParameter(f"format: {format!r} given, must be 'auto' for MatrixFactorization")
    model = _core.FactorModel(
        loss=estimator.loss if isinstance(estimator.loss, str) else "plq",  # only training needs its pieces
        offset=estimator.offset_,
        user_factors=estimator.user_factors_,
        item_factors=estimator.item_factors_,
        user_bias=estimator.user_bias_,
        item_bias=estimator.item_bias_,
        user_names=as_words(estimator.users_).tolist(),
        item_names=as_words(estimator.items_).tolist(),
    )
    _core.write_factor_model(path, model)


def _read_factorization(path: Path) -> MatrixFactorization:
    model = _core.read_factor_model(path)
    estimator = MatrixFactorization(model.loss, rank=model.user_factors.shape[1])
    estimator._keep_model(model)
    users, items = np.argsort(model.user_names), np.argsort(model.item_names)
    estimator.users_, estimator.items_ = np.array(model.user_names)[users], np.array(model.item_names)[items]
    estimator.user_factors_, estimator.user_bias_ = estimator.user_factors_[users], estimator.user_bias_[users]
    estimator.item_factors_, estimator.item_bias_ = estimator.item_factors_[items], estimator.item_bias_[items]
    estimator.n_features_in_ = 2
    return estimator


# -- with a kernel ---------------------------------------------------------------------------------

MACHINES = {each._machine: each for each in (SVC, NuSVC, SVR, NuSVR, OneClassSVM)}


def _write_kernel_machine(path: Path, estimator: KernelMachine, format: str) -> None:
    if format != "auto":
        raise _core.InvalidParameter(f"format: {format!r} given, must be 'auto' for models with a kernel")
    if callable(estimator.kernel):
        raise _core.InvalidParameter(f"kernel: {estimator.kernel!r} given, but model files support named kernels only")
    own, names = {}, []
    if isinstance(estimator, KernelClassifier):
        if estimator.break_ties:
            raise _core.InvalidParameter(
                "break_ties: True given, must be False, as a model file breaks ties in favour of the first class"
            )
        labels, names = _labels(estimator.classes_)
        calibration = estimator._calibration()
        own = {"labels": labels, "calibration": calibration if estimator._sign() > 0 else mirrored(calibration)}
    model = estimator._model(estimator.intercept_, **own)
    model.label_names = names
    model.feature_names = _names(estimator)
    if model.feature_names:
        model.features = estimator.n_features_in_
    _core.write_kernel_model(path, model)


def _read_kernel_machine(path: Path) -> KernelMachine:
    model = _core.read_kernel_model(path)
    kernel = model.kernel
    names = {name: ours for ours, name in KERNELS.items()}
    estimator = MACHINES[model.machine](
        kernel=names[kernel.name], gamma=kernel.gamma, degree=kernel.degree, coef0=kernel.coef0
    )
    estimator._gamma = kernel.gamma
    offsets, columns, values = model.vectors
    vectors = sparse.csr_array((values, columns, offsets), shape=(len(offsets) - 1, model.features))
    if isinstance(estimator, KernelClassifier):
        estimator.classes_ = np.sort(_labels_of(model))
        estimator.multi_class = model.multi_class if len(estimator.classes_) > 2 else "ovo"
        kind = model.calibration.kind
        estimator.probability = {"none": False, "platt": True}.get(kind, kind)
        estimator._keep_calibration(_our_calibration(model))
    precomputed = estimator.kernel == "precomputed"
    rows = np.array(model.serials, dtype=np.intp) - 1 if precomputed else np.arange(len(offsets) - 1)
    estimator._keep_model(vectors, rows, model)
    if not precomputed:
        estimator._least_features = model.features
    if model.feature_names:
        estimator.n_features_in_ = model.features
        _keep_names(estimator, model.feature_names)
    return estimator
