# SPDX-License-Identifier: BSD-3-Clause
"""The predictor that an estimator with a kernel keeps between predictions: its support vectors in the library's layout.
Making that layout is most of the work of predicting one row.

The predictor is built at the first prediction, and again once the estimator's attributes differ from those it was built
from: coefficients, their numbers by class and the kernel's parameters are compared by value, support vectors by
identity. The support vectors are made read-only, because a change of their values would go unnoticed; with writable
ones set by the user the predictor is built at every prediction. Pickles and deep copies build their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scipy import sparse

from hingeline import _core

if TYPE_CHECKING:
    from hingeline._kernel_machine import KernelMachine


class KeptPredictor:
    def __init__(self) -> None:
        self._kept: tuple[Any, list, _core.KernelPredictor] | None = None  # replaced as a whole: threads may share it

    def __reduce__(self):
        return KeptPredictor, ()

    def of(self, machine: KernelMachine) -> _core.KernelPredictor:
        numbers, arrays = _numbers(machine), _arrays(machine.support_vectors_)
        kept = self._kept
        if kept is not None:
            known_numbers, known_arrays, predictor = kept
            if numbers == known_numbers and len(arrays) == len(known_arrays) and all(map(_is, arrays, known_arrays)):
                return predictor
        predictor = machine._predictor()
        writable = any(array.flags.writeable for array in arrays)
        self._kept = None if writable else (numbers, arrays, predictor)
        return predictor


def make_read_only(vectors) -> None:
    for array in _arrays(vectors):
        array.flags.writeable = False


def _numbers(machine: KernelMachine) -> tuple:
    """All that determines a model without intercepts, except the support vectors."""
    kernel = "precomputed" if callable(machine.kernel) else machine.kernel
    coef = machine.dual_coef_
    serials = machine.support_.tobytes() if kernel == "precomputed" else b""
    parameters = (kernel, machine.degree, machine.coef0, machine._gamma)
    return parameters, machine._sign(), machine._class_sizes(), coef.shape, coef.dtype, coef.tobytes(), serials


def _arrays(vectors) -> list:
    return [vectors.data, vectors.indices, vectors.indptr] if sparse.issparse(vectors) else [vectors]


def _is(array, known) -> bool:
    return array is known and not array.flags.writeable
