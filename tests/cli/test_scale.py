# SPDX-License-Identifier: BSD-3-Clause
"""hingeline scale: what it measures, saves, restores and writes."""

import resource
import statistics
import subprocess
import unittest

from support import PROGRAM, CommandLineTest, classes_of, csv_text, libsvm_text, make_rows

FEATURES = 5


class Scale(CommandLineTest):
    def make(self, name="data", count=60, seed=1, features=FEATURES):
        rows = make_rows(count, features, seed)
        self.write(name, libsvm_text(rows, classes_of(rows, [1, -1])))
        return rows

    def scaled(self, name="out", features=FEATURES):
        """What LIBSVM text holds, as rows."""
        rows = []
        for line in self.read(name).splitlines():
            entries = dict(word.split(":") for word in line.split()[1:])
            rows.append([float(entries.pop(str(j), 0)) for j in range(1, features + 1)])
            self.assertEqual(entries, {})
        return rows

    def targets(self, name):
        return [line.split()[0] for line in self.read(name).splitlines()]

    def expect_rows(self, found, expected, places=6):
        self.assertEqual(len(found), len(expected))
        for row, wanted in zip(found, expected):
            for number, other in zip(row, wanted, strict=True):
                self.assertAlmostEqual(number, other, places=places)

    def test_each_method_scales_as_its_name_says(self):
        rows = self.make()
        columns = list(zip(*rows))
        low, high = [min(c) for c in columns], [max(c) for c in columns]
        mean, deviation = [statistics.fmean(c) for c in columns], [statistics.pstdev(c) for c in columns]
        largest = [max(map(abs, c)) for c in columns]
        formulas = {
            (): lambda x, j: -1 + 2 * (x - low[j]) / (high[j] - low[j]),
            ("--method", "range", "--lower", 0, "--upper", 0.5): lambda x, j: (x - low[j]) / (high[j] - low[j]) / 2,
            ("--method", "deviation", "--layout", "dense"): lambda x, j: (x - mean[j]) / deviation[j],
            ("--method", "deviation", "--center", "never"): lambda x, j: x / deviation[j],
            ("--method", "deviation", "--layout", "sparse"): lambda x, j: x / deviation[j],
            ("--method", "deviation", "--layout", "sparse", "--center", "always"): lambda x, j: (
                (x - mean[j]) / deviation[j]
            ),
            ("--method", "maximum"): lambda x, j: x / largest[j],
        }
        for options, formula in formulas.items():
            expected = [[formula(x, j) for j, x in enumerate(row)] for row in rows]
            for value_type, places in [("float32", 6), ("float64", 14)]:
                report = self.report("scale", "data", "out", *options, "--value-type", value_type)
                self.expect_rows(self.scaled(), expected, places)
                self.assertEqual(self.targets("out"), self.targets("data"))
                self.assertEqual(
                    [report[key] for key in ("rows", "features", "value_type")], [60, FEATURES, value_type]
                )
                self.assertEqual(report["nonzeros"], sum(x != 0 for row in self.scaled() for x in row))

    def test_report_and_lines(self):
        rows = self.make()
        report = self.report("scale", "data", "out", "--layout", "sparse")
        self.assertEqual(report["method"], "range")
        self.assertEqual(report["nonzeros_read"], sum(x != 0 for row in rows for x in row))
        self.assertEqual(report["layout"], "sparse")
        self.assertEqual(sorted(report["seconds"]), ["read", "scale", "write"])
        self.assertGreater(report["peak_rss_bytes"], 0)
        lines = self.run_program("scale", "data", "out").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["read", "scale", "write"])
        self.assertEqual(self.run_program("scale", "data", "out", "--layout", "sparse", "--quiet").stderr, "")

    def test_held_out_rows_are_scaled_as_those_before(self):
        for options in [[], ["--method", "deviation"], ["--method", "maximum"]]:
            rows = self.make("data", 80)
            lines = self.read("data").splitlines(keepends=True)
            self.write("train", "".join(lines[:50]))
            self.write("test", "".join(lines[50:]))
            self.run_program("scale", "train", "a", *options, "--save", "scaling")
            self.run_program("scale", "train", "again", "--restore", "scaling")
            self.assertEqual(self.read("again"), self.read("a"))
            self.run_program("scale", "data", "whole", "--restore", "scaling")
            self.run_program("scale", "test", "b", "--restore", "scaling")
            self.assertEqual(self.read("a") + self.read("b"), self.read("whole"))
            self.assertEqual(len(rows), len(self.scaled("whole")))
            self.run_program("train", "a", "m")
            self.run_program("predict", "b", "m", "answers")

    def test_values_beyond_the_range_go_beyond_the_limits(self):
        self.write("train", "1 1:0 2:1\n-1 1:2 2:1\n")
        self.write("test", "1 1:5 2:3\n")
        self.run_program("scale", "train", "a", "--save", "s", "--quiet")
        self.run_program("scale", "test", "b", "--restore", "s")
        self.assertEqual(self.read("a"), "1 1:-1\n-1 1:1\n")
        self.assertEqual(self.read("b"), "1 1:4\n")
        self.assertEqual(
            self.read("s"), "hingeline_scaling 1\nmethod range\nlower -1\nupper 1\nfeatures 2\ncolumn 0 2\ncolumn 1 0\n"
        )

    def test_missing_columns_are_0_and_unknown_ones_left_out(self):
        self.write("train", "1 1:1 3:2\n-1 2:4 3:4\n")
        self.write("few", "1 1:1\n")
        self.write("many", "1 1:1 7:9\n")
        self.run_program("scale", "train", "a", "--save", "s")
        for name in ["few", "many"]:
            done = self.run_program("scale", name, "b", "--restore", "s", "--layout", "dense")
            self.assertEqual(self.read("b"), "1 1:1 2:-1 3:-3\n")
            self.assertEqual(
                done.stderr,
                "" if name == "few" else "note: many: 7 features, but s has only 3; the others are left out\n",
            )

    def test_binary_keeps_names_type_and_layout(self):
        rows = make_rows(20, 2)
        self.write(
            "data.csv",
            csv_text(
                rows,
                [1, -1] * 10,
                [
                    "age",
                    '"a ""b"',
                ],
                "y",
            ),
        )
        report = self.report("scale", "data.csv", "out", "--to", "binary", "--value-type", "float64", "--save", "s")
        self.assertEqual((report["value_type"], report["layout"]), ("float64", "dense"))
        store = self.report("inspect", "out")
        self.assertEqual(store["feature_names"], ["age", 'a "b'])
        self.assertEqual(
            [store[key] for key in ("rows", "features", "value_type", "layout")], [20, 2, "float64", "dense"]
        )
        self.assertTrue(self.read("s").endswith(' a "b\n'))
        self.run_program("convert", "out", "text", "--to", "libsvm")
        self.run_program("scale", "data.csv", "again", "--restore", "s", "--value-type", "float64")
        self.assertEqual(self.read("text"), self.read("again"))
        again = self.report("scale", "out", "third", "--to", "binary", "--method", "maximum")
        self.assertEqual(again["value_type"], "float64")

    def test_targets_may_be_names(self):
        self.write("train.csv", "a,y\n1,no\n2,yes\n")
        self.write("test.csv", "a,y\n2,yes\n1,no\n")
        said = self.run_program("scale", "train.csv", "a", "--save", "s").stderr
        self.assertEqual(
            said,
            "note: train.csv: targets are names of classes, which become numbers in order of first appearance (--to binary keeps names)\n",
        )
        self.assertIn("targets of test.csv are names", self.error("scale", "test.csv", "b", "--restore", "s", status=2))
        self.run_program("scale", "train.csv", "a", "--to", "binary", "--save", "s")
        self.run_program("scale", "test.csv", "b", "--to", "binary", "--restore", "s")
        self.run_program("train", "a", "m")
        self.assertIn("Accuracy = 100% (2/2)", self.run_program("predict", "b", "m").stdout)

    def test_text_is_scaled_before_it_is_rounded(self):
        self.write("times.csv", "t,y\n" + "".join(f"{1700000000 + second},1\n" for second in range(5)))
        self.run_program("scale", "times.csv", "out", "--lower", 0, "--upper", 4)
        self.assertEqual(self.scaled("out", 1), [[0], [1], [2], [3], [4]])

    def test_rows_that_do_not_stay_sparse_give_a_note(self):
        self.write("data", "1 1:1 2:1\n-1 1:2\n1 1:3 2:5\n" + "1 9:1\n" * 50)
        for options, words in [
            ([], "0 does not stay 0 in 3 of 9 features"),
            (["--method", "deviation", "--center", "always"], "0 does not stay 0 in 3 of 9 features"),
            (["--method", "deviation"], "means are not subtracted"),
        ]:
            notes = self.notes("scale", "data", "out", *options).splitlines()
            self.assertEqual(len(notes), 1, notes)
            self.assertTrue(notes[0].startswith(f"note: data: {words}"), notes)
        for options in [["--lower", 0], ["--method", "maximum"], ["--method", "deviation", "--center", "never"]]:
            self.assertEqual(self.notes("scale", "data", "out", *options), "")
            self.assertEqual(self.report("scale", "data", "out", *options)["nonzeros"], 55)

    def test_range_files_of_svm_scale(self):
        self.write("data", "1 1:1 2:5\n-1 1:3 2:5 3:1\n")
        self.write("range", "x\n0 10\n1 1 3\n3 0 1\n")
        self.run_program("scale", "data", "out", "--restore", "range")
        self.assertEqual(self.read("out"), "1\n-1 1:10 3:10\n")

    def test_columns_are_found_by_their_names(self):
        self.write("a.csv", "x,z,y\n1,2,1\n3,4,-1\n")
        self.run_program("scale", "a.csv", "out", "--save", "s")
        self.write("b.csv", "x,w,y\n1,2,1\n")
        self.assertEqual(
            self.error("scale", "b.csv", "o", "--restore", "s", status=1), "b.csv: no column has the feature 'z'"
        )
        self.write("c.csv", "v,z,x,y\n3,2,1,1\n")
        self.run_program("scale", "c.csv", "o", "--restore", "s")
        self.assertEqual(self.read("o"), "1 1:-1 2:-1\n")
        self.write("d.csv", "x,z\n1,2\n")
        self.run_program("scale", "d.csv", "o", "--restore", "s")
        self.assertEqual(self.read("o"), "0 1:-1 2:-1\n")

    def test_names_in_a_store_must_be_those_of_the_scaling(self):
        self.write("a.csv", "x,z,y\n1,2,1\n3,4,-1\n")
        self.run_program("scale", "a.csv", "out", "--save", "s")
        refused = lambda: self.error("scale", "store", "o", "--restore", "s", status=1)
        for table, message in [
            ("x,w,y\n1,2,1\n", "feature 2 is 'w', but s scales 'z' there"),
            ("x,z,v,y\n1,2,3,1\n", "3 features and a target, but s scales 2"),
            ("x,z\n1,2\n", "1 features and a target, but s scales 2 (use --target none if DATA has no target)"),
        ]:
            self.write("b.csv", table)
            self.run_program("convert", "b.csv", "store")
            self.assertEqual(refused(), f"store: {message}")

    def test_bad_scalings_are_refused_with_their_line(self):
        self.make()
        self.write("s", "hingeline_scaling 1\nmethod range\nlower -1\nupper 1\nfeatures 2\ncolumn 0 1\ncolumn x 1\n")
        self.assertEqual(
            self.error("scale", "data", "out", "--restore", "s", status=1), "s:7: expected a number, found 'x'"
        )
        self.assertIn("none: ", self.error("scale", "data", "out", "--restore", "none", status=1))
        self.assertEqual(self.files(), ["data", "s"])

    def test_a_failure_leaves_existing_files_as_they_were(self):
        self.write("data", "1 1:1e300\n1 2:1\n")
        self.write("s", "hingeline_scaling 1\nmethod maximum\nlower 0\nupper 1\nfeatures 2\ncolumn 0 1\ncolumn 0 1\n")
        self.write("out", "old\n")
        self.assertEqual(
            self.error("scale", "data", "out", "--restore", "s", "--quiet", status=1),
            "data: feature 1: 1e+300 is scaled to 1e+300, more than float32 holds",
        )
        self.write("data", "1 1:x\n")
        self.assertTrue(self.error("scale", "data", "out", "--save", "s", status=1).startswith("data:1:5: "))
        self.assertEqual(self.read("out"), "old\n")
        self.assertIn("maximum", self.read("s"))
        self.assertEqual(self.files(), ["data", "out", "s"])

    def test_a_scaling_that_cannot_be_written_leaves_no_file(self):
        self.write("data", "1 2000:1\n1 2000:1\n")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        done = subprocess.run(
            [PROGRAM, "scale", "data", "out", "--save", "s"], cwd=self.folder, capture_output=True, preexec_fn=limit
        )
        self.assertEqual((done.returncode, done.stderr), (1, b"hingeline: error: s: cannot write: File too large\n"))
        self.assertEqual(self.files(), ["data"])

    def test_options_without_meaning_are_refused(self):
        self.make()
        for options, message in [
            (["--method", "maximum", "--lower", 0], "--lower means nothing to --method maximum"),
            (["--center", "always"], "--center means nothing to --method range"),
            (["--restore", "s", "--method", "range"], "--method means nothing to --restore"),
            (["--restore", "s", "--save", "t"], "--save means nothing to --restore"),
            (["--lower", 1], "--upper: 1 given, must be larger than lower, which is 1"),
            (["--upper", "inf"], "--upper: inf given, must be a finite number"),
            (["--save", "out"], "OUT and --save are one file, out"),
            (["--save", "data"], "DATA and --save are one file, data"),
            (["--save", "-"], "--save: - given, must be a file"),
        ]:
            self.assertEqual(self.error("scale", "data", "out", *options, status=2), message)
        self.assertIn("--method", self.error("scale", "data", "out", "--method", "norm", status=2))
        self.run_program("convert", "data", "store")
        self.assertIn(
            "--value-type float64: store is a binary store of float32",
            self.error("scale", "store", "out", "--value-type", "float64", status=2),
        )


if __name__ == "__main__":
    unittest.main()
