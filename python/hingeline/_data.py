# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from hingeline import _core
from hingeline._compressed import plain_file
from hingeline._identity import compared_by_identity
from hingeline._threads import threads_of
from hingeline._utf8 import names_in_utf8
from hingeline._warn import warn


@compared_by_identity
class Dataset(NamedTuple):
    """The content of a data file."""

    X: Any
    """(n_samples, n_features): a NumPy array or a SciPy CSR array."""
    y: np.ndarray
    """Target of each row, a number or text as in the file; empty if the file has none."""
    feature_names: list[str]
    """One per column of X, or empty. A column 'COLUMN=NAME' of a category is 1 in the rows that have that name."""


@names_in_utf8
def load(
    path: str | Path,
    *,
    format: str = "auto",
    layout: str = "auto",
    dtype: str = "float32",
    zero_based: bool = False,
    separator: str = "",
    header: bool = True,
    target: str | int = "",
    categorical: Iterable[str | int] = (),
    ignored: Iterable[str | int] = (),
    feature_names: Iterable[str] = (),
    n_features: int = 0,
    n_jobs: int | None = None,
) -> Dataset:
    """Reads a data file: LIBSVM (SVMlight) text, CSV, or hingeline's binary row store, which is mapped and not parsed.

    Text may be compressed by gzip, bzip2 or xz, and by zstd where the package was built with
    HINGELINE_WITH_LIBARCHIVE=ON, which `pip install .` does not do. Without it the decompressed text lies in a
    temporary file while it is read.

    Parameters
    ----------
    path : str or Path
    format : 'auto', 'libsvm', 'csv' or 'binary', default='auto'
    layout : 'auto', 'dense' or 'sparse', default='auto'
        'auto' chooses dense where that needs no more memory than sparse.
    dtype : 'float32' or 'float64', default='float32'
        A UserWarning names columns whose values lie too close together for float32.
    zero_based : bool, default=False
        LIBSVM text: indices count from 0, the default of scikit-learn's `dump_svmlight_file`.
    separator : str, default=''
        CSV: ',', ';', ':', '|', tab, or ' ' for any number of blanks and tabs. '' means a comma, in .tsv files a tab.
    header : bool, default=True
        CSV: whether the first line has the names of the columns. Without one they are named by number, from 1.
    target : str or int, default=''
        CSV: the target column, by name or by number from 1; it may hold text. '' means the last, 'none' no target.
    categorical : sequence of str or int
        CSV: columns, by name or number, to read as categories: each name in them, even a number, becomes a feature.
        Other columns whose first field is text are categories too, but a number in them is an error. More than 10,000
        names in a column are an error.
    ignored : sequence of str or int
        CSV: columns to leave out.
    feature_names : sequence of str
        CSV: the features to read, in this order, such as those of training; the order of the columns does not matter.
        A UserWarning tells in how many fields there are names of categories that are not among them.
    n_features : int >= 0, default=0
        Least number of columns of X, even where the file has fewer.
    n_jobs : int or None, default=None
        Threads that parse; results do not depend on it.

    Returns
    -------
    Dataset

    Raises DataError, naming line and column, where the file is malformed.
    """
    if not isinstance(n_features, Integral) or not 0 <= n_features < 2**31:
        raise _core.InvalidParameter(f"n_features: {n_features!r} given, must be a whole number >= 0 and < 2^31")
    if not isinstance(separator, str) or len(separator) > 1 or not separator.isascii():
        raise _core.InvalidParameter(f"separator: {separator!r} given, must be one character of ASCII, or ''")
    options = _core.ReadOptions(
        zero_based=bool(zero_based),
        no_header=not header,
        separator=separator or "\0",
        format=as_name("format", format),
        layout=as_name("layout", layout),
        dtype=_type_name(dtype),
        target=str(target),
        categorical=_columns("categorical", categorical),
        ignored=_columns("ignored", ignored),
        feature_names=_columns("feature_names", feature_names),
        features=int(n_features),
        threads=threads_of(n_jobs),
    )
    with plain_file(Path(path)) as plain:
        arrays, cols, y, names, classes, unknown, coarse = _core.read(plain, options)
    if unknown:
        warn(f"{path}: {unknown} fields have categories that are not among feature_names, and are ignored")
    if coarse:
        columns = ", ".join(names[j] if names else str(j) for j in coarse[:5]) + (", ..." if len(coarse) > 5 else "")
        warn(
            f"{path}: float32 loses most differences between the values of columns {columns} (dtype='float64' keeps "
            "them when text is read)"
        )
    if classes:
        y = np.array(classes)[y.astype(np.intp)]
    if isinstance(arrays, tuple):
        offsets, columns, values = arrays
        if offsets[-1] <= np.iinfo(columns.dtype).max:
            offsets = offsets.astype(columns.dtype)  # SciPy needs one type for both, else it would widen the columns
        arrays = sparse.csr_array((values, columns, offsets), shape=(len(offsets) - 1, cols), copy=False)
    return Dataset(arrays, y, names)


def as_name(parameter: str, value: str) -> str:
    if not isinstance(value, str):
        raise _core.InvalidParameter(f"{parameter}: {value!r} given, must be a name")
    return value


def _columns(parameter: str, columns: Iterable[str | int]) -> list[str]:
    if isinstance(columns, str) or not isinstance(columns, Iterable):
        raise _core.InvalidParameter(f"{parameter}: {columns!r} given, must be a list, as [{columns!r}]")
    return [str(column) for column in columns]


def _type_name(dtype: Any) -> str:
    try:
        return np.dtype(dtype).name
    except TypeError:
        raise _core.InvalidParameter(f"dtype: {dtype!r} given, must be 'float32' or 'float64'") from None
