# SPDX-License-Identifier: BSD-3-Clause
import re
import unittest

from support import ROWS, TARGETS, DataTest, numbers

RBF = ["--kernel", "rbf", "--gamma", 0.2]


class Approximate(DataTest):
    def train(self, data, model, approximation, *options, status=0):
        return self.report("train", data, model, *RBF, "--approximate", approximation, *options, status=status)

    def test_columns_that_no_row_has_take_no_memory(self):
        self.train("classes", "m", "fourier:4", "--loss", "logistic")
        self.run_program("predict", "classes", "m", "expected", "--quiet")
        features = re.search("\nbasis fourier ([0-9]+) ", self.read("m")).group(1)
        self.write("claims", self.read("m").replace(f"basis fourier {features} ", "basis fourier 100000000 "))
        self.assertLess(self.report("predict", "classes", "claims", "out")["peak_rss_bytes"], 200_000_000)
        self.assertEqual(self.read("out"), self.read("expected"))

    def test_report_says_what_stands_for_the_kernel(self):
        report = self.train("signs", "m", "nystroem:60", "--loss", "hinge", "--tolerance", 1e-6)
        self.assertEqual(
            [report[key] for key in ["status", "loss", "rows", "features"]], ["converged", "hinge", 300, 6]
        )
        approximation = report["approximation"]
        self.assertEqual(
            {key: approximation[key] for key in ["approximation", "functions", "kernel", "gamma", "exact_dual"]},
            {"approximation": "nystroem", "functions": 60, "kernel": "rbf", "gamma": 0.2, "exact_dual": None},
        )
        self.assertGreater(approximation["seconds"]["map"], 0)
        inspected = self.report("inspect", "m", "--verify", "signs")
        self.assertEqual(inspected["basis"]["functions"], 60)
        self.assertEqual(inspected["features"], 6)
        self.assertLess(inspected["verified"]["relative_difference"], 1e-6)

    def test_the_kernel_machine_lies_between_its_bounds(self):
        exact = self.report("train", "signs", "k", *RBF, "--tolerance", 1e-7)
        gaps = []
        for size in [20, 100, 300]:
            report = self.train("signs", "m", f"nystroem:{size}", "--loss", "hinge", "--tolerance", 1e-7, "--exact-gap")
            dual = report["approximation"]["exact_dual"]
            self.assertLessEqual(dual, exact["primal"] * (1 + 1e-6))
            self.assertGreaterEqual(report["primal"], exact["primal"] * (1 - 1e-6))
            gaps.append(report["approximation"]["exact_relative_gap"])
        self.assertEqual(gaps, sorted(gaps, reverse=True))
        self.assertLess(gaps[-1], 1e-5)
        self.assertIn(
            "with the kernel itself",
            self.run_program(
                "train", "signs", "m", *RBF, "--approximate", "nystroem:20", "--loss", "hinge", "--exact-gap"
            ).stdout,
        )

    def test_every_loss_and_way_to_tell_classes_apart(self):
        cases = [
            ("signs", ["--loss", "logistic"]),
            ("signs", ["--loss", "hinge", "--probability", "platt"]),
            ("classes", ["--loss", "squared_hinge"]),
            ("classes", ["--loss", "hinge", "--multiclass", "ovo"]),
            ("classes", ["--loss", "logistic", "--multiclass", "multinomial"]),
            ("values", ["--loss", "quantile", "--quantile", "0.1,0.9"]),
            ("values", ["--loss", "huber", "--intercept", "penalized"]),
        ]
        for data, options in cases:
            for approximation in ["nystroem:50", "fourier:50"]:
                with self.subTest(options=options, approximation=approximation):
                    report = self.train(data, "m", approximation, *options)
                    self.assertEqual(report["status"], "converged")
                    self.run_program("predict", data, "m", "predictions")
                    self.assertEqual(len(self.read("predictions").splitlines()), 300)
                    verified = self.report("inspect", "m", "--verify", data)["verified"]
                    self.assertLess(verified["relative_difference"], 1e-6)

    def test_probabilities(self):
        self.train("classes", "m", "fourier:40", "--loss", "logistic")
        self.run_program("predict", "classes", "m", "p", "--probability")
        for line in self.lines("p", 301)[1:]:
            self.assertAlmostEqual(sum(map(float, line.split()[1:])), 1, places=9)

    def test_seeds_draw_other_rows_and_a_warm_start_keeps_those_of_its_model(self):
        first = self.train("signs", "m", "nystroem:30", "--seed", 1)
        again = self.train("signs", "n", "nystroem:30", "--seed", 1, "--threads", 2)
        self.assertEqual(self.read("m"), self.read("n"))
        self.assertEqual(first["primal"], again["primal"])
        self.train("signs", "n", "nystroem:30", "--seed", 2)
        self.assertNotEqual(self.read("m"), self.read("n"))
        warm = self.train("signs", "w", "nystroem:30", "--seed", 2, "--warm-start", "m", "--cost", 1.1)
        self.assertEqual(warm["status"], "converged")
        vectors = lambda name: [line for line in self.read(name).splitlines() if line.startswith("vector")]
        self.assertEqual(vectors("w"), vectors("m"))
        self.assertIn(
            "another kernel",
            self.error(
                "train",
                "signs",
                "w",
                "--kernel",
                "rbf",
                "--gamma",
                0.3,
                "--approximate",
                "nystroem:30",
                "--warm-start",
                "m",
                status=2,
            ),
        )
        self.run_program("train", "signs", "plain")
        self.assertIn(
            "must be a model that approximates a kernel",
            self.error("train", "signs", "w", *RBF, "--approximate", "nystroem:30", "--warm-start", "plain", status=2),
        )
        self.assertIn(
            "a model that approximates a kernel given", self.error("train", "signs", "w", "--warm-start", "m", status=2)
        )

    def test_selection(self):
        options = [*RBF, "--approximate", "nystroem:40", "--loss", "hinge"]
        report = self.report("cv", "signs", *options, "--costs", "0.1,1")
        self.assertEqual(report["approximation"]["functions"], 40)
        self.assertEqual(report["features"], 6)
        self.assertGreater(report["best"]["accuracy"], 0.6)
        self.assertEqual(self.report("tune", "signs", *options)["status"], "converged")
        self.assertIn(
            "--gammas means nothing to --approximate",
            self.error("cv", "signs", "--kernel", "rbf", "--approximate", "nystroem:40", "--gammas", "1,2", status=2),
        )

    def test_features_of_many_rows_are_kept_in_a_file(self):
        self.run_program("generate", "classification", "many", "--rows", 60000, "--features", 8, "--to", "binary")
        arguments = [
            "train",
            "many",
            "m",
            *RBF,
            "--approximate",
            "nystroem:64",
            "--loss",
            "hinge",
            "-C",
            1e-3,
            "--tolerance",
            1e-6,
        ]
        whole = self.report(*arguments, "--solver", "reduced_newton")
        model = self.read("m")
        filed = self.report(*arguments, "--memory", "1M")
        self.assertEqual(self.read("m"), model)
        self.assertEqual(
            [filed[key] for key in ("primal", "rows", "features")],
            [whole[key] for key in ("primal", "rows", "features")],
        )
        self.expect_less_memory(filed, whole["peak_rss_bytes"])
        start = [{"m": "warm", "nystroem:64": "nystroem:2"}.get(word, word) for word in arguments]
        warm = self.report(*start, "--warm-start", "m", "--memory", "4M")
        self.assertIn("in their file", warm["reason"])
        self.assertIn("m", self.files())
        self.assertEqual([name for name in self.files() if name.startswith(".")], [])

    def test_names_of_columns_are_kept(self):
        table = "a,b,target\n" + "".join(f"{row[0]},{row[1]},{label}\n" for row, label in zip(ROWS, TARGETS["signs"]))
        self.write("t.csv", table)
        self.train("t.csv", "m", "nystroem:20")
        self.run_program("predict", "t.csv", "m", "p")
        swapped = "b,a,target\n" + "".join(f"{row[1]},{row[0]},{label}\n" for row, label in zip(ROWS, TARGETS["signs"]))
        self.write("swapped.csv", swapped)
        self.run_program("predict", "swapped.csv", "m", "q")
        self.assertEqual(self.read("q"), self.read("p"))

    def test_options_without_a_meaning(self):
        refused = lambda *options, status=2: self.error("train", "signs", "m", *RBF, *options, status=status)
        for given in ["nystroem", "nystroem:", "nystroem:0", "nystroem:x", "wavelet:10", ":5"]:
            self.assertIn(f"{given} given, must be nystroem:M or fourier:M", refused("--approximate", given))
        for options in [
            ["--penalty", "l1"],
            ["--constraint", "nonnegative"],
            ["--standardize"],
            ["--problem", "nu_svc"],
            ["--cache-mb", 10],
            ["--model-format", "native"],
        ]:
            self.assertIn(
                f"{options[0]} means nothing to --approximate", refused("--approximate", "nystroem:9", *options)
            )
        self.assertIn("--loss excludes --kernel without --approximate", refused("--loss", "hinge"))
        self.assertIn("--exact-gap requires --approximate", refused("--exact-gap"))
        self.assertIn(
            "--approximate requires --kernel",
            self.error("train", "signs", "m", "--approximate", "nystroem:9", status=2),
        )
        self.assertIn("must be even", refused("--approximate", "fourier:9"))
        self.assertIn(
            "must be rbf",
            self.error("train", "signs", "m", "--kernel", "sigmoid", "--approximate", "nystroem:9", status=2),
        )
        self.assertIn(
            "--exact-gap means nothing to --approximate fourier", refused("--approximate", "fourier:10", "--exact-gap")
        )
        self.assertIn(
            "--exact-gap means nothing to --multiclass ovo",
            refused("--approximate", "nystroem:10", "--exact-gap", "--multiclass", "ovo"),
        )
        self.assertEqual(self.files(), ["classes", "signs", "values"])

    def test_gamma_is_that_of_the_kernel_not_of_the_loss(self):
        report = self.train("signs", "m", "fourier:30", "--loss", "smoothed_hinge")
        self.assertEqual(report["approximation"]["gamma"], 0.2)
        self.assertIn("\ngamma 1\n", self.read("m"))
        self.assertEqual(self.notes("train", "signs", "m", *RBF, "--approximate", "fourier:30", "--loss", "hinge"), "")

    def test_with_a_feature_per_row_the_answer_is_that_of_the_kernel_machine(self):
        self.train("values", "m", "nystroem:5000", "--loss", "epsilon_insensitive", "--tolerance", 1e-8)
        self.report("train", "values", "k", *RBF, "--problem", "epsilon_svr", "--tolerance", 1e-8)
        predictions = {}
        for model in ["m", "k"]:
            self.run_program("predict", "values", model, "p")
            predictions[model] = numbers(self.read("p"))
        for ours, theirs in zip(predictions["m"], predictions["k"]):
            self.assertAlmostEqual(ours, theirs, places=3)


if __name__ == "__main__":
    unittest.main()
