# SPDX-License-Identifier: BSD-3-Clause
"""What train says of its answer: the summary, the JSON report, and the trace."""

import json

from support import ROWS, TARGETS, DataTest

CONTRACT = {
    "status",
    "solver",
    "reason",
    "loss",
    "penalty",
    "value_type",
    "primal",
    "dual",
    "relative_gap",
    "rounding_floor",
    "coef_error_bound",
    "max_violation",
    "passes",
    "iterations",
    "threads",
    "rows",
    "features",
    "nonzeros",
    "seconds",
    "peak_rss_bytes",
}


class Report(DataTest):
    def test_json_report_has_exactly_the_documented_keys(self):
        report = self.report("train", "signs")
        self.assertEqual(set(report), CONTRACT)
        self.assertEqual(set(report["seconds"]), {"read", "solve", "write"})
        self.assertEqual((report["status"], report["loss"], report["penalty"]), ("converged", "squared_hinge", "l2"))
        self.assertEqual((report["value_type"], report["max_violation"]), ("float32", 0))
        self.assertEqual((report["rows"], report["features"]), (300, 6))
        self.assertEqual(report["nonzeros"], sum(x != 0 for row in ROWS for x in row))
        self.assertLessEqual(report["relative_gap"], 1e-4)
        self.assertLessEqual(report["dual"], report["primal"])
        self.assertGreater(report["peak_rss_bytes"], 1 << 20)

    def test_each_class_has_a_report_of_its_own(self):
        report = self.report("train", "classes")
        self.assertEqual([part["label"] for part in report["parts"]], list(dict.fromkeys(TARGETS["classes"])))
        for part in report["parts"]:
            self.assertLessEqual(part["relative_gap"], 1e-4)
            self.assertLessEqual({"status", "primal", "dual", "passes", "seconds"}, set(part))
        self.assertAlmostEqual(report["primal"], sum(part["primal"] for part in report["parts"]), places=9)
        self.assertEqual(report["passes"], sum(part["passes"] for part in report["parts"]))

    def test_json_goes_to_a_file_and_the_summary_to_standard_output(self):
        printed = self.run_program("train", "signs", "--json", "report.json")
        self.assertEqual(json.loads(self.read("report.json"))["status"], "converged")
        self.assertEqual(
            [line.split()[0] for line in printed.stdout.splitlines()], ["read", "solve", "write", "converged:"]
        )
        self.assertEqual(printed.stderr, "")

    def test_quiet_prints_nothing(self):
        printed = self.run_program("train", "signs", "--quiet")
        self.assertEqual(printed.stdout + printed.stderr, "")

    def test_a_solve_that_does_not_converge_still_writes_its_model(self):
        report = self.report(
            "train", "signs", "-C", 1e6, "--solver", "dual_cd", "--max-passes", 1, "--tolerance", 1e-12, status=3
        )
        self.assertEqual(report["status"], "max_passes")
        self.assertGreater(report["relative_gap"], 1e-12)
        self.assertLess(report["dual"], report["primal"])
        self.assertIn("signs.model", self.files())

    def test_classes_that_did_not_converge_are_named(self):
        self.write("data", "9 1:1\n11 1:2\n13 1:3\n")
        summary = self.run_program(
            "train", "data", "--loss", "logistic", "--penalty", "none", "--max-passes", 10, status=3
        ).stdout.splitlines()[-1]
        self.assertRegex(summary, r"; not converged: label 9 \(max_passes, relative gap .*\), label 13 \(max_passes, ")
        self.assertNotIn("label 11", summary)
        report = self.run_program(
            "train", "classes", "--kernel", "rbf", "--tolerance", 1e-13, "--max-passes", 1, status=3
        ).stdout.splitlines()[-1]
        self.assertRegex(report, r"; not converged: labels 2 and 1 \(.*relative gap")

    def test_without_a_ridge_the_bound_on_the_error_of_w_is_infinite(self):
        self.write("d", "1 1:1\n2 1:2\n4 1:4\n")
        said = self.run_program("train", "d", "m", "--penalty", "none", "--loss", "squared").stdout
        self.assertRegex(said, r"primal 0, dual \S+, relative gap 0 \(tolerance 0.0001\), \|w - w\*\| <= inf")

    def test_a_trace_ends_with_the_certificate(self):
        solver = ["--loss", "hinge", "--solver", "dual_cd", "--tolerance", 1e-7]
        report = self.report("train", "signs", "--trace", "trace.csv", *solver)
        header, *lines = self.read("trace.csv").splitlines()
        self.assertEqual(header, "seconds,passes,primal,dual,relative_gap")
        points = [dict(zip(header.split(","), map(float, line.split(",")))) for line in lines]
        self.assertGreater(len(points), 2)
        self.assertEqual(points[-1], min(points, key=lambda point: point["relative_gap"]))
        for key in ["passes", "primal", "dual", "relative_gap"]:
            self.assertEqual(points[-1][key], report[key])
        for key in ["passes", "seconds"]:
            self.assertEqual([point[key] for point in points], sorted(point[key] for point in points))

    def test_a_trace_of_several_outputs_has_a_column_for_their_number(self):
        self.run_program("train", "classes", "--trace", "trace.csv")
        header, *lines = self.read("trace.csv").splitlines()
        self.assertEqual(header, "seconds,passes,primal,dual,relative_gap,output")
        self.assertEqual({line.split(",")[-1] for line in lines}, {"0", "1", "2"})
