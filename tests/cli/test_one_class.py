# SPDX-License-Identifier: BSD-3-Clause
"""The linear one-class machine: training, its model file, prediction and what is refused."""

import unittest

from support import CommandLineTest, libsvm_text, make_rows, numbers, read_model

ROWS = [[abs(x) for x in row] for row in make_rows(200, 6)]
MACHINE = ["--problem", "one_class", "--nu", 0.2]


class OneClass(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("data", libsvm_text(ROWS, [1] * len(ROWS)))

    def test_certificate_is_that_of_the_definitions(self):
        report = self.report(
            "train", "data", "m", *MACHINE, "--tolerance", 1e-6, "--save-dual", "dual", "--value-type", "float64"
        )
        self.assertEqual(
            [report[key] for key in ["status", "solver", "problem", "nu"]], ["converged", "one_class", "one_class", 0.2]
        )
        header, coef = read_model(self.read("m"))
        self.assertEqual([header[key] for key in ["solver_type", "nr_class", "bias"]], ["ONECLASS_SVM", "2", "-1"])
        w, rho = [row[0] for row in coef], float(header["rho"])
        s = numbers(self.read("dual"))
        self.assertAlmostEqual(sum(s), 0.2 * len(ROWS), places=9)
        self.assertTrue(all(0 <= s_i <= 1 for s_i in s))
        for j in range(6):
            self.assertAlmostEqual(w[j], sum(s_i * row[j] for s_i, row in zip(s, ROWS)), places=8)
        outside = [max(0, rho - sum(a * x for a, x in zip(w, row))) for row in ROWS]
        primal = sum(x * x for x in w) / 2 - 0.2 * len(ROWS) * rho + sum(outside)
        self.assertAlmostEqual(report["primal"], primal, places=7)
        self.assertAlmostEqual(report["dual"], -sum(x * x for x in w) / 2, places=7)

    def test_predictions_tell_inside_from_outside(self):
        self.run_program("train", "data", "m", *MACHINE)
        self.run_program("predict", "data", "m", "z", "--decision-values", "--quiet")
        report = self.report("predict", "data", "m", "out")
        predictions = numbers(self.read("out"))
        self.assertEqual(predictions, [1 if z > 0 else -1 for z in numbers(self.read("z"))])
        self.assertAlmostEqual(predictions.count(-1) / len(ROWS), 0.2, delta=0.05)
        self.assertEqual(report["problem"], "one_class")
        self.assertAlmostEqual(report["accuracy"], predictions.count(1) / len(ROWS))
        self.assertIn("Accuracy = ", self.run_program("predict", "data", "m").stdout)

    def test_same_answer_as_with_the_linear_kernel(self):
        ours = self.report("train", "data", "m", *MACHINE, "--tolerance", 1e-6)
        kernel = self.report("train", "data", "k", "--kernel", "linear", *MACHINE, "--tolerance", 1e-6)
        self.assertAlmostEqual(ours["dual"] / kernel["dual"], 1, delta=1e-5)

    def test_weights_are_repeated_rows(self):
        self.write("weights", "".join(f"{i % 3}\n" for i in range(len(ROWS))))
        kept = [row for i, row in enumerate(ROWS) for _ in range(i % 3)]
        self.write("repeated", libsvm_text(kept, [1] * len(kept)))
        weighted = self.report("train", "data", "m", *MACHINE, "--weights", "weights", "--tolerance", 1e-6)
        repeated = self.report("train", "repeated", "m", *MACHINE, "--tolerance", 1e-6)
        self.assertAlmostEqual(weighted["dual"] / repeated["dual"], 1, delta=1e-5)

    def test_threads_change_nothing(self):
        self.run_program("generate", "classification", "many", "--rows", 30000, "--features", 20)
        reports = [self.report("train", "many", f"m{k}", *MACHINE, "--threads", k) for k in [1, 2]]
        self.assertEqual(reports[0]["primal"], reports[1]["primal"])
        self.assertEqual(self.read("m1"), self.read("m2"))

    def test_trace_and_limits(self):
        report = self.report(
            "train", "data", "m", *MACHINE, "--trace", "trace", "--tolerance", 1e-9, "--max-passes", 3, status=3
        )
        self.assertEqual((report["status"], report["passes"]), ("max_passes", 3))
        self.assertEqual(self.read("trace").splitlines()[0], "seconds,passes,primal,dual,relative_gap")

    def test_inspect(self):
        self.run_program("train", "data", "m", *MACHINE)
        report = self.report("inspect", "m")
        self.assertEqual([report[key] for key in ["kind", "problem", "features"]], ["one_class_model", "one_class", 6])
        self.assertIn("is a linear one_class model", self.error("inspect", "m", "--verify", "data", status=2))

    def test_refusals(self):
        for options, words in [
            (["--problem", "nu_svc"], "--problem nu_svc needs --kernel"),
            (["--problem", "one_class", "--nu", 0], "nu"),
            (["--nu", 0.5], "--nu requires --problem"),
            (["--problem", "one_class", "--loss", "hinge"], "--loss means nothing to --problem one_class"),
            (["--problem", "one_class", "-C", 2], "--cost means nothing"),
            (["--problem", "one_class", "--non-crossing"], "--non-crossing means nothing"),
        ]:
            self.assertIn(words, self.error("train", "data", "m", *options, status=2))
        self.run_program("train", "data", "m", *MACHINE)
        self.assertIn("this one has one class", self.error("predict", "data", "m", "--probability", status=2))
        for old, new, words in [
            ("rho ", "roh ", "m:5: unknown key 'roh'"),
            ("nr_feature 6", "nr_feature 7", "the file ends after 6 of 7 coefficients"),
            ("bias -1", "nr_class 2", "m:4: 'nr_class' is given twice"),
            ("rho ", "rho x", "expected a number"),
        ]:
            text = self.read("m")
            self.write("bad", text.replace(old, new))
            self.assertIn(words.replace("m:", "bad:"), self.error("predict", "data", "bad", status=1))


if __name__ == "__main__":
    unittest.main()
