# SPDX-License-Identifier: BSD-3-Clause
"""Weights of rows and of classes."""

import gzip

from support import ROWS, TARGETS, DataTest, classes_of, libsvm_text


class Weights(DataTest):
    def test_weights_multiply_C(self):
        weights = [i % 3 for i in range(len(ROWS))]
        self.write("weights", "".join(f"{weight}\n" for weight in weights))
        kept = [i for i, weight in enumerate(weights) for _ in range(weight)]
        self.write("repeated", libsvm_text([ROWS[i] for i in kept], [TARGETS["signs"][i] for i in kept]))
        options = ["--tolerance", 1e-8]
        weighted = self.report("train", "signs", "--weights", "weights", *options)
        repeated = self.report("train", "repeated", *options)
        self.assertAlmostEqual(weighted["primal"] / repeated["primal"], 1, places=7)

    def test_weight_files_may_be_compressed_and_begin_with_a_byte_order_mark(self):
        text = "\ufeff" + "".join(f"{i % 3}\n" for i in range(len(ROWS)))
        self.write("weights", text)
        (self.folder / "weights.gz").write_bytes(gzip.compress(text.encode()))
        primal = lambda name: self.report("train", "signs", "--weights", name)["primal"]
        self.assertEqual(primal("weights"), primal("weights.gz"))

    def test_weight_files_are_checked_line_by_line(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        train = lambda text: self.error("train", "d", "--weights", self.write("w", text), status=1)
        self.assertEqual(train("1\nx\n"), "w:2:1: expected a number, found 'x'")
        self.assertEqual(train("1\n1\n1\n"), "w: 3 given for 2 rows")
        self.assertEqual(train(""), "w: 0 given for 2 rows")
        self.assertIn("all rows of weight > 0 are of class 1", train("1\n0\n"))
        self.assertEqual(train("1\n-1\n"), "w:2:1: expected a finite number >= 0, found -1")
        self.assertEqual(train("1e400\n"), "w:1:1: expected a finite number, found inf")

    def test_class_weights_multiply_C(self):
        self.write("weights", "".join("2.5\n" if y == -1 else "1\n" for y in TARGETS["signs"]))
        by_row = self.report("train", "signs", "--weights", "weights", "--tolerance", 1e-8)
        by_class = self.report("train", "signs", "--class-weight", "-1:2.5", "--tolerance", 1e-8)
        self.assertAlmostEqual(by_row["primal"] / by_class["primal"], 1, places=7)

    def test_balanced_class_weights_count_rows_of_positive_weight(self):
        labels = classes_of(ROWS, [1, 1, 1, 2, 3])
        self.write("skewed", libsvm_text(ROWS, labels))
        self.write(
            "weights", "".join("0\n" if y == 3 or i % 5 == 0 else f"{1 + i % 2}\n" for i, y in enumerate(labels))
        )
        counted = [y for i, y in enumerate(labels) if y != 3 and i % 5]
        for options, rows in [[[], labels], [["--weights", "weights"], counted]]:
            classes = sorted(set(rows))
            by_label = ",".join(f"{y}:{len(rows) / (len(classes) * rows.count(y)):.17g}" for y in classes)
            for command in [["train"], ["train", "--kernel", "rbf"], ["cv"], ["path", "--costs", "1"], ["tune"]]:
                training = [*command, "skewed", *options, "--class-weight"]
                balanced, given = self.report(*training, "balanced"), self.report(*training, by_label)
                for key in balanced.keys() & {"primal", "violation"}:
                    self.assertEqual(balanced[key], given[key])
                for key in balanced.keys() & {"points"}:
                    timeless = lambda points: [{**point, "seconds": 0} for point in points]
                    self.assertEqual(timeless(balanced[key]), timeless(given[key]))
            self.run_program("train", "skewed", "m", "--model-format", "native", "--class-weight", by_label, *options)
            verified = self.report("inspect", "m", "--verify", "skewed", "--class-weight", "balanced", *options)[
                "verified"
            ]
            self.assertLess(verified["relative_difference"], 1e-12)
        usage = lambda *options: self.error("train", "values", "--class-weight", "balanced", *options, status=2)
        self.assertIn("--class-weight: weights given, mean nothing to the regression loss", usage("--loss", "squared"))
        for machine in ["epsilon_svr", "one_class"]:
            self.assertEqual(
                f"--class-weight means nothing to --problem {machine}", usage("--kernel", "rbf", "--problem", machine)
            )

    def test_labels_of_rows_of_weight_zero_are_not_classes(self):
        lines = ["1 1:0.5 2:1", "-1 1:-1 2:0.25", "1 1:2 2:-1", "2 1:0.5 2:-2", "2 1:-0.5 2:3", "-1 1:1"]
        self.write("few", "\n".join(lines) + "\n")
        self.write("more", "\n".join(["5 1:9 2:9", *lines]) + "\n")
        self.write("weights", "0\n" + "1\n" * 6)
        for options in [[], ["--multiclass", "ovo"], ["--multiclass", "multinomial", "--loss", "logistic"]]:
            few = self.report("train", "few", "m", *options, "--tolerance", 1e-9)
            labels = self.report("inspect", "m")["labels"]
            more = self.report(
                "train", "more", "n", *options, "--weights", "weights", "--tolerance", 1e-9, "--save-dual", "dual"
            )
            self.assertEqual(self.report("inspect", "n")["labels"], labels)
            self.assertAlmostEqual(more["primal"], few["primal"], places=7)
            self.assertEqual({float(s) for s in self.read("dual").splitlines()[0].split()}, {0})
            verified = self.report(
                "inspect", "n", "--verify", "more", "--weights", "weights", "--cost", 1, "--intercept", "free"
            )
            self.assertAlmostEqual(verified["verified"]["primal"], more["primal"], places=6)
