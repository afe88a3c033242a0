# SPDX-License-Identifier: BSD-3-Clause
"""Plots of fits and of fitted estimators. Each function draws on the matplotlib axes `ax`, or on new ones where it is
None, and returns them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import _get_feature_names, check_is_fitted

from hingeline import _core
from hingeline._history import History
from hingeline._levels import MultiQuantileRegressor
from hingeline._matrix import as_dense
from hingeline._pairs import gives_pairs, votes_with_confidence
from hingeline._path import path

__all__ = ["convergence", "decision_boundary", "margins", "quantile_fan", "regularization_path"]

MOST_NAMES = 12  # largest number of names in a legend


def convergence(history: History | Mapping[str, History], *, over: str = "seconds", tol: float | None = None, ax=None):
    """Plots the relative gap of a fit, or of several fits by name, over 'seconds' or 'passes'. Solid lines join proven
    gaps, dotted lines also the estimates in between. Every output of a model has a line of its own."""
    if over not in ("seconds", "passes"):
        raise _core.InvalidParameter(f"over: {over!r} given, must be 'seconds' or 'passes'")
    ax = _axes(ax)
    named = history if isinstance(history, Mapping) else {"": history}
    for name, each in named.items():
        for part in sorted({now.part for now in each.passes}):
            passes = [now for now in each.passes if now.part == part]
            proven = [now for now in passes if now.certified]
            label = name if part == 0 else "_" + name  # matplotlib leaves names with an underscore out of legends
            (line,) = ax.plot(*_columns(proven, over), marker=".", label=label)
            ax.plot(*_columns(passes, over), linestyle=":", linewidth=1, color=line.get_color(), label="_estimates")
    if tol is not None:
        ax.axhline(tol, color="0.5", linestyle="--", linewidth=1, label="tol")
    ax.set(yscale="log", xlabel=over, ylabel="relative gap")
    return _with_legend(ax)


def margins(estimator, X, y, *, ax=None):
    """Plots the cumulative distribution of the margins: the share of rows whose margin is at most the abscissa. Rows
    below 0 are misclassified, rows below 1 have a hinge loss. With more than two classes the margin is the decision
    value of the row's class minus the largest of the others."""
    sorted_margins = np.sort(_margins(estimator, X, y))
    ax = _axes(ax)
    ax.step(sorted_margins, np.arange(1, len(sorted_margins) + 1) / len(sorted_margins), where="post")
    for at in (0, 1):
        ax.axvline(at, color="0.5", linestyle="-" if at == 0 else "--", linewidth=1)
    ax.set(xlabel="margin", ylabel="share of rows", ylim=(0, 1.02))
    return ax


def regularization_path(estimator, X, y, Cs, *, sample_weight=None, ax=None):
    """Plots the coefficients of a linear estimator of this package with a parameter C over C, by `hingeline.path`; for
    regression or two classes."""
    fits = path(estimator, X, y, Cs, sample_weight=sample_weight)
    features = fits.coefs.shape[-1]
    if fits.coefs[0].size != features:
        raise _core.InvalidParameter(
            f"estimator: coefficients of shape {fits.coefs[0].shape} given, but a path can be drawn for one output only"
        )
    ax = _axes(ax)
    names = [f"x{j}" for j in range(features)] if (given := _get_feature_names(X)) is None else given
    for name, values in zip(names, fits.coefs.reshape(-1, features).T, strict=True):
        ax.plot(fits.Cs, values, label=name if len(names) <= MOST_NAMES else "_" + name)
    ax.axhline(0, color="0.5", linewidth=1)
    ax.set(xscale="log", xlabel="C", ylabel="coefficient")
    return _with_legend(ax)


def decision_boundary(estimator, X, y=None, *, grid: int = 200, ax=None):
    """Plots the regions of the predicted classes in two features, for any estimator with a decision_function: the
    decision boundary, with two classes the margins of 1 as dashed lines, the rows of X coloured by y, and rings around
    the support vectors."""
    _needs(estimator, "decision_function")
    rows = as_dense(X)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise _core.DataError(f"X: shape {rows.shape} given, must be (n_samples, 2)")
    y = None if y is None else _one_per_row(y, len(rows))
    ax = _axes(ax)
    across, up, points = _grid(rows, grid)
    points = _as_given(X, points)
    answers = estimator.predict(points)
    classes = np.unique(getattr(estimator, "classes_", answers if y is None else np.append(answers, y)))
    colors = {"cmap": "viridis", "vmin": 0, "vmax": max(1, len(classes) - 1)}
    regions = np.searchsorted(classes, answers).reshape(across.shape)
    ax.contourf(across, up, regions, levels=np.arange(len(classes) + 1) - 0.5, alpha=0.25, **colors)
    values = estimator.decision_function(points)
    if values.ndim == 1:
        levels, styles = ((-1, 0, 1), ("--", "-", "--")) if is_classifier(estimator) else ((0,), ("-",))
        ax.contour(across, up, values.reshape(across.shape), levels=levels, colors="k", linestyles=styles)
    known = classes if y is None or np.isin(y, classes).all() else np.unique(y)
    of_rows = {"c": "0.3"} if y is None else {"c": np.searchsorted(known, y), **colors}
    ax.scatter(*rows.T, **of_rows, s=15, edgecolors="k", linewidths=0.3, zorder=2)
    if getattr(estimator, "support_vectors_", np.empty((0, 0))).shape[1] == 2:
        ax.scatter(*as_dense(estimator.support_vectors_).T, s=50, facecolors="none", edgecolors="k", linewidths=0.6)
    return ax


