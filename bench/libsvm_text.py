# SPDX-License-Identifier: BSD-3-Clause
"""LIBSVM text (plain, .gz or .xz) into SciPy and out of it: independent of the library's own reader and writer."""

from __future__ import annotations

import gzip
import hashlib
import lzma
import os
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse


@dataclass
class Data:
    """Rows and their targets; columns count from 0."""

    x: sparse.csr_array
    y: np.ndarray

    def rounded(self, value_type: str) -> Data:
        """The same with every value of x rounded to `value_type`, as a program with such storage sees it."""
        if value_type == "float64":
            return self
        x = self.x.copy()
        x.data = x.data.astype(value_type).astype(np.float64)
        return Data(x, self.y)


def read(path: str | os.PathLike[str]) -> Data:
    """The data of a file. What was parsed once is kept in the temporary folder until the file changes."""
    path = Path(path).resolve()
    facts = path.stat()
    key = hashlib.sha256(f"{path}:{facts.st_size}:{facts.st_mtime_ns}".encode()).hexdigest()[:24]
    cache = Path(tempfile.gettempdir()) / f"hingeline-bench-{os.getuid()}" / f"{key}.npz"
    if not cache.exists():
        _store(cache, parse(_bytes(path)))
    with np.load(cache) as kept:
        x = sparse.csr_array((kept["values"], kept["columns"], kept["offsets"]), shape=tuple(kept["shape"]))
        return Data(x, kept["y"])


def write(path: Path, x: np.ndarray | sparse.csr_array, y: np.ndarray) -> None:
    """Every entry of an array, or those that a sparse one stores, so that they read back exactly."""
    with path.open("w") as file:
        for i, target in enumerate(y):
            if sparse.issparse(x):
                span = slice(x.indptr[i], x.indptr[i + 1])
                pairs = zip(x.indices[span].tolist(), x.data[span].tolist(), strict=True)
            else:
                pairs = enumerate(x[i].tolist())
            file.write(" ".join([f"{target:.17g}", *(f"{j + 1}:{value!r}" for j, value in pairs)]) + "\n")


def parse(text: bytes) -> Data:
    """One row per line that is not blank: a target, then column:value pairs; # begins a comment."""
    lines = [line for line in _without_comments(text).split(b"\n") if line.strip()]
    per_row = np.array([line.count(b":") for line in lines], dtype=np.int64)
    numbers = _numbers(b"\n".join(lines).replace(b":", b" "))
    if numbers.size != len(lines) + 2 * per_row.sum():
        raise ValueError("not LIBSVM text: every row must be a target and column:value pairs")
    offsets = np.concatenate(([0], np.cumsum(per_row)))
    targets = 2 * offsets[:-1] + np.arange(len(lines))
    pairs = np.delete(numbers, targets).reshape(-1, 2)
    columns = pairs[:, 0].astype(np.int64) - 1
    if columns.size and columns.min() < 0:
        raise ValueError("not LIBSVM text: columns count from 1")
    shape = (len(lines), int(columns.max()) + 1 if columns.size else 0)
    return Data(
        sparse.csr_array((pairs[:, 1].copy(), columns.astype(np.int32), offsets), shape=shape), numbers[targets]
    )


def _bytes(path: Path) -> bytes:
    opener = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    with opener(path, "rb") as file:
        return file.read()


def _without_comments(text: bytes) -> bytes:
    if b"#" not in text:
        return text
    return b"\n".join(line.split(b"#", 1)[0] for line in text.split(b"\n"))


def _numbers(text: bytes) -> np.ndarray:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # numpy only warns where it stops short of the end
        return np.fromstring(text, sep=" ")


def _store(cache: Path, data: Data) -> None:
    cache.parent.mkdir(mode=0o700, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=cache.parent, suffix=".npz", delete=False) as file:
        np.savez(file, values=data.x.data, columns=data.x.indices, offsets=data.x.indptr, shape=data.x.shape, y=data.y)
    os.replace(file.name, cache)
