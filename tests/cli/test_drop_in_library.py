# SPDX-License-Identifier: BSD-3-Clause
"""The stand-in for LIBLINEAR's library, called as a program that links with it calls it."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import classes_of, make_rows, values_of

COMPAT = pathlib.Path(os.environ["HINGELINE_COMPAT"])
CLASSIFIERS = [0, 1, 2, 3, 5, 6, 7]
REGRESSIONS = [11, 12, 13]
ROWS = make_rows(200, 6)
MADE_UP = {"signs": classes_of(ROWS, [-1, 1]), "classes": classes_of(ROWS, [3, 1, 2]), "values": values_of(ROWS)}


class Library(unittest.TestCase):
    """liblinear.so.6 through its C interface, its own memory on both sides."""

    class Node(ctypes.Structure):
        _fields_ = [("index", ctypes.c_int), ("value", ctypes.c_double)]

    class Problem(ctypes.Structure):
        pass

    class Parameter(ctypes.Structure):
        _fields_ = [("solver_type", ctypes.c_int), ("eps", ctypes.c_double), ("C", ctypes.c_double),
                    ("nr_weight", ctypes.c_int), ("weight_label", ctypes.POINTER(ctypes.c_int)),
                    ("weight", ctypes.POINTER(ctypes.c_double)), ("p", ctypes.c_double), ("nu", ctypes.c_double),
                    ("init_sol", ctypes.POINTER(ctypes.c_double)), ("regularize_bias", ctypes.c_int),
                    ("w_recalc", ctypes.c_bool)]

    Problem._fields_ = [("l", ctypes.c_int), ("n", ctypes.c_int), ("y", ctypes.POINTER(ctypes.c_double)),
                        ("x", ctypes.POINTER(ctypes.POINTER(Node))), ("bias", ctypes.c_double)]

    def setUp(self):
        self.library = ctypes.CDLL(str(COMPAT / "lib" / "liblinear.so.6"))
        self.library.train.restype = ctypes.c_void_p
        self.library.check_parameter.restype = ctypes.c_char_p
        for name in ["get_decfun_coef", "get_decfun_bias", "predict", "predict_probability", "predict_values"]:
            getattr(self.library, name).restype = ctypes.c_double
        self.silence = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda text: None)
        self.library.set_print_string_function(self.silence)

    def problem(self, targets, bias=-1.0):
        self.rows = []
        for row in ROWS:
            entries = [(j, x) for j, x in enumerate(row, 1) if x != 0] + ([(7, bias)] if bias >= 0 else []) + [(-1, 0)]
            self.rows.append((self.Node * len(entries))(*entries))
        y = (ctypes.c_double * len(targets))(*targets)
        x = (ctypes.POINTER(self.Node) * len(ROWS))(*[ctypes.cast(row, ctypes.POINTER(self.Node)) for row in self.rows])
        return self.Problem(len(ROWS), 7 if bias >= 0 else 6, y, x, bias)

    def parameter(self, solver, **other):
        return self.Parameter(solver_type=solver, eps=1e-6, C=1, p=0.1, nu=0.5, regularize_bias=1, **other)

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

    def test_cross_validation_and_search(self):
        problem, parameter = self.problem(MADE_UP["signs"]), self.parameter(2)
        target = (ctypes.c_double * len(ROWS))()
        self.library.cross_validation(ctypes.byref(problem), ctypes.byref(parameter), 5, target)
        right = sum(a == b for a, b in zip(target, MADE_UP["signs"]))
        self.assertGreater(right, 150)
        best = [ctypes.c_double() for _ in range(3)]
        self.library.find_parameters(ctypes.byref(problem), ctypes.byref(parameter), 5, ctypes.c_double(-1),
                                     ctypes.c_double(-1), *map(ctypes.byref, best))
        self.assertGreater(best[0].value, 0)
        self.assertGreaterEqual(best[2].value, right / len(ROWS) - 0.01)

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

    def test_exports_its_interface_alone(self):
        if shutil.which("nm") is None:
            self.skipTest("nm is not installed")
        said = subprocess.run(["nm", "-D", "--defined-only", COMPAT / "lib" / "liblinear.so.6"], capture_output=True, text=True)
        exported = {line.split()[-1] for line in said.stdout.splitlines()}
        header = pathlib.Path(__file__).parents[2].joinpath("compat/liblinear/linear.h").read_text()
        declared = set(re.findall(r"(\w+)\([^;]*\);", header)) - {"print_func"} | {"liblinear_version"}
        self.assertEqual(exported, declared)


if __name__ == "__main__":
    unittest.main()
