# SPDX-License-Identifier: BSD-3-Clause
"""What svm-train prints of each part, and when the programs look at their output file."""

import re

from drop_in import DropInTest
from support import classes_of, libsvm_text, make_rows

ROWS = make_rows(120, 4)


class Summary(DropInTest):
    def setUp(self):
        super().setUp()
        self.write("signs", libsvm_text(ROWS, classes_of(ROWS, [-1, 1])))
        self.write("classes", libsvm_text(ROWS, classes_of(ROWS, [3, 1, 2])))

    def nu(self, *arguments):
        """All that is printed of nu."""
        return [float(nu) for nu in re.findall(r"^nu = (\S+)$", self.ours("svm-train", *arguments, "m").stdout, re.M)]

    def test_nu_is_of_pairs_whose_classes_have_the_same_c(self):
        weighted = self.nu("-e", 1e-6, "-c", 1, "-w1", 2, "-w-1", 2, "signs")
        self.assertEqual(weighted, self.nu("-e", 1e-6, "-c", 2, "signs"))
        self.assertEqual(len(weighted), 1)
        self.assertEqual(self.nu("-w1", 2, "signs"), [])
        pairs = self.nu("-w5", 3, "classes")
        self.assertEqual(len(pairs), 3)
        self.assertEqual(len(self.nu("-w1", 0, "classes")), 1)
        self.assertIn(self.nu("-w1", 0, "classes")[0], pairs)

    def test_no_epsilon_is_negative(self):
        self.assertIn("epsilon = 0.000000\n", self.ours("svm-train", "-s", 4, "-n", 1, "classes", "m").stdout)

    def test_an_output_that_cannot_be_written_is_told_before_the_work(self):
        for program in ("predict", "svm-predict"):
            said = self.ours(program, "signs", "missing", "no/out", status=1).stderr
            self.assertEqual(said, "can't open output file no/out: cannot write: No such file or directory\n")
