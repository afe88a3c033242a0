# SPDX-License-Identifier: BSD-3-Clause
import math
import re
import shutil
import subprocess
import unittest

from support import ROWS, TARGETS, DataTest, libsvm_text, make_rows, numbers

TRAIN = shutil.which("svm-train")
PREDICT = shutil.which("svm-predict")
PROBLEMS = {
    "signs": ["c_svc", "nu_svc", "one_class"],
    "classes": ["c_svc", "nu_svc"],
    "values": ["epsilon_svr", "nu_svr"],
}
KERNELS = {
    "linear": [],
    "polynomial": ["--gamma", 0.2, "--degree", 2, "--coef0", 1],
    "rbf": ["--gamma", 0.2],
    "sigmoid": ["--gamma", 0.02],
}


def problem_options(problem):
    return ["--problem", problem, *(["--nu", 0.3] if problem in ["nu_svc", "nu_svr", "one_class"] else [])]


class KernelTest(DataTest):
    def setUp(self):
        super().setUp()
        self.write("new", libsvm_text(make_rows(200, 6, seed=7), [1] * 200))


class Kernel(KernelTest):
    def test_report_and_model(self):
        report = self.report("train", "signs", "m", "--kernel", "rbf", "--gamma", 0.3, "--tolerance", 1e-6)
        self.assertEqual(
            [report[key] for key in ["status", "solver", "problem", "kernel"]], ["converged", "smo", "c_svc", "rbf"]
        )
        self.assertEqual(
            [report["loss"], report["penalty"], report["iterations"]], ["hinge", "l2", report["inner_steps"]]
        )
        self.assertLessEqual(report["relative_gap"], 1e-6)
        self.assertLessEqual(report["dual"], report["primal"])
        model = self.read("m")
        self.assertIn(f"total_sv {report['support_vectors']}\n", model)
        self.assertTrue(model.startswith("svm_type c_svc\nkernel_type rbf\ngamma 0.3\n"))
        for key in ["kernel_evaluations", "inner_steps", "passes"]:
            self.assertGreater(report[key], 0)
        inspected = self.report("inspect", "m")
        self.assertEqual(inspected["kind"], "kernel_model")
        self.assertEqual(inspected["support_vectors"], report["support_vectors"])

    def test_every_problem_and_selection(self):
        for data, problems in PROBLEMS.items():
            for problem in problems:
                objective = None
                for selection in ["blocks", "second_order", "first_order", "platt", "cyclic"]:
                    report = self.report(
                        "train",
                        data,
                        "m",
                        "--kernel",
                        "rbf",
                        *problem_options(problem),
                        "--selection",
                        selection,
                        "--violation",
                        1e-5,
                    )
                    objective = objective or report["primal"]
                    self.assertAlmostEqual(report["primal"], objective, delta=1e-4 * abs(objective))
                self.assertEqual(len(report.get("parts", [0])), 3 if data == "classes" else 1)
                self.run_program("predict", data, "m", "out")
                self.assertEqual(len(numbers(self.read("out"))), 300)

    def test_parts_name_their_labels(self):
        first, second, third = dict.fromkeys(TARGETS["classes"])
        parts = self.report("train", "classes", "m", "--kernel", "rbf")["parts"]
        self.assertEqual([part["labels"] for part in parts], [[first, second], [first, third], [second, third]])

    def test_labels_are_named_by_all_their_digits(self):
        self.write("near", "1234567.25 1:1\n1234567.5 1:-1\n3 1:3\n" * 5)
        said = self.run_program(
            "train", "near", "m", "--kernel", "rbf", "--max-passes", 1, "--tolerance", 1e-15, "-C", 1e4, status=3
        )
        self.assertIn("taken as labels of 3 classes (such as 1234567.25)", said.stderr)
        self.assertIn("labels 1234567.25 and 1234567.5", said.stdout)

    def test_labels_that_libsvm_cannot_hold(self):
        for label, first_line in [
            (2**31 - 1, "svm_type c_svc"),
            (2**40, "hingeline_format 1"),
            (0.5, "hingeline_format 1"),
        ]:
            self.write("large", f"{label} 1:1\n-3 1:-1\n")
            self.run_program("train", "large", "m", "--kernel", "rbf")
            self.assertEqual(self.read("m").splitlines()[0], first_line)
            self.run_program("predict", "large", "m", "out")
            self.assertEqual(numbers(self.read("out")), [label, -3])

    def test_each_class_against_the_rest(self):
        labels = list(dict.fromkeys(TARGETS["classes"]))
        train = ["train", "classes", "m", "--kernel", "rbf", "--gamma", 0.3, "--multiclass", "ovr"]
        report = self.report(*train, "--tolerance", 1e-6, "--value-type", "float64")
        self.assertEqual([part["label"] for part in report["parts"]], labels)
        for part in report["parts"]:
            signs = [1 if label == part["label"] else -1 for label in TARGETS["classes"]]
            self.write("one", libsvm_text(ROWS, signs))
            one = self.report(
                "train", "one", "n", "--kernel", "rbf", "--gamma", 0.3, "--tolerance", 1e-6, "--value-type", "float64"
            )
            self.assertAlmostEqual(part["primal"], one["primal"], delta=2e-6 * one["primal"])
        self.assertTrue(self.read("m").startswith("hingeline_format 1\nsvm_type c_svc\n"))
        inspected = self.report("inspect", "m", "--verify", "classes", "--value-type", "float64", "--cost", 1)
        self.assertEqual([inspected["multi_class"], inspected["outputs"]], ["ovr", 3])
        for key in ["primal", "dual"]:
            self.assertAlmostEqual(inspected["verified"][key], report[key], delta=1e-9 * report[key])
        self.run_program("predict", "classes", "m", "z", "--decision-values")
        self.run_program("predict", "classes", "m", "out")
        rows = [list(map(float, line.split())) for line in self.read("z").splitlines()]
        self.assertEqual([labels[row.index(max(row))] for row in rows], numbers(self.read("out")))
        self.assertEqual(sum(part["inner_steps"] for part in self.report(*train, "--warm-start", "m")["parts"]), 0)

    def test_every_calibration(self):
        for multi_class in ["ovo", "ovr"]:
            for probability in ["platt", "isotonic"]:
                with self.subTest(multi_class=multi_class, probability=probability):
                    self.run_program(
                        "train",
                        "classes",
                        "m",
                        "--kernel",
                        "rbf",
                        "--multiclass",
                        multi_class,
                        "--probability",
                        probability,
                    )
                    self.assertEqual(self.report("inspect", "m")["probability"], probability)
                    self.run_program("predict", "classes", "m", "out")
                    self.run_program("predict", "classes", "m", "p", "--probability")
                    title, *lines = self.lines("p", len(ROWS) + 1)
                    labels = list(map(float, title.split()[1:]))
                    for answer, line in zip(numbers(self.read("out")), lines, strict=True):
                        label, *p = map(float, line.split())
                        self.assertEqual([label, labels[p.index(max(p))]], [answer, answer])
                        self.assertAlmostEqual(sum(p), 1)

    def test_gamma_defaults_to_one_over_features(self):
        self.assertEqual(self.report("train", "signs", "m", "--kernel", "rbf")["gamma"], 1 / 6)

    def test_warm_start_goes_on_where_a_model_ended(self):
        for data, problems in PROBLEMS.items():
            for problem in problems:
                train = ["train", data, "m", "--kernel", "rbf", *problem_options(problem)]
                self.report(*train)
                again = self.report(*train, "--warm-start", "m")
                self.assertEqual(again["status"], "converged")
                self.assertEqual(again["inner_steps"], 0)
        dearer = ["train", "signs", "n", "--kernel", "rbf", "--cost", 3, "--tolerance", 1e-6]
        self.report("train", "signs", "m", "--kernel", "rbf")
        cold, warm = self.report(*dearer), self.report(*dearer, "--warm-start", "m")
        self.assertAlmostEqual(warm["primal"] / cold["primal"], 1, delta=2e-6)
        self.assertIn(
            "a model of other classes",
            self.error("train", "classes", "n", "--kernel", "rbf", "--warm-start", "m", status=2),
        )
        self.run_program("train", "signs", "linear")
        self.assertIn(
            "linear is not a model of a kernel machine",
            self.error("train", "signs", "n", "--kernel", "rbf", "--warm-start", "linear", status=2),
        )
        self.assertIn("m is not a linear model", self.error("train", "signs", "n", "--warm-start", "m", status=2))

    def test_verify_proves_the_model_afresh(self):
        parameters = {
            "c_svc": ["--cost", 2],
            "epsilon_svr": ["--cost", 2, "--epsilon", 0.2],
            "nu_svr": ["--cost", 2, "--nu", 0.3],
            "nu_svc": ["--nu", 0.3],
            "one_class": ["--nu", 0.3],
        }
        self.write("w", "".join(f"{i % 4}\n" for i in range(300)))
        for data, problems in PROBLEMS.items():
            for problem in problems:
                for weights in [[], ["--weights", "w"]]:
                    given = [*parameters[problem], *weights]
                    report = self.report(
                        "train", data, "m", "--kernel", "rbf", "--problem", problem, *given, "--tolerance", 1e-5
                    )
                    found = self.report("inspect", "m", "--verify", data, *given)["verified"]
                    size = abs(report["primal"])
                    self.assertAlmostEqual(found["primal"], report["primal"], delta=1e-10 * size, msg=problem)
                    self.assertAlmostEqual(found["dual"], report["dual"], delta=1e-10 * size, msg=problem)
                    self.assertLess(found["relative_gap"], 1.1e-5)
        self.run_program("train", "signs", "m", "--kernel", "rbf", "--cost", 2)
        self.assertIsNone(
            self.report("inspect", "m", "--verify", "signs", "--cost", 1)["verified"]["dual"]
        )  # s is beyond C
        self.assertGreater(
            self.report("inspect", "m", "--verify", "signs", "--cost", 3)["verified"]["relative_gap"], 0.01
        )
        self.assertIn(
            "are not among the rows of the data",
            self.error("inspect", "m", "--verify", "new", "--cost", 2, status=1),
        )
        self.run_program("train", "signs", "m", "--kernel", "sigmoid", "--cost", 2)
        self.assertIsNone(self.report("inspect", "m", "--verify", "signs", "--cost", 2)["verified"]["dual"])
        self.assertIn("does not contain --nu", self.verify_error("signs", "nu_svc"))
        self.assertIn("does not contain --epsilon", self.verify_error("values", "epsilon_svr"))

    def test_verify_divides_coefficients_among_equal_rows(self):
        rows = [(i % 5, i % 7 % 2) for i in range(80)]
        data = {
            "two": [1 if a < 2 else -1 for a, _ in rows],
            "three": [1 + (a + (i % 8 == 0)) % 3 for i, (a, _) in enumerate(rows)],
            "numbers": [a + 3 * (i * 7 % 11) / 11 for i, (a, _) in enumerate(rows)],
        }
        self.write("w", "".join(f"{i * 5 % 4}\n" for i in range(80)))
        parameters = {
            "c_svc": ["--cost", 2],
            "epsilon_svr": ["--cost", 2, "--epsilon", 0.2],
            "nu_svr": ["--cost", 2, "--nu", 0.3],
            "nu_svc": ["--nu", 0.3],
            "one_class": ["--nu", 0.3],
        }
        for problem, given in parameters.items():
            names = ["numbers"] if problem.endswith("svr") else ["two", "three"] if problem.endswith("svc") else ["two"]
            for name in names:
                self.write("equal", "".join(f"{y} 1:{a} 2:{b}\n" for y, (a, b) in zip(data[name], rows)))
                for more in [[], ["--weights", "w"], ["--weights", "w", "--multiclass", "ovr"]]:
                    if more[2:] and name != "three":
                        continue
                    options = [*given, *more[:2]]
                    report = self.report(
                        "train",
                        "equal",
                        "m",
                        "--kernel",
                        "rbf",
                        "--problem",
                        problem,
                        *given,
                        *more,
                        "--tolerance",
                        1e-5,
                    )
                    found = self.report("inspect", "m", "--verify", "equal", *options)["verified"]
                    rounding = 1e-9 * abs(report["primal"]) + 1e-12
                    self.assertAlmostEqual(found["primal"], report["primal"], delta=rounding, msg=(problem, name, more))
                    self.assertGreater(found["dual"], report["dual"] - rounding, msg=(problem, name, more))
                    self.assertLess(found["relative_gap"], 1.1e-5, msg=(problem, name, more))

    def test_verify_with_classes_of_equal_rows(self):
        self.write("mixed", "1 1:1\n-1 1:1\n1 1:3\n-1 1:3\n1 1:4\n-1 1:4\n1 1:6\n-1 1:6\n")
        report = self.report("train", "mixed", "m", "--kernel", "rbf", "--problem", "nu_svc", "--nu", 0.3)
        found = self.report("inspect", "m", "--verify", "mixed", "--nu", 0.3)["verified"]
        self.assertAlmostEqual(found["primal"], report["primal"], delta=1e-9)
        self.assertAlmostEqual(found["dual"], report["dual"], delta=1e-9)

    def verify_error(self, data, problem):
        self.run_program(
            "train", data, "m", "--kernel", "rbf", "--problem", problem, *(["--nu", 0.3] if problem == "nu_svc" else [])
        )
        return self.error("inspect", "m", "--verify", data, "--cost", 1, status=2)

    def test_trace_of_every_pass(self):
        report = self.report("train", "signs", "m", "--kernel", "rbf", "--trace", "trace", "--tolerance", 1e-6)
        header, *lines = self.read("trace").splitlines()
        self.assertEqual(header, "seconds,passes,primal,dual,relative_gap")
        points = [[float(number) for number in line.split(",")] for line in lines]
        self.assertEqual([point[1] for point in points[:-1]], list(range(1, len(points))))
        self.assertEqual(points[-1][1:], [report["passes"], report["primal"], report["dual"], report["relative_gap"]])
        self.run_program("train", "classes", "m", "--kernel", "rbf", "--trace", "trace")
        self.assertEqual({line.split(",")[5] for line in self.read("trace").splitlines()[1:]}, {"0", "1", "2"})

    def test_weights_of_classes_and_rows(self):
        self.write("w", "".join(f"{1 if i < 200 else 0}\n" for i in range(300)))
        report = self.report(
            "train",
            "signs",
            "m",
            "--kernel",
            "rbf",
            "--weights",
            "w",
            "--save-dual",
            "s",
            "--class-weight",
            "1:3",
            "--tolerance",
            1e-6,
        )
        self.assertEqual(report["status"], "converged")
        dual = numbers(self.read("s"))
        self.assertEqual(dual[200:], [0] * 100)
        for s, y in zip(dual, TARGETS["signs"]):
            self.assertLessEqual(0, s * y)
            self.assertLessEqual(s * y, 3 if y == 1 else 1)
        self.assertAlmostEqual(math.fsum(dual), 0, places=9)

    def test_dual_has_a_column_for_every_two_classes(self):
        labels = TARGETS["classes"][:-1] + [9]
        self.write("classes", libsvm_text(ROWS, labels))
        self.write("w", "1\n" * 299 + "0\n")
        self.run_program("train", "classes", "m", "--kernel", "rbf", "--weights", "w", "--save-dual", "s")
        dual = [[float(word) for word in line.split()] for line in self.read("s").splitlines()]
        self.assertEqual(len(dual), 300)
        first, second, third = dict.fromkeys(labels[:-1])
        for column, (plus, minus) in zip(zip(*dual, strict=True), [(first, second), (first, third), (second, third)]):
            self.assertAlmostEqual(math.fsum(column), 0, places=9)
            self.assertTrue(any(column))
            for s, label in zip(column, labels):
                self.assertEqual(s >= 0 if label == plus else s <= 0 if label == minus else s, label in (plus, minus))

    def test_dual_of_rows_without_targets(self):
        self.write("x.csv", "a,b\n1,2\n3,4\n5,5\n")
        self.run_program(
            "train", "x.csv", "m", "--target", "none", "--kernel", "rbf", "--problem", "one_class", "--save-dual", "s"
        )
        s = numbers(self.read("s"))
        self.assertEqual(len(s), 3)
        self.assertAlmostEqual(sum(s), 0.5 * 3)

    def test_weights_must_leave_two_classes(self):
        self.write("w", "".join(f"{1 if y == 1 else 0}\n" for y in TARGETS["signs"]))
        for options in [["--weights", "w"], ["--class-weight=-1:0"]]:
            self.assertIn(
                "all rows of weight > 0 are of class 1",
                self.error("train", "signs", "m", "--kernel", "rbf", *options, status=1),
            )

    def test_a_precomputed_kernel_gives_the_same_answer(self):
        kernel = [[math.exp(-0.2 * sum((a - b) ** 2 for a, b in zip(x, z))) for z in ROWS[:100]] for x in ROWS[:100]]
        self.write("k", libsvm_text(kernel, TARGETS["classes"][:100]))
        self.write("x", libsvm_text(ROWS[:100], TARGETS["classes"][:100]))
        given = self.report(
            "train", "k", "m", "--kernel", "precomputed", "--value-type", "float64", "--tolerance", 1e-7
        )
        direct = self.report("train", "x", "m2", "--kernel", "rbf", "--gamma", 0.2, "--tolerance", 1e-7)
        self.assertAlmostEqual(given["primal"], direct["primal"], delta=1e-6 * direct["primal"])
        self.assertEqual(self.report("predict", "k", "m")["accuracy"], self.report("predict", "x", "m2")["accuracy"])
        verify = ["--value-type", "float64", "--cost", 1]
        found = self.report("inspect", "m", "--verify", "k", *verify)["verified"]
        self.assertAlmostEqual(found["dual"], given["dual"], delta=1e-10 * given["dual"])
        self.write("negative", libsvm_text([[-value for value in row] for row in kernel], TARGETS["classes"][:100]))
        self.assertIsNone(self.report("inspect", "m", "--verify", "negative", *verify)["verified"]["dual"])
        self.assertIn(
            "a precomputed kernel must be square", self.error("inspect", "m", "--verify", "x", *verify, status=1)
        )

    def test_an_indefinite_precomputed_matrix_has_no_dual_bound(self):
        rows, targets = ROWS[:40], TARGETS["signs"][:40]
        for constant in [1e3, 1e5, 1e6]:
            matrix = [[constant - sum(a * b for a, b in zip(x, z)) for z in rows] for x in rows]
            self.write("k", libsvm_text(matrix, targets))
            report = self.report("train", "k", "m", "--kernel", "precomputed", "--value-type", "float64")
            self.assertIsNone(report["dual"], constant)
            self.assertEqual(report["status"], "converged")

    def test_a_large_cost_with_a_linear_kernel_converges(self):
        report = self.report("train", "signs", "m", "--kernel", "linear", "--cost", 1e10)
        self.assertEqual(report["status"], "converged")

    def test_the_number_of_steps_does_not_depend_on_the_cache(self):
        steps = [
            self.report("train", "signs", "m", "--kernel", "rbf", "--cost", 1e6, "--cache-mb", megabytes)["inner_steps"]
            for megabytes in [1e-4, 200]
        ]
        self.assertEqual(steps[0], steps[1])

    def test_a_huge_cost_does_not_make_rounding_a_proof(self):
        for data, problem, cost in [
            ("signs", "c_svc", 1e40),
            ("signs", "c_svc", 1e308),
            ("values", "epsilon_svr", 1e308),
        ]:
            report = self.report("train", data, "m", "--kernel", "rbf", "--problem", problem, "--cost", cost, status=3)
            self.assertEqual(report["status"], "numerical", (problem, cost))
            self.assertGreater(report["dual"], 0)

    def test_last_columns_of_zeros_need_not_be_written(self):
        kernel = [[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
        self.write("k", libsvm_text(kernel, [1, -1, 1, -1]))
        self.assertNotIn("3:", self.read("k"))
        for layout in ["dense", "sparse"]:
            report = self.report("train", "k", "m", "--kernel", "precomputed", "--layout", layout)
            self.assertEqual([report["status"], report["support_vectors"]], ["converged", 4])
            self.run_program("predict", "k", "m", "out", "--layout", layout)
            self.assertEqual(numbers(self.read("out"))[:2], [1, -1])
        self.write("k.csv", "a,b,label\n2,1,1\n1,2,-1\n0,0,1\n")
        self.assertIn("3 rows and 2 columns", self.error("train", "k.csv", "m", "--kernel", "precomputed", status=1))
        self.assertIn("2 columns, but", self.error("predict", "k.csv", "m", status=1))

    def test_a_training_without_held_out_rows_may_be_what_did_not_converge(self):
        self.write("few", libsvm_text(ROWS[:36], TARGETS["signs"][:36]))
        options = ["--kernel", "rbf", "--gamma", 0.3, "-C", 100, "--selection", "cyclic", "--max-passes", 40]
        self.assertEqual(self.report("train", "few", "m", *options)["status"], "converged")
        report = self.report("train", "few", "m", *options, "--probability", "platt", status=3)
        self.assertEqual(report["status"], "max_passes")
        self.assertIn("folds for probabilities ended max_passes", report["reason"])

    def test_usage(self):
        self.assertIn("--kernel", self.error("train", "signs", "m", "--problem", "nu_svc", status=2))
        self.assertIn("--loss", self.error("train", "signs", "m", "--kernel", "rbf", "--loss", "hinge", status=2))
        for option in [["--standardize"], ["--non-crossing"], ["--composite"], ["--inner", "exact"]]:
            self.assertIn(option[0], self.error("train", "signs", "m", "--kernel", "rbf", *option, status=2))
        for multi_class in ["multinomial", "crammer_singer"]:
            words = self.error("train", "classes", "m", "--kernel", "rbf", "--multiclass", multi_class, status=2)
            self.assertIn(f"--multiclass {multi_class} excludes --kernel", words)
        words = self.error(
            "train", "values", "m", "--kernel", "rbf", "--problem", "nu_svr", "--multiclass", "ovr", status=2
        )
        self.assertIn("--multiclass means nothing to --problem nu_svr", words)
        for option, value in [("--gamma", 0), ("--degree", -1), ("--nu", 7)]:
            words = self.error(
                "train", "signs", "m", "--kernel", "linear", "--problem", "c_svc", option, value, status=2
            )
            self.assertIn(f"{option}: {value} given, must be ", words)
        self.assertIn(
            "--tolerance",
            self.error("train", "signs", "m", "--kernel", "rbf", "--violation", 1, "--tolerance", 1, status=2),
        )
        nu = ["train", "signs", "m", "--kernel", "rbf", "--problem", "nu_svc", "--nu"]
        most = re.search(r"must be at most (\S+)", self.error(*nu, 0.999, status=2)).group(1)
        self.run_program(*nu, most)
        for megabytes in [-1, 0]:
            self.assertIn(
                "must be > 0", self.error("train", "signs", "m", "--kernel", "rbf", "--cache-mb", megabytes, status=2)
            )
        self.run_program("train", "signs", "m", "--kernel", "rbf")
        self.assertIn("kernel", self.error("predict", "signs", "m", "--probability", status=2))
        self.assertIn("does not contain C (--cost)", self.error("inspect", "m", "--verify", "signs", status=2))


@unittest.skipUnless(TRAIN and PREDICT, "svm-train and svm-predict are not installed")
class Libsvm(KernelTest):
    def run_libsvm(self, program, *arguments):
        done = subprocess.run(
            [program, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def expect_same_predictions(self, model):
        """Of rows that neither was trained on; a decision value near 0 may fall on either side."""
        self.run_libsvm(PREDICT, "new", model, "theirs")
        self.run_program("predict", "new", model, "ours")
        theirs, ours = numbers(self.read("theirs")), numbers(self.read("ours"))
        differ = sum(abs(a - b) > 1e-4 * (1 + abs(a)) for a, b in zip(theirs, ours, strict=True))
        self.assertLessEqual(differ, 2)

    def is_degenerate(self, problem, kernel):
        """At this nu the linear machines' optimum is w = 0, and predictions are noise."""
        return kernel == "linear" and problem in ["nu_svc", "one_class"]

    def test_reads_our_models(self):
        for data, problems in PROBLEMS.items():
            for problem in problems:
                for kernel, options in KERNELS.items():
                    if self.is_degenerate(problem, kernel):
                        continue
                    self.run_program("train", data, "m", "--kernel", kernel, *problem_options(problem), *options)
                    self.expect_same_predictions("m")

    def test_we_read_its_models_and_agree(self):
        kinds = {"c_svc": 0, "nu_svc": 1, "one_class": 2, "epsilon_svr": 3, "nu_svr": 4}
        flags = {"linear": ["-t", 0], "polynomial": ["-t", 1, "-g", 0.2, "-d", 2, "-r", 1], "rbf": ["-t", 2, "-g", 0.2]}
        for data, problems in PROBLEMS.items():
            for problem in problems:
                for kernel, options in flags.items():
                    if self.is_degenerate(problem, kernel):
                        continue
                    said = self.run_libsvm(
                        TRAIN, "-s", kinds[problem], "-n", 0.3, "-e", 1e-5, *options, data, "theirs_m"
                    )
                    self.expect_same_predictions("theirs_m")
                    if data == "classes" or problem == "nu_svc":
                        continue  # LIBSVM prints the objectives of its parts, and scales those of nu
                    objective = float(said.split("obj = ")[1].split(",")[0])
                    report = self.report(
                        "train",
                        data,
                        "m",
                        "--kernel",
                        kernel,
                        *problem_options(problem),
                        "--violation",
                        1e-5,
                        *KERNELS[kernel],
                    )
                    self.assertAlmostEqual(-report["dual"], objective, delta=1e-5 * abs(objective))
