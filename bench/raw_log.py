# SPDX-License-Identifier: BSD-3-Clause
"""Raw outcomes beside a page, a line each, behind the options that they were taken with: what a run goes on from."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any


class RawLog:
    """The .jsonl beside a page. One of other options is refused: its outcomes are no part of that page."""

    def __init__(self, page: Path, args: argparse.Namespace, *options: str) -> None:
        self.path = page.with_suffix(".jsonl")
        asked = json.dumps({"options": {option: getattr(args, option) for option in options}})
        if not self.path.exists():
            self.path.write_text(asked + "\n")
        found, *self.lines = self.path.read_text().splitlines() or ["{}"]
        if json.loads(found) != json.loads(asked):
            raise SystemExit(f"{self.path}: begins with {found}, not with {asked}: name another page, or remove it")

    def append(self, *outcomes: Any) -> None:
        with self.path.open("a") as file:
            file.writelines(json.dumps(asdict(outcome)) + "\n" for outcome in outcomes)
