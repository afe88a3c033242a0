# SPDX-License-Identifier: BSD-3-Clause
"""Following a solve: the log, a progress bar, the user's callback."""

from __future__ import annotations

import logging
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np

from hingeline._core import Progress

logger = logging.getLogger("hingeline")

Watcher = Callable[[Progress], Any]


def tell(message: str, *values: Any) -> None:
    """Logs at level INFO, or prints to stderr where the log has no handler: logging's last resort drops INFO."""
    if logger.hasHandlers():
        logger.info(message, *values, stacklevel=2)
    else:
        print(message % values, file=sys.stderr)


@contextmanager
def following(callback: Watcher | None, verbose: float, progress: bool, tolerance: float) -> Iterator[Watcher | None]:
    """Yields one callback for log, progress bar and user; it returns False where one of them does, None for no one."""
    with ExitStack() as stack:
        watchers: list[Watcher] = []
        if verbose >= 2:
            watchers.append(_log_pass)
        if progress:
            watchers.extend(_bar(stack, tolerance))
        if callback is not None:
            watchers.append(callback)
        # all() of a list, not of a generator, so that every watcher is called.
        yield (lambda now: all([_goes_on(watch(now)) for watch in watchers])) if watchers else None  # noqa: C419


def _goes_on(answer: Any) -> bool:
    return not (isinstance(answer, (bool, np.bool_)) and not answer)


def _log_pass(now: Progress) -> None:
    tell(
        "part %d of %d, pass %d, %.3g s: relative gap %.2e (%s), %d rows active",
        now.part + 1,
        now.parts,
        now.passes,
        now.seconds,
        now.relative_gap,
        "proven" if now.certified else "estimated",
        now.active,
    )


def _bar(stack: ExitStack, tolerance: float) -> list[Watcher]:
    """The watcher that shows a progress bar, whose length is the number of digits that the gap has to gain."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        logger.warning("progress=True has no effect: tqdm is not installed")
        return []
    bar = stack.enter_context(tqdm(total=round(-math.log10(min(tolerance, 0.1)), 2), unit="digit", leave=False))

    def show(now: Progress) -> None:
        if now.relative_gap > 0:
            digits = round(-math.log10(now.relative_gap), 2)
            bar.n = min(bar.total, max(bar.n, digits))
        bar.set_postfix_str(f"pass {now.passes}, gap {now.relative_gap:.1e}", refresh=now.certified)
        bar.update(0)

    return [show]
