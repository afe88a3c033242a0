# SPDX-License-Identifier: BSD-3-Clause
"""How rows are written is said by options, the same ones for every command that reads them."""

import re
import unittest

from support import CommandLineTest, classes_of, csv_text, libsvm_text, make_rows

ROWS = make_rows(60, 4)
SIGNS = classes_of(ROWS, [1, -1])
NAMES = ["a", "b", "c", "d"]


def zero_based(text):
    """LIBSVM text that counts from 1, as one that counts from 0."""
    return re.sub(r"(?<= )(\d+)(?=:)", lambda index: str(int(index[0]) - 1), text)


class Reading(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("d", libsvm_text(ROWS, SIGNS))
        self.run_program("train", "d", "m", "--quiet")

    def expect_same(self, name, *options):
        """Every command reads the file as it does `d`."""
        self.run_program("train", name, "same", "--quiet", *options)
        coefficients = lambda model: self.read(model).split("\nw\n")[1]
        self.assertEqual(coefficients("same"), coefficients("m"))
        score = lambda data, model, *more: self.run_program("predict", data, model, *more).stdout
        self.assertEqual(score(name, "same", *options), score("d", "m"))
        judged = lambda *arguments: self.report("cv", *arguments)["best"]["accuracy"]
        self.assertEqual(judged(name, *options), judged("d"))
        for command in [["convert", "--to", "libsvm"], ["scale"]]:
            self.run_program(*command, name, "written", "--quiet", *options)
            self.run_program(*command, "d", "expected", "--quiet")
            self.assertEqual(self.read("written"), self.read("expected"))
        inspect = lambda *arguments: self.report("inspect", *arguments)
        self.assertEqual(inspect(name, *options)["nonzeros"], inspect("d")["nonzeros"])
        verified = inspect("same", "-C", 1, "--intercept", "free", "--verify", name, *options)["verified"]["primal"]
        self.assertEqual(verified, inspect("m", "-C", 1, "--intercept", "free", "--verify", "d")["verified"]["primal"])

    def test_indices_may_count_from_zero(self):
        self.write("zero", zero_based(self.read("d")))
        self.expect_same("zero", "--zero-based")
        self.assertIn(
            ": expected an index of at least 1 (the option zero-based allows 0), found '0'",
            self.error("train", "zero", status=1),
        )
        self.write("d.csv", csv_text(ROWS, SIGNS, NAMES, "y"))
        self.assertEqual(
            self.error("train", "d.csv", "--zero-based", status=2),
            "--zero-based: true given, means nothing to d.csv, which is no LIBSVM text",
        )

    def test_query_ids_are_ignored(self):
        lines = (line.split(" ", 1) for line in self.read("d").splitlines())
        self.write("ranking", "".join(f"{y} qid:{i // 7} {x}\n" for i, (y, x) in enumerate(lines)))
        self.expect_same("ranking")

    def test_fields_may_be_separated_by_other_characters(self):
        text = csv_text(ROWS, SIGNS, NAMES, "y")
        for name, separator, character in [
            ("d.csv", ";", ";"),
            ("d.csv", "\\t", "\t"),
            ("d.csv", "tab", "\t"),
            ("d.csv", "blank", "  "),
            ("d.csv", "|", "|"),
        ]:
            self.write(name, text.replace(",", character))
            self.expect_same(name, "--separator", separator)
        self.write("d.tsv", text.replace(",", "\t"))
        self.expect_same("d.tsv")
        self.assertIn("OUT: out.tsv given", self.error("convert", "d.tsv", "out.tsv", status=2))
        self.assertEqual(
            self.error("train", "d.tsv", "--separator", "x", status=2),
            "--separator: x given, must be one of , ; : | or tab or blank",
        )
        self.assertIn(
            "--separator: ';' given, means nothing to d, LIBSVM text",
            self.error("train", "d", "--separator", ";", status=2),
        )

    def test_columns_without_a_header_are_numbered(self):
        self.write("bare.csv", csv_text(ROWS, SIGNS, NAMES, "y").split("\n", 1)[1])
        self.expect_same("bare.csv", "--no-header")
        self.assertEqual(self.report("inspect", "bare.csv", "--no-header")["feature_names"], ["1", "2", "3", "4"])
        self.assertIn(
            "bare.csv:1:1: expected a header with the names of the columns, found only numbers",
            self.error("train", "bare.csv", status=1),
        )
        self.assertIn(
            "--no-header: true given, means nothing to d, LIBSVM text",
            self.error("train", "d", "--no-header", status=2),
        )

    def test_options_of_reading_do_not_apply_to_models(self):
        for option in [["--zero-based"], ["--no-header"], ["--separator", ";"]]:
            self.assertEqual(
                self.error("inspect", "m", *option, status=2), f"{option[0]} means nothing to a model without --verify"
            )


if __name__ == "__main__":
    unittest.main()
