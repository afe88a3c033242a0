# SPDX-License-Identifier: BSD-3-Clause
"""The stand-in for LIBLINEAR's library."""

import ctypes
import math
import pathlib
import tempfile

from drop_in import ROWS, TARGETS, LibraryTest, Node

CLASSIFIERS = [0, 1, 2, 3, 5, 6, 7]
REGRESSIONS = [11, 12, 13]


class LinearLibrary(LibraryTest):
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
        self.load("liblinear.so.6", "set_print_string_function")
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

    def problem(self, targets, bias=-1.0, written=lambda entries: entries):
        """ROWS, with the column of a bias if that is not negative; `written` changes the entries of a row."""
        added = [(7, bias)] if bias >= 0 else []
        entries = [[(j, x) for j, x in enumerate(row, 1) if x != 0] + added for row in ROWS]
        y, x = self.arrays(targets, [list(written(row)) for row in entries])
        return self.Problem(len(ROWS), 7 if bias >= 0 else 6, y, x, bias)

    def parameter(self, solver, **other):
        usual = dict(eps=1e-6, C=1, p=0.1, nu=0.5, regularize_bias=1)
        return self.Parameter(solver_type=solver, **(usual | other))

    def test_train_and_predict(self):
        for solver in CLASSIFIERS + REGRESSIONS:
            for bias in [-1.0, 1.0]:
                targets = TARGETS["values" if solver > 10 else "signs"]
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

    def test_indices_of_no_feature_add_nothing(self):
        for bias in [-1.0, 1.0]:
            problem, parameter = self.problem(TARGETS["signs"], bias), self.parameter(2)
            model = ctypes.c_void_p(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
            row, z = [(1, 0.5), (3, 2.0), (-1, 0)], ctypes.c_double()
            self.library.predict_values(model, (Node * 3)(*row), ctypes.byref(z))
            expected = z.value
            for index in (0, -2, -2_000_000_000, 8, 2_000_000_000):
                self.library.predict_values(model, (Node * 4)((index, 7.0), *row), ctypes.byref(z))
                self.assertEqual(z.value, expected, index)
            self.library.free_and_destroy_model(ctypes.byref(model))

    def trained(self, solver, **other):
        """On three classes, or on values; and how many decision values it has."""
        targets = "values" if solver in REGRESSIONS else "classes"
        problem, parameter = self.problem(TARGETS[targets]), self.parameter(solver, **other)
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

    def test_queries_describe_the_model(self):
        for solver in [*CLASSIFIERS, 4, *REGRESSIONS, 21]:
            model, outputs = self.trained(solver)
            self.assertEqual(self.library.get_nr_class(model), 3 if outputs == 3 else 2, solver)
            labels = (ctypes.c_int * 3)()
            self.library.get_labels(model, labels)
            self.assertEqual(list(labels), list(dict.fromkeys(TARGETS["classes"])) if outputs == 3 else [0] * 3)
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

    def test_decision_values_of_one_class_subtract_rho(self):
        model, _ = self.trained(21, nu=0.2)
        coef = [self.library.get_decfun_coef(model, j, 0) for j in range(1, 7)]
        rho, z = self.library.get_decfun_rho(model), ctypes.c_double()
        for row, nodes in zip(ROWS, self.rows, strict=True):
            answer = self.library.predict_values(model, nodes, ctypes.byref(z))
            self.assertAlmostEqual(z.value, sum(a * b for a, b in zip(coef, row)) - rho, delta=1e-12)
            self.assertEqual(answer, 1 if z.value > 0 else -1)
        self.library.free_and_destroy_model(ctypes.byref(model))

    def test_a_model_whose_content_was_freed_can_be_destroyed(self):
        model, _ = self.trained(2)
        content = ctypes.cast(model, ctypes.POINTER(self.Model)).contents
        self.assertTrue(content.w and content.label)
        self.library.free_model_content(model)
        self.assertFalse(content.w or content.label)
        self.library.free_and_destroy_model(ctypes.byref(model))
        self.assertIsNone(model.value)

    def test_entries_may_be_unsorted_and_repeated(self):
        coefs = []
        for written in [lambda entries: entries, reversed, lambda entries: [(j, x / 2) for j, x in entries * 2]]:
            for bias in [-1.0, 1.0]:
                problem, parameter = self.problem(TARGETS["signs"], bias, written), self.parameter(2, eps=1e-7)
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
        problem, parameter = self.problem(TARGETS["signs"], 0.5, some), self.parameter(2)
        model = ctypes.c_void_p(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
        self.assertEqual(self.library.get_nr_feature(model), 6)
        bias = self.library.get_decfun_bias(model, 0)
        self.assertNotEqual(bias, 0)
        values = ctypes.c_double()
        for x in [0, 0.5]:
            self.library.predict_values(model, (Node * 2)((7, x), (-1, 0)), ctypes.byref(values))
            self.assertAlmostEqual(values.value, bias * x / 0.5, delta=1e-12)
        self.library.free_and_destroy_model(ctypes.byref(model))

    def found(self, problem, parameter):
        """The best C, the best p and their score, by five folds."""
        best = [ctypes.c_double() for _ in range(3)]
        start = ctypes.c_double(-1)
        self.library.find_parameters(
            ctypes.byref(problem), ctypes.byref(parameter), 5, start, start, *map(ctypes.byref, best)
        )
        return [number.value for number in best]

    def test_cross_validation_and_search(self):
        problem, parameter = self.problem(TARGETS["signs"]), self.parameter(2)
        target = (ctypes.c_double * len(ROWS))()
        self.library.cross_validation(ctypes.byref(problem), ctypes.byref(parameter), 5, target)
        right = sum(a == b for a, b in zip(target, TARGETS["signs"]))
        self.assertGreater(right, 150)
        best = self.found(problem, parameter)
        self.assertGreater(best[0], 0)
        self.assertGreaterEqual(best[2], right / len(ROWS) - 0.01)

    def test_one_class_has_no_c_to_find(self):
        problem, parameter = self.problem(TARGETS["signs"]), self.parameter(21)
        best = self.found(problem, parameter)
        self.assertTrue(all(map(math.isnan, best)))

    def test_training_begins_at_init_sol(self):
        problem = self.problem(TARGETS["classes"], 1.0)

        def coefficients(**parameters):
            parameter = self.parameter(0, **parameters)
            model = ctypes.c_void_p(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))
            found = [self.library.get_decfun_coef(model, j, k) for j in range(1, 7) for k in range(3)]
            found += [self.library.get_decfun_bias(model, k) for k in range(3)]
            self.library.free_and_destroy_model(ctypes.byref(model))
            return found

        exact = coefficients(eps=1e-10)
        start = (ctypes.c_double * 21)(*exact)
        distance = lambda coef: max(abs(a - b) for a, b in zip(coef, exact, strict=True))
        self.assertGreater(distance(coefficients(eps=0.5)), 1e-3)
        self.assertLess(distance(coefficients(eps=0.5, init_sol=start)), 1e-9)

    def test_parameters_that_check_parameter_refuses_are_not_trained(self):
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
            problem, parameter = self.problem(TARGETS["signs"]), self.parameter(**other)
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
            problem, parameter = self.problem([label, *TARGETS["signs"][1:]]), self.parameter(2)
            self.assertIsNone(self.library.train(ctypes.byref(problem), ctypes.byref(parameter)))

    def test_exports_its_interface_alone(self):
        self.expect_exports("liblinear.so.6", "liblinear/linear.h", "liblinear_version")

    def test_a_missing_file_is_for_the_caller_to_report(self):
        self.expect_silence_about_missing_files("liblinear.so.6", "load_model")
