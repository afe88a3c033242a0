# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._calibration import ProbabilityMixin
from hingeline._classes import by_number, class_weights, encode
from hingeline._kernel_machine import KernelMachine
from hingeline._matrix import as_dense
from hingeline._pairs import pair_truth, pairs_of, renumbered, votes, votes_with_confidence
from hingeline._warn import warn


class KernelClassifier(ProbabilityMixin, ClassifierMixin, KernelMachine):
    """Base of the classifiers with a kernel: one machine per pair of classes i < j, whose output is positive for
    classes_[i]; or one per class, positive for that class. With two classes alone: one, positive for classes_[1]."""

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR, or on the matrix of kernel values; y has a label per row.

        Rows of `sample_weight` 0 are ignored. Returns self.
        """
        kind, deadline = self._calibration_kind(), self._whole_time()
        given = X
        X, y, weights = self._validate_data(X, y, sample_weight)
        before = self.__dict__.get("classes_")
        codes, per_row = self._targets(y, weights, None if weights is None else weights > 0)
        self._gamma = self._gamma_for(X, weights)
        again = np.array_equal(before, self.classes_) and self._has_outputs_as_before()
        result = self._train(X, codes, per_row, given, self._start(X) if again else None)
        numbers, _ = self._machines(np.argsort(result.model.labels))
        self.n_iter_ = np.array([max(1, part.passes) for part in result.parts])[numbers]
        self._forget_calibration()
        if self._has_probabilities() and self.status_ != "interrupted":
            self._keep_calibration(self._calibrate(X, y, weights, kind, deadline))
        return self

    def _has_outputs_as_before(self) -> bool:
        return len(self.classes_) == 2 or self._multi_class() == self.multi_class

    def _targets(self, y, weights, times):
        """Class numbers and weights of the rows; stores the classes and their weights. `times`: how often each row
        occurs; None means once."""
        labels = encode(y, weights)
        self.classes_ = labels.classes
        per_class = class_weights(self.class_weight, y, labels, times)
        self.class_weight_ = np.ones(len(self.classes_)) if per_class is None else per_class
        return labels.places.astype(np.float64), weights

    def _options(self, y, weights) -> _core.KernelTrainOptions:
        self._only("multi_class", "ovo", "ovr")
        self._only("decision_function_shape", "ovr", "ovo")
        options = super()._options(y, weights)
        given = None if (self.class_weight_ == 1).all() else self.class_weight_
        options.class_weights = by_number(given, range(len(self.classes_)))
        return options

    def decision_function(self, X):
        """Two classes: (n_samples,), positive means `classes_[1]`. More: (n_samples, n_classes), votes plus
        a confidence in (-1/3, 1/3), by the sum of outputs; or with decision_function_shape='ovo' the output of each
        two. With multi_class='ovr' the output of each class."""
        values = self._decision_values(X)
        if len(self.classes_) == 2:
            return values[:, 0]
        if self._multi_class() == "ovr":
            return values
        self._only("decision_function_shape", "ovr", "ovo")
        return values if self.decision_function_shape == "ovo" else votes_with_confidence(values, len(self.classes_))

    def predict(self, X):
        """Predicted label of each row: the class with most votes, the first among equals unless `break_ties`; with
        multi_class='ovr' the class with the largest output."""
        places = self._in_blocks(X, lambda some: self._chosen(self._outputs(some)))
        return self.classes_[places]

    def _chosen(self, values: np.ndarray) -> np.ndarray:
        """Places of the predicted classes in `classes_`, from the outputs of the rows."""
        if self._flag("break_ties") and self.decision_function_shape == "ovo":
            raise _core.InvalidParameter("break_ties: True given, must be False when decision_function_shape is 'ovo'")
        if len(self.classes_) == 2:
            return (values[:, 0] > 0).astype(np.intp)
        if self._multi_class() == "ovr":
            return values.argmax(axis=1)
        scores = votes_with_confidence if self.break_ties else votes
        return scores(values, len(self.classes_)).argmax(axis=1)

    def _truth(self, places) -> np.ndarray:
        count = len(self.classes_)
        if self._multi_class() == "ovr" and count > 2:
            return np.where(places[:, np.newaxis] == range(count), 1.0, -1.0)
        return self._sign() * pair_truth(places, count)

    def _probabilities(self, values) -> np.ndarray:
        labels = list(map(float, range(len(self.classes_))))
        model = _core.KernelModel(machine=self._machine, labels=labels, multi_class=self._multi_class())
        model.calibration = self._calibration()
        probability = _core.kernel_predict_probability(model, np.ravel(values), self._threads())
        return probability[:, ::-1] if len(labels) == 2 else probability

    def _multi_class(self) -> str:
        """The scheme for more than two classes that the fitted machines follow."""
        return "ovr" if len(self.dual_coef_) == len(self.classes_) else "ovo"

    def _sign(self) -> float:
        """Sign of the stored coefficients relative to the library's, whose output is positive for the first class."""
        return -1.0 if len(self.classes_) == 2 else 1.0

    def _class_sizes(self) -> list[int]:
        return self.n_support_.tolist()

    def _keep_model(self, X, rows, model: _core.KernelModel) -> None:
        order = np.argsort(model.label_names or model.labels)
        numbers, signs = self._machines(order)
        self.intercept_ = signs * model.intercept[numbers]
        sizes = np.array(model.class_sizes, dtype=np.int32)
        rows, coefs = by_class(rows, sizes), by_class(model.coef, sizes)
        self._keep_support(X, np.concatenate([rows[c] for c in order]))
        self.n_support_ = sizes[order]
        if self._tells_from_rest():
            coefs = [coefs[c][:, order] for c in order]
        else:
            coefs = [self._sign() * against_others(coefs[c], order, k) for k, c in enumerate(order)]
        self.dual_coef_ = np.ascontiguousarray(np.concatenate(coefs).T)

    def _tells_from_rest(self) -> bool:
        """Whether there is one machine per class: with 'ovr' and more than two classes, or for the one class that a
        file may have."""
        return len(self.classes_) == 1 or (self.multi_class == "ovr" and len(self.classes_) > 2)

    def _machines(self, order) -> tuple[np.ndarray, np.ndarray]:
        """For each class here, or pair i < j: the number of its machine in the library, and the sign of the stored
        coefficients relative to that machine's. The library's class order[k] is class k here."""
        if self._tells_from_rest():
            return order, np.ones(len(order))
        numbers, signs = renumbered(order)
        return numbers, self._sign() * signs

    def _coefs(self) -> np.ndarray:
        """Dual coefficients, one row per output."""
        return self.dual_coef_ if self._multi_class() == "ovr" else pair_coefs(self.dual_coef_, self.n_support_)

    def _linear_coef(self):
        """Weights w of the linear kernel, one row per output."""
        if self._multi_class() == "ovr":
            return super()._linear_coef()
        rows = by_class(np.arange(len(self.support_)), self.n_support_)
        sums = [as_dense(self.dual_coef_[:, some] @ self.support_vectors_[some]) for some in rows]
        return np.array([sums[i][j - 1] + sums[j][i] for i, j in pairs_of(len(sums))])


