# SPDX-License-Identifier: BSD-3-Clause
"""Several quantiles at once."""

import copy
import pickle

import numpy as np
import pytest
from scipy import sparse

import hingeline


@pytest.fixture(scope="module")
def spreading():
    """Noise that grows with the first feature."""
    random = np.random.default_rng(0)
    X = random.normal(size=(100, 3))
    return X, X.sum(axis=1) + (1 + 0.5 * X[:, 0]) * random.normal(size=100)


QUANTILES = (0.4, 0.5, 0.6)


def crossings(model, X):
    return np.count_nonzero(np.diff(model.predict(X)) < 0)


@pytest.mark.parametrize("C", [1e-6, 1e-3, 1e-2, 1.0, 100.0])
def test_constant_targets_are_an_optimum_of_0(C):
    X = np.random.default_rng(0).normal(size=(200, 5))
    model = hingeline.MultiQuantileRegressor(C=C).fit(X, np.full(200, 3.0))
    assert model.status_ == "converged"
    np.testing.assert_allclose(model.intercept_, 3)


def test_rows_do_not_cross(spreading):
    X, y = spreading
    apart = hingeline.MultiQuantileRegressor(QUANTILES, non_crossing=False).fit(X, y)
    assert crossings(apart, X) > 0 and not apart.contacts_
    tied = hingeline.MultiQuantileRegressor(QUANTILES, tol=1e-6).fit(X, y)
    assert crossings(tied, X) == 0 and tied.certificate_.relative_gap <= 1e-6
    assert tied.certificate_.primal > apart.certificate_.dual
    for contact in tied.contacts_:
        assert contact.multiplier > 0 and np.array_equal(contact.x, X[contact.row])
        z = tied.predict(np.array([contact.x]))[0]
        assert z[contact.level + 1] - z[contact.level] < 0.01
    assert pickle.loads(pickle.dumps(tied)).contacts_ == copy.deepcopy(tied).contacts_ == tied.contacts_ != []
    assert np.allclose(
        hingeline.MultiQuantileRegressor(QUANTILES, tol=1e-6).fit(sparse.csr_array(X), y).coef_, tied.coef_, atol=0.01
    )


def test_boxes_and_one_slope(spreading):
    X, y = spreading
    corners = np.array(np.meshgrid([-5, 5], [-5, 5], [-5, 5])).reshape(3, -1).T.astype(float)
    assert (
        crossings(hingeline.MultiQuantileRegressor(QUANTILES, non_crossing="box", box=(-5, 5)).fit(X, y), corners) == 0
    )
    spanned = hingeline.MultiQuantileRegressor(QUANTILES, non_crossing="box").fit(X, y)
    assert crossings(spanned, np.array([X.min(axis=0), X.max(axis=0)])) == 0
    composite = hingeline.MultiQuantileRegressor(QUANTILES, composite=True).fit(X, y)
    assert np.ptp(composite.coef_, axis=0).max() == 0 and (np.diff(composite.intercept_) > 0).all()


def test_score_prefers_the_quantiles_fitted(spreading):
    X, y = spreading
    model = hingeline.MultiQuantileRegressor((0.1, 0.9), C=100).fit(X, y)
    shifted = hingeline.MultiQuantileRegressor((0.1, 0.9), C=100).fit(X, y + 1)
    assert model.score(X, y) > shifted.score(X, y)


def test_score_reads_y_as_fit_does(spreading):
    X, y = spreading
    model = hingeline.MultiQuantileRegressor((0.1, 0.9)).fit(X, y)
    weights = np.random.default_rng(1).uniform(0, 2, size=len(y))
    r = y[:, np.newaxis] - model.predict(X)
    expected = -np.average(
        np.maximum(model.quantiles * r, np.subtract(model.quantiles, 1) * r), axis=0, weights=weights
    )
    for targets in (y, y[:, np.newaxis], y.tolist()):
        assert model.score(X, targets, weights) == pytest.approx(expected.mean())
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        model.score(X, y[:1])


