# SPDX-License-Identifier: BSD-3-Clause
"""What is wrong with the words of a command is said before data are read, and names the option."""

from support import CommandLineTest


class Usage(CommandLineTest):
    def test_usage_errors_name_the_option(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        usage = lambda *options: self.error("train", "d", *options, status=2)
        named = usage("--loss", "svm")
        self.assertTrue(named.startswith("--loss: svm given, must be one of hinge, "), named)
        self.assertTrue(named.endswith(", expectile or plq:FILE"), named)
        self.assertIn("--penalty", usage("--penalty", "l0"))
        self.assertIn("--multiclass", usage("--multiclass", "one"))
        self.assertIn("--class-weight", usage("--class-weight", "1"))
        self.assertIn("--class-weight", usage("--class-weight", "1:2,1:3"))
        self.assertIn("label 7", usage("--class-weight", "7:2"))
        self.assertEqual("--tolerance: 0 given, must be > 0", usage("--tolerance", "0"))
        self.assertEqual("--epsilon: 1e400 given, must be >= 0", usage("--epsilon", "1e400"))
        self.assertEqual("--max-passes: -1 given, must be > 0", usage("--max-passes", "-1"))
        whole = "given, must be a whole number from"
        self.assertEqual(f"--seed: -1 {whole} 0 to {2**64 - 1}", usage("--seed", "-1"))
        self.assertEqual(f"--max-passes: {2**63} {whole} 1 to {2**63 - 1}", usage("--max-passes", 2**63))
        self.assertEqual("--cost: -1 given, must be > 0 and finite", usage("-C", "-1"))
        self.assertIn("tau", usage("--loss", "quantile", "--quantile", "1"))
        self.assertEqual("--threads: 0 given, must be > 0", usage("--threads", "0"))
        self.assertEqual(f"--threads: 4097 {whole} 1 to 4096", usage("--threads", "4097"))
        self.assertEqual(f"--degree: 2.5 {whole} 0 to {2**31 - 1}", usage("--kernel", "polynomial", "--degree", 2.5))
        self.assertIn("--nonsense", usage("--nonsense"))
        self.error("train", status=2)
        self.error(status=2)

    def test_contradictory_options_are_refused_before_the_data_are_read(self):
        self.write("bad", "1 1:1\n1 x\n")
        for command in ["train", "cv", "path", "tune"]:
            usage = lambda *options, command=command: self.error(command, "bad", *options, status=2)
            self.assertEqual(usage("--constraint", "foo"), "--constraint foo: no such constraint or file")
            for constraint in ["bounds:x:1", "bounds:1:0:x", "sum:x", "fair:1:x", "fair:1:x:1"]:
                self.assertEqual(
                    usage("--constraint", constraint), f"--constraint {constraint}: expected a number, found 'x'"
                )
            self.assertIn(
                "--solver: newton given, must be auto, alm_newton or", usage("--solver", "newton", "--penalty", "l1")
            )
            self.assertIn(
                "--multiclass: multinomial given, needs the loss logistic, not hinge",
                usage("--multiclass", "multinomial", "--loss", "hinge"),
            )
            self.assertIn(
                "--multiclass multinomial excludes --kernel", usage("--multiclass", "multinomial", "--kernel", "rbf")
            )
            self.assertIn(
                "--multiclass means nothing to --problem nu_svr",
                usage("--multiclass", "ovr", "--kernel", "rbf", "--problem", "nu_svr"),
            )

    def test_missing_files_and_bad_costs_are_reported_before_the_solve(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for option in ["--weights", "--warm-start", "--l1-weights"]:
            for kernel in [[], ["--kernel", "rbf"]]:
                done = self.run_program("train", "d", "m", option, "nosuch", *kernel, status=1)
                self.assertEqual(
                    (done.stdout, done.stderr),
                    ("", "hingeline: error: nosuch: cannot open: No such file or directory\n"),
                )
        for cost in ["-1", "inf"]:
            self.assertEqual(
                self.error("train", "nosuch", "-C", cost, status=2), f"--cost: {cost} given, must be > 0 and finite"
            )
        self.assertEqual(
            self.error("train", "d", "m", "--kernel", "rbf", "--memory", 1, status=2),
            "--memory is for linear models with a loss, not for kernels without --approximate or for one_class",
        )

    def test_options_without_effect_are_refused_or_noted(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        usage = lambda *options: self.error("train", "d", *options, status=2)
        for option, value in [("--gamma", -5), ("--epsilon", -3), ("--delta", "nan"), ("--bias", 0), ("--l1-ratio", 2)]:
            self.assertIn(f"{option}: {value} given, must be ", usage("--loss", "hinge", option, value))
        self.assertIn("--multiclass means nothing", usage("--loss", "squared", "--multiclass", "ovo"))
        self.assertEqual(usage("--penalty", "l2", "--l1-ratio", 0.5), "--l1-ratio means nothing to --penalty l2")
        for option, value in [("--coordinate-order", "random"), ("--inner", "exact")]:
            self.assertEqual(usage(option, value), f"{option} means nothing to --solver auto")
        self.assertEqual(
            self.notes("train", "d", "m", "--solver", "newton", "--no-shrinking"),
            "note: --no-shrinking means nothing to --solver newton\n",
        )
        for to, option, *others in [
            (["--loss", "hinge"], "--epsilon", "--delta", "--quantile", "--gamma"),
            (["--intercept", "free"], "--bias"),
            (["--intercept", "none"], "--bias"),
            (["--kernel", "rbf"], "--degree", "--coef0"),
            (["--kernel", "linear"], "--gamma"),
            (["--kernel", "rbf", "--problem", "nu_svc"], "--cost", "--epsilon"),
            (["--kernel", "rbf", "--problem", "c_svc"], "--nu"),
        ]:
            for name in [option, *others]:
                arguments = ["train", "d", "m", *to, name, 2 if name == "--degree" else 0.5]
                self.assertEqual(self.notes(*arguments), f"note: {name} means nothing to {' '.join(to[-2:])}\n")
                self.assertEqual(self.notes(*arguments, "--quiet"), "")
        for options in [["--kernel", "rbf"], ["--problem", "one_class"]]:
            self.assertEqual(self.notes("train", "d", "m", *options, "--seed", 3), "")
        self.assertEqual(self.notes("path", "d", "--kernel", "rbf", "--costs", 1, "--seed", 3), "")
        for command in [["cv", "d", "--folds", 2, "--costs", "1,2"], ["path", "d"], ["tune", "d", "--folds", 2]]:
            self.assertIn("--cost means nothing to", self.notes(*command, "-C", 5))

    def test_target_and_value_type_are_refused_where_they_have_no_effect(self):
        self.write("d.csv", "a,b,y\n1,2,1\n2,1,-1\n")
        self.write("d", "1 1:1\n-1 1:2\n")
        self.run_program("convert", "d", "store", "--value-type", "float32")
        for data, kind in [("d", "LIBSVM text"), ("store", "a binary store")]:
            error = self.error("train", data, "m", "--target", 1, status=2)
            self.assertTrue(error.startswith(f"--target: 1 given, means nothing to {data}") and kind in error, error)
        for arguments in [
            ["train", "store", "m"],
            ["inspect", "store"],
            ["convert", "store", "again"],
            ["cv", "store"],
        ]:
            error = self.error(*arguments, "--value-type", "float64", status=2)
            self.assertEqual(error, "--value-type float64: store is a binary store of float32")
        self.run_program("inspect", "store", "--value-type", "float32")
        for arguments in [["train", "d.csv", "m"], ["cv", "d.csv"], ["train", "d.csv", "m", "--kernel", "rbf"]]:
            error = self.error(*arguments, "--target", "none", status=2)
            self.assertEqual(error, "--target none: this command needs the targets of d.csv")

    def test_an_unknown_command_is_named(self):
        error = self.error("trian", "d", "m", status=2)
        self.assertTrue(error.startswith("trian: no such command, must be one of train, cv, "), error)

    def test_an_option_is_not_taken_for_the_name_of_a_file(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        error = self.error("train", "d", "m", "--json", "--trace", status=2)
        self.assertEqual(error, "--json: a file expected, --trace given (./--trace names a file)")
        self.assertEqual(self.files(), ["d"])
        self.run_program("train", "d", "m", "--json", "./--trace")
        self.assertEqual(self.files(), ["--trace", "d", "m"])

    def test_one_file_for_two_purposes_is_refused(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for named in [
            ["d"],
            ["m", "--json", "m"],
            ["m", "--trace", "./m"],
            ["m", "--save-dual", "d"],
            ["m", "--json", "-", "--trace", "-"],
            ["m", "--weights", "w", "--json", "w"],
        ]:
            self.assertRegex(self.error("train", "d", *named, status=2), "^[A-Za-z-]+ and [A-Za-z-]+ are one file, ")
            self.assertEqual(self.files(), ["d"])
        self.assertIn("MODEL", self.error("train", "d", "-", status=2))
        self.run_program("train", "d", "m", "--json", "/dev/null", "--trace", "/dev/null")
        self.write("c", "0 1 1:1\n")
        for name, value in [("--constraint", "c"), ("--constraint", "fair:c:1"), ("--non-crossing-box", "c")]:
            error = self.error("train", "d", "m", name, value, "--json", "c", status=2)
            self.assertEqual(error, f"{name} and --json are one file, c")

    def test_names_in_a_loop_of_links_are_not_taken_for_one_file(self):
        (self.folder / "loop").symlink_to("loop")
        self.assertTrue(self.error("train", "d", "loop/m", "--json", "loop/j", status=1).startswith("loop/m: cannot "))

    def test_help_lists_every_option(self):
        text = self.run_program("train", "--help").stdout
        for option in [
            "--loss",
            "--penalty",
            "--cost",
            "--epsilon",
            "--quantile",
            "--delta",
            "--multiclass",
            "--intercept",
            "--bias",
            "--solver",
            "--tolerance",
            "--max-passes",
            "--max-seconds",
            "--threads",
            "--seed",
            "--class-weight",
            "--weights",
            "--warm-start",
            "--format",
            "--target",
            "--layout",
            "--value-type",
            "--no-shrinking",
            "--standardize",
            "--trace",
            "--save-dual",
            "--json",
            "--quiet",
        ]:
            self.assertIn(option, text)
        self.assertIn("b = bias v, and the penalty also has the term R(v)", " ".join(text.split()))

    def test_version_is_printed(self):
        self.assertRegex(self.run_program("--version").stdout, r"^hingeline \d+\.\d+\.\d+\b")
