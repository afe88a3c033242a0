# SPDX-License-Identifier: BSD-3-Clause
"""Labels as class numbers, and what each class weighs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from sklearn.utils.multiclass import check_classification_targets


def classes_of(y, weights=None):
    """The labels of rows that have a weight, ascending. Two are found without sorting all of y."""
    if weights is not None and not weights.all():
        y = y[weights != 0]
    first = y[0]
    others = y != first
    if not others.any():
        raise ValueError(f"y: one class only ({first!r}), training needs samples of at least 2 classes")
    second = y[others.argmax()]
    if np.array_equal(others, y == second):
        return np.unique(np.array([first, second], dtype=y.dtype))
    check_classification_targets(y)
    return np.unique(y)


def encode(y, classes):
    """The number of each row's class; any where it has none, because its weight is 0."""
    if len(classes) == 2:
        return (y == classes[1]).astype(np.intp)
    return np.minimum(np.searchsorted(classes, y), len(classes) - 1)


def class_weights(given, classes, codes, weights) -> np.ndarray | None:
    """One number per class from the parameter class_weight: None, 'balanced' or a dict; None where all are 1."""
    if given is None:
        return None
    if isinstance(given, str) and given == "balanced":
        totals = np.bincount(codes, weights, minlength=len(classes))
        return totals.sum() / (len(classes) * totals)
    if not isinstance(given, Mapping):
        raise ValueError(f"class_weight: {given!r} given, must be None, 'balanced' or a dict")
    labels = classes.tolist()
    if unknown := [label for label in given if label not in labels]:
        raise ValueError(f"class_weight: {unknown} given, must be labels of the data")
    return np.array([given.get(label, 1.0) for label in labels], dtype=np.float64)


def row_weights(per_class, codes, weights):
    """The rows' weights with those of their classes; None where all are 1."""
    if per_class is None:
        return weights
    return per_class[codes] if weights is None else per_class[codes] * weights
