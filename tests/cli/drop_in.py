# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the stand-ins for LIBLINEAR's and LIBSVM's programs share."""

import os
import pathlib
import subprocess

from support import CommandLineTest

COMPAT = pathlib.Path(os.environ["HINGELINE_COMPAT"])


class DropInTest(CommandLineTest):
    """A folder of its own, where any program runs."""

    def run_any(self, program, *arguments, status=0):
        done = subprocess.run([program, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, f"{program} {arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def ours(self, program, *arguments, status=0):
        return self.run_any(COMPAT / "bin" / program, *arguments, status=status)