def by_class(rows, sizes) -> list[np.ndarray]:
    """Splits rows that are sorted by class into one part per class."""
    return np.split(rows, np.cumsum(sizes)[:-1])


def against_others(coefs, order, k: int) -> np.ndarray:
    """Coefficients of class k here against each other class, in the order of the classes here, from those of the
    library's class order[k] against each other class in the library's order."""
    own, others = order[k], np.delete(order, k)
    is_later = others > own
    return np.where(is_later == (np.arange(len(others)) >= k), 1, -1) * coefs[:, others - is_later]


def pair_coefs(packed, class_sizes):
    """Dual coefficients with one row per pair of classes, from the packed form (classes - 1, n): its columns are sorted
    by class, and row r has the coefficients against class r, for columns of class <= r against class r + 1."""
    codes = np.repeat(np.arange(len(class_sizes)), class_sizes)
    rows = [
        np.where(codes == i, packed[j - 1], 0) + np.where(codes == j, packed[i], 0)
        for i, j in pairs_of(len(class_sizes))
    ]
    return np.array(rows)


class SVC(KernelClassifier):
    """Support vector classification with a kernel.

    Minimises 1/2 |f|^2 + C sum_i weight_i max(0, 1 - y_i (f(x_i) + b)), |f| the norm of the kernel's space. More than
    two classes are trained one against one, or each against the rest.

    Parameters
    ----------
    C : float, default=1.0
        > 0: weight of the loss.
    kernel : 'linear', 'poly', 'rbf', 'sigmoid', 'precomputed' or callable, default='rbf'
        A callable takes two matrices of n and m rows and returns the (n, m) kernel values. 'sigmoid', and 'poly' with
        coef0 < 0, are not positive semidefinite: their answers have no proof, `certificate_.dual` is NaN, and training
        ends when no pair of coefficients violates the optimality conditions by more than 1e-3.
    degree : int, default=3
        >= 0: degree of 'poly'.
    gamma : 'scale', 'auto' or float, default='scale'
        A number > 0. 'scale' means 1 / (n_features * variance of X), rows counted by `sample_weight`; 'auto' means
        1 / n_features.
    coef0 : float, default=0.0
        Constant term of 'poly' and 'sigmoid'.
    shrinking : bool, default=True
        Whether solvers may skip variables at their bounds; no effect on the answer.
    multi_class : 'ovo' or 'ovr', default='ovo'
        With more than two classes: 'ovo' trains a machine for each pair of classes, on their rows only; 'ovr' trains
        one for each class against the rest, on all rows.
    probability : False, True or 'platt' (the same), or 'isotonic', default=False
        Fit what `predict_proba` needs, from the decision values of five more fits, each without a fifth of the rows.
        scikit-learn's 'deprecated' means False.
    tol : float, default=1e-3
        > 0: training ends when the objective is proven to be within this relative distance of the optimum. It bounds
        the duality gap, while scikit-learn's `tol` bounds the largest violation of a pair.
    cache_size : float, default=200
        > 0: megabytes of kernel values to keep in memory.
    class_weight : dict, 'balanced' or None, default=None
        'balanced' uses the number of rows of each class, whatever their weights, as in scikit-learn; rows of weight 0
        are not counted.
    verbose : int, default=0
        As in LinearSVC.
    max_iter : int, default=-1
        Largest number of passes, each over a working set of thousands of rows; -1 means no limit.
    decision_function_shape : 'ovr' or 'ovo', default='ovr'
        With multi_class='ovo', whether `decision_function` returns a column per class or per pair of classes.
    break_ties : bool, default=False
        Among classes with equally many votes `predict` chooses the one of largest `decision_function`.
    random_state : no effect
        Nothing is random.
    warm_start : bool, default=False
        Start from the last fit. Its support vectors are found again among the rows by their values; with a matrix of
        kernel values, or a callable, by their row numbers. Classes and kernel must be the same; C, gamma, nu and rows
        may change, and a fit that was stopped continues.
    max_seconds, n_jobs, callback, progress : as in LinearSVC; callbacks receive the largest violation of a pair

    Attributes
    ----------
    support_, support_vectors_, n_support_, dual_coef_, intercept_, classes_, class_weight_, coef_ (linear kernel),
    fit_status_, shape_fit_, n_features_in_, feature_names_in_ : as in scikit-learn
        With multi_class='ovr' dual_coef_ is (n_classes, n_SV) and intercept_ (n_classes,).
    n_iter_ : (n_machines,) of int
        Number of passes of each machine.
    probability_slope_ : float
        a in 1 / (1 + exp(-a output)), the probability of the class for which the output is positive. With more than two
        classes these probabilities are coupled (Wu, Lin and Weng, JMLR 2004), or with multi_class='ovr' normalised.
    probability_knots_ : (n_knots, 2)
        With probability='isotonic': outputs and their probabilities, interpolated linearly.
    certificate_ : Certificate
        Proof for the sum of the machines' problems.
    coef_error_bound_ : float
        Upper bound of the distance from f to the optimal one, in the norm of the kernel's space, over all machines; NaN
        without a proof.
    status_ : str
        'converged', or why training ended earlier, as in LinearSVC.
    solver_ : str
    """

    _machine = "c_svc"

    def __init__(
        self,
        *,
        C=1.0,
        kernel="rbf",
        degree=3,
        gamma="scale",
        coef0=0.0,
        shrinking=True,
        multi_class="ovo",
        probability=False,
        tol=1e-3,
        cache_size=200,
        class_weight=None,
        verbose=0,
        max_iter=-1,
        decision_function_shape="ovr",
        break_ties=False,
        random_state=None,
        max_seconds=None,
        n_jobs=None,
        warm_start=False,
        callback=None,
        progress=False,
    ):
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.multi_class = multi_class
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress


