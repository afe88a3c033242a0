# SPDX-License-Identifier: BSD-3-Clause
"""Votes of one against one."""

import tracemalloc
from time import perf_counter

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone

import hingeline._estimator
from hingeline._pairs import pairs_of, votes, votes_with_confidence
from problems import classification


def outputs(rows, classes):
    return np.random.default_rng(0).normal(size=(rows, len(pairs_of(classes))))


@pytest.mark.parametrize("rows", [0, 1, 50])
@pytest.mark.parametrize("classes", [2, 3, 10])
def test_every_pair_has_a_vote(rows, classes):
    values = outputs(rows, classes)
    values[:, ::2] = np.round(values[:, ::2])  # some are 0, the second one's
    won, sums = np.zeros((2, rows, classes))
    for (i, j), value in zip(pairs_of(classes), values.T):
        won[:, i] += value > 0
        won[:, j] += value <= 0
        sums[:, i] += value
        sums[:, j] -= value
    np.testing.assert_array_equal(votes(values, classes), won)
    confident = votes_with_confidence(values, classes)
    np.testing.assert_allclose(confident, won + sums / (3 * (np.abs(sums) + 1)))
    assert confident.flags.c_contiguous


def test_outputs_may_be_infinite():
    values = np.array([[np.inf, 1.0, 2.0], [-np.inf, -np.inf, 2.0], [-np.inf, np.inf, 2.0], [-1.0, -1.0, -np.inf]])
    expected = [[7 / 3, 2 / 3, -1 / 4], [-1 / 3, 7 / 3, 4 / 3], [1, 7 / 3, -1 / 3], [-2 / 9, 2 / 3, 7 / 3]]
    np.testing.assert_allclose(votes_with_confidence(values, 3), expected)


@pytest.mark.parametrize("layout", [np.asarray, sparse.csr_array, pd.DataFrame])
@pytest.mark.parametrize("machine", [hingeline.LinearSVC(multi_class="ovo", tol=0.1), hingeline.SVC(tol=0.1)], ids=str)
def test_labels_of_many_rows_hold_few_outputs(machine, layout, monkeypatch):
    monkeypatch.setattr(hingeline._estimator, "BLOCK_OUTPUTS", 20_000)
    X, y = classification(rows=300, classes=30)
    model = clone(machine).fit(layout(X), y)
    many = layout(np.tile(X, (10, 1)))
    expected = model.predict(layout(X))
    tracemalloc.start()
    labels = model.predict(many)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    np.testing.assert_array_equal(labels, np.tile(expected, 10))
    assert peak < len(labels) * len(model.intercept_)


def test_one_row_of_many_classes_is_quick():
    classes = 200
    values = outputs(1, classes)
    times = []
    for _ in range(5):
        began = perf_counter()
        votes(values, classes)
        times.append(perf_counter() - began)
    assert min(times) < 0.01  # 20,000 pairs one by one take five times as long
