#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Many rows, few columns: certified solves beside NumPy's X @ w, LIBLINEAR, ReHLine and scikit-learn.

n_much_larger_than_d.py --out PAGE.md [--rows 5000000] [--features 18] [--cost 2e-5] [--solver auto] [--penalty l1]
[--peers]
                            [--mixture] [--sorted-by label]

Data is generated (two seeds), once to a binary store, which NumPy reads as it lies: by `hingeline generate` or, as a
second opinion, a mixture of correlated normal, log-normal and uniform columns; as drawn, or sorted. Figures are seconds
of processor time (wall time for solves with --penalty l1, by the program's own figure), one thread each: medians
of repetitions in which product and solve take turns. A peer runs once at every one of its settings and is credited with
the fastest, or with the time limit; beside it is how many failed. Without --penalty l1 it wants bench_reduced_newton
beside the program that HINGELINE names.
"""

import argparse
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import resource
import signal
import statistics
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

from peers import HINGELINE, run  # noqa: E402

SOLVER = HINGELINE.parent / "bench_reduced_newton"

LOSSES = {
    "hinge": "classification",
    "squared_hinge": "classification",
    "logistic": "classification",
    "quantile": "regression",
    "epsilon_insensitive": "regression",
    "huber": "regression",
    "squared": "regression",
}
L1_LOSSES = ("squared_hinge", "logistic", "squared")


TARGETS_AT = 64  # in a dense float32 store, behind its header


def values_at(rows):
    return (TARGETS_AT + 8 * rows + 63) // 64 * 64


def load(store, rows, features):
    y = np.fromfile(store, dtype=np.float64, count=rows, offset=TARGETS_AT)
    x = np.fromfile(store, dtype=np.float32, count=rows * features, offset=values_at(rows))
    return x.reshape(rows, features), y


def overwrite(store, x, y):
    with open(store, "r+b") as file:
        file.seek(TARGETS_AT)
        file.write(y.tobytes())
        file.seek(values_at(len(y)))
        file.write(x.tobytes())


def draw_mixture(x, y, kind, seed):
    """Fills x and y: three normal clusters, a third of the columns log-normal and a sixth uniform instead,
    standardised; log-odds or targets bend along some columns and cross others."""
    rng = np.random.default_rng(seed)
    rows, columns = x.shape
    mixing = rng.normal(size=(columns, columns)) / np.sqrt(columns)
    centers = 0.7 * rng.normal(size=(3, columns))
    third, half = columns // 3, columns // 2
    for first in range(0, rows, 500_000):
        part = slice(first, min(rows, first + 500_000))
        count = part.stop - part.start
        z = rng.normal(size=(count, columns)) @ mixing + centers[rng.integers(0, 3, count)]
        z[:, :third] = np.exp(0.7 * z[:, :third])
        z[:, third:half] = rng.uniform(-1, 1, (count, half - third))
        signal = (
            1.8 * np.tanh(z[:, half]) + 0.9 * np.log1p(z[:, 0]) - 0.8 * z[:, half - 1] * z[:, half + 1] + 0.6 * z[:, -1]
        )
        if kind == "classification":
            y[part] = np.where(rng.uniform(size=count) < 1 / (1 + np.exp(0.3 - signal)), 1.0, -1.0)
        else:
            y[part] = signal + 0.3 * rng.standard_t(3, count)
        x[part] = (z - z.mean(axis=0)) / z.std(axis=0)


def rearrange(store, x, y, kind, seed, given):
    """The store's rows as the options want them."""
    if given.mixture:
        draw_mixture(x, y, kind, seed)
    if given.sorted_by:
        order = np.argsort(y if given.sorted_by == "label" else x[:, 0], kind="stable")
        x[:], y[:] = x[order], y[order]
    if given.mixture or given.sorted_by:
        overwrite(store, x, y)


def processor_seconds(function):
    start = time.process_time()
    function()
    return time.process_time() - start


def product_seconds(x):
    w = np.linspace(-1, 1, x.shape[1], dtype=np.float32)
    return min(processor_seconds(lambda: x @ w) for _ in range(3))


def solve(store, loss, cost, intercept, given):
    """Of one solve: what bench_reduced_newton prints."""
    command = [SOLVER, store, loss, str(cost), intercept, str(given.tolerance), "1", "1", given.solver]
    text = run(*command)
    found = re.search(r"solve ([0-9.]+) ms .*; (\w+) by (\w+), gap (\S+) P \S+ after (\d+) passes", text)
    return {
        "seconds": 1e-3 * float(found[1]),
        "status": found[2],
        "solver": found[3],
        "gap": float(found[4]),
        "passes": int(found[5]),
    }


def solve_l1(store, loss, cost, intercept, given):
    """The same of `hingeline train --penalty l1`."""
    with tempfile.TemporaryDirectory() as folder:
        report, model = (str(pathlib.Path(folder) / name) for name in ("report", "model"))
        command = [
            HINGELINE,
            "train",
            "--quiet",
            "--threads",
            "1",
            "--penalty",
            "l1",
            "--loss",
            loss,
            "--cost",
            str(cost),
            "--intercept",
            intercept,
            "--tolerance",
            str(given.tolerance),
            "--solver",
            given.solver,
            "--json",
            report,
            store,
            model,
        ]
        run(*command)
        told = json.loads(pathlib.Path(report).read_text())
    return {
        "seconds": told["seconds"]["solve"],
        "status": told["status"],
        "solver": told["solver"],
        "gap": told["relative_gap"],
        "passes": told["passes"],
    }


def liblinear(kinds, stops):
    def settings(x, y, cost):
        from liblinear.liblinearutil import parameter, problem, train
        from scipy.sparse import csr_matrix

        given = problem(y, csr_matrix(x.astype(np.float64)))
        for kind in kinds:
            for stop in stops:
                options = f"-s {kind} -e {stop} -c {cost} -p 0.1 -q"
                yield lambda options=options: train(given, parameter(options))

    return settings


def rehline(loss):
    def settings(x, y, cost):
        from rehline import plqERM_Ridge

        values = x.astype(np.float64)
        yield lambda: plqERM_Ridge(loss=loss, C=cost, tol=1e-5, max_iter=100000).fit(values, y)

    return settings


def newton_cholesky(x, y, cost):
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(solver="newton-cholesky", C=cost, fit_intercept=False, tol=1e-6)
    for values in (x, x.astype(np.float64)):
        yield lambda values=values: model.fit(values, y)


def lasso(x, y, cost):
    from sklearn.linear_model import Lasso

    model = Lasso(alpha=1 / (len(y) * cost), fit_intercept=False, tol=1e-6)
    for values in (np.asfortranarray(x), np.asfortranarray(x, dtype=np.float64)):
        yield lambda values=values: model.fit(values, y)


L1_PEERS = {
    "squared_hinge": {"LIBLINEAR": liblinear((5,), (0.1, 0.01))},
    "logistic": {"LIBLINEAR": liblinear((6,), (0.1, 0.01))},
    "squared": {"scikit-learn": lasso},
}
PEERS = {
    "squared": {},
    "hinge": {"LIBLINEAR": liblinear((3,), (0.1, 1e-5)), "ReHLine": rehline({"name": "svm"})},
    "squared_hinge": {"LIBLINEAR": liblinear((1, 2), (0.1, 0.01)), "ReHLine": rehline({"name": "squared svm"})},
    "logistic": {"LIBLINEAR": liblinear((0, 7), (0.1, 0.01)), "scikit-learn": newton_cholesky},
    "quantile": {"ReHLine": rehline({"name": "QR", "qt": 0.5})},
    "epsilon_insensitive": {"LIBLINEAR": liblinear((13,), (0.1,)), "ReHLine": rehline({"name": "svr", "epsilon": 0.1})},
    "huber": {"ReHLine": rehline({"name": "huber", "tau": 1})},
}


def run_setting(settings, number, x, y, cost, limit, sender):
    """Sends whether there is one of that number, then its seconds; the limit ends the process."""
    setting = next(itertools.islice(settings(x, y, cost), number, None), None)
    sender.send(setting is not None)
    if setting is not None:
        allowed = int(time.process_time() + limit) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))
        sender.send(processor_seconds(setting))


