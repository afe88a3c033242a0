# SPDX-License-Identifier: BSD-3-Clause
import random

from support import CommandLineTest, libsvm_text, make_rows

ROWS = make_rows(80, 3)


def spreading_targets():
    """Noise that grows with the first feature."""
    source = random.Random(2)
    return [sum(row) + (1 + 0.5 * row[0]) * source.gauss(0, 1) for row in ROWS]


TARGETS = spreading_targets()


class Levels(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("data", libsvm_text(ROWS, TARGETS))

    def train(self, *options, levels="0.4,0.5,0.6"):
        return self.report("train", "data", "m", "--loss", "quantile", "--quantile", levels, *options)

    def predictions(self):
        self.run_program("predict", "data", "m", "out", "--quiet")
        return [[float(word) for word in line.split()] for line in self.read("out").splitlines()]

    def crossings(self):
        return sum(a > b for row in self.predictions() for a, b in zip(row, row[1:]))

    def test_separate_levels_may_cross(self):
        report = self.train()
        self.assertEqual(report["levels"], [0.4, 0.5, 0.6])
        self.assertEqual([part["level"] for part in report["parts"]], [0.4, 0.5, 0.6])
        self.assertGreater(self.crossings(), 0)

    def test_tied_levels_do_not_cross(self):
        for options, tie in (
            (["--non-crossing"], "rows"),
            (["--non-crossing-box", "data"], "box"),
            (["--non-crossing-box", "-4:4"], "box"),
            (["--composite"], "slope"),
        ):
            with self.subTest(tie=tie, options=options):
                report = self.train(*options)
                self.assertEqual((report["status"], report["level_tie"]), ("converged", tie))
                self.assertEqual((report["solver"], report["max_violation"]), ("level_newton", 0))
                self.assertEqual(report["contacts"] > 0, tie != "slope")
                self.assertEqual(self.crossings(), 0)

    def test_rows_are_read_as_predict_reads_them(self):
        self.write("data", libsvm_text([[x / 3 for x in row] for row in ROWS], TARGETS))
        self.assertEqual(self.train("--non-crossing")["value_type"], "float64")
        self.assertEqual(self.crossings(), 0)
        self.assertEqual(self.train("--non-crossing", "--value-type", "float32")["value_type"], "float32")
        self.assertEqual(self.train("--composite")["value_type"], "float32")

    def test_the_box_of_the_data_is_that_of_rows_that_are_present(self):
        expected = self.train("--non-crossing-box", "data")["primal"]
        self.write("data", libsvm_text(ROWS + [[1000, -1000, 1000]], TARGETS + [0]))
        self.write("w", "1\n" * len(ROWS) + "0\n")
        weighted = self.train("--non-crossing-box", "data", "--weights", "w")["primal"]
        self.assertAlmostEqual(weighted / expected, 1, delta=2e-4)
        self.assertGreater(self.train("--non-crossing-box", "-1000:1000", "--weights", "w")["primal"], 1.001 * expected)

    def test_a_box_from_a_file(self):
        self.write("box", "-4 4\n-1 1\n0 0\n")
        self.assertEqual(self.train("--non-crossing-box", "box")["status"], "converged")
        options = ["--loss", "quantile", "--quantile", "0.1,0.5", "--non-crossing-box", self.write("box", "-4 4\n")]
        self.assertEqual(self.error("train", "data", *options, status=1), "box: 1 lines for 3 features")
        for wrong in ["-1", "-1 1 2", "1 -1", "x" * 2_000_000, "x " * 1_000_000]:
            self.write("box", f"-4 4\n{wrong}\n0 0\n")
            self.assertTrue(
                self.error("train", "data", *options, status=1).startswith(
                    "box:2:1: expected two numbers LOWER <= UPPER, found '" + wrong[:40]
                ),
                wrong[:40],
            )

    def test_the_model_keeps_all_levels(self):
        report = self.train("--non-crossing", "--standardize", levels="0.1,0.5,0.9")
        self.assertIn("\nlevels rows 0.1 0.5 0.9\n", self.read("m"))
        described = self.report("inspect", "m", "--verify", "data")
        self.assertEqual((described["levels"], described["level_tie"]), ([0.1, 0.5, 0.9], "rows"))
        self.assertLess(described["verified"]["relative_difference"], 1e-7)  # the scaled rows are float32
        self.assertAlmostEqual(described["verified"]["primal"], report["primal"], 5)

    def test_one_slope_counts_its_penalty_once(self):
        self.train("--composite")
        self.assertLess(self.report("inspect", "m", "--verify", "data")["verified"]["relative_difference"], 1e-9)

    def test_predict_scores_each_level(self):
        self.train("--non-crossing", levels="0.1,0.9")
        scores = self.report("predict", "data", "m")["levels"]
        self.assertEqual([score["level"] for score in scores], [0.1, 0.9])
        outputs = self.predictions()
        for k, score in enumerate(scores):
            residuals = [y - z[k] for y, z in zip(TARGETS, outputs, strict=True)]
            pinball = sum(max(score["level"] * r, (score["level"] - 1) * r) for r in residuals) / len(residuals)
            self.assertAlmostEqual(score["pinball_loss"], pinball, places=12)
            self.assertAlmostEqual(score["share_below"], sum(r < 0 for r in residuals) / len(residuals), places=12)
            self.assertAlmostEqual(score["share_below"], score["level"], delta=0.06)
        self.assertIn("Level 0.9: pinball loss = ", self.run_program("predict", "data", "m").stdout)

    def test_predict_scores_expectiles_by_what_they_minimise(self):
        levels = [0.1, 0.9]
        self.run_program("train", "data", "m", "--loss", "expectile", "--quantile", "0.1,0.9")
        scores = self.report("predict", "data", "m", "out")["levels"]
        predictions = [[float(word) for word in line.split()] for line in self.read("out").splitlines()]
        for k, (score, tau) in enumerate(zip(scores, levels, strict=True)):
            residuals = [y - z[k] for y, z in zip(TARGETS, predictions, strict=True)]
            squares = [(tau if r > 0 else 1 - tau) * r * r for r in residuals]
            self.assertEqual(list(score), ["level", "expectile_loss", "share_below"])
            self.assertAlmostEqual(score["expectile_loss"], sum(squares) / len(squares))
        self.assertIn("Level 0.9: expectile loss = ", self.run_program("predict", "data", "m").stdout)

    def test_what_does_not_fit_is_refused(self):
        def refused(*options, status=2):
            return self.error("train", "data", "m", *options, status=status)

        self.assertIn("must ascend", refused("--loss", "quantile", "--quantile", "0.9,0.1"))
        for tie in (["--non-crossing"], ["--non-crossing-box", "data"], ["--composite"]):
            self.assertEqual(
                refused("--loss", "quantile", "--quantile", "0.5", *tie),
                f"{tie[0]} means nothing to a single --quantile",
            )
        several = ["--loss", "quantile", "--quantile", "0.1,0.9"]
        self.assertEqual(
            refused(*several, "--composite", "--intercept", "none"), "--composite means nothing to --intercept none"
        )
        self.assertEqual(
            refused(*several, "--non-crossing-box", "1:0"),
            "--non-crossing-box: '1:0' given, must be data, LOWER:UPPER with LOWER <= UPPER, or a file",
        )
        self.assertEqual(
            refused(*several, "--non-crossing", "--memory", 1),
            "--non-crossing: rows given, must be separate for rows that stay in their file",
        )
        self.assertIn("--non-crossing-box: box given", refused(*several, "--non-crossing-box", "0:1", "--memory", 1))
        self.assertIn("not huber", refused("--loss", "huber", "--quantile", "0.1,0.9"))
        self.assertIn(
            "excludes", refused("--loss", "quantile", "--quantile", "0.1,0.9", "--non-crossing", "--composite")
        )
        self.assertIn(
            "must be a single level", self.error("cv", "data", "--loss", "quantile", "--quantile", "0.1,0.9", status=2)
        )
