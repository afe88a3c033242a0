# SPDX-License-Identifier: BSD-3-Clause
"""Fast support vector machines and related models, each answer with a proof of its quality.

Estimators follow scikit-learn's contract. After `fit`, `certificate_` bounds how far the answer is from the optimum.
"""

from hingeline import plot
from hingeline._certificate import Certificate
from hingeline._core import DataError, Error, FactorProgress, InvalidParameter, IoError, Progress
from hingeline._core import version as __version__
from hingeline._cross_validated import LinearRegressorCV, LinearSVCCV, LinearSVRCV, LogisticRegressionCV
from hingeline._data import Dataset, load
from hingeline._demands import Constraints, InfeasibleConstraints, fairness, fixed_sum, ordered
from hingeline._factorization import MatrixFactorization
from hingeline._history import History
from hingeline._huber import HuberRegressor
from hingeline._kernel_cross_validated import SVCCV, SVRCV
from hingeline._kernel_features import KernelFeatures
from hingeline._kernel_svc import SVC, NuSVC
from hingeline._kernel_svr import SVR, NuSVR
from hingeline._levels import MultiQuantileRegressor
from hingeline._linear_one_class import LinearOneClassSVM
from hingeline._logistic import LogisticRegression
from hingeline._model_files import read_model, write_model
from hingeline._one_class import OneClassSVM
from hingeline._onnx import to_onnx
from hingeline._path import Path, path
from hingeline._plq import PLQ, PLQClassifier, PLQRegressor
from hingeline._quantile import QuantileRegressor
from hingeline._svc import LinearSVC
from hingeline._svr import LinearRegressor, LinearSVR

__all__ = [
    "PLQ",
    "SVC",
    "SVCCV",
    "SVR",
    "SVRCV",
    "Certificate",
    "Constraints",
    "DataError",
    "Dataset",
    "Error",
    "FactorProgress",
    "History",
    "HuberRegressor",
    "InfeasibleConstraints",
    "InvalidParameter",
    "IoError",
    "KernelFeatures",
    "LinearOneClassSVM",
    "LinearRegressor",
    "LinearRegressorCV",
    "LinearSVC",
    "LinearSVCCV",
    "LinearSVR",
    "LinearSVRCV",
    "LogisticRegression",
    "LogisticRegressionCV",
    "MatrixFactorization",
    "MultiQuantileRegressor",
    "NuSVC",
    "NuSVR",
    "OneClassSVM",
    "PLQClassifier",
    "PLQRegressor",
    "Path",
    "Progress",
    "QuantileRegressor",
    "__version__",
    "fairness",
    "fixed_sum",
    "load",
    "ordered",
    "path",
    "plot",
    "read_model",
    "to_onnx",
    "write_model",
]
