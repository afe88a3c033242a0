# SPDX-License-Identifier: BSD-3-Clause
"""MatrixFactorization."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning, DataConversionWarning
from sklearn.model_selection import GridSearchCV
from sklearn.utils import get_tags

import hingeline
from hingeline import MatrixFactorization
from problems import Loss


def ratings(seed=0):
    random = np.random.default_rng(seed)
    names = np.array(list("abcdefghij"))
    user, item = random.integers(10, size=400), random.integers(12, size=400)
    taste, kind = random.normal(size=(10, 2)), random.normal(size=(12, 2))
    y = 3 + (taste[user] * kind[item]).sum(axis=1) + 0.1 * random.normal(size=400)
    return np.column_stack([names[user], item.astype(str)]), y


def objective(model, X, y, loss):
    squares = lambda *parts: sum((part**2).sum() for part in parts) / 2
    return (
        model.user_ridge * squares(model.user_factors_, model.user_bias_)
        + model.item_ridge * squares(model.item_factors_, model.item_bias_)
        + model.C * loss.value(y, model.predict(X)).sum()
    )


@pytest.mark.parametrize("name", ["squared", "huber", "absolute", "quantile"])
def test_objective_is_that_of_the_definition(name):
    X, y = ratings()
    seen = []
    model = MatrixFactorization(name, rank=2, item_ridge=0.3, callback=seen.append).fit(X, y)
    assert model.status_ == "converged"
    assert model.objective_ == pytest.approx(objective(model, X, y, Loss(name)), rel=1e-10)
    assert max(model.user_gap_, model.item_gap_) <= model.turn_tol
    assert model.n_iter_ == len(seen)
    assert np.all(np.diff([now.objective for now in seen]) <= 0)
    assert model.score(X, y) > 0.9


def test_bounds_threads_and_a_loss_of_ones_own(tmp_path):
    X, y = ratings()
    median = hingeline.PLQ([0], [-1, 1], [0, 0])
    one = MatrixFactorization(median, rank=3, biases=False, user_bounds=(0, np.inf), item_bounds=(0, 2)).fit(X, y)
    assert one.user_factors_.min() >= 0 and 0 <= one.item_factors_.min() <= one.item_factors_.max() <= 2
    assert one.offset_ == 0 and not one.user_bias_.any()
    three = MatrixFactorization(**{**one.get_params(), "n_jobs": 3}).fit(X, y)
    assert np.array_equal(one.item_factors_, three.item_factors_)
    for _ in range(2):  # a model file holds no loss of one's own, and needs none to predict
        hingeline.write_model(tmp_path / "m", one)
        again = hingeline.read_model(tmp_path / "m")
        np.testing.assert_allclose(again.predict(X.astype(str)), three.predict(X), rtol=1e-12)
        one = again


def test_unknown_users_and_items_are_predicted_by_the_remaining_terms():
    X, y = ratings()
    model = MatrixFactorization(rank=2).fit(X, y)
    stranger, known = model.predict(np.array([["nobody", "3"], ["a", "3"]]))
    item = list(model.items_).index("3")
    assert stranger == pytest.approx(model.offset_ + model.item_bias_[item])
    assert known != stranger


@pytest.mark.parametrize("as_numbers", [True, False])
@pytest.mark.parametrize("kind", [np.asarray, np.ndarray.tolist, pd.DataFrame])
def test_unknown_users_may_be_of_any_type(as_numbers, kind):
    X, y = ratings()
    if as_numbers:
        X = np.unique(X, return_inverse=True)[1].reshape(X.shape)
    model = MatrixFactorization(rank=2).fit(kind(X), y)
    np.testing.assert_array_equal(model.predict(kind(X)), model.predict(X))
    strangers = [("nobody", "nothing"), (-1, -2.5), (np.nan, np.nan), (None, None)]
    for stranger in strangers:
        np.testing.assert_array_equal(model.predict([stranger]), model.offset_)


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.from_pandas, pa.Table.from_pandas, pa.RecordBatch.from_pandas])
def test_tables(kind):
    X, y = ratings()
    frame = pd.DataFrame({"user": X[:, 0], "item": X[:, 1].astype(int)})
    table = kind(frame)
    model = MatrixFactorization(rank=2).fit(table, y)
    assert model.users_.tolist() == list("abcdefghij") and model.items_.tolist() == list(range(12))
    expected = MatrixFactorization(rank=2).fit(frame, y)
    np.testing.assert_array_equal(model.item_factors_, expected.item_factors_)
    np.testing.assert_array_equal(model.predict(table), expected.predict(frame))


@pytest.mark.parametrize("nobody", [None, np.nan, pd.NA])
@pytest.mark.parametrize("others", ["a", 1])
def test_users_without_a_name_are_refused(nobody, others):
    X = np.array([[others, "x"], [nobody, "y"], [others, "z"]], dtype=object)
    with pytest.raises(ValueError, match="^X: .*users"):
        MatrixFactorization().fit(X, [1, 2, 3])


@pytest.mark.parametrize("wrong", [{"biases": "no"}, {"callback": 3}])
def test_values_of_another_type_are_refused_by_name(wrong):
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))}: "):
        MatrixFactorization(**wrong).fit(*ratings())


def test_columns_that_have_names_keep_their_order():
    X, y = ratings()
    frame = pd.DataFrame({"user": X[:, 0], "item": X[:, 1]})
    model = MatrixFactorization(rank=2).fit(frame, y)
    assert model.feature_names_in_.tolist() == ["user", "item"]
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[["item", "user"]])


def test_tags_tell_the_input_it_takes():
    tags = get_tags(MatrixFactorization()).input_tags
    assert tags.categorical and tags.string and not tags.sparse


@pytest.mark.parametrize("bounds", [0, (0,), (np.zeros(2), np.ones(2)), "l2", (None, 1)])
def test_bounds_of_a_wrong_shape(bounds):
    with pytest.raises(ValueError, match="^item_bounds: "):
        MatrixFactorization(item_bounds=bounds).fit(*ratings())


def test_biases_may_be_a_number():
    X, y = ratings()
    assert not MatrixFactorization(rank=2, biases=0).fit(X, y).user_bias_.any()
    assert MatrixFactorization(rank=2, biases=np.True_).fit(X, y).user_bias_.any()


def test_a_weight_of_zero_is_as_if_the_rating_were_not_there():
    X, y = ratings()
    kept = np.arange(len(y)) % 4 > 0
    weighted = MatrixFactorization(rank=2).fit(X, y, sample_weight=kept)
    fewer = MatrixFactorization(rank=2).fit(X[kept], y[kept])
    assert weighted.objective_ == pytest.approx(fewer.objective_, rel=1e-6)


def test_control():
    X, y = ratings()
    with pytest.warns(ConvergenceWarning, match="max_passes"):
        MatrixFactorization(max_iter=1).fit(X, y)
    assert MatrixFactorization(callback=lambda now: False).fit(X, y).status_ == "interrupted"
    search = GridSearchCV(MatrixFactorization(rank=2), {"C": [0.1, 1]}, cv=2).fit(X, y)
    assert search.best_score_ > 0
    states = [None, 0, np.random.RandomState(1)]
    fits = [MatrixFactorization(rank=2, random_state=state, n_jobs=-1).fit(X, y).user_factors_ for state in states]
    assert np.array_equal(fits[0], fits[1]) and not np.array_equal(fits[0], fits[2])
    with pytest.raises(ValueError, match="user_ridge"):
        MatrixFactorization(user_ridge="1").fit(X, y)
    with pytest.raises(ValueError, match="rank"):
        MatrixFactorization(rank=0).fit(X, y)
    with pytest.raises(ValueError, match="shape"):
        MatrixFactorization().fit(X[:, :1], y)
    with pytest.raises(ValueError, match="X: a sparse matrix given"):
        MatrixFactorization().fit(sparse.csr_array(np.ones((len(y), 2))), y)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        MatrixFactorization().fit(X, y[:5])


@pytest.mark.parametrize("kinds", [(np.int64, np.uint64), (np.uint64, np.int64)])
def test_large_numbers_are_told_apart_whatever_their_sign_may_be(kinds):
    X, y = ratings()
    near = 2**60 + np.unique(X, return_inverse=True)[1].reshape(X.shape)
    model = MatrixFactorization(rank=2).fit(near.astype(kinds[0]), y)
    np.testing.assert_array_equal(model.predict(near.astype(kinds[1])), model.predict(near.astype(kinds[0])))


def test_a_column_of_ratings():
    X, y = ratings()
    with pytest.warns(DataConversionWarning):
        column = MatrixFactorization(rank=2).fit(X, y[:, np.newaxis])
    np.testing.assert_array_equal(column.predict(X), MatrixFactorization(rank=2).fit(X, y).predict(X))


@pytest.mark.parametrize("as_numbers", [True, False])
def test_models_come_back_from_files(as_numbers, tmp_path):
    X, y = ratings()
    if as_numbers:
        X = np.unique(X, return_inverse=True)[1].reshape(X.shape)
    model = MatrixFactorization("huber", rank=2).fit(X, y)
    hingeline.write_model(tmp_path / "m", model)
    back = hingeline.read_model(tmp_path / "m")
    assert back.loss == "huber" and back.rank == 2 and back.users_.tolist() == sorted(map(str, model.users_))
    np.testing.assert_array_equal(back.predict(X), model.predict(X))
    with pytest.raises(ValueError, match="format"):
        hingeline.write_model(tmp_path / "m", model, format="native")


@pytest.mark.parametrize("kind", [np.asarray, np.float32, np.ndarray.tolist, pd.DataFrame])
def test_whole_numbers_are_integers_in_files_whatever_their_type(kind, tmp_path):
    X = np.array([[1, 10], [1, 11.5], [2, 10], [-3, 2.0**60]])
    model = MatrixFactorization(rank=2).fit(kind(X), [5, 3, 4, 1])
    hingeline.write_model(tmp_path / "m", model)
    back = hingeline.read_model(tmp_path / "m")
    expected = model.predict(kind(X))
    assert back.users_.tolist() == ["-3", "1", "2"]
    assert back.items_.tolist() == ["10", "11.5", str(2**60)]
    for each in (kind(X), X[:3].astype(object), [[1, 10], [1.0, 11.5], [np.int8(2), "10"]], [["1", "10"]]):
        np.testing.assert_array_equal(back.predict(each), expected[: len(each)])
    np.testing.assert_array_equal(back.predict(np.array([[np.inf, np.nan]])), back.offset_)
