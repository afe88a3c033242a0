# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import numpy as np
from sklearn.base import OutlierMixin

from hingeline._all_or_nothing import all_or_nothing
from hingeline._kernel_machine import KernelMachine

BOUNDARY = 1e-11  # width of the boundary, as a share of the offset


class OneClassMachine(OutlierMixin):
    """Offset and predictions of a one-class machine, from its `intercept_` and `decision_function`."""

    @property
    def offset_(self):
        """-intercept_, so that decision_function = score_samples - offset_."""
        return -self.intercept_

    def predict(self, X):
        """+1 for each row inside, -1 outside: (n_samples,)."""
        return np.where(self.decision_function(X) >= 0, 1, -1)


class OneClassSVM(OneClassMachine, KernelMachine):
    """One-class machine with a kernel: the region that holds all rows but a share nu.

    Minimises 1/2 |f|^2 + nu W b + sum_i weight_i max(0, -f(x_i) - b), W = sum_i weight_i, |f| the norm of the
    kernel's space.

    Parameters
    ----------
    kernel, degree, gamma, coef0 : as in SVC
    tol : float, default=1e-3
        > 0: training ends when the objective is proven to be within this relative distance of the optimum.
    nu : float, default=0.5
        0 < nu <= 1: upper bound of the share of rows outside, lower bound of that of support vectors.
    shrinking, cache_size, verbose, max_iter, max_seconds, n_jobs, warm_start, callback, progress : as in SVC

    Attributes
    ----------
    offset_ : (1,)
        -intercept_, so that decision_function = score_samples - offset_.
    Otherwise as in SVR.
    """

    _machine = "one_class"

    def __init__(
        self,
        *,
        kernel="rbf",
        degree=3,
        gamma="scale",
        coef0=0.0,
        tol=1e-3,
        nu=0.5,
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
        self.nu = nu
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.callback = callback
        self.progress = progress

    @all_or_nothing
    def fit(self, X, y=None, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR, or on the matrix of kernel values. y is ignored.

        Rows of `sample_weight` 0 are ignored. Returns self.
        """
        given = X
        X, _, weights = self._validate_data(X, "no_validation", sample_weight)
        self._gamma = self._gamma_for(X, weights)
        self._train(X, np.empty(0), weights, given, self._start(X))
        self.intercept_ = inside_on_the_boundary(self.intercept_)
        return self

    def decision_function(self, X):
        """f(x) + b of each row: (n_samples,), positive inside the region, negative outside."""
        return self.score_samples(X) - self.offset_

    def score_samples(self, X):
        """f(x) of each row, the decision function without its offset: (n_samples,)."""
        return self._sums(self._data_to_predict(X))[:, 0]


def inside_on_the_boundary(intercept: np.ndarray) -> np.ndarray:
    """The intercept, raised so that support vectors on the boundary are inside in spite of rounding."""
    return intercept + BOUNDARY * np.abs(intercept)
