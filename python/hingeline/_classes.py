# SPDX-License-Identifier: BSD-3-Clause
"""Labels as class numbers, and what each class weighs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from hingeline import _core

COMMON_TYPES = [np.dtype(kind) for kind in (np.bool_, np.uint8, np.int32, np.int64, np.float32, np.float64)]


class Labels(NamedTuple):
    """Labels as numbers. A row of weight 0 may have a label that is no class, and then has the number of any."""

    classes: np.ndarray
    """Those of rows that have a weight, ascending."""
    numbers: np.ndarray
    """float64, one per row: -1 and +1 of two classes, the place in `classes` of more."""

    @property
    def places(self) -> np.ndarray:
        """In `classes`, one per row."""
        return (self.numbers > 0 if len(self.classes) == 2 else self.numbers).astype(np.intp)


def encode(y, weights=None) -> Labels:
    """The labels of a classifier's target. Numbers and short texts of up to 256 classes are found without sorting y."""
    keys = _keys(y)
    numbers = np.empty(len(y))
    found = [] if keys is None else _core.encode_labels(keys, weights, numbers)
    classes, numbers = (_from_keys(found, y.dtype), numbers) if found else _encode(y, weights)
    if len(classes) > 2 and (y.dtype.kind == "f" or keys is None):
        check_classification_targets(y)
    if len(classes) < 2:
        raise ValueError(f"y: one class only ({classes[0]!r}), training needs samples of at least 2 classes")
    return Labels(np.array(classes, dtype=y.dtype), numbers)


def _keys(y) -> np.ndarray | None:
    """Numbers of the same order that the extension reads; None where there are none."""
    if not (y.flags.c_contiguous and y.flags.aligned and y.dtype.isnative):
        return None
    if y.dtype == np.bool_:
        return y.view(np.uint8)
    if y.dtype.kind != "U":
        return y if y.dtype in COMMON_TYPES else None
    keys = np.empty(len(y), np.uint64)
    packed = y.dtype.itemsize and _core.pack_texts(y.view(np.uint32).reshape(len(y), -1), keys)
    return keys if packed else None


def _from_keys(found: list, kind: np.dtype):
    if kind.kind != "U":
        return found
    width = kind.itemsize // 4
    return np.array([key.to_bytes(width, "big").decode("latin-1").rstrip("\0") for key in found], dtype=kind)


def _encode(y, weights):
    """As the library's, for labels of any kind."""
    classes = _classes(y if weights is None else y[weights != 0])
    if len(classes) == 2:
        return classes, np.where(y == classes[1], 1.0, -1.0)
    return classes, np.minimum(np.searchsorted(classes, y), len(classes) - 1).astype(np.float64)


def _classes(y):
    """Two are found without sorting y."""
    others = y != y[0]
    pair = y[[0, others.argmax()]]
    return np.unique(pair if np.array_equal(others, y == pair[1]) else y)


def class_weights(given, labels: Labels, weights) -> np.ndarray | None:
    """One number per class from the parameter class_weight: None, 'balanced' or a dict; None where all are 1."""
    if given is None:
        return None
    count = len(labels.classes)
    if isinstance(given, str) and given == "balanced":
        totals = np.bincount(labels.places, weights, minlength=count)
        return totals.sum() / (count * totals)
    if not isinstance(given, Mapping):
        raise ValueError(f"class_weight: {given!r} given, must be None, 'balanced' or a dict")
    classes = labels.classes.tolist()
    if unknown := [label for label in given if label not in classes]:
        raise ValueError(f"class_weight: {unknown} given, must be labels of the data")
    return np.array([given.get(label, 1.0) for label in classes], dtype=np.float64)


def row_weights(per_class, labels: Labels, weights):
    """The rows' weights with those of their classes; None where all are 1."""
    if per_class is None:
        return weights
    per_row = per_class[labels.places]
    return per_row if weights is None else per_row * weights
