# SPDX-License-Identifier: BSD-3-Clause
"""What is drawn, by the coordinates that matplotlib was given."""

import sys

import matplotlib

matplotlib.use("agg")

import numpy as np
import pandas as pd
import polars as pl
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure
from scipy import sparse
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import hingeline
from hingeline import plot
from problems import classification, regression


@pytest.fixture(autouse=True)
def close():
    yield
    pyplot.close("all")


def lines(ax, labelled=None):
    return [line for line in ax.lines if labelled is None or line.get_label() == labelled]


@pytest.mark.parametrize("over", ["seconds", "passes"])
def test_convergence_plots_the_history(over):
    X, y = classification()
    histories = {name: hingeline.History() for name in ("hinge", "squared_hinge")}
    for loss, history in histories.items():
        hingeline.LinearSVC(loss=loss, solver="dual_cd", callback=history).fit(X, y)
    ax = plot.convergence(histories, over=over, tol=1e-4)
    assert (ax.get_yscale(), ax.get_xlabel()) == ("log", over)
    for (name, history), estimates in zip(histories.items(), lines(ax, "_estimates"), strict=True):
        assert len(history.passes) > 2
        passes = [now for now in history.passes if now.relative_gap > 0]
        (proven,) = lines(ax, name)
        for line, kept in [(proven, [now for now in passes if now.certified]), (estimates, passes)]:
            np.testing.assert_array_equal(line.get_xdata(), [getattr(now, over) for now in kept])
            np.testing.assert_array_equal(line.get_ydata(), [now.relative_gap for now in kept])
    (asked,) = lines(ax, "tol")
    assert asked.get_ydata()[0] == 1e-4
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["hinge", "squared_hinge", "tol"]
    with pytest.raises(ValueError, match="over"):
        plot.convergence(histories, over="hours")


def test_convergence_of_every_output():
    X, y = classification(classes=3)
    history = hingeline.History()
    hingeline.LinearSVC(solver="dual_cd", callback=history).fit(X, y)
    proven, _ = lines(plot.convergence(history))[::2][:2]
    assert len(lines(plot.convergence(history))) == 6
    first = [now.relative_gap for now in history.passes if now.part == 0 and now.certified and now.relative_gap > 0]
    np.testing.assert_array_equal(proven.get_ydata(), first)


def test_axes_that_are_given_are_drawn_on():
    X, y = classification(cols=2)
    model = hingeline.LinearSVC().fit(X, y)
    ax = Figure().subplots()
    assert plot.margins(model, X, y, ax=ax) is ax and ax.lines
    assert plot.decision_boundary(model, X, ax=ax) is ax and ax.collections
    assert not pyplot.get_fignums()


@pytest.mark.parametrize("classes", [2, 3])
def test_margins_are_sorted_shares(classes):
    X, y = classification(classes=classes)
    names = np.array(["a", "b", "c"])[y]
    model = hingeline.LinearSVC().fit(X, names)
    drawn = lines(plot.margins(model, X, names))[0]
    values = model.decision_function(X)
    if classes == 2:
        expected = np.where(y == 1, values, -values)
    else:
        expected = [value[k] - np.delete(value, k).max() for value, k in zip(values, y)]
    np.testing.assert_allclose(drawn.get_xdata(), np.sort(expected))
    np.testing.assert_allclose(drawn.get_ydata(), np.arange(1, len(y) + 1) / len(y))
    wrong = np.mean(model.predict(X) != names)
    assert np.interp(0, drawn.get_xdata(), drawn.get_ydata()) == pytest.approx(wrong, abs=1.5 / len(y))


@pytest.mark.parametrize("strange", [-1, 5, "a"])
def test_margins_of_labels_that_are_not_known_are_refused(strange):
    X, y = classification()
    with pytest.raises(ValueError, match=f"^y: .*{strange}.* given, must be labels"):
        plot.margins(hingeline.LinearSVC().fit(X, y), X, np.append(y[1:].astype(object), strange))


@pytest.mark.parametrize("classes", [2, 3, 4])
@pytest.mark.parametrize("machine", [hingeline.SVC(), hingeline.LinearSVC(multi_class="ovo"), SVC()], ids=str)
def test_margins_do_not_depend_on_the_shape_of_decisions(machine, classes):
    X, y = classification(classes=classes)
    model = make_pipeline(StandardScaler(), machine.set_params(decision_function_shape="ovr")).fit(X, y)
    expected = lines(plot.margins(model, X, y))[0].get_xdata()
    machine.set_params(decision_function_shape="ovo")
    for estimator, table in ((model, X), (machine, model[0].transform(X))):
        np.testing.assert_array_equal(lines(plot.margins(estimator, table, y))[0].get_xdata(), expected)


