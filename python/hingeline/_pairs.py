# SPDX-License-Identifier: BSD-3-Clause
"""One against one: a machine per pair of classes i < j, whose output is positive for `classes_[i]`."""

from __future__ import annotations

from itertools import combinations

import numpy as np

LARGEST = 1e300  # outputs are clipped to this before they are summed: an intercept may be infinite


def pairs_of(classes: int) -> list[tuple[int, int]]:
    return list(combinations(range(classes), 2))


def renumbered(order) -> tuple[np.ndarray, np.ndarray]:
    """For each pair (order[a], order[b]), a < b: its number among the pairs of ascending classes, and the sign, -1
    where the machine of that number is positive for order[b]."""
    number = {pair: k for k, pair in enumerate(pairs_of(len(order)))}
    places = [(int(order[a]), int(order[b])) for a, b in pairs_of(len(order))]
    numbers = np.array([number[min(pair), max(pair)] for pair in places])
    return numbers, np.array([1.0 if first < second else -1.0 for first, second in places])


def gives_pairs(estimator) -> bool:
    """Whether decision values have a column per pair of classes, given more than two classes."""
    asked = getattr(estimator, "decision_function_shape", "ovr") == "ovo"
    return asked and (not hasattr(estimator, "_multi_class") or estimator._multi_class() == "ovo")


def votes(values: np.ndarray, classes: int) -> np.ndarray:
    """Votes of each class, from the outputs of the pairs; the first class with most votes is the prediction."""
    return _sums_of_classes(values > 0, values <= 0, classes)


def votes_with_confidence(values: np.ndarray, classes: int) -> np.ndarray:
    """Votes plus a confidence in (-1/3, 1/3) by the sum of outputs, which decides between equal votes."""
    within = np.clip(values, -LARGEST, LARGEST)
    sums = _sums_of_classes(within, -within, classes)
    return votes(values, classes) + sums / (3 * (np.abs(sums) + 1))


def _sums_of_classes(of_first: np.ndarray, of_second: np.ndarray, classes: int) -> np.ndarray:
    """Sums for each class over its pairs, in a fixed order: first those where it is the second class, then those where
    it is the first."""
    number = np.zeros((classes, classes), dtype=np.intp)
    number[np.triu_indices(classes, 1)] = np.arange(of_first.shape[1])
    sums = np.zeros((classes, len(of_first)))
    for i in range(classes - 1):
        sums[i + 1 :] += of_second.T[number[i, i + 1 :]]
    for j in range(1, classes):
        sums[:j] += of_first.T[number[:j, j]]
    return np.ascontiguousarray(sums.T)


def pair_truth(places, classes: int) -> np.ndarray:
    """Signs of outputs, rows x outputs, from the rows' places in `classes_`: +1 for the first class of an output's
    pair, -1 for the second, 0 for any other."""
    first, second = np.array(pairs_of(classes)).T
    return (places[:, np.newaxis] == first) * 1.0 - (places[:, np.newaxis] == second)
