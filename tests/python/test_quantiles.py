# SPDX-License-Identifier: BSD-3-Clause
"""One quantile, and tubes of several."""

import numpy as np
import pytest

import hingeline
from problems import regression


def test_quantile_splits_the_targets():
    X, y = regression(rows=1000)
    model = hingeline.QuantileRegressor(quantile=0.9, alpha=1e-4, penalty="l2", tol=1e-8).fit(X, y)
    assert np.mean(y <= model.predict(X)) == pytest.approx(0.9, abs=0.01)
    scaled = hingeline.LinearRegressor("quantile", tau=0.9, C=1 / (1e-4 * len(y)), tol=1e-8).fit(X, y)
    np.testing.assert_array_equal(model.coef_, scaled.coef_)


@pytest.mark.parametrize("epsilon", [0.0, 0.7])
def test_quantiles_with_a_tube_are_those_of_the_named_loss(epsilon, tmp_path):
    X, y = regression()
    named = hingeline.LinearRegressor("quantile", tau=0.8, epsilon=epsilon, C=1 / len(y), tol=1e-8).fit(X, y)
    ours = hingeline.QuantileRegressor(quantile=0.8, epsilon=epsilon, penalty="l2", tol=1e-8).fit(X, y)
    np.testing.assert_allclose(ours.coef_, named.coef_, atol=1e-8)
    parameters = {"non_crossing": False, "epsilon": epsilon, "C": 1 / len(y), "tol": 1e-8}
    several = hingeline.MultiQuantileRegressor([0.3, 0.8], **parameters).fit(X, y)
    np.testing.assert_allclose(several.coef_[1], named.coef_, atol=1e-8)
    hingeline.write_model(tmp_path / "model", several)
    assert hingeline.read_model(tmp_path / "model").epsilon == epsilon


def test_quantiles_with_a_tube_do_not_cross():
    X, y = regression()
    with_tube, without = (
        hingeline.MultiQuantileRegressor([0.4, 0.5, 0.6], epsilon=epsilon).fit(X, y) for epsilon in (0.5, 0)
    )
    assert (np.diff(with_tube.predict(X)) >= -1e-9).all() and with_tube.status_ == "converged"
    assert with_tube.certificate_.primal < without.certificate_.dual
    for estimator in (hingeline.QuantileRegressor, hingeline.MultiQuantileRegressor):
        with pytest.raises(ValueError, match="^epsilon: -1 given"):
            estimator(epsilon=-1).fit(X, y)
