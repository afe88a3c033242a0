# SPDX-License-Identifier: BSD-3-Clause
"""The dual point of the last fit is used only by a fit whose outputs have the same rows and classes."""

import numpy as np
import pytest
from sklearn.base import clone

import hingeline
from problems import classification


@pytest.mark.parametrize("kind", [hingeline.LinearSVC, hingeline.LogisticRegression, hingeline.PLQClassifier])
@pytest.mark.parametrize("multi_class", ["ovo", "ovr"])
def test_weights_of_rows_may_change(kind, multi_class):
    X, _ = classification(rows=60)
    y = np.r_[0, 1, 2, np.random.default_rng(0).choice(3, 57, p=[0.5, 0.3, 0.2])]
    weights = np.r_[0.0, np.ones(59)]
    model = kind(multi_class=multi_class, warm_start=True, tol=1e-8).fit(X, y)
    cold = clone(model).fit(X, y, weights)
    np.testing.assert_allclose(model.fit(X, y, weights).coef_, cold.coef_, atol=1e-6)
    np.testing.assert_allclose(model.fit(X, y, 2 * weights).coef_, clone(model).fit(X, y, 2 * weights).coef_, atol=1e-6)
