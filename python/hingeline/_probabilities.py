# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np
from sklearn.utils.metaestimators import available_if


def _are_there(estimator) -> bool:
    return estimator._has_probabilities()


def _put_first(probability: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Makes the probability of the predicted class the largest: where another one is larger, as with `break_ties`, the
    two are exchanged. A tie, between knots or from rounding to 1/2, is broken by raising it to the next number."""
    rows = np.arange(len(chosen))
    largest = probability.argmax(axis=1)
    most = probability[rows, largest]
    probability[rows, largest] = probability[rows, chosen]
    probability[rows, chosen] = most
    tied = probability.argmax(axis=1) != chosen
    probability[rows[tied], chosen[tied]] = np.nextafter(most[tied], 1)
    return probability


class ProbabilitiesMixin:
    """Methods of classifiers that have probabilities. Subclasses define `_probabilities(values)` for decision values,
    and `_chosen(values)`, the places of the predicted classes."""

    def _has_probabilities(self) -> bool:
        """Whether the parameters ask for probabilities."""
        return True

    @available_if(_are_there)
    def predict_proba(self, X):
        """Probability of each class: (n_samples, n_classes). The predicted class has the largest one."""
        values = self._decision_values(X)
        return _put_first(self._probabilities(values), self._chosen(values))

    @available_if(_are_there)
    def predict_log_proba(self, X):
        """Logarithms of `predict_proba`."""
        return np.log(self.predict_proba(X))
