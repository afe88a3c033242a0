# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import functools
from collections.abc import Callable

from hingeline import _core


def names_in_utf8(read: Callable) -> Callable:
    """Decorates a reader of files: it raises DataError where a name in the file is not UTF-8 text."""

    @functools.wraps(read)
    def read_text(path, *args, **kwargs):
        try:
            return read(path, *args, **kwargs)
        except UnicodeDecodeError as error:
            raise _core.DataError(f"{path}: the name {error.object!r} must be UTF-8") from None

    return read_text
