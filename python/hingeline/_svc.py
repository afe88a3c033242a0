# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np
from sklearn.utils.validation import validate_data

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._calibration import ProbabilityMixin
from hingeline._classifier import LinearClassifier
from hingeline._pairs import pair_truth


class LinearSVC(ProbabilityMixin, LinearClassifier):
    """Linear support vector classification.

    Minimises penalty(w) + C sum_i weight_i phi(y_i (x_i'w + b)): a sum over the rows, not a mean. More than two classes
    are trained one against the rest, one against one, or by Crammer and Singer's machine.

    Parameters
    ----------
    penalty : 'l2', 'l1', 'elasticnet' or None, default='l2'
        |w|^2 / 2, |w|_1, l1_ratio |w|_1 + (1 - l1_ratio) / 2 |w|^2, or 0.
    loss : 'squared_hinge', 'hinge' or 'smoothed_hinge', default='squared_hinge'
        max(0, 1 - m)^2, max(0, 1 - m), or the hinge with a quadratic part of width `gamma`.
    dual : no effect
        Accepted for scikit-learn's interface; `solver` chooses.
    tol : float, default=1e-4
        > 0: training ends when the objective is proven to be within this relative distance of the optimum.
    C : float, default=1.0
        > 0: weight of the loss.
    multi_class : 'ovr', 'ovo' or 'crammer_singer', default='ovr'
        The scheme for more than two classes. 'ovr' trains each class against the rest. 'ovo' trains each pair of
        classes on their rows only; the class with most votes is predicted, the first among equals. 'crammer_singer' is
        one problem for all classes: 1/2 sum_k |w_k|^2 + C sum_i weight_i (max_k (z_ik + [k != y_i]) - z_i,y_i),
        z_ik = x_i'w_k + b_k. There `loss` has no effect, and more than two classes need penalty='l2'.
    fit_intercept : True, False or 'penalized', default=True
        True: b is not regularised (in scikit-learn it is). 'penalized': as in scikit-learn and LIBLINEAR, a column of
        constant `intercept_scaling` is appended. For 'crammer_singer' True means 'penalized': its intercepts cannot be
        free.
    intercept_scaling : float, default=1.0
        > 0; for a penalized intercept only.
    class_weight : dict, 'balanced' or None, default=None
        Weights of the classes' rows. For more than two classes with 'ovr' the rows of a class have its weight only in
        the output of that class, as in scikit-learn.
    verbose : int, default=0
        1 logs the outcome, 2 every pass, to the logger 'hingeline' at level INFO, or to stderr where that logger has no
        handler.
    random_state : int, RandomState or None, default=None
        Seed for the order of the rows; None means 0, so that answers are reproducible.
    max_iter : int, default=100_000
        Training stops after the work of so many passes over all rows. A Newton step that was begun is finished: it may
        take several passes.
    gamma : float, default=1.0
        > 0: width of the quadratic part of the smoothed hinge.
    l1_ratio : float, default=0.5
        0 <= l1_ratio <= 1; for 'elasticnet' only.
    l1_weights : (n_features,) or None, default=None
        For 'l1' and 'elasticnet' only: weights >= 0 in sum_j l1_weights_j |w_j|, which takes the place of |w|_1 (the
        adaptive lasso). A coefficient of weight 0 has no L1 penalty.
    probability : False, True, 'platt' or 'isotonic', default=False
        Fit what `predict_proba` needs, from the decision values of five more fits, each without a fifth of the rows:
        a sigmoid ('platt'; True means the same), or any increasing function ('isotonic').
    solver : str, default='auto'
        'auto' chooses, and `solver_` tells the choice. Or 'dual_cd', 'primal_cd', 'newton', 'alm_newton',
        'reduced_newton', 'proximal_newton' or 'interior_point', each for some of the problems.
    decision_function_shape : 'ovr' or 'ovo', default='ovr'
        With multi_class='ovo', whether `decision_function` returns a column per class or per pair of classes.
    max_seconds : float or None, default=None
        Time limit of the whole fit, over all outputs; at the limit training ends with its best answer. With
        `probability` half of the time is reserved for the calibration. None means no limit.
    n_jobs : int or None, default=None
        Threads, which train outputs, or compute kernel values, in parallel; results do not depend on it.
    warm_start : bool, default=False
        Start from the coefficients of the last fit and, if the targets are the same, from its dual point, which is then
        kept: a number per row and output.
    callback : callable(Progress) or None, default=None
        Called after every pass; training stops where it returns False.
    progress : bool, default=False
        Shows a progress bar, if tqdm is installed.

    Attributes
    ----------
    coef_ : (1, n_features), or (n_classes, n_features) for more than two classes
        With 'ovo' (n_classes * (n_classes - 1) / 2, n_features): pairs of classes (0, 1), (0, 2), .., (1, 2), .., whose
        output is positive for the first class.
    intercept_ : (1,), (n_classes,) or (n_classes * (n_classes - 1) / 2,)
    classes_, n_features_in_, feature_names_in_ : as in scikit-learn
    certificate_ : Certificate
        Proof for the sum of the problems of all outputs.
    coef_error_bound_ : float
        Upper bound of the Euclidean distance from the coefficients to the optimal ones; infinite without a ridge.
    status_ : 'converged', 'max_passes', 'max_seconds', 'interrupted' or 'numerical'
    solver_ : str
    n_iter_ : int
        Number of passes over all rows or the active ones, the largest over the outputs.
    probability_slope_ : float
        a in the probabilities 1 / (1 + exp(-a output)). For more than two classes these are normalised, or with 'ovo'
        coupled (Wu, Lin and Weng, JMLR 2004).
    probability_knots_ : (n_knots, 2)
        With probability='isotonic': decision values and their probabilities, interpolated linearly.
    """

    def __init__(
        self,
        penalty="l2",
        loss="squared_hinge",
        *,
        dual="auto",
        tol=1e-4,
        C=1.0,
        multi_class="ovr",
        fit_intercept=True,
        intercept_scaling=1.0,
        class_weight=None,
        verbose=0,
        random_state=None,
        max_iter=100_000,
        gamma=1.0,
        l1_ratio=0.5,
        l1_weights=None,
        probability=False,
        decision_function_shape="ovr",
        solver="auto",
        max_seconds=None,
        n_jobs=None,
        warm_start=False,
        callback=None,
        progress=False,
    ):
        self.penalty = penalty
        self.loss = loss
        self.dual = dual
        self.tol = tol
        self.C = C
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter
        self.gamma = gamma
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
        self.probability = probability
        self.decision_function_shape = decision_function_shape
        self.solver = solver
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        kind, deadline = self._calibration_kind(), self._whole_time()
        super().fit(X, y, sample_weight)
        self._forget_calibration()
        if self._has_probabilities() and self.status_ != "interrupted":
            X = validate_data(self, X, reset=False, **self._accepted())
            self._keep_calibration(self._calibrate(X, y, sample_weight, kind, deadline))
        return self

    fit.__doc__ = LinearClassifier.fit.__doc__

    def _truth(self, places) -> np.ndarray:
        if self._multi_class() == "ovo":
            return pair_truth(places, len(self.classes_))
        positive = [1] if len(self.classes_) == 2 else range(len(self.classes_))
        return np.where(places[:, np.newaxis] == positive, 1.0, -1.0)

    def _scheme(self) -> str:
        return self.multi_class if len(self.classes_) > 2 else "ovr"

    def _intercept_kind(self) -> str:
        kind = super()._intercept_kind()
        return "penalized" if kind == "free" and self.multi_class == "crammer_singer" else kind

    def _weighs_own_outputs(self) -> bool:
        return self._scheme() == "ovr"

    def _cost(self, C: float) -> float:
        """C of the problem. With two classes Crammer and Singer's machine depends on w = w_2 - w_1 only, and |w_1|^2 +
        |w_2|^2 = |w|^2 / 2 at its optimum: it is the hinge loss with twice the C."""
        return 2 * C if self.multi_class == "crammer_singer" and len(self.classes_) == 2 else C

    def _classification_loss(self) -> _core.Loss:
        self._only("multi_class", "ovr", "ovo", "crammer_singer")
        if self.multi_class == "crammer_singer":
            return _core.Loss("hinge")
        self._only("loss", "squared_hinge", "hinge", "smoothed_hinge")
        return _core.Loss(self.loss, gamma=self._real("gamma"))
