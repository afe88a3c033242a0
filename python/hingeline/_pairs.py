# SPDX-License-Identifier: BSD-3-Clause
"""One against one: a machine for every two classes (i, j), i < j, positive where the answer is `classes_[i]`."""

from __future__ import annotations

from itertools import combinations

import numpy as np

LARGEST = 1e300  # of outputs that are summed: an intercept may be infinite


def pairs_of(classes: int) -> list[tuple[int, int]]:
    return list(combinations(range(classes), 2))


def renumbered(order) -> tuple[np.ndarray, np.ndarray]:
    """Of the pairs (order[a], order[b]), a < b: each one's number among the pairs of classes in ascending order, and
    the sign, -1 where its machine is positive for the other of the two."""
    number = {pair: k for k, pair in enumerate(pairs_of(len(order)))}
    places = [(int(order[a]), int(order[b])) for a, b in pairs_of(len(order))]
    numbers = np.array([number[min(pair), max(pair)] for pair in places])
    return numbers, np.array([1.0 if first < second else -1.0 for first, second in places])


def gives_pairs(estimator) -> bool:
    """Whether decision values of more than two classes are of every two."""
    asked = getattr(estimator, "decision_function_shape", "ovr") == "ovo"
    return asked and getattr(estimator, "multi_class", "ovo") == "ovo"


def votes(values: np.ndarray, classes: int) -> np.ndarray:
    """Of each class, from outputs; the first of those with most is the answer."""
    return _sums_of_classes(values > 0, values <= 0, classes)


def votes_with_confidence(values: np.ndarray, classes: int) -> np.ndarray:
    """Votes plus a confidence in (-1/3, 1/3) by the sum of outputs, which decides between equal votes."""
    within = np.clip(values, -LARGEST, LARGEST)
    sums = _sums_of_classes(within, -within, classes)
    return votes(values, classes) + sums / (3 * (np.abs(sums) + 1))


def _sums_of_classes(of_first: np.ndarray, of_second: np.ndarray, classes: int) -> np.ndarray:
    """Of each class, what the pairs give it of which it is the second, then of which it is the first, one by one."""
    number = np.zeros((classes, classes), dtype=np.intp)
    number[np.triu_indices(classes, 1)] = np.arange(of_first.shape[1])
    sums = np.zeros((classes, len(of_first)))
    for i in range(classes - 1):
        sums[i + 1 :] += of_second.T[number[i, i + 1 :]]
    for j in range(1, classes):
        sums[:j] += of_first.T[number[:j, j]]
    return np.ascontiguousarray(sums.T)


def pair_truth(places, classes: int) -> np.ndarray:
    """Rows x outputs, of rows' places in `classes_`: +1 and -1 for the two classes of an output, 0 for others."""
    first, second = np.array(pairs_of(classes)).T
    return (places[:, np.newaxis] == first) * 1.0 - (places[:, np.newaxis] == second)