def quantile_fan(estimator, X, y=None, *, feature: int | str = 0, points: int = 100, ax=None):
    """Plots the predictions of a MultiQuantileRegressor, or a pipeline that ends with one, along one feature, given by
    number or name, with all others at their means over X. A band joins the lowest and the highest quantile, another one
    the next two inwards, and so on; a quantile left in the middle is a line. The rows are shown if y is given."""
    if not isinstance(last := _last(estimator), MultiQuantileRegressor):
        raise _core.InvalidParameter(f"estimator: {type(last)} given, must be a MultiQuantileRegressor")
    check_is_fitted(estimator)
    table = as_dense(X)
    if table.ndim != 2:
        raise _core.DataError(f"X: shape {table.shape} given, must be (n_samples, n_features)")
    y = None if y is None else _one_per_row(y, len(table))
    names = _names(estimator, table.shape[1])
    feature = _place(feature, names)
    along = np.linspace(table[:, feature].min(), table[:, feature].max(), points)
    rows = np.tile(table.mean(axis=0), (points, 1))
    rows[:, feature] = along
    values, quantiles = estimator.predict(_as_given(X, rows)), list(last.quantiles)
    count = len(quantiles)
    ax = _axes(ax)
    for k in range(count // 2):
        label = f"{quantiles[k]:g} to {quantiles[count - 1 - k]:g}"
        ax.fill_between(along, values[:, k], values[:, count - 1 - k], color="C0", alpha=0.25, linewidth=0, label=label)
    if count % 2:
        ax.plot(along, values[:, count // 2], color="C0", label=f"{quantiles[count // 2]:g}")
    if y is not None:
        ax.plot(table[:, feature], y, ".", color="0.4", markersize=3, label="_rows")
    ax.set(xlabel=names[feature])
    return _with_legend(ax)


# -- what is drawn ---------------------------------------------------------------------------------


def _columns(passes: Sequence[Any], over: str) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates of the points to draw, without gaps of 0 (below rounding), which a logarithmic axis cannot show."""
    drawn = [(getattr(now, over), now.relative_gap) for now in passes if now.relative_gap > 0]
    return tuple(np.array(drawn, dtype=np.float64).reshape(-1, 2).T)


def _margins(estimator, X, y) -> np.ndarray:
    _needs(estimator, "classes_", "decision_function")
    values = estimator.decision_function(X)
    y = _one_per_row(y, len(values))
    if not (known := np.isin(y, estimator.classes_)).all():
        raise _core.DataError(f"y: {y[~known][0]!r} given, must be labels that the estimator was trained on")
    places = np.searchsorted(estimator.classes_, y)
    if values.ndim == 1:
        return np.where(places == 1, values, -values)
    if gives_pairs(_last(estimator)):
        values = votes_with_confidence(values, len(estimator.classes_))
    own = values[np.arange(len(y)), places].copy()
    values = values.copy()
    values[np.arange(len(y)), places] = -np.inf
    return own - values.max(axis=1)


def _needs(estimator, *names: str) -> None:
    check_is_fitted(estimator)
    for name in names:
        if not hasattr(estimator, name):
            raise _core.InvalidParameter(f"estimator: {type(_last(estimator))} given, must have {name}")


def _last(estimator):
    return estimator[-1] if isinstance(estimator, Pipeline) else estimator


def _one_per_row(y, rows: int) -> np.ndarray:
    given = np.asarray(y)
    if given.shape not in ((rows,), (rows, 1)):
        raise _core.DataError(f"y: shape {given.shape} given, must be ({rows},)")
    return given.ravel()


def _names(estimator, features: int) -> list[str]:
    return [str(name) for name in getattr(estimator, "feature_names_in_", [f"x{j}" for j in range(features)])]


def _place(feature: int | str, names: list[str]) -> int:
    if isinstance(feature, str) and feature in names:
        return names.index(feature)
    if not isinstance(feature, Integral) or not -len(names) <= feature < len(names):
        raise _core.InvalidParameter(
            f"feature: {feature!r} given, must be a number below {len(names)} or one of {names}"
        )
    return int(feature)


def _grid(X, points: int):
    """A grid over a rectangle around the rows: its two coordinate matrices, and its points as rows of two features."""
    low, high = X.min(axis=0), X.max(axis=0)
    margin = 0.05 * np.where(high > low, high - low, 1)
    across, up = np.meshgrid(*np.linspace(low - margin, high + margin, points).T)
    return across, up, np.column_stack([across.ravel(), up.ravel()])


def _as_given(X, rows: np.ndarray):
    """The rows as a table with the column names of X, if X is a table of pandas or polars."""
    if hasattr(X, "iloc"):
        return type(X)(rows, columns=X.columns)
    return type(X)(rows, schema=X.columns, orient="row") if hasattr(X, "with_columns") else rows


# -- axes ------------------------------------------------------------------------------------------


def _axes(ax):
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("hingeline.plot needs matplotlib: pip install 'hingeline[plot]'") from None
    return pyplot.subplots()[1]


def _with_legend(ax):
    handles, labels = ax.get_legend_handles_labels()
    if any(labels):
        ax.legend()
    return ax
