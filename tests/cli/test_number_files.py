# SPDX-License-Identifier: BSD-3-Clause
"""Files with a number, or some, per line."""

import unittest

from support import CommandLineTest, classes_of, libsvm_text, make_rows, values_of

ROWS = make_rows(8, 2)


class NumberFiles(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("classes", libsvm_text(ROWS, classes_of(ROWS, [-1, 1])))
        self.write("values", libsvm_text(ROWS, values_of(ROWS)))

    def test_blank_lines_at_the_end_are_ignored(self):
        ones = "1\n" * 8
        for end in ("", "\n", "\r\n \t\n\n"):
            self.run_program("train", "classes", "m", "--weights", self.write("w", ones + end))
            self.run_program("train", "values", "m", "--constraint", f"fair:{self.write('s', ones[:-2] + '5' + end)}:1")
            self.run_program("train", "values", "m", "--l1-weights", self.write("l", "1\n2" + end), "--penalty", "l1")
            folds = self.write("f", "0\n1\n" * 4 + end)
            self.run_program("cv", "values", "--loss", "huber", "--folds", 2, "--fold-file", folds)
            box = self.write("b", "0 1\n0 2\n" + end)
            quantiles = ["--loss", "quantile", "--quantile", "0.1,0.9"]
            self.run_program("train", "values", "m", *quantiles, "--non-crossing-box", box)

    def test_blank_lines_between_numbers_are_errors(self):
        error = lambda text: self.error("train", "classes", "m", "--weights", self.write("w", text), status=1)
        self.assertEqual(error("1\n\n" + "1\n" * 6), "w:2:1: expected a number, found ''")
        self.assertEqual(error("\n\n"), "w: 0 given for 8 rows")

    def test_their_time_is_that_of_reading(self):
        self.run_program("generate", "regression", "many", "--rows", 200000, "--features", 1, "--to", "binary")
        self.write("w", "1.2345678\n" * 200000)
        plain, weighted = (
            min(self.report("train", "many", "m", "--loss", "squared", *more)["seconds"]["read"] for _ in range(3))
            for more in ([], ["--weights", "w"])
        )
        self.assertGreater(weighted, plain + 1e-3)


if __name__ == "__main__":
    unittest.main()
