# SPDX-License-Identifier: BSD-3-Clause
"""Several classes: one against the rest, one against one, multinomial, and Crammer and Singer's machine."""

from support import ROWS, DataTest, classes_of, libsvm_text, make_rows, numbers, read_model


class MultiClass(DataTest):
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

    def test_crammer_and_singer_is_one_problem_with_a_dual_column_per_class(self):
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

    def test_one_vs_one_works_with_every_option_of_a_problem(self):
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
