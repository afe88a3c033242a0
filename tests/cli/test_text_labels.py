# SPDX-License-Identifier: BSD-3-Clause
from support import CommandLineTest, classes_of, libsvm_text, make_rows, numbers

FEATURES = ["length", "width", "height", "weight"]
NAMES = ["Iris setosa", 'the "other"', "a:b, c"]
ROWS = make_rows(240, 4)
TARGETS = classes_of(ROWS, NAMES)
PAIR = classes_of(ROWS, [">50K", "<=50K"])
SORTED = sorted(range(240), key=lambda i: TARGETS[i])  # classes appear in another order


def csv_of(rows, targets, features=FEATURES):
    quoted = lambda name: '"' + name.replace('"', '""') + '"'
    lines = [",".join([*features, "kind"])]
    lines += [",".join([*(f"{x:.17g}" for x in row), quoted(target)]) for row, target in zip(rows, targets)]
    return "\n".join(lines) + "\n"


def first_seen(targets):
    return list(dict.fromkeys(targets))


def as_numbers(targets):
    return [first_seen(targets).index(target) for target in targets]


class TextLabels(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("three.csv", csv_of(ROWS, TARGETS))
        self.write("pair.csv", csv_of(ROWS, PAIR))
        self.write("three", libsvm_text(ROWS, as_numbers(TARGETS)))
        self.write("pair", libsvm_text(ROWS, as_numbers(PAIR)))

    def predicted(self, data, model="m"):
        self.run_program("predict", data, model, "out")
        return self.read("out").splitlines()

    def test_names_are_those_of_the_numbers(self):
        for machine in [
            [],
            ["--multiclass", "ovo"],
            ["--multiclass", "multinomial", "--loss", "logistic"],
            ["--multiclass", "crammer_singer", "--loss", "hinge", "--intercept", "none"],
            ["--kernel", "rbf"],
            ["--kernel", "rbf", "--approximate", "nystroem:50"],
            ["--memory", "1k"],
        ]:
            for data, targets in [("three", TARGETS), ("pair", PAIR)]:
                if data == "three" or "--multiclass" not in machine:
                    self.run_program("train", f"{data}.csv", "m", *machine)
                    self.run_program("train", data, "n", *machine)
                    printed = self.run_program("predict", f"{data}.csv", "m", "names").stdout
                    self.assertEqual(printed, self.run_program("predict", data, "n", "numbers").stdout)
                    names = [first_seen(targets)[int(k)] for k in numbers(self.read("numbers"))]
                    self.assertEqual(self.read("names").splitlines(), names)
                    self.assertEqual(self.read("m").splitlines()[0], "hingeline_format 1")

    def test_accuracy_is_by_name_whatever_the_order(self):
        self.run_program("train", "three.csv", "m")
        accuracy = self.report("predict", "three.csv", "m")["accuracy"]
        self.write("sorted.csv", csv_of([ROWS[i] for i in SORTED], [TARGETS[i] for i in SORTED]))
        self.assertNotEqual(first_seen(TARGETS), sorted(NAMES))
        self.assertEqual(self.report("predict", "sorted.csv", "m")["accuracy"], accuracy)
        self.assertLess(self.report("inspect", "m", "--verify", "sorted.csv")["verified"]["relative_difference"], 1e-6)
        self.write("new.csv", csv_of(ROWS, ["unheard of"] * 100 + TARGETS[100:]))
        right = sum(a == b for a, b in zip(self.predicted("three.csv")[100:], TARGETS[100:]))
        self.assertEqual(self.report("predict", "new.csv", "m")["accuracy"], right / 240)

    def test_probabilities_quote_names_with_blanks(self):
        self.run_program("train", "three.csv", "m", "--loss", "logistic")
        self.run_program("predict", "three.csv", "m", "p", "--probability")
        quoted = {"Iris setosa": '"Iris setosa"', 'the "other"': '"the ""other"""', "a:b, c": '"a:b, c"'}
        head, *lines = self.read("p").splitlines()
        self.assertEqual(head, " ".join(["labels", *(quoted[name] for name in first_seen(TARGETS))]))
        for name, line in zip(self.predicted("three.csv"), lines, strict=True):
            self.assertTrue(line.startswith(quoted[name] + " "))
            p = [float(word) for word in line.removeprefix(quoted[name]).split()]
            self.assertAlmostEqual(sum(p), 1)
            self.assertEqual(first_seen(TARGETS)[p.index(max(p))], name)
        self.run_program("train", "pair.csv", "m", "--loss", "logistic")
        self.run_program("predict", "pair.csv", "m", "p", "--probability")
        self.assertEqual(self.read("p").splitlines()[0].split()[1:], first_seen(PAIR))

    def test_class_weights_by_name(self):
        number = first_seen(TARGETS).index("Iris setosa")
        for machine in [[], ["--kernel", "rbf"]]:
            by_name = self.report("train", "three.csv", "m", "--class-weight", "Iris setosa:2.5", *machine)
            by_number = self.report("train", "three", "n", "--class-weight", f"{number}:2.5", *machine)
            self.assertEqual(by_name["primal"], by_number["primal"])
        self.write("colon.csv", csv_of(ROWS, ["a:b" if target == ">50K" else "c" for target in PAIR]))
        colon = self.report("train", "colon.csv", "m", "--class-weight", "a:b:2")
        self.assertEqual(colon["primal"], self.report("train", "pair.csv", "m", "--class-weight", ">50K:2")["primal"])
        verified = self.report("inspect", "m", "--verify", "pair.csv", "--class-weight", ">50K:2")["verified"]
        self.assertLess(verified["relative_difference"], 1e-6)
        weigh = lambda text: self.error("train", "pair.csv", "m", "--class-weight", text, status=2)
        self.assertIn("expected a class of the data, found '50K'", weigh("50K:2"))
        self.assertIn("expected LABEL:WEIGHT", weigh(">50K"))
        self.assertIn("given twice", weigh(">50K:1,>50K:2"))
        self.assertIn("expected a number", self.error("train", "pair", "m", "--class-weight", ">50K:2", status=2))

    def test_messages_about_labels_use_their_names(self):
        seen = first_seen(TARGETS)
        parts = self.report("train", "three.csv", "m")["parts"]
        self.assertEqual([part["label"] for part in parts], seen)
        self.assertEqual(self.report("inspect", "m")["labels"], seen)
        parts = self.report("train", "three.csv", "m", "--kernel", "rbf")["parts"]
        self.assertEqual(
            [part["labels"] for part in parts], [[seen[0], seen[1]], [seen[0], seen[2]], [seen[1], seen[2]]]
        )
        self.assertEqual(self.report("inspect", "m")["labels"], seen)
        data = self.report("inspect", "three.csv")
        self.assertEqual(data["labels"], [{"label": name, "rows": TARGETS.count(name)} for name in seen])
        self.assertIsNone(data["target"])
        done = self.run_program("train", "three.csv", "m", "--max-passes", 1, "--tolerance", 1e-12, status=3)
        self.assertIn(f"label {seen[0]} (max_passes", done.stdout)

    def test_warm_starts_go_by_name(self):
        self.write("sorted.csv", csv_of([ROWS[i] for i in SORTED], [TARGETS[i] for i in SORTED]))
        self.write("others.csv", csv_of(ROWS, ["x" if name == NAMES[0] else name for name in TARGETS]))
        for machine in [["--tolerance", 1e-6], ["--kernel", "rbf"]]:
            cold = self.report("train", "three.csv", "m", *machine)
            warm = self.report("train", "sorted.csv", "n", "--warm-start", "m", *machine)
            self.assertLess(abs(warm["primal"] - cold["primal"]), 1e-4 * cold["primal"])
            self.assertLess(warm["iterations"], cold["iterations"] / 2)
            self.assertEqual(self.report("inspect", "n")["labels"], sorted(NAMES))
            refused = self.error("train", "others.csv", "n", "--warm-start", "m", *machine, status=2)
            self.assertIn("a model of other classes", refused)
            self.error("train", "three", "n", "--warm-start", "m", *machine, status=2)

    def test_a_binary_store_keeps_names(self):
        self.run_program("convert", "three.csv", "store")
        for machine in [[], ["--kernel", "rbf"]]:
            self.run_program("train", "three.csv", "m", *machine)
            self.run_program("train", "store", "n", *machine)
            self.assertEqual(self.read("m"), self.read("n"))
            self.assertEqual(
                self.run_program("predict", "store", "m").stdout, self.run_program("predict", "three.csv", "m").stdout
            )
        self.run_program("convert", "three.csv", "text", "--to", "libsvm")
        self.assertEqual([float(line.split()[0]) for line in self.read("text").splitlines()], as_numbers(TARGETS))
        self.run_program("scale", "three.csv", "scaled", "--to", "binary")
        self.assertEqual(self.report("inspect", "scaled")["labels"], self.report("inspect", "store")["labels"])

    def test_cross_validation_predicts_names(self):
        for machine in [[], ["--kernel", "rbf"]]:
            report = self.report("cv", "three.csv", "out", *machine)
            names = self.read("out").splitlines()
            right = sum(a == b for a, b in zip(names, TARGETS))
            self.assertAlmostEqual(report["best"]["accuracy"], right / 240)
            self.assertEqual(report["best"]["accuracy"], self.report("cv", "three", *machine)["best"]["accuracy"])
        self.write("folds", "".join(f"{i % 3 - 1}\n" for i in range(240)))
        self.run_program("cv", "three.csv", "out", "--folds", 2, "--fold-file", "folds")
        self.assertEqual([line == "" for line in self.read("out").splitlines()], [i % 3 == 0 for i in range(240)])
        self.write("zero.csv", "a,b,y\n0,0,no\n1,0,yes\n0,0,no\n2,0,yes\n")
        self.write("folds", "0\n0\n1\n1\n")
        self.run_program("cv", "zero.csv", "out", "--folds", 2, "--fold-file", "folds", "--intercept", "none")
        self.assertNotIn("", self.read("out").splitlines())
        self.run_program("tune", "pair.csv", "m", "--first-cost", 0.5, "--last-cost", 1)
        self.assertEqual(set(self.predicted("pair.csv")), set(PAIR))
        self.run_program("path", "pair.csv", "--costs", "1,2", "--models", "m")
        self.assertEqual(self.report("inspect", "m.2")["labels"], first_seen(PAIR))

    def test_equal_opportunity_takes_the_name_of_a_label(self):
        by_name = self.report("train", "pair.csv", "m", "--constraint", "fair:length:0.01:>50K")
        number = first_seen(PAIR).index(">50K")
        by_number = self.report("train", "pair", "m", "--constraint", f"fair:1:0.01:{number}")
        self.assertEqual(by_name["primal"], by_number["primal"])
        self.assertIn("no class 'x'", self.error("train", "pair.csv", "m", "--constraint", "fair:1:0.01:x", status=2))

    def test_text_labels_are_refused_as_targets_of_a_regression(self):
        for command, *rest in [["train"], ["cv"], ["path"], ["tune"], ["train", "--quantile", "0.1,0.9"]]:
            refused = self.error(command, "three.csv", "--loss", "quantile", *rest, status=2)
            self.assertEqual(
                refused,
                f"--loss: quantile given, needs numbers as targets, but these are text ('{first_seen(TARGETS)[0]}', ..)",
            )
        self.assertIn(
            "epsilon_svr", self.error("train", "three.csv", "--kernel", "rbf", "--problem", "epsilon_svr", status=2)
        )
        self.run_program("train", "three.csv", "m", "--problem", "one_class")
        self.assertEqual(self.run_program("predict", "three.csv", "m").stdout, "")
        self.assertEqual(set(self.predicted("three.csv")), {"1", "-1"})

    def test_names_and_numbers_are_not_compared(self):
        self.run_program("train", "pair.csv", "m")
        self.run_program("train", "pair", "n", "--model-format", "native")
        for data, model in [("pair", "m"), ("pair.csv", "n")]:
            self.assertIn("cannot be compared", self.error("predict", data, model, status=1))
            self.assertIn("cannot be compared", self.error("inspect", model, "--verify", data, status=1))
            done = self.run_program("predict", data, model, "out")
            self.assertTrue(done.stderr.startswith("note: ") and "cannot be compared" in done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertEqual(len(self.read("out").splitlines()), 240)

    def test_files_with_text_labels_are_validated(self):
        read = lambda text: self.error("train", self.write("bad.csv", text), "m", status=1)
        self.assertEqual(read("a,y\n1,2\n2,yes\n"), "bad.csv:3:3: column 2 ('y'): expected a number, found 'yes'")
        self.assertEqual(read("a,y\n1,no\n2,\n"), "bad.csv:3:3: column 2 ('y'): expected a name, found an empty field")
        self.assertEqual(
            read("a,y\n1,no\n2,no\n"), "bad.csv: y: one class only ('no'), classification needs at least two"
        )
        self.assertIn("too many for classes", read("a,id\n" + "".join(f"1,x{i}\n" for i in range(10001))))

    def test_models_of_numbers_stay_those_of_other_programs(self):
        self.run_program("train", "three", "m", "--kernel", "rbf")
        self.assertEqual(self.read("m").splitlines()[0], "svm_type c_svc")
        self.run_program("train", "three", "m")
        self.assertEqual(self.read("m").splitlines()[0], "solver_type L2R_L2LOSS_SVC")
