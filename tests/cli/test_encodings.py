# SPDX-License-Identifier: BSD-3-Clause
"""Names of another encoding than UTF-8."""

import unittest

from support import CommandLineTest


class Encodings(CommandLineTest):
    def test_json_tells_that_it_cannot_hold_names(self):
        text = "x,drink\n" + "1,caf\u00e9\n2,caf\u00e8\n" * 4
        note = "note: --json: some names are not UTF-8"
        for encoding, is_told in (("utf-8", False), ("latin-1", True)):
            (self.folder / "d.csv").write_bytes(text.encode(encoding))
            said = self.run_program("inspect", "d.csv", "--json", "r").stderr
            self.assertEqual(note in said, is_told, said)
            self.assertEqual(self.run_program("inspect", "d.csv", "--json", "r", "--quiet").stderr, "")


if __name__ == "__main__":
    unittest.main()
