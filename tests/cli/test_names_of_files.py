# SPDX-License-Identifier: BSD-3-Clause
"""What the name of a file says of its content."""

import unittest

from support import CommandLineTest


class NamesOfFiles(CommandLineTest):
    def test_what_is_not_compressed_is_not_named_so(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for name in ("out.gz", "out.xz", "out.bz2", "out.zst"):
            for command in (["convert", "--to", "libsvm", "d"], ["convert", "d"], ["scale", "d"], ["generate", "text"]):
                self.assertEqual(
                    self.error(*command, name, status=2), f"OUT: {name} given, but what is written is not compressed"
                )
        self.assertEqual(self.files(), ["d"])

    def test_files_that_do_not_tell_their_size_are_read(self):
        self.assertNotIn("found none", self.error("inspect", "/proc/self/status", status=1))


if __name__ == "__main__":
    unittest.main()
