# SPDX-License-Identifier: BSD-3-Clause
"""Every option of `train` either means something to the linear one-class machine, or is refused."""

import re
import unittest

from support import CommandLineTest, libsvm_text, make_rows

MEANINGFUL = {
    *("--help", "--problem", "--nu", "--weights", "--kernel"),
    *("--tolerance", "--max-passes", "--max-seconds", "--seed", "--threads"),
    *("--format", "--zero-based", "--layout", "--value-type"),
    *("--json", "--quiet", "--trace", "--save-dual"),
}
FLAGS = {"--standardize", "--no-shrinking", "--no-header", "--non-crossing", "--composite", "--exact-gap"}
# Values that the options accept; the others accept 1, some as the name of a file.
VALUES = {
    "--loss": "hinge",
    "--quantile": "0.5",
    "--l1-ratio": "0.5",
    "--intercept": "none",
    "--class-weight": "1:2",
    "--penalty": "l1",
    "--constraint": "nonnegative",
    "--multiclass": "ovo",
    "--solver": "dual_cd",
    "--coordinate-order": "cyclic",
    "--inner": "exact",
    "--separator": ",",
    "--non-crossing-box": "data",
    "--model-format": "native",
    "--probability": "platt",
    "--selection": "blocks",
    "--approximate": "nystroem:2",
}


class OneClassOptions(CommandLineTest):
    def test_options_without_a_meaning_are_refused(self):
        self.write("d", libsvm_text(make_rows(20, 2), [1] * 20))
        self.write("1", "1\n1\n")  # for options that name a file
        options = re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", self.run_program("train", "--help").stdout, re.M)
        self.assertGreater(len(options), 50)
        for name in set(options) - MEANINGFUL:
            value = [] if name in FLAGS else [VALUES.get(name, "1")]
            said = self.error("train", "d", "m", "--problem", "one_class", name, *value, status=2)
            self.assertRegex(said, f"{name}.* (means nothing to|requires|is for linear models)", name)


if __name__ == "__main__":
    unittest.main()
