# SPDX-License-Identifier: BSD-3-Clause
"""hingeline generate and convert: what they write, train reads."""

import os
import threading
import unittest

from support import SANITIZED, CommandLineTest


class Generate(CommandLineTest):
    def test_every_kind_can_be_trained_on(self):
        for kind, loss in [("classification", "hinge"), ("regression", "huber"), ("text", "logistic")]:
            density = ["--density", 0.1] if kind == "text" else []
            self.run_program("generate", kind, "data", "--rows", 300, "--features", 40, *density, "--seed", 3)
            report = self.report("train", "data", "--loss", loss)
            self.assertEqual((report["rows"], report["status"]), (300, "converged"))

    def test_same_seed_same_bytes(self):
        for name, seed in [("a", 1), ("b", 1), ("c", 2)]:
            self.run_program("generate", "classification", name, "--rows", 50, "--seed", seed)
        self.assertEqual(self.read("a"), self.read("b"))
        self.assertNotEqual(self.read("a"), self.read("c"))

    def test_binary_and_text_train_alike(self):
        self.run_program("generate", "classification", "text", "--rows", 200)
        self.run_program("convert", "text", "binary")
        self.run_program("convert", "binary", "again", "--to", "libsvm")
        self.assertEqual(self.read("text"), self.read("again"))
        reports = [self.report("train", data) for data in ("text", "binary")]
        self.assertEqual(reports[0]["primal"], reports[1]["primal"])

    def test_pipes_are_opened_once(self):
        self.write("data", "1 1:1 2:2\n-1 1:3\n")
        self.write("table.csv", "a,y\n1,2\n0,4\n")
        for name, options in [
            ("data", []),
            ("data", ["--value-type", "float64"]),
            ("table.csv", ["--layout", "sparse"]),
        ]:
            self.run_program("convert", name, "whole", *options)
            whole = (self.folder / "whole").read_bytes()
            for source in (name, "whole"):
                bytes_in = (self.folder / source).read_bytes()
                options_in = [*options, "--format", "csv"] if source == "table.csv" else options
                self.assertEqual(self.convert_through_pipes(bytes_in, *options_in), [whole, whole])

    def convert_through_pipes(self, data, *options):
        """What is written of a pipe to a file, and of a file to a pipe."""
        (self.folder / "in").write_bytes(data)
        os.mkfifo(self.folder / "pipe")
        writer = threading.Thread(target=(self.folder / "pipe").write_bytes, args=[data], daemon=True)
        writer.start()
        self.run_program("convert", "pipe", "out", *options)
        writer.join()
        read = []
        reader = threading.Thread(target=lambda: read.append((self.folder / "pipe").read_bytes()), daemon=True)
        reader.start()
        self.run_program("convert", "in", "pipe", *options)
        reader.join()
        (self.folder / "pipe").unlink()
        return [(self.folder / "out").read_bytes(), *read]

    def test_bad_options_are_named(self):
        self.assertIn("rows", self.error("generate", "classification", "x", "--rows", 0, status=2))
        self.assertIn("features", self.error("generate", "text", "x", "--features", 0, status=2))
        self.assertTrue(
            self.error("generate", "text", "x", "--features", 2**31, status=2).startswith(
                "--features: 2147483648 given"
            )
        )
        self.assertIn("KIND", self.error("generate", "noise", "x", status=2))
        self.assertIn("noise: 2 given", self.error("generate", "text", "x", "--noise", 2, status=2))
        self.assertEqual(
            self.error("generate", "regression", "x", "--noise", 1e308, status=2),
            "--noise: 1e+308 given, must be smaller, as a target is not finite",
        )
        for kind in ["classification", "regression"]:
            self.assertEqual(
                self.error("generate", kind, "x", "--density", 0.1, status=2), f"--density means nothing to {kind}"
            )

    def test_names_that_libsvm_text_loses_are_noted(self):
        self.write("names.csv", "job,answer\nclerk,no\nsmith,yes\n")
        self.write("numbers.csv", "age,answer\n39,1\n50,2\n")
        said = self.notes("convert", "names.csv", "out", "--to", "libsvm")
        self.assertIn(
            "note: names.csv: targets are names of classes, which become numbers in order of first appearance (--to binary",
            said,
        )
        self.assertIn(
            "note: names.csv: names of features are lost, their numbers are those of the columns of this file", said
        )
        self.assertNotIn("targets", self.notes("convert", "numbers.csv", "out", "--to", "libsvm"))
        self.assertEqual(self.notes("convert", "names.csv", "out"), "")
        self.assertEqual(self.notes("convert", "out", "text", "--layout", "dense"), "")

    def test_no_csv_is_written(self):
        self.write("text", "1 1:1\n-1 1:2\n")
        for command in [["convert", "text"], ["scale", "text"], ["generate", "text"]]:
            for name in ["x.csv", "x.CSV", "x.csv.gz"]:
                for to, what in [("libsvm", "LIBSVM text"), ("binary", "a store")]:
                    self.assertEqual(
                        self.error(*command, name, "--to", to, status=2),
                        f"OUT: {name} given, but the format written is {what}, not CSV",
                    )
        self.assertEqual(self.files(), ["text"])

    @unittest.skipIf(SANITIZED, "sanitizers end the program")
    def test_too_many_rows_are_refused_before_any_is_drawn(self):
        for rows in [99999999999999, 2**63 - 1]:
            self.assertEqual(self.error("generate", "text", "x", "--rows", rows, status=1), "out of memory")


if __name__ == "__main__":
    unittest.main()
