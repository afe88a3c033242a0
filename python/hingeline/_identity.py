# SPDX-License-Identifier: BSD-3-Clause
"""Named tuples of arrays that are equal only to themselves."""

from __future__ import annotations


def compared_by_identity(cls: type) -> type:
    """Makes == compare identity: for tuples it would compare their arrays, which gives no single truth value."""
    cls.__eq__ = lambda self, other: self is other
    cls.__ne__ = lambda self, other: self is not other
    cls.__hash__ = object.__hash__
    return cls
