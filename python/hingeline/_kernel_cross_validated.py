# SPDX-License-Identifier: BSD-3-Clause
"""Machines with kernels that choose C, gamma and epsilon by cross-validation."""

from __future__ import annotations

import numpy as np

from hingeline import _core
from hingeline._kernel_machine import has_gamma
from hingeline._kernel_svc import SVC
from hingeline._kernel_svr import SVR
from hingeline._search import CrossValidated


class CrossValidatedKernel(CrossValidated):
    """Mixin, placed before a machine with a kernel: searches gamma besides C where several are given."""

    @property
    def gamma(self) -> float | str:
        """gamma of the last fit; during a fit it may be 'scale' or 'auto' instead of the number."""
        return self.gamma_

    def _gamma_for(self, X, weights) -> float:
        self.gamma_ = super()._gamma_for(X, weights)
        return self.gamma_

    def _other_axes(self) -> dict[str, np.ndarray]:
        return {"gamma": self._gammas()}

    def _gammas(self) -> np.ndarray:
        if isinstance(self.gammas, str):
            self._only("gammas", "scale", "auto")
            return np.array([self.gammas])
        gammas = self._ascending("gammas", lambda gammas: gammas > 0, "'scale', 'auto' or numbers > 0 and finite")
        if len(gammas) > 1 and not has_gamma(self.kernel):
            raise _core.InvalidParameter(
                f"gammas: {len(gammas)} numbers given, but the kernel {self.kernel!r} has no gamma"
            )
        return gammas


class SVCCV(CrossValidatedKernel, SVC):
    """SVC whose C, and gamma where several are given, are chosen by cross-validation: for each gamma along a path from
    the smallest to the largest C; each fit starts from the answer of the one before.

    Parameters
    ----------
    Cs : int or array of float, default=10
        The values to try: their number, spaced by a constant factor from 1e-4 to 1e4; or an array of values > 0.
    gammas : 'scale', 'auto', float or array of float, default='scale'
        Values of SVC's gamma to try; 'scale' is computed for each fit from the rows that it trains on.
    cv : int, splitter, list of (training, held out) or None, default=None
        As in scikit-learn; None means five folds.
    scoring : str, callable or None, default=None
        None means accuracy.
    cache_size : float, default=200
        As in SVC, for each of the paths that run in parallel.
    n_jobs : int or None, default=None
        Number of paths that run in parallel; results do not depend on it.
    max_seconds : float or None, default=None
        Limit of the whole fit. The paths share four fifths of it equally, and may end before the largest C; the last
        fit has the rest.
    the others : as in SVC, which has C, gamma, `warm_start` and `probability` besides
        `callback` and `progress` follow the last fit.

    Attributes
    ----------
    C_, gamma_ : float
        The values of the best mean score; among equals the smallest gamma, then the smallest C.
    Cs_ : (n_costs,), ascending
    gammas_ : (n_gammas,), ascending, or 'scale' or 'auto' as the one element
    scores_ : (n_folds, n_gammas, n_costs), NaN where time ran out
    the others : as in SVC, from the last fit, on all rows
    """

    _plain = SVC
    probability = False

    def __init__(
        self,
        *,
        Cs=10,
        gammas="scale",
        cv=None,
        scoring=None,
        kernel="rbf",
        degree=3,
        coef0=0.0,
        shrinking=True,
        multi_class="ovo",
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
        callback=None,
        progress=False,
    ):
        self.Cs = Cs
        self.gammas = gammas
        self.cv = cv
        self.scoring = scoring
        self.kernel = kernel
        self.degree = degree
        self.coef0 = coef0
        self.shrinking = shrinking
        self.multi_class = multi_class
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
        self.callback = callback
        self.progress = progress


class SVRCV(CrossValidatedKernel, SVR):
    """SVR whose C, and gamma and epsilon where several are given, are chosen by cross-validation.

    Parameters
    ----------
    Cs, gammas, cv, cache_size, n_jobs, max_seconds : as in SVCCV
    epsilons : float or array of float, default=0.1
        Values >= 0 of SVR's epsilon to try.
    scoring : str, callable or None, default=None
        None means R^2, the coefficient of determination.
    the others : as in SVR, which has C, gamma, epsilon and `warm_start` besides

    Attributes
    ----------
    C_, gamma_, epsilon_ : float
        The values of the best mean score; among equals the smallest epsilon, then gamma, then C.
    Cs_, gammas_ : as in SVCCV
    epsilons_ : (n_epsilons,), ascending
    scores_ : (n_folds, n_epsilons, n_gammas, n_costs), NaN where time ran out
    the others : as in SVR, from the last fit, on all rows
    """

    _plain = SVR

    def __init__(
        self,
        *,
        Cs=10,
        gammas="scale",
        epsilons=0.1,
        cv=None,
        scoring=None,
        kernel="rbf",
        degree=3,
        coef0=0.0,
        tol=1e-3,
        shrinking=True,
        cache_size=200,
        verbose=0,
        max_iter=-1,
        max_seconds=None,
        n_jobs=None,
        callback=None,
        progress=False,
    ):
        self.Cs = Cs
        self.gammas = gammas
        self.epsilons = epsilons
        self.cv = cv
        self.scoring = scoring
        self.kernel = kernel
        self.degree = degree
        self.coef0 = coef0
        self.tol = tol
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.callback = callback
        self.progress = progress

    @property
    def epsilon(self) -> float:
        """epsilon of the last fit."""
        return self.epsilon_

    def _other_axes(self) -> dict[str, np.ndarray]:
        epsilons = self._ascending("epsilons", lambda epsilons: epsilons >= 0, "numbers >= 0 and finite")
        return {"epsilon": epsilons, **super()._other_axes()}
