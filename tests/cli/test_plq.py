# SPDX-License-Identifier: BSD-3-Clause
import json

from support import CommandLineTest, libsvm_text, make_rows, numbers, targets_of, values_of

ROWS = make_rows(200, 5)


class Plq(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write_data(ROWS, targets_of(ROWS))

    def plq(self, **content):
        self.write("loss.json", json.dumps(content))
        return "plq:loss.json"

    def test_pieces_and_terms_of_the_hinge_are_the_hinge(self):
        named = self.report("train", "signs", "--loss", "hinge", "--tolerance", "1e-8")["primal"]
        pieces = self.plq(argument="margin", breakpoints=[1], slopes=[-1, 0], curvatures=[0, 0])
        self.assertAlmostEqual(
            self.report("train", "signs", "--loss", pieces, "--tolerance", "1e-8")["primal"], named, 5
        )
        terms = self.plq(argument="margin", relu=[[-1, 1]])
        report = self.report("train", "signs", "--loss", terms, "--tolerance", "1e-8")
        self.assertEqual((report["status"], report["loss"]), ("converged", "plq"))
        self.assertAlmostEqual(report["primal"], named, 5)

    def test_the_model_keeps_the_function(self):
        loss = self.plq(argument="residual", rehu=[[1, 0, 0.5], [-1, 0]], constant=0.25)
        report = self.report("train", "values", "m", "--loss", loss)
        self.assertIn("plq_argument residual\nplq_function 2 0 0.5", self.read("m"))
        self.run_program("predict", "values", "m", "out", "--quiet")
        self.assertEqual(len(numbers(self.read("out"))), 200)
        inspected = self.report("inspect", "m")
        self.assertEqual(inspected["loss"], "plq")
        self.assertLessEqual(report["relative_gap"], 1e-4)

    def test_a_function_per_row(self):
        values = values_of(ROWS)
        self.write("numbered", libsvm_text(ROWS, range(200)))
        functions = [{"breakpoints": [y], "slopes": [-0.5, 0.5], "curvatures": [0, 0]} for y in values]
        by_row = self.report("train", "numbered", "--loss", self.plq(argument="prediction", functions=functions))
        named = self.report("train", "values", "--loss", "quantile")
        self.assertAlmostEqual(by_row["primal"], named["primal"], delta=2e-4 * named["primal"])
        self.assertNotIn("mean_squared_error", self.report("predict", "numbered", "numbered.model"))
        self.assertIn("cannot be cross-validated", self.error("cv", "numbered", "--loss", "plq:loss.json", status=2))

    def test_errors_name_the_file_and_the_piece(self):
        def error(**content):
            return self.error("train", "signs", "--loss", self.plq(**content), status=1)

        self.assertIn('loss.json: "argument" must be', error(breakpoints=[1]))
        self.assertIn("loss.json: unknown key 'slope'", error(argument="margin", slope=[1]))
        self.assertIn('loss.json: "breakpoints" must be given', error(argument="margin"))
        self.assertIn(
            "loss.json: plq: slope 1 of function 0",
            error(argument="margin", breakpoints=[0], slopes=[0, -1], curvatures=[0, 0]),
        )
        self.assertIn('loss.json: a "relu" term must be [u, v]', error(argument="margin", relu=[[1]]))
        self.write("broken.json", '{"argument": ')
        self.assertIn("broken.json: ", self.error("train", "signs", "--loss", "plq:broken.json", status=1))
        self.write(
            "large.json", '{"argument": "margin", "breakpoints": [1e999], "slopes": [-1, 0], "curvatures": [0, 0]}'
        )
        self.assertIn("large.json: ", self.error("train", "signs", "--loss", "plq:large.json", status=1))
        self.assertIn("nowhere: cannot open", self.error("train", "signs", "--loss", "plq:nowhere", status=1))
        self.assertIn("a file must be named", self.error("train", "signs", "--loss", "plq", status=2))
        self.assertIn("hinges", self.error("train", "signs", "--loss", "hinges", status=2))

    def test_errors_repeat_little_of_a_hostile_file(self):
        def error(text):
            self.write("loss.json", text)
            return self.error("train", "signs", "--loss", "plq:loss.json", status=1)

        def of_breakpoints(value):
            return error(
                '{"argument": "margin", "breakpoints": [' + value + '], "slopes": [-1, 0], "curvatures": [0, 0]}'
            )

        expected = 'loss.json: "breakpoints": expected a number, found '
        self.assertEqual(of_breakpoints("[" * 100_000 + "]" * 100_000), expected + "an array")
        self.assertEqual(of_breakpoints("{}"), expected + "an object")
        self.assertEqual(of_breakpoints("true"), expected + "true")
        self.assertEqual(of_breakpoints('"%s"' % ("x" * 10**6)), expected + "'" + "x" * 40 + "...'")
        self.assertEqual(of_breakpoints(r'"\u001b[31m"'), expected + r"'\x1b[31m'")
        key = '{"argument": "margin", "%s": 1}' % ("k" * 100)
        self.assertEqual(error(key), "loss.json: unknown key '%s...'" % ("k" * 40))
        self.assertLess(len(error('{"argument": "' + "x" * 10**6)), 300)
