# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse

from hingeline import _core


class Dataset(NamedTuple):
    """What a file holds."""

    X: Any
    """(n_samples, n_features): a NumPy array or a SciPy CSR array."""
    y: np.ndarray
    """One number per row, or text, as the file gives it; empty if it gives none."""
    feature_names: list[str]
    """One per column, or empty."""


def load(
    path: str | Path,
    *,
    format: str = "auto",
    layout: str = "auto",
    dtype: str = "float32",
    target: str | int = "",
    n_features: int = 0,
    n_jobs: int | None = None,
) -> Dataset:
    """Reads LIBSVM (SVMlight) text, CSV with a header, or hingeline's binary row store, which is mapped and not parsed.

    Parameters
    ----------
    path : of the file
    format : 'auto', 'libsvm', 'csv' or 'binary'
    layout : 'auto', 'dense' or 'sparse'; 'auto' is dense where it needs no more memory
    dtype : 'float32' or 'float64'
    target : CSV: name of the target column, or its number counted from 1; '' is the last one. It may be text
    n_features : at least so many columns, even where the file names fewer
    n_jobs : threads that parse; results do not depend on it

    Raises DataError, naming line and column, where the file is malformed.
    """
    if not isinstance(n_features, Integral) or not 0 <= n_features < 2**31:
        raise ValueError(f"n_features: {n_features!r} given, must be a whole number >= 0 and < 2^31")
    options = _core.ReadOptions(
        format=format,
        layout=layout,
        dtype=np.dtype(dtype).name,
        target=str(target),
        features=int(n_features),
        threads=effective_n_jobs(n_jobs),
    )
    arrays, cols, y, names, classes = _core.read(Path(path), options)
    if classes:
        y = np.array(classes)[y.astype(np.intp)]
    if isinstance(arrays, tuple):
        offsets, columns, values = arrays
        if offsets[-1] <= np.iinfo(columns.dtype).max:
            offsets = offsets.astype(columns.dtype)  # SciPy wants one type for both, and would widen the columns
        arrays = sparse.csr_array((values, columns, offsets), shape=(len(offsets) - 1, cols), copy=False)
    return Dataset(arrays, y, names)
