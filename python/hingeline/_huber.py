# SPDX-License-Identifier: BSD-3-Clause
"""Huber regression with the scale of the residuals estimated jointly (Owen 2007, Huber 1981):

    minimise over w, b, sigma >= sigma_0    n sigma + sum_i c_i sigma H((y_i - x_i'w - b) / sigma) + alpha |w|^2

with n = sum_i c_i and H(z) = z^2 for |z| <= epsilon, 2 epsilon |z| - epsilon^2 beyond. It is jointly convex.
Rows that can be fitted exactly drive sigma to its lower bound sigma_0, a tiny share of the spread of y.

For a given sigma the objective, divided by 2 alpha, is that of ridge regression with the Huber loss, delta = epsilon
sigma and C = 1 / (alpha sigma); with alpha = 0, divided by 2, it is the loss alone with C = 1 / sigma. For given
residuals the best sigma is a root in one dimension. The map sigma -> residuals -> sigma is a contraction. Its fixed
point is found by the secant method on log sigma between bounds: as the problem is convex, the map increases sigma
where the optimal sigma is larger, and decreases it where that is smaller.

Dual: sigma H(r / sigma) >= s r - sigma s^2 / 4 for |s| <= 2 epsilon, so with sum_i s_i = 0 (free intercept)

    D(s) = sum_i s_i y_i - |X's|^2 / (4 alpha) + sigma_0 (n - N(s))
           where    |s_i| <= 2 epsilon c_i,    N(s) = sum_i s_i^2 / (4 c_i) <= n

is a lower bound of the joint objective; with alpha = 0 it holds where X's = 0. The dual point of the ridge problem,
times 2 alpha (or 2) and then scaled down to satisfy the last inequality, is such an s, so that the certificate is for
the joint problem. The certificate of the ridge problem yields |X's|^2, and without a ridge what rounding leaves of X's.
"""

from __future__ import annotations

import math
import time
from typing import Any, NamedTuple

import numpy as np

from hingeline import _core
from hingeline._all_or_nothing import all_or_nothing
from hingeline._certificate import Certificate
from hingeline._linear import finish_passes
from hingeline._regressor import LinearRegressorBase

ROUNDS = 100
FINISHED = 1e-13
MOST_EXACT = 1e-9  # smallest tolerance of the problems for a given scale, as a share of `tol`
SHORTEST_STEP, LONGEST_STEP = 0.01, math.log(1000)  # in the logarithm of the scale
SMALLEST_SCALE = 1e-8  # sigma_0 over the spread of y


