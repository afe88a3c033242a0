# SPDX-License-Identifier: BSD-3-Clause
import json
import math

from support import CommandLineTest, classes_of, libsvm_text, make_rows

MEGABYTE = 1 << 20


class Memory(CommandLineTest):
    """Rows that stay in their file."""

    def jumps(self, at):
        """A loss of margins whose slope rises by 1 at each of `at`, to 0."""
        slopes = list(range(-len(at), 1))
        return {"argument": "margin", "breakpoints": at, "slopes": slopes, "curvatures": [0] * len(slopes)}

    def test_the_answer_is_the_same_and_rows_do_not_stay_in_memory(self):
        self.run_program("generate", "classification", "store", "--rows", 400000, "--features", 18, "--to", "binary")
        rows_in_memory = 400000 * 18 * 4
        self.write("own", json.dumps(self.jumps([0, 1])))
        for kind in [
            ["hinge"],
            ["logistic"],
            ["logistic", "--penalty", "l1"],
            ["plq:own"],
            ["hinge", "--penalty", "l1"],
            ["hinge", "--penalty", "none"],
            ["hinge", "--constraint", "fair:2:0.01"],
            ["logistic", "--penalty", "none", "--constraint", "ordered"],
        ]:
            arguments = ["store", "m", "-C", 1e-4, "--tolerance", 1e-6, "--loss", *kind]
            whole = self.report("train", *arguments)
            model = self.read("m")
            streamed = self.report("train", *arguments, "--memory", "8M")
            self.assertEqual(self.read("m"), model)
            self.assertEqual((streamed["status"], streamed["solver"]), ("converged", "reduced_newton"))
            self.assertTrue(math.isclose(streamed["primal"], whole["primal"], rel_tol=1e-9))
            self.assertLess(streamed["peak_rss_bytes"], whole["peak_rss_bytes"] - rows_in_memory / 2)

    def test_sizes_have_units(self):
        rows = make_rows(2000, 8)
        self.write("text", libsvm_text(rows, classes_of(rows, [-1, 1])))
        self.run_program("convert", "text", "store")
        size = (self.folder / "store").stat().st_size
        for given, fits in [
            ("0.01M", False),
            (f"{size - 1}", False),
            (f"{size}", True),
            ("1e6", True),
            ("1.5 G", True),
            ("40 kiB", False),
            ("1TB", True),
        ]:
            reason = self.report("train", "store", "m", "--memory", given)["reason"]
            self.assertEqual("in their file" not in reason, fits, given)
        for given in ["1X", "G", "-1", "1e30", "nan", "1.5.5G", "0", "0.4"]:
            self.assertEqual(
                self.error("train", "store", "m", "--memory", given, status=2),
                f"--memory: {given} given, must be a size > 0 in bytes, with or without a suffix K, M, G or T",
            )

    def test_an_answer_is_no_worse_than_the_best_constant(self):
        self.write("text", "".join(f"{3 if i != 3 else 7} 1:{-0.2 * i - 0.1} 2:{-1.5 + 0.3 * i}\n" for i in range(5)))
        arguments = [
            "text",
            "m",
            "--loss",
            "hinge",
            "-C",
            1e-8,
            "--penalty",
            "l1",
            "--constraint",
            "bounds:-inf:0.25",
            "--tolerance",
            1e-10,
        ]
        for memory in [[], ["--memory", 1]]:
            report = self.report("train", *arguments, "--solver", "reduced_newton", *memory)
            self.assertEqual(report["status"], "converged")
            self.assertTrue(math.isclose(report["primal"], 2e-8, rel_tol=1e-9))

    def test_data_that_fit_are_kept_in_memory(self):
        self.write("text", libsvm_text(make_rows(20, 3), classes_of(make_rows(20, 3), [1, -1])))
        reports = [self.report("train", "text", *memory) for memory in ([], ["--memory", "1M"])]
        self.assertEqual(*[{key: report[key] for key in ("solver", "primal", "dual", "passes")} for report in reports])

    def test_text_is_converted_to_a_temporary_file(self):
        self.run_program("generate", "classification", "text", "--rows", 300000, "--features", 18)
        whole = self.report("train", "text", "m", "-C", 1e-4)
        model = self.read("m")
        for folder in ["", "models/"]:
            (self.folder / "models").mkdir(exist_ok=True)
            streamed = self.report("train", "text", f"{folder}m", "-C", 1e-4, "--memory", "1M")
            self.assertEqual(self.read(f"{folder}m"), model)
            self.assertEqual(
                [streamed[key] for key in ("primal", "rows", "nonzeros")],
                [whole[key] for key in ("primal", "rows", "nonzeros")],
            )
            self.expect_less_memory(streamed, whole["peak_rss_bytes"])
        self.assertEqual(self.files(), ["m", "models", "text"])
        self.assertEqual([path.name for path in (self.folder / "models").iterdir()], ["m"])
        self.write("table.csv", "a,b,y\n" + "1,2,1\n3,4,-1\n" * 100)
        self.report("train", "table.csv", "m", "--memory", 100)
        self.assertIn("feature a\n", self.read("m"))
        dense = self.read("m")
        self.report("train", "table.csv", "m", "--memory", 100, "--layout", "sparse")
        self.assertEqual(self.read("m").splitlines()[-4:-1], dense.splitlines()[-4:-1])

    def test_large_files_are_converted_in_parts(self):
        self.run_program("generate", "classification", "text", "--rows", 200000, "--features", 18)
        report = self.report("convert", "text", "store")
        self.assertEqual(
            [report[key] for key in ("rows", "features", "nonzeros", "layout")], [200000, 18, 200000 * 18, "dense"]
        )
        self.expect_less_memory(report, 25 * MEGABYTE)
        self.assertEqual(self.report("inspect", "store")["nonzeros"], 200000 * 18)

    def test_options_that_need_all_rows_in_memory_are_refused(self):
        self.write("text", libsvm_text(make_rows(20, 3), classes_of(make_rows(20, 3), [1, -1])))
        self.run_program("convert", "text", "store", "--layout", "dense")
        machines = [["--kernel", "rbf"], ["--problem", "one_class"]]
        for arguments in [["--solver", "dual_cd"], ["--standardize"], *machines]:
            self.error("train", "store", "--memory", 10, *arguments, status=2)
        error = self.error("train", "store", "--memory", 10, "--layout", "sparse", status=2)
        self.assertTrue(error.startswith("--layout: sparse given, "), error)
        self.report("train", "store", "--memory", 10)
        self.write("wide", "1 1:1 20000:1\n-1 2:1\n" * 3)
        self.assertEqual(
            self.error("train", "wide", "--memory", 10, status=1),
            "wide: 20000 columns, but at most 11000 where rows stay on disk (--memory)",
        )
        many_kinks = "--loss: plq given, must not be a plq of the prediction or with more than eight"
        self.write("many_kinks", json.dumps(self.jumps(list(range(9)))))
        for options, words in [
            (["--solver", "alm_newton"], "--solver: alm_newton given, "),
            (["--loss", "plq:many_kinks"], many_kinks),
        ]:
            error = self.error("train", "store", "--memory", 10, *options, status=2)
            self.assertTrue(error.startswith(words), error)
        self.write("three", libsvm_text(make_rows(21, 3), classes_of(make_rows(21, 3), [1, 2, 3])))
        self.run_program("convert", "three", "classes", "--layout", "dense")
        for loss, way in [("logistic", "multinomial"), ("hinge", "crammer_singer"), ("hinge", "ovo")]:
            options = ["--loss", loss, "--multiclass", way, "--intercept", "none"]
            self.assertIn("multiclass", self.error("train", "classes", "--memory", 10, *options, status=2))
