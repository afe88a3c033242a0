# SPDX-License-Identifier: BSD-3-Clause
"""From labels to problems and back: two classes as +1 and -1; more one against the rest, or all in one problem."""

from __future__ import annotations

import numpy as np
from sklearn.base import ClassifierMixin

from hingeline import _core
from hingeline._classes import class_weights, encode, row_weights
from hingeline._linear import LinearEstimator


class LinearClassifier(ClassifierMixin, LinearEstimator):
    """Subclasses give `_classification_loss()`."""

    def fit(self, X, y, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR, with one label per row.

        A row of `sample_weight` 0 is as if it were not there. Returns self.
        """
        loss = self._classification_loss()
        C = self._positive("C")
        x, y, weights = self._validate_training_data(X, y, sample_weight, y_numeric=False)
        before = self.__dict__.get("classes_")
        numbers, weights = self._encode(y, weights)
        again = self.warm_start and np.array_equal(before, self.classes_)
        start = self._start(x.cols, loss, numbers) if again else None
        result = self._train(x, numbers, weights, loss=loss, C=self._cost(C), start=start)
        self._keep_coef(result.model)
        return self

    def _encode(self, y, weights):
        """The solver's targets and weights; keeps the classes."""
        labels = encode(y, weights)
        self.classes_ = labels.classes
        return labels.numbers, row_weights(class_weights(self.class_weight, labels, weights), labels, weights)

    def _path(self, x, y, weights, costs) -> list[_core.LinearModel]:
        """A model for each C, of which `_keep_coef` makes this estimator's."""
        self.n_features_in_ = x.cols
        numbers, weights = self._encode(y, weights)
        settings = self._settings(x.cols, self._classification_loss(), 1.0)
        return _core.train_path(x, numbers, weights, settings, [self._cost(C) for C in costs])

    def decision_function(self, X):
        """Signed distances times |w|: positive means `classes_[1]`; (n_samples, n_classes) for more than two."""
        values = self._decision_values(X)
        return values[:, 0] if len(self.classes_) == 2 else values

    def predict(self, X):
        """The label of each row."""
        values = self._decision_values(X)
        return self.classes_[self._chosen(values)]

    def _chosen(self, values: np.ndarray) -> np.ndarray:
        """Places in `classes_`."""
        return (values[:, 0] > 0).astype(np.intp) if len(self.classes_) == 2 else values.argmax(axis=1)

    def _probabilities(self, values: np.ndarray) -> np.ndarray:
        """Of the classes, from outputs."""
        probability = _core.predict_probability(self._model(self._classification_loss()), np.ravel(values))
        return probability[:, ::-1] if len(self.classes_) == 2 else probability

    def _cost(self, C: float) -> float:
        """The problem's C, once classes are known."""
        return C

    def _calibration(self) -> _core.Calibration:
        """Of a loss that has no probabilities of its own."""
        return _core.Calibration()

    def _keep_coef(self, model: _core.LinearModel) -> None:
        # Outputs come in the order in which classes appear in the data.
        order = [0] if len(self.classes_) == 2 else np.argsort(model.labels)
        self.coef_ = np.ascontiguousarray(model.coef[:, order].T)
        self.intercept_ = model.intercept[order]

    def _start(self, features: int, loss: _core.Loss, numbers: np.ndarray) -> _core.LinearModel | None:
        """The model fitted before, where it has as many features, its classes in the order in which they now appear."""
        if self.coef_.shape[1] != features:
            return None
        if len(self.classes_) == 2:
            return self._model(loss)
        _, first = np.unique(numbers, return_index=True)
        return self._model(loss, np.argsort(first))

    def _model(self, loss: _core.Loss, order: np.ndarray | None = None) -> _core.LinearModel:
        """Of more than two classes in an order of their places, ascending unless it is given."""
        binary = len(self.classes_) == 2
        order = np.arange(len(self.coef_)) if order is None else order
        return _core.LinearModel(
            np.ascontiguousarray(self.coef_[order].T),
            self.intercept_[order],
            loss=loss,
            multi_class=self._multi_class(),
            calibration=self._calibration(),
            labels=[1.0, -1.0] if binary else order.astype(float).tolist(),
        )
