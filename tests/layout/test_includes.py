# SPDX-License-Identifier: BSD-3-Clause
"""Includes within src follow the order of folders that HACKING.md states."""

import re
import unittest
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"


def stated(heading: str) -> list[str]:
    """The folders of the first table in HACKING.md after `heading`, in its order."""
    after = (ROOT / "HACKING.md").read_text().partition(heading)[2]
    return re.findall(r"^\| `(\w+)` \|", after.partition("\n\n|")[2].partition("\n\n")[0], re.MULTILINE)


def included(depth: int) -> dict[str, dict[str, list[str]]]:
    """By folder, `depth` below src, and by folder included there: the files that include it."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in SRC.rglob("*.[ch]pp"):
        folder = path.relative_to(SRC).parent.parts[:depth]
        for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
            other = Path(name).parent.parts[:depth]
            if len(folder) == len(other) == depth and folder != other and (SRC / name).exists():
                found["/".join(folder)]["/".join(other)].append(path.name)
    return found


class Includes(unittest.TestCase):
    def check(self, order: list[str], includes: dict[str, dict[str, list[str]]]) -> None:
        rank = {folder: place for place, folder in enumerate(order)}
        for folder, others in includes.items():
            for other, files in others.items():
                if folder in rank and other in rank:
                    self.assertLess(rank[other], rank[folder], f"{files} of {folder} include {other}")

    def test_folders_of_src_stand_on_those_before(self) -> None:
        order = stated("## The design in one line")
        self.assertEqual(sorted(order), sorted(path.name for path in SRC.iterdir() if path.is_dir()))
        self.check(order, included(1))

    def test_what_solvers_share_stands_on_what_is_before(self) -> None:
        order = [f"solvers/{folder}" for folder in stated("What they share")]
        self.assertTrue(order and all((SRC / folder).is_dir() for folder in order))
        self.check(order, included(2))

    def test_solvers_do_not_include_each_other_in_circles(self) -> None:
        left = {folder: set(others) for folder, others in included(2).items() if folder.startswith("solvers/")}
        while above := {folder for folder, others in left.items() if others & left.keys()}:
            if above == left.keys():
                break
            left = {folder: left[folder] for folder in above}
        self.assertEqual({folder: others & left.keys() for folder, others in left.items() if others & left.keys()}, {})


if __name__ == "__main__":
    unittest.main()
