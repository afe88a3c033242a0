# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the stand-ins for LIBLINEAR's and LIBSVM's programs share."""

import os
import pathlib
import subprocess

from support import CommandLineTest

COMPAT = pathlib.Path(os.environ["HINGELINE_COMPAT"])


class DropInTest(CommandLineTest):
    """A folder of its own, where any program runs."""

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
