# SPDX-License-Identifier: BSD-3-Clause
"""--l1-weights: a weight for each column's part of the L1 penalty."""

import unittest

from support import CommandLineTest, csv_text, make_rows, read_model, targets_of, values_of

ROWS = make_rows(200, 4)
LASSO = ["--penalty", "l1", "-C", 0.02]


class L1Weights(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write_data(ROWS, targets_of(ROWS))

    def weights(self, *numbers):
        return self.write("weights", "".join(f"{number}\n" for number in numbers))

    def coef(self, *options, data="values", loss="huber"):
        report = self.report(
            "train", data, "m", "--loss", loss, "--tolerance", 1e-8, "--model-format", "native", *options
        )
        self.assertEqual(report["status"], "converged")
        return [row[0] for row in read_model(self.read("m"))[1][:-1]]

    def test_weight_0_frees_a_coefficient_and_a_large_weight_makes_it_0(self):
        for data, loss in [("values", "huber"), ("values", "absolute"), ("signs", "logistic"), ("signs", "hinge")]:
            for penalty in (["--penalty", "l1"], ["--penalty", "elastic_net", "--l1-ratio", 0.9]):
                with self.subTest(loss=loss, penalty=penalty[1]):
                    options = [*penalty, "-C", 1e-4, "--l1-weights", self.weights(0, 1, 1, 1)]
                    coef = self.coef(*options, data=data, loss=loss)
                    self.assertNotEqual(coef[0], 0)
                    self.assertEqual(coef[1:], [0, 0, 0])
                    options = [*penalty, "-C", 10, "--l1-weights", self.weights(1, 1, 1e6, 1)]
                    coef = self.coef(*options, data=data, loss=loss)
                    self.assertEqual([w == 0 for w in coef], [False, False, True, False])

    def test_free_coefficients_are_those_without_a_penalty(self):
        options = ["--l1-weights", self.weights(0, 0, 0, 0), "--penalty", "l1"]
        for free, weighted in zip(self.coef("--penalty", "none"), self.coef(*options)):
            self.assertAlmostEqual(free, weighted, places=5)

    def test_weights_of_1_change_nothing_and_scale_with_C(self):
        plain = self.coef(*LASSO)
        self.assertEqual(self.coef(*LASSO, "--l1-weights", self.weights(1, 1, 1, 1)), plain)
        scaled = self.coef("--penalty", "l1", "-C", 0.04, "--l1-weights", self.weights(2, 2, 2, 2))
        for found, expected in zip(scaled, plain):
            self.assertAlmostEqual(found, expected, places=6)

    def test_the_objective_is_verified(self):
        weights = self.weights(0.5, 0, 2, 1)
        for loss, *options in [
            ["huber", *LASSO],
            ["huber", *LASSO, "--standardize"],
            ["huber", "--penalty", "elastic_net", "-C", 0.1],
            ["quantile", *LASSO, "--quantile", "0.2,0.7", "--non-crossing"],
        ]:
            report = self.report(
                "train", "values", "m", "--loss", loss, "--model-format", "native", *options, "--l1-weights", weights
            )
            verified = self.report("inspect", "m", "--verify", "values", "--l1-weights", weights)["verified"]
            self.assertAlmostEqual(verified["primal"] / report["primal"], 1, places=9)
            without = self.report("inspect", "m", "--verify", "values")["verified"]
            self.assertGreater(abs(without["relative_difference"]), 1e-4)

    def test_searches_take_weights(self):
        options = ["--loss", "huber", "--penalty", "l1", "--l1-weights", self.weights(1, 1, 1e6, 1)]
        path = self.report("path", "values", *options, "--costs", "0.02,1", "--models", "m")
        self.assertEqual(path["status"], "converged")
        for k in (1, 2):
            coef = read_model(self.read(f"m.{k}"))[1]
            self.assertEqual(coef[2][0], 0)
        self.report("tune", "values", "m", *options)
        self.assertEqual(read_model(self.read("m"))[1][2][0], 0)
        scores = [
            self.report("cv", "values", "-C", 1, *rest)["best"]["mean_squared_error"] for rest in (options, options[:4])
        ]
        self.assertGreater(scores[0], scores[1])

    def test_errors(self):
        lasso = ["train", "values", "--loss", "huber", "--penalty", "l1", "--l1-weights", "weights"]
        self.weights(1, 2, 3)
        self.assertEqual(self.error(*lasso, status=1), "weights: 3 given for 4 features")
        self.weights(1, 2, -3, 4)
        self.assertEqual(self.error(*lasso, status=1), "weights:3:1: expected a finite number >= 0, found -3")
        self.weights(1, "x", 3, 4)
        self.assertEqual(self.error(*lasso, status=1), "weights:2:1: expected a number, found 'x'")
        self.assertIn("nosuch: ", self.error(*lasso[:-1], "nosuch", status=1))
        self.weights(1, 2, 3, 4)
        for command in ["train", "cv", "path", "tune"]:
            for penalty in ["l2", "none"]:
                error = self.error(command, "values", "--penalty", penalty, "--l1-weights", "weights", status=2)
                self.assertEqual(error, f"--l1-weights means nothing to --penalty {penalty}")
        for options in [
            ["--kernel", "rbf"],
            ["--kernel", "rbf", "--approximate", "nystroem:5"],
            ["--problem", "one_class"],
        ]:
            self.assertIn("--l1-weights", self.error("train", "signs", *options, "--l1-weights", "weights", status=2))
        self.assertEqual(
            self.error("train", "values", "weights", *lasso[2:], status=2),
            "--l1-weights and MODEL are one file, weights",
        )
        self.assertIn("--l1-weights", self.error("inspect", "values", "--l1-weights", "weights", status=2))

    def test_columns_of_a_table(self):
        self.write("d.csv", csv_text(ROWS, values_of(ROWS), ["a", "b", "c", "d"], "y"))
        options = [*LASSO, "--l1-weights", self.weights(1, 1e6, 0, 1)]
        self.assertEqual(self.coef(*options, data="d.csv"), self.coef(*options))


if __name__ == "__main__":
    unittest.main()
