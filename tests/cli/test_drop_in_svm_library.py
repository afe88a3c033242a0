# SPDX-License-Identifier: BSD-3-Clause
"""The stand-in for LIBSVM's library."""

import ctypes
import math
import os
import pathlib
import tempfile

from drop_in import ROWS, TARGETS, LibraryTest, Node


class SvmLibrary(LibraryTest):
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
        self.load("libsvm.so.4", "svm_set_print_string_function")
        for name in ["svm_train", "svm_load_model"]:
            getattr(self.library, name).restype = ctypes.POINTER(self.Model)
        for name in ["svm_predict", "svm_predict_values", "svm_predict_probability", "svm_get_svr_probability"]:
            getattr(self.library, name).restype = ctypes.c_double
        self.library.svm_check_parameter.restype = ctypes.c_char_p

    def problem(self, targets, kernel=None, first=1, offset=0):
        """ROWS, whose indices count from `first`, with `offset` added to all values; or the rows of the matrix of
        `kernel`, with their serial numbers."""
        if kernel is None:
            rows = [[(j, x + offset) for j, x in enumerate(row, first) if x + offset != 0] for row in ROWS]
        else:
            kernels = [[(j, kernel(row, other)) for j, other in enumerate(ROWS, 1)] for row in ROWS]
            rows = [[(0, i), *row] for i, row in enumerate(kernels, 1)]
        return self.Problem(len(ROWS), *self.arrays(targets, rows))

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
            model = self.train(self.problem(TARGETS[targets], offset=offset), self.parameter(machine))
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
                    problem = self.problem(TARGETS[targets])
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
        model = self.train(self.problem(TARGETS["classes"]), self.parameter(0, probability=1))
        labels = (ctypes.c_int * 3)()
        self.library.svm_get_labels(model, labels)
        for nodes in self.rows:
            p = (ctypes.c_double * 3)()
            label = self.library.svm_predict_probability(model, nodes, p)
            self.assertAlmostEqual(sum(p), 1, delta=1e-12)
            self.assertEqual(label, labels[list(p).index(max(p))])
        self.library.svm_free_and_destroy_model(ctypes.byref(model))
        model = self.train(self.problem(TARGETS["values"]), self.parameter(3, probability=1))
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

    def test_saving_replaces_the_content_of_an_existing_file(self):
        model = self.train(self.problem(TARGETS["signs"]), self.parameter(0))
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"old" * 100_000)
            file.flush()
            self.assertEqual(self.library.svm_save_model(file.name.encode(), model), 0)
            file.seek(0)
            text = file.read()
        self.assertTrue(text.startswith(b"svm_type c_svc\n"))
        self.assertNotIn(b"old", text)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))

    def test_models_that_no_file_can_hold_are_reported(self):
        model = self.train(self.problem(TARGETS["signs"]), self.parameter(0))
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

    def test_a_precomputed_kernel_gives_the_same_answer(self):
        kernel = lambda a, b: math.exp(-0.2 * sum((x - z) ** 2 for x, z in zip(a, b)))
        answers = []
        for given in [None, kernel]:
            problem = self.problem(TARGETS["classes"], given)
            model = self.train(problem, self.parameter(0, kernel_type=2 if given is None else 4))
            answers.append(self.values(model, 3)[0])
            self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.assertEqual(*answers)

    def test_precomputed_entries_are_found_by_their_place(self):
        answers = []
        for index_of in [lambda place: place, lambda place: place + 1, lambda place: 0]:
            problem = self.problem(TARGETS["signs"], lambda a, b: sum(x * z for x, z in zip(a, b)))
            for row in self.rows:
                for place, node in enumerate(row[:-1]):
                    node.index = index_of(place)
            model = self.train(problem, self.parameter(0, kernel_type=4))
            answers.append(self.values(model))
            self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.assertEqual(answers[1:], answers[:1] * 2)

    def test_entries_must_ascend(self):
        problem = self.problem(TARGETS["signs"])
        self.rows[3][0].index = 6
        self.assertFalse(self.train(problem, self.parameter(0)))

    def test_parameters_of_other_machines_are_ignored(self):
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
                    problem = self.problem(TARGETS[targets])
                    model = self.train(problem, parameter)
                    self.assertTrue(model)
                    self.library.svm_free_and_destroy_model(ctypes.byref(model))
                    self.library.svm_cross_validation(ctypes.byref(problem), ctypes.byref(parameter), 3, target)
                    self.assertFalse(any(map(math.isnan, target)))

    def test_indices_count_from_0_or_1(self):
        answers = []
        for first in [0, 1]:
            model = self.train(self.problem(TARGETS["signs"], first=first), self.parameter(0))
            answers.append(self.values(model))
            self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.assertEqual(*answers)

    def test_enormous_indices_are_taken_and_enormous_serial_numbers_refused(self):
        problem = self.problem(TARGETS["signs"], lambda a, b: sum(x * z for x, z in zip(a, b)))
        parameter = self.parameter(0, kernel_type=4)
        self.rows[0][-2].index = 2_000_000_000
        model = self.train(problem, parameter)
        self.values(model)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.rows[0][0].value = 2_000_000_000
        self.assertFalse(self.train(problem, parameter))

    def test_cross_validation(self):
        for machine, targets in self.MACHINES:
            problem, parameter = self.problem(TARGETS[targets]), self.parameter(machine)
            target = (ctypes.c_double * len(ROWS))()
            self.library.svm_cross_validation(ctypes.byref(problem), ctypes.byref(parameter), 5, target)
            pairs = list(zip(target, TARGETS[targets], strict=True))
            if targets == "values":
                self.assertLess(sum((a - b) ** 2 for a, b in pairs), 0.5 * sum(b**2 for _, b in pairs))
            elif machine == 2:
                self.assertEqual(set(target), {-1, 1})
                self.assertAlmostEqual(list(target).count(-1) / len(ROWS), parameter.nu, delta=0.1)
            else:
                self.assertGreater(sum(a == b for a, b in pairs), 150 if targets == "signs" else 120)

    def test_a_model_whose_content_was_freed_can_be_destroyed(self):
        model = self.train(self.problem(TARGETS["signs"]), self.parameter(0))
        content = model.contents
        self.assertTrue(content.SV and content.sv_coef and content.rho)
        self.library.svm_free_model_content(model)
        self.assertFalse(content.SV or content.sv_coef or content.rho)
        self.library.svm_free_and_destroy_model(ctypes.byref(model))
        self.assertFalse(model)

    def test_arrays_of_a_parameter_are_freed(self):
        """By the allocator of C: any other would end the process."""
        malloc = ctypes.CDLL(None).malloc
        malloc.restype = ctypes.c_void_p
        parameter = self.parameter(0)
        parameter.weight_label = ctypes.cast(ctypes.c_void_p(malloc(4)), ctypes.POINTER(ctypes.c_int))
        parameter.weight = ctypes.cast(ctypes.c_void_p(malloc(8)), ctypes.POINTER(ctypes.c_double))
        self.library.svm_destroy_param(ctypes.byref(parameter))

    def test_refusals(self):
        problem = self.problem(TARGETS["signs"])
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
            problem, parameter = self.problem([label, *TARGETS["signs"][1:]]), self.parameter(0)
            self.assertFalse(self.library.svm_train(ctypes.byref(problem), ctypes.byref(parameter)))

    def test_exports_its_interface_alone(self):
        self.expect_exports("libsvm.so.4", "libsvm/svm.h", "libsvm_version")

    def test_a_missing_file_is_for_the_caller_to_report(self):
        self.expect_silence_about_missing_files("libsvm.so.4", "svm_load_model")