@pytest.mark.parametrize("estimator", [hingeline.LinearSVC(penalty="l1"), hingeline.PLQRegressor()], ids=str)
def test_regularization_path_agrees_with_separate_fits(estimator):
    X, y = classification()
    costs = [1.0, 0.01, 0.1]
    frame = pd.DataFrame(X, columns=list("abcde"))
    ax = plot.regularization_path(estimator.set_params(tol=1e-8), frame, y, costs)
    assert (ax.get_xscale(), estimator.C) == ("log", 1.0)
    fits = [np.ravel(clone(estimator).set_params(C=C).fit(X, y).coef_) for C in sorted(costs)]
    for j, name in enumerate("abcde"):
        (line,) = lines(ax, name)
        np.testing.assert_array_equal(line.get_xdata(), sorted(costs))
        np.testing.assert_allclose(line.get_ydata(), [coef[j] for coef in fits], atol=1e-3)
    with pytest.raises(ValueError, match="one output only"):
        plot.regularization_path(hingeline.LinearSVC(), *classification(classes=3), costs)


def contours(ax, level):
    """Points of the lines drawn at a level."""
    (found,) = [each for each in ax.collections if getattr(each, "filled", True) is False]
    return np.vstack([path.vertices for at, path in zip(found.levels, found.get_paths(), strict=True) if at == level])


@pytest.mark.parametrize("estimator", [hingeline.LinearSVC(), hingeline.SVC()], ids=str)
def test_decision_boundary_of_two_classes(estimator):
    X, y = classification(cols=2)
    model = make_pipeline(StandardScaler(), estimator).fit(X, y)
    ax = plot.decision_boundary(model, X, y)
    for level in (-1, 0, 1):
        np.testing.assert_allclose(model.decision_function(contours(ax, level)), level, atol=0.02)
    np.testing.assert_array_equal(ax.collections[-1].get_offsets(), X)
    np.testing.assert_array_equal(ax.collections[-1].get_array(), y)


def test_decision_boundary_of_more_classes_and_of_none():
    X, y = classification(cols=2, classes=3)
    model = hingeline.SVC().fit(X, np.array(["a", "b", "c"])[y])
    regions, rows, rings = plot.decision_boundary(model, X, y, grid=50).collections
    assert len(regions.get_paths()) == 3
    inside = [path.contains_points(X) for path in regions.get_paths()]
    assert np.mean(np.argmax(inside, axis=0) == np.searchsorted(model.classes_, model.predict(X))) > 0.95
    np.testing.assert_array_equal(rows.get_offsets(), X)
    np.testing.assert_array_equal(rings.get_offsets(), model.support_vectors_)
    one_class = hingeline.OneClassSVM(nu=0.2).fit(X)
    edge = contours(plot.decision_boundary(one_class, X), 0)
    np.testing.assert_allclose(one_class.decision_function(edge), 0, atol=0.05)
    with pytest.raises(ValueError, match="X"):
        plot.decision_boundary(model, np.ones((3, 4)))


def test_decision_boundary_colours_a_class_alike_whatever_others_are_drawn():
    X, y = classification(cols=2, classes=3)
    model = hingeline.LinearSVC().fit(X, y)
    for chosen in (y >= 0, y > 0, y == 1):
        rows = plot.decision_boundary(model, X[chosen], y[chosen]).collections[-1]
        np.testing.assert_array_equal(rows.get_array(), y[chosen])
        assert rows.get_clim() == (0, 2) and rows.get_cmap().name == "viridis"


@pytest.mark.parametrize("table", [pd.DataFrame, pl.DataFrame])
def test_tables_are_predicted_with_their_names(table, recwarn):
    X, y = classification(cols=2)
    frame = table(dict(zip("ab", X.T, strict=True)))
    model = make_pipeline(StandardScaler(), hingeline.SVC()).fit(frame, y)
    expected = plot.decision_boundary(model[-1], model[0].transform(frame), grid=30).collections
    assert len(plot.decision_boundary(model, frame, y, grid=30).collections) == len(expected) - 1
    quantiles = hingeline.MultiQuantileRegressor((0.1, 0.9)).fit(frame, X[:, 0])
    plot.quantile_fan(quantiles, frame, feature="b")
    assert not recwarn.list


def test_quantile_fan():
    X, y = regression(cols=3)
    frame = pd.DataFrame(X, columns=list("abc"))
    model = hingeline.MultiQuantileRegressor((0.1, 0.25, 0.5, 0.75, 0.9)).fit(frame, y)
    ax = plot.quantile_fan(model, frame, y, feature=1, points=20)
    along = np.linspace(X[:, 1].min(), X[:, 1].max(), 20)
    rows = np.tile(X.mean(axis=0), (20, 1))
    rows[:, 1] = along
    expected = model.predict(pd.DataFrame(rows, columns=list("abc")))
    middle, points = lines(ax)
    np.testing.assert_array_equal(middle.get_xdata(), along)
    np.testing.assert_allclose(middle.get_ydata(), expected[:, 2])
    np.testing.assert_array_equal(points.get_xydata(), np.column_stack([X[:, 1], y]))
    for band, (low, high) in zip(ax.collections, [(0, 4), (1, 3)], strict=True):
        drawn = {tuple(np.round(point, 9)) for point in band.get_paths()[0].vertices}
        assert {tuple(np.round(point, 9)) for k in (low, high) for point in zip(along, expected[:, k])} <= drawn
    assert ax.get_xlabel() == "b"
    by_name = plot.quantile_fan(model, frame, feature="b", points=20)
    np.testing.assert_array_equal(lines(by_name)[0].get_xydata(), middle.get_xydata())
    assert by_name.get_xlabel() == "b"
    for unknown in ("z", 3, -4, 0.5):
        with pytest.raises(ValueError, match=f"^feature: {unknown!r} given, must be a number below 3 or one of"):
            plot.quantile_fan(model, frame, feature=unknown)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["0.1 to 0.9", "0.25 to 0.75", "0.5"]


