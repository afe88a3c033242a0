# SPDX-License-Identifier: BSD-3-Clause
"""A certificate that comes from a file holds for the problem of the estimator's parameters."""

import numpy as np
import pytest
from sklearn.base import clone

import hingeline
from problems import classification, regression

CLASSIFIERS = [
    hingeline.LinearSVC(class_weight={0: 9.0}),
    hingeline.LinearSVC(class_weight={0: 1.0}),
    hingeline.LogisticRegression(class_weight="balanced"),
    hingeline.LinearSVC(penalty="l1", l1_weights=np.full(5, 3.0)),
    hingeline.PLQClassifier(positive=True),
]

REGRESSORS = [
    hingeline.PLQRegressor("squared", bounds=(-0.01, 0.01)),
    hingeline.PLQRegressor("squared", positive=True),
    hingeline.PLQRegressor("squared", monotonic_cst=np.ones(5)),
    hingeline.PLQRegressor("squared", constraints=hingeline.fixed_sum(5)),
    hingeline.PLQRegressor("squared"),
    hingeline.PLQRegressor(hingeline.PLQ([0.0], [-1.0, 1.0], [0.0, 0.0])),
    hingeline.HuberRegressor(),
    hingeline.QuantileRegressor(quantile=0.7, alpha=0.1),
    hingeline.QuantileRegressor(alpha=0, penalty="l2"),
    hingeline.MultiQuantileRegressor(non_crossing="box"),
    hingeline.MultiQuantileRegressor(non_crossing="box", box=(-9.0, 9.0)),
]

TOLD = [
    "LinearSVC(class_weight={0: 1.0})",
    "PLQRegressor(loss='squared')",
    "PLQRegressor(loss=PLQ(",
    "QuantileRegressor",
    "MultiQuantileRegressor(non_crossing='box')",
]


@pytest.mark.parametrize("estimator", [*CLASSIFIERS, *REGRESSORS], ids=str)
def test_no_objective_is_below_the_bound_of_a_file(estimator, tmp_path):
    X, y = regression() if estimator in REGRESSORS else classification()
    hingeline.write_model(tmp_path / "model", clone(estimator).fit(X, y), format="native")
    read = hingeline.read_model(tmp_path / "model")
    assert hasattr(read, "certificate_") == any(str(estimator).startswith(told) for told in TOLD)
    if hasattr(read, "certificate_"):
        best = clone(read).set_params(tol=1e-8).fit(X, y).certificate_
        assert read.certificate_.dual <= best.primal * (1 + 1e-9)
        assert read.certificate_.primal >= best.dual * (1 - 1e-9)


@pytest.mark.parametrize(("penalty", "holds"), [("0 1", True), ("0 0", True), ("1 0", True), ("0 2", False)])
def test_no_proof_is_read_where_the_penalty_has_another_size(penalty, holds, tmp_path):
    head = "hingeline_format 1\nloss quantile\nC 3\nintercept none 1\nnr_class 2\ncertificate 10 9 1 0.1 1e-9 1 0 0\n"
    (tmp_path / "model").write_text(f"{head}penalty {penalty}\nnr_feature 2\nbias -1\nw\n2\n0\n")
    assert hasattr(hingeline.read_model(tmp_path / "model"), "certificate_") == holds