def outcomes(settings, x, y, cost, limit):
    """Of every setting, each in a process of its own: its seconds, or "limit", or "failed"."""
    context = multiprocessing.get_context("fork")
    for number in itertools.count():
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(target=run_setting, args=(settings, number, x, y, cost, limit, sender))
        child.start()
        sender.close()
        is_one, answer = None, "failed"
        try:
            is_one = receiver.recv()
            answer = receiver.recv()
        except EOFError:
            pass
        child.join()
        if is_one is not False:
            yield "limit" if child.exitcode == -signal.SIGXCPU else answer
        if not is_one:
            return


def row(store, x, loss, intercept, given):
    products, solves = [], []
    for _ in range(given.repetitions):
        products.append(product_seconds(x))
        answer = (solve_l1 if given.penalty == "l1" else solve)(store, loss, given.cost, intercept, given)
        solves.append(answer["seconds"])
    product, seconds = statistics.median(products), statistics.median(solves)
    line = (
        f"| {loss} | {intercept} | {1e3 * product:.1f} | {1e3 * seconds:.1f} | {seconds / product:.1f} | "
        f"{answer['passes']} | {answer['gap']:.1e} | {answer['status']} by {answer['solver']} | "
    )
    return line, seconds


def against(name, found, seconds, limit):
    """A peer by the fastest of its settings, or by why none is known."""
    done = [answer for answer in found if isinstance(answer, float)]
    failures = found.count("failed")
    said = [name]
    if done:
        said.append(f"{min(done):.2f} s, {min(done) / seconds:.0f}x")
    elif "limit" in found:
        said.append(f"> {limit / seconds:.0f}x")
    if failures:
        said.append(f"({failures} failed)")
    return " ".join(said)


