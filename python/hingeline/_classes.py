# SPDX-License-Identifier: BSD-3-Clause
"""Labels as class numbers, and the weight of each class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from hingeline import _core

MOST_CLASSES = 256  # each row is compared with every class: cheap next to training, whose time grows with them too


class Labels(NamedTuple):
    """Labels as numbers. A row of weight 0 may have a label that is not a class; its number is then arbitrary."""

    classes: np.ndarray
    """The labels of rows of weight > 0, ascending."""
    numbers: np.ndarray
    """float64, one per row: -1 or +1 with two classes, the place in `classes` with more."""

    @property
    def places(self) -> np.ndarray:
        """Place of each row's label in `classes`."""
        return (self.numbers > 0 if len(self.classes) == 2 else self.numbers).astype(np.intp)


def encode(y, weights=None) -> Labels:
    """Encodes a classifier's target. Up to 256 classes of numbers or texts are found without sorting y."""
    words = _words(y)
    found = None if words is None else _encode_unsorted(y, words, weights)
    classes, numbers = _encode_of_any_kind(y, weights) if found is None else found
    if y.dtype.kind == "O":
        check_classification_targets(classes[:2])  # all could be sorted, so two are enough to tell the type
    elif y.dtype.kind == "f" or found is None:
        check_classification_targets(_present(y, weights) if len(classes) > 2 else classes)
    if len(classes) < 2:
        raise _core.DataError(f"y: one class only ({classes[0]}), training needs samples of at least 2 classes")
    return Labels(classes, numbers)


def _present(y, weights):
    return y if weights is None else y[weights != 0]


def _words(y) -> np.ndarray | None:
    """The labels as numbers that the extension compares, one per label or one per letter; None for other types."""
    y = np.ascontiguousarray(y)
    kind, size = y.dtype.kind, y.dtype.itemsize
    if kind in "biu":
        return y.view(f"u{size}")[:, np.newaxis]
    if kind == "f" and size in (4, 8) and y.dtype.isnative:
        return y[:, np.newaxis]
    return y.view(np.uint32).reshape(len(y), -1) if kind == "U" and size > 0 and y.dtype.isnative else None


def _encode_unsorted(y, words, weights):
    """Classes and numbers of the labels; None where there are more than MOST_CLASSES."""
    numbers = np.empty(len(y))
    classes, place, last = y[:0], 0, 0
    while place < len(y):
        some = slice(place, place + _core.label_block)
        seen = y[some] if weights is None else y[some][weights[some] != 0]
        classes = np.unique(np.concatenate([classes, seen])).astype(y.dtype)
        if len(classes) > MOST_CLASSES:
            return None
        last = place
        place = _core.encode_labels(words, _words(classes), numbers, place) if len(classes) else some.stop
    place = 0
    while place < last:  # renumbers what was numbered before all classes were known
        place = _core.encode_labels(words[:last], _words(classes), numbers, place)
    return classes, numbers


def _encode_of_any_kind(y, weights):
    try:
        classes, numbers = _encode_objects(y, weights) if y.dtype.kind == "O" else _encode_sorted(y, weights)
    except TypeError:  # None, pandas' NA, or text beside numbers
        raise _core.DataError("y: labels of different types or without a value given, must have an order") from None
    if (classes != classes).any():
        raise _core.DataError("y: NaT given among the labels, must have a value")
    return classes, numbers


def _encode_objects(y, weights):
    """Classes and numbers of objects, found by their hashes, which Python's texts cache."""
    labels = y.tolist()
    classes = np.unique(np.array(list(set(labels if weights is None else y[weights != 0])), dtype=object))
    number = dict.fromkeys(labels, 0.0)
    number |= {label: float(place) for place, label in enumerate(classes)}
    numbers = np.fromiter(map(number.__getitem__, labels), np.float64, len(labels))
    return classes, 2 * numbers - 1 if len(classes) == 2 else numbers


def _encode_sorted(y, weights):
    """Classes and numbers of labels of any other type."""
    classes = _classes(_present(y, weights))
    if len(classes) == 2:
        return classes, np.where(y == classes[1], 1.0, -1.0)
    return classes, np.minimum(np.searchsorted(classes, y), len(classes) - 1).astype(np.float64)


def _classes(y):
    """The distinct labels, ascending; two are found without sorting y."""
    others = y != y[0]
    pair = y[[0, others.argmax()]]
    return np.unique(pair if np.array_equal(others, y == pair[1]) else y)


def class_weights(given, y, labels: Labels, weights) -> np.ndarray | None:
    """One weight per class from the parameter class_weight: None, 'balanced' or a dict; None where all are 1. As in
    scikit-learn a dict may have labels that are not in y, but not if it also lacks one that is: then it is refused as a
    mistake."""
    if given is None:
        return None
    count = len(labels.classes)
    if isinstance(given, str) and given == "balanced":
        totals = np.bincount(labels.places, weights, minlength=count)
        return totals.sum() / (count * totals)
    if not isinstance(given, Mapping):
        raise _core.InvalidParameter(f"class_weight: {given!r} given, must be None, 'balanced' or a dict")
    classes = labels.classes.tolist()
    if not all(label in given for label in classes):
        known = set(np.unique(y).tolist())
        if unknown := [label for label in given if label not in known]:
            raise _core.InvalidParameter(f"class_weight: {unknown} given, must be labels of the data")
    try:
        per_class = np.array([given.get(label, 1.0) for label in classes], dtype=np.float64)
    except (TypeError, ValueError):
        raise _core.InvalidParameter(f"class_weight: {given!r} given, its weights must be numbers") from None
    for label, weight in zip(classes, per_class):
        if not 0 <= weight < np.inf:
            raise _core.InvalidParameter(f"class_weight: {weight} for {label!r} given, must be >= 0 and finite")
        if weight == 0 and count == 2:
            raise _core.InvalidParameter(f"class_weight: 0 for {label!r} given, must be > 0 for both of two classes")
    return per_class


def by_number(per_class, numbers) -> dict[float, float]:
    """Weights of the classes, keyed by their numbers in training; empty where all are 1."""
    return {} if per_class is None else dict(zip(map(float, numbers), per_class.tolist()))
