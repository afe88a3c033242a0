# SPDX-License-Identifier: BSD-3-Clause
"""Fitted estimators as ONNX graphs of standard operators. The operators of ai.onnx.ml for support vector machines are
not used: they compute in float only and have conventions of their own for ties and probabilities.

    values          X W' + b, or K(X, support vectors) A' + b, in double
    label           two classes: by the sign of the value; more: the first of the largest values, or of the most votes
    probabilities   as `predict_proba`: sigmoids, softmax, or interpolation between knots. One against one, those of the
                    pairs are coupled (Wu, Lin and Weng, JMLR 2004): p minimises p'Q p with sum p = 1, by elimination

No parameter is added or multiplied as a scalar: onnxruntime drops scalars that are nearly 0 or 1, and rounds scalar
factors of matrix products to float.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_outlier_detector

from hingeline import _core
from hingeline._classifier import LinearClassifier
from hingeline._folded import one_estimator
from hingeline._kernel_machine import KERNELS, KernelMachine
from hingeline._kernel_svc import KernelClassifier
from hingeline._linear import LinearEstimator
from hingeline._matrix import as_dense
from hingeline._pairs import LARGEST, gives_pairs, pairs_of

Classifier = LinearClassifier | KernelClassifier

OPERATORS = 18  # version of the set of standard operators
LEAST_PROBABILITY = 1e-7  # least probability of either class of a pair, before coupling
BELOW_ONE = 1 - 2.0**-52


def to_onnx(estimator: LinearEstimator | KernelMachine, path: str | Path | None = None, *, dtype: str = "float64"):
    """Returns the ONNX model of a fitted estimator, and writes it to `path` unless that is None.

    The input is `X` (n, n_features) of `dtype`, 'float32' or 'float64'; computations are in double. The outputs have
    the values and shapes of the methods: for classifiers `label`, `scores` (decision_function) and, where the estimator
    has predict_proba, `probabilities`; for one-class machines `label` and `scores`; for regressors `prediction`.

    Pipelines of scalers and a linear estimator, and searches, are reduced as by `write_model`.

    The kernel must be a named one, not a callable; with 'precomputed' X holds kernel values with all rows of the
    training data. Sums are formed in another order than in `predict`: where a decision value is 0, or the two largest
    are equal, up to rounding, the label may differ.
    """
    onnx = _onnx()
    estimator = one_estimator(estimator)
    if not isinstance(estimator, (LinearEstimator, KernelMachine)):
        raise _core.InvalidParameter(
            f"estimator: {type(estimator)} given, must be a linear or kernel machine of this package"
        )
    if dtype not in ("float32", "float64"):
        raise _core.InvalidParameter(f"dtype: {dtype!r} given, must be 'float32' or 'float64'")
    graph = _Graph(onnx)
    x = graph("Cast", "X", to=onnx.TensorProto.DOUBLE)
    outputs = _outputs(graph, estimator, _values(graph, estimator, x))
    value_type = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    features = getattr(estimator, "n_features_in_", None) or estimator._least_features or "n_features"
    inputs = [onnx.helper.make_tensor_value_info("X", value_type, ["n", features])]
    model = graph.finish(inputs, outputs, type(estimator).__name__)
    if path is not None:
        _save(onnx, model, str(path))
    return model


def _save(onnx, model, path: str) -> None:
    try:
        onnx.save(model, path)
    except OSError as error:
        raise _core.IoError(f"{path}: cannot write: {error.strerror}") from None


def _onnx():
    try:
        import onnx
    except ImportError:
        raise ImportError("to_onnx needs the package onnx: pip install 'hingeline[onnx]'") from None
    return onnx


class _Graph:
    """Collects the nodes of a graph in the order of the calls; tensors are referred to by their names."""

    def __init__(self, onnx):
        self.onnx = onnx
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def __call__(self, operator: str, *inputs: str, **attributes: Any) -> str:
        name = f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(operator, inputs, [name], **attributes))
        return name

    def constant(self, values: Any) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants.append(self.onnx.numpy_helper.from_array(np.array(values), name))
        return name

    def finish(self, inputs, outputs: dict[str, tuple[str, Any, list]], name: str):
        """Returns the checked model. `outputs` maps each name to the tensor, its NumPy type and its shape."""
        helper = self.onnx.helper
        for output, (tensor, _, _) in outputs.items():
            self.nodes.append(helper.make_node("Identity", [tensor], [output]))
        described = [
            helper.make_tensor_value_info(output, helper.np_dtype_to_tensor_dtype(np.dtype(kind)), shape)
            for output, (_, kind, shape) in outputs.items()
        ]
        graph = helper.make_graph(self.nodes, name, inputs, described, self.constants)
        operators = [helper.make_opsetid("", OPERATORS)]
        version = helper.find_min_ir_version_for(operators)
        model = helper.make_model(graph, producer_name="hingeline", opset_imports=operators, ir_version=version)
        self.onnx.checker.check_model(model)
        return model


# -- values ----------------------------------------------------------------------------------------


def _values(g: _Graph, estimator, x: str) -> str:
    """Decision values: rows x outputs."""
    if isinstance(estimator, KernelMachine):
        if callable(estimator.kernel):
            raise _core.InvalidParameter(f"kernel: {estimator.kernel!r} given, but ONNX models have named kernels only")
        estimator._require_fitted_kernel()
        coef = estimator._coefs() if isinstance(estimator, KernelClassifier) else estimator.dual_coef_
        x = _kernel_values(g, estimator, x)
    else:
        coef = np.atleast_2d(estimator.coef_)
    return g("Gemm", x, g.constant(coef), g.constant(np.broadcast_to(estimator.intercept_, len(coef))), transB=1)


def _kernel_values(g: _Graph, estimator, x: str) -> str:
    if estimator.kernel == "precomputed":
        return g("Gather", x, g.constant(estimator.support_.astype(np.int64)), axis=1)
    vectors = as_dense(estimator.support_vectors_).astype(np.float64)
    kernel = estimator._core_kernel()
    if kernel.name == KERNELS["linear"]:
        return g("MatMul", x, g.constant(vectors.T))
    if kernel.name == KERNELS["rbf"]:
        products = g("MatMul", x, g.constant(2 * vectors.T))
        squares = g("Add", g("ReduceSumSquare", x, g.constant([1])), g.constant((vectors**2).sum(axis=1)))
        distances = g("Max", g("Sub", squares, products), g.constant(0.0))
        return g("Exp", g("Mul", distances, g.constant(np.full(len(vectors), -kernel.gamma))))
    offsets = g.constant(np.full(len(vectors), kernel.coef0))
    shifted = g("Gemm", x, g.constant(kernel.gamma * vectors), offsets, transB=1)
    return (
        g("Tanh", shifted) if kernel.name == KERNELS["sigmoid"] else g("Pow", shifted, g.constant(float(kernel.degree)))
    )


# -- answers ---------------------------------------------------------------------------------------


def _outputs(g: _Graph, estimator, values: str) -> dict[str, tuple[str, Any, list]]:
    if is_outlier_detector(estimator):
        inside = g("GreaterOrEqual", values, g.constant(0.0))
        label = g("Where", inside, g.constant(np.int64(1)), g.constant(np.int64(-1)))
        return {"label": (_flat(g, label), np.int64, ["n"]), "scores": (_flat(g, values), np.float64, ["n"])}
    if not is_classifier(estimator):
        one = np.ndim(estimator.coef_ if isinstance(estimator, LinearEstimator) else np.empty(1)) == 1
        shape = ["n"] if one else ["n", len(estimator.coef_)]
        return {"prediction": (_flat(g, values) if one else values, np.float64, shape)}
    place, scores, probabilities = _answers(g, estimator, values)
    classes, count = estimator.classes_, len(estimator.classes_)
    text = classes.dtype.kind in "OU"
    if not text and (classes.dtype.kind not in "biuf" or classes.dtype.itemsize > 8):
        raise _core.InvalidParameter(
            f"classes: labels of type {classes.dtype} given, must be numbers of up to 8 bytes or texts"
        )
    classes = classes.astype(object if text else classes.dtype.newbyteorder("="))
    label = g("Gather", g.constant(classes), place)
    width = [] if count == 2 else [len(pairs_of(count)) if _has_pairs(estimator) and gives_pairs(estimator) else count]
    outputs = {
        "label": (label, classes.dtype, ["n"]),
        "scores": (_flat(g, scores) if count == 2 else scores, np.float64, ["n", *width]),
    }
    if hasattr(estimator, "predict_proba"):
        outputs["probabilities"] = (probabilities(), np.float64, ["n", count])
    return outputs


def _has_pairs(estimator) -> bool:
    """Whether the outputs are one per pair of more than two classes."""
    return len(estimator.classes_) > 2 and estimator._multi_class() == "ovo"


def _flat(g: _Graph, column: str) -> str:
    return g("Reshape", column, g.constant([-1]))


def _first_largest(g: _Graph, values: str) -> str:
    return g("ArgMax", values, axis=1, keepdims=0)


def _answers(g: _Graph, estimator: Classifier, values: str) -> tuple[str, str, Callable[[], str]]:
    """Places in `classes_`, scores, and a function that adds the probabilities to the graph."""
    if _has_pairs(estimator):
        return _pair_answers(g, estimator, values)
    place = _place_of_sign(g, values) if len(estimator.classes_) == 2 else _first_largest(g, values)
    return place, values, lambda: _class_probabilities(g, estimator, values, place)


def _place_of_sign(g: _Graph, values: str) -> str:
    positive = g("Greater", _flat(g, values), g.constant(0.0))
    return g("Cast", positive, to=g.onnx.TensorProto.INT64)


def _class_probabilities(g: _Graph, estimator: Classifier, values: str, place: str) -> str:
    calibration, count = estimator._calibration(), len(estimator.classes_)
    if calibration.kind == "isotonic":
        p = _interpolated(g, values, np.array(calibration.knots))
        p = _with_rest(g, p) if count == 2 else _shares(g, p)
        return _at_most_below(g, p, place, count)
    if count == 2:
        values = _both_signs(g, values)
    if calibration.kind == "platt":
        values = g("Mul", values, g.constant(np.full(count, calibration.slope)))
    if count == 2:
        p = g("Sigmoid", values)
        return _clipped(g, p) if isinstance(estimator, KernelMachine) else p
    if estimator._multi_class() == "multinomial":
        return g("Softmax", values, axis=1)
    logarithms = g("Neg", g("Softplus", g("Neg", values)))  # logarithms of sigmoids
    return _at_most_below(g, g("Softmax", logarithms, axis=1), place, count)


def _interpolated(g: _Graph, values: str, knots: np.ndarray) -> str:
    """Interpolates linearly between knots, constant beyond the first and the last. Negative values stay below 1/2,
    others at 1/2 or above."""
    z, p = knots.T
    from_knot = g("Sub", g("Unsqueeze", values, g.constant([2])), g.constant(z[:-1]))
    along = g("Div", from_knot, g.constant(np.diff(z)))
    along = g("Min", g("Max", along, g.constant(0.0)), g.constant(1.0))
    risen = g("Squeeze", g("MatMul", along, g.constant(np.diff(p)[:, np.newaxis])), g.constant([2]))
    p = g("Sum", risen, g.constant(p[0]))
    negative = g("Less", values, g.constant(0.0))
    half = g.constant(0.5)
    return g("Where", negative, g("Min", p, g.constant(np.nextafter(0.5, 0))), g("Max", p, half))


def _both_signs(g: _Graph, values: str) -> str:
    return g("Concat", g("Neg", values), values, axis=1)


def _with_rest(g: _Graph, p: str) -> str:
    """Probabilities of both classes, from that of the second."""
    return g("Concat", g("Sub", g.constant(1.0), p), p, axis=1)


def _shares(g: _Graph, p: str) -> str:
    return g("Div", p, g("ReduceSum", p, g.constant([1])))


def _one_hot(g: _Graph, place: str, count: int) -> str:
    return g("Equal", g("Unsqueeze", place, g.constant([1])), g.constant(np.arange(count)))


def _at(g: _Graph, one_hot: str, p: str) -> str:
    """A column with the p of each row where `one_hot` is true."""
    return g("ReduceSum", g("Where", one_hot, p, g.constant(0.0)), g.constant([1]))


def _at_most_below(g: _Graph, p: str, place: str, count: int) -> str:
    """p with every other probability kept below that of the predicted class, in spite of rounding."""
    chosen = _one_hot(g, place, count)
    below = g("Mul", _at(g, chosen, p), g.constant(np.full(count, BELOW_ONE)))
    return g("Where", chosen, p, g("Min", p, below))


# -- one against one -------------------------------------------------------------------------------


def _pair_answers(g: _Graph, estimator: Classifier, values: str) -> tuple[str, str, Callable[[], str]]:
    count = len(estimator.classes_)
    won, lost = np.zeros((2, len(pairs_of(count)), count))
    for k, (i, j) in enumerate(pairs_of(count)):
        won[k, i] = lost[k, j] = 1
    positive = g("Cast", g("Greater", values, g.constant(0.0)), to=g.onnx.TensorProto.DOUBLE)
    difference = g.constant(won - lost)
    votes = g("Add", g("MatMul", positive, difference), g.constant(lost.sum(axis=0)))
    within = g("Min", g("Max", values, g.constant(-LARGEST)), g.constant(LARGEST))
    sums = g("MatMul", within, difference)
    squeezed = g("Div", sums, g("Mul", g.constant(3.0), g("Add", g("Abs", sums), g.constant(1.0))))
    confident = g("Add", votes, squeezed)
    by_votes = _first_largest(g, votes)
    place = _first_largest(g, confident) if getattr(estimator, "break_ties", False) else by_votes
    scores = values if gives_pairs(estimator) else confident

    def probability() -> str:
        p = _coupled(g, _clipped(g, _of_pairs(g, estimator, values)), count, by_votes)
        return p if place is by_votes else _put_first(g, p, count, place)

    return place, scores, probability


def _of_pairs(g: _Graph, estimator: Classifier, values: str) -> str:
    """Probabilities of the first class of each pair."""
    calibration = estimator._calibration()
    if calibration.kind == "isotonic":
        return _interpolated(g, values, np.array(calibration.knots))
    return _sigmoids(g, values, calibration.slope, len(estimator.intercept_))


def _sigmoids(g: _Graph, values: str, slope: float, width: int) -> str:
    return g("Sigmoid", g("Mul", values, g.constant(np.full(width, slope))))


def _clipped(g: _Graph, p: str) -> str:
    return g("Min", g("Max", p, g.constant(LEAST_PROBABILITY)), g.constant(1 - LEAST_PROBABILITY))


def _coupled(g: _Graph, first: str, count: int, place: str) -> str:
    """Couples the probabilities of pairs: Q_tt = sum_s r_st^2, Q_ts = -r_st r_ts, and p is (Q + 11')^-1 1, scaled to a
    sum of 1. Then the predicted class and the one of largest p exchange their p, and all others stay smaller."""
    return _put_first(g, _shares(g, _solved(g, _coupling_matrix(g, first, count), count)), count, place)


def _put_first(g: _Graph, p: str, count: int, place: str) -> str:
    chosen, largest = _one_hot(g, place, count), _one_hot(g, _first_largest(g, p), count)
    swapped = g("Where", largest, _at(g, chosen, p), p)
    return _at_most_below(g, g("Where", chosen, _at(g, largest, p), swapped), place, count)


def _coupling_matrix(g: _Graph, first: str, count: int) -> str:
    """Q + 11', n x count x count, from r_ij = `first`, n x pairs. Q alone is singular where the pairs are consistent;
    adding 11' only scales the solution."""
    pairs = len(pairs_of(count))
    squares_first, squares_second, products = np.zeros((3, pairs, count, count))
    for k, (i, j) in enumerate(pairs_of(count)):
        squares_second[k, i, i] = squares_first[k, j, j] = 1
        products[k, i, j] = products[k, j, i] = -1
    second = g("Sub", g.constant(1.0), first)
    flat = [
        g("MatMul", g("Mul", a, b), g.constant(where.reshape(pairs, -1)))
        for a, b, where in [(first, first, squares_first), (second, second, squares_second), (first, second, products)]
    ]
    return g("Add", g("Reshape", g("Sum", *flat), g.constant([-1, count, count])), g.constant(1.0))


def _solved(g: _Graph, Q: str, count: int) -> str:
    """Solves Q p = 1, Q positive definite, by Gauss-Jordan elimination without pivoting, for all rows at once."""
    ones = g("Expand", g.constant(np.ones((count, 1))), g("Shape", g("Slice", Q, *map(g.constant, ([0], [1], [2])))))
    table = g("Concat", Q, ones, axis=2)
    for k in range(count):
        index = g.constant([k])
        row = g("Gather", table, index, axis=1)
        row = g("Div", row, g("Gather", row, index, axis=2))
        column = g("Mul", g("Gather", table, index, axis=2), g.constant((np.arange(count) != k).astype(float)[:, None]))
        table = g("Sub", table, g("MatMul", column, row))
        table = g("Where", g.constant((np.arange(count) == k)[:, np.newaxis]), row, table)
    return g("Squeeze", g("Gather", table, g.constant([count]), axis=2), g.constant([2]))
