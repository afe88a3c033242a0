#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Losses with corners on many columns: L1 penalties, elastic nets, bounds and constraints, by the default solver.

min |w|_1 + C sum_i phi(y_i, x_i'w + b) is a linear program for the hinge and the absolute loss: HiGHS, by SciPy, is the
peer, given the same seconds. The evaluator recomputes its objective and ours from the coefficients.

    bench/many_columns.py --data DIR [--sets PCMAC ...] [--tolerance 1e-4] [--limit 60]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from scipy import optimize, sparse

import evaluate
import libsvm_text
import peers
from losses import Loss
from model_text import Model

SETS = ("PCMAC", "BASEHOCK", "rcv1_small", "leukemia")
COSTS = (0.1, 1.0, 10.0)
OTHERS = (
    ("elastic net", ["--penalty", "elastic_net"]),
    ("w >= 0", ["--constraint", "nonnegative"]),
    ("L1, sum_j w_j = 1", ["--penalty", "l1", "--constraint", "sum:1"]),
    ("sum_j w_j = 1", ["--constraint", "sum:1"]),
)


def linear_program(data: libsvm_text.Data, loss: str, cost: float, limit: float) -> tuple[float, Model | None]:
    """Seconds, and what HiGHS found: columns w+, w-, b and the loss of each row."""
    n, d = data.x.shape
    signs = data.y[:, None] if loss == "hinge" else np.ones((n, 1))
    signed = sparse.csr_array(data.x.multiply(signs))
    eye = sparse.identity(n)
    blocks = [[-signed, signed, sparse.csr_array(-signs), -eye]]
    limits = [-np.ones(n) if loss == "hinge" else -data.y]
    if loss == "absolute":
        blocks.append([signed, -signed, sparse.csr_array(signs), -eye])
        limits.append(data.y)
    prices = np.concatenate([np.ones(2 * d), [0.0], np.full(n, cost)])
    bounds = [(0, None)] * (2 * d) + [(None, None)] + [(0, None)] * n
    begin = time.perf_counter()
    answer = optimize.linprog(
        prices, sparse.csr_array(sparse.block_array(blocks)), np.concatenate(limits), bounds=bounds,
        method="highs", options={"time_limit": limit},
    )  # fmt: skip
    seconds = time.perf_counter() - begin
    if answer.status != 0:
        return seconds, None
    w = answer.x[:d] - answer.x[d : 2 * d]
    return seconds, Model(w[:, None], answer.x[2 * d : 2 * d + 1], np.array([1.0, -1.0]))


def cell(report: dict) -> str:
    done = report["status"] == "converged"
    return f"{report['seconds']['solve']:.3g}" if done else f"gap {report['relative_gap']:.1e}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--tolerance", type=float, default=1e-4)
    parser.add_argument("--limit", type=float, default=60, help="seconds of a solve")
    given = parser.parse_args()
    common = ["--tolerance", str(given.tolerance), "--max-seconds", str(given.limit), "--model-format", "native"]

    def solved(data: Path, loss: str, cost: float, options: list[str]) -> peers.Run:
        return peers.hingeline(data, ["--loss", loss, "--cost", str(cost), *common, *options])

    print("| data | loss | C | L1, s | passes | HiGHS, s | ratio | P / its P - 1 |\n|---|---|---|---|---|---|---|---|")
    for name in given.sets:
        path = given.data / name
        data = libsvm_text.read(path).rounded("float32")
        for loss in ("hinge", "absolute"):
            for cost in COSTS:
                run = solved(path, loss, cost, ["--penalty", "l1"])
                report = run.report
                seconds, found = linear_program(data, loss, cost, given.limit)
                ratio = f"{seconds / run.solve:.1f}" if report["status"] == "converged" else "-"
                if not found and ratio != "-":
                    ratio = f"> {ratio}"
                theirs, beside = "none", "-"
                if found:
                    problem = evaluate.Problem(data, Loss(loss), cost, l1=1, l2=0)
                    ours, reference = (evaluate.primal(problem, model)[0] for model in (run.model, found))
                    theirs, beside = f"{seconds:.3g}", f"{ours / reference - 1:.1e}"
                print(
                    f"| {name} | {loss} | {cost:g} | {cell(report)} | {report['passes']} | {theirs} | "
                    f"{ratio} | {beside} |",
                    flush=True,
                )

    print("\n| data | loss | C | " + " | ".join(f"{title}, s" for title, _ in OTHERS) + " |")
    print("|---" * (3 + len(OTHERS)) + "|")
    for name in given.sets:
        path = given.data / name
        for loss in ("hinge", "absolute"):
            for cost in COSTS:
                cells = [cell(solved(path, loss, cost, options).report) for _, options in OTHERS]
                print(f"| {name} | {loss} | {cost:g} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
