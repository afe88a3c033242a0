# SPDX-License-Identifier: BSD-3-Clause
"""The dual point of the last fit, from which solvers of the dual start: coefficients alone help them little.

It is kept where `warm_start` is set, a number per row and output, and used by a fit with the same targets and the same
form of outputs. With more than two classes the rows of weight > 0 must be the same too: the library orders the classes
by their first appearance among them, and the dual points of pairs have no other rows. Pickles and deep copies do not
include it.
"""

from __future__ import annotations

import numpy as np


class KeptDual:
    def __init__(self, y: np.ndarray | None = None, form: tuple = (), parts: list[np.ndarray] | None = None) -> None:
        self._y, self._form, self._parts = None if y is None else y.copy(), form, parts or []

    def __reduce__(self):
        return KeptDual, ()

    def of(self, y: np.ndarray, form: tuple) -> list[np.ndarray]:
        """The dual point, an array per output; empty where targets or form have changed."""
        return self._parts if form == self._form and np.array_equal(y, self._y) else []
