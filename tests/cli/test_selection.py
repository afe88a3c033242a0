# SPDX-License-Identifier: BSD-3-Clause
import unittest

from support import CommandLineTest, classes_of, libsvm_text, make_rows, numbers, values_of

ROWS = make_rows(200, 5)


class Selection(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.labels = classes_of(ROWS, [1, 2, 3])
        self.write("classes", libsvm_text(ROWS, self.labels))
        self.values = values_of(ROWS)
        self.write("values", libsvm_text(ROWS, self.values))

    def test_cv_writes_the_predictions_it_scores(self):
        report = self.report("cv", "classes", "out", "--loss", "hinge", "--folds", 4)
        right = sum(a == b for a, b in zip(numbers(self.read("out")), self.labels, strict=True))
        self.assertAlmostEqual(report["best"]["accuracy"], right / 200)
        self.assertEqual(len(report["best"]["fold_scores"]), 4)
        self.assertEqual(report["status"], "converged")

    def test_cv_over_costs_names_the_best(self):
        said = self.run_program("cv", "values", "--loss", "huber", "--costs", "0.001:10:5", "--json", "report").stdout
        self.assertIn("best C = ", said)
        report = self.report("cv", "values", "--loss", "huber", "--costs", "0.001:10:5")
        scores = [point["mean_squared_error"] for point in report["points"]]
        self.assertEqual(len(scores), 5)
        self.assertEqual(report["best"]["mean_squared_error"], min(scores))
        self.assertLess(scores[-1], scores[0])

    def test_quantiles_are_judged_as_quantiles(self):
        quantile = ["--loss", "quantile", "--quantile", 0.9, "--costs", "0.001:10:5"]
        report = self.report("cv", "values", "out", *quantile)
        scores = [point["pinball_loss"] for point in report["points"]]
        self.assertEqual(report["best"]["pinball_loss"], min(scores))
        residuals = [y - z for y, z in zip(self.values, numbers(self.read("out")), strict=True)]
        self.assertAlmostEqual(min(scores), sum(max(0.9 * r, -0.1 * r) for r in residuals) / len(residuals))
        self.assertIn("Cross Validation Pinball loss = ", self.run_program("cv", "values", *quantile).stdout)
        self.run_program("train", "values", "m", "--loss", "quantile", "--quantile", 0.9)
        self.assertIn("Pinball loss = ", self.run_program("predict", "values", "m").stdout)
        predicted = self.report("predict", "values", "m", "out")
        residuals = [y - z for y, z in zip(self.values, numbers(self.read("out")), strict=True)]
        self.assertAlmostEqual(
            predicted["pinball_loss"], sum(max(0.9 * r, -0.1 * r) for r in residuals) / len(residuals)
        )

    def test_scores_of_trainings_that_did_not_converge_say_so(self):
        options = ["--loss", "hinge", "--solver", "dual_cd", "-C", 1000, "--max-passes", 2]
        said = self.run_program("cv", "classes", *options, status=3).stdout
        self.assertRegex(said, r"Cross Validation Accuracy = \S+% \(\+- \S+\), max_passes at a gap of \S+, \S+ s\n$")
        self.assertNotIn(" gap ", self.run_program("cv", "classes", "--loss", "hinge").stdout)

    def test_cv_takes_folds_from_a_file(self):
        self.write("folds", "".join(f"{i % 2}\n" for i in range(200)))
        self.report("cv", "classes", "a", "--folds", 2, "--fold-file", "folds")
        self.report("cv", "classes", "b", "--folds", 2, "--fold-file", "folds", "--seed", 8)
        self.assertEqual(self.read("a"), self.read("b"))
        self.write("folds", "0\n1\n2\n")
        self.assertEqual(
            self.error("cv", "classes", "--folds", 2, "--fold-file", "folds", status=1),
            "folds:3: expected a whole number from -1 to 1, found 2",
        )

    def test_path_trains_at_every_cost(self):
        report = self.report("path", "classes", "--costs", "0.1,1,10", "--models", "m")
        self.assertEqual([point["C"] for point in report["points"]], [0.1, 1, 10])
        for k, point in enumerate(report["points"], 1):
            single = self.report("train", "classes", "single", "--cost", point["C"])
            self.assertAlmostEqual(point["primal"] / single["primal"], 1, delta=2e-4)
            certificate = self.report("inspect", f"m.{k}")["certificate"]
            self.assertEqual(certificate, {key: point[key] for key in certificate})
            verified = self.report("inspect", f"m.{k}", "--verify", "classes", "--value-type", "float32")
            self.assertLess(verified["verified"]["relative_difference"], 1e-12)

    def test_path_goes_by_bands_once_it_knows_how_far_rows_move(self):
        self.run_program("generate", "regression", "many", "--rows", 4000, "--features", 5)
        loss = ["--loss", "absolute", "--tolerance", "1e-6"]
        points = self.report("path", "many", *loss, "--costs", "0.01:1:12")["points"]
        self.assertEqual(points[0]["solver"], "alm_newton")
        self.assertEqual(points[-1]["solver"], "reduced_newton")
        self.assertIn("near", points[-1]["reason"])
        for point in points:
            self.assertEqual(point["status"], "converged")
            single = self.report("train", "many", "single", *loss, "--cost", point["C"])
            self.assertAlmostEqual(point["primal"] / single["primal"], 1, delta=2e-6)

    def test_path_sees_that_all_models_can_be_written(self):
        (self.folder / "m.2").mkdir()
        error = self.error("path", "classes", "--costs", "1,2", "--models", "m", status=1)
        self.assertTrue(error.startswith("m.2: cannot write"), error)
        self.assertNotIn("m.1", self.files())

    def test_one_vs_one(self):
        machine = ["--multiclass", "ovo", "--loss", "hinge", "--value-type", "float64"]
        report = self.report("path", "classes", *machine, "--costs", "0.1,1,10", "--models", "m")
        for k, point in enumerate(report["points"], 1):
            single = self.report("train", "classes", "single", *machine, "--cost", point["C"])
            self.assertAlmostEqual(point["primal"] / single["primal"], 1, delta=2e-4)
            verified = self.report("inspect", f"m.{k}", "--verify", "classes", "--value-type", "float64")
            self.assertLess(verified["verified"]["relative_difference"], 1e-12)
            self.assertLessEqual(point["support_vectors"], 200)
        judged = self.report("cv", "classes", "out", *machine, "--costs", "0.1,1", "--folds", 3)
        right = sum(a == b for a, b in zip(numbers(self.read("out")), self.labels, strict=True))
        self.assertAlmostEqual(judged["best"]["accuracy"], right / 200)
        tuned = self.report("tune", "classes", "m", *machine, "--folds", 3, "--last-cost", 4)
        self.assertEqual(self.report("inspect", "m")["C"], tuned["best"]["C"])

    def test_tune_trains_at_the_best(self):
        report = self.report(
            "tune", "values", "m", "--loss", "epsilon_insensitive", "--model-format", "native", "--tolerance", 1e-3
        )
        model = self.report("inspect", "m")
        self.assertEqual(model["C"], report["best"]["C"])
        self.assertEqual(model["epsilon"], report["best"]["epsilon"])
        self.assertEqual(report["best"]["mean_squared_error"], min(p["mean_squared_error"] for p in report["points"]))

    def test_a_tune_without_a_result_has_null_in_place_of_numbers(self):
        for machine in [[], ["--kernel", "rbf"]]:
            report = self.report("tune", "classes", "m", *machine, "--max-seconds", 1e-9, status=3)
            self.assertEqual([report[key] for key in ("best", "primal", "relative_gap")], [None] * 3)

    def test_cv_of_kernels(self):
        machine = ["--kernel", "rbf", "--costs", "0.1,10", "--gammas", "0.01:1:3", "--folds", 3]
        report = self.report("cv", "classes", "out", *machine)
        self.assertEqual([report["problem"], report["kernel"], report["status"]], ["c_svc", "rbf", "converged"])
        places = [(point["gamma"], point["C"]) for point in report["points"]]
        self.assertEqual(places, [(gamma, C) for gamma in (0.01, 0.1, 1) for C in (0.1, 10)])
        right = sum(a == b for a, b in zip(numbers(self.read("out")), self.labels, strict=True))
        self.assertAlmostEqual(report["best"]["accuracy"], right / 200)
        self.assertEqual(report["best"]["accuracy"], max(point["accuracy"] for point in report["points"]))
        said = self.run_program("cv", "values", "--kernel", "linear", "--problem", "nu_svr").stdout
        self.assertIn("Cross Validation Mean squared error = ", said)

    def test_path_of_kernels(self):
        machine = ["--kernel", "rbf", "--gamma", 0.2]
        report = self.report("path", "classes", *machine, "--costs", "0.1,1,10,2", "--models", "m")
        self.assertEqual([report["problem"], report["kernel"], report["status"]], ["c_svc", "rbf", "converged"])
        for k, point in enumerate(report["points"], 1):
            single = self.report("train", "classes", "single", *machine, "--cost", point["C"])
            self.assertAlmostEqual(point["primal"] / single["primal"], 1, delta=2e-4)
            self.assertEqual(self.report("inspect", f"m.{k}")["support_vectors"], point["support_vectors"])
            self.assertIsNone(point["coef_norm"])
        said = self.run_program(
            "path", "values", "--kernel", "linear", "--problem", "epsilon_svr", "--costs", "1,2"
        ).stdout
        self.assertIn("2 points", said)
        self.assertIn("has no C", self.error("path", "classes", *machine, "--problem", "nu_svc", status=2))

    def test_searches_with_approximated_kernels_write_models_that_predict(self):
        machine = ["--kernel", "rbf", "--gamma", 0.2, "--approximate", "nystroem:30"]
        self.report("tune", "classes", "tuned", *machine, "--folds", 3, "--last-cost", 1)
        self.report("path", "classes", *machine, "--costs", "0.1,1", "--models", "path")
        for model in ["tuned", "path.1", "path.2"]:
            C = self.report("inspect", model)["C"]
            self.report("train", "classes", "single", *machine, "--cost", C)
            found, expected = (self.report("predict", "classes", name)["accuracy"] for name in [model, "single"])
            self.assertAlmostEqual(found, expected, delta=0.02)

    def test_tune_of_kernels(self):
        report = self.report("tune", "values", "m", "--kernel", "rbf", "--problem", "epsilon_svr", "--folds", 3)
        self.assertEqual(report["best"]["mean_squared_error"], min(p["mean_squared_error"] for p in report["points"]))
        self.assertIn(f"gamma {report['best']['gamma']!r}\n", self.read("m"))
        fixed = self.report("tune", "classes", "--kernel", "polynomial", "--gamma", 0.5, "--last-cost", 4, "--folds", 3)
        self.assertEqual({point["gamma"] for point in fixed["points"]}, {0.5})
        self.assertLessEqual(max(point["C"] for point in fixed["points"]), 4)
        smallest = self.report("tune", "classes", "--kernel", "rbf", "--last-cost", 1e-4, "--folds", 3)
        self.assertEqual({point["C"] for point in smallest["points"]}, {1e-4})

    def test_usage_of_kernels(self):
        error = lambda *arguments: self.error(*arguments, status=2)
        self.assertIn("--problem nu_svc needs --kernel", error("cv", "classes", "--problem", "nu_svc"))
        self.assertIn("has no C", error("tune", "classes", "--kernel", "rbf", "--problem", "nu_svc"))
        self.assertIn("excludes --gamma", error("cv", "classes", "--kernel", "rbf", "--gammas", "1,2", "--gamma", 1))
        self.assertIn("--gammas requires --kernel", error("cv", "classes", "--gammas", "1,2"))
        self.assertIn("--gammas: expected", error("cv", "classes", "--kernel", "rbf", "--gammas", "1,b"))
        self.assertIn("--gammas: 0 given", error("cv", "classes", "--kernel", "rbf", "--gammas", "1,0"))
        for kernel in ["linear", "precomputed"]:
            self.assertTrue(error("cv", "classes", "--kernel", kernel, "--gammas", "0.1,0.2").startswith("--gammas: "))
        self.write("x.csv", "a,b\n1,2\n3,4\n")
        self.write("f", "0\n1\n")
        for folds in [[], ["--fold-file", "f"]]:
            self.assertEqual(
                self.error(
                    "cv",
                    "x.csv",
                    "--kernel",
                    "rbf",
                    "--problem",
                    "one_class",
                    "--target",
                    "none",
                    "--folds",
                    2,
                    *folds,
                    status=2,
                ),
                "--target none: this command needs the targets of x.csv",
            )
        self.assertIn("--loss excludes --kernel", error("cv", "classes", "--kernel", "rbf", "--loss", "hinge"))

    def test_probabilities_of_calibrated_models(self):
        for kind in ["platt", "isotonic"]:
            for data in ["classes", "signs"]:
                self.write("signs", libsvm_text(ROWS, classes_of(ROWS, [-1, 1])))
                self.run_program("train", data, "m", "--loss", "hinge", "--probability", kind)
                self.assertEqual(self.report("inspect", "m")["probability"], kind)
                self.run_program("predict", data, "m", "out", "--probability")
                head, *lines = self.lines("out", len(ROWS) + 1)
                labels = head.split()[1:]
                for line in lines:
                    label, *p = line.split()
                    p = list(map(float, p))
                    self.assertAlmostEqual(sum(p), 1, delta=1e-12)
                    self.assertEqual(labels[p.index(max(p))], label)
        self.assertIn(
            "probability: platt given",
            self.error("train", "classes", "m", "--loss", "logistic", "--probability", "platt", status=2),
        )
        self.run_program("train", "classes", "m")
        self.assertIn("--probability needs", self.error("predict", "classes", "m", "out", "--probability", status=2))

    def test_a_search_over_no_costs_is_refused(self):
        self.assertIn("2000 given, must be <= 1024", self.error("tune", "classes", "m", "--first-cost", 2000, status=2))
        self.assertNotIn("m", self.files())

    def test_help_describes_the_command_asked_about(self):
        help_of = lambda command: self.run_program(command, "--help").stdout
        for command in ["path", "tune"]:
            self.assertNotIn("--cost ", help_of(command))
        self.assertIn("-C,--cost ", help_of("cv"))
        self.assertNotIn("of kernels", help_of("factorize"))
        for line in [line for line in help_of("inspect").splitlines() if "weight" in line and line.startswith("  --")]:
            self.assertIn("verify: ", line)

    def test_fold_files_hold_rows_out(self):
        error = lambda text: self.error("cv", "classes", "--fold-file", self.write("f", text), status=1)
        self.assertEqual(error(""), "f: 0 rows given, but none is held out")
        self.assertEqual(error("-1\n" * 200), "f: 200 rows given, but none is held out")

    def test_usage(self):
        self.assertIn("folds: 1 given", self.error("cv", "classes", "--folds", 1, status=2))
        for text in ["1:2", "a", "1:2:3:4", "1:2:2.5", "1,", ",1", "1,,2", "1:2:3:"]:
            self.assertIn("--costs: expected", self.error("cv", "classes", "--costs", text, status=2))
        self.assertEqual(
            self.error("path", "classes", "--costs", "", status=2), "--costs: nothing given, must not be empty"
        )
        error = self.error("cv", self.write("row", "1 1:1\n"), "--loss", "squared", status=2)
        self.assertEqual(error, "--folds: 5 given, needs at least two rows of weight > 0, found 1")
        self.assertEqual(
            self.error("tune", "classes", "--model-format", "native", status=2),
            "--model-format means nothing to tune without MODEL",
        )
        for limit in ["--first-cost", "--last-cost"]:
            self.assertEqual(self.error("tune", "classes", limit, 0, status=2), f"{limit}: 0 given, must be > 0")
        self.assertEqual(
            self.error("tune", "classes", "--first-cost", 5, "--last-cost", 1, status=2),
            "--first-cost: 5 given, must be <= 1",
        )
        self.assertEqual(
            self.error("cv", "classes", "--costs", "1:0:3", status=2),
            "--costs: 0 given, must end with a finite number >= 1, where it begins",
        )
        self.assertEqual(self.run_program("cv", "classes", "--costs", "1,-1", status=2).stdout, "")
        self.assertIn("must end with a finite number >= 2", self.error("path", "classes", "--costs", "2:1:5", status=2))
        self.assertIn("--costs: 0 given", self.error("path", "classes", "--costs", "0,1", status=2))


if __name__ == "__main__":
    unittest.main()