class NuSVC(KernelClassifier):
    """Support vector classification with a kernel, where nu, a share of margin errors, takes the place of C.

    Minimises 1/2 |f|^2 - nu W rho + sum_i weight_i max(0, rho - y_i (f(x_i) + b)) over f, b and rho, W = sum_i
    weight_i; then f and b are divided by rho.

    Parameters
    ----------
    nu : float, default=0.5
        0 < nu <= 1: upper bound of the share of margin errors, lower bound of that of support vectors. At most
        2 min(W+, W-) / (W+ + W-), where W+ and W- are the total weights of the two sides of a machine; above that nu is
        lowered, with a warning.
    class_weight : None
        Accepted for scikit-learn's interface, where it has no effect. Use `sample_weight`.
    kernel, degree, gamma, coef0, shrinking, multi_class, probability, tol, cache_size, verbose, max_iter,
    decision_function_shape, break_ties, random_state, max_seconds, n_jobs, warm_start, callback, progress : as in SVC

    Attributes
    ----------
    nu_ : (n_machines,) of float
        The nu that each machine used.
    Otherwise as in SVC, but without coef_error_bound_: the certificate is for f before it is divided by rho.
    """

    _machine = "nu_svc"

    def __init__(
        self,
        *,
        nu=0.5,
        kernel="rbf",
        degree=3,
        gamma="scale",
        coef0=0.0,
        shrinking=True,
        multi_class="ovo",
        probability=False,
        tol=1e-3,
        cache_size=200,
        class_weight=None,
        verbose=0,
        max_iter=-1,
        decision_function_shape="ovr",
        break_ties=False,
        random_state=None,
        max_seconds=None,
        n_jobs=None,
        warm_start=False,
        callback=None,
        progress=False,
    ):
        self.nu = nu
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.multi_class = multi_class
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress

    @property
    def coef_error_bound_(self):
        raise AttributeError("NuSVC has no coef_error_bound_, as its certificate is for f before f is scaled")

    def _targets(self, y, weights, times):
        if self.class_weight is not None:
            demand = "must be None, as nu is a fraction of all rows; use sample_weight to weigh them"
            raise _core.InvalidParameter(f"class_weight: {self.class_weight!r} given, {demand}")
        return super()._targets(y, weights, times)

    def _nu(self, codes, weights) -> dict[str, Any]:
        nu = self._checked("nu", lambda nu: 0 < nu <= 1, "> 0 and <= 1")
        _, first = np.unique(codes if weights is None else codes[weights > 0], return_index=True)
        totals = np.bincount(codes.astype(np.intp), weights)
        self.nu_ = self._lowered_nu(nu, totals)
        if (self.nu_ < nu).any():
            warn(f"nu: {nu} given, {self.nu_.min():.3g} used: the weights of two of the classes allow no more")
        return {"output_nu": self._lowered_nu(nu, totals[np.argsort(first)])}

    def _lowered_nu(self, nu: float, totals) -> np.ndarray:
        """nu for each machine, lowered where its two sides, of classes with these total weights, do not allow it."""
        if self._tells_from_rest():
            sides = [(total, totals.sum() - total) for total in totals]
        else:
            sides = [(totals[i], totals[j]) for i, j in pairs_of(len(totals))]
        most = np.array([2 * min(side) / sum(side) for side in sides])
        return np.where(nu <= most, nu, most * (1 - 1e-9))
