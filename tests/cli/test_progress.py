# SPDX-License-Identifier: BSD-3-Clause
"""Solves that take long: what is seen of them, and how they are stopped."""

import json
import os
import re
import signal
import subprocess
import time

from support import PROGRAM, CommandLineTest, classes_of, libsvm_text, make_rows, read_model

ROWS = make_rows(3000, 20)
SIGNS = classes_of(ROWS, [1, -1])

# The tolerance is below what rounding allows, and C is large: the solve does not end by itself.
ENDLESS = ["--loss", "hinge", "--solver", "dual_cd", "--tolerance", "1e-300", "--max-passes", "1000000000000", "-C"]


class Progress(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("data", libsvm_text(ROWS, SIGNS))

    def start(self, *options, C="1e5", **streams):
        return self.start_any("train", "data", "m", *ENDLESS, C, *options, **streams)

    def start_any(self, *arguments, **streams):
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, text=True, **streams)
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(process.kill)
        process.stdout.readline()  # "read ...": the solve begins
        time.sleep(0.5)
        self.assertIsNone(process.poll(), "the solve was to go on")
        return process

    def test_ctrl_c_writes_the_best_model_so_far(self):
        process = self.start("--json", "report.json", "--trace", "trace.csv")
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        self.assertLess(time.monotonic() - began, 5)
        report = json.loads(self.read("report.json"))
        self.assertEqual(report["status"], "interrupted")
        self.assertIn("interrupted", report["reason"])
        self.assertLessEqual(report["dual"], report["primal"])
        self.assertEqual(len(read_model(self.read("m"))[1]), 21)
        self.run_program("predict", "data", "m")
        self.assertEqual(self.files(), ["data", "m", "report.json", "trace.csv"])

    def test_a_store_that_becomes_shorter_is_an_error(self):
        self.run_program("convert", "data", "store")
        self.write("m", "old")
        process = self.start_any("train", "store", "m", *ENDLESS, "1e5")
        os.truncate(self.folder / "store", 4096)
        self.assertEqual(process.wait(timeout=20), 1)
        self.assertRegex(process.stderr.read(), "^hingeline: error: a file became shorter.*\n$")
        self.assertEqual((self.files(), self.read("m")), (["data", "m", "store"], "old"))

    def test_ctrl_c_stops_every_class_of_many(self):
        self.write("data", libsvm_text(ROWS, classes_of(ROWS, [1, 2, 3, 4])))
        process = self.start("--json", "report.json", "--threads", "2")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        report = json.loads(self.read("report.json"))
        self.assertEqual(report["status"], "interrupted")
        self.assertEqual([part["status"] for part in report["parts"]], 4 * ["interrupted"])

    def test_ctrl_c_ends_a_search_and_the_best_is_trained(self):
        self.write("few", libsvm_text(ROWS[:300], SIGNS[:300]))
        for data, machine, folds in [("data", ["--loss", "logistic"], 800), ("few", ["--kernel", "rbf"], 300)]:
            self.write("m", "earlier")
            search = ["--folds", str(folds), "--tolerance", "1e-3", "--threads", "1", "--json", "report.json"]
            process = self.start_any("tune", data, "m", *machine, *search)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=20), 130)
            report = json.loads(self.read("report.json"))
            self.assertEqual((report["status"], report["points"][-1]["status"]), ("interrupted", "interrupted"))
            best = report["best"]
            if best is None:  # a slow machine, under a sanitizer
                self.assertEqual(self.read("m"), "earlier")
                continue
            self.assertLessEqual(report["relative_gap"], 1e-3)
            point = ["--cost", best["C"]] + (["--gamma", best["gamma"]] if "gamma" in best else [])
            self.run_program("train", data, "again", *machine, *point, "--tolerance", "1e-3", "--quiet")
            self.assertEqual(self.read("m"), self.read("again"))

    def test_a_time_limit_writes_the_best_model_too(self):
        report = self.report("train", "data", "m", *ENDLESS, 1e5, "--max-seconds", 0.3, status=3)
        self.assertEqual(report["status"], "max_seconds")
        self.assertLess(report["seconds"]["solve"], 3)
        self.assertIn("m", self.files())

    def test_a_search_that_judges_no_point_says_so_and_writes_no_model(self):
        self.write("m", "earlier")
        done = self.run_program("tune", "data", "m", "--max-seconds", 1e-9, "--json", "report.json", status=3)
        self.assertRegex(
            done.stdout, r"the search ended before any parameters were evaluated, \S+ s; m is not written\n"
        )
        self.assertNotIn("best", done.stdout)
        self.assertIsNone(json.loads(self.read("report.json"))["best"])
        self.assertEqual(self.read("m"), "earlier")

    def test_a_terminal_shows_the_gap_and_the_time_left(self):
        reader, terminal = os.openpty()
        process = self.start(C="100", stderr=terminal)
        os.close(terminal)
        shown = ""
        deadline = time.monotonic() + 10
        while "left" not in shown and time.monotonic() < deadline:
            shown += os.read(reader, 1 << 16).decode()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)
        os.close(reader)
        self.assertRegex(shown, r"\rpass \d+, relative gap \d\.\de[-+]\d+.*, \d+\.\d s")
        self.assertTrue(re.search(r"about \d+\.\d s left", shown), shown)

    def test_without_a_terminal_there_is_no_live_line(self):
        process = self.start()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(timeout=20)[1], "")
