# SPDX-License-Identifier: BSD-3-Clause
"""Data that cannot be trained on are refused by file, line and column; data that may be meant otherwise give a note."""

from support import CommandLineTest


class DoubtfulData(CommandLineTest):
    def test_data_errors_name_file_line_column_and_what_was_expected(self):
        self.assertRegex(self.error("train", self.write("d", "1 1:1\n-1 2:abc\n"), status=1), r"d:2:6: .*number.*'abc'")
        self.assertRegex(self.error("train", self.write("d", "1 1:1\n-1 0:1\n"), status=1), r"d:2:4: ")
        one_class = "y: one class only (1), classification needs at least two"
        for name in ["d", "y"]:
            self.write(name, "1 1:1\n1 1:2\n")
            for command in ["train", "cv", "tune", "path"]:
                error = self.error(command, name, status=1)
                self.assertEqual(error, one_class if name == "y" else f"d: {one_class}")
        self.write("w", "0\n0\n")
        self.assertEqual(
            self.error("train", "d", "--weights", "w", "--loss", "squared", status=1),
            "d: weights: all are 0, at least one must be > 0",
        )
        self.assertIn("missing", self.error("train", "missing", status=1))

    def test_a_folder_in_place_of_a_file_is_an_error(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        (self.folder / "f").mkdir()
        levels = ["--loss", "quantile", "--quantile", "0.1,0.9"]
        for options in [
            ["--weights", "f"],
            ["--constraint", "f"],
            ["--loss", "plq:f"],
            [*levels, "--non-crossing-box", "f"],
        ]:
            self.assertEqual(self.error("train", "d", *options, status=1), "f: cannot read: Is a directory")

    def test_columns_that_float32_cannot_represent_give_a_note(self):
        self.write("d.csv", "day,a,y\n1,1700000000,1\n2,1700000017,0\n3,1700000034,1\n4,1700000051,0\n")
        said = (
            "note: d.csv: float32 loses most differences between the values of column a "
            "(--value-type float64 keeps them when text is read)\n"
        )
        for command in [
            ["train", "d.csv", "m"],
            ["train", "d.csv", "m", "--kernel", "rbf"],
            ["cv", "d.csv", "--folds", 2],
        ]:
            self.assertEqual(self.notes(*command), said)
            self.assertEqual(self.notes(*command, "--value-type", "float64"), "")
            self.assertEqual(self.notes(*command, "--quiet"), "")
        rows = "".join(f"{i % 2} " + " ".join(f"{j}:{1e9 + i:.0f}" for j in range(1, 8)) + "\n" for i in range(4))
        self.write("d", rows)
        self.assertIn("values of columns 1, 2, 3, 4, 5, 2 more (", self.notes("train", "d", "m"))

    def test_labels_that_look_like_measurements_give_a_note(self):
        self.write("d", "1.5 1:1\n2 1:2\n3 1:3\n1.5 1:4\n")
        taken = "note: d: targets are taken as labels of 3 classes (such as 1.5); for regression use "
        for command in [["train", "d", "m"], ["cv", "d", "--folds", 2], ["path", "d"], ["tune", "d", "--folds", 2]]:
            self.assertEqual(self.notes(*command), f"{taken}--loss squared, huber, quantile or epsilon_insensitive\n")
        self.assertEqual(self.notes("train", "d", "m", "--kernel", "rbf"), f"{taken}--problem epsilon_svr or nu_svr\n")
        for others in [["--loss", "huber"], ["--kernel", "rbf", "--problem", "nu_svr"], ["--quiet"]]:
            self.assertEqual(self.notes("train", "d", "m", *others), "")
        self.write("margin", '{"argument": "margin", "breakpoints": [1], "slopes": [-1, 0], "curvatures": [0, 0]}')
        self.write("residual", '{"argument": "residual", "breakpoints": [0], "slopes": [-1, 1], "curvatures": [0, 0]}')
        for command in [["train", "d", "m"], ["cv", "d", "--folds", 2]]:
            self.assertIn(taken, self.notes(*command, "--loss", "plq:margin"))
            self.assertEqual(self.notes(*command, "--loss", "plq:residual"), "")
        whole = lambda count: "".join(f"{i % count} 1:{i}\n" for i in range(2 * count))
        self.write("many", whole(1001))
        self.assertIn("taken as labels of 1001 classes", self.notes("train", "many", "m"))
        for few in ["0.5 1:1\n1.5 1:2\n", whole(1000)]:
            self.write("few", few)
            self.assertEqual(self.notes("train", "few", "m"), "")
