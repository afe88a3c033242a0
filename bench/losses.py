# SPDX-License-Identifier: BSD-3-Clause
"""The eleven losses and their conjugates, vectorised, written from their definitions for the evaluator alone.

A classification loss is phi(y, z) = h(y z), a regression loss phi(y, z) = g(y - z). With c > 0 and s the dual
variable of a row, the term of the dual objective is -(c phi)*(-s), where

    classification, a = y s:   (c phi)*(-s) = c h*(-a / c)
    regression:                (c phi)*(-s) = c g*(s / c) - s y
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import xlogy

CLASSIFICATION = ("hinge", "squared_hinge", "smoothed_hinge", "logistic")
REGRESSION = (
    "epsilon_insensitive", "squared_epsilon_insensitive", "quantile", "absolute", "squared", "huber", "expectile",
)  # fmt: skip
INFINITY = np.inf


@dataclass(frozen=True)
class Loss:
    """A loss by name and its parameters; those that the named loss does not have are ignored."""

    name: str
    epsilon: float | None = None  # None: 0.1, for quantile 0
    tau: float = 0.5
    delta: float = 1.0
    gamma: float = 1.0

    def __post_init__(self) -> None:
        if self.name not in CLASSIFICATION + REGRESSION:
            raise ValueError(f"unknown loss {self.name}: expected one of {', '.join(CLASSIFICATION + REGRESSION)}")

    @property
    def tube(self) -> float:
        """The half width of the insensitive tube."""
        return (0.0 if self.name == "quantile" else 0.1) if self.epsilon is None else self.epsilon

    @property
    def is_classification(self) -> bool:
        return self.name in CLASSIFICATION

    def value(self, y: np.ndarray, z: np.ndarray) -> np.ndarray:
        """phi(y, z), row by row."""
        return self._margin_loss(y * z) if self.is_classification else self._residual_loss(y - z)

    def conjugate(self, y: np.ndarray, s: np.ndarray, c: np.ndarray) -> np.ndarray:
        """(c phi)*(-s), row by row, for s inside the domain; c > 0."""
        if self.is_classification:
            return c * self._margin_conjugate(y * s / c)
        return c * self._residual_conjugate(s / c) - s * y

    def outside(self, y: np.ndarray, s: np.ndarray, c: np.ndarray) -> np.ndarray:
        """How far s / c lies outside the domain of the conjugate, row by row."""
        low, high = self._domain()
        u = (y * s if self.is_classification else s) / c
        return np.maximum(0, np.maximum(low - u, u - high))

    def _margin_loss(self, m: np.ndarray) -> np.ndarray:
        short = np.maximum(0, 1 - m)
        match self.name:
            case "hinge":
                return short
            case "squared_hinge":
                return short**2
            case "smoothed_hinge":
                return np.where(short <= self.gamma, short**2 / (2 * self.gamma), short - self.gamma / 2)
        return np.logaddexp(0, -m)

    def _residual_loss(self, r: np.ndarray) -> np.ndarray:
        size = np.abs(r)
        match self.name:
            case "epsilon_insensitive":
                return np.maximum(0, size - self.tube)
            case "squared_epsilon_insensitive":
                return np.maximum(0, size - self.tube) ** 2
            case "quantile":
                return np.where(r > 0, self.tau, 1 - self.tau) * np.maximum(0, size - self.tube)
            case "absolute":
                return size
            case "squared":
                return r**2 / 2
            case "huber":
                return np.where(size <= self.delta, r**2 / 2, self.delta * (size - self.delta / 2))
        return np.where(r > 0, self.tau, 1 - self.tau) * r**2

    def _margin_conjugate(self, a: np.ndarray) -> np.ndarray:
        """h*(-a)."""
        match self.name:
            case "hinge":
                return -a
            case "squared_hinge":
                return a**2 / 4 - a
            case "smoothed_hinge":
                return self.gamma * a**2 / 2 - a
        return xlogy(a, a) + xlogy(1 - a, 1 - a)

    def _residual_conjugate(self, u: np.ndarray) -> np.ndarray:
        """g*(u)."""
        match self.name:
            case "epsilon_insensitive" | "quantile":
                return self.tube * np.abs(u)
            case "squared_epsilon_insensitive":
                return self.tube * np.abs(u) + u**2 / 4
            case "absolute":
                return np.zeros_like(u)
            case "squared" | "huber":
                return u**2 / 2
        return u**2 / (4 * np.where(u > 0, self.tau, 1 - self.tau))

    def _domain(self) -> tuple[float, float]:
        match self.name:
            case "hinge" | "smoothed_hinge" | "logistic":
                return 0, 1
            case "squared_hinge":
                return 0, INFINITY
            case "epsilon_insensitive" | "absolute":
                return -1, 1
            case "quantile":
                return self.tau - 1, self.tau
            case "huber":
                return -self.delta, self.delta
        return -INFINITY, INFINITY