class HuberRegressor(LinearRegressorBase):
    """Linear regression robust to outliers, with a ridge penalty, that also estimates the scale of the residuals.

    Minimises sum_i weight_i (sigma + sigma H((y_i - x_i'w - b) / sigma)) + alpha |w|^2 over w, b and sigma, with
    H(z) = z^2 for |z| <= epsilon and 2 epsilon |z| - epsilon^2 beyond: scikit-learn's objective.

    Parameters
    ----------
    epsilon : float, default=1.35
        > 1: residuals above epsilon sigma in magnitude count as outliers.
    max_iter : int, default=100_000
        As in LinearSVC, for each scale that is tried.
    alpha : float, default=0.0001
        >= 0: strength of the ridge; 0 means no penalty.
    warm_start : bool, default=False
        Start from the coefficients of the last fit.
    fit_intercept : bool, default=True
    tol : float, default=1e-5
        > 0: training ends when the objective is proven to be within this relative distance of the optimum.
    solver : str, default='auto'
        'auto' means 'newton' where there is a penalty: a small alpha or scale makes C large, which second-order methods
        handle best. Other solvers as in LinearSVC.
    random_state, verbose, max_seconds, n_jobs, callback, progress : as in LinearSVC; callbacks receive the gap of the
        problem for the scale being tried

    Attributes
    ----------
    coef_ : (n_features,)
    intercept_ : float
    scale_ : float
        The estimate of sigma.
    outliers_ : (n_samples,) of bool
        Whether the residual of each row exceeds epsilon sigma in magnitude.
    certificate_ : Certificate
        Proof for the joint objective; `relative_gap` is gap / primal.
    coef_error_bound_, status_, solver_, n_iter_, n_features_in_, feature_names_in_ : as in LinearSVC
    """

    def __init__(
        self,
        *,
        epsilon=1.35,
        max_iter=100_000,
        alpha=0.0001,
        warm_start=False,
        fit_intercept=True,
        tol=1e-5,
        solver="auto",
        random_state=None,
        verbose=0,
        max_seconds=None,
        n_jobs=None,
        callback=None,
        progress=False,
    ):
        self.epsilon = epsilon
        self.max_iter = max_iter
        self.alpha = alpha
        self.warm_start = warm_start
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.solver = solver
        self.random_state = random_state
        self.verbose = verbose
        self.max_seconds = max_seconds
        self.n_jobs = n_jobs
        self.callback = callback
        self.progress = progress

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Trains on X (n_samples, n_features), dense or CSR, with one target per row.

        Rows of `sample_weight` 0 are ignored. Returns self.
        """
        self._checked("epsilon", lambda epsilon: 1 < epsilon < math.inf, "> 1 and finite")
        self._only("fit_intercept", True, False)
        x, y, weights = self._validate_training_data(X, y, sample_weight, y_numeric=True)
        y = np.ascontiguousarray(y, dtype=np.float64)
        with self._following() as callback:
            joint = _JointProblem(self, x, y, weights, callback)
            point, status, parts = joint.solve(self._start(x.cols))
        self._keep_coef(point.model)
        self.scale_ = point.scale
        self.outliers_ = np.abs(point.residuals) > self.epsilon * self.scale_
        loss = _core.Loss("huber", delta=self.epsilon * self.scale_)
        self._keep_problem(self._options(x.cols, weights, loss, math.nan))
        self._keep_proof(status, point.certificate, parts)
        self.n_iter_ = sum(part.passes for part in parts)
        return self

    def _penalty(self) -> dict[str, Any]:
        return {"strength": float(self.alpha > 0)}

    def _is_told_by_files(self) -> bool:
        return False  # files tell the problem at the estimated scale, not the joint one


class _Point(NamedTuple):
    """A point of the joint problem and its certificate."""

    model: _core.LinearModel
    residuals: np.ndarray
    scale: float
    certificate: Certificate


class _JointProblem:
    """Finds the fixed point of sigma, and certifies the best point found."""

    def __init__(self, estimator: HuberRegressor, x, y, weights, callback):
        self.estimator = estimator
        self.epsilon, self.alpha = float(estimator.epsilon), estimator._not_negative("alpha")
        self.unit = 2 * (self.alpha or 1.0)  # joint objective over that of the problem for a given scale
        self.x, self.y, self.callback = x, y, callback
        self.weights = weights
        self.c = np.ones_like(y) if weights is None else weights
        self.n = float(self.c.sum())
        self.exactness = 0.1  # tolerance of these problems over `tol`; the error of N(s) is the root of their gaps
        self.finish_passes = finish_passes(x)
        with np.errstate(over="ignore"):
            spread = math.sqrt(np.average((y - np.average(y, weights=self.c)) ** 2, weights=self.c))
        if not math.isfinite(spread):
            raise _core.DataError(f"y: values up to {np.abs(y).max():.3g} given, must have a finite variance")
        self.smallest = max(SMALLEST_SCALE * spread, 10 * float(np.finfo(float).eps))
        self.first = max(spread, self.smallest)
        self.began, self.parts = time.monotonic(), []

    def solve(self, model: _core.LinearModel | None):
        """Returns the point with the smallest gap, the status and the parts of all solves."""
        limit, tolerance = self.estimator._time_limit(), self.estimator._positive("tol")
        search, scale, best = _ScaleSearch(self.smallest), self.first, None
        for _ in range(ROUNDS):
            result = self._solve_at(scale, model, max(1e-3, limit - (time.monotonic() - self.began)))
            self.parts += result.parts
            status, point = result.status, self._point(result, scale)
            met = point.certificate.relative_gap <= tolerance
            ended = met and (status != "converged" or self._is_finished(point.scale, scale))
            if best is None or ended or point.certificate.relative_gap <= best.certificate.relative_gap:
                best = point
            if ended or status in ("interrupted", "max_seconds"):
                break
            solved = status == "converged"
            model = point.model if solved else model
            following = search.next(scale, point.scale) if solved else search.back(scale)
            if abs(math.log(following / scale)) <= FINISHED:
                if solved and self.exactness > MOST_EXACT:  # a fixed point of problems solved too roughly
                    self.exactness, search = 1e-3 * self.exactness, _ScaleSearch(self.smallest)
                    continue
                status = "numerical" if solved else status
                break
            scale = following
        else:
            status = "max_passes"
        return best, "converged" if best.certificate.relative_gap <= tolerance else status, self.parts

    def _tell(self, now: _core.Progress) -> bool:
        """Calls the callback with seconds and passes counted over all solves."""
        now.seconds = time.monotonic() - self.began
        now.passes += sum(part.passes for part in self.parts)
        return self.callback(now)

    def _is_finished(self, scale: float, solved_at: float) -> bool:
        return self.finish_passes == 0 or abs(math.log(scale / solved_at)) <= FINISHED

    def _point(self, result: _core.TrainResult, solved_at: float) -> _Point:
        """The point of the problem solved at scale `solved_at`, with the best scale for its residuals."""
        model = result.model
        coef, threads = np.ascontiguousarray(model.coef.T), self.estimator._threads()
        residuals = self.y - _core.decision_values(coef, model.intercept, self.x, threads)[:, 0]
        scale = max(_best_scale(residuals, self.c, self.n, self.epsilon), self.smallest)
        certificate = self._certify(model, residuals, scale, result.parts[0], solved_at)
        return _Point(model, residuals, scale, certificate)

    def _solve_at(self, scale: float, start, seconds: float):
        loss = _core.Loss("huber", delta=self.epsilon * scale)
        C = self.estimator._inverse(self.unit * scale / 2, "alpha sigma")
        options = self.estimator._options(self.x.cols, self.weights, loss, C, warm_start=start, keep_dual=True)
        if options.solver.solver == "auto" and self.alpha > 0:
            options.solver.solver = "newton"
        options.solver.tolerance *= self.exactness
        options.solver.max_seconds = seconds
        return self.estimator._solve(self.x, self.y, options, self._tell if self.callback else None)

    def _certify(self, model, residuals, scale: float, part: _core.Solution, solved_at: float) -> Certificate:
        """The joint certificate, from the dual point of the ridge problem solved at scale `solved_at`."""
        z = np.abs(residuals) / scale
        loss = np.where(z <= self.epsilon, z * z, (2 * z - self.epsilon) * self.epsilon)
        coef = model.coef[:, 0]
        primal = scale * (self.n + float(self.c @ loss)) + self.alpha * float(coef @ coef)

        s = self.unit * part.dual_coef
        used = self.c > 0
        norm = float(np.sum(s[used] ** 2 / (4 * self.c[used])))  # N(s)
        from_rows = s * (self.y - model.intercept[0])
        linear = float(from_rows.sum())  # sum_i s_i y_i
        ridge = Certificate(*part.certificate)  # primal - gap, as its dual is raised to 0 where s proves less
        proven = self.unit * (ridge.primal - ridge.gap)  # linear - quadratic - solved_at N(s)
        quadratic = max(linear - proven - solved_at * norm, 0.0)  # |X's|^2 / (4 alpha)
        t = min(1.0, math.sqrt(self.n / norm)) if norm > 0 else 1.0
        dual = t * linear - t * t * quadratic + self.smallest * (self.n - t * t * norm)

        floor = 8 * float(np.finfo(float).eps) * (primal + float(np.abs(from_rows).sum()) + abs(proven))
        gap = max(primal - dual, 0.0)
        relative = 0.0 if math.isfinite(gap) and gap <= floor else gap / primal
        bound = math.sqrt(gap / self.alpha) if self.alpha > 0 else math.inf
        return Certificate(primal, max(primal - gap, 0.0), gap, relative, floor, bound)


class _ScaleSearch:
    """Solves log(best scale) = log(scale) for log(scale) by secant steps, each at most twice as long as the last. A
    step that would leave the known bounds goes to their middle; one to a problem that does not converge is halved."""

    def __init__(self, smallest: float):
        self.smallest = smallest
        self.low, self.high = -math.inf, math.inf
        self.last: tuple[float, float] | None = None
        self.longest = LONGEST_STEP

    def next(self, scale: float, best: float) -> float:
        at, difference = math.log(scale), math.log(best / scale)
        self.low, self.high = (at, self.high) if difference > 0 else (self.low, at)
        step = math.copysign(min(self._length(at, difference), self.longest), difference)
        self.longest = min(2 * self.longest, LONGEST_STEP)
        self.last = at, difference
        return self._scale(at + step if self.low <= at + step <= self.high else (self.low + self.high) / 2)

    def back(self, scale: float) -> float:
        """The next scale where the problem at `scale` did not converge: halfway to the last one that did; `scale`
        itself where there is none, or the steps have become too short."""
        if self.last is None or self.longest < SHORTEST_STEP:
            return scale
        at, ended = math.log(scale), self.last[0]
        self.longest = abs(at - ended) / 2
        return self._scale((at + ended) / 2)

    def _length(self, at: float, difference: float) -> float:
        if self.last is None or at == self.last[0]:
            return abs(difference)
        slope = (difference - self.last[1]) / (at - self.last[0])
        longest = max(abs(difference), 2 * abs(at - self.last[0]))
        return min(abs(difference / slope), longest) if slope < 0 else longest

    def _scale(self, logarithm: float) -> float:
        return max(math.exp(logarithm), self.smallest)


def _best_scale(residuals, c, n: float, epsilon: float) -> float:
    """The sigma that solves sum_i c_i min(u r_i^2, epsilon^2) = n, u = 1 / sigma^2. The left side is concave and
    piecewise linear in u, so that Newton's steps from u = 0 ascend to the root and end there."""
    squares = residuals**2
    u = 0.0
    while True:
        inside = squares * u <= epsilon**2
        below = float(np.dot(c[inside], squares[inside]))
        left = n - epsilon**2 * float(c[~inside].sum())
        if below == 0 or left <= 0:
            return 0.0 if u == 0 or below == 0 else 1 / math.sqrt(u)
        if left / below <= u * (1 + 1e-15):
            return 1 / math.sqrt(u)
        u = left / below
