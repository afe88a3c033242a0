// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on all rows with the Hessian of a sample, for losses with a continuous derivative and a plain ridge.
//
// Step     v := v - B grad P(v),    B = H~^-1 at first, H~ the Hessian of a sample of m rows at its solution; each step
//          then corrects B by the change of the gradient over all rows (corrected_inverse.hpp)
// Proof    s_i = -c_i phi'(z_i), for which P - D = 1/2 |grad P|^2: the pass that certifies v also computes the
//          gradient at v. With a free intercept the proof distributes sum_i s_i, not yet 0, among some rows. With an L1
//          penalty, whose dual constraints are |u_j| <= l1, these s would prove nothing
// Rate     H~ is off by about sqrt(d / m), more in the directions of a few extreme rows, and by the change of the
//          curvature on the way: a step takes one to two digits off the gradient, twice as many off the gap; later
//          steps more
// Pays     where few steps are needed, or the products for the Hessian cost much more than the gradient
// Last     a sampled step of the dual variables may save the last pass (sampled_dual_step.hpp)
// Leave    for a method with the Hessian of all rows, once a step does not divide the gap by 10
// Cost     one pass over all rows a step, without the products for a Hessian; two steps are the rule
// Papers   Byrd, Chin, Neveitt & Nocedal, SIAM Journal on Optimization 2011 (subsampled Hessians)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/result.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/streamed_certificate.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/reduced_newton/best_streamed_pair.hpp"
#include "solvers/reduced_newton/corrected_inverse.hpp"
#include "solvers/reduced_newton/sampled_dual_step.hpp"

namespace hingeline::internal {

/// Whether the steps expected down to a gap of `allowed` cost less than one with the Hessian of all rows. At the
/// solution of a sample grad P is sampling noise: |grad P|^2 is about `noise`, the sum over the sample of
/// |c_i phi'(z_i) x_i|^2, c_i being the cost of all rows that row i stands for. It is large for a large C, where P
/// hardly depends on the ridge.
inline bool chord_steps_pay(double noise, double allowed, std::size_t variables) {
  constexpr double rate = 300;                // a step divides the gap by this
  constexpr double fewest = 3;                // passes that any other way takes at least
  constexpr double variables_of_a_pass = 16;  // products for a Hessian of so many variables cost as much as a pass
  const double steps = std::ceil(std::log(std::max(1.0, noise / 2 / allowed)) / std::log(rate));
  return 1 + steps <= fewest + static_cast<double>(variables) / variables_of_a_pass;
}

/// Refers to a solver's counts of work and steps, and tells when to stop.
struct StepCount {
  /// Counts a step that cost so many passes over all rows; returns the status if it was the last.
  std::optional<Status> add(double passes, bool proven) const {
    work += passes;
    ++steps;
    return proven ? Status::converged : stop();
  }

  double& work;
  std::int64_t& steps;
  std::function<std::optional<Status>()> stop;
};

/// Moves v until it is an answer (converged) or the count says to stop. Returns nothing where steps gain too little; v
/// is then the best point seen.
template <class View>
std::optional<Status> take_chord_steps(const View& x, const Problem& problem, const ScaledCholesky& hessian,
                                       Random& random, ThreadPool& pool, const StepCount& count, std::vector<double>& v,
                                       BestStreamedPair& best) {
  const SampledDualStep dual_step(x, problem);
  const DualBlock slopes;  // at v
  CorrectedInverse inverse(hessian);
  std::vector<double> last_gradient;
  std::vector<double> step;  // the last v := v - step
  for (double wanted = infinity;;) {
    StreamedSums sums;
    if (const auto status = count.add(1, best.prove(v, slopes, pool, {}, &sums))) return status;
    const double gap = best.certificate().gap;
    if (!(gap < wanted && best.is_last())) {
      v = best.point();
      return std::nullopt;
    }
    wanted = 0.1 * gap;
    std::vector<double> gradient = best.gradient(sums);
    if (!step.empty()) {
      for (std::size_t j = 0; j < v.size(); ++j) last_gradient[j] -= gradient[j];
      inverse.correct(std::move(step), std::move(last_gradient));
    }
    step = inverse.multiply(gradient);
    if (const double work = dual_step.take(gradient, step, sums, random, pool, best); work > 0)
      if (const auto status = count.add(work, best.is_answer())) return status;
    last_gradient = std::move(gradient);
    for (std::size_t j = 0; j < v.size(); ++j) v[j] -= step[j];
  }
}

}  // namespace hingeline::internal
