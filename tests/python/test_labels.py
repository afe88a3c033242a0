# SPDX-License-Identifier: BSD-3-Clause
"""Labels as numbers, for labels of any kind."""

from time import perf_counter

import numpy as np
import pandas as pd
import pytest

import hingeline
from hingeline._classes import encode
from problems import classification

KINDS = [np.uint8, np.int8, np.int16, np.int32, np.int64, np.float32, np.float64, ">i4", "U4"]


@pytest.mark.parametrize("classes", [2, 3, 100, 300])
@pytest.mark.parametrize("kind", KINDS)
def test_labels_are_encoded_by_their_places_among_the_sorted_classes(kind, classes):
    random = np.random.default_rng(classes)
    y = random.integers(0, min(classes, 100 if kind in (np.uint8, np.int8) else classes), size=5000).astype(kind)
    found = encode(y)
    expected, places = np.unique(y, return_inverse=True)
    np.testing.assert_array_equal(found.classes, expected)
    assert found.classes.dtype == y.dtype
    np.testing.assert_array_equal(found.places, places)
    np.testing.assert_array_equal(found.numbers, 2.0 * places - 1 if classes == 2 else places)
    np.testing.assert_array_equal(encode(np.repeat(y, 2)[::2]).numbers, found.numbers)


@pytest.mark.parametrize("classes", [2, 3, 300])
@pytest.mark.parametrize("kind", [np.int64, np.float32, "U4"])
def test_labels_of_rows_of_weight_0_are_ignored(kind, classes):
    random = np.random.default_rng(1)
    y = np.append(np.arange(classes), random.integers(0, classes, size=1000))
    weights = random.uniform(0.5, 1, size=y.size)
    present = encode(y.astype(kind), weights)
    absent = encode(np.append(y, [999, -5]).astype(kind), np.append(weights, [0, 0]))
    np.testing.assert_array_equal(absent.classes, present.classes)
    np.testing.assert_array_equal(absent.numbers[:-2], present.numbers)
    assert absent.places.max() < classes


@pytest.mark.parametrize("kind", [np.float32, np.longdouble])
def test_rows_of_weight_0_may_have_labels_that_others_may_not(kind):
    y, weights = np.array([0, 1, 2, 0.5], dtype=kind), np.array([1.0, 1, 1, 0])
    np.testing.assert_array_equal(encode(y, weights).classes, [0, 1, 2])
    with pytest.raises(ValueError, match="Unknown label type"):
        encode(y)


@pytest.mark.parametrize(
    "names",
    [
        ["no", "yes"],
        ["b", "a", "ab", ""],
        ["\xe9t\xe9", "hiver"],
        ["\u4e8c", "\u4e00"],
        ["of more letters", "of more letterz"],
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", [str, object])
def test_texts(names, kind):
    y = np.array(names, dtype=kind)[np.random.default_rng(0).integers(0, len(names), size=1000)]
    found = encode(y)
    expected, places = np.unique(y, return_inverse=True)
    np.testing.assert_array_equal(found.classes, expected)
    assert found.classes.dtype == y.dtype
    np.testing.assert_array_equal(found.places, places)
    assert set(found.numbers) == ({-1, 1} if len(names) == 2 else set(range(len(names))))


@pytest.mark.parametrize("order", ["<", ">"])
def test_letters_may_have_any_byte_order(order):
    y = np.array(["bat", "cat", "dog", "cat"] * 50).astype(f"{order}U3")
    found = encode(y)
    assert found.classes.tolist() == ["bat", "cat", "dog"]
    np.testing.assert_array_equal(found.places, [0, 1, 2, 1] * 50)


@pytest.mark.parametrize("classes", [["a", "b"], ["a", "b", "c"]])
def test_text_labels_of_rows_of_weight_0_are_ignored(classes):
    y = np.array([*classes, "z", *classes, "0"], dtype=object)
    weights = np.where(np.isin(y, classes), 1.0, 0.0)
    found = encode(y, weights)
    assert found.classes.tolist() == classes
    np.testing.assert_array_equal(found.places[weights > 0], [*range(len(classes))] * 2)
    assert set(found.places) <= set(range(len(classes)))


def test_texts_that_are_objects_are_not_sorted():
    y = np.array([f"class {k}" for k in range(50)], dtype=object)[np.random.default_rng(0).integers(50, size=100_000)]

    def seconds(work):
        began = perf_counter()
        work(y)
        return perf_counter() - began

    assert min(seconds(encode) for _ in range(3)) < min(seconds(np.unique) for _ in range(3))


def test_the_first_rows_may_all_have_weight_0():
    y = np.repeat([7, 3, 5, 3], 300)
    found = encode(y, np.repeat([0.0, 1.0, 1.0, 1.0], 300))
    np.testing.assert_array_equal(found.classes, [3, 5])
    np.testing.assert_array_equal(found.numbers[300:], np.repeat([-1, 1, -1], 300))


def test_zero_and_negative_zero_are_one_label():
    found = encode(np.array([0.0, -0.0, 1.0, 0.0]))
    np.testing.assert_array_equal(found.classes, [0, 1])
    np.testing.assert_array_equal(found.numbers, [-1, -1, 1, -1])


@pytest.mark.parametrize("names", [["a", "b", "c"], ["a name", "another", "a third"]], ids=str)
def test_a_class_may_come_late(names):
    y = np.array(names)[[0] * 1000 + [2] * 1000 + [1, 0]]
    np.testing.assert_array_equal(encode(y).classes, np.unique(y))
    np.testing.assert_array_equal(encode(y).places, np.unique(y, return_inverse=True)[1])


def test_two_booleans():
    found = encode(np.array([True, False, True]))
    np.testing.assert_array_equal(found.classes, [False, True])
    assert found.classes.dtype == np.bool_
    np.testing.assert_array_equal(found.numbers, [1, -1, 1])


@pytest.mark.parametrize("stranger", [None, 1, pd.NA])
def test_labels_without_an_order_are_refused(stranger):
    with pytest.raises(ValueError, match="^y: labels of different types"):
        encode(np.array(["a", "b", stranger] * 3, dtype=object))


@pytest.mark.parametrize("kind", ["datetime64[D]", "timedelta64[s]"])
def test_a_missing_time_is_not_a_label(kind):
    with pytest.raises(ValueError, match="^y: NaT given"):
        encode(np.array([1, 2, "NaT"] * 3, dtype=kind))
    encode(np.array([1, 2, "NaT"], dtype=kind), np.array([1.0, 1.0, 0.0]))


@pytest.mark.parametrize("kind", [np.int64, np.float64, "U4"])
def test_one_class_is_refused(kind):
    with pytest.raises(ValueError, match="one class only"):
        encode(np.full(10, 7).astype(kind))


@pytest.mark.parametrize("y", [np.linspace(0, 1, 10), np.linspace(0, 1, 1000), np.repeat([0.5, 1.7], 10)], ids=len)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_continuous_targets_are_refused(kind, y):
    with pytest.raises(ValueError, match="Unknown label type"):
        encode(y.astype(kind))


def test_labels_of_any_kind():
    X, y = classification(classes=3)
    names = np.array(["setosa", "versicolor", "virginica"])
    for labels in [names[y], names[y].astype(object), y - 1, 2.0 * y]:
        model = hingeline.LinearSVC().fit(X, labels)
        np.testing.assert_array_equal(model.classes_, np.unique(labels))
        np.testing.assert_allclose(model.coef_, hingeline.LinearSVC().fit(X, y).coef_)
