# SPDX-License-Identifier: BSD-3-Clause
import math

from support import CommandLineTest, classes_of, libsvm_text, make_rows, read_model, targets_of

ROWS = make_rows(200, 4)


class Constraints(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write_data(ROWS, targets_of(ROWS))

    def coef(self, *options, data="values"):
        report = self.report("train", data, "m", "--loss", "huber" if data == "values" else "hinge", *options)
        self.assertEqual((report["status"], report["solver"]), ("converged", "alm_newton"))
        self.assertLessEqual(report["max_violation"], 1e-4)
        text = self.read("m").split("\nw\n")[1]
        return [float(line) for line in text.split()][:4]

    def test_rows_of_weight_zero_have_no_part_in_fairness(self):
        lines = ["1 1:0.5 2:1", "-1 1:-1 2:0.25", "1 1:2 2:-1", "-1 1:0.5 2:-2", "1 1:-0.5 2:3"]
        self.write("few", "\n".join(lines) + "\n")
        self.write("more", "\n".join([*lines, "1 1:9 2:9"]) + "\n")
        self.write("weights", "1\n" * 5 + "0\n")
        fair = ["--loss", "squared_hinge", "--constraint", "fair:1:0.01", "--tolerance", 1e-9]
        few = self.report("train", "few", "m", *fair)
        more = self.report("train", "more", "m", *fair, "--weights", "weights")
        self.assertAlmostEqual(few["primal"], more["primal"], places=7)

    def test_rows_held_out_have_no_part_in_fairness(self):
        rows = make_rows(40, 3)
        data = self.write("data", libsvm_text(rows, classes_of(rows, [1, -1])))
        self.write("folds", "".join(f"{i % 2}\n" for i in range(40)))
        options = ["--loss", "squared", "--constraint", "fair:1:0.01:1", "--tolerance", 1e-10]
        self.report("cv", data, "out", "--folds", 2, "--fold-file", "folds", *options)
        self.write("weights", "".join(f"{i % 2}\n" for i in range(40)))
        self.report("train", data, "m", "--weights", "weights", *options)
        self.report("predict", data, "m", "expected")
        held_out = [[float(line) for line in self.read(name).split()][::2] for name in ("out", "expected")]
        for found, expected in zip(*held_out):
            self.assertAlmostEqual(found, expected, places=4)
        self.report("tune", data, "m", "--folds", 2, "--fold-file", "folds", *options)

    def test_bounds(self):
        self.assertGreaterEqual(min(self.coef("--constraint", "nonnegative")), 0)
        coef = self.coef("--constraint", "bounds:-0.1:0.2", "--constraint", "bounds:3:0:inf")
        self.assertTrue(all(-0.1 <= w <= 0.2 for w in coef) and coef[2] >= 0)

    def test_bounds_of_many_columns(self):
        rows = make_rows(60, 6)
        spread = lambda row: " ".join(f"{5000 * j}:{x}" for j, x in enumerate(row, 1))
        self.write("wide", "".join(f"{y} {spread(row)}\n" for y, row in zip(classes_of(rows, [1, -1]), rows)))
        self.write("narrow", libsvm_text(rows, classes_of(rows, [1, -1])))
        for options in [["--constraint", "nonnegative"], ["--penalty", "elastic_net"], ["--penalty", "l1"]]:
            wide, narrow = (
                self.report(
                    "train", data, "m", "--loss", "hinge", "--tolerance", 1e-6, *options, "--value-type", "float64"
                )
                for data in ["wide", "narrow"]
            )
            self.assertEqual((wide["status"], wide["features"]), ("converged", 30000))
            expected = ["dual_cd", "proximal_newton"] if "--constraint" in options else [narrow["solver"]]
            self.assertIn(wide["solver"], expected)
            self.assertAlmostEqual(wide["primal"], narrow["primal"], delta=2e-6 * narrow["primal"])
        bounded = ["--constraint", "nonnegative", "--penalty", "none"]
        self.assertIn("30000", self.error("train", "wide", "--loss", "hinge", *bounded, status=2))

    def test_rows_of_many_columns(self):
        rows = make_rows(60, 6)
        text = lambda step: "".join(
            f"{y} {' '.join(f'{step * j}:{x}' for j, x in enumerate(row, 1))}\n"
            for y, row in zip(classes_of(rows, [1, -1]), rows)
        )
        limits = lambda step: f"0.25 0.25 {step}:1 {2 * step}:1\n\n-inf 0 {3 * step}:1 {4 * step}:-1\n"
        for name, step in [("wide", 5000), ("narrow", 1)]:
            self.write(name, text(step))
            self.write(f"{name}-limits", limits(step))
        for loss in ["hinge", "logistic"]:
            for penalty in [["--penalty", "l1"], []]:
                options = ["--loss", loss, "--tolerance", 1e-6, *penalty, "--value-type", "float64"]
                wide, narrow = (
                    self.report("train", data, f"{data}.model", *options, "--constraint", f"{data}-limits")
                    for data in ["wide", "narrow"]
                )
                self.assertEqual((wide["status"], wide["solver"]), ("converged", "proximal_newton"))
                self.assertEqual((narrow["status"], narrow["solver"]), ("converged", "alm_newton"))
                self.assertAlmostEqual(wide["primal"], narrow["primal"], delta=2e-6 * narrow["primal"])
                self.assertLessEqual(wide["max_violation"], 1e-6)

    def test_rows(self):
        coef = self.coef("--constraint", "ordered", "--constraint", "sum:1")
        self.assertAlmostEqual(sum(coef), 1, 3)
        self.assertTrue(all(a <= b + 1e-3 for a, b in zip(coef, coef[1:])))
        self.write("limits", "0 0 1:1 2:-1\n-inf 0.25 3:1\n")
        coef = self.coef("--constraint", "limits")
        self.assertAlmostEqual(coef[0], coef[1], 3)
        self.assertLessEqual(coef[2], 0.251)

    def test_fairness(self):
        sensitive = [1 if row[1] > 0 else 0 for row in ROWS]
        self.write("sensitive", "\n".join(map(str, sensitive)))
        coef = self.coef("--constraint", "fair:sensitive:0.01", data="signs")
        mean = sum(sensitive) / len(ROWS)
        scores = [sum(w * x for w, x in zip(coef, row)) for row in ROWS]
        covariance = sum((v - mean) * z for v, z in zip(sensitive, scores)) / len(ROWS)
        self.assertLessEqual(abs(covariance), 0.0102)
        self.coef("--constraint", "fair:2:0.01:1", data="signs")

    def test_penalties(self):
        self.assertEqual(self.coef("--penalty", "l1", "-C", "1e-3"), [0] * 4)
        report = self.report("train", "values", "--loss", "huber", "--penalty", "elastic_net", "--l1-ratio", "0.3")
        self.assertEqual((report["status"], report["penalty"]), ("converged", "elastic_net"))

    def test_contradictory_constraints_are_reported(self):
        self.write("limits", "1 inf 1:1 2:1\n\n-inf 5 1:1\n-inf 0.25 2:2 3:1\n")
        options = ["--loss", "huber", "--constraint", "limits", "--constraint", "bounds:0:0.5", "--constraint", "sum:1"]
        report = self.report("train", "values", "m", *options, status=3)
        self.assertEqual((report["status"], report["primal"]), ("infeasible", None))
        self.assertEqual(report["conflict"], ["limits:1", "limits:4"])
        self.assertNotIn("m", self.files())
        text = self.run_program("train", "values", "m", *options, status=3).stdout
        self.assertIn("infeasible: these constraints contradict each other within the bounds: limits:1, limits:4", text)
        options = ["--loss", "hinge", "--probability", "platt", "--constraint", "sum:1", "--constraint", "bounds:2:3"]
        self.assertEqual(self.report("train", "signs", "m", *options, status=3)["conflict"], ["sum:1"])

    def test_bounds_that_contradict_each_other(self):
        options = ["--constraint", "nonnegative", "--constraint", "bounds:2:-2:-1"]
        report = self.report("train", "values", "m", "--loss", "huber", *options, status=3)
        self.assertEqual((report["status"], report["conflict"]), ("infeasible", ["bounds:2:-2:-1"]))

    def test_searches_end_at_a_contradiction(self):
        self.write("limits", "1 1 1:1\n2 2 1:1\n")
        for command in [["cv", "values", "out"], ["tune", "values", "m"], ["path", "values", "--models", "m"]]:
            with self.subTest(command[0]):
                arguments = [*command, "--loss", "huber", "--constraint", "limits"]
                report = self.report(*arguments, status=3)
                self.assertEqual((report["status"], report["conflict"]), ("infeasible", ["limits:1", "limits:2"]))
                self.assertEqual(len(report["points"]), 1)
                point = report["points"][0]
                self.assertIsNone(point["relative_gap" if command[0] == "path" else "largest_gap"])
                self.assertIsNone(point["primal" if command[0] == "path" else "mean_squared_error"])
                if command[0] != "path":
                    self.assertEqual((point["fold_scores"], point["squared_correlation"]), (5 * [None], None))
                text = self.run_program(*arguments, status=3).stdout.splitlines()
                self.assertEqual(
                    text[1:],
                    ["infeasible: these constraints contradict each other within the bounds: limits:1, limits:2"],
                )
        self.assertEqual(self.files(), sorted(["limits", *targets_of(ROWS)]))

    def test_standardized_columns_keep_their_limits(self):
        coef = self.coef("--standardize", "--constraint", "bounds:-0.01:0.02", "--constraint", "sum:0.03")
        self.assertTrue(all(-0.01 <= w <= 0.02 for w in coef))
        self.assertAlmostEqual(sum(coef), 0.03, 4)

    def test_constraints_hold_whatever_the_units_of_columns(self):
        self.write("d", "1 1:100000 2:0.0001\n-1 1:-50000 2:0.0003\n2 1:20000 2:-0.0002\n0.5 1:70000 2:-0.0001\n")
        options = [
            "d",
            "m",
            "--loss",
            "absolute",
            "-C",
            1000,
            "--penalty",
            "l1",
            "--constraint",
            "ordered",
            "--value-type",
            "float64",
        ]
        exact = self.report("train", *options, "--standardize", "--tolerance", 1e-10)
        report = self.report("train", *options, "--standardize", "--tolerance", 1e-6)
        self.assertTrue(math.isclose(report["primal"], exact["primal"], rel_tol=1e-5))
        (first,), (second,) = read_model(self.read("m"))[1][:2]
        self.assertLessEqual(first - second, 1e-6 * (1 + abs(first) + abs(second)))

    def test_errors_name_the_constraint(self):
        error = lambda *options: self.error("train", "values", "--loss", "huber", *options, status=2)
        self.assertIn("--constraint nonsense: no such constraint or file", error("--constraint", "nonsense"))
        self.assertIn("expected a number, found 'x'", error("--constraint", "bounds:0:x"))
        self.assertIn("column '9' must be 1 to 4", error("--constraint", "bounds:9:0:1"))
        self.assertIn("bounds:2:1", error("--constraint", "bounds:2:1"))
        self.assertIn("--l1-ratio", error("--penalty", "elastic_net", "--l1-ratio", "2"))
        self.write("d.csv", "a,b,y\n1,2,1\n2,1,-1\n")
        for text in ["bounds:5:0:1", "fair:nosuch:0.01"]:
            named = self.error("train", "d.csv", "--constraint", text, status=2)
            self.assertTrue(named.startswith(f"--constraint {text}: column: "), named)
        self.assertIn(
            "--constraint fair:1:0.1:5: the data has no class '5'",
            self.error("train", "d.csv", "--constraint", "fair:1:0.1:5", status=2),
        )
        self.assertIn("column 'aaaa", error("--constraint", f"fair:{'a' * 300}:0.1"))
        self.assertIn("no such constraint or file", error("--constraint", "a" * 300))
        self.assertIn("dual_cd", error("--solver", "dual_cd", "--penalty", "l1"))
        self.write("sensitive", "0\n1\n")
        text = self.error("train", "values", "--loss", "huber", "--constraint", "fair:sensitive:0.1", status=1)
        self.assertRegex(text, r"^sensitive: 2 given for \d+ rows$")
        self.write("sensitive", "0\n1e999\n")
        text = self.error("train", "values", "--loss", "huber", "--constraint", "fair:sensitive:0.1", status=1)
        self.assertEqual(text, "sensitive:2:1: expected a finite number, found inf")
        self.write("limits", "0 1 1:1\n0 1 7:1\n")
        text = self.error("train", "values", "--loss", "huber", "--constraint", "limits", status=1)
        self.assertIn("limits:2: entry: '7:1' given", text)
        self.write("limits", "0 1 1:1 1:1\n")
        text = self.error("train", "values", "--loss", "huber", "--constraint", "limits", status=1)
        self.assertEqual(text, "limits:1: entry: '1:1' given, must be INDEX:VALUE, 2 <= INDEX <= 4")
