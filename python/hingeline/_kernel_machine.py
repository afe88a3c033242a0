# SPDX-License-Identifier: BSD-3-Clause
"""What all machines with kernels share: the kernel, the call of the solver, support vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy import sparse

from hingeline import _core
from hingeline._certificate import Certificate
from hingeline._estimator import Estimator, by_blocks
from hingeline._kept_predictor import KeptPredictor, make_read_only
from hingeline._matrix import as_dense, canonical, matrix

KERNELS = {"linear": "linear", "poly": "polynomial", "rbf": "rbf", "sigmoid": "sigmoid", "precomputed": "precomputed"}


BLOCK_CELLS = 100_000  # entries of X that are copied at a time
BLOCK_WORK = 1e9  # products computed at a time, some tenths of a second


class KernelMachine(Estimator):
    """Base of the machines with kernels. Subclasses name a machine of the library, define its targets, and store its
    coefficients."""

    _machine: str
    _least_features = 0  # of a machine read from a file: the columns that its support vectors reach; X may have more

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == "precomputed"
        tags.input_tags.sparse = not tags.input_tags.pairwise
        return tags

    # -- training ---------------------------------------------------------------------------------

    def _train(self, X, y, weights, given, start) -> _core.KernelTrainResult:
        """Solves with `_gamma` from `start`, and stores the answer and its certificate. X is validated; y is float64:
        class numbers, targets, or empty."""
        options = self._options(y, weights)
        options.warm_start = start
        x = self._view(X, given)
        with self._following() as callback:
            result = _core.train_kernel(x, y, options, finish_passes(x), callback)
        self._keep_proof(result.status, Certificate(*result.certificate), result.parts)
        self.n_iter_ = max(1, self.n_iter_)  # scikit-learn's contract
        self.fit_status_ = int(result.status != "converged")
        self.shape_fit_ = X.shape
        self._keep_model(X, result.support_rows, result.model)
        return result

    def _start(self, X) -> _core.KernelModel | None:
        """The machine of the last fit, if `warm_start` is set and its support vectors may be among the rows of X. The
        caller makes sure that the classes are the same."""
        asked = self._flag("warm_start") and hasattr(self, "dual_coef_")
        if not asked or kind_of(self.kernel) != self._kernel_fitted:
            return None
        if callable(self.kernel) or self.kernel == "precomputed":
            if X.shape != self.__dict__.get("shape_fit_"):
                return None
            start = self._model(self.intercept_)
            start.serials = (self.support_ + 1).tolist()
            return start
        return self._model(self.intercept_) if X.shape[1] == self.support_vectors_.shape[1] else None

    def _path(self, X, x, y, weights, times, costs, unwanted) -> Iterator[KernelMachine]:
        """Yields this machine, fitted at each C in turn, until `unwanted()` returns true. `x` is the view of X. Row i
        occurs times[i] times, which `weights` include."""
        self.n_features_in_ = X.shape[1]
        self._gamma = self._gamma_for(X, weights)
        y, weights = self._targets(y, weights, times)
        options = self._options(y, weights)
        for model, rows, self.status_ in _core.train_kernel_path(x, y, options, list(costs), unwanted):
            self._keep_model(X, rows, model)
            yield self

    def _view(self, X, given) -> _core.Matrix:
        """A view of X, or of the matrix of kernel values where the kernel is a function."""
        if not callable(self.kernel):
            return super()._view(X, given)
        gram = self._call_kernel(X, X)
        return super()._view(gram, gram)

    def _options(self, y, weights) -> _core.KernelTrainOptions:
        limits = _core.SolverOptions(
            tolerance=self._positive("tol"),
            shrinking=self._flag("shrinking"),
            max_passes=2**62 if self._real("max_iter") == -1 else self._passes(),
            max_seconds=self._time_limit(),
        )
        return _core.KernelTrainOptions(
            machine=self._machine,
            multi_class=getattr(self, "multi_class", "ovo"),
            kernel=self._core_kernel(),
            C=self._optional("C", 1.0),
            epsilon=self._optional("epsilon", 0.0),
            weights=weights,
            solver=_core.KernelOptions(
                solver=limits, cache_megabytes=self._positive("cache_size"), threads=self._threads()
            ),
            **self._nu(y, weights),
        )

    def _keep_model(self, X, rows, model: _core.KernelModel) -> None:
        """Stores the library's model, whose support vectors are these rows of X."""
        self._keep_support(X, rows)
        self.n_support_ = np.array([len(rows)], dtype=np.int32)
        self.dual_coef_ = np.ascontiguousarray(model.coef.T)
        self.intercept_ = model.intercept

    def _nu(self, y, weights) -> dict[str, Any]:
        """nu as an option of the solver: one for all outputs, or one for each, by the order of the classes in y."""
        return {"nu": self._optional("nu", 0.5)}

    def _optional(self, name: str, otherwise: float) -> float:
        return self._real(name) if hasattr(self, name) else otherwise

    def _keep_support(self, X, support) -> None:
        self._kernel_fitted = kind_of(self.kernel)
        self.support_ = support.astype(np.int32)
        self.support_vectors_ = np.empty((0, 0)) if self.kernel == "precomputed" else X[support]
        self._keep_predictor()

    def _keep_predictor(self) -> None:
        make_read_only(self.support_vectors_)
        self._kept_predictor = KeptPredictor()

    def __setstate__(self, state):
        super().__setstate__(state)
        if hasattr(self, "support_vectors_"):
            self._keep_predictor()  # arrays that were pickled can be written to

    # -- the kernel -------------------------------------------------------------------------------

    def _core_kernel(self) -> _core.Kernel:
        if callable(self.kernel):
            return _core.Kernel("precomputed")
        self._only("kernel", *KERNELS)
        return _core.Kernel(
            KERNELS[self.kernel], gamma=self._gamma, degree=self._whole("degree", 0), coef0=self._real("coef0")
        )

    def _gamma_for(self, X, weights) -> float:
        """gamma as a number; 'scale' is 1 / (n_features * variance of all entries), rows counted by their weights."""
        if not isinstance(self.gamma, str):
            return self._positive("gamma")
        self._only("gamma", "scale", "auto")
        if not has_gamma(self.kernel):
            return 1.0
        spread = 1.0 if self.gamma == "auto" else variance(X, weights)
        if spread == np.inf:
            raise _core.InvalidParameter("gamma: 'scale' given, must be a number, as the variance of X exceeds float64")
        return 1.0 / (X.shape[1] * spread) if spread > 0 else 1.0

    def _require_fitted_kernel(self) -> None:
        """Raises InvalidParameter where `kernel` was changed after fit: the coefficients are for the other kernel."""
        if kind_of(self.kernel) != self.__dict__.get("_kernel_fitted", kind_of(self.kernel)):
            demand = f"must be what fit had, {self._kernel_fitted}: fit again"
            raise _core.InvalidParameter(f"kernel: {self.kernel!r} given after fit, {demand}")

    def _call_kernel(self, X, Z):
        if Z.shape[0] == 0:  # scikit-learn's kernels refuse an empty matrix
            return np.empty((X.shape[0], 0))
        # scikit-learn's kernels square stored entries one by one, which is wrong where a column occurs twice in a row
        values = np.asarray(self.kernel(*(canonical(rows) if sparse.issparse(rows) else rows for rows in (X, Z))))
        if values.shape != (X.shape[0], Z.shape[0]):
            raise _core.InvalidParameter(
                f"kernel: a matrix of shape {values.shape} returned, must be {(X.shape[0], Z.shape[0])}"
            )
        if values.dtype.kind not in "biuf":
            raise _core.InvalidParameter(f"kernel: a matrix of {values.dtype} returned, must be of real numbers")
        return values if values.dtype == np.float32 else values.astype(np.float64, copy=False)

    # -- prediction -------------------------------------------------------------------------------

    def _data_to_predict(self, X):
        self._require_fitted_kernel()
        X = super()._data_to_predict(X)
        if X.shape[1] < self._least_features:
            least = f"the support vectors of {type(self).__name__} have {self._least_features}"
            raise _core.DataError(f"X has {X.shape[1]} features, but {least}")
        return X

    def _decision_values(self, X) -> np.ndarray:
        """Outputs of the rows of X: rows x outputs."""
        return self._outputs(self._data_to_predict(X))

    def _outputs(self, X) -> np.ndarray:
        """Outputs of the rows of validated X."""
        return self._sums(X) + self.intercept_

    def _sums(self, X) -> np.ndarray:
        """Outputs of the rows of validated X without the intercepts."""
        if callable(self.kernel):
            X = self._call_kernel(X, self.support_vectors_)
        predictor, threads = self._kept_predictor.of(self), self._threads()
        stored = self.support_vectors_.nnz if sparse.issparse(self.support_vectors_) else self.support_vectors_.size
        values = lambda some: predictor.decision_values(matrix(some, threads), threads)
        return self._sign() * self._attentively(X, stored + self.dual_coef_.size, values)

    def _attentively(self, X, row_work: float, answer: Callable[[Any], np.ndarray]) -> np.ndarray:
        """answer(X), computed for blocks of rows so that Ctrl-C ends it soon: Python looks for signals between blocks.
        `row_work` is the number of products that a row takes."""
        rows = 64 * self._threads() * (1 + int(BLOCK_WORK / (64 * max(1.0, row_work))))
        return by_blocks(X, rows, answer)

    def _predictor(self) -> _core.KernelPredictor:
        """The library's predictor of the outputs without the intercepts."""
        return _core.KernelPredictor(self._model(np.zeros_like(self.intercept_)))

    def _model(
        self, intercept, labels: list[float] | None = None, calibration: _core.Calibration | None = None
    ) -> _core.KernelModel:
        self._require_fitted_kernel()
        sizes, support = self._class_sizes(), self.dual_coef_.shape[1]
        if callable(self.kernel):
            vectors = {"serials": list(range(1, support + 1))}
        elif self.kernel == "precomputed":
            vectors = {"serials": (self.support_ + 1).tolist()}
        else:
            vectors = {"vectors": matrix(self.support_vectors_)}
        model = _core.KernelModel(
            machine=self._machine,
            kernel=self._core_kernel(),
            **vectors,
            coef=np.ascontiguousarray(self._sign() * self.dual_coef_.T),
            intercept=self._sign() * intercept,
            labels=list(map(float, range(len(sizes)))) if labels is None else labels,
            class_sizes=sizes,
            multi_class=self._multi_class(),
        )
        if calibration is not None:
            model.calibration = calibration
        return model

    def _sign(self) -> float:
        """Sign of the stored coefficients relative to the library's."""
        return 1.0

    def _multi_class(self) -> str:
        """The scheme for more than two classes that the fitted outputs follow."""
        return "ovo"

    def _class_sizes(self) -> list[int]:
        """Numbers of support vectors per class; empty without classes."""
        return []

    # -- attributes -------------------------------------------------------------------------------

    @property
    def coef_error_bound_(self) -> float:
        """Upper bound of the distance from f to the optimal one, in the norm of the kernel's space."""
        return self.certificate_.coef_error_bound

    @property
    def coef_(self):
        """Weights w of a machine with the linear kernel."""
        fitted = self.__dict__.get("_kernel_fitted", kind_of(self.kernel))
        if fitted != kind_of("linear"):
            raise AttributeError(f"coef_ exists for a linear kernel only, not for {fitted}")
        return self._linear_coef()

    def _linear_coef(self):
        return as_dense(self.dual_coef_ @ self.support_vectors_)


