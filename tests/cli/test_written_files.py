# SPDX-License-Identifier: BSD-3-Clause
"""What commands write: whole or not at all, where it was asked for, with the permissions that were there."""

import os
import pathlib
import resource
import signal
import subprocess
import unittest

from support import PROGRAM, TARGETS, CommandLineTest, DataTest


class WrittenFiles(DataTest):
    def test_the_default_model_is_named_after_the_data_in_the_working_folder(self):
        (self.folder / "inner").mkdir()
        (self.folder / "inner" / "data.txt").write_text(self.read("signs"))
        self.run_program("train", "inner/data.txt")
        self.assertIn("data.txt.model", self.files())

    def test_a_failed_training_leaves_no_file(self):
        before = self.files()
        self.error("train", "missing", status=1)
        self.error("train", self.write("bad", "1 1:1\n-1 1:x\n"), "m", status=1)
        self.error("train", "signs", "no/such/folder/m", status=1)
        self.assertEqual(self.files(), sorted(before + ["bad"]))

    def test_an_existing_model_is_kept_unless_training_succeeds(self):
        self.write("m", "precious")
        self.assertRegex(self.error("train", self.write("bad", "1 1:1\n-1 1:x\n"), "m", status=1), "^bad:2:")
        self.assertEqual(self.read("m"), "precious")
        self.run_program("train", "signs", "m")
        self.assertTrue(self.read("m").startswith("solver_type"))
        self.assertEqual(self.files(), sorted(["bad", "m", *TARGETS]))


class Streams(CommandLineTest):
    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "there is no /dev/full")
    def test_a_full_standard_output_is_an_error(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        self.run_program("train", "d", "m")
        for arguments in [["inspect", "d"], ["predict", "d", "m"], ["train", "d", "m"], ["cv", "d", "--folds", 2]]:
            with open("/dev/full", "w") as full:
                done = subprocess.run(
                    [PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=full, stderr=subprocess.PIPE
                )
            self.assertEqual(done.returncode, 1, arguments)
            self.assertEqual(done.stderr, b"hingeline: error: standard output: cannot write\n")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "inspect", "none"], cwd=self.folder, stderr=full)
        self.assertEqual(done.returncode, 1)

    @unittest.skipUnless(pathlib.Path("/dev/stdout").exists(), "there is no /dev/stdout")
    def test_results_can_be_written_to_standard_output(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        self.run_program("train", "d", "m")
        self.assertEqual(self.run_program("predict", "d", "m", "/dev/stdout").stdout, "1\n-1\n")
        self.assertEqual(self.run_program("convert", "d", "/dev/stdout", "--to", "libsvm").stdout, "1 1:1\n-1 1:2\n")
        self.assertEqual(self.run_program("train", "d", "/dev/stdout").stdout, self.read("m"))
        self.assertIn("are one file", self.error("predict", "d", "m", "/dev/stdout", "--json", "-", status=2))

    def test_the_model_is_written_even_if_nobody_reads_standard_output(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for arguments in [["d", "m"], ["d", "k", "--kernel", "rbf"], ["d", "j", "--json", "-"]]:
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run(
                [PROGRAM, "train", *arguments], cwd=self.folder, stdout=writer, stderr=subprocess.PIPE
            )
            os.close(writer)
            self.assertEqual(done.returncode, -signal.SIGPIPE)
            self.run_program("inspect", arguments[1])

    def test_exceeding_the_limit_on_file_sizes_is_an_error(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
        done = subprocess.run([PROGRAM, "train", "d", "m"], cwd=self.folder, capture_output=True, preexec_fn=limit)
        self.assertEqual((done.returncode, done.stderr), (1, b"hingeline: error: m: cannot write: File too large\n"))
        self.assertEqual(self.files(), ["d"])

    def test_files_that_cannot_be_written_are_reported_before_the_solve(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for option in ["--json", "--trace", "--save-dual"]:
            self.assertIn("none/x: cannot write", self.error("train", "d", "m", option, "none/x", status=1))
            self.assertEqual(self.files(), ["d"])

    @unittest.skipIf(os.geteuid() == 0, "root may write to any file")
    def test_a_read_only_file_is_not_replaced(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        self.write("m", "precious")
        (self.folder / "m").chmod(0o444)
        self.assertIn("m: cannot write: Permission denied", self.error("train", "d", "m", status=1))
        self.assertEqual(self.read("m"), "precious")

    def test_a_log_that_standard_output_appends_to_keeps_its_content(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]:
            log = self.folder / "log"
            log.write_text("before\n")
            with log.open("a") as stream:
                done = subprocess.run(
                    [PROGRAM, "convert", "--quiet", "--to", "libsvm", "d", name], cwd=self.folder, stdout=stream
                )
                self.assertEqual(done.returncode, 0)
                stream.write("after\n")
            self.assertEqual(log.read_text(), "before\n1 1:1\n-1 1:2\nafter\n")

    def test_replaced_files_keep_their_permissions(self):
        self.write("d", "1 1:1\n-1 1:2\n")
        self.write("m", "")
        (self.folder / "m").chmod(0o640)
        self.run_program("train", "d", "m")
        self.assertEqual((self.folder / "m").stat().st_mode & 0o777, 0o640)
