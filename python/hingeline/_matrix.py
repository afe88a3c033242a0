# SPDX-License-Identifier: BSD-3-Clause
"""How the extension reads X: from the caller's own memory wherever its layout allows.

used in place       C order, float32 or float64, with any distance between rows (X[::2], X[:, :5], a memory map)
                    CSR with float32 or float64 values and 32-bit columns (only the n + 1 offsets are widened)
transposed          F order, as in data frames: copied to C order tile by tile, by all threads
copied              columns that are not contiguous (X[:, ::2]), integers and other types, 64-bit columns, rows of a
                    sparse matrix with unsorted or repeated columns
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from hingeline import _core

VALUE_TYPES = [np.float64, np.float32]


def matrix(X: Any, threads: int = 1) -> _core.Matrix:
    """A view of a validated NumPy array or CSR matrix, or of a copy where the layout requires one."""
    return _csr(X) if sparse.issparse(X) else _dense(X, threads)


def _dense(X: np.ndarray, threads: int) -> _core.Matrix:
    if _has_lines(X):
        return _core.Matrix.dense(X)
    if _has_lines(X.T):
        return _core.Matrix.by_rows(X, threads)
    return _core.Matrix.dense(np.ascontiguousarray(X))


def _has_lines(X: np.ndarray) -> bool:
    """Whether the numbers of a row are contiguous in memory, and rows do not overlap."""
    rows, cols = X.shape
    distance = X.strides[0] if rows > 1 else cols * X.itemsize
    contiguous = cols <= 1 or X.strides[1] == X.itemsize
    return contiguous and X.flags.aligned and distance >= cols * X.itemsize and distance % X.itemsize == 0


def canonical(X: Any) -> Any:
    """X, or a copy, as CSR with sorted columns, none of which occurs twice in a row."""
    _require_fitting_offsets(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


def _csr(X: Any) -> _core.Matrix:
    X = canonical(X)
    if X.shape[1] > np.iinfo(np.int32).max:
        raise _core.DataError(f"X has {X.shape[1]} columns, must have fewer than 2^31")
    offsets = np.ascontiguousarray(X.indptr, dtype=np.int64)
    columns = np.ascontiguousarray(X.indices, dtype=np.int32)
    return _core.Matrix.csr(offsets, columns, np.ascontiguousarray(X.data), X.shape[1])


def _require_fitting_offsets(X: Any) -> None:
    """Raises DataError where offsets exceed the arrays: SciPy reads and writes where they point, without a check."""
    offsets, stored = X.indptr, min(len(X.indices), len(X.data))
    if len(offsets) != X.shape[0] + 1 or offsets[0] != 0 or offsets[-1] > stored or np.any(offsets[1:] < offsets[:-1]):
        raise _core.DataError("X: offsets, columns and values of a sparse matrix do not fit together")


def as_dense(values: Any) -> np.ndarray:
    return values.toarray() if sparse.issparse(values) else np.asarray(values)


def is_copy(used: _core.Matrix, given: Any) -> bool:
    """Whether `used` has values, or column numbers of a sparse matrix, in other memory than the caller's."""
    if sparse.issparse(given):
        return given.format != "csr" or given.indices.dtype != np.int32 or _address(given.data) != used.address
    return _address(_first_row(given)) != used.address


def _address(values: np.ndarray) -> int:
    return values.__array_interface__["data"][0]


def _first_row(table: Any) -> np.ndarray:
    """The first row as an array: a view of the table's memory wherever all rows would be. Lists and tables of mixed
    types have no such memory, and are copied."""
    rows = getattr(table, "iloc", table)
    return np.asarray(rows[:1] if hasattr(rows, "__getitem__") else rows)
