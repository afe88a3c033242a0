# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np
from sklearn.base import RegressorMixin

from hingeline._all_or_nothing import all_or_nothing
from hingeline._kernel_machine import KernelMachine


class KernelRegressor(RegressorMixin, KernelMachine):
    """Base of the regressions with a kernel, which predict f(x) + b."""

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR, or on the matrix of kernel values; y has a target per row.

        Rows of `sample_weight` 0 are ignored. Returns self.
        """
        given = X
        X, y, weights = self._validate_data(X, y, sample_weight, y_numeric=True)
        self._gamma = self._gamma_for(X, weights)
        self._train(X, *self._targets(y, weights, None), given, self._start(X))
        return self

    def _targets(self, y, weights, times):
        """Targets and weights in the form that the solver takes."""
        return np.ascontiguousarray(y, dtype=np.float64), weights

    def predict(self, X):
        """Predicted value of each row: (n_samples,)."""
        return self._decision_values(X)[:, 0]


class SVR(KernelRegressor):
    """Support vector regression with a kernel.

    Minimises 1/2 |f|^2 + C sum_i weight_i max(0, |y_i - f(x_i) - b| - epsilon), |f| the norm of the kernel's space.

    Parameters
    ----------
    kernel, degree, gamma, coef0 : as in SVC
    tol : float, default=1e-3
        > 0: training ends when the objective is proven to be within this relative distance of the optimum.
    C : float, default=1.0
        > 0: weight of the loss.
    epsilon : float, default=0.1
        >= 0: half-width of the tube within which residuals have no loss.
    shrinking, cache_size, verbose, max_iter, max_seconds, n_jobs, warm_start, callback, progress : as in SVC

    Attributes
    ----------
    support_, support_vectors_, n_support_, dual_coef_, intercept_, coef_ (linear kernel), fit_status_, shape_fit_,
    n_features_in_, feature_names_in_ : as in scikit-learn
    n_iter_ : int
    certificate_ : Certificate
    coef_error_bound_ : float
        Upper bound of the distance from f to the optimal one, in the norm of the kernel's space; NaN without a proof.
    status_, solver_ : str
    """

    _machine = "epsilon_svr"

    def __init__(
        self,
        *,
        kernel="rbf",
        degree=3,
        gamma="scale",
        coef0=0.0,
        tol=1e-3,
        C=1.0,
        epsilon=0.1,
        shrinking=True,
        cache_size=200,
        verbose=0,
        max_iter=-1,
        max_seconds=None,
        n_jobs=None,
        warm_start=False,
        callback=None,
        progress=False,
    ):
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.C = C
        self.epsilon = epsilon
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress


class NuSVR(KernelRegressor):
    """Support vector regression with a kernel, whose tube has the width that leaves a share nu of the rows outside.

    Minimises 1/2 |f|^2 + nu C W epsilon + C sum_i weight_i max(0, |y_i - f(x_i) - b| - epsilon) over epsilon too,
    W = sum_i weight_i.

    Parameters
    ----------
    nu : float, default=0.5
        0 < nu <= 1: upper bound of the share of rows outside the tube, lower bound of that of support vectors.
    C : float, default=1.0
        > 0: weight of the loss.
    kernel, degree, gamma, coef0, tol, shrinking, cache_size, verbose, max_iter, max_seconds, n_jobs, warm_start,
    callback, progress : as in SVR

    Attributes
    ----------
    As in SVR.
    """

    _machine = "nu_svr"

    def __init__(
        self,
        *,
        nu=0.5,
        C=1.0,
        kernel="rbf",
        degree=3,
        gamma="scale",
        coef0=0.0,
        shrinking=True,
        tol=1e-3,
        cache_size=200,
        verbose=0,
        max_iter=-1,
        max_seconds=None,
        n_jobs=None,
        warm_start=False,
        callback=None,
        progress=False,
    ):
        self.nu = nu
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.tol = tol
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress
