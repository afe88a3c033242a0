# SPDX-License-Identifier: BSD-3-Clause
"""Rows held out are judged by their weights."""

import unittest

from support import CommandLineTest, classes_of, libsvm_text, make_rows, values_of

ROWS = make_rows(90, 4)
WEIGHTS = [[0, 1, 1, 1, 30][i % 5] for i in range(90)]


class WeightedScores(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("weights", "".join(f"{w}\n" for w in WEIGHTS))
        self.write("folds", "".join(f"{i % 3}\n" for i in range(90)))
        self.folds = ["--folds", 3, "--fold-file", "folds"]

    def predictions(self):
        """Those of cv's OUT; rows of weight 0 have none."""
        return [float(line) if line else None for line in self.lines("out", 90)]

    def test_accuracy_is_the_share_of_the_weight_that_is_predicted_correctly(self):
        labels = classes_of(ROWS, [-1, 1])
        self.write("d", libsvm_text(ROWS, labels))
        report = self.report("cv", "d", "out", "--weights", "weights", *self.folds)
        right = sum(w for w, y, z in zip(WEIGHTS, labels, self.predictions(), strict=True) if y == z)
        self.assertAlmostEqual(report["best"]["accuracy"], right / sum(WEIGHTS))

    def test_errors_are_weighted_means(self):
        values = values_of(ROWS)
        self.write("d", libsvm_text(ROWS, values))
        report = self.report("cv", "d", "out", "--loss", "absolute", "--weights", "weights", *self.folds)
        total = sum(w * abs(y - z) for w, y, z in zip(WEIGHTS, values, self.predictions(), strict=True) if w)
        self.assertAlmostEqual(report["best"]["mean_absolute_error"], total / sum(WEIGHTS))

    def test_copies_and_weights_choose_the_same_cost(self):
        labels = classes_of(ROWS, [-1, 1])
        self.write("d", libsvm_text(ROWS, labels))
        of_copies = lambda things: [thing for thing, w in zip(things, WEIGHTS) for _ in range(w)]
        self.write("copies", libsvm_text(of_copies(ROWS), of_copies(labels)))
        self.write("fold_copies", "".join(f"{k}\n" for k in of_copies([i % 3 for i in range(90)])))
        precise = ["--tolerance", 1e-9]
        weighted = self.report("tune", "d", "--weights", "weights", *self.folds, *precise)["best"]
        copies = self.report("tune", "copies", "--folds", 3, "--fold-file", "fold_copies", *precise)["best"]
        self.assertAlmostEqual(weighted["C"] / copies["C"], 1)
        self.assertAlmostEqual(weighted["accuracy"], copies["accuracy"])

    def test_the_score_says_that_rows_are_weighted(self):
        self.write("d", libsvm_text(ROWS, classes_of(ROWS, [-1, 1])))
        for kernel in ([], ["--kernel", "rbf"]):
            said = self.run_program("cv", "d", "--weights", "weights", *kernel).stdout
            self.assertRegex(said, r"Cross Validation Accuracy = \S+% \(\+- \S+\), rows weighted, ")
            self.assertNotIn("weighted", self.run_program("cv", "d", *kernel).stdout)


if __name__ == "__main__":
    unittest.main()
