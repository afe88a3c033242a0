# SPDX-License-Identifier: BSD-3-Clause
"""Entries whose index is that of no feature, in the rows that a program gives to liblinear.so.6."""

import ctypes

from drop_in import COMPAT, DropInTest
from support import classes_of, libsvm_text, make_rows


class Node(ctypes.Structure):
    _fields_ = [("index", ctypes.c_int), ("value", ctypes.c_double)]


def decision_value(library, model, *entries):
    z = ctypes.c_double()
    library.predict_values(model, (Node * (len(entries) + 1))(*entries, (-1, 0)), ctypes.byref(z))
    return z.value


class Indices(DropInTest):
    def test_indices_of_no_feature_add_nothing(self):
        rows = make_rows(60, 4)
        self.write("d", libsvm_text(rows, classes_of(rows, [-1, 1])))
        library = ctypes.CDLL(COMPAT / "lib" / "liblinear.so.6")
        library.load_model.restype = ctypes.c_void_p
        library.predict_values.restype = ctypes.c_double
        for bias in (-1, 1):
            self.ours("train", "-B", bias, "d", "m")
            model = ctypes.c_void_p(library.load_model(str(self.folder / "m").encode()))
            expected = decision_value(library, model, (1, 0.5), (3, 2.0))
            for index in (0, -2, -2_000_000_000, 6, 2_000_000_000):
                self.assertEqual(decision_value(library, model, (index, 7.0), (1, 0.5), (3, 2.0)), expected)
            library.free_and_destroy_model(ctypes.byref(model))
