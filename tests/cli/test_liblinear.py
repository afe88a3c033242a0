# SPDX-License-Identifier: BSD-3-Clause
import re
import shutil
import subprocess
import unittest

from support import CommandLineTest, intercept_options, make_rows, numbers, read_model, targets_of

TRAIN = shutil.which("liblinear-train")
PREDICT = shutil.which("liblinear-predict")
ROWS = make_rows(400, 8)
TARGETS = targets_of(ROWS)
LOSSES = {
    "signs": ["hinge", "squared_hinge", "logistic"],
    "classes": ["hinge", "squared_hinge", "logistic"],
    "values": ["epsilon_insensitive", "squared_epsilon_insensitive"],
}


@unittest.skipUnless(TRAIN and PREDICT, "liblinear-train and liblinear-predict are not installed")
class Liblinear(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write_data(ROWS, TARGETS)

    def run_liblinear(self, program, *arguments):
        done = subprocess.run(
            [program, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def expect_same_predictions(self, data, model, *liblinear_options):
        """Both programs predict with the model; lines that differ do so in the last digits only."""
        theirs_said = self.run_liblinear(PREDICT, *liblinear_options, data, model, "theirs")
        ours_said = self.run_program("predict", data, model, "ours").stdout
        theirs, ours = self.read("theirs").splitlines(), self.read("ours").splitlines()
        if liblinear_options:
            self.run_program("predict", data, model, "ours", "--probability")
            theirs, ours = self.read("theirs").splitlines(), self.read("ours").splitlines()
            self.assertEqual(theirs[0].split(), ours[0].split())
            theirs, ours = theirs[1:], ours[1:]
        for a, b in zip(theirs, ours, strict=True):
            for x, y in zip(map(float, a.split()), map(float, b.split()), strict=True):
                self.assertAlmostEqual(x, y, delta=1e-5 if liblinear_options else 1e-12 * (1 + abs(x)))
        self.assertEqual(theirs_said.strip(), ours_said.strip())

    def test_reads_our_models(self):
        for data, losses in LOSSES.items():
            for loss in losses:
                for intercept in ["free", "penalized", "none"]:
                    self.run_program("train", data, "m", "--loss", loss, *intercept_options(intercept, 0.7))
                    self.expect_same_predictions(data, "m")
        self.run_program("train", "classes", "m", "--loss", "logistic")
        self.expect_same_predictions("classes", "m", "-b", 1)

    def test_we_read_its_models(self):
        for data, solvers in {
            "signs": [0, 1, 2, 3, 4, 5, 6, 7],
            "classes": [0, 1, 2, 3, 4, 5, 6, 7],
            "values": [11, 12, 13],
        }.items():
            for solver in solvers:
                for bias in [-1, 1, 2.5]:
                    self.run_liblinear(TRAIN, "-q", "-s", solver, "-B", bias, data, "m")
                    self.expect_same_predictions(data, "m")

    def test_same_optimum(self):
        """With the same problem the coefficients agree to what both tolerances allow."""
        for loss, solver in [("hinge", 3), ("squared_hinge", 1), ("logistic", 7)]:
            self.run_liblinear(TRAIN, "-q", "-s", solver, "-B", 1, "-c", 0.5, "-e", 1e-9, "signs", "theirs")
            self.run_program(
                "train",
                "signs",
                "ours",
                "--loss",
                loss,
                "--intercept",
                "penalized",
                "-C",
                0.5,
                "--tolerance",
                1e-10,
                "--value-type",
                "float64",
            )
            theirs, ours = read_model(self.read("theirs")), read_model(self.read("ours"))
            self.assertEqual(theirs[0]["label"].split(), ours[0]["label"].split())
            for a, b in zip(theirs[1], ours[1], strict=True):
                self.assertAlmostEqual(a[0], b[0], delta=1e-3)

    def test_warm_start_from_its_model(self):
        self.run_liblinear(TRAIN, "-q", "-s", 3, "-B", 1, "signs", "theirs")
        report = self.report(
            "train", "signs", "ours", "--loss", "hinge", "--intercept", "penalized", "--warm-start", "theirs"
        )
        self.assertEqual(report["status"], "converged")

    def test_native_models_are_refused_there(self):
        self.run_program("train", "values", "m", "--loss", "huber")
        done = subprocess.run([PREDICT, "values", "m", "out"], cwd=self.folder, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertTrue(re.search("unknown text|can't open model", done.stderr), done.stderr)
        self.run_program("predict", "values", "m", "out")
        self.assertEqual(len(numbers(self.read("out"))), 400)
