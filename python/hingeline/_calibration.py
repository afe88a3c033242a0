# SPDX-License-Identifier: BSD-3-Clause
"""Probabilities of machines that have none of their own: a calibration fitted to the decision values of five more fits,
each without a fifth of the rows.

Folds are drawn by a hash of the row's content, so that equal rows share a fold and neither the order of rows nor
whether one is repeated or weighted matters; rows of weight 0 are in no fold. Calibrations are the library's: they are
1/2 at a decision value of 0, and one serves all classes, so that no probability contradicts a prediction. With two
classes they give the probability of the second.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, column_or_1d

from hingeline import _core
from hingeline._classes import encode
from hingeline._deadline import Deadline
from hingeline._matrix import matrix
from hingeline._present import present_rows
from hingeline._probabilities import ProbabilitiesMixin

FOLDS = 5
TRAINING_SHARE = 0.5  # of `max_seconds`, for the fit itself; the five more fits share the rest


class ProbabilityMixin(ProbabilitiesMixin):
    """Adds probabilities where the parameter `probability` asks for them. Subclasses define `_truth(places)`, an array
    rows x outputs for the places of the rows' labels in `classes_`: +1 where the output should be positive, -1 where
    negative, 0 where the output does not involve the class."""

    def _has_probabilities(self) -> bool:
        return bool(self.probability) and self.probability != "deprecated"

    def _calibration_kind(self) -> str:
        self._only("probability", False, True, "platt", "isotonic", "deprecated")
        return "isotonic" if self.probability == "isotonic" else "platt"

    def _calibrated_by(self) -> str:
        return "probability_knots_" if self.probability == "isotonic" else "probability_slope_"

    def _calibration(self) -> _core.Calibration:
        """The fitted calibration, where probabilities are asked for, else none."""
        if not self._has_probabilities():
            return _core.Calibration()
        kind = self._calibration_kind()
        self._require_calibration()
        if kind == "platt":
            return _core.Calibration("platt", slope=self.probability_slope_)
        return _core.Calibration("isotonic", knots=self.probability_knots_.tolist())

    def _keep_calibration(self, calibration: _core.Calibration) -> None:
        if calibration.kind == "platt":
            self.probability_slope_ = calibration.slope
        elif calibration.kind == "isotonic":
            self.probability_knots_ = np.array(calibration.knots)

    def _require_calibration(self) -> None:
        given = f"probability: {self.probability!r} was given after fit, which fits what it needs"
        check_is_fitted(self, self._calibrated_by(), msg=f"{given}, or fit was stopped: fit again")

    def _forget_calibration(self) -> None:
        for name in ("probability_slope_", "probability_knots_"):
            self.__dict__.pop(name, None)

    def _time_limit(self) -> float:
        return (TRAINING_SHARE if self._has_probabilities() else 1.0) * super()._time_limit()

    def _whole_time(self) -> Deadline:
        """The deadline of a fit that begins now, calibration included."""
        return Deadline(super()._time_limit())

    def _calibrate(self, X, y, sample_weight, kind: str, deadline: Deadline) -> _core.Calibration:
        """The calibration of this fitted estimator; X is validated."""
        y = column_or_1d(y)
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64)
        places = encode(y, weights).places
        values, judged = held_out_values(self, X, y, places, weights, deadline)
        values, truth = values[judged], self._truth(places[judged])
        row, output = np.nonzero((truth != 0) & ~np.isnan(values))
        pairs = values[row, output], truth[row, output], weights[judged][row]
        if kind == "isotonic" and len(self.classes_) > 2 and self._multi_class() == "ovo":
            pairs = both_ways(*pairs)
        return _core.fit_calibration(kind, *pairs)


def both_ways(values, truth, weights):
    """Each value once as it is and once with the two classes swapped, at half the weight: which class is the first of a
    pair is arbitrary."""
    return np.append(values, -values), np.append(truth, -truth), np.append(weights, weights) / 2


def mirrored(calibration: _core.Calibration) -> _core.Calibration:
    """The same calibration for outputs of the opposite sign."""
    if calibration.kind != "isotonic":
        return calibration
    return _core.Calibration("isotonic", knots=[(-z, 1 - p) for z, p in reversed(calibration.knots)])


def held_out_values(estimator: Any, X, y, places, weights, deadline: Deadline) -> tuple[np.ndarray, np.ndarray]:
    """Outputs of each row from a fit that has not seen it, and a mask of the rows that have such outputs. Where a fold
    holds all rows of a class, the fit without that fold does not know the class: its rows have no outputs, and the
    outputs that involve it are NaN. Nor have rows of folds for which no time is left, other than the first fold."""
    rows, some, _ = present_rows(estimator, X, y, weights)
    folds = np.full(len(y), -1)
    folds[rows] = _core.content_folds(matrix(some), FOLDS)
    classes = np.arange(len(estimator.classes_))
    truth = estimator._truth(classes)
    values, judged = np.full((len(y), truth.shape[1]), np.nan), np.zeros(len(y), dtype=bool)
    for fold in range(FOLDS):
        inside = folds == fold
        training = np.where(inside, 0.0, weights)
        known = np.bincount(places[training > 0], minlength=len(classes)) > 0
        if not inside.any() or known.sum() < 2:
            continue
        if judged.any() and deadline.is_over():
            break
        model = estimator._alike(probability=False, max_seconds=deadline.share(FOLDS - fold))
        outputs = model.fit(X, y, training)._decision_values(X[inside])
        here, there, sign = same_outputs(truth[known], model._truth(classes[: known.sum()]))
        values[np.ix_(inside, here)] = sign * outputs[:, there]
        judged |= inside & known[places]
    if not judged.any():
        raise _core.DataError("probability: too few different rows to hold any out")
    return values, judged


def same_outputs(truth, other):
    """Matches outputs that separate the same classes, given as columns of signs, one per class. Returns the place of
    each match in `truth`, its place in `other`, and its sign: -1 where the two have opposite signs."""
    places = {column.tobytes(): place for place, column in enumerate(np.ascontiguousarray(other.T, dtype=np.int8))}
    columns = np.ascontiguousarray(truth.T, dtype=np.int8)
    found = [
        (here, places[column.tobytes()], sign)
        for here in range(len(columns))
        for sign, column in ((1, columns[here]), (-1, -columns[here]))
        if column.tobytes() in places
    ]
    return np.array(found, dtype=np.intp).reshape(-1, 3).T
