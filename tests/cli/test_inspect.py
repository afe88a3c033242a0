# SPDX-License-Identifier: BSD-3-Clause
import math
import os
import re
import threading

from support import CommandLineTest, csv_text, intercept_options, make_rows, targets_of

ROWS = make_rows(150, 4)
TARGETS = targets_of(ROWS)


class Inspect(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write_data(ROWS, TARGETS)

    def test_rows_columns_and_labels_are_counted(self):
        report = self.report("inspect", "classes")
        nonzeros = sum(x != 0 for row in ROWS for x in row)
        self.assertEqual(
            (report["kind"], report["rows"], report["features"], report["nonzeros"]), ("data", 150, 4, nonzeros)
        )
        self.assertAlmostEqual(report["density"], nonzeros / 600)
        self.assertEqual(
            {entry["label"]: entry["rows"] for entry in report["labels"]},
            {k: TARGETS["classes"].count(k) for k in (1, 2, 3)},
        )
        norms = [math.sqrt(sum(x * x for x in row)) for row in ROWS]
        self.assertAlmostEqual(report["row_norm"]["max"], max(norms))
        self.assertAlmostEqual(report["row_norm"]["mean"], sum(norms) / 150)

    def test_names_need_not_be_utf8(self):
        text = csv_text(ROWS, TARGETS["signs"], ["gr\u00f6\u00dfe", "b", "c", "d"], "y")
        (self.folder / "data.csv").write_bytes(text.encode("latin-1"))
        names = ["gr\ufffd\ufffde", "b", "c", "d"]
        self.assertEqual(self.report("inspect", "data.csv")["feature_names"], names)
        self.assertIn(names[0], self.run_program("inspect", "data.csv").stdout)
        column = os.fsdecode("gr\u00f6\u00dfe".encode("latin-1"))
        bounds = [f"bounds:{column}:{limits}" for limits in ("0:1", "2:3")]
        report = self.report("train", "data.csv", "m", "--constraint", bounds[0], "--constraint", bounds[1], status=3)
        self.assertEqual(report["status"], "infeasible")

    def test_data_from_a_pipe_are_read_once(self):
        self.run_program("train", "signs", "m", "--loss", "logistic")
        for name in ["signs", "m"]:
            os.mkfifo(self.folder / f"{name}.pipe")
            writer = threading.Thread(target=lambda name=name: self.write(f"{name}.pipe", self.read(name)))
            writer.start()
            self.assertEqual(self.report("inspect", f"{name}.pipe"), self.report("inspect", name))
            writer.join()
        writer = threading.Thread(target=lambda: self.write("m.pipe", self.read("m")))
        writer.start()
        self.assertEqual(
            self.report("predict", "signs", "m.pipe")["accuracy"], self.report("predict", "signs", "m")["accuracy"]
        )
        writer.join()

    def test_numeric_targets_have_a_range(self):
        report = self.report("inspect", "values")
        self.assertEqual(report["labels"], [])
        self.assertEqual(
            (report["target"]["min"], report["target"]["max"]), (min(TARGETS["values"]), max(TARGETS["values"]))
        )

    def test_models_tell_what_they_hold(self):
        train = self.report("train", "classes", "m", "--loss", "logistic", "-C", 0.25, "--model-format", "native")
        report = self.report("inspect", "m")
        self.assertEqual(
            (report["kind"], report["loss"], report["C"], report["intercept"]), ("model", "logistic", 0.25, "free")
        )
        self.assertEqual(
            (report["labels"], report["features"], report["outputs"]), (list(dict.fromkeys(TARGETS["classes"])), 4, 3)
        )
        self.assertEqual(report["certificate"]["primal"], train["primal"])
        self.assertEqual(report["certificate"]["relative_gap"], train["relative_gap"])

    def test_models_keep_their_certificate(self):
        for name, options in [("values", ["--loss", "squared"]), ("signs", [])]:
            train = self.report("train", name, "m", *options, "--constraint", "sum:1", "--model-format", "native")
            certificate = self.report("inspect", "m")["certificate"]
            self.assertEqual(certificate, {key: train[key] for key in certificate})
            self.assertIn("max_violation", certificate)
        older = re.sub(r"(certificate \S+ \S+ \S+ \S+ \S+ \S+) \S+ \S+", r"\1", self.read("m"))
        self.assertNotEqual(older, self.read("m"))
        self.write("m", older)
        self.assertEqual(self.report("inspect", "m")["certificate"], {**certificate, "max_violation": 0})

    def test_models_are_known_by_any_order_of_their_lines(self):
        for options in [("--kernel", "rbf"), ("--problem", "one_class"), ("--loss", "hinge")]:
            self.run_program("train", "signs", "m", *options)
            header, end, rest = self.read("m").partition("\nSV\n" if "--kernel" in options else "\nw\n")
            lines = header.splitlines()
            for first in range(len(lines)):
                self.write("turned", "\n" + "\n".join(lines[first:] + lines[:first]) + end + rest)
                self.assertEqual(self.report("inspect", "turned"), self.report("inspect", "m"))
                self.assertEqual(
                    self.report("predict", "signs", "turned")["accuracy"],
                    self.report("predict", "signs", "m")["accuracy"],
                )

    def test_a_table_of_one_column_is_not_taken_for_a_model(self):
        self.write("d.csv", "bias\n1\n2\n")
        self.assertEqual(self.report("inspect", "d.csv", "--target", "none")["kind"], "data")

    def test_csv_models_keep_the_names_of_features(self):
        self.write("d.csv", csv_text(ROWS, TARGETS["values"], ["age", "x y", "z", "w"], "price"))
        self.run_program("train", "d.csv", "m", "--loss", "huber")
        self.assertEqual(self.report("inspect", "m")["feature_names"], ["age", "x y", "z", "w"])

    def test_verify_recomputes_the_objective(self):
        for data, loss in [
            ("signs", "hinge"),
            ("classes", "squared_hinge"),
            ("values", "quantile"),
            ("values", "huber"),
        ]:
            for intercept in ["free", "penalized", "none"]:
                self.run_program(
                    "train",
                    data,
                    "m",
                    "--loss",
                    loss,
                    *intercept_options(intercept, 3),
                    "-C",
                    0.5,
                    "--model-format",
                    "native",
                )
                verified = self.report("inspect", "m", "--verify", data)["verified"]
                self.assertLess(verified["relative_difference"], 1e-12, (loss, intercept))

    def test_verify_compares_objectives_that_are_nothing_but_rounding(self):
        self.write("line", "0 1:0\n1 1:1\n2 1:2\n")
        self.run_program("train", "line", "m", "--loss", "huber", "--penalty", "none")
        verified = self.report("inspect", "m", "--verify", "line")["verified"]
        self.assertLess(verified["primal"], 1e-25)
        self.assertLess(verified["relative_difference"], 1)

    def test_only_parameters_that_the_loss_has_are_printed(self):
        parameters = {"epsilon", "tau", "delta", "gamma"}
        for loss, own in [
            ("squared", set()),
            ("huber", {"delta"}),
            ("quantile", {"epsilon", "tau"}),
            ("absolute", set()),
        ]:
            self.run_program("train", "values", "m", "--loss", loss, "--model-format", "native")
            said = self.report("inspect", "m")
            self.assertEqual({key for key in parameters if said[key] is not None}, own)

    def test_long_keys_do_not_run_into_their_values(self):
        self.run_program("train", "classes", "m", "--kernel", "rbf")
        self.assertIn("\nclass_support_vectors [", self.run_program("inspect", "m").stdout)

    def test_verify_uses_the_penalty_of_the_model(self):
        for penalty in ["l1", "elastic_net", "none"]:
            report = self.report("train", "values", "m", "--loss", "squared_epsilon_insensitive", "--penalty", penalty)
            verified = self.report("inspect", "m", "--verify", "values")["verified"]
            self.assertAlmostEqual(verified["primal"] / report["primal"], 1, places=9)

    def test_verify_takes_weights(self):
        self.write("weights", "".join(f"{i % 4}\n" for i in range(150)))
        weights = ["--weights", "weights", "--class-weight", "1:2,3:0.5"]
        self.run_program("train", "classes", "m", "--model-format", "native", *weights)
        self.assertLess(
            self.report("inspect", "m", "--verify", "classes", *weights)["verified"]["relative_difference"], 1e-12
        )
        self.assertGreater(self.report("inspect", "m", "--verify", "classes")["verified"]["relative_difference"], 1e-3)

    def test_verify_asks_for_what_liblinear_files_do_not_say(self):
        report = self.report("train", "values", "m", "--loss", "epsilon_insensitive", "-C", 2, "--epsilon", 0.3)
        say = lambda *options: self.error("inspect", "m", "--verify", "values", *options, status=2)
        self.assertIn("--cost", say())
        self.assertIn("--intercept", say("-C", 2))
        self.assertIn("--epsilon", say("-C", 2, "--intercept", "free"))
        verified = self.report("inspect", "m", "--verify", "values", "-C", 2, "--intercept", "free", "--epsilon", 0.3)
        self.assertAlmostEqual(verified["verified"]["primal"] / report["primal"], 1, places=12)

    def test_verify_must_be_told_of_standardized_columns(self):
        self.write("weights", "".join(f"{i % 4}\n" for i in range(150)))
        weights = ["--weights", "weights", "--class-weight", "1:2,3:0.5"]
        report = self.report("train", "classes", "m", "-C", 2, "--standardize", *weights)
        options = ["-C", 2, "--intercept", "free", *weights]
        say = lambda *more: self.report("inspect", "m", "--verify", "classes", *options, *more)["verified"]["primal"]
        self.assertAlmostEqual(say("--standardize") / report["primal"], 1, places=9)
        self.assertGreater(abs(say() / report["primal"] - 1), 1e-4)
        self.run_program("train", "classes", "m", "-C", 2, "--standardize", *weights, "--model-format", "native")
        self.assertEqual(say(), say("--standardize"))
        self.assertIn(
            "--standardize means nothing to inspect without --verify",
            self.error("inspect", "m", "--standardize", status=2),
        )

    def test_verify_refuses_options_without_effect(self):
        self.run_program("train", "classes", "linear", "--model-format", "native")
        self.run_program("train", "values", "regression", "--loss", "squared", "--model-format", "native")
        self.run_program("train", "classes", "kernel", "--kernel", "rbf")
        self.run_program("train", "values", "tube", "--kernel", "rbf", "--problem", "nu_svr")
        self.write("ones", "1\n" * 10)
        for model, data, options in [
            ("linear", "classes", ["--nu", 0.5]),
            ("linear", "classes", ["--l1-weights", "ones"]),
            ("regression", "values", ["--class-weight", "1:2"]),
            ("kernel", "classes", ["--intercept", "free"]),
            ("kernel", "classes", ["--standardize"]),
            ("kernel", "classes", ["--l1-weights", "ones"]),
            ("tube", "values", ["--class-weight", "1:2"]),
        ]:
            self.assertIn(
                f"{options[0]} means nothing to ",
                self.error("inspect", model, "--verify", data, "-C", 1, *options, status=2),
            )
        for option, value, range in [
            ("--cost", -1, "> 0"),
            ("--cost", "nan", "> 0"),
            ("--epsilon", -1, ">= 0"),
            ("--nu", 7, "0 < nu <= 1"),
        ]:
            self.assertEqual(
                self.error("inspect", "linear", "--verify", "classes", option, value, status=2),
                f"{option}: {value} given, must be {range}",
            )
        self.assertEqual(
            self.notes("inspect", "tube", "--verify", "values", "-C", 1, "--nu", 0.5, "--epsilon", 1),
            "note: --epsilon means nothing to the problem nu_svr\n",
        )

    def test_verify_refuses_other_data(self):
        self.run_program("train", "signs", "m", "--model-format", "native")
        self.assertIn("label", self.error("inspect", "m", "--verify", "classes", status=1))
        self.assertIn(
            "features", self.error("inspect", "m", "--verify", self.write("wide", "1 9:1\n-1 1:1\n"), status=1)
        )
        self.run_program("train", "signs", "k", "--kernel", "rbf")
        row, label = next((i, label) for i, label in enumerate(TARGETS["classes"], 1) if label != 1)
        self.assertEqual(
            self.error("inspect", "k", "--verify", "classes", "-C", 1, status=1),
            f"classes: row {row}: the model has no label {label}",
        )
        self.assertIn("not a model", self.error("inspect", "signs", "--verify", "signs", status=1))
        self.assertIn("--cost means nothing to inspect without --verify", self.error("inspect", "m", "-C", 2, status=2))

    def test_options_of_reading_are_for_data(self):
        self.run_program("train", "signs", "m")
        self.run_program("train", "signs", "k", "--kernel", "rbf")
        for model in ["m", "k"]:
            for options in [
                ["--format", "csv"],
                ["--target", "y"],
                ["--layout", "dense"],
                ["--value-type", "float64"],
                ["--categorical", "a"],
                ["--ignore", "a"],
            ]:
                self.assertEqual(
                    self.error("inspect", model, *options, status=2),
                    f"{options[0]} means nothing to a model without --verify",
                )
        self.report("inspect", "k", "--verify", "signs", "-C", 1, "--layout", "dense")

    def test_files_of_other_kinds_are_not_taken_for_data(self):
        self.write("ratings", "ann tea 5\nann rum 1\nbob tea 4\n")
        self.run_program("train", "signs", "m", "--model-format", "native")
        self.run_program("factorize", "ratings", "f")
        self.run_program("scale", "signs", "scaled", "--save", "s")
        for command in ["train", "cv"]:
            self.assertEqual(self.error(command, "m", status=1), "m:1: a model, where data are expected")
            self.assertEqual(self.error(command, "f", status=1), "f:1: a model, where data are expected")
        for command in ["train", "inspect"]:
            self.assertEqual(self.error(command, "s", status=1), "s:1: a scaling, where data are expected")
        self.assertEqual(
            self.error("train", "signs", "n", "--warm-start", "signs", status=1), "signs:1: not a model file"
        )
        self.assertEqual(
            self.error("train", "signs", "n", "--warm-start", "f", status=1),
            "f:1: expected a model that predicts rows of features, found a model of `factorize`",
        )

    def test_what_liblinear_files_lack_is_null(self):
        self.run_program("train", "values", "m", "--loss", "epsilon_insensitive", "--epsilon", 0.5)
        report = self.report("inspect", "m")
        self.assertEqual([report[key] for key in ("C", "epsilon", "intercept")], [None, None, None])
        self.assertNotIn("penalized", self.run_program("inspect", "m").stdout)
        self.run_program("train", "values", "m", "--loss", "epsilon_insensitive", "--intercept", "none")
        self.assertEqual(self.report("inspect", "m")["intercept"], "none")
        self.run_program(
            "train", "values", "m", "--loss", "epsilon_insensitive", "--epsilon", 0.5, "--model-format", "native"
        )
        report = self.report("inspect", "m")
        self.assertEqual([report[key] for key in ("C", "epsilon", "intercept")], [1, 0.5, "free"])

    def test_text_and_json_have_the_same_keys(self):
        keys = [line.split()[0] for line in self.run_program("inspect", "signs").stdout.splitlines() if line[0] != " "]
        self.assertEqual(keys, [key for key, value in self.report("inspect", "signs").items() if value != []])
        self.assertIn("missing", self.error("inspect", "missing", status=1))
