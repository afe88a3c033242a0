# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np
from sklearn.utils.metaestimators import available_if


def _are_there(estimator) -> bool:
    return estimator._has_probabilities()


class ProbabilitiesMixin:
    """Methods of classifiers that have probabilities. Subclasses give `_probabilities(values)` of decision values."""

    def _has_probabilities(self) -> bool:
        """By the parameters."""
        return True

    @available_if(_are_there)
    def predict_proba(self, X):
        """Probability of each class: (n_samples, n_classes). The largest is that of the class predicted."""
        return self._probabilities(self._decision_values(X))

    @available_if(_are_there)
    def predict_log_proba(self, X):
        """Logarithms of `predict_proba`."""
        return np.log(self.predict_proba(X))