@pytest.mark.parametrize("weighted", [False, True])
def test_expectiles(spreading, weighted):
    X, y = spreading
    weights = np.random.default_rng(1).uniform(0.5, 2, size=len(y)) if weighted else None
    levels = (0.2, 0.5, 0.9)
    apart = hingeline.MultiQuantileRegressor(levels, loss="expectile", non_crossing=False, tol=1e-8).fit(X, y, weights)
    for k, tau in enumerate(levels):
        alone = hingeline.LinearRegressor("expectile", tau=tau, tol=1e-8).fit(X, y, weights)
        np.testing.assert_allclose(apart.coef_[k], alone.coef_, atol=1e-6)
    tied = hingeline.MultiQuantileRegressor(QUANTILES, loss="expectile", tol=1e-6).fit(X, y, weights)
    assert crossings(tied, X) == 0 and tied.certificate_.relative_gap <= 1e-6
    r = y[:, np.newaxis] - apart.predict(X)
    losses = np.where(r > 0, levels, np.subtract(1, levels)) * r**2
    for targets in (y, y.tolist()):
        assert apart.score(X, targets, weights) == pytest.approx(-np.average(losses, axis=0, weights=weights).mean())
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        apart.score(X, y[:1], weights)
    with pytest.raises(hingeline.InvalidParameter, match="^loss: 'huber' given, must be 'quantile' or 'expectile'"):
        tied.set_params(loss="huber").fit(X, y)


@pytest.mark.parametrize("loss", ["quantile", "expectile"])
@pytest.mark.parametrize("how", [{}, {"non_crossing": False}, {"non_crossing": "box"}, {"composite": True}], ids=str)
def test_warm_start_begins_at_the_last_answer(loss, how):
    random = np.random.default_rng(0)
    X = random.normal(size=(3000, 5))
    y = X.sum(axis=1) + (1 + 0.5 * X[:, 0]) * random.normal(size=3000)
    model = hingeline.MultiQuantileRegressor(QUANTILES, loss=loss, warm_start=True, tol=1e-6, **how).fit(X, y)
    cold, coef = model.n_iter_, model.coef_
    again = model.fit(X, y)
    assert again.certificate_.relative_gap <= 1e-6
    if "composite" not in how and (loss == "expectile" or how == {"non_crossing": False}):
        assert again.n_iter_ < cold
    np.testing.assert_allclose(again.coef_, coef, atol=0.02)
    assert model.set_params(quantiles=(0.3, 0.7)).fit(X, y).coef_.shape == (2, 5)
    assert model.set_params(quantiles=(0.2, 0.8)).fit(X[:, :3], y).certificate_.relative_gap <= 1e-6


@pytest.mark.parametrize("loss", ["quantile", "expectile"])
def test_model_files_keep_all(spreading, loss, tmp_path):
    X, y = spreading
    model = hingeline.MultiQuantileRegressor(QUANTILES, loss=loss).fit(X, y)
    hingeline.write_model(tmp_path / "m", model)
    back = hingeline.read_model(tmp_path / "m")
    assert (back.quantiles, back.loss, back.non_crossing) == (QUANTILES, loss, True)
    assert np.array_equal(back.predict(X), model.predict(X))


def test_rows_of_weight_0_do_not_span_the_box(spreading):
    X, y = spreading
    far, weights = np.vstack([X, np.full(3, 1e3)]), np.append(np.ones(len(y)), 0)
    for layout in (np.asarray, sparse.csr_array):
        model = hingeline.MultiQuantileRegressor(QUANTILES, C=50, non_crossing="box")
        assert model.fit(layout(far), np.append(y, 0), weights).contacts_
        assert all(np.max(contact.x) <= X.max() for contact in model.contacts_)


@pytest.mark.parametrize("quantiles", [0.5, None, [[0.1, 0.9]], []])
def test_invalid_quantiles_are_refused(spreading, quantiles):
    with pytest.raises(ValueError, match="^quantiles: .* given, must be numbers"):
        hingeline.MultiQuantileRegressor(quantiles).fit(*spreading)


@pytest.mark.parametrize("box", [1, (0,), (0, 1, 2), (np.zeros(2), 1)])
def test_boxes_of_a_wrong_shape(spreading, box):
    with pytest.raises(ValueError, match="^box: "):
        hingeline.MultiQuantileRegressor(non_crossing="box", box=box).fit(*spreading)


def test_refusals(spreading):
    X, y = spreading
    for bad, said in (
        ({"quantiles": (0.9, 0.1)}, "^quantiles: "),
        ({"non_crossing": "rows"}, "^non_crossing: "),
        ({"composite": True, "fit_intercept": False}, "^fit_intercept: False given, must be True with composite=True"),
        ({"composite": True, "non_crossing": "box"}, "^non_crossing: 'box' given, must not be 'box' with composite"),
        ({"composite": True, "box": (0, 1)}, "^box: .* given, must be None without non_crossing='box'"),
        ({"box": (0, 1)}, "^box: .* given, must be None without non_crossing='box'"),
    ):
        with pytest.raises(ValueError, match=said):
            hingeline.MultiQuantileRegressor(**bad).fit(X, y)