def beside_peers(x, y, loss, seconds, given):
    found = (L1_PEERS if given.penalty == "l1" else PEERS)[loss].items()
    return "; ".join(
        against(name, list(outcomes(settings, x, y, given.cost, given.limit)), seconds, given.limit)
        for name, settings in found
    )


def parse():
    options = argparse.ArgumentParser()
    options.add_argument("--out", required=True)
    options.add_argument("--rows", type=int, default=5_000_000)
    options.add_argument("--features", type=int, default=18)
    options.add_argument("--cost", type=float, help="C; 100/n unless given")
    options.add_argument("--tolerance", type=float, default=1e-6)
    options.add_argument("--solver", default="auto")
    options.add_argument("--repetitions", type=int, default=5)
    options.add_argument("--penalty", choices=("l2", "l1"), default="l2")
    options.add_argument("--losses")
    options.add_argument("--seeds", type=int, default=2)
    options.add_argument("--mixture", action="store_true", help="rows of the second generator; six features or more")
    options.add_argument("--sorted-by", choices=("label", "feature"))
    options.add_argument("--peers", action="store_true")
    options.add_argument("--limit", type=float, default=120, help="seconds of processor time a peer may take")
    given = options.parse_args()
    given.cost = given.cost or 100 / given.rows
    given.losses = given.losses or ",".join(L1_LOSSES if given.penalty == "l1" else LOSSES)
    return given


def main():
    given = parse()
    lines = [
        f"{given.rows:,} x {given.features}, float32, {given.penalty}, C = {given.cost:g}, tolerance {given.tolerance:g}, one thread, "
        f"processor time{', solves in wall time' if given.penalty == 'l1' else ''}, medians of {given.repetitions}"
        + (", mixture" if given.mixture else "")
        + (f", sorted by {given.sorted_by}" if given.sorted_by else "")
        + ".",
        "",
        "| loss | intercept | X @ w, ms | solve, ms | ratio | passes | gap | status | peers |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        store = str(pathlib.Path(folder) / "data.bin")
        for kind, seed in [(kind, seed) for seed in range(1, given.seeds + 1) for kind in sorted(set(LOSSES.values()))]:
            losses = [loss for loss in given.losses.split(",") if LOSSES[loss] == kind]
            if not losses:
                continue
            run(
                HINGELINE,
                "generate",
                kind,
                store,
                "--rows",
                given.rows,
                "--features",
                given.features,
                "--seed",
                seed,
                "--to",
                "binary",
                "--quiet",
            )
            x, y = load(store, given.rows, given.features)
            rearrange(store, x, y, kind, seed, given)
            for loss in losses:
                for intercept in ("none", "free"):
                    line, seconds = row(store, x, loss, intercept, given)
                    if given.peers and seed == 1 and intercept == "none":
                        line += beside_peers(x, y, loss, seconds, given)
                    lines.append(line + " |")
                    print(lines[-1], flush=True)
                    pathlib.Path(given.out).write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
