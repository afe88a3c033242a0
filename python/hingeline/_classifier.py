# SPDX-License-Identifier: BSD-3-Clause
"""Linear classifiers: from labels to problems and back. Two classes are +1 and -1; more are trained one against the
rest, one against one, or all in one problem."""

from __future__ import annotations

import numpy as np
from sklearn.base import ClassifierMixin

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._classes import by_number, class_weights, encode
from hingeline._linear import LinearEstimator
from hingeline._pairs import renumbered, votes, votes_with_confidence


class LinearClassifier(ClassifierMixin, LinearEstimator):
    """Base of the linear classifiers. Subclasses define `_classification_loss()`."""

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR, with one label per row.

        Rows of `sample_weight` 0 are ignored. Returns self.
        """
        loss = self._classification_loss()
        C = self._given_cost()
        self._only("decision_function_shape", "ovr", "ovo")
        x, y, weights = self._validate_training_data(X, y, sample_weight, y_numeric=False)
        before = self.__dict__.get("classes_")
        numbers, weights, own = self._encode(y, weights)
        again = self._flag("warm_start") and np.array_equal(before, self.classes_)
        start = self._start(x.cols) if again else None
        options = self._options(x.cols, weights, loss, self._cost(C), **own)
        result = self._train(x, numbers, options, start, self._rows_of_weight(weights))
        self._keep_coef(result.model)
        return self

    def _rows_of_weight(self, weights) -> bytes:
        """Which rows have weight, where more than two classes make the outputs depend on it; empty if all have."""
        if weights is None or len(self.classes_) == 2 or weights.all():
            return b""
        return np.packbits(weights > 0).tobytes()

    def _weighs_own_outputs(self) -> bool:
        """Whether, with more than two classes, a class's weight applies only to its rows in the class's own output."""
        return False

    def _encode(self, y, weights):
        """The solver's targets, the rows' weights, and the options for class weights; stores `classes_`."""
        labels = encode(y, weights)
        self.classes_ = labels.classes
        per_class = class_weights(self.class_weight, y, labels, weights)
        numbers = [-1, 1] if len(labels.classes) == 2 else range(len(labels.classes))
        own = {"class_weights": by_number(per_class, numbers), "own_class_weights": self._weighs_own_outputs()}
        return labels.numbers, weights, own

    def _train_path(self, x, y, weights, costs, unwanted) -> _core.PathResult:
        """A path point and a model for each C, until `unwanted()` returns true."""
        numbers, weights, own = self._encode(y, weights)
        options = self._options(x.cols, weights, self._classification_loss(), 1.0, **own)
        self._keep_problem(options)
        return _core.train_path(x, numbers, options, [self._cost(C) for C in costs], unwanted)

    def decision_function(self, X):
        """Outputs x'w + b: (n_samples,), positive for `classes_[1]`; with more classes (n_samples, n_classes).

        With multi_class='ovo' these are votes plus a confidence in (-1/3, 1/3), by the sum of outputs; or with
        decision_function_shape='ovo' the output of each two classes, positive where the first is the answer.
        """
        values = self._decision_values(X)
        if len(self.classes_) == 2:
            return values[:, 0]
        if self._multi_class() != "ovo":
            return values
        self._only("decision_function_shape", "ovr", "ovo")
        return values if self.decision_function_shape == "ovo" else votes_with_confidence(values, len(self.classes_))

    def predict(self, X):
        """Predicted label of each row: (n_samples,)."""
        places = self._in_blocks(X, lambda some: self._chosen(self._outputs(some)))
        return self.classes_[places]

    def _chosen(self, values: np.ndarray) -> np.ndarray:
        """Places of the predicted classes in `classes_`, from the outputs of the rows."""
        if len(self.classes_) == 2:
            return (values[:, 0] > 0).astype(np.intp)
        if self._multi_class() == "ovo":
            return votes(values, len(self.classes_)).argmax(axis=1)
        return values.argmax(axis=1)

    def _probabilities(self, values: np.ndarray) -> np.ndarray:
        """Probabilities of the classes, from the outputs of the rows."""
        model = _core.LinearModel(
            coef=np.empty((0, len(self.coef_))),  # only their number of outputs matters
            loss=self._problem.loss,
            labels=self._numbers(),
            multi_class=self._multi_class(),
            calibration=self._calibration(),
        )
        probability = _core.predict_probability(model, np.ravel(values), self._threads())
        return probability[:, ::-1] if len(self.classes_) == 2 else probability

    def _multi_class(self) -> str:
        """The scheme for more than two classes that the fitted outputs follow."""
        return self._problem.multi_class

    def _numbers(self) -> list[float]:
        """The classes as numbers in the order of the library's outputs."""
        return [1.0, -1.0] if len(self.classes_) == 2 else list(map(float, range(len(self.classes_))))

    def _given_cost(self) -> float:
        """The parameter C, checked."""
        return self._positive("C")

    def _cost(self, C: float) -> float:
        """C of the problem that is solved, which may depend on the classes."""
        return C

    def _calibration(self) -> _core.Calibration:
        """The fitted calibration of a loss without probabilities of its own; here none."""
        return _core.Calibration()

    def _keep_coef(self, model: _core.LinearModel) -> None:
        # The library orders its outputs by the first appearance of their classes in the data.
        self._keep_outputs(model.coef.T, model.intercept, np.argsort(model.labels))

    def _keep_outputs(self, coef: np.ndarray, intercept: np.ndarray, order: np.ndarray) -> None:
        """Stores coefficients and intercepts of the library's outputs, whose class order[k] is class k here."""
        numbers, signs = self._reordered(order)
        self.coef_ = np.ascontiguousarray(signs[:, np.newaxis] * coef[numbers])
        self.intercept_ = signs * intercept[numbers]

    def _reordered(self, order: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each output here the number of the library's output and its sign, given the order of the classes. Two
        classes have one output, which stays."""
        if len(order) == 2:
            return np.array([0]), np.ones(1)
        return renumbered(order) if self._multi_class() == "ovo" else (order, np.ones(len(order)))

    def _start(self, features: int) -> _core.LinearModel | None:
        """The model of the last fit, where it has as many features and the scheme that is asked for, else None."""
        if self.coef_.shape[1] != features or self._multi_class() != self._scheme():
            return None
        return self._model(labels=self._numbers(), multi_class=self._multi_class())
