# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from typing import NamedTuple


class Certificate(NamedTuple):
    """Proof of the quality of an answer: its objective, a proven lower bound of all objectives, and their distance."""

    primal: float
    """Objective of the answer."""
    dual: float
    """Lower bound of the optimum: no objective is lower."""
    gap: float
    """primal - dual before dual is raised to 0 (linear estimators), as a sum without cancellation."""
    relative_gap: float
    """What `tol` bounds: gap / min(|primal|, objective of the best constant - dual); 0 at an optimum of 0."""
    rounding_floor: float
    """A gap below this may be nothing but rounding errors of its terms."""
    coef_error_bound: float
    """Upper bound of the Euclidean distance from the coefficients to the optimal ones; infinite without a ridge."""
    max_violation: float = 0.0
    """Largest violation of a constraint, relative to the size of its terms; 0 without constraints."""
    dual_rounding: float = 0.0
    """Upper bound of the rounding error of dual; at most rounding_floor."""
