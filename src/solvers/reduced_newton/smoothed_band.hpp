// SPDX-License-Identifier: BSD-3-Clause
//
// The rows of the band as smoothed_newton.hpp sees them: t_i, what the loss is a function of, at a point v, and at a
// width h the slopes c_i psi_h'(t_i), the curvatures c_i psi_h''(t_i) and sum_i slope_i x_i, which is updated by the sum
// over the slopes that changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/arena.hpp"
#include "data/block_numbers.hpp"
#include "losses/ramps.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/reduced_newton/blocked_rows.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"

namespace hingeline::internal {

/// Sums over the band's rows.
struct SmoothedSums {
  double value = 0;
  double gap = 0;
  double slopes = 0;   // sum of |slopes|
  double changes = 0;  // sum of |changes of slopes|
  std::vector<double> change_of_gradient;

  SmoothedSums& operator+=(const SmoothedSums& other);
};

template <class T>
class SmoothedBand {
 public:
  /// Arrays over rows lie in `memory`.
  SmoothedBand(const ReducedProblem<T>& problem, const RampLoss& loss, Arena& memory, ThreadPool& pool);

  std::span<const double> t() const { return {t_.data(), static_cast<std::size_t>(size_)}; }
  std::span<const double> slopes() const { return slopes_; }          ///< padded, like the following
  std::span<const double> curvatures() const { return curvatures_; }  ///< overwritten by turn() and turn_to_intercept()
  const std::vector<double>& of_slopes() const { return of_slopes_; }  ///< sum_i slope_i x_i

  /// Sets t at v, and slopes to 0.
  void place(std::span<const double> v);

  /// Sets slopes and curvatures at t and width h. Returns the loss's value and its smoothing gap.
  SmoothedSums evaluate(double h);
  /// Sets slopes and curvatures without sum_i slope_i x_i and around no centres; evaluate() must not be called
  /// afterwards.
  void linearize(double h);
  /// Moves slopes by as much as the curvatures predict for a step of v, within their limits.
  void foresee_slopes(std::span<const double> step);

  // A line through t:
  void turn(std::span<const double> step);  ///< its direction is that of a step of v
  void turn_to_intercept(double step);      ///< that of a step of its last entry alone
  void go_along(double alpha);
  /// The derivative of the loss at width h along it, at alpha.
  double slope_along(double h, double alpha) const;

  /// Centres the ramps at the slopes reached.
  void recentre(double h);

  /// The distance to the nearest kink of every row.
  std::vector<double> kink_distances() const;
  /// A width at which most rows are curved.
  double widest() const;
  /// The magnitude of t and of the kinks: much smaller widths would be lost in its rounding.
  double size_of_t() const;

 private:
  SmoothedSums change_slopes(double h);
  void sum_slopes();
  void combine(std::int64_t first, BlockNumbers& s, std::span<double> sum) const;
  void rows_along(std::span<const double> direction, std::span<double> dt) const;
  template <class F>
  void for_chunks(const F& f) const;
  template <class F>
  auto with_rows(std::int64_t first, std::int64_t end, const F& f) const;

  const ReducedProblem<T>& problem_;
  const RampLoss loss_;
  const RampOps ops_;
  ThreadPool& pool_;
  const BlockedRows<T> x_;
  const std::int64_t size_;    // rows
  const std::int64_t padded_;  // to whole groups
  const std::int64_t chunk_;   // a task

  const std::span<const double> c_;  // this and the following padded
  const std::span<double> t_, slopes_, curvatures_;
  const std::span<double> dt_;  // in the place of the curvatures, which the step was made from
  std::vector<std::vector<double>> centres_;

  std::vector<double> of_slopes_;
  std::vector<double> zeros_;  // of sum_slopes()
  double changes_ = 0;         // sum of |changes of slopes| that of_slopes_ was added up from
};

}  // namespace hingeline::internal
