# SPDX-License-Identifier: BSD-3-Clause
"""Votes of one against one."""

from time import perf_counter

import numpy as np
import pytest

from hingeline._pairs import pairs_of, votes, votes_with_confidence


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


def test_one_row_of_many_classes_is_quick():
    classes = 200
    values = outputs(1, classes)
    times = []
    for _ in range(5):
        began = perf_counter()
        votes(values, classes)
        times.append(perf_counter() - began)
    assert min(times) < 0.01  # 20,000 pairs one by one take five times as long
