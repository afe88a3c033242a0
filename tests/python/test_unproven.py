# SPDX-License-Identifier: BSD-3-Clause
"""Where numbers overflow nothing is proven, and certificate and warning say so."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

import hingeline
from problems import regression


@pytest.mark.parametrize(
    "estimator",
    [
        hingeline.LinearSVR(),
        hingeline.PLQRegressor(),
        hingeline.LinearRegressor(),
        hingeline.MultiQuantileRegressor(),
        hingeline.MultiQuantileRegressor(non_crossing=False),
    ],
    ids=str,
)
def test_no_gap_of_0_where_the_objective_overflows(estimator):
    X, y = regression(rows=60)
    with pytest.warns(ConvergenceWarning, match=r"relative gap of inf .*: nothing is proven\. Rounding leaves"):
        estimator.fit(X, 1e307 * y / np.abs(y).max())
    assert estimator.certificate_.relative_gap == np.inf
