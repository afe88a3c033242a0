// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on all rows with the Hessian of a sample, for losses with a continuous derivative.
//
// Step     v := v - B grad P(v),    B = H~^-1 at first, H~ = the Hessian of a sample of m rows, at its solution; then
//          with what each step has shown of that of all rows (corrected_inverse.hpp)
// Proof    s_i = -c_i phi'(z_i), for which P - D = 1/2 |grad P|^2: the pass that certifies v is the one that computes
//          the gradient at v. With a free intercept the proof shares among some rows what their sum is off 0. Of an L1
//          penalty, which bounds the sums of slopes times rows, they would prove nothing
// Rate     H~ is off by about sqrt(d / m), more in the directions of a few extreme rows, and by what the curvature
//          changes on the way: a step takes one to two digits off the gradient, and twice as many off the gap; later
//          ones more
// Pays     where few steps are needed, or the Hessian's products cost much more than the gradient's
// Last     where a sample's dual variables may prove what a pass more would (sampled_dual_step.hpp)
// Leave    where a step did not take a digit off the gap, for a method that knows the Hessian of all rows
// Cost     one pass over all rows a step, without their products; two are the rule
// Papers   Byrd, Chin, Neveitt & Nocedal, SIAM Journal on Optimization 2011 (subsampled Hessians)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/result.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/streamed_certificate.hpp"
#include "solvers/common/scaled_cholesky.hpp"
#include "solvers/reduced_newton/best_streamed_pair.hpp"
#include "solvers/reduced_newton/corrected_inverse.hpp"
#include "solvers/reduced_newton/sampled_dual_step.hpp"

namespace hingeline::internal {

/// Whether as many steps as a gap of `allowed` is expected to take cost less than one with the Hessian of all rows. At
/// the solution of a sample grad P is chance: |grad P|^2 is about `noise`, the sample's sum of |c_i phi'(z_i) x_i|^2,
/// its rows' costs those of all that they stand for. A large C makes much of it, for P hardly depends on the ridge
/// then.
inline bool chord_steps_pay(double noise, double allowed, std::size_t variables) {
  constexpr double rate = 300;                // of the gap, a step
  constexpr double fewest = 3;                // passes: of any other way
  constexpr double variables_of_a_pass = 16;  // whose products with each other cost as much
  const double steps = std::ceil(std::log(std::max(1.0, noise / 2 / allowed)) / std::log(rate));
  return 1 + steps <= fewest + static_cast<double>(variables) / variables_of_a_pass;
}

/// Where a solver keeps what its steps cost, and when it is to stop.
struct StepCount {
  /// A step of so many passes over all rows, and whether it was the last.
  std::optional<Status> add(double passes, bool proven) const {
    work += passes;
    ++steps;
    return proven ? Status::converged : stop();
  }

  double& work;
  std::int64_t& steps;
  std::function<std::optional<Status>()> stop;
};

/// Moves v until it is an answer (converged) or the count says to stop; nothing where steps do not get on, v then being
/// the best point seen.
template <class View>
std::optional<Status> take_chord_steps(const View& x, const Problem& problem, const ScaledCholesky& hessian,
                                       Random& random, ThreadPool& pool, const StepCount& count, std::vector<double>& v,
                                       BestStreamedPair& best) {
  const SampledDualStep dual_step(x, problem);
  const DualBlock slopes;  // at v
  CorrectedInverse inverse(hessian);
  std::vector<double> last_gradient;
  std::vector<double> step;  // v went down by it
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
