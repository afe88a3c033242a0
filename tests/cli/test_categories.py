# SPDX-License-Identifier: BSD-3-Clause
"""CSV whose columns are text: every name of a column is a feature."""

import random

from support import CommandLineTest

COLOURS = ["red", "dark blue", "green, or so"]
LINEAR, KERNEL, ONE_CLASS = [], ["--kernel", "rbf", "--gamma", 0.5], ["--problem", "one_class"]


def table(rows, columns, new=None):
    """Rows of a size, a colour in quotes, a postal code and a name of a class, as the columns come."""
    source = random.Random(5)
    lines = [",".join(columns)]
    for i in range(rows):
        colour = new if new and i == 0 else source.choice(COLOURS)
        size, code = source.randrange(40) / 8, source.choice([8001, 8002])
        answer = "big" if size + 3 * (colour == "red") + 2 * (code == 8002) > 4 else "small"
        fields = {"size": f"{size:g}", "colour": f'"{colour}"', "code": str(code), "id": f"row {i}", "answer": answer}
        lines.append(",".join(fields[column] for column in columns))
    return "\n".join(lines) + "\n"


class CategoriesTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("d.csv", table(300, ["size", "colour", "code", "id", "answer"]))

    def train(self, *options):
        return self.report("train", "d.csv", "m", "--categorical", "code", "--ignore", "id", *options)

    def names(self):
        return [line.removeprefix("feature ") for line in self.read("m").splitlines() if line.startswith("feature ")]

    def test_every_name_is_a_feature(self):
        report = self.train("--intercept", "free")
        self.assertEqual(report["features"], 6)
        self.assertEqual(self.names()[0], "size")
        self.assertEqual(sorted(self.names()[1:4]), sorted(f"colour={colour}" for colour in COLOURS))
        self.assertEqual(sorted(self.names()[4:]), ["code=8001", "code=8002"])
        self.assertEqual(self.report("inspect", "m")["feature_names"], self.names())
        weights = dict(zip(self.names(), (row[0] for row in self.read_coefficients())))
        sign = 1 if self.report("inspect", "m")["labels"][0] == "big" else -1
        self.assertGreater(sign * weights["colour=red"], sign * weights["colour=dark blue"])
        self.assertGreater(sign * weights["code=8002"], sign * weights["code=8001"])

    def read_coefficients(self):
        return [[float(word) for word in line.split()] for line in self.read("m").split("\nw\n")[1].splitlines()]

    def test_the_answer_is_that_of_one_column_per_name(self):
        self.train("--tolerance", 1e-9)
        spelt = [line.split(",") for line in table(300, ["size", "code", "answer"]).splitlines()[1:]]
        colours = [line.strip('"') for line in table(300, ["colour"]).splitlines()[1:]]
        rows = []
        for (size, code, answer), colour in zip(spelt, colours):
            ones = [2 + self.names()[1:].index(f"colour={colour}"), 2 + self.names()[1:].index(f"code={code}")]
            rows.append(f"{1 if answer == 'big' else -1} 1:{size} " + " ".join(f"{index}:1" for index in sorted(ones)))
        self.write("spelt", "\n".join(rows) + "\n")
        spelt = self.report("train", "spelt", "n", "--tolerance", 1e-9)
        self.assertAlmostEqual(self.train("--tolerance", 1e-9)["primal"] / spelt["primal"], 1, places=8)

    def test_models_find_columns_by_name(self):
        self.write("moved.csv", table(300, ["answer", "code", "id", "colour", "size"]))
        self.write("no_target.csv", table(300, ["code", "colour", "size"]))
        for machine in [LINEAR, KERNEL, ONE_CLASS]:
            self.train(*machine)
            self.run_program("predict", "d.csv", "m", "p", "--decision-values")
            self.run_program("predict", "moved.csv", "m", "q", "--decision-values", "--target", "answer")
            self.run_program("predict", "no_target.csv", "m", "r", "--decision-values")
            self.assertEqual(self.read("q"), self.read("p"), machine)
            self.assertEqual(self.read("r"), self.read("p"), machine)

    def test_names_that_a_model_does_not_know_add_nothing(self):
        self.write("new.csv", table(300, ["size", "colour", "code", "answer"], new="violet"))
        self.write("old.csv", table(300, ["size", "colour", "code", "answer"]))
        for machine in [LINEAR, KERNEL, ONE_CLASS]:
            self.train(*machine)
            self.assertEqual(self.notes("predict", "old.csv", "m"), "")
            self.assertEqual(
                self.notes("predict", "new.csv", "m"),
                "note: new.csv: fields whose category the model does not know, which are ignored: 1\n",
            )
            self.assertEqual(self.report("predict", "new.csv", "m")["unknown_names"], 1)

    def test_a_column_that_is_missing_is_an_error(self):
        self.train()
        self.write("few.csv", table(300, ["size", "colour", "answer"]))
        self.assertRegex(
            self.error("predict", "few.csv", "m", status=1), "few.csv: no column has the feature 'code=800.'"
        )

    def test_the_objective_is_verified(self):
        report = self.train("--intercept", "none")
        self.write("moved.csv", table(300, ["code", "id", "colour", "size", "answer"]))
        for data in ["d.csv", "moved.csv"]:
            verified = self.report("inspect", "m", "--verify", data)["verified"]
            self.assertAlmostEqual(verified["primal"] / report["primal"], 1, places=9)

    def test_every_training_command_reads_them(self):
        options = ["--categorical", "code", "--ignore", "id"]
        self.assertGreater(self.report("cv", "d.csv", *options)["best"]["accuracy"], 0.9)
        self.report("path", "d.csv", *options, "--costs", "0.1:1:2")
        self.report("tune", "d.csv", "m", *options)
        self.assertEqual(len(self.names()), 6)
        self.run_program("convert", "d.csv", "store", *options)
        self.assertEqual(self.report("train", "store", "n")["primal"], self.train()["primal"])
        self.assertEqual(self.report("inspect", "store")["feature_names"], self.names())

    def test_text_that_does_not_fit_in_memory(self):
        primal = self.train("--solver", "reduced_newton", "--layout", "sparse")["primal"]
        names = self.names()
        report = self.train("--solver", "reduced_newton", "--layout", "sparse", "--memory", 1000)
        self.assertEqual((report["primal"], self.names()), (primal, names))

    def test_options_without_a_meaning(self):
        refused = lambda *options: self.error("train", *options, status=2)
        self.assertEqual(
            refused("d.csv", "m", "--ignore", "none"),
            "--ignore: none given, must be the name of a column or a number from 1 to 5",
        )
        self.assertEqual(
            refused("d.csv", "m", "--categorical", "answer"), "--categorical: answer given, must not be the target"
        )
        self.write("text", "1 1:1\n-1 1:2\n")
        for option in ("--categorical", "--ignore"):
            self.assertEqual(
                refused("text", "m", option, "1"),
                f"{option}: 1 given, means nothing to text, LIBSVM text, which is no CSV",
            )
