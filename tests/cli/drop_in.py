# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the stand-ins for LIBLINEAR's and LIBSVM's programs and libraries share."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from support import CommandLineTest, make_rows, targets_of

COMPAT = pathlib.Path(os.environ["HINGELINE_COMPAT"])
ROWS = make_rows(200, 6)
TARGETS = targets_of(ROWS)


class DropInTest(CommandLineTest):
    """A folder of its own, with ROWS and each of TARGETS in it, where any program runs."""

    def setUp(self):
        super().setUp()
        self.write_data(ROWS, TARGETS)

    def run_any(self, program, *arguments, status=0, threads=None):
        environment = os.environ if threads is None else {**os.environ, "OMP_NUM_THREADS": threads}
        done = subprocess.run(
            [program, *map(str, arguments)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.assertEqual(done.returncode, status, f"{program} {arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def ours(self, program, *arguments, **how):
        return self.run_any(COMPAT / "bin" / program, *arguments, **how)

    def expect_same_for_any_threads(self, train, predict, options, data):
        """What is printed and written, whatever OMP_NUM_THREADS says."""
        outcomes = []
        for threads in ["1", "3", "0", "2,1", "x", "99999999999"]:
            printed = self.ours(train, *options, data, "m", threads=threads).stdout
            printed += self.ours(train, *options, "-v", 3, data, threads=threads).stdout
            printed += self.ours(predict, data, "m", "o", threads=threads).stdout
            outcomes.append((printed, self.read("m"), self.read("o")))
        self.assertEqual(outcomes, outcomes[:1] * len(outcomes))


class Node(ctypes.Structure):
    """An entry of a row, as both libraries have it."""

    _fields_ = [("index", ctypes.c_int), ("value", ctypes.c_double)]


class LibraryTest(unittest.TestCase):
    """A library that stands in for another, called through its C interface as a program that links with it would."""

    def load(self, file, set_print_function):
        """Loads the library into self.library, and silences it."""
        self.library = ctypes.CDLL(str(COMPAT / "lib" / file))
        self.silence = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda text: None)
        self.library[set_print_function](self.silence)

    def arrays(self, targets, rows):
        """Pointers to the targets and to the rows, each a list of (index, value). The nodes stay in self.rows."""
        self.rows = [(Node * (len(row) + 1))(*row, (-1, 0)) for row in rows]
        y = (ctypes.c_double * len(targets))(*targets)
        x = (ctypes.POINTER(Node) * len(rows))(*[ctypes.cast(row, ctypes.POINTER(Node)) for row in self.rows])
        return y, x

    def expect_silence_about_missing_files(self, file, load_model):
        """Loading a model from a file that does not exist returns NULL and prints nothing: the caller reports it."""
        program = "import ctypes, sys; sys.exit(ctypes.CDLL(sys.argv[1])[sys.argv[2]](b'/nowhere'))"
        command = [sys.executable, "-c", program, COMPAT / "lib" / file, load_model]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def expect_exports(self, file, header, version):
        """The library exports the functions that its header declares and the variable of its version, no more."""
        if shutil.which("nm") is None:
            self.skipTest("nm is not installed")
        said = subprocess.run(["nm", "-D", "--defined-only", COMPAT / "lib" / file], capture_output=True, text=True)
        exported = {line.split()[-1] for line in said.stdout.splitlines()}
        text = pathlib.Path(__file__).parents[2].joinpath("compat", header).read_text()
        self.assertEqual(exported, set(re.findall(r"(\w+)\([^;]*\);", text)) - {"print_func"} | {version})
