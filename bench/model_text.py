# SPDX-License-Identifier: BSD-3-Clause
"""Model files, LIBLINEAR's text format and hingeline_format 1, for the evaluator."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass
class Model:
    """A linear predictor: column k of coef and intercept[k] give output k."""

    coef: np.ndarray
    intercept: np.ndarray
    labels: np.ndarray
    penalty: tuple[float, float] = (0.0, 1.0)  # L1 and L2 of L1 |w|_1 + L2 / 2 |w|^2
    beyond: tuple[str, ...] = ()  # lines by which it is not the sum of its outputs' problems on the features

    def outputs(self, x) -> np.ndarray:
        """Decision values; columns that only one side has count as zero."""
        shared = min(x.shape[1], self.coef.shape[0])
        return x[:, :shared] @ self.coef[:shared] + self.intercept


def read(path: str | os.PathLike[str]) -> Model:
    """Lines `name values...` up to the line `w`, then a line of coefficients per feature.

    Where bias >= 0 a last line, times the bias, is the intercept. What hingeline_format 1 adds before LIBLINEAR's
    lines says how the model was made; the predictor is in the same place.
    """
    head, _, body = Path(path).read_text().partition("\nw\n")
    header = {name: values for name, *values in (line.split() for line in head.splitlines() if line.strip())}
    if "nr_feature" not in header:
        raise ValueError(f"{path}: not a linear model")
    labels = np.array(header.get("label", []), dtype=np.float64)
    features = int(header["nr_feature"][0])
    bias = float(header["bias"][0])
    levels = header.get("levels", [])[1:]  # of several quantiles, after what ties them together
    outputs = len(levels) or (labels.size if labels.size > 2 or header.get("solver_type") == ["MCSVM_CS"] else 1)
    if header.get("multi_class") == ["ovo"]:
        outputs = labels.size * (labels.size - 1) // 2
    rows = features + (bias >= 0)
    coef = np.fromstring(body, sep=" ").reshape(rows, outputs)
    intercept = np.zeros(outputs)
    if bias >= 0:
        intercept, coef = bias * coef[-1], coef[:-1]
    return Model(coef, intercept, labels, _penalty(header), _beyond(header))


def _penalty(header: dict[str, list[str]]) -> tuple[float, float]:
    of_type = ("1", "0") if header.get("solver_type", [""])[0].startswith("L1R_") else ("0", "1")
    l1, l2 = header.get("penalty", of_type)
    return float(l1), float(l2)


def _beyond(header: dict[str, list[str]]) -> tuple[str, ...]:
    lines = [name for name in ("levels", "column_scale", "basis") if name in header]
    lines += [f"multi_class {kind}" for kind in header.get("multi_class", []) if kind != "ovr"]
    lines += [f"solver_type {kind}" for kind in header.get("solver_type", []) if kind in ("MCSVM_CS", "ONECLASS_SVM")]
    return tuple(lines)
