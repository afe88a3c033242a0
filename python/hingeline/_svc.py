# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np
from sklearn.base import clone
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import validate_data

from hingeline import _core
from hingeline._calibration import FOLDS, folds_of, slope_of
from hingeline._classifier import LinearClassifier
from hingeline._matrix import VALUE_TYPES


def _has_probabilities(estimator) -> bool:
    return bool(estimator.probability)


class LinearSVC(LinearClassifier):
    """Linear support vector classification.

    Minimises penalty(w) + C sum_i weight_i phi(y_i (x_i'w + b)): a sum over the rows, no mean. More than two classes
    are trained one against the rest.

    Parameters
    ----------
    penalty : 'l2', 'l1' or 'elasticnet', default='l2'
        |w|^2 / 2, |w|_1, or l1_ratio |w|_1 + (1 - l1_ratio) / 2 |w|^2.
    loss : 'squared_hinge', 'hinge' or 'smoothed_hinge', default='squared_hinge'
        max(0, 1 - m)^2, max(0, 1 - m), or the hinge with a quadratic part of width `gamma`.
    dual : no effect
        Accepted because scikit-learn's has it; `solver` chooses.
    tol : float, default=1e-4
        Training ends when the objective is proven to be within this of the optimum, relative.
    C : float, default=1.0
    multi_class : 'ovr'
    fit_intercept : True, False or 'penalized', default=True
        True: b is not regularised (scikit-learn's is). 'penalized': as in scikit-learn and LIBLINEAR, a column of
        constant `intercept_scaling` is appended.
    intercept_scaling : float, default=1.0
        Of a penalized intercept only.
    class_weight : dict, 'balanced' or None
    verbose : int, default=0
        1 logs the outcome, 2 every pass, to the logger 'hingeline' at level INFO.
    random_state : int, RandomState or None
        Of the order of rows; None means 0, so that answers are reproducible.
    max_iter : int, default=100_000
        Passes over the data.
    gamma : float, default=1.0
        Of the smoothed hinge only.
    l1_ratio : float, default=0.5
        Of 'elasticnet' only.
    probability : bool, default=False
        Fit what `predict_proba` needs, from the decision values of five more fits, each without a fifth of the rows.
    solver : str, default='auto'
    max_seconds : float or None
    n_jobs : int or None
        Classes are trained side by side; results do not depend on it.
    warm_start : bool, default=False
        Start from the coefficients of the last fit.
    callback : callable(Progress) or None
        Called after every pass; training ends where it returns False.
    progress : bool, default=False
        Shows a bar, where tqdm is installed.

    Attributes
    ----------
    coef_ : (1, n_features), or (n_classes, n_features) for more than two classes
    intercept_ : (1,) or (n_classes,)
    classes_, n_features_in_, feature_names_in_ : as in scikit-learn
    certificate_ : Certificate
        Of the sum of the classes' problems.
    coef_error_bound_ : float
    status_ : 'converged', 'max_passes', 'max_seconds', 'interrupted' or 'numerical'
    solver_ : str
    n_iter_ : int
    probability_slope_ : float
        a of the probabilities 1 / (1 + exp(-a decision)), which for more than two classes are normalised.
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
        probability=False,
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
        self.probability = probability
        self.solver = solver
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)
        if self.probability:
            self.probability_slope_ = self._calibrate(X, y, sample_weight)
        return self

    fit.__doc__ = LinearClassifier.fit.__doc__

    @available_if(_has_probabilities)
    def predict_proba(self, X):
        """Probability of each class: (n_samples, n_classes). The largest is that of the class predicted."""
        values = self._decision_values(X)
        return self._sigmoids(self.probability_slope_ * values)

    @available_if(_has_probabilities)
    def predict_log_proba(self, X):
        """Logarithms of `predict_proba`."""
        return np.log(self.predict_proba(X))

    def _calibrate(self, X, y, sample_weight) -> float:
        folds = folds_of(validate_data(self, X, reset=False, accept_sparse="csr", dtype=VALUE_TYPES))
        y = np.asarray(y).ravel()
        weights = np.ones(len(y)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        values = np.zeros((len(y), 1 if len(self.classes_) == 2 else len(self.classes_)))
        judged = np.zeros(len(y), dtype=bool)
        for fold in range(FOLDS):
            inside = folds == fold
            training = np.where(inside, 0.0, weights)
            if not np.array_equal(np.unique(y[training > 0]), self.classes_):
                continue  # a class lies within this fold whole
            model = clone(self).set_params(probability=False, callback=None, progress=False)
            values[inside] = model.fit(X, y, training)._decision_values(X)[inside]
            judged |= inside
        judged &= weights > 0
        members = y[judged, np.newaxis] == (self.classes_[1:] if values.shape[1] == 1 else self.classes_)
        return slope_of(values[judged], members, weights[judged])

    def _classification_loss(self) -> _core.Loss:
        self._only("multi_class", "ovr")
        self._only("loss", "squared_hinge", "hinge", "smoothed_hinge")
        return _core.Loss(self.loss, gamma=self._real("gamma"))
