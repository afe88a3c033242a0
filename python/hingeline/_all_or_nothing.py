# SPDX-License-Identifier: BSD-3-Clause
"""A fit that raises leaves the estimator as it was before: with its previous model, or without any."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def all_or_nothing(fit: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(fit)
    def fit_or_restore(self, *args: Any, **kwargs: Any) -> Any:
        before = dict(self.__dict__)
        try:
            return fit(self, *args, **kwargs)
        except BaseException:
            self.__dict__ = before
            raise

    return fit_or_restore
