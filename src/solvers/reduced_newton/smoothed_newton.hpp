// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on a reduced problem (reduced_problem.hpp) whose loss is smoothed to a width h that goes to 0.
//
// Model    F_h(v): psi replaced by psi_h, kinks of the derivative widened to ramps (losses/ramps.hpp); penalties other
//          than a ridge, bounds and constraints are smoothed too (penalty_rows.hpp)
// Step     (l2 L + curvature + sum_i c_i psi_h''(t_i) x_i x_i') p = -grad F_h, then a line search along p; F_h is
//          piecewise quadratic
// Gap      smoothed slopes are dual feasible (with a free intercept once they sum to 0), so that P - D is at most
//              smoothing gap + 1 / (2 l2) |grad_w F_h|^2     (l2 = 0: gap_of_residual())
// Shrink   h := 0.3 h after a step whose predicted decrease is below three times the smoothing gap, until that gap is
//          below 0.9 of the gap wanted
// Stalled  after some steps (h small against the distance still to go, as in separable problems of large C) the ramps
//          are centred at the slopes reached, which makes it the augmented Lagrangian method: it converges at any h
// Balance  with a free intercept slopes must sum to 0, without a ridge the gradient must vanish: in the end the exact
//          minimiser over b, or slopes predicted by a Newton step, make it so to rounding
// Rounding ends it where a step promises less than an ulp of F and the last one did not halve the gap
// Cost     a step reads the band once, again its curved rows, for (d + 1)^2 flops each, and the rows whose slopes
//          changed: the gradient is updated by the sum over their changes
// Papers   Chen & Mangasarian, Mathematical Programming 1995 (smoothing); Li, Sun & Toh, SIAM Journal on Optimization
//          2018 (augmented Lagrangian with semismooth Newton steps)
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/arena.hpp"
#include "core/stop.hpp"
#include "losses/ramps.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/reduced_newton/penalty_rows.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"
#include "solvers/reduced_newton/smoothed_band.hpp"

namespace hingeline::internal {

template <class T>
class SmoothedNewton {
 public:
  /// `moments` is the rows' second moment matrix M, which measures steps and movements: rms(x'p)^2 = p'M p. Arrays over
  /// rows lie in `memory`. When told to stop, it ends where it is.
  SmoothedNewton(const ReducedProblem<T>& problem, PenaltyRows& penalties, const RampLoss& loss,
                 const GramMatrix& moments, Arena& memory, ThreadPool& pool, Stop stop);

  /// When the problem counts as solved.
  struct Goal {
    std::function<double(double primal)> gap;  ///< the largest gap allowed, given the objective
    double violation;                          ///< the largest violation of bounds and constraints allowed
    double reach;                              ///< rms movement of the rows beyond which the reduced problem is invalid
    int max_steps;
  };

  /// Minimises from v; h = 0 chooses the width from the rows' distances to the kinks. True where the goal was met. A
  /// problem may be unbounded: it ends where rows have moved beyond the goal's reach.
  bool minimise(std::vector<double>& v, double h, const Goal& goal);

  double primal() const { return primal_; }
  double width() const { return h_; }   ///< h in the end
  int steps() const { return steps_; }  ///< number of Newton steps

  // Of the band's rows:
  std::span<const double> slopes() const { return band_.slopes(); }  ///< c_i psi_h'(t_i)
  std::span<const double> t() const { return band_.t(); }
  std::vector<double> kink_distances() const { return band_.kink_distances(); }

  /// mu of the constraints in the end.
  std::vector<double> multipliers() const { return penalties_.multipliers(penalty_duals_); }

  /// Sets slopes to those at width h, and `hessian`; minimise() must not be called afterwards.
  void linearize(double h, GramMatrix& hessian);

  /// Weighted sums of products of the band's rows.
  BandGram<T>& gram() { return gram_; }

 private:
  void begin(std::span<const double> v, double h);
  bool is_met(const Goal& goal) const;
  bool sharpen(std::span<const double> v, double decrease, const Goal& goal);
  double movement(std::span<const double> v, std::span<const double> start) const;
  void evaluate(std::span<const double> v);
  double set_gradient(std::span<const double> v);
  void soften_penalties();
  double gap_of_residual(std::size_t j) const;
  void set_hessian();
  bool solve_step();
  void limit_step();
  void move(std::vector<double>& v);
  void balance(std::vector<double>& v);
  void foresee_slopes(std::vector<double>& v);
  void settle_intercept(std::vector<double>& v);
  double search(double start_slope, double share, int most) const;
  double slope_along(double alpha) const;

  const ReducedProblem<T>& problem_;
  PenaltyRows& penalties_;
  const RampLoss loss_;
  const GramMatrix& moments_;
  const Stop stop_;

  SmoothedBand<T> band_;
  BandGram<T> gram_;
  ScaledCholesky cholesky_;
  GramMatrix hessian_;
  std::vector<double> point_;  // at which slopes, gradient and objective were evaluated
  std::vector<double> gradient_, step_;
  double line_slope_ = 0, line_curvature_ = 0;  // of the quadratic part along the step
  double size_of_t_ = 0, narrowest_ = 0;        // narrowest: the least h
  double h_ = 0, primal_ = 0, gap_ = 0, smoothing_gap_ = 0, sum_of_c_ = 0;
  std::vector<double> penalty_duals_;
  PenaltyRows::Sums of_penalties_;
  int steps_ = 0;
};

}  // namespace hingeline::internal
