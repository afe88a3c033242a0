# SPDX-License-Identifier: BSD-3-Clause
"""The programs of examples/ run, say what they are for, and draw where there is matplotlib."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
DRAWS = importlib.util.find_spec("matplotlib") is not None


def run(name, folder, *arguments):
    plot = [folder / "plot.svg"] if DRAWS else []
    command = [sys.executable, EXAMPLES / name, *arguments, *plot]
    text = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout
    assert not DRAWS or "<svg" in plot[0].read_text()
    return text.splitlines()


def households(folder):
    """Engel's data where it is, or rows like them: expenditure spreads with income."""
    real = Path(os.environ.get("HINGELINE_TEST_DATA", "nowhere")) / "engel"
    if real.exists():
        return real
    random = np.random.default_rng(0)
    income = random.lognormal(6.8, 0.5, size=235)
    food = 80 + 0.55 * income + 0.12 * income * random.normal(size=235)
    made = folder / "households"
    made.write_text("".join(f"{y} 1:{x}\n" for x, y in zip(income, food)))
    return made


def test_non_crossing_quantiles(tmp_path):
    apart, tied = run("non_crossing_quantiles.py", tmp_path, households(tmp_path))
    assert not apart.startswith("by themselves: 0 of 6")
    assert tied.startswith("tied: 0 of 6")


def test_monotone_regression(tmp_path):
    free, rising = run("monotone_regression.py", tmp_path)
    assert not free.startswith("free: falls at 0 ")
    assert rising.startswith("rising: falls at 0 ")


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_every_example_is_tested(name):
    assert f'"{name}"' in Path(__file__).read_text()
