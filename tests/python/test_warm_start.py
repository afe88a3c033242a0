# SPDX-License-Identifier: BSD-3-Clause
"""Linear machines that begin where the last fit ended."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone, is_classifier

import hingeline
from problems import classification, regression


@pytest.mark.parametrize("multi_class", ["multinomial", "ovr", "ovo"])
@pytest.mark.parametrize("classes", [2, 4])
def test_warm_start_begins_at_the_last_answer(classes, multi_class):
    """In whatever order classes appear."""
    X, y = classification(rows=3000, classes=classes)
    order = np.argsort(-y, kind="stable")
    model = hingeline.LogisticRegression(warm_start=True, tol=1e-8, multi_class=multi_class).fit(X, y)
    first = model.n_iter_.sum()
    assert model.fit(X[order], y[order]).n_iter_.sum() < first / 2


@pytest.mark.parametrize(
    "estimator",
    [
        hingeline.LinearSVR(),
        hingeline.QuantileRegressor(alpha=1e-3),
        hingeline.LinearSVC(loss="hinge"),
        hingeline.LinearSVC(loss="hinge", multi_class="ovo"),
        hingeline.LinearSVC(loss="hinge", solver="dual_cd"),
    ],
    ids=str,
)
def test_warm_start_begins_at_the_last_dual_point(estimator):
    X, y = classification(rows=3000, classes=3) if is_classifier(estimator) else regression(rows=3000)
    model = clone(estimator).set_params(warm_start=True, tol=1e-6).fit(X, y)
    cold, content = model.n_iter_, len(pickle.dumps(model))
    assert content < 8 * len(y)
    (raised,) = {"C", "alpha"} & set(model.get_params())
    copied = pickle.loads(pickle.dumps(model)).set_params(**{raised: 1.2 * getattr(model, raised)}).fit(X, y)
    model.set_params(**{raised: 1.2 * getattr(model, raised)}).fit(X, y)
    assert model.n_iter_ < min(cold, copied.n_iter_) and model.certificate_.relative_gap <= 1e-6
    assert model.certificate_.primal == pytest.approx(copied.certificate_.primal, rel=1e-5)
    for rows, labels in [(slice(1000), y), (slice(None), np.roll(y, 1)), (slice(None), y[::-1].copy())]:
        assert model.fit(X[rows], labels[rows]).certificate_.relative_gap <= 1e-6


def test_a_warm_start_far_from_the_answer_costs_at_most_one_pass():
    _, y = classification(rows=2000)
    X = sparse.random_array((2000, 50000), density=1e-3, rng=np.random.default_rng(0), format="csr")
    cold = hingeline.LinearSVC(C=1e4).fit(X, y)
    warm = hingeline.LinearSVC(C=1e-4, warm_start=True).fit(X, y)
    assert warm.set_params(C=1e4).fit(X, y).n_iter_ <= cold.n_iter_ + 1
