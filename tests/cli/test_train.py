# SPDX-License-Identifier: BSD-3-Clause
import gzip
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import unittest

from support import (
    PROGRAM,
    CommandLineTest,
    classes_of,
    csv_text,
    intercept_options,
    libsvm_text,
    make_rows,
    numbers,
    read_model,
    values_of,
)

ROWS = make_rows(300, 6)
SIGNS = classes_of(ROWS, [1, -1])
CLASSES = classes_of(ROWS, [3, 1, 2])
VALUES = values_of(ROWS)

CONTRACT = {
    "status",
    "solver",
    "reason",
    "loss",
    "penalty",
    "value_type",
    "primal",
    "dual",
    "relative_gap",
    "rounding_floor",
    "coef_error_bound",
    "max_violation",
    "passes",
    "iterations",
    "threads",
    "rows",
    "features",
    "nonzeros",
    "seconds",
    "peak_rss_bytes",
}


class Train(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("signs", libsvm_text(ROWS, SIGNS))
        self.write("classes", libsvm_text(ROWS, CLASSES))
        self.write("values", libsvm_text(ROWS, VALUES))

    def test_report_is_the_contract(self):
        report = self.report("train", "signs")
        self.assertEqual(set(report), CONTRACT)
        self.assertEqual(set(report["seconds"]), {"read", "solve", "write"})
        self.assertEqual((report["status"], report["loss"], report["penalty"]), ("converged", "squared_hinge", "l2"))
        self.assertEqual((report["value_type"], report["max_violation"]), ("float32", 0))
        self.assertEqual((report["rows"], report["features"]), (300, 6))
        self.assertEqual(report["nonzeros"], sum(x != 0 for row in ROWS for x in row))
        self.assertLessEqual(report["relative_gap"], 1e-4)
        self.assertLessEqual(report["dual"], report["primal"])
        self.assertGreater(report["peak_rss_bytes"], 1 << 20)

    def test_parts_have_the_shape_of_the_whole(self):
        report = self.report("train", "classes")
        self.assertEqual([part["label"] for part in report["parts"]], list(dict.fromkeys(CLASSES)))
        for part in report["parts"]:
            self.assertLessEqual(part["relative_gap"], 1e-4)
            self.assertLessEqual({"status", "primal", "dual", "passes", "seconds"}, set(part))
        self.assertAlmostEqual(report["primal"], sum(part["primal"] for part in report["parts"]), places=9)
        self.assertEqual(report["passes"], sum(part["passes"] for part in report["parts"]))

    def test_json_goes_to_a_file_and_the_text_to_standard_output(self):
        printed = self.run_program("train", "signs", "--json", "report.json")
        self.assertEqual(json.loads(self.read("report.json"))["status"], "converged")
        self.assertEqual(
            [line.split()[0] for line in printed.stdout.splitlines()], ["read", "solve", "write", "converged:"]
        )
        self.assertEqual(printed.stderr, "")

    def test_quiet_says_nothing(self):
        printed = self.run_program("train", "signs", "--quiet")
        self.assertEqual(printed.stdout + printed.stderr, "")

    def test_model_is_named_after_the_data_and_lies_here(self):
        (self.folder / "inner").mkdir()
        (self.folder / "inner" / "data.txt").write_text(self.read("signs"))
        self.run_program("train", "inner/data.txt")
        self.assertIn("data.txt.model", self.files())

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
            hinge = sum(max(0, 1 - y * (sum(a * x for a, x in zip(w, row)) + b)) for y, row in zip(SIGNS, ROWS))
            self.assertAlmostEqual(report["primal"], norm / 2 + 0.5 * hinge, places=9)
            self.assertTrue(all(0 <= y * s_i <= 0.5 for y, s_i in zip(SIGNS, s)))
            self.assertAlmostEqual(report["dual"], sum(y * s_i for y, s_i in zip(SIGNS, s)) - norm / 2, places=9)
            if intercept == "free":
                self.assertAlmostEqual(sum(s), 0, places=12)

    def test_dual_has_a_column_per_output(self):
        self.run_program("train", "classes", "--save-dual", "dual", "--intercept", "none", "--solver", "dual_cd")
        _, coef = read_model(self.read("classes.model"))
        s = [[float(word) for word in line.split()] for line in self.read("dual").splitlines()]
        for k in range(3):
            for j in range(6):
                self.assertAlmostEqual(coef[j][k], sum(s_i[k] * row[j] for s_i, row in zip(s, ROWS)), places=9)

    def test_multinomial_is_one_problem_with_a_dual_column_per_class(self):
        rows = make_rows(90, 4)
        self.write("classes", libsvm_text(rows, classes_of(rows, [3, 1, 2])))
        report = self.report(
            "train",
            "classes",
            "m",
            "--loss",
            "logistic",
            "--multiclass",
            "multinomial",
            "--save-dual",
            "dual",
            "--tolerance",
            1e-8,
            "--value-type",
            "float64",
        )
        self.assertEqual(report["status"], "converged")
        self.assertNotIn("parts", report)
        for line in self.lines("dual", 90):
            self.assertAlmostEqual(sum(map(float, line.split())), 0, delta=1e-12)
        checked = self.report("inspect", "m", "--verify", "classes", "--value-type", "float64")
        self.assertAlmostEqual(checked["verified"]["primal"], report["primal"], delta=1e-9 * report["primal"])
        self.run_program("predict", "classes", "m", "out", "--probability")
        for line in self.lines("out", 91)[1:]:
            self.assertAlmostEqual(sum(map(float, line.split()[1:])), 1, delta=1e-6)

    def test_crammer_and_singer_in_one_problem(self):
        rows = make_rows(90, 4)
        self.write("classes", libsvm_text(rows, classes_of(rows, [3, 1, 2])))
        machine = ["--loss", "hinge", "--multiclass", "crammer_singer"]
        report = self.report(
            "train",
            "classes",
            "m",
            *machine,
            "--intercept",
            "penalized",
            "--save-dual",
            "dual",
            "--tolerance",
            1e-5,
            "--value-type",
            "float64",
        )
        self.assertEqual((report["status"], report["solver"]), ("converged", "alm_newton"))
        self.assertNotIn("parts", report)
        for line in self.lines("dual", 90):
            self.assertAlmostEqual(sum(map(float, line.split())), 0, delta=1e-14)
        self.assertEqual(read_model(self.read("m"))[0]["solver_type"], "MCSVM_CS")
        for form in ["auto", "native"]:
            self.run_program(
                "train",
                "classes",
                "m",
                *machine,
                "--intercept",
                "penalized",
                "--tolerance",
                1e-5,
                "--value-type",
                "float64",
                "--model-format",
                form,
            )
            checked = self.report(
                "inspect",
                "m",
                "--verify",
                "classes",
                "--value-type",
                "float64",
                "--cost",
                1,
                "--intercept",
                "penalized",
            )
            self.assertAlmostEqual(checked["verified"]["primal"], report["primal"], delta=1e-9 * report["primal"])
        self.assertIn("crammer_singer", self.read("m"))
        self.assertIn("intercept penalized or none", self.error("train", "classes", *machine, status=2))
        scores = self.report("cv", "classes", *machine, "--intercept", "none", "--folds", 3)
        self.assertGreater(scores["best"]["accuracy"], 0.5)

    def test_one_vs_one_has_a_part_for_every_two_classes(self):
        labels = classes_of(ROWS, [4, 1, 2, 3])
        self.write("four", libsvm_text(ROWS, labels))
        report = self.report(
            "train",
            "four",
            "m",
            "--multiclass",
            "ovo",
            "--loss",
            "hinge",
            "--solver",
            "dual_cd",
            "--save-dual",
            "dual",
            "--intercept",
            "none",
            "--value-type",
            "float64",
        )
        order = list(dict.fromkeys(labels))
        pairs = [[a, b] for i, a in enumerate(order) for b in order[i + 1 :]]
        self.assertEqual([part["labels"] for part in report["parts"]], pairs)
        self.assertAlmostEqual(report["primal"], sum(part["primal"] for part in report["parts"]), places=9)
        s = [[float(word) for word in line.split()] for line in self.read("dual").splitlines()]
        coef = [[float(word) for word in line.split()] for line in self.read("m").split("\nw\n")[1].splitlines()]
        for k, pair in enumerate(pairs):
            self.assertTrue(all(s_i[k] == 0 for s_i, label in zip(s, labels) if label not in pair))
            for j in range(6):
                self.assertAlmostEqual(coef[j][k], sum(s_i[k] * row[j] for s_i, row in zip(s, ROWS)), places=9)
        self.run_program("predict", "four", "m", "values", "--decision-values")
        self.run_program("predict", "four", "m", "labels")
        for line, label in zip(self.read("values").splitlines(), numbers(self.read("labels"))):
            winners = [pair[0 if float(word) > 0 else 1] for word, pair in zip(line.split(), pairs, strict=True)]
            self.assertEqual(label, max(order, key=winners.count))

    def test_one_vs_one_with_all_that_a_problem_may_ask(self):
        weights = ["--class-weight", "1:2", "--value-type", "float64"]
        train = ["train", "classes", "m", "--multiclass", "ovo", *weights]
        for options in [
            ["--standardize"],
            ["--penalty", "elastic_net"],
            ["--constraint", "nonnegative"],
            ["--loss", "logistic", "--intercept", "penalized"],
            ["--layout", "sparse", "--threads", 2],
        ]:
            report = self.report(*train, *options)
            self.assertEqual((report["status"], len(report["parts"])), ("converged", 3), options)
            checked = self.report("inspect", "m", "--verify", "classes", *weights)
            self.assertEqual((checked["multi_class"], checked["outputs"]), ("ovo", 3))
            self.assertLess(checked["verified"]["relative_difference"], 1e-9, options)
        first = self.read("m")
        self.report(*train, "--layout", "sparse", "--threads", 1)
        self.assertEqual(self.read("m"), first)
        self.assertEqual(self.report(*train, "--warm-start", "m")["status"], "converged")
        self.assertIn(
            "does not fit the outputs of ovr", self.error("train", "classes", "n", "--warm-start", "m", status=2)
        )

    def test_one_vs_one_probabilities_never_contradict_the_votes(self):
        for options in [["--loss", "logistic"], ["--probability", "platt"], ["--probability", "isotonic"]]:
            self.run_program("train", "classes", "m", "--multiclass", "ovo", *options)
            self.run_program("predict", "classes", "m", "out", "--probability")
            names, *lines = self.lines("out", len(ROWS) + 1)
            names = [float(word) for word in names.split()[1:]]
            for line in lines:
                label, *p = map(float, line.split())
                self.assertEqual(label, names[p.index(max(p))])
                self.assertAlmostEqual(sum(p), 1, delta=1e-6)

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
        below = sum(z >= y for z, y in zip(numbers(self.read("out")), VALUES)) / len(VALUES)
        self.assertAlmostEqual(below, 0.9, delta=0.03)
        primal = lambda *options: self.report("train", "values", "--loss", *options)["primal"]
        self.assertLess(primal("quantile", "--epsilon", 1), primal("quantile"))
        self.assertLess(primal("epsilon_insensitive", "--epsilon", 1), primal("epsilon_insensitive"))
        self.assertLess(primal("huber", "--delta", 0.1), primal("huber"))
        self.assertNotEqual(primal("expectile", "--tau", 0.9), primal("expectile"))

    def test_weights_multiply_C(self):
        weights = [i % 3 for i in range(len(ROWS))]
        self.write("weights", "".join(f"{weight}\n" for weight in weights))
        kept = [i for i, weight in enumerate(weights) for _ in range(weight)]
        self.write("repeated", libsvm_text([ROWS[i] for i in kept], [SIGNS[i] for i in kept]))
        options = ["--tolerance", 1e-8]
        weighted = self.report("train", "signs", "--weights", "weights", *options)
        repeated = self.report("train", "repeated", *options)
        self.assertAlmostEqual(weighted["primal"] / repeated["primal"], 1, places=7)

    def test_weight_files_may_be_compressed_and_begin_with_a_byte_order_mark(self):
        text = "\ufeff" + "".join(f"{i % 3}\n" for i in range(len(ROWS)))
        self.write("weights", text)
        (self.folder / "weights.gz").write_bytes(gzip.compress(text.encode()))
        primal = lambda name: self.report("train", "signs", "--weights", name)["primal"]
        self.assertEqual(primal("weights"), primal("weights.gz"))

    def test_class_weights_multiply_C(self):
        self.write("weights", "".join("2.5\n" if y == -1 else "1\n" for y in SIGNS))
        by_row = self.report("train", "signs", "--weights", "weights", "--tolerance", 1e-8)
        by_class = self.report("train", "signs", "--class-weight", "-1:2.5", "--tolerance", 1e-8)
        self.assertAlmostEqual(by_row["primal"] / by_class["primal"], 1, places=7)

    def test_balanced_classes_count_rows_of_weight(self):
        labels = classes_of(ROWS, [1, 1, 1, 2, 3])
        self.write("skewed", libsvm_text(ROWS, labels))
        self.write(
            "weights", "".join("0\n" if y == 3 or i % 5 == 0 else f"{1 + i % 2}\n" for i, y in enumerate(labels))
        )
        counted = [y for i, y in enumerate(labels) if y != 3 and i % 5]
        for options, rows in [[[], labels], [["--weights", "weights"], counted]]:
            classes = sorted(set(rows))
            by_label = ",".join(f"{y}:{len(rows) / (len(classes) * rows.count(y)):.17g}" for y in classes)
            for command in [["train"], ["train", "--kernel", "rbf"], ["cv"], ["path", "--costs", "1"], ["tune"]]:
                training = [*command, "skewed", *options, "--class-weight"]
                balanced, given = self.report(*training, "balanced"), self.report(*training, by_label)
                for key in balanced.keys() & {"primal", "violation"}:
                    self.assertEqual(balanced[key], given[key])
                for key in balanced.keys() & {"points"}:
                    timeless = lambda points: [{**point, "seconds": 0} for point in points]
                    self.assertEqual(timeless(balanced[key]), timeless(given[key]))
            self.run_program("train", "skewed", "m", "--model-format", "native", "--class-weight", by_label, *options)
            verified = self.report("inspect", "m", "--verify", "skewed", "--class-weight", "balanced", *options)[
                "verified"
            ]
            self.assertLess(verified["relative_difference"], 1e-12)
        usage = lambda *options: self.error("train", "values", "--class-weight", "balanced", *options, status=2)
        self.assertIn("--class-weight: weights given, mean nothing to the regression loss", usage("--loss", "squared"))
        for machine in ["epsilon_svr", "one_class"]:
            self.assertEqual(
                f"--class-weight means nothing to --problem {machine}", usage("--kernel", "rbf", "--problem", machine)
            )

    def test_standardized_training_knows_no_scale_of_columns(self):
        scaled = [[x * 8 ** (j - 2) for j, x in enumerate(row)] for row in ROWS]
        self.write("scaled", libsvm_text(scaled, SIGNS))
        options = ["--standardize", "--tolerance", 1e-9]
        given = self.report("train", "signs", "m1", *options)
        report = self.report("train", "scaled", "m2", *options)
        self.assertAlmostEqual(report["primal"] / given["primal"], 1, places=6)
        for data, model, out in [("signs", "m1", "out1"), ("scaled", "m2", "out2")]:
            self.run_program("predict", data, model, out, "--quiet")
        self.assertEqual(self.read("out1"), self.read("out2"))

    def test_not_converged_writes_the_model_and_says_so(self):
        report = self.report(
            "train", "signs", "-C", 1e6, "--solver", "dual_cd", "--max-passes", 1, "--tolerance", 1e-12, status=3
        )
        self.assertEqual(report["status"], "max_passes")
        self.assertGreater(report["relative_gap"], 1e-12)
        self.assertLess(report["dual"], report["primal"])
        self.assertIn("signs.model", self.files())

    def test_outputs_that_did_not_converge_are_named(self):
        self.write("data", "9 1:1\n11 1:2\n13 1:3\n")
        summary = self.run_program(
            "train", "data", "--loss", "logistic", "--penalty", "none", "--max-passes", 10, status=3
        ).stdout.splitlines()[-1]
        self.assertRegex(summary, r"; not converged: label 9 \(max_passes, relative gap .*\), label 13 \(max_passes, ")
        self.assertNotIn("label 11", summary)
        report = self.run_program(
            "train", "classes", "--kernel", "rbf", "--tolerance", 1e-13, "--max-passes", 1, status=3
        ).stdout.splitlines()[-1]
        self.assertRegex(report, r"; not converged: labels 2 and 1 \(.*relative gap")

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

    def test_trace_descends_to_the_certificate(self):
        report = self.report("train", "signs", "--trace", "trace.csv", "--tolerance", 1e-7)
        header, *lines = self.read("trace.csv").splitlines()
        self.assertEqual(header, "seconds,passes,primal,dual,relative_gap")
        points = [dict(zip(header.split(","), map(float, line.split(",")))) for line in lines]
        self.assertGreater(len(points), 0)
        self.assertEqual(points[-1]["relative_gap"], report["relative_gap"])
        self.assertEqual(points[-1]["primal"], report["primal"])
        self.assertEqual(sorted(p["passes"] for p in points), [p["passes"] for p in points])

    def test_trace_of_several_outputs_numbers_them(self):
        self.run_program("train", "classes", "--trace", "trace.csv")
        header, *lines = self.read("trace.csv").splitlines()
        self.assertEqual(header, "seconds,passes,primal,dual,relative_gap,output")
        self.assertEqual({line.split(",")[-1] for line in lines}, {"0", "1", "2"})

    def test_seeds_and_threads(self):
        model = lambda *options: (
            self.run_program("train", "classes", "m", "--solver", "dual_cd", *options),
            self.read("m"),
        )[1]
        self.assertEqual(model("--threads", 1), model("--threads", 3))
        self.assertNotEqual(model("--seed", 1), model("--seed", 2))

    def test_rows_of_weight_zero_make_no_class(self):
        lines = ["1 1:0.5 2:1", "-1 1:-1 2:0.25", "1 1:2 2:-1", "2 1:0.5 2:-2", "2 1:-0.5 2:3", "-1 1:1"]
        self.write("few", "\n".join(lines) + "\n")
        self.write("more", "\n".join(["5 1:9 2:9", *lines]) + "\n")
        self.write("weights", "0\n" + "1\n" * 6)
        for options in [[], ["--multiclass", "ovo"], ["--multiclass", "multinomial", "--loss", "logistic"]]:
            few = self.report("train", "few", "m", *options, "--tolerance", 1e-9)
            labels = self.report("inspect", "m")["labels"]
            more = self.report(
                "train", "more", "n", *options, "--weights", "weights", "--tolerance", 1e-9, "--save-dual", "dual"
            )
            self.assertEqual(self.report("inspect", "n")["labels"], labels)
            self.assertAlmostEqual(more["primal"], few["primal"], places=7)
            self.assertEqual({float(s) for s in self.read("dual").splitlines()[0].split()}, {0})
            verified = self.report(
                "inspect", "n", "--verify", "more", "--weights", "weights", "--cost", 1, "--intercept", "free"
            )
            self.assertAlmostEqual(verified["verified"]["primal"], more["primal"], places=6)

    def test_csv_compressed_and_converted_data_give_the_same_model(self):
        self.run_program("train", "signs", "m", "--model-format", "native", "--layout", "dense")
        _, expected = read_model(self.read("m"))
        names = [f"f {j}" for j in range(6)]
        self.write("signs.csv", csv_text(ROWS, SIGNS, names, "class"))
        (self.folder / "signs.gz").write_bytes(gzip.compress(self.read("signs").encode()))
        self.run_program("convert", "signs", "signs.bin", "--layout", "dense")
        for data in ["signs.csv", "signs.gz", "signs.bin"]:
            self.run_program("train", data, "m", "--layout", "dense")
            self.assertEqual(read_model(self.read("m"))[1], expected, data)
        self.run_program("train", "signs.csv", "m", "--target", "class")
        self.assertIn("feature f 3\n", self.read("m"))

    def test_failures_leave_no_file(self):
        before = self.files()
        self.error("train", "missing", status=1)
        self.error("train", self.write("bad", "1 1:1\n-1 1:x\n"), "m", status=1)
        self.error("train", "signs", "no/such/folder/m", status=1)
        self.assertEqual(self.files(), sorted(before + ["bad"]))

    def test_an_existing_model_is_replaced_whole_or_not_at_all(self):
        self.write("m", "precious")
        self.error("train", "bad", "m", status=1)
        self.assertEqual(self.read("m"), "precious")
        self.run_program("train", "signs", "m")
        self.assertTrue(self.read("m").startswith("solver_type"))
        self.assertFalse([name for name in self.files() if name not in ("m", "signs", "classes", "values")])


class TrainErrors(CommandLineTest):
    def test_data_errors_name_file_line_column_and_what_was_expected(self):
        self.assertRegex(self.error("train", self.write("d", "1 1:1\n-1 2:abc\n"), status=1), r"d:2:6: .*number.*'abc'")
        self.assertRegex(self.error("train", self.write("d", "1 1:1\n-1 0:1\n"), status=1), r"d:2:4: ")
        one_class = "y: one class only (1), classification needs at least two"
        for name in ["d", "y"]:
            self.write(name, "1 1:1\n1 1:2\n")
            for command in ["train", "cv", "tune", "path"]:
                error = self.error(command, name, status=1)
                self.assertEqual(error, one_class if name == "y" else f"d: {one_class}")
        self.write("w", "0\n0\n")
        self.assertEqual(
            self.error("train", "d", "--weights", "w", "--loss", "squared", status=1),
            "d: weights: all are 0, at least one must be > 0",
        )
        self.assertIn("missing", self.error("train", "missing", status=1))

    def test_weight_files_are_checked_line_by_line(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        train = lambda text: self.error("train", "d", "--weights", self.write("w", text), status=1)
        self.assertEqual(train("1\nx\n"), "w:2:1: expected a number, found 'x'")
        self.assertEqual(train("1\n1\n1\n"), "w: 3 given for 2 rows")
        self.assertEqual(train(""), "w: 0 given for 2 rows")
        self.assertIn("all rows of weight > 0 are of class 1", train("1\n0\n"))
        self.assertEqual(train("1\n-1\n"), "w:2:1: expected a finite number >= 0, found -1")
        self.assertEqual(train("1e400\n"), "w:1:1: expected a finite number, found inf")

    def test_a_folder_is_no_file_to_read(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        (self.folder / "f").mkdir()
        levels = ["--loss", "quantile", "--quantile", "0.1,0.9"]
        for options in [
            ["--weights", "f"],
            ["--constraint", "f"],
            ["--loss", "plq:f"],
            [*levels, "--non-crossing-box", "f"],
        ]:
            self.assertEqual(self.error("train", "d", *options, status=1), "f: cannot read: Is a directory")

    def test_usage_errors_name_the_option(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        usage = lambda *options: self.error("train", "d", *options, status=2)
        named = usage("--loss", "svm")
        self.assertTrue(named.startswith("--loss: svm given, must be one of hinge, "), named)
        self.assertTrue(named.endswith(", expectile or plq:FILE"), named)
        self.assertIn("--penalty", usage("--penalty", "l0"))
        self.assertIn("--multiclass", usage("--multiclass", "one"))
        self.assertIn("--class-weight", usage("--class-weight", "1"))
        self.assertIn("--class-weight", usage("--class-weight", "1:2,1:3"))
        self.assertIn("label 7", usage("--class-weight", "7:2"))
        self.assertEqual("--tolerance: 0 given, must be > 0", usage("--tolerance", "0"))
        self.assertEqual("--epsilon: 1e400 given, must be >= 0", usage("--epsilon", "1e400"))
        self.assertEqual("--max-passes: -1 given, must be > 0", usage("--max-passes", "-1"))
        whole = "given, must be a whole number from"
        self.assertEqual(f"--seed: -1 {whole} 0 to {2**64 - 1}", usage("--seed", "-1"))
        self.assertEqual(f"--max-passes: {2**63} {whole} 1 to {2**63 - 1}", usage("--max-passes", 2**63))
        self.assertEqual("--cost: -1 given, must be > 0 and finite", usage("-C", "-1"))
        self.assertIn("tau", usage("--loss", "quantile", "--quantile", "1"))
        self.assertEqual("--threads: 0 given, must be > 0", usage("--threads", "0"))
        self.assertEqual(f"--threads: 4097 {whole} 1 to 4096", usage("--threads", "4097"))
        self.assertEqual(f"--degree: 2.5 {whole} 0 to {2**31 - 1}", usage("--kernel", "polynomial", "--degree", 2.5))
        self.assertIn("--nonsense", usage("--nonsense"))
        self.error("train", status=2)
        self.error(status=2)

    def test_what_needs_no_data_is_said_before_data_are_read(self):
        self.write("bad", "1 1:1\n1 x\n")
        for command in ["train", "cv", "path", "tune"]:
            usage = lambda *options, command=command: self.error(command, "bad", *options, status=2)
            self.assertEqual(usage("--constraint", "foo"), "--constraint foo: no such constraint or file")
            for constraint in ["bounds:x:1", "bounds:1:0:x", "sum:x", "fair:1:x", "fair:1:x:1"]:
                self.assertEqual(
                    usage("--constraint", constraint), f"--constraint {constraint}: expected a number, found 'x'"
                )
            self.assertIn(
                "--solver: newton given, must be auto, alm_newton or", usage("--solver", "newton", "--penalty", "l1")
            )
            self.assertIn(
                "--multiclass: multinomial given, needs the loss logistic, not hinge",
                usage("--multiclass", "multinomial", "--loss", "hinge"),
            )
            self.assertIn(
                "--multiclass multinomial excludes --kernel", usage("--multiclass", "multinomial", "--kernel", "rbf")
            )
            self.assertIn(
                "--multiclass means nothing to --problem nu_svr",
                usage("--multiclass", "ovr", "--kernel", "rbf", "--problem", "nu_svr"),
            )

    def test_options_without_a_meaning_are_refused_or_said(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        usage = lambda *options: self.error("train", "d", *options, status=2)
        for option, value in [("--gamma", -5), ("--epsilon", -3), ("--delta", "nan"), ("--bias", 0), ("--l1-ratio", 2)]:
            self.assertIn(f"{option}: {value} given, must be ", usage("--loss", "hinge", option, value))
        self.assertIn("--multiclass means nothing", usage("--loss", "squared", "--multiclass", "ovo"))
        self.assertEqual(usage("--penalty", "l2", "--l1-ratio", 0.5), "--l1-ratio means nothing to --penalty l2")
        for option, value in [("--coordinate-order", "random"), ("--inner", "exact")]:
            self.assertEqual(usage(option, value), f"{option} means nothing to --solver auto")
        self.assertEqual(
            self.notes("train", "d", "m", "--solver", "newton", "--no-shrinking"),
            "note: --no-shrinking means nothing to --solver newton\n",
        )
        for to, option, *others in [
            (["--loss", "hinge"], "--epsilon", "--delta", "--quantile", "--gamma"),
            (["--intercept", "free"], "--bias"),
            (["--intercept", "none"], "--bias"),
            (["--kernel", "rbf"], "--degree", "--coef0"),
            (["--kernel", "linear"], "--gamma"),
            (["--kernel", "rbf", "--problem", "nu_svc"], "--cost", "--epsilon"),
            (["--kernel", "rbf", "--problem", "c_svc"], "--nu"),
        ]:
            for name in [option, *others]:
                arguments = ["train", "d", "m", *to, name, 2 if name == "--degree" else 0.5]
                self.assertEqual(self.notes(*arguments), f"note: {name} means nothing to {' '.join(to[-2:])}\n")
                self.assertEqual(self.notes(*arguments, "--quiet"), "")
        for options in [["--kernel", "rbf"], ["--problem", "one_class"]]:
            self.assertEqual(self.notes("train", "d", "m", *options, "--seed", 3), "")
        self.assertEqual(self.notes("path", "d", "--kernel", "rbf", "--costs", 1, "--seed", 3), "")
        for command in [["cv", "d", "--folds", 2, "--costs", "1,2"], ["path", "d"], ["tune", "d", "--folds", 2]]:
            self.assertIn("--cost means nothing to", self.notes(*command, "-C", 5))

    def test_columns_that_float32_cannot_tell_apart_are_said(self):
        self.write("d.csv", "day,a,y\n1,1700000000,1\n2,1700000017,0\n3,1700000034,1\n4,1700000051,0\n")
        said = (
            "note: d.csv: float32 loses most differences between the values of column a "
            "(--value-type float64 keeps them when text is read)\n"
        )
        for command in [
            ["train", "d.csv", "m"],
            ["train", "d.csv", "m", "--kernel", "rbf"],
            ["cv", "d.csv", "--folds", 2],
        ]:
            self.assertEqual(self.notes(*command), said)
            self.assertEqual(self.notes(*command, "--value-type", "float64"), "")
            self.assertEqual(self.notes(*command, "--quiet"), "")
        rows = "".join(f"{i % 2} " + " ".join(f"{j}:{1e9 + i:.0f}" for j in range(1, 8)) + "\n" for i in range(4))
        self.write("d", rows)
        self.assertIn("values of columns 1, 2, 3, 4, 5, 2 more (", self.notes("train", "d", "m"))

    def test_classes_that_look_like_numbers_are_said(self):
        self.write("d", "1.5 1:1\n2 1:2\n3 1:3\n1.5 1:4\n")
        taken = "note: d: targets are taken as labels of 3 classes (such as 1.5); for regression use "
        for command in [["train", "d", "m"], ["cv", "d", "--folds", 2], ["path", "d"], ["tune", "d", "--folds", 2]]:
            self.assertEqual(self.notes(*command), f"{taken}--loss squared, huber, quantile or epsilon_insensitive\n")
        self.assertEqual(self.notes("train", "d", "m", "--kernel", "rbf"), f"{taken}--problem epsilon_svr or nu_svr\n")
        for others in [["--loss", "huber"], ["--kernel", "rbf", "--problem", "nu_svr"], ["--quiet"]]:
            self.assertEqual(self.notes("train", "d", "m", *others), "")
        self.write("margin", '{"argument": "margin", "breakpoints": [1], "slopes": [-1, 0], "curvatures": [0, 0]}')
        self.write("residual", '{"argument": "residual", "breakpoints": [0], "slopes": [-1, 1], "curvatures": [0, 0]}')
        for command in [["train", "d", "m"], ["cv", "d", "--folds", 2]]:
            self.assertIn(taken, self.notes(*command, "--loss", "plq:margin"))
            self.assertEqual(self.notes(*command, "--loss", "plq:residual"), "")
        whole = lambda count: "".join(f"{i % count} 1:{i}\n" for i in range(2 * count))
        self.write("many", whole(1001))
        self.assertIn("taken as labels of 1001 classes", self.notes("train", "many", "m"))
        for few in ["0.5 1:1\n1.5 1:2\n", whole(1000)]:
            self.write("few", few)
            self.assertEqual(self.notes("train", "few", "m"), "")

    def test_targets_and_value_types_are_said_where_they_mean_something(self):
        self.write("d.csv", "a,b,y\n1,2,1\n2,1,-1\n")
        self.write("d", "1 1:1\n-1 1:2\n")
        self.run_program("convert", "d", "store", "--value-type", "float32")
        for data, kind in [("d", "LIBSVM text"), ("store", "a binary store")]:
            error = self.error("train", data, "m", "--target", 1, status=2)
            self.assertTrue(error.startswith(f"--target: 1 given, means nothing to {data}") and kind in error, error)
        for arguments in [
            ["train", "store", "m"],
            ["inspect", "store"],
            ["convert", "store", "again"],
            ["cv", "store"],
        ]:
            error = self.error(*arguments, "--value-type", "float64", status=2)
            self.assertEqual(error, "--value-type float64: store is a binary store of float32")
        self.run_program("inspect", "store", "--value-type", "float32")
        for arguments in [["train", "d.csv", "m"], ["cv", "d.csv"], ["train", "d.csv", "m", "--kernel", "rbf"]]:
            error = self.error(*arguments, "--target", "none", status=2)
            self.assertEqual(error, "--target none: this command needs the targets of d.csv")

    def test_what_is_wrong_without_data_is_said_before_it_is_read(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for option in ["--weights", "--warm-start", "--l1-weights"]:
            for kernel in [[], ["--kernel", "rbf"]]:
                done = self.run_program("train", "d", "m", option, "nosuch", *kernel, status=1)
                self.assertEqual(
                    (done.stdout, done.stderr),
                    ("", "hingeline: error: nosuch: cannot open: No such file or directory\n"),
                )
        for cost in ["-1", "inf"]:
            self.assertEqual(
                self.error("train", "nosuch", "-C", cost, status=2), f"--cost: {cost} given, must be > 0 and finite"
            )
        self.assertEqual(
            self.error("train", "d", "m", "--kernel", "rbf", "--memory", 1, status=2),
            "--memory is for linear models with a loss, not for kernels without --approximate or for one_class",
        )

    def test_a_start_of_other_features_names_its_option(self):
        self.run_program("train", self.write("d", "1 1:1\n-1 1:2\n"), "m")
        self.assertEqual(
            self.error("train", self.write("wide", "1 2:1\n-1 1:2\n"), "n", "--warm-start", "m", status=2),
            "--warm-start: a model of 1 features given, must have 2",
        )

    def test_standard_output(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        self.run_program("train", "d", "m")
        if pathlib.Path("/dev/full").exists():
            for arguments in [["inspect", "d"], ["predict", "d", "m"], ["train", "d", "m"], ["cv", "d", "--folds", 2]]:
                with open("/dev/full", "w") as full:
                    done = subprocess.run(
                        [PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=full, stderr=subprocess.PIPE
                    )
                self.assertEqual(done.returncode, 1, arguments)
                self.assertEqual(done.stderr, b"hingeline: error: standard output: cannot write\n")
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, "inspect", "none"], cwd=self.folder, stderr=full)
            self.assertEqual(done.returncode, 1)
        if pathlib.Path("/dev/stdout").exists():
            self.assertEqual(self.run_program("predict", "d", "m", "/dev/stdout").stdout, "1\n-1\n")
            self.assertEqual(
                self.run_program("convert", "d", "/dev/stdout", "--to", "libsvm").stdout, "1 1:1\n-1 1:2\n"
            )
            self.assertEqual(self.run_program("train", "d", "/dev/stdout").stdout, self.read("m"))
            self.assertIn("are one file", self.error("predict", "d", "m", "/dev/stdout", "--json", "-", status=2))

    def test_a_reader_that_has_gone_costs_no_model(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for arguments in [["d", "m"], ["d", "k", "--kernel", "rbf"], ["d", "j", "--json", "-"]]:
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run(
                [PROGRAM, "train", *arguments], cwd=self.folder, stdout=writer, stderr=subprocess.PIPE
            )
            os.close(writer)
            self.assertEqual(done.returncode, -signal.SIGPIPE)
            self.run_program("inspect", arguments[1])

    def test_a_limit_of_the_size_of_files_is_an_error(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
        done = subprocess.run([PROGRAM, "train", "d", "m"], cwd=self.folder, capture_output=True, preexec_fn=limit)
        self.assertEqual((done.returncode, done.stderr), (1, b"hingeline: error: m: cannot write: File too large\n"))
        self.assertEqual(self.files(), ["d"])

    def test_a_command_that_is_none_is_named(self):
        error = self.error("trian", "d", "m", status=2)
        self.assertTrue(error.startswith("trian: no such command, must be one of train, cv, "), error)

    def test_files_are_named_once(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for named in [
            ["d"],
            ["m", "--json", "m"],
            ["m", "--trace", "./m"],
            ["m", "--save-dual", "d"],
            ["m", "--json", "-", "--trace", "-"],
            ["m", "--weights", "w", "--json", "w"],
        ]:
            self.assertRegex(self.error("train", "d", *named, status=2), "^[A-Za-z-]+ and [A-Za-z-]+ are one file, ")
            self.assertEqual(self.files(), ["d"])
        self.assertIn("MODEL", self.error("train", "d", "-", status=2))
        self.run_program("train", "d", "m", "--json", "/dev/null", "--trace", "/dev/null")
        self.write("c", "0 1 1:1\n")
        for name, value in [("--constraint", "c"), ("--constraint", "fair:c:1"), ("--non-crossing-box", "c")]:
            error = self.error("train", "d", "m", name, value, "--json", "c", status=2)
            self.assertEqual(error, f"{name} and --json are one file, c")

    def test_names_that_lead_nowhere_are_not_one_file(self):
        (self.folder / "loop").symlink_to("loop")
        self.assertTrue(self.error("train", "d", "loop/m", "--json", "loop/j", status=1).startswith("loop/m: cannot "))

    def test_an_option_is_no_file_to_write(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        error = self.error("train", "d", "m", "--json", "--trace", status=2)
        self.assertEqual(error, "--json: a file expected, --trace given (./--trace names a file)")
        self.assertEqual(self.files(), ["d"])
        self.run_program("train", "d", "m", "--json", "./--trace")
        self.assertEqual(self.files(), ["--trace", "d", "m"])

    def test_what_cannot_be_written_is_said_before_the_solve(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for option in ["--json", "--trace", "--save-dual"]:
            self.assertIn("none/x: cannot write", self.error("train", "d", "m", option, "none/x", status=1))
            self.assertEqual(self.files(), ["d"])

    def test_without_a_ridge_nothing_bounds_the_distance(self):
        self.write("d", "1 1:1\n2 1:2\n4 1:4\n")
        said = self.run_program("train", "d", "m", "--penalty", "none", "--loss", "squared").stdout
        self.assertRegex(said, r"primal 0, dual \S+, relative gap 0 \(tolerance 0.0001\), \|w - w\*\| <= inf")

    def test_columns_of_csv_are_one_word(self):
        self.write("d.csv", "a,b,y\n1,2,1\n3,4,-1\n5,4,1\n")
        for option in ["--ignore", "--categorical"]:
            self.run_program("train", option, "a", "d.csv", "m")
        self.assertNotIn("a=3", self.run_program("inspect", "d.csv", "--ignore", "a").stdout)

    @unittest.skipIf(os.geteuid() == 0, "root may write to any file")
    def test_a_file_that_may_not_be_written_to_is_not_replaced(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        self.write("m", "precious")
        (self.folder / "m").chmod(0o444)
        self.assertIn("m: cannot write: Permission denied", self.error("train", "d", "m", status=1))
        self.assertEqual(self.read("m"), "precious")

    def test_what_standard_output_is_appended_to_keeps_what_it_holds(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]:
            log = self.folder / "log"
            log.write_text("before\n")
            with log.open("a") as stream:
                done = subprocess.run(
                    [PROGRAM, "convert", "--quiet", "--to", "libsvm", "d", name], cwd=self.folder, stdout=stream
                )
                self.assertEqual(done.returncode, 0)
                stream.write("after\n")
            self.assertEqual(log.read_text(), "before\n1 1:1\n-1 1:2\nafter\n")

    def test_replaced_files_keep_their_permissions(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        self.write("m", "")
        (self.folder / "m").chmod(0o640)
        self.run_program("train", "d", "m")
        self.assertEqual((self.folder / "m").stat().st_mode & 0o777, 0o640)

    def test_help_states_every_option(self):
        text = self.run_program("train", "--help").stdout
        for option in [
            "--loss",
            "--penalty",
            "--cost",
            "--epsilon",
            "--quantile",
            "--delta",
            "--multiclass",
            "--intercept",
            "--bias",
            "--solver",
            "--tolerance",
            "--max-passes",
            "--max-seconds",
            "--threads",
            "--seed",
            "--class-weight",
            "--weights",
            "--warm-start",
            "--format",
            "--target",
            "--layout",
            "--value-type",
            "--no-shrinking",
            "--standardize",
            "--trace",
            "--save-dual",
            "--json",
            "--quiet",
        ]:
            self.assertIn(option, text)
        self.assertIn("b = bias v, and the penalty also has the term R(v)", " ".join(text.split()))
        self.assertTrue(math.isfinite(float(self.run_program("--version").stdout.split()[1].split(".")[0])))
