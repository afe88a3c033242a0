# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._certificate import Certificate
from hingeline._linear import LinearEstimator, finish_passes
from hingeline._one_class import OneClassMachine, inside_on_the_boundary


class LinearOneClassSVM(OneClassMachine, LinearEstimator):
    """One-class machine: the half-space, as far from 0 as possible, that holds all rows but a share nu.

    Minimises 1/2 |w|^2 + nu W b + sum_i weight_i max(0, -(x_i'w + b)), W = sum_i weight_i. This is OneClassSVM with the
    linear kernel, in terms of the coefficients w.

    Parameters
    ----------
    nu : float, default=0.5
        0 < nu <= 1: upper bound of the share of rows outside.
    tol : float, default=1e-4
        > 0: training ends when the objective is proven to be within this relative distance of the optimum.
    verbose, max_iter, max_seconds, n_jobs, callback, progress : as in LinearSVC; `n_jobs` applies to predictions only

    Attributes
    ----------
    coef_ : (1, n_features)
    intercept_ : (1,)
    offset_ : (1,)
        -intercept_, so that decision_function = score_samples - offset_.
    certificate_, coef_error_bound_, status_, solver_, n_iter_, n_features_in_, feature_names_in_ : as in LinearSVC
    """

    def __init__(
        self,
        *,
        nu=0.5,
        tol=1e-4,
        verbose=0,
        max_iter=100_000,
        max_seconds=None,
        n_jobs=None,
        callback=None,
        progress=False,
    ):
        self.nu = nu
        self.tol = tol
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.callback = callback
        self.progress = progress

    @all_or_nothing
    def fit(self, X, y=None, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR. y is ignored.

        Rows of `sample_weight` 0 are ignored. Returns self.
        """
        given = X
        X, _, weights = self._validate_data(X, "no_validation", sample_weight)
        x = self._view(X, given)
        problem = _core.OneClassProblem(x=x, weights=weights, nu=self._real("nu"))
        options = _core.SolverOptions(
            tolerance=self._positive("tol"), max_passes=self._passes(), max_seconds=self._time_limit()
        )
        with self._following() as callback:
            solution = _core.train_one_class(problem, options, finish_passes(x), callback)
        self._keep_proof(solution.status, Certificate(*solution.certificate), [solution])
        self.coef_ = solution.coef[np.newaxis]
        self.intercept_ = inside_on_the_boundary(np.array([solution.intercept]))
        return self

    def decision_function(self, X):
        """x'w + b of each row: (n_samples,), positive inside the half-space, negative outside."""
        return self._decision_values(X)[:, 0]

    def score_samples(self, X):
        """x'w of each row, the decision function without its offset: (n_samples,)."""
        return self.decision_function(X) + self.offset_
