# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own checks, all of them."""

from sklearn.base import RegressorMixin
from sklearn.utils.estimator_checks import parametrize_with_checks

import hingeline
from problems import ESTIMATORS


class OneOfSeveralQuantiles(hingeline.MultiQuantileRegressor):
    """With the one prediction per row that the checks expect of a regressor."""

    def predict(self, X):
        return super().predict(X)[:, 1]

    score = RegressorMixin.score


class PairsOfFeatures(hingeline.KernelFeatures):
    """With an even number of them where the checks ask for one."""

    def _size(self):
        return 2 * self._whole("n_components", 1)


TRANSFORMERS = [hingeline.KernelFeatures(), PairsOfFeatures(approximation="fourier")]


def not_expected(estimator):
    """Of scikit-learn's own NuSVC, which ignores class_weight, neither."""
    is_nu = isinstance(estimator, hingeline.NuSVC)
    return {"check_class_weight_classifiers": "class_weight must be None"} if is_nu else {}


@parametrize_with_checks([*ESTIMATORS, OneOfSeveralQuantiles(), *TRANSFORMERS], expected_failed_checks=not_expected)
def test_scikit_learn(estimator, check):
    check(estimator)
