# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import math

import numpy as np

from hingeline import _core
from hingeline._classifier import LinearClassifier
from hingeline._probabilities import ProbabilitiesMixin

OTHER_SOLVERS = ("lbfgs", "liblinear", "newton-cg", "newton-cholesky", "sag", "saga")


class LogisticRegression(ProbabilitiesMixin, LinearClassifier):
    """Logistic regression.

    Minimises penalty(w) + C sum_i weight_i log(1 + exp(-y_i (x_i'w + b))), or for more than two classes
    penalty(w) + C sum_i weight_i (log sum_k exp(z_ik) - z_i,y_i) with z_ik = x_i'w_k + b_k.

    Parameters
    ----------
    penalty : 'l2', 'l1', 'elasticnet' or None, default='l2'
        As in LinearSVC, except that 'l2' with an l1_ratio > 0 means 'elasticnet', as in scikit-learn, whose
        'deprecated' means 'l2'. None: no penalty; separable classes then have no optimum.
    C : float, default=1.0
        > 0: weight of the loss; infinite means no penalty, as in scikit-learn.
    l1_ratio : float, default=0.0
        0 <= l1_ratio <= 1: share of the L1 norm in the penalty, as in LinearSVC.
    l1_weights : (n_features,) or None, default=None
        As in LinearSVC.
    multi_class : 'multinomial', 'ovr' or 'ovo', default='multinomial'
        The scheme for more than two classes. 'multinomial' is one problem for all, with the ridge penalty only and
        `solver` 'auto' or 'newton'. 'ovr' trains each class against the rest; probabilities are normalised. 'ovo'
        trains each pair of classes, which has one vote; probabilities are coupled. scikit-learn's 'deprecated' (up to
        1.7) means 'multinomial'.
    dual : no effect
        Accepted for scikit-learn's interface; `solver` chooses.
    tol : float, default=1e-4
        > 0: training ends when the objective is proven to be within this relative distance of the optimum.
    fit_intercept : True, False or 'penalized', default=True
        'penalized': a column of constant `intercept_scaling` is appended, as scikit-learn does for 'liblinear'.
    solver : str, default='auto'
        As in LinearSVC. scikit-learn's names ('lbfgs', 'liblinear', ..) all mean 'auto'; unlike in scikit-learn,
        'liblinear' does not penalise the intercept.
    max_iter : int, default=100_000
        As in LinearSVC.
    decision_function_shape, intercept_scaling, class_weight, random_state, verbose, warm_start, n_jobs, max_seconds,
    callback, progress : as in LinearSVC

    Attributes
    ----------
    n_iter_ : (1,), or (n_outputs,) for more than two classes with 'ovr' or 'ovo'
        Number of passes of each problem.
    coef_, intercept_, classes_, certificate_, coef_error_bound_, status_, solver_, n_features_in_,
    feature_names_in_ : as in LinearSVC
    """

    _other_solvers = OTHER_SOLVERS
    _other_penalties = ("deprecated",)

    def __init__(
        self,
        penalty="l2",
        *,
        C=1.0,
        l1_ratio=0.0,
        l1_weights=None,
        multi_class="multinomial",
        decision_function_shape="ovr",
        dual=False,
        tol=1e-4,
        fit_intercept=True,
        intercept_scaling=1.0,
        class_weight=None,
        random_state=None,
        solver="auto",
        max_iter=100_000,
        verbose=0,
        warm_start=False,
        n_jobs=None,
        max_seconds=None,
        callback=None,
        progress=False,
    ):
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.l1_weights = l1_weights
        self.multi_class = multi_class
        self.decision_function_shape = decision_function_shape
        self.dual = dual
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.random_state = random_state
        self.solver = solver
        self.max_iter = max_iter
        self.verbose = verbose
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.max_seconds = max_seconds
        self.callback = callback
        self.progress = progress

    def _classification_loss(self) -> _core.Loss:
        return _core.Loss("logistic")

    def _scheme(self) -> str:
        self._only("multi_class", "multinomial", "ovr", "ovo", "deprecated")
        kind = "multinomial" if self.multi_class == "deprecated" else self.multi_class
        return kind if len(self.classes_) > 2 else "ovr"

    def _given_cost(self) -> float:
        return 1.0 if self._has_infinite_cost() else super()._given_cost()

    def _has_infinite_cost(self) -> bool:
        return self._real("C") == math.inf

    def _is_without_penalty(self) -> bool:
        return super()._is_without_penalty() or self._has_infinite_cost()

    def _l1_ratio(self) -> float:
        ratio = super()._l1_ratio()
        is_ridge = self.penalty in ("l2", "deprecated")
        return self._share_of_l1() if is_ridge and self.l1_ratio is not None else ratio

    def _keep_proof(self, status, certificate, parts) -> None:
        super()._keep_proof(status, certificate, parts)
        self.n_iter_ = np.array([part.passes for part in parts], dtype=np.int32)
