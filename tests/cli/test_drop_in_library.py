# SPDX-License-Identifier: BSD-3-Clause
"""The stand-ins for LIBLINEAR's and LIBSVM's libraries, called as a program that links with them calls them."""

import ctypes
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import classes_of, make_rows, values_of

COMPAT = pathlib.Path(os.environ["HINGELINE_COMPAT"])
CLASSIFIERS = [0, 1, 2, 3, 5, 6, 7]
REGRESSIONS = [11, 12, 13]
ROWS = make_rows(200, 6)
MADE_UP = {"signs": classes_of(ROWS, [-1, 1]), "classes": classes_of(ROWS, [3, 1, 2]), "values": values_of(ROWS)}


def exported_and_declared(library, header, version):
    """The names that a library exports and those that its header declares."""
    if shutil.which("nm") is None:
        raise unittest.SkipTest("nm is not installed")
    said = subprocess.run(["nm", "-D", "--defined-only", COMPAT / "lib" / library], capture_output=True, text=True)
    exported = {line.split()[-1] for line in said.stdout.splitlines()}
    text = pathlib.Path(__file__).parents[2].joinpath("compat", header).read_text()
    return exported, set(re.findall(r"(\w+)\([^;]*\);", text)) - {"print_func"} | {version}


class Library(unittest.TestCase):
    """liblinear.so.6 through its C interface, its own memory on both sides."""

    class Node(ctypes.Structure):
        _fields_ = [("index", ctypes.c_int), ("value", ctypes.c_double)]

    class Problem(ctypes.Structure):
        pass

    class Parameter(ctypes.Structure):
        _fields_ = [
            ("solver_type", ctypes.c_int),
            ("eps", ctypes.c_double),
            ("C", ctypes.c_double),
            ("nr_weight", ctypes.c_int),
            ("weight_label", ctypes.POINTER(ctypes.c_int)),
            ("weight", ctypes.POINTER(ctypes.c_double)),
            ("p", ctypes.c_double),
            ("nu", ctypes.c_double),
            ("init_sol", ctypes.POINTER(ctypes.c_double)),
            ("regularize_bias", ctypes.c_int),
            ("w_recalc", ctypes.c_bool),
        ]

    class Model(ctypes.Structure):
        pass

    Problem._fields_ = [
        ("l", ctypes.c_int),
        ("n", ctypes.c_int),
        ("y", ctypes.POINTER(ctypes.c_double)),
        ("x", ctypes.POINTER(ctypes.POINTER(Node))),
        ("bias", ctypes.c_double),
    ]
    Model._fields_ = [
        ("param", Parameter),
        ("nr_class", ctypes.c_int),
        ("nr_feature", ctypes.c_int),
        ("w", ctypes.POINTER(ctypes.c_double)),
        ("label", ctypes.POINTER(ctypes.c_int)),
        ("bias", ctypes.c_double),
        ("rho", ctypes.c_double),
    ]

    def setUp(self):
        self.library = ctypes.CDLL(str(COMPAT / "lib" / "liblinear.so.6"))
        for name in ["train", "load_model"]:
            getattr(self.library, name).restype = ctypes.c_void_p
        self.library.check_parameter.restype = ctypes.c_char_p
        for name in [
            "get_decfun_coef",
            "get_decfun_bias",
            "get_decfun_rho",
            "predict",
            "predict_probability",
            "predict_values",
        ]:
            getattr(self.library, name).restype = ctypes.c_double
        self.silence = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda text: None)
        self.library.set_print_string_function(self.silence)

    def problem(self, targets, bias=-1.0, written=lambda entries: entries):
        """Rows, what `written` makes of each one's entries."""
        self.rows = []
        for row in ROWS:
            entries = [(j, x) for j, x in enumerate(row, 1) if x != 0] + ([(7, bias)] if bias >= 0 else [])
            entries = [*written(entries), (-1, 0)]
            self.rows.append((self.Node * len(entries))(*entries))
        y = (ctypes.c_double * len(targets))(*targets)
        x = (ctypes.POINTER(self.Node) * len(ROWS))(*[ctypes.cast(row, ctypes.POINTER(self.Node)) for row in self.rows])
        return self.Problem(len(ROWS), 7 if bias >= 0 else 6, y, x, bias)

    def parameter(self, solver, **other):
        usual = dict(eps=1e-6, C=1, p=0.1, nu=0.5, regularize_bias=1)
        return self.Parameter(solver_type=solver, **(usual | other))

    def test_train_and_predict(self):
        for solver in CLASSIFIERS + REGRESSIONS:
            for bias in [-1.0, 1.0]:
                targets = MADE_UP["values" if solver > 10 else "signs"]
                problem, parameter = self.problem(targets, bias), self.parameter(solver)
                self.assertIsNone(self.library.check_parameter(ctypes.byref(problem), ctypes.byref(parameter)))
                model = ctypes.c_void_p(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
                coef = [self.library.get_decfun_coef(model, j, 0) for j in range(1, 7)]
                coef.append(self.library.get_decfun_bias(model, 0))
                values = ctypes.c_double()
                for row, nodes in zip(ROWS, self.rows):
                    answer = self.library.predict_values(model, nodes, ctypes.byref(values))
                    self.assertAlmostEqual(values.value, sum(a * b for a, b in zip(coef, row + [1])), delta=1e-12)
                    self.assertEqual(answer, values.value if solver > 10 else (1 if values.value > 0 else -1))
                    self.assertEqual(self.library.predict(model, nodes), answer)
                self.library.free_and_destroy_model(ctypes.byref(model))
                self.assertIsNone(model.value)

    def trained(self, solver, **other):
        """On three classes, or on values; and how many decision values it has."""
        targets = "values" if solver in REGRESSIONS else "classes"
        problem, parameter = self.problem(MADE_UP[targets]), self.parameter(solver, **other)
        model = ctypes.c_void_p(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
        self.assertTrue(model)
        return model, 1 if solver > 10 else 3

    def values(self, model, outputs):
        """Answers and decision values of all rows."""
        said = []
        for nodes in self.rows:
            z = (ctypes.c_double * outputs)()
            said.append((self.library.predict_values(model, nodes, z), *z))
        return said

    def test_models_come_back_from_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder, "m")).encode()
            for solver in [*CLASSIFIERS, 4, *REGRESSIONS, 21]:
                model, outputs = self.trained(solver)
                before = self.values(model, outputs)
                self.assertEqual(self.library.save_model(file, model), 0)
                self.library.free_and_destroy_model(ctypes.byref(model))
                model = ctypes.c_void_p(self.library.load_model(file))
                self.assertEqual(self.values(model, outputs), before, solver)
                self.library.free_and_destroy_model(ctypes.byref(model))

    def test_what_a_model_is(self):
        for solver in [*CLASSIFIERS, 4, *REGRESSIONS, 21]:
            model, outputs = self.trained(solver)
            self.assertEqual(self.library.get_nr_class(model), 3 if outputs == 3 else 2, solver)
            labels = (ctypes.c_int * 3)()
            self.library.get_labels(model, labels)
            self.assertEqual(list(labels), list(dict.fromkeys(MADE_UP["classes"])) if outputs == 3 else [0] * 3)
            self.assertEqual(self.library.check_probability_model(model), solver in [0, 6, 7], solver)
            self.assertEqual(self.library.check_regression_model(model), solver in REGRESSIONS, solver)
            self.assertEqual(self.library.check_oneclass_model(model), solver == 21, solver)
            self.library.free_and_destroy_model(ctypes.byref(model))

    def test_probabilities(self):
        for solver in [0, 6, 7]:
            model, _ = self.trained(solver)
            labels, p, z = (ctypes.c_int * 3)(), (ctypes.c_double * 3)(), (ctypes.c_double * 3)()
            self.library.get_labels(model, labels)
            for nodes in self.rows:
                label = self.library.predict_probability(model, nodes, p)
                self.assertEqual(self.library.predict_values(model, nodes, z), label)
                self.assertEqual(labels[list(p).index(max(p))], label)
                sigmoids = [1 / (1 + math.exp(-value)) for value in z]
                for mine, sigmoid in zip(p, sigmoids, strict=True):
                    self.assertAlmostEqual(mine, sigmoid / sum(sigmoids), delta=1e-12)
            self.library.free_and_destroy_model(ctypes.byref(model))
        model, _ = self.trained(3)
        self.assertEqual(self.library.predict_probability(model, self.rows[0], p), 0)
        self.library.free_and_destroy_model(ctypes.byref(model))

    def test_rho_of_one_class(self):
        model, _ = self.trained(21, nu=0.2)
        coef = [self.library.get_decfun_coef(model, j, 0) for j in range(1, 7)]
        rho, z = self.library.get_decfun_rho(model), ctypes.c_double()
        for row, nodes in zip(ROWS, self.rows, strict=True):
            answer = self.library.predict_values(model, nodes, ctypes.byref(z))
            self.assertAlmostEqual(z.value, sum(a * b for a, b in zip(coef, row)) - rho, delta=1e-12)
            self.assertEqual(answer, 1 if z.value > 0 else -1)
        self.library.free_and_destroy_model(ctypes.byref(model))

    def test_content_is_freed_before_its_model(self):
        model, _ = self.trained(2)
        content = ctypes.cast(model, ctypes.POINTER(self.Model)).contents
        self.assertTrue(content.w and content.label)
        self.library.free_model_content(model)
        self.assertFalse(content.w or content.label)
        self.library.free_and_destroy_model(ctypes.byref(model))
        self.assertIsNone(model.value)

    def test_entries_come_in_any_order_and_parts(self):
        coefs = []
        for written in [lambda entries: entries, reversed, lambda entries: [(j, x / 2) for j, x in entries * 2]]:
            for bias in [-1.0, 1.0]:
                problem, parameter = self.problem(MADE_UP["signs"], bias, written), self.parameter(2, eps=1e-7)
                model = ctypes.c_void_p(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
                self.assertTrue(model)
                self.assertEqual(self.library.get_nr_feature(model), 6)
                coefs.append([self.library.get_decfun_coef(model, j, 0) for j in range(1, 7)])
                coefs[-1].append(self.library.get_decfun_bias(model, 0))
                self.library.free_and_destroy_model(ctypes.byref(model))
        for a, b in zip(coefs[:2] * 2, coefs[2:]):
            for x, y in zip(a, b):
                self.assertAlmostEqual(x, y, delta=1e-6)

    def test_a_bias_that_some_rows_lack(self):
        some = lambda entries: entries[:-1] if entries[0][1] > 0 else entries
        problem, parameter = self.problem(MADE_UP["signs"], 0.5, some), self.parameter(2)
        model = ctypes.c_void_p(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
        self.assertEqual(self.library.get_nr_feature(model), 6)
        bias = self.library.get_decfun_bias(model, 0)
        self.assertNotEqual(bias, 0)
        values = ctypes.c_double()
        for x in [0, 0.5]:
            self.library.predict_values(model, (self.Node * 2)((7, x), (-1, 0)), ctypes.byref(values))
            self.assertAlmostEqual(values.value, bias * x / 0.5, delta=1e-12)
        self.library.free_and_destroy_model(ctypes.byref(model))

    def test_cross_validation_and_search(self):
        problem, parameter = self.problem(MADE_UP["signs"]), self.parameter(2)
        target = (ctypes.c_double * len(ROWS))()
        self.library.cross_validation(ctypes.byref(problem), ctypes.byref(parameter), 5, target)
        right = sum(a == b for a, b in zip(target, MADE_UP["signs"]))
        self.assertGreater(right, 150)
        best = [ctypes.c_double() for _ in range(3)]
        self.library.find_parameters(
            ctypes.byref(problem),
            ctypes.byref(parameter),
            5,
            ctypes.c_double(-1),
            ctypes.c_double(-1),
            *map(ctypes.byref, best),
        )
        self.assertGreater(best[0].value, 0)
        self.assertGreaterEqual(best[2].value, right / len(ROWS) - 0.01)

    def test_one_class_has_no_c_to_find(self):
        problem, parameter = self.problem(MADE_UP["signs"]), self.parameter(21)
        best = [ctypes.c_double() for _ in range(3)]
        self.library.find_parameters(
            ctypes.byref(problem),
            ctypes.byref(parameter),
            5,
            ctypes.c_double(-1),
            ctypes.c_double(-1),
            *map(ctypes.byref, best),
        )
        self.assertTrue(all(math.isnan(number.value) for number in best))

    def test_starting_point(self):
        problem = self.problem(MADE_UP["classes"], 1.0)
        start = (ctypes.c_double * 21)(*([0.1] * 21))
        coefs = []
        for initial in [None, start]:
            parameter = self.parameter(0, init_sol=initial)
            model = ctypes.c_void_p(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
            coefs.append([self.library.get_decfun_coef(model, j, k) for j in range(1, 7) for k in range(3)])
            self.library.free_and_destroy_model(ctypes.byref(model))
        for a, b in zip(*coefs):
            self.assertAlmostEqual(a, b, delta=1e-3)

    def test_what_check_parameter_refuses_is_not_trained(self):
        target = (ctypes.c_double * len(ROWS))()
        refused = [
            dict(solver=9),
            dict(solver=2, eps=0),
            dict(solver=1, init_sol=target),
            dict(solver=3, C=math.inf),
            dict(solver=11, p=math.inf),
            dict(solver=21, nu=0),
            dict(solver=21, nu=2),
            dict(solver=7, w_recalc=True),
        ]
        for other in refused:
            problem, parameter = self.problem(MADE_UP["signs"]), self.parameter(**other)
            self.assertIsNotNone(self.library.check_parameter(ctypes.byref(problem), ctypes.byref(parameter)))
            self.assertIsNone(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
            self.library.cross_validation(ctypes.byref(problem), ctypes.byref(parameter), 5, target)
            self.assertTrue(all(map(math.isnan, target)))

    def test_a_parameter_is_destroyed_once(self):
        malloc = ctypes.CDLL(None).malloc
        malloc.restype = ctypes.c_void_p
        parameter = self.parameter(2)
        parameter.weight = ctypes.cast(ctypes.c_void_p(malloc(8)), ctypes.POINTER(ctypes.c_double))
        for _ in range(2):
            self.library.destroy_param(ctypes.byref(parameter))
        self.assertFalse(parameter.weight)

    def test_labels_beyond_int_are_refused(self):
        for label in [math.nan, 1e300]:
            problem, parameter = self.problem([label, *MADE_UP["signs"][1:]]), self.parameter(2)
            self.assertIsNone(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))

    def test_exports_its_interface_alone(self):
        self.assertEqual(*exported_and_declared("liblinear.so.6", "liblinear/linear.h", "liblinear_version"))


class SvmLibrary(unittest.TestCase):
    """libsvm.so.4 likewise."""

    Node = Library.Node

    class Problem(ctypes.Structure):
        pass

    class Parameter(ctypes.Structure):
        _fields_ = [
            ("svm_type", ctypes.c_int),
            ("kernel_type", ctypes.c_int),
            ("degree", ctypes.c_int),
            ("gamma", ctypes.c_double),
            ("coef0", ctypes.c_double),
            ("cache_size", ctypes.c_double),
            ("eps", ctypes.c_double),
            ("C", ctypes.c_double),
            ("nr_weight", ctypes.c_int),
            ("weight_label", ctypes.POINTER(ctypes.c_int)),
            ("weight", ctypes.POINTER(ctypes.c_double)),
            ("nu", ctypes.c_double),
            ("p", ctypes.c_double),
            ("shrinking", ctypes.c_int),
            ("probability", ctypes.c_int),
        ]

    class Model(ctypes.Structure):
        pass

    Problem._fields_ = [
        ("l", ctypes.c_int),
        ("y", ctypes.POINTER(ctypes.c_double)),
        ("x", ctypes.POINTER(ctypes.POINTER(Node))),
    ]
    Model._fields_ = [
        ("param", Parameter),
        ("nr_class", ctypes.c_int),
        ("l", ctypes.c_int),
        ("SV", ctypes.POINTER(ctypes.POINTER(Node))),
        ("sv_coef", ctypes.POINTER(ctypes.POINTER(ctypes.c_double))),
        ("rho", ctypes.POINTER(ctypes.c_double)),
        ("probA", ctypes.POINTER(ctypes.c_double)),
        ("probB", ctypes.POINTER(ctypes.c_double)),
        ("prob_density_marks", ctypes.POINTER(ctypes.c_double)),
        ("sv_indices", ctypes.POINTER(ctypes.c_int)),
        ("label", ctypes.POINTER(ctypes.c_int)),
        ("nSV", ctypes.POINTER(ctypes.c_int)),
    ]

    #        svm_type, targets
    MACHINES = [(0, "signs"), (0, "classes"), (1, "classes"), (2, "signs"), (3, "values"), (4, "values")]

    def setUp(self):
        self.library = ctypes.CDLL(str(COMPAT / "lib" / "libsvm.so.4"))
        for name in ["svm_train", "svm_load_model"]:
            getattr(self.library, name).restype = ctypes.POINTER(self.Model)
        for name in ["svm_predict", "svm_predict_values", "svm_predict_probability", "svm_get_svr_probability"]:
            getattr(self.library, name).restype = ctypes.c_double
        self.library.svm_check_parameter.restype = ctypes.c_char_p
        self.silence = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda text: None)
        self.library.svm_set_print_string_function(self.silence)

    def problem(self, targets, kernel=None, first=1, offset=0):
        """Rows, their indices from `first`, all values `offset` larger; or those of a kernel with their serial
        numbers."""
        self.rows = []
        for i, row in enumerate(ROWS, 1):
            if kernel is None:
                entries = [(j, x + offset) for j, x in enumerate(row, first) if x + offset != 0] + [(-1, 0)]
            else:
                entries = [(0, i)] + [(j, kernel(row, other)) for j, other in enumerate(ROWS, 1)] + [(-1, 0)]
            self.rows.append((self.Node * len(entries))(*entries))
        y = (ctypes.c_double * len(targets))(*targets)
        x = (ctypes.POINTER(self.Node) * len(ROWS))(*[ctypes.cast(row, ctypes.POINTER(self.Node)) for row in self.rows])
        return self.Problem(len(ROWS), y, x)

    def parameter(self, machine, **other):
        usual = dict(kernel_type=2, degree=3, gamma=0.2, cache_size=100, eps=1e-5, C=1, nu=0.3, p=0.1, shrinking=1)
        return self.Parameter(**(dict(svm_type=machine) | usual | other))

    def train(self, problem, parameter):
        self.assertIsNone(self.library.svm_check_parameter(ctypes.byref(problem), ctypes.byref(parameter)))
        return self.library.svm_train(ctypes.byref(problem), ctypes.byref(parameter))

    def values(self, model, outputs=1):
        """Answers and decision values of all rows."""
        answers, values = [], []
        for nodes in self.rows:
            z = (ctypes.c_double * outputs)()
            answers.append(self.library.svm_predict_values(model, nodes, z))
            values.append(list(z))
            self.assertEqual(self.library.svm_predict(model, nodes), answers[-1])
        return answers, values

    def test_decision_values_are_the_formula(self):
        kernel = lambda a, b: math.exp(-0.2 * sum((x - z) ** 2 for x, z in zip(a, b)))
        for machine, targets, offset in [(0, "signs", 0), (2, "signs", 0), (3, "values", 0), (0, "signs", 1e6)]:
            model = self.train(self.problem(MADE_UP[targets], offset=offset), self.parameter(machine))
            m = model.contents
            indices = (ctypes.c_int * m.l)()
            self.library.svm_get_sv_indices(model, indices)
            self.assertEqual(self.library.svm_get_nr_sv(model), m.l)
            _, values = self.values(model)
            for row, z in list(zip(ROWS, values))[:20]:
                formula = sum(m.sv_coef[0][k] * kernel(row, ROWS[indices[k] - 1]) for k in range(m.l)) - m.rho[0]
                self.assertAlmostEqual(z[0], formula, delta=1e-10 + 1e-15 * offset)
            self.library.svm_free_and_destroy_model(ctypes.byref(model))
            self.assertFalse(model)

    def test_models_come_back_from_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder, "m")).encode()
            for probability in [0, 1]:
                for machine, targets in self.MACHINES:
                    problem = self.problem(MADE_UP[targets])
                    model = self.train(problem, self.parameter(machine, probability=probability))
                    outputs = 3 if targets == "classes" else 1
                    before = self.values(model, outputs)
                    self.assertEqual(self.library.svm_check_probability_model(model), probability)
                    self.assertEqual(self.library.svm_save_model(file, model), 0)
                    self.library.svm_free_and_destroy_model(ctypes.byref(model))
                    model = self.library.svm_load_model(file)
                    self.assertEqual(self.values(model, outputs), before)
                    self.assertEqual(self.library.svm_get_svm_type(model), machine)
                    self.assertEqual(self.library.svm_get_nr_class(model), 3 if targets == "classes" else 2)
                    self.assertEqual(self.library.svm_check_probability_model(model), probability)
                    self.library.svm_free_and_destroy_model(ctypes.byref(model))

    def test_a_file_that_is_not_there_is_for_the_caller_to_tell(self):
        program = "import ctypes, sys; sys.exit(ctypes.CDLL(sys.argv[1])[sys.argv[2]](b'/nowhere'))"
        for library, function in [("liblinear.so.6", "load_model"), ("libsvm.so.4", "svm_load_model")]:
            command = [sys.executable, "-c", program, COMPAT / "lib" / library, function]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_labels_that_are_no_int_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "m")
            text = "svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2\nrho 0\nlabel {} 0\nnr_sv 1 1\nSV\n1 1:1\n-1 1:0\n"
            for label, is_read in [("3", True), ("0.25", False), ("3000000000", False)]:
                file.write_text(text.format(label))
                model = self.library.svm_load_model(str(file).encode())
                self.assertEqual(bool(model), is_read, label)
                if is_read:
                    self.library.svm_free_and_destroy_model(ctypes.byref(model))

    def test_probabilities(self):
        model = self.train(self.problem(MADE_UP["classes"]), self.parameter(0, probability=1))
        labels = (ctypes.c_int * 3)()
        self.library.svm_get_labels(model, labels)
        for nodes in self.rows:
            p = (ctypes.c_double * 3)()
            label = self.library.svm_predict_probability(model, nodes, p)
            self.assertAlmostEqual(sum(p), 1, delta=1e-12)
            self.assertEqual(label, labels[list(p).index(max(p))])
        self.library.svm_free_and_destroy_model(ctypes.byref(model))
        model = self.train(self.problem(MADE_UP["values"]), self.parameter(3, probability=1))
        self.assertGreater(self.library.svm_get_svr_probability(model), 0)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))
        model = self.train(self.problem([4] * len(ROWS)), self.parameter(0, probability=1))
        self.assertEqual(self.library.svm_check_probability_model(model), 1)
        p = (ctypes.c_double * 2)()
        self.assertEqual(self.library.svm_predict_probability(model, self.rows[0], p), 4)
        self.assertEqual(list(p), [1, 0])
        self.library.svm_free_and_destroy_model(ctypes.byref(model))
        model = self.train(self.problem([4] * len(ROWS)), self.parameter(0))
        self.assertEqual(self.library.svm_check_probability_model(model), 0)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))

    def test_a_model_is_saved_to_the_file_that_is_there(self):
        model = self.train(self.problem(MADE_UP["signs"]), self.parameter(0))
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"old" * 100_000)
            file.flush()
            self.assertEqual(self.library.svm_save_model(file.name.encode(), model), 0)
            file.seek(0)
            text = file.read()
        self.assertTrue(text.startswith(b"svm_type c_svc\n"))
        self.assertNotIn(b"old", text)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))

    def test_what_no_file_can_hold_is_said(self):
        model = self.train(self.problem(MADE_UP["signs"]), self.parameter(0))
        first = model.contents.SV[0][0]
        index, first.index = first.index, 0
        said = self.refusal_to_save(model)
        first.index = index
        self.assertIn("index 0", said)
        sizes = model.contents.nSV
        model.contents.nSV = None
        said = self.refusal_to_save(model)
        model.contents.nSV = sizes
        self.assertIn("class_sizes", said)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))

    def refusal_to_save(self, model):
        """What is on standard error."""
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as error:
            kept = os.dup(2)
            os.dup2(error.fileno(), 2)
            try:
                result = self.library.svm_save_model(str(pathlib.Path(folder, "m")).encode(), model)
            finally:
                os.dup2(kept, 2)
                os.close(kept)
            self.assertEqual((result, os.listdir(folder)), (-1, []))
            error.seek(0)
            return error.read().decode()

    def test_a_single_class_has_no_sigmoids_to_save(self):
        model = self.train(self.problem([3.0] * len(ROWS)), self.parameter(0, probability=1))
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "m")
            self.assertEqual(self.library.svm_save_model(str(file).encode(), model), 0)
            self.assertNotIn("prob", file.read_text())
        self.library.svm_free_and_destroy_model(ctypes.byref(model))

    def test_precomputed(self):
        kernel = lambda a, b: math.exp(-0.2 * sum((x - z) ** 2 for x, z in zip(a, b)))
        answers = []
        for given in [None, kernel]:
            problem = self.problem(MADE_UP["classes"], given)
            model = self.train(problem, self.parameter(0, kernel_type=2 if given is None else 4))
            answers.append(self.values(model, 3)[0])
            self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.assertEqual(*answers)

    def test_precomputed_entries_are_found_by_their_place(self):
        answers = []
        for index_of in [lambda place: place, lambda place: place + 1, lambda place: 0]:
            problem = self.problem(MADE_UP["signs"], lambda a, b: sum(x * z for x, z in zip(a, b)))
            for row in self.rows:
                for place, node in enumerate(row[:-1]):
                    node.index = index_of(place)
            model = self.train(problem, self.parameter(0, kernel_type=4))
            answers.append(self.values(model))
            self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.assertEqual(answers[1:], answers[:1] * 2)

    def test_entries_must_ascend(self):
        problem = self.problem(MADE_UP["signs"])
        self.rows[3][0].index = 6
        self.assertFalse(self.train(problem, self.parameter(0)))

    def test_parameters_that_a_machine_does_not_have(self):
        target = (ctypes.c_double * len(ROWS))()
        for machine, targets, other in [
            (0, "signs", ["nu", "p"]),
            (1, "signs", ["C", "p"]),
            (2, "signs", ["C", "p"]),
            (3, "values", ["nu"]),
            (4, "values", ["p"]),
        ]:
            for probability in [0, 1]:
                for value in [0, -1, math.nan, math.inf]:
                    parameter = self.parameter(machine, probability=probability, **dict.fromkeys(other, value))
                    problem = self.problem(MADE_UP[targets])
                    model = self.train(problem, parameter)
                    self.assertTrue(model)
                    self.library.svm_free_and_destroy_model(ctypes.byref(model))
                    self.library.svm_cross_validation(ctypes.byref(problem), ctypes.byref(parameter), 3, target)
                    self.assertFalse(any(map(math.isnan, target)))

    def test_indices_count_from_0_or_1(self):
        answers = []
        for first in [0, 1]:
            model = self.train(self.problem(MADE_UP["signs"], first=first), self.parameter(0))
            answers.append(self.values(model))
            self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.assertEqual(*answers)

    def test_enormous_indices_and_serial_numbers(self):
        problem = self.problem(MADE_UP["signs"], lambda a, b: sum(x * z for x, z in zip(a, b)))
        parameter = self.parameter(0, kernel_type=4)
        self.rows[0][-2].index = 2_000_000_000
        model = self.train(problem, parameter)
        self.values(model)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.rows[0][0].value = 2_000_000_000
        self.assertFalse(self.train(problem, parameter))

    def test_cross_validation(self):
        for machine, targets in self.MACHINES:
            problem, parameter = self.problem(MADE_UP[targets]), self.parameter(machine)
            target = (ctypes.c_double * len(ROWS))()
            self.library.svm_cross_validation(ctypes.byref(problem), ctypes.byref(parameter), 5, target)
            pairs = list(zip(target, MADE_UP[targets], strict=True))
            if targets == "values":
                self.assertLess(sum((a - b) ** 2 for a, b in pairs), 0.5 * sum(b**2 for _, b in pairs))
            elif machine == 2:
                self.assertEqual(set(target), {-1, 1})
                self.assertAlmostEqual(list(target).count(-1) / len(ROWS), parameter.nu, delta=0.1)
            else:
                self.assertGreater(sum(a == b for a, b in pairs), 150 if targets == "signs" else 120)

    def test_content_is_freed_before_its_model(self):
        model = self.train(self.problem(MADE_UP["signs"]), self.parameter(0))
        content = model.contents
        self.assertTrue(content.SV and content.sv_coef and content.rho)
        self.library.svm_free_model_content(model)
        self.assertFalse(content.SV or content.sv_coef or content.rho)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.assertFalse(model)

    def test_arrays_of_a_parameter_are_freed(self):
        malloc = ctypes.CDLL(None).malloc
        malloc.restype = ctypes.c_void_p
        parameter = self.parameter(0)
        parameter.weight_label = ctypes.cast(ctypes.c_void_p(malloc(4)), ctypes.POINTER(ctypes.c_int))
        parameter.weight = ctypes.cast(ctypes.c_void_p(malloc(8)), ctypes.POINTER(ctypes.c_double))
        self.library.svm_destroy_param(ctypes.byref(parameter))

    def test_refusals(self):
        problem = self.problem(MADE_UP["signs"])
        for other, line in [
            (dict(eps=0), b"eps <= 0"),
            (dict(kernel_type=9), b"unknown kernel type"),
            (dict(svm_type=7), b"unknown svm type"),
            (dict(gamma=-1), b"gamma < 0"),
            (dict(C=math.inf), b"C is infinite"),
        ]:
            parameter = self.parameter(0, **other)
            self.assertEqual(self.library.svm_check_parameter(ctypes.byref(problem), ctypes.byref(parameter)), line)
            self.assertFalse(self.library.svm_train(ctypes.byref(problem), ctypes.byref(parameter)))
        parameter = self.parameter(1, nu=1)
        self.assertEqual(
            self.library.svm_check_parameter(ctypes.byref(problem), ctypes.byref(parameter)),
            b"specified nu is infeasible",
        )
        for label in [math.nan, 1e300]:
            problem, parameter = self.problem([label, *MADE_UP["signs"][1:]]), self.parameter(0)
            self.assertFalse(self.library.svm_train(ctypes.byref(problem), ctypes.byref(parameter)))

    def test_exports_its_interface_alone(self):
        self.assertEqual(*exported_and_declared("libsvm.so.4", "libsvm/svm.h", "libsvm_version"))


if __name__ == "__main__":
    unittest.main()
