# SPDX-License-Identifier: BSD-3-Clause
"""The programs of examples/ run, say what they are for, and draw where there is matplotlib."""

import contextlib
import importlib.util
import io
import os
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
DRAWS = importlib.util.find_spec("matplotlib") is not None


def run(name, folder, *arguments):
    """Its lines, in this process: half of a program's time would be the imports."""
    plot = [folder / "plot.svg"] if DRAWS else []
    text = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(text):
        patch.chdir(folder)
        patch.setattr(sys, "argv", [name, *map(str, [*arguments, *plot])])
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert not DRAWS or "<svg" in plot[0].read_text()
    return text.getvalue().splitlines()


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


def test_fair_svm(tmp_path):
    *lines, fairest = run("fair_svm.py", tmp_path)
    accuracy = lambda line: float(line.split("accuracy ")[1].split(",")[0])
    assert lines[0].startswith("100%") and fairest.startswith("  0%")
    assert accuracy(lines[0]) > accuracy(fairest) > 0.6
    left = [float(line.split(": ")[1].split()[0]) for line in (lines[0], fairest)]
    assert left[1] < 0.2 * left[0]


def test_own_loss(tmp_path):
    costs = {line.split(":")[0]: float(line.split()[1]) for line in run("own_loss.py", tmp_path)}
    assert costs["own"] < min(costs["squared"], costs["absolute"])


def test_ratings(tmp_path):
    errors = {
        line.split(":")[0]: float(line.split("mean error ")[1].split(",")[0]) for line in run("ratings.py", tmp_path)
    }
    assert errors["absolute"] < 0.95 * errors["squared"]


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_every_example_is_tested(name):
    assert f'"{name}"' in Path(__file__).read_text()
