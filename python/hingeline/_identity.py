# SPDX-License-Identifier: BSD-3-Clause
"""Tuples of arrays that are equal only to themselves."""

from __future__ import annotations


def compared_by_identity(cls: type) -> type:
    """A tuple asks whether arrays are equal, which have no one answer."""
    cls.__eq__ = lambda self, other: self is other
    cls.__ne__ = lambda self, other: self is not other
    cls.__hash__ = object.__hash__
    return cls
