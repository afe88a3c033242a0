# SPDX-License-Identifier: BSD-3-Clause
"""The command train: its answers are those of the formulas, whatever the loss and the form of the data."""

import gzip

from support import ROWS, TARGETS, DataTest, csv_text, intercept_options, libsvm_text, numbers, read_model


class Train(DataTest):
    def test_dual_proves_the_coefficients(self):
        """w = X's, the primal and the dual objective, all from the definition."""
        for intercept in ["none", "free", "penalized"]:
            report = self.report(
                "train",
                "signs",
                "m",
                "--loss",
                "hinge",
                "-C",
                0.5,
                *intercept_options(intercept, 2),
                "--solver",
                "dual_cd",
                "--save-dual",
                "dual",
                "--value-type",
                "float64",
            )
            header, coef = read_model(self.read("m"))
            w = [row[0] for row in coef]
            s = numbers(self.read("dual"))
            self.assertEqual(len(s), len(ROWS))
            for j in range(6):
                self.assertAlmostEqual(w[j], sum(s_i * row[j] for s_i, row in zip(s, ROWS)), places=9)
            bias = float(header["bias"])
            self.assertEqual(bias, {"none": -1, "free": 1, "penalized": 2}[intercept])
            b = w[6] * bias if bias > 0 else 0
            norm = sum(x * x for x in w[:6]) + (w[6] ** 2 if intercept == "penalized" else 0)
            hinge = sum(
                max(0, 1 - y * (sum(a * x for a, x in zip(w, row)) + b)) for y, row in zip(TARGETS["signs"], ROWS)
            )
            self.assertAlmostEqual(report["primal"], norm / 2 + 0.5 * hinge, places=9)
            self.assertTrue(all(0 <= y * s_i <= 0.5 for y, s_i in zip(TARGETS["signs"], s)))
            self.assertAlmostEqual(
                report["dual"], sum(y * s_i for y, s_i in zip(TARGETS["signs"], s)) - norm / 2, places=9
            )
            if intercept == "free":
                self.assertAlmostEqual(sum(s), 0, places=12)

    def test_dual_has_a_column_per_output(self):
        self.run_program("train", "classes", "--save-dual", "dual", "--intercept", "none", "--solver", "dual_cd")
        _, coef = read_model(self.read("classes.model"))
        s = [[float(word) for word in line.split()] for line in self.read("dual").splitlines()]
        for k in range(3):
            for j in range(6):
                self.assertAlmostEqual(coef[j][k], sum(s_i[k] * row[j] for s_i, row in zip(s, ROWS)), places=9)

    def test_every_loss_converges(self):
        for data, losses in [
            ("signs", ["hinge", "squared_hinge", "smoothed_hinge", "logistic"]),
            (
                "values",
                [
                    "epsilon_insensitive",
                    "squared_epsilon_insensitive",
                    "quantile",
                    "absolute",
                    "squared",
                    "huber",
                    "expectile",
                ],
            ),
        ]:
            for loss in losses:
                report = self.report("train", data, "--loss", loss, "--tolerance", 1e-6)
                self.assertLessEqual(report["relative_gap"], 1e-6, loss)
                self.assertEqual(report["loss"], loss)

    def test_loss_parameters_reach_the_loss(self):
        """At the 90 % quantile without an own bound about 90 % of the residuals are negative; with a tube, more are
        zero."""
        self.run_program("train", "values", "m", "--loss", "quantile", "--quantile", 0.9, "-C", 100)
        self.run_program("predict", "values", "m", "out", "--quiet")
        below = sum(z >= y for z, y in zip(numbers(self.read("out")), TARGETS["values"])) / len(TARGETS["values"])
        self.assertAlmostEqual(below, 0.9, delta=0.03)
        primal = lambda *options: self.report("train", "values", "--loss", *options)["primal"]
        self.assertLess(primal("quantile", "--epsilon", 1), primal("quantile"))
        self.assertLess(primal("epsilon_insensitive", "--epsilon", 1), primal("epsilon_insensitive"))
        self.assertLess(primal("huber", "--delta", 0.1), primal("huber"))
        self.assertNotEqual(primal("expectile", "--tau", 0.9), primal("expectile"))

    def test_standardized_training_does_not_depend_on_the_scale_of_columns(self):
        scaled = [[x * 8 ** (j - 2) for j, x in enumerate(row)] for row in ROWS]
        self.write("scaled", libsvm_text(scaled, TARGETS["signs"]))
        options = ["--standardize", "--tolerance", 1e-9]
        given = self.report("train", "signs", "m1", *options)
        report = self.report("train", "scaled", "m2", *options)
        self.assertAlmostEqual(report["primal"] / given["primal"], 1, places=6)
        for data, model, out in [("signs", "m1", "out1"), ("scaled", "m2", "out2")]:
            self.run_program("predict", data, model, out, "--quiet")
        self.assertEqual(self.read("out1"), self.read("out2"))

    def test_warm_start_goes_on_where_a_model_ended(self):
        options = ["--loss", "hinge", "--tolerance", 1e-6, "--solver", "dual_cd"]
        self.run_program("train", "signs", "first", *options)
        gap_after_3_passes = lambda *start: self.report(
            "train", "signs", "second", *options, "--max-passes", 3, *start, status=3
        )["relative_gap"]
        self.assertLess(gap_after_3_passes("--warm-start", "first"), 0.2 * gap_after_3_passes())
        self.assertIn(
            "features", self.error("train", self.write("narrow", "1 1:1\n-1 1:2\n"), "--warm-start", "first", status=2)
        )

    def test_threads_do_not_change_the_model_and_seeds_do(self):
        model = lambda *options: (
            self.run_program("train", "classes", "m", "--solver", "dual_cd", *options),
            self.read("m"),
        )[1]
        self.assertEqual(model("--threads", 1), model("--threads", 3))
        self.assertNotEqual(model("--seed", 1), model("--seed", 2))

    def test_csv_compressed_and_converted_data_give_the_same_model(self):
        self.run_program("train", "signs", "m", "--model-format", "native", "--layout", "dense")
        _, expected = read_model(self.read("m"))
        names = [f"f {j}" for j in range(6)]
        self.write("signs.csv", csv_text(ROWS, TARGETS["signs"], names, "class"))
        (self.folder / "signs.gz").write_bytes(gzip.compress(self.read("signs").encode()))
        self.run_program("convert", "signs", "signs.bin", "--layout", "dense")
        for data in ["signs.csv", "signs.gz", "signs.bin"]:
            self.run_program("train", data, "m", "--layout", "dense")
            self.assertEqual(read_model(self.read("m"))[1], expected, data)
        self.run_program("train", "signs.csv", "m", "--target", "class")
        self.assertIn("feature f 3\n", self.read("m"))

    def test_csv_columns_given_to_an_option_are_one_argument(self):
        self.write("d.csv", "a,b,y\n1,2,1\n3,4,-1\n5,4,1\n")
        for option in ["--ignore", "--categorical"]:
            self.run_program("train", option, "a", "d.csv", "m")
        self.assertNotIn("a=3", self.run_program("inspect", "d.csv", "--ignore", "a").stdout)

    def test_a_warm_start_with_other_features_is_refused(self):
        self.run_program("train", self.write("d", "1 1:1\n-1 1:2\n"), "m")
        self.assertEqual(
            self.error("train", self.write("wide", "1 2:1\n-1 1:2\n"), "n", "--warm-start", "m", status=2),
            "--warm-start: a model of 1 features given, must have 2",
        )