def kind_of(kernel) -> str:
    """The kernel's name; all functions count as the same kernel, as one may have to be set again after unpickling."""
    return "a function" if callable(kernel) else repr(str(kernel))


def has_gamma(kernel) -> bool:
    return isinstance(kernel, str) and kernel not in ("linear", "precomputed")


@np.errstate(over="ignore", invalid="ignore")
def variance(X, weights) -> float:
    """Variance of all entries of X, rows counted by their weights; NaN where an entry is not finite."""
    w = np.ones(X.shape[0]) if weights is None else weights
    cells = X.shape[1] * w.sum()
    if not sparse.issparse(X):
        mean = w @ X.sum(axis=1, dtype=np.float64) / cells
        blocks = range(0, X.shape[0], 1 + BLOCK_CELLS // X.shape[1])
        squares = [np.square(np.subtract(X[i : i + blocks.step], mean, dtype=np.float64)).sum(axis=1) for i in blocks]
        return float(w @ np.concatenate(squares) / cells)
    X = canonical(X)
    w = np.repeat(w, np.diff(X.indptr))  # weights of the stored entries
    mean = w @ X.data / cells
    zeros = cells - w.sum()
    return float((w @ np.square(X.data - mean) + (zeros * mean**2 if zeros > 0 else 0)) / cells)


def finish_passes(x: _core.Matrix) -> int:
    """Number of passes by which a small problem is solved further than `tol` asks, some milliseconds each; else 0."""
    return 50 if x.rows <= 300 else 0