def test_quantile_fan_of_a_pipeline_is_that_of_its_rows():
    X, y = regression(cols=3)
    frame = pd.DataFrame(X, columns=list("abc"))
    model = make_pipeline(StandardScaler(), hingeline.MultiQuantileRegressor((0.1, 0.5, 0.9))).fit(frame, y)
    middle, points = lines(plot.quantile_fan(model, frame, y, feature="b", points=20))
    rows = np.tile(X.mean(axis=0), (20, 1))
    rows[:, 1] = middle.get_xdata()
    np.testing.assert_allclose(middle.get_ydata(), model.predict(pd.DataFrame(rows, columns=list("abc")))[:, 1])
    np.testing.assert_array_equal(points.get_xydata(), np.column_stack([X[:, 1], y]))


@pytest.mark.parametrize("estimator", [hingeline.LinearSVC(), hingeline.SVC()], ids=str)
@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix])
def test_sparse_rows_are_drawn_as_dense_ones(estimator, kind):
    X, y = classification(cols=2)
    model = estimator.fit(kind(X), y)
    for drawn, expected in zip(
        plot.decision_boundary(model, kind(X), y, grid=30).collections,
        plot.decision_boundary(model, X, y[:, np.newaxis], grid=30).collections,
        strict=True,
    ):
        np.testing.assert_array_equal(drawn.get_offsets(), expected.get_offsets())
        np.testing.assert_array_equal(drawn.get_array(), expected.get_array())


@pytest.mark.parametrize("draw", [plot.margins, plot.decision_boundary, plot.quantile_fan])
def test_estimators_that_cannot_be_drawn_are_refused(draw):
    X, y = classification(cols=2)
    for model in (hingeline.LinearSVR(), RandomForestClassifier(5), make_pipeline(StandardScaler(), hingeline.SVR())):
        last = type(model[-1] if hasattr(model, "steps") else model).__name__
        with pytest.raises(ValueError, match=f"^estimator: .*{last}.* given, must"):
            draw(model.fit(X, y), X, y)
    with pytest.raises(NotFittedError):
        draw(hingeline.MultiQuantileRegressor() if draw is plot.quantile_fan else hingeline.LinearSVC(), X, y)
    assert not pyplot.get_fignums()


@pytest.mark.parametrize("draw", [plot.margins, plot.decision_boundary, plot.quantile_fan])
@pytest.mark.parametrize("shape", [(3,), (400,), (2, 1), (200, 2), ()], ids=str)
def test_y_is_one_per_row(draw, shape):
    X, y = classification(cols=2)
    model = (hingeline.MultiQuantileRegressor() if draw is plot.quantile_fan else hingeline.LinearSVC()).fit(X, y)
    with pytest.raises(ValueError, match=r"^y: shape \(.*\) given, must be \(\d+,\)$"):
        draw(model, X, np.ones(shape))
    assert not pyplot.get_fignums()


def test_rows_that_are_no_table_are_refused():
    X, y = regression(cols=2)
    with pytest.raises(ValueError, match=r"^X: shape \(2,\) given, must be \(n_samples, n_features\)"):
        plot.quantile_fan(hingeline.MultiQuantileRegressor().fit(X, y), X[0])
    with pytest.raises(ValueError, match=r"^X: shape \(3, 4\) given, must be \(n_samples, 2\)"):
        plot.decision_boundary(hingeline.LinearSVC().fit(X, y > 0), sparse.csr_array(np.ones((3, 4))))


@pytest.mark.parametrize(
    "Cs", [[], 10, "many", [[1.0, 2.0]], [1.0, -1.0], [0.0], [np.nan, 1.0], [1.0, np.inf], [10**400], None]
)
def test_invalid_costs_of_a_path_plot_are_refused(Cs):
    with pytest.raises(ValueError, match="^Cs: .* given, must be an array of numbers > 0 and finite"):
        plot.regularization_path(hingeline.LinearSVC(), *classification(), Cs)


@pytest.mark.parametrize(
    "estimator",
    [hingeline.QuantileRegressor(), make_pipeline(StandardScaler(), hingeline.LinearSVC()), hingeline.SVC()],
    ids=str,
)
def test_estimators_without_a_path_are_refused(estimator):
    with pytest.raises(ValueError, match="^estimator: .* given, must be a linear .* that has a parameter C"):
        plot.regularization_path(estimator, *classification(), [0.1, 1.0])


def test_matplotlib_is_asked_for_when_it_is_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"hingeline\[plot\]"):
        plot.convergence(hingeline.History())
