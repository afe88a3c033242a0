# SPDX-License-Identifier: BSD-3-Clause
"""Reading of compressed files where the library was built without libarchive: Python's modules decompress them."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from hingeline import _core

OPENERS: dict[bytes, Callable] = {
    rb"\x1f\x8b": gzip.open,
    rb"BZh[1-9](1AY&SY|\x17rE8P\x90)": bz2.open,
    rb"\xfd7zXZ\0": lzma.open,
}
SUFFIXES = (".gz", ".bz2", ".xz")


@contextmanager
def plain_file(path: Path) -> Iterator[Path]:
    """Yields `path`, or a temporary file with its decompressed content, named as `path` without the suffix. Errors of
    the library still name `path`."""
    opener = None if _core.reads_compressed else _opener(path)
    if opener is None:
        yield path
        return
    with TemporaryDirectory() as folder:
        plain = Path(folder) / (path.stem if path.suffix in SUFFIXES else path.name)
        _decompress(path, opener, plain)
        try:
            yield plain
        except _core.Error as error:
            raise type(error)(str(error).replace(str(plain), str(path))) from None


def _opener(path: Path) -> Callable | None:
    """The function that opens a compressed file, chosen by the file's first bytes; None for any other file."""
    if not path.is_file():
        return None
    try:
        with open(path, "rb") as file:
            beginning = file.read(10)
    except OSError:
        return None  # the library reports the error
    return next((opener for magic, opener in OPENERS.items() if re.match(magic, beginning)), None)


def _decompress(path: Path, opener: Callable, plain: Path) -> None:
    with open(plain, "wb") as target:
        try:
            with opener(path, "rb") as source:
                shutil.copyfileobj(source, target)
        except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
            raise _core.DataError(f"{path}: cannot be decompressed: {error}") from None
