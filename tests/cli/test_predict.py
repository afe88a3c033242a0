# SPDX-License-Identifier: BSD-3-Clause
import math

from support import CommandLineTest, csv_text, libsvm_text, make_rows, numbers, read_model, targets_of

ROWS = make_rows(200, 5)
TARGETS = targets_of(ROWS)


class Predict(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write_data(ROWS, TARGETS)

    def test_classes_and_their_accuracy(self):
        self.run_program("train", "classes", "m")
        printed = self.run_program("predict", "classes", "m", "out").stdout
        labels = numbers(self.read("out"))
        right = sum(a == b for a, b in zip(labels, TARGETS["classes"]))
        self.assertGreater(right, 100)
        self.assertEqual(printed, f"Accuracy = {100 * right / 200:g}% ({right}/200)\n")
        self.assertEqual(self.report("predict", "classes", "m")["accuracy"], right / 200)

    def test_values_and_their_error(self):
        self.run_program("train", "values", "m", "--loss", "squared_epsilon_insensitive")
        printed = self.run_program("predict", "values", "m", "out").stdout.splitlines()
        z = numbers(self.read("out"))
        error = sum((a - b) ** 2 for a, b in zip(z, TARGETS["values"])) / 200
        self.assertEqual(printed[0], f"Mean squared error = {error:g} (regression)")
        self.assertTrue(printed[1].startswith("Squared correlation coefficient = 0."))
        self.assertTrue(printed[1].endswith(" (regression)"))
        report = self.report("predict", "values", "m")
        self.assertAlmostEqual(report["mean_squared_error"], error, places=12)
        self.assertGreater(report["squared_correlation"], 0.5)

    def test_decision_values_are_the_formula(self):
        self.run_program("train", "classes", "m")
        self.run_program("predict", "classes", "m", "out", "--decision-values")
        _, coef = read_model(self.read("m"))
        for row, line in zip(ROWS, self.read("out").splitlines(), strict=True):
            for k, z in enumerate(line.split()):
                self.assertAlmostEqual(float(z), sum(x * w[k] for x, w in zip([*row, 1], coef)), places=9)

    def test_probabilities_of_logistic_models(self):
        self.run_program("train", "classes", "m", "--loss", "logistic")
        self.run_program("predict", "classes", "m", "z", "--decision-values")
        self.run_program("predict", "classes", "m", "p", "--probability")
        head, *lines = self.lines("p", len(ROWS) + 1)
        labels = [float(word) for word in head.split()[1:]]
        self.assertEqual(head.split()[0], "labels")
        self.assertEqual(labels, list(dict.fromkeys(TARGETS["classes"])))
        for z_line, line in zip(self.read("z").splitlines(), lines, strict=True):
            label, *p = map(float, line.split())
            sigmoids = [1 / (1 + math.exp(-float(z))) for z in z_line.split()]
            for k in range(3):
                self.assertAlmostEqual(p[k], sigmoids[k] / sum(sigmoids), places=12)
            self.assertEqual(label, labels[p.index(max(p))])

    def test_probabilities_need_logistic(self):
        self.run_program("train", "signs", "m")
        self.assertIn("logistic", self.error("predict", "signs", "m", "--probability", status=2))

    def test_standard_output_can_take_the_predictions(self):
        self.run_program("train", "signs", "m")
        printed = self.run_program("predict", "signs", "m", "-")
        self.assertEqual(len(numbers(printed.stdout)), 200)
        self.assertTrue(printed.stderr.startswith("Accuracy = "))

    def test_data_may_have_more_or_fewer_features(self):
        self.run_program("train", "signs", "m", "--intercept", "none")
        self.write("wide", "1 1:1 9:5\n")
        self.write("narrow", "1 1:1\n")
        for data in ["wide", "narrow"]:
            self.run_program("predict", data, "m", "z", "--decision-values")
            self.assertEqual(numbers(self.read("z")), [read_model(self.read("m"))[1][0][0]])

    def test_features_are_found_by_their_names(self):
        self.write("a.csv", csv_text(ROWS, TARGETS["signs"], ["a", "b", "c", "d", "e"], "y"))
        self.write("b.csv", csv_text(ROWS, TARGETS["signs"], ["a", "b", "x", "d", "e"], "y"))
        self.run_program("train", "a.csv", "m")
        accuracy = self.report("predict", "a.csv", "m", "p")["accuracy"]
        self.assertEqual(self.error("predict", "b.csv", "m", status=1), "b.csv: no column has the feature 'c'")
        self.write(
            "moved.csv",
            csv_text([[1, *reversed(row)] for row in ROWS], TARGETS["signs"], ["x", "e", "d", "c", "b", "a"], "y"),
        )
        self.assertEqual(self.report("predict", "moved.csv", "m", "q")["accuracy"], accuracy)
        self.assertEqual(self.read("q"), self.read("p"))

    def test_stores_keep_the_names_of_features(self):
        self.write("a.csv", csv_text(ROWS, TARGETS["signs"], ["a", "b", "c", "d", "e"], "y"))
        self.write("b.csv", csv_text(ROWS, TARGETS["signs"], ["a", "b", "x", "d", "e"], "y"))
        self.write(
            "fewer.csv", csv_text([row[:4] for row in ROWS], [row[4] for row in ROWS], ["a", "b", "c", "d"], "e")
        )
        self.run_program("train", "a.csv", "m")
        for data in ["a", "b", "fewer"]:
            self.run_program("convert", f"{data}.csv", data)
        self.run_program("predict", "a", "m")
        self.assertRegex(self.error("predict", "b", "m", status=1), "feature 3 is 'x'.*'c'")
        self.assertIn("4 features and a target", self.error("predict", "fewer", "m", status=1))

    def test_csv_without_a_target(self):
        names = ["a", "b", "c", "d", "e"]
        self.write("a.CSV", csv_text(ROWS, TARGETS["signs"], names, "y"))
        self.write("new.csv", csv_text([row[:4] for row in ROWS], [row[4] for row in ROWS], names[:4], "e"))
        for machine in [[], ["--kernel", "rbf"], ["--problem", "one_class"]]:
            self.run_program("train", "a.CSV", "m", *machine)
            self.run_program("predict", "a.CSV", "m", "with")
            for options, said in [
                (
                    [],
                    "note: new.csv: no targets (the last column of CSV is the target, unless it is a feature of the "
                    "model; --target names another)\n",
                ),
                (["--target", "none"], ""),
            ]:
                done = self.run_program("predict", "new.csv", "m", "without", *options)
                self.assertEqual((done.stdout, done.stderr), ("", said))
                self.assertEqual(self.read("with"), self.read("without"))
            self.assertIn(
                "new.csv: no targets (the last column of CSV", self.error("predict", "new.csv", "m", status=1)
            )
            self.assertEqual(self.report("predict", "new.csv", "m", "--target", "none")["rows"], 200)
        self.write("text", libsvm_text(ROWS, TARGETS["signs"]))
        self.run_program("train", "text", "m")
        self.assertIn("--target none", self.error("predict", "new.csv", "m", status=1))
        self.run_program("predict", "new.csv", "m", "--target", "none")

    def test_regressions_are_scored_by_what_they_minimise(self):
        def scored(*options):
            self.run_program("train", "values", "m", *options, "--quiet")
            printed = self.run_program("predict", "values", "m", "z").stdout.splitlines()
            return (
                printed[2:],
                self.report("predict", "values", "m"),
                [y - z for y, z in zip(TARGETS["values"], numbers(self.read("z")))],
            )

        mean = lambda losses: sum(losses) / 200
        printed, report, r = scored("--loss", "absolute")
        self.assertAlmostEqual(report["mean_absolute_error"], mean(map(abs, r)), places=12)
        self.assertEqual(printed, [f"Mean absolute error = {report['mean_absolute_error']:g}"])
        printed, report, r = scored("--loss", "quantile", "--tau", 0.3)
        self.assertAlmostEqual(report["pinball_loss"], mean(max(0.3 * x, -0.7 * x) for x in r), places=12)
        self.assertEqual(printed, [f"Pinball loss = {report['pinball_loss']:g}"])
        printed, report, r = scored("--loss", "expectile", "--tau", 0.3)
        self.assertAlmostEqual(report["expectile_loss"], mean((0.3 if x > 0 else 0.7) * x * x for x in r), places=12)
        self.assertEqual(printed, [f"Expectile loss = {report['expectile_loss']:g}"])
        self.assertEqual(scored("--loss", "huber")[0], [])

    def test_inputs_are_not_overwritten(self):
        self.run_program("train", "signs", "m")
        for out in ["signs", "m"]:
            self.assertIn("and OUT are one file", self.error("predict", "signs", "m", out, status=2))

    def test_broken_models_name_the_line(self):
        self.write("m", "solver_type L2R_LR\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias -1\nw\n1\n")
        self.assertEqual(self.error("predict", "signs", "m", status=1), "m:7: the file ends after 1 of 2 coefficients")
        self.assertIn("none", self.error("predict", "signs", "none", status=1))
        self.assertEqual(self.error("predict", "signs", "values", status=1), "values:1: not a model file")

    def test_usage(self):
        self.assertIn("MODEL", self.error("predict", "signs", status=2))
        self.run_program("train", "signs", "m", "--loss", "logistic")
        self.assertIn("excludes", self.error("predict", "signs", "m", "--probability", "--decision-values", status=2))
        self.assertIn("--json", self.error("predict", "signs", "m", "-", "--json", "-", status=2))
