# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np
from sklearn.utils.metaestimators import available_if


def _are_there(estimator) -> bool:
    return estimator._has_probabilities()


def _untied(probability: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """A tie is the predicted class's, by one rounding: between knots, or where rounding leaves 1/2."""
    rows = np.arange(len(chosen))
    own = probability[rows, chosen]
    tied = (probability.argmax(axis=1) != chosen) & (own == probability.max(axis=1, initial=0))
    probability[rows[tied], chosen[tied]] = np.nextafter(own[tied], 1)
    return probability


class ProbabilitiesMixin:
    """Methods of classifiers that have probabilities. Subclasses give `_probabilities(values)` of decision values, and
    `_chosen(values)`, the places of the predicted classes."""

    def _has_probabilities(self) -> bool:
        """By the parameters."""
        return True

    @available_if(_are_there)
    def predict_proba(self, X):
        """Probability of each class: (n_samples, n_classes). The largest is that of the class predicted."""
        values = self._decision_values(X)
        return _untied(self._probabilities(values), self._chosen(values))

    @available_if(_are_there)
    def predict_log_proba(self, X):
        """Logarithms of `predict_proba`."""
        return np.log(self.predict_proba(X))
