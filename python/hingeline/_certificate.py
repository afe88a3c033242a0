# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from typing import NamedTuple


class Certificate(NamedTuple):
    """Proof of an answer: a dual point below which no objective lies, and the distance to it."""

    primal: float
    """Objective of the answer."""
    dual: float
    """No objective is lower."""
    gap: float
    """primal - dual before dual is raised to 0 (linear estimators), as a sum without cancellation."""
    relative_gap: float
    """What `tol` bounds: gap / min(|primal|, objective of the best constant - dual); 0 at an optimum of 0."""
    rounding_floor: float
    """A gap below this is rounding of its own terms."""
    coef_error_bound: float
    """The coefficients are no farther than this from the best, in the Euclidean norm; infinite without a ridge."""
    max_violation: float = 0.0
    """Of constraints, relative to their size."""
    dual_rounding: float = 0.0
    """What rounding may leave of dual; at most rounding_floor."""
