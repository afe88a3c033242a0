# SPDX-License-Identifier: BSD-3-Clause
"""Bad input raises an error of this package that names what is at fault."""

import numpy as np
import pytest

import hingeline
from problems import classification, regression


@pytest.mark.parametrize(
    "wrong",
    [
        {"separator": "é"},
        {"separator": None},
        {"feature_names": None},
        {"categorical": 3},
        {"ignored": 3},
        {"dtype": "foo"},
    ],
    ids=str,
)
def test_options_of_load(wrong, tmp_path):
    (tmp_path / "data.csv").write_text("a,y\n1,2\n")
    with pytest.raises(hingeline.InvalidParameter, match=f"^{next(iter(wrong))}: "):
        hingeline.load(tmp_path / "data.csv", **wrong)


def test_arguments_of_fairness():
    X, y = classification()
    for sensitive in (["a"] * len(y), np.full(len(y), np.nan), [None] * len(y)):
        with pytest.raises(hingeline.DataError, match="^sensitive: "):
            hingeline.fairness(X, sensitive, 0.1)
    for tolerance in ("x", [0.1, 0.2], -1.0, None):
        with pytest.raises(hingeline.InvalidParameter, match="^tolerance: "):
            hingeline.fairness(X, y, tolerance)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", [hingeline.HuberRegressor, hingeline.LinearSVR, hingeline.NuSVR, hingeline.SVR])
def test_sum_of_weights_must_be_finite(kind):
    X, y = regression()
    with pytest.raises(hingeline.DataError, match="^sample_weight: up to 1e.308 given, their sum must be"):
        kind().fit(X, y, np.full(len(y), 1e308))
