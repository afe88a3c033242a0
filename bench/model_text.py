# SPDX-License-Identifier: BSD-3-Clause
"""Model files, LIBLINEAR's text format and hingeline_format 1, for the evaluator."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np


@dataclass
class Model:
    """A linear predictor: column k of coef and intercept[k] give output k."""

    coef: np.ndarray
    intercept: np.ndarray
    labels: np.ndarray
    bias: float = -1.0
    header: dict[str, list[str]] = field(default_factory=dict)

    def outputs(self, x) -> np.ndarray:
        """Decision values; columns that only one side has count as zero."""
        shared = min(x.shape[1], self.coef.shape[0])
        return x[:, :shared] @ self.coef[:shared] + self.intercept


def read(path: str | os.PathLike[str]) -> Model:
    """Lines `name values...` up to the line `w`, then one line of coefficients per feature (and one for the bias)."""
    head, _, body = Path(path).read_text().partition("\nw\n")
    header = {name: values for name, *values in (line.split() for line in head.splitlines() if line.strip())}
    labels = np.array(header.get("label", []), dtype=np.float64)
    features = int(header["nr_feature"][0])
    bias = float(header["bias"][0])
    outputs = labels.size if labels.size > 2 else 1
    rows = features + (bias >= 0)
    coef = np.fromstring(body, sep=" ").reshape(rows, outputs)
    intercept = np.zeros(outputs)
    if bias >= 0:
        intercept, coef = bias * coef[-1], coef[:-1]
    if "intercept" in header:
        intercept = np.array(header["intercept"], dtype=np.float64)
    return Model(coef, intercept, labels, bias, header)
