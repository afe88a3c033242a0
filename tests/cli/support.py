# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the command line share: running the program, made-up data, and readers of what it writes."""

import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["HINGELINE"]
SANITIZED = "HINGELINE_SANITIZED" in os.environ


class CommandLineTest(unittest.TestCase):
    """Every test has a folder of its own, where the program runs."""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)

    def run_program(self, *arguments, status=0):
        """Runs the program, demands its exit status, and returns what it printed."""
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120
        )
        self.assertEqual(done.returncode, status, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def report(self, *arguments, status=0):
        """The JSON object of --json."""
        return json.loads(self.run_program(*arguments, "--json", "-", "--quiet", status=status).stdout)

    def error(self, *arguments, status):
        """The one line that a failure prints, without its prefix."""
        done = self.run_program(*arguments, status=status)
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertTrue(lines[0].startswith("hingeline: error: "), lines[0])
        return lines[0].removeprefix("hingeline: error: ")

    def notes(self, *arguments):
        """What a success says on standard error."""
        return self.run_program(*arguments).stderr

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def read(self, name):
        return (self.folder / name).read_text()

    def lines(self, name, count):
        """Those of a file, which are to be so many."""
        lines = self.read(name).splitlines()
        self.assertEqual(len(lines), count, name)
        return lines

    def expect_less_memory(self, report, bytes):
        """Where the program's own is all that its process takes."""
        if not SANITIZED:
            self.assertLess(report["peak_rss_bytes"], bytes)

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def write_data(self, rows, targets):
        """A file of LIBSVM text for each named list of targets."""
        for name, y in targets.items():
            self.write(name, libsvm_text(rows, y))


def intercept_options(kind, bias):
    """A bias is of the penalized one alone."""
    return ["--intercept", kind, *(["--bias", bias] if kind == "penalized" else [])]


def make_rows(count, features, seed=1):
    """Rows of a normal distribution rounded to numbers that float32 holds exactly; a quarter of them 0."""
    source = random.Random(seed)
    draw = lambda: 0 if source.random() < 0.25 else round(source.gauss(0, 1) * 64) / 64
    return [[draw() for _ in range(features)] for _ in range(count)]


def classes_of(rows, labels, seed=2):
    """A label per row: the largest of some noisy linear functions, one per label."""
    source = random.Random(seed)
    weights = [[source.gauss(0, 1) for _ in rows[0]] for _ in labels]
    score = lambda row, weight: sum(x * w for x, w in zip(row, weight)) + source.gauss(0, 1)
    answers = []
    for row in rows:
        scores = [score(row, weight) for weight in weights]
        answers.append(labels[scores.index(max(scores))])
    return answers


def values_of(rows, seed=3):
    """A number per row: a linear function plus noise."""
    source = random.Random(seed)
    weight = [source.gauss(0, 1) for _ in rows[0]]
    return [round(sum(x * w for x, w in zip(row, weight)) + source.gauss(0, 0.5), 3) for row in rows]


def targets_of(rows):
    """Two classes, three classes, and a number per row."""
    return {"signs": classes_of(rows, [-1, 1]), "classes": classes_of(rows, [3, 1, 2]), "values": values_of(rows)}


def libsvm_text(rows, targets):
    line = lambda row, target: " ".join([str(target)] + [f"{j}:{x:.17g}" for j, x in enumerate(row, 1) if x != 0])
    return "".join(line(row, target) + "\n" for row, target in zip(rows, targets))


def csv_text(rows, targets, names, target):
    lines = [",".join([*names, target])]
    lines += [",".join(f"{x:.17g}" for x in [*row, y]) for row, y in zip(rows, targets)]
    return "\n".join(lines) + "\n"


def read_model(text):
    """The header as a dictionary of words, and the rows of coefficients."""
    head, rows = text.split("\nw\n", 1)
    header = dict(line.split(" ", 1) for line in head.splitlines())
    return header, [[float(word) for word in line.split()] for line in rows.splitlines()]


def numbers(text):
    return [float(line) for line in text.splitlines()]


ROWS = make_rows(300, 6)
TARGETS = targets_of(ROWS)


class DataTest(CommandLineTest):
    """A test in whose folder ROWS lie with each of TARGETS: the files signs, classes and values."""

    def setUp(self):
        super().setUp()
        self.write_data(ROWS, TARGETS)
