# SPDX-License-Identifier: BSD-3-Clause
"""factorize, and predict and inspect with its models."""

import random
import unittest

from support import CommandLineTest, numbers


def ratings(count=300, seed=1):
    """Lines of a planted rule, and the mean of the ratings."""
    source = random.Random(seed)
    taste = [source.gauss(0, 1) for _ in range(20)]
    kind = [source.gauss(0, 1) for _ in range(15)]
    lines = []
    for _ in range(count):
        u, v = source.randrange(20), source.randrange(15)
        lines.append((f"user{u}", f"item{v}", round(3 + taste[u] * kind[v] + source.gauss(0, 0.1), 2)))
    return lines


class Factorize(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.lines = ratings()
        self.write("ratings", "".join(f"{u} {v} {r}\n" for u, v, r in self.lines))

    def test_learns_the_rule(self):
        report = self.report("factorize", "ratings", "m", "--rank", 2, "--trace", "trace")
        self.assertEqual(
            [report[key] for key in ["status", "loss", "rank", "ratings", "users", "items"]],
            ["converged", "squared", 2, 300, 20, 15],
        )
        self.assertLess(max(report["user_gap"], report["item_gap"]), 1e-6)
        trace = self.read("trace").splitlines()
        self.assertEqual(trace[0], "rounds,seconds,objective,user_gap,item_gap")
        objectives = [float(line.split(",")[2]) for line in trace[1:]]
        self.assertEqual(objectives, sorted(objectives, reverse=True))
        self.assertEqual((len(objectives), objectives[-1]), (report["rounds"], report["objective"]))

        scores = self.report("predict", "ratings", "m", "out")
        predictions = numbers(self.read("out"))
        errors = [r - z for (_, _, r), z in zip(self.lines, predictions)]
        self.assertAlmostEqual(scores["mean_squared_error"], sum(e * e for e in errors) / 300)
        self.assertAlmostEqual(scores["mean_absolute_error"], sum(map(abs, errors)) / 300)
        self.assertLess(scores["mean_squared_error"], 0.25)
        self.assertEqual(self.report("inspect", "m")["kind"], "factor_model")

    def test_answers_do_not_depend_on_threads_or_separators(self):
        self.write("commas", "".join(f"{u},{v},{r}\n" for u, v, r in self.lines))
        self.write("colons", "".join(f"{u}::{v}::{r}::978300760\n" for u, v, r in self.lines))
        self.write("table", "user,item,rating,time\n" + "".join(f"{u},{v},{r},7\n" for u, v, r in self.lines))
        for data, threads in [("ratings", 1), ("commas", 3), ("colons", 1), ("table", 2)]:
            self.run_program("factorize", data, "--loss", "huber", "--threads", threads)
            self.assertEqual(self.read(f"{data}.model"), self.read("ratings.model"))
            scores = [self.report("predict", name, f"{data}.model")["mean_squared_error"] for name in (data, "ratings")]
            self.assertEqual(scores[0], scores[1])

    def test_bounds_hold(self):
        self.run_program("factorize", "--no-biases", "--user-bounds", "0:inf", "--item-bounds", "0:1.5", "ratings", "m")
        sides = {"user": [], "item": []}
        for line in self.read("m").splitlines()[4:]:
            kind, _, bias, *factors = line.split()
            self.assertEqual(float(bias), 0)
            sides[kind] += map(float, factors)
        self.assertGreaterEqual(min(sides["user"] + sides["item"]), 0)
        self.assertLessEqual(max(sides["item"]), 1.5)

    def test_predicts_pairs_without_ratings(self):
        self.run_program("factorize", "ratings", "m")
        self.write("pairs", "user1 item1\nnobody item1\n")
        report = self.report("predict", "pairs", "m", "out")
        self.assertEqual((report["pairs"], report["unknown_users"]), (2, 1))
        self.assertNotIn("mean_squared_error", report)
        self.assertEqual(len(numbers(self.read("out"))), 2)

    def test_an_objective_of_zero_has_no_gap(self):
        report = self.report("factorize", self.write("one", "a x 1\n"), "m")
        self.assertEqual(
            [report[key] for key in ["status", "objective", "user_gap", "item_gap"]], ["converged", 0, 0, 0]
        )

    def test_stops_at_its_limit_and_refuses_what_is_wrong(self):
        report = self.report("factorize", "ratings", "m", "--max-rounds", 1, status=3)
        self.assertEqual((report["status"], report["rounds"]), ("max_passes", 1))
        self.assertIn(
            "2 levels given, factorize takes one",
            self.error("factorize", "ratings", "m", "--loss", "quantile", "--quantile", "0.1,0.9", status=2),
        )
        report = self.report("factorize", "ratings", "m", "--max-seconds", 1e-9, status=3)
        self.assertGreater(report["objective"], 0)
        self.assertIsNone(report["user_gap"])
        self.assertIn("must be LOWER:UPPER", self.error("factorize", "ratings", "m", "--user-bounds", "1", status=2))
        self.assertIn("must be +1 or -1", self.error("factorize", "ratings", "m", "--loss", "hinge", status=1))
        self.write("bad", "a b 1\na b\n")
        self.assertIn("bad:2: expected a number", self.error("factorize", "bad", "m", status=1))
        self.assertIn("is a model of `factorize`", self.error("predict", "ratings", "m", "--probability", status=2))

    def test_the_file_of_its_loss_is_not_overwritten(self):
        self.write("f.json", "{}")
        for written in [["f.json"], ["m", "--trace", "f.json"]]:
            error = self.error("factorize", "--loss", "plq:f.json", "ratings", *written, status=2)
            self.assertTrue(error.startswith("--loss and "), error)
        self.assertEqual(self.read("f.json"), "{}")

    def test_pairs_have_no_options_of_data(self):
        self.run_program("factorize", "ratings", "m")
        for option, value in [
            ("--format", "csv"),
            ("--target", "none"),
            ("--layout", "dense"),
            ("--value-type", "float32"),
        ]:
            self.assertEqual(
                self.error("predict", "ratings", "m", option, value, status=2),
                f"{option} means nothing to a model of factors",
            )

    def test_options_are_checked_before_ratings_are_read(self):
        for option, value, range in [
            ("--rank", 0, "> 0"),
            ("--rank", 1.5, "a whole number from "),
            ("--max-rounds", 0, "> 0"),
            ("--max-rounds", 0.5, "a whole number from "),
            ("--cost", 0, "> 0"),
            ("--max-seconds", "nan", "> 0"),
            ("--max-seconds", 0, "> 0"),
            ("--user-ridge", 0, "> 0"),
            ("--item-ridge", -1, "> 0"),
            ("--tolerance", -1, ">= 0"),
        ]:
            error = self.error("factorize", "none", "m", option, value, status=2)
            self.assertTrue(error.startswith(f"{option}: {value} given, must be {range}"), error)
        self.assertEqual(
            self.error("factorize", "none", "m", "--user-bounds", "1:0", status=2),
            "--user-bounds: '1:0' given, must be LOWER:UPPER with LOWER <= UPPER",
        )
        self.assertRegex(
            self.error("factorize", "ratings", "m", "--loss", "hinge", status=1),
            r"^ratings: value: row \d+ \(from 0\): .* given, must be \+1 or -1$",
        )
        self.run_program("factorize", "ratings", "m", "--max-seconds", "inf")


if __name__ == "__main__":
    unittest.main()
