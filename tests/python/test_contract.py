# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own checks, all of them."""

from sklearn.utils.estimator_checks import parametrize_with_checks

import hingeline
from problems import ESTIMATORS

LEVELS = ["check_estimator_sparse_array", "check_estimator_sparse_matrix", "check_regressors_train"]
ODD = [
    "check_dont_overwrite_parameters",
    "check_fit2d_1feature",
    "check_fit2d_1sample",
    "check_fit2d_predict1d",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
]


def not_expected(estimator):
    """Checks that fail, and why; docs/python.md names them too."""
    if isinstance(estimator, hingeline.NuSVC):  # scikit-learn's own, which ignores class_weight, fails too
        return {"check_class_weight_classifiers": "class_weight must be None"}
    if isinstance(estimator, hingeline.MultiQuantileRegressor):
        return dict.fromkeys(LEVELS, "one prediction per row expected, not one per level")
    if isinstance(estimator, hingeline.KernelFeatures) and estimator.approximation == "fourier":
        return dict.fromkeys(ODD, "n_components=1 given, must be even")
    return {}


OTHERS = [
    hingeline.MultiQuantileRegressor(),
    hingeline.KernelFeatures(),
    hingeline.KernelFeatures(approximation="fourier"),
]


@parametrize_with_checks([*ESTIMATORS, *OTHERS], expected_failed_checks=not_expected)
def test_scikit_learn(estimator, check):
    check(estimator)
