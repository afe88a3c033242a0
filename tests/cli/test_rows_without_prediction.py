# SPDX-License-Identifier: BSD-3-Clause
"""Rows that cross-validation does not predict, and searches that complete no point."""

import unittest

from support import CommandLineTest, classes_of, libsvm_text, make_rows

ROWS = make_rows(40, 3)


class RowsWithoutPrediction(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("d", libsvm_text(ROWS, classes_of(ROWS, [0, 1])))
        self.write("folds", "".join(f"{i % 3 - 1}\n" for i in range(40)))

    def test_rows_never_held_out_have_an_empty_line(self):
        self.run_program("cv", "d", "out", "--folds", 2, "--fold-file", "folds")
        for i, line in enumerate(self.lines("out", 40)):
            self.assertIn(line, ["0", "1"] if i % 3 else [""])

    def test_where_time_ran_out_no_point_is_best(self):
        for machine in ([], ["--kernel", "rbf"]):
            out_of_time = ["cv", "d", "out", "--costs", "1,2", "--max-seconds", 1e-9, *machine]
            report = self.report(*out_of_time, status=3)
            self.assertIsNone(report["best"])
            self.assertEqual([point["status"] for point in report["points"]], ["max_seconds"])
            scored = report["points"][0]["fold_scores"]
            self.assertEqual([score is None for score in scored], [False, True, True, True, True])
            self.assertEqual(self.lines("out", 40).count(""), 32)
            self.assertNotIn("best", self.run_program(*out_of_time, status=3).stdout)


if __name__ == "__main__":
    unittest.main()
