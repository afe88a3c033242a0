# SPDX-License-Identifier: BSD-3-Clause
"""The stand-ins for LIBLINEAR: its options, messages and formats, and answers that are at least as good as its own."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from drop_in import COMPAT, ROWS, TARGETS, DropInTest
from support import intercept_options, libsvm_text, numbers, read_model

DATA = os.environ.get("HINGELINE_TEST_DATA")
LIBLINEAR = {"train": shutil.which("liblinear-train"), "predict": shutil.which("liblinear-predict")}
SVM_SCALE = shutil.which("svm-scale")

CLASSIFIERS = [0, 1, 2, 3, 4, 5, 6, 7]
REGRESSIONS = [11, 12, 13]
NAMES = {
    0: "L2R_LR",
    1: "L2R_L2LOSS_SVC_DUAL",
    2: "L2R_L2LOSS_SVC",
    3: "L2R_L1LOSS_SVC_DUAL",
    4: "MCSVM_CS",
    5: "L1R_L2LOSS_SVC",
    6: "L1R_LR",
    7: "L2R_LR_DUAL",
    11: "L2R_L2LOSS_SVR",
    12: "L2R_L2LOSS_SVR_DUAL",
    13: "L2R_L1LOSS_SVR_DUAL",
}
REAL_CLASSES = [
    "australian",
    "a9a",
    "heart_scale",
    "iris",
    "mushrooms",
    "phishing",
    "segment.scale",
    "sonar_scale",
    "splice",
    "w1a",
]
REAL_VALUES = ["mpg", "abalone_scale", "bodyfat", "diabetes.regr", "housing_scale", "kin8nm", "pyrim", "space_ga"]


class DropIn(DropInTest):
    def objective(self, model, data, *options):
        """Recomputed from the definition by the same code, whoever trained."""
        report = self.report("inspect", model, "--verify", data, "--value-type", "float64", *options)
        return report["verified"]["primal"]


class Train(DropIn):
    def test_writes_the_solver_type_asked_for(self):
        for solver in CLASSIFIERS + REGRESSIONS:
            self.ours("train", "-q", "-s", solver, "values" if solver > 10 else "classes", "m")
            header, rows = read_model(self.read("m"))
            self.assertEqual(header["solver_type"], NAMES[solver])
            self.assertEqual(header["nr_feature"], "6")
            self.assertEqual(header["bias"], "-1")
            self.assertEqual((len(rows), len(rows[0])), (6, 1 if solver > 10 else 3))

    def test_answers_do_not_depend_on_threads(self):
        for solver in CLASSIFIERS + REGRESSIONS + [21]:
            self.expect_same_for_any_threads("train", "predict", ["-s", solver], "values" if solver > 10 else "classes")

    def test_an_error_that_cannot_be_written_is_one(self):
        for program in ["train", "predict", "svm-train", "svm-predict"]:
            with open("/dev/full", "w") as full:
                done = subprocess.run(
                    [COMPAT / "bin" / program, "none", "m", "o"], cwd=self.folder, stdout=full, stderr=full
                )
            self.assertEqual(done.returncode, 1, program)

    def test_a_score_that_cannot_be_written_is_an_error(self):
        for program, options in [("train", ["-v", "3"]), ("train", ["-C", "-q"]), ("svm-train", ["-v", "3"])]:
            with open("/dev/full", "w") as full:
                done = subprocess.run(
                    [COMPAT / "bin" / program, *options, "signs"],
                    cwd=self.folder,
                    stdout=full,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            self.assertEqual(done.returncode, 1, program)
            self.assertIn("can't write to standard output", done.stderr)

    def test_bias_is_a_penalized_column_or_free(self):
        for option, intercept in [(["-B", "2"], "penalized"), (["-B", "1", "-R"], "free")]:
            self.ours("train", "-q", "-s", 2, "-e", 1e-8, *option, "signs", "theirs")
            self.run_program(
                "train",
                "signs",
                "ours",
                *intercept_options(intercept, 2),
                "--tolerance",
                1e-10,
                "--value-type",
                "float64",
            )
            theirs, ours = read_model(self.read("theirs")), read_model(self.read("ours"))
            self.assertEqual(theirs[0]["bias"], ours[0]["bias"])
            for a, b in zip(theirs[1], ours[1], strict=True):
                self.assertAlmostEqual(a[0], b[0], delta=2e-4)

    def test_class_weights(self):
        self.ours("train", "-q", "-e", 1e-7, "-w1", 3, "-w-1", 0.5, "-c", 2, "signs", "m")
        self.run_program(
            "train", "signs", "same", "--intercept", "none", "--class-weight", "1:6,-1:1", "--tolerance", 1e-9
        )
        for a, b in zip(read_model(self.read("m"))[1], read_model(self.read("same"))[1], strict=True):
            self.assertAlmostEqual(a[0], b[0], delta=1e-4)
        said = self.ours("train", "-q", "-w9", 3, "signs", "m").stderr
        self.assertEqual(said, "WARNING: class label 9 specified in weight is not found\n")

    def test_the_weight_of_a_class_changes_its_own_column_only(self):
        def columns(*options):
            self.ours("train", "-s", 2, "-e", 1e-6, "-q", *options, "classes", "m")
            return list(
                zip(
                    *([float(w) for w in line.split()] for line in self.read("m").split("w\n")[1].splitlines()),
                    strict=True,
                )
            )

        plain, weighted = columns(), columns("-w1", 10)
        labels = self.read("m").split("label ")[1].splitlines()[0].split()
        for label, before, after in zip(labels, plain, weighted, strict=True):
            difference = max(abs(a - b) for a, b in zip(before, after, strict=True))
            self.assertTrue(difference > 1e-2 if label == "1" else difference < 1e-6, f"{label}: {difference}")

    def test_a_class_of_weight_0_has_no_influence(self):
        """Rows of the other class are all that is left, and a bias alone tells them from nothing."""
        for solver in CLASSIFIERS:
            self.ours("train", "-q", "-B", 1, "-s", solver, "-w1", 0, "signs", "m")
            self.ours("predict", "signs", "m", "out")
            self.assertEqual(set(self.read("out").split()), {"-1"}, solver)

    def test_folds_may_leave_a_class_out(self):
        rare = "".join(f"1 1:{1 + i / 10} 2:.2\n2 1:.2 2:{1 + i / 10}\n" for i in range(8)) + "9 1:-5 2:-5\n"
        self.write("rare", rare)
        for solver in CLASSIFIERS:
            said = self.ours("train", "-s", solver, "-q", "-v", 17, "rare").stdout
            self.assertAlmostEqual(float(re.search(r"Accuracy = ([0-9.]+)%", said)[1]), 100 * 16 / 17, places=3)

    def test_more_folds_than_rows(self):
        self.write("few", "".join(f"{(-1) ** i} 1:{i} 2:{i * i}\n" for i in range(6)))
        for search in [[], ["-C"]]:
            said = self.ours("train", *search, "-s", 2, "-v", 7, "few").stderr
            self.assertTrue(said.startswith("WARNING: # folds > # data."), said)

    def test_summary_is_that_of_the_original_program(self):
        said = self.ours("train", "-s", 3, "signs", "m").stdout
        self.assertRegex(said, r"\noptimization finished, #iter = \d+\nObjective value = -\d+\.\d{6}\nnSV = \d+\n$")
        for quiet in ["-q", "-quiet"]:
            self.assertEqual(self.ours("train", quiet, "signs", "m").stdout, "")
        self.assertRegex(self.ours("train", "-v", 5, "signs").stdout, r"^Cross Validation Accuracy = [0-9.]+%\n$")
        self.assertRegex(
            self.ours("train", "-v", 5, "-s", 12, "values").stdout,
            r"^Cross Validation Mean squared error = \S+\nCross Validation Squared correlation coefficient = \S+\n$",
        )
        self.assertRegex(self.ours("train", "-C", "signs").stdout, r"\nBest C = \S+  CV accuracy = [0-9.]+%\n$")
        self.assertRegex(
            self.ours("train", "-C", "-s", 11, "values").stdout, r"\nBest C = \S+ Best p = \S+  CV MSE = \S+\n$"
        )

    def test_one_class_machine(self):
        rows = [[abs(x) for x in row] for row in ROWS]
        self.write("positive", libsvm_text(rows, [1] * len(rows)))
        said = self.ours("train", "-s", 21, "-n", 0.2, "positive", "m").stdout
        number = r"(-?\d+\.\d{6})"
        form = rf"\noptimization finished, #iter = \d+\nObjective value = {number}\nnSV = \d+\nrho = {number}\n"
        lines = re.fullmatch(form, said)
        machine = ["--kernel", "linear", "--problem", "one_class", "--nu", 0.2, "--tolerance", 1e-8]
        dual = -self.report("train", "positive", "same", *machine)["dual"]
        self.assertAlmostEqual(float(lines[1]), dual, delta=1e-3 * dual)
        header, w = read_model(self.read("m"))
        self.assertEqual([header[key] for key in ["solver_type", "nr_class", "bias"]], ["ONECLASS_SVM", "2", "-1"])
        self.assertNotIn("label", header)
        self.assertAlmostEqual(float(header["rho"]), float(lines[2]), delta=1e-6)
        self.assertAlmostEqual(sum(x * x for [x] in w) / 2, dual, delta=2e-3 * dual)
        self.ours("predict", "positive", "m", "out")
        rho = float(header["rho"])
        inside = [1 if sum(x * c for x, [c] in zip(row, w)) > rho else -1 for row in rows]
        self.assertEqual(numbers(self.read("out")), inside)
        self.assertAlmostEqual(inside.count(-1) / len(rows), 0.2, delta=0.05)
        self.assertRegex(
            self.ours("train", "-s", 21, "-v", 5, "positive").stdout, r"^Cross Validation Accuracy = [0-9.]+%\n$"
        )
        self.assertEqual(
            self.ours("train", "-s", 21, "-B", 1, "positive", status=1).stderr,
            "ERROR: prob->bias >=0, but this is ignored in ONECLASS_SVM\n",
        )

    def test_one_class_is_always_predicted(self):
        self.write("one", "4 1:1\n4 2:1\n")
        for solver in [1, 4]:
            self.assertEqual(self.ours("train", "-q", "-s", solver, "one", "m").stderr, "")
            self.assertIn("Accuracy = 100% (2/2)", self.ours("predict", "one", "m", "out").stdout)
            self.assertEqual(self.read("out"), "4\n4\n")
        said = self.ours("train", "-C", "-v", 2, "-c", 3, "one").stdout
        self.assertTrue(said.endswith("Best C = 3  CV accuracy = 100%\n"), said)

    def test_crammer_and_singer_have_a_column_per_class(self):
        """Of two classes too, where w_1 = -w_2 and a row has two dual variables."""
        for data, count in [("signs", 2), ("classes", 3)]:
            said = self.ours("train", "-s", 4, "-B", 1, data, "m").stdout
            self.assertRegex(
                said, r"^\noptimization finished, #iter = \d+\nObjective value = -\d+\.\d{6}\nnSV = \d+\n$"
            )
            header, rows = read_model(self.read("m"))
            self.assertEqual((header["nr_class"], len(rows), len(rows[0])), (str(count), 7, count))
            for row in rows:
                self.assertAlmostEqual(sum(row), 0, places=12)
            dual = float(re.search(r"Objective value = (-\S+)", said)[1])
            primal = self.crammer_singer_objective(rows, data, header["label"].split())
            self.assertLessEqual(primal + dual, 1e-3 * primal + 1e-6)

    def test_a_row_between_two_classes_is_of_the_second(self):
        self.write("nowhere", "1 9:1\n")
        for solver in [3, 4]:
            self.ours("train", "-q", "-s", solver, "signs", "m")
            self.ours("predict", "nowhere", "m", "out")
            self.assertEqual(self.read("out").split()[0], read_model(self.read("m"))[0]["label"].split()[1])

    def crammer_singer_objective(self, rows, data, labels):
        """With the column that -B 1 appends."""
        total = sum(w * w for row in rows for w in row) / 2
        for x, y in zip(ROWS, TARGETS[data]):
            outputs = [sum(a * w for a, w in zip([*x, 1], column)) for column in zip(*rows)]
            own = labels.index(str(y))
            total += max(z - outputs[own] + (k != own) for k, z in enumerate(outputs))
        return total

    def test_refusals(self):
        for options, line, status in [
            (["-s", 9], "ERROR: unknown solver type", 1),
            (["-e", 0], "ERROR: eps <= 0", 1),
            (["-c", -1], "ERROR: C <= 0", 1),
            (["-s", 13, "-p", -1], "ERROR: p < 0", 1),
            (["-R"], "ERROR: To not regularize bias, must specify -B 1 along with -R", 1),
            (
                ["-s", 3, "-B", 1, "-R"],
                "ERROR: -R option supported only for solver L2R_LR, L2R_L2LOSS_SVC, "
                "L1R_L2LOSS_SVC, L1R_LR, and L2R_L2LOSS_SVR",
                1,
            ),
            (["-v", 1], "n-fold cross validation: n must >= 2", 1),
            (["-z", 1], "unknown option: -z", 1),
        ]:
            self.assertEqual(self.ours("train", *options, "signs", status=status).stderr, line + "\n")
        self.ours("train", "-q", "-s", 0, "-p", -1, "signs", "m")  # of regressions alone
        self.assertEqual(
            self.ours("train", "missing", status=1).stderr,
            "can't open input file missing: cannot open: No such file or directory\n",
        )
        self.write("bad", "1 1:1\n1 2:x\n")
        self.assertTrue(self.ours("train", "bad", status=1).stderr.startswith("Wrong input format: bad:2:"))


class Predict(DropIn):
    def test_probabilities(self):
        self.ours("train", "-q", "-s", 0, "classes", "m")
        self.ours("predict", "-b", 1, "classes", "m", "out")
        head, *lines = self.lines("out", len(ROWS) + 1)
        self.assertEqual(head, "labels " + read_model(self.read("m"))[0]["label"])
        for line in lines:
            self.assertAlmostEqual(sum(map(float, line.split()[1:])), 1, delta=1e-5)
        self.ours("train", "-q", "-s", 1, "classes", "m")
        self.assertEqual(
            self.ours("predict", "-b", 1, "classes", "m", "out", status=1).stderr,
            "probability output is only supported for logistic regression\n",
        )

    def test_labels_are_any_integers(self):
        self.write("extreme", "-2147483648 1:1\n2147483647 1:-1\n")
        for program, predictor in [("train", "predict"), ("svm-train", "svm-predict")]:
            self.ours(program, "-q", "extreme", "m")
            self.ours(predictor, "extreme", "m", "out")
            self.assertEqual(self.read("out"), "-2147483648\n2147483647\n")

    def test_output_that_cannot_be_written(self):
        self.ours("train", "-q", "signs", "m")
        self.assertEqual(
            self.ours("predict", "signs", "m", "no/out", status=1).stderr,
            "can't open output file no/out: cannot write: No such file or directory\n",
        )

    def test_ignores_unknown_features(self):
        self.ours("train", "-q", "-B", 1, "signs", "m")
        self.write("plain", "1 1:1 2:1\n")
        self.write("more", "1 1:1 2:1 7:100 9:1\n")
        for name in ["plain", "more"]:
            self.ours("predict", name, "m", name + ".out")
        self.assertEqual(self.read("plain.out"), self.read("more.out"))

    def test_bad_models(self):
        for text, line in [
            ("solver_type X\n", "unknown solver type. (m:1)"),
            ("solver_type L2R_LR\nnr_klass 2\n", "unknown text in model file: [nr_klass] (m:2)"),
            (
                "solver_type L2R_LR\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias -1\nw\n1\n\n",
                "ERROR: the model ends too early (m:7)",
            ),
            (
                "solver_type L2R_LR\nnr_class 2\nnr_feature 2\nbias -1\nw\n1\n2\n",
                "ERROR: the labels do not fit nr_class (m:5)",
            ),
            ("nr_class 2\nnr_feature 2\nw\n", "ERROR: the model's header is incomplete (m:3)"),
        ]:
            self.write("m", text)
            self.assertEqual(
                self.ours("predict", "signs", "m", "out", status=1).stderr, f"{line}\ncan't open model file m\n"
            )
        self.assertEqual(self.ours("predict", "signs", "none", "out", status=1).stderr, "can't open model file none\n")


@unittest.skipUnless(all(LIBLINEAR.values()), "liblinear-train and liblinear-predict are not installed")
class AgainstLiblinear(DropIn):
    def compare(self, data, solver, *options):
        """Both train at their defaults; the objective, then both models in both predictors."""
        ours_said = self.ours("train", "-s", solver, *options, data, "ours").stdout
        theirs_said = self.run_any(LIBLINEAR["train"], "-s", solver, *options, data, "theirs").stdout
        form = lambda said: [re.sub(r"-?[0-9.]+", "N", line) for line in said.splitlines() if "= " in line]
        if solver in (1, 3, 4, 5, 6, 7, 12, 13):
            self.assertEqual(form(ours_said)[-3:], form(theirs_said)[-3:])
        bias = dict(zip(options[::2], options[1::2])).get("-B", -1)
        pair = (
            solver == 4 and read_model(self.read("ours"))[0]["nr_class"] == "2"
        )  # the hinge of w_1 - w_2 and twice the C
        problem = ["--cost", 2 if pair else 1, "--intercept", "none" if bias < 0 else "penalized"]
        problem += ["--epsilon", 0.1] if solver > 10 else []
        ours, theirs = self.objective("ours", data, *problem), self.objective("theirs", data, *problem)
        self.assertLessEqual(ours, theirs * (1 + 1e-3), f"{data} -s {solver}")
        for model in ["ours", "theirs"]:
            unsigned = lambda said: said.replace("-nan", "nan")
            answers = unsigned(self.ours("predict", data, model, "a").stdout)
            self.assertEqual(unsigned(self.run_any(LIBLINEAR["predict"], data, model, "b").stdout), answers)
            for a, b in zip(numbers(self.read("a")), numbers(self.read("b")), strict=True):
                self.assertAlmostEqual(a, b, delta=1e-12 * (1 + abs(a)))

    def test_made_up_data(self):
        for solver in CLASSIFIERS:
            for data in ["signs", "classes"]:
                self.compare(data, solver)
                self.compare(data, solver, "-B", 2.5)
        for solver in REGRESSIONS:
            self.compare("values", solver)
            self.compare("values", solver, "-B", 1)

    @unittest.skipUnless(DATA, "HINGELINE_TEST_DATA does not name a folder of real data")
    def test_real_data(self):
        for names, solvers in [(REAL_CLASSES, CLASSIFIERS), (REAL_VALUES, REGRESSIONS)]:
            for name in names:
                for solver in solvers:
                    with self.subTest(data=name, solver=solver):
                        if not pathlib.Path(DATA, name).exists():
                            self.skipTest(f"{name} is not there")
                        self.compare(pathlib.Path(DATA, name), solver)


class Ranges(DropIn):
    def test_ranges_that_are_cut_off(self):
        self.write("a", "1 1:1 2:3\n2 1:2 2:4\n")
        for last in ["2", "2 3"]:
            self.write("range", "x\n0 1\n1 1 3\n" + last)
            self.assertEqual(
                self.ours("svm-scale", "-r", "range", "a", status=1).stderr,
                "Wrong input format: range:4: expected a number, found the end of the line\n",
            )

    def test_ranges_of_features_that_need_more_memory_than_their_lines(self):
        self.write("a", "1 1:1 2:3\n2 1:2 2:4\n")
        self.write("range", "x\n0 1\n1 1 3\n2147483647 0 1\n")
        self.assertEqual(
            self.ours("svm-scale", "-r", "range", "a", status=1).stderr,
            "Wrong input format: range:4: more than 16777216 columns have no range\n",
        )


@unittest.skipUnless(SVM_SCALE, "svm-scale is not installed")
class AgainstSvmScale(DropIn):
    def test_same_output_and_ranges(self):
        self.write("a", "1.5 1:2 3:4\n-1 1:0.3 2:-7\n+3 3:1 4:5.123456789\n0.1\n")
        self.write("b", "2 1:1 2:3 6:1\n-1 4:2 5:1\n")
        for options, restored in [([], []), (["-l", 0], ["-y", 0, 3]), (["-y", 0, 1, "-u", 2], ["-y", 2, 3])]:
            said = {}
            for name, program in [("ours", COMPAT / "bin" / "svm-scale"), ("theirs", SVM_SCALE)]:
                first = self.run_any(program, *options, "-s", "range." + name, "a")
                second = self.run_any(program, *restored, "-r", "range." + name, "b")
                said[name] = [first.stdout, first.stderr, second.stdout, second.stderr.replace(name, "")]
            self.assertEqual(said["ours"], said["theirs"])
            self.assertEqual(self.read("range.ours"), self.read("range.theirs"))

    def test_ranges_from_a_file_may_descend(self):
        self.write("a", "1 1:1 2:3\n2 1:2 2:4\n")
        self.write("range", "x\n0 1\n1 3 1\n2 3 3\n")
        for program in [COMPAT / "bin" / "svm-scale", SVM_SCALE]:
            done = self.run_any(program, "-r", "range", "a")
            self.assertEqual((done.stdout, done.stderr), ("1 1:1 \n2 1:0.5 \n", ""))

    def test_limits_that_are_no_numbers(self):
        self.write("a", "1 1:1\n2 1:2\n")
        for limits in [["-u", "nan"], ["-y", "nan", 1]]:
            for program in [COMPAT / "bin" / "svm-scale", SVM_SCALE]:
                said = self.run_any(program, *limits, "a", status=1).stderr
                self.assertEqual(said, "inconsistent lower/upper specification\n")


if __name__ == "__main__":
    unittest.main()
