# SPDX-License-Identifier: BSD-3-Clause
"""The problem that the coefficients of a linear estimator are for. Each fit keeps it, as parameters may change later:
predictions and model files follow the problem that was solved."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from typing import Any, NamedTuple

from hingeline import _core


class FittedProblem(NamedTuple):
    loss: _core.Loss
    C: float
    """C of the problem that was solved; NaN where it is not known."""
    intercept_kind: str
    bias: float
    l1: float
    """l1 of the penalty l1 |w|_1 + l2 / 2 |w|^2."""
    l2: float
    multi_class: str
    level_tie: str
    levels: Sequence[float] = ()
    """tau of each output, or empty."""
    is_told: bool = True
    """Whether a model file tells all of it: weights of classes or of |w_j|, bounds and constraints are not in files."""

    @classmethod
    def of_model(cls, model: _core.LinearModel) -> FittedProblem:
        """The problem of a model that was read from a file."""
        return cls(*(getattr(model, name) for name in cls._fields if name != "is_told"))

    def told(self) -> dict[str, Any]:
        """What a model file tells, as properties of the library's model."""
        return {name: value for name, value in self._asdict().items() if name != "is_told"}


def _named_loss(name: str, epsilon: float, tau: float, delta: float, gamma: float) -> _core.Loss:
    return _core.Loss(name, epsilon=epsilon, tau=tau, delta=delta, gamma=gamma)


def _own_loss(argument: str, *pieces) -> _core.Loss:
    return _core.plq_loss(argument, *pieces)


def _call_of(loss: _core.Loss):
    """The function and the arguments that make the same loss, for pickles and deep copies."""
    if loss.own_function is not None:
        argument, pieces = loss.own_function
        return _own_loss, (argument, *pieces)
    return _named_loss, (loss.name, loss.epsilon, loss.tau, loss.delta, loss.gamma)


copyreg.pickle(_core.Loss, _call_of)
