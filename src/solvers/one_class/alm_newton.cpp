// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/one_class/alm_newton.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/dot.hpp"
#include "core/sum.hpp"
#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_prover.hpp"
#include "solvers/augmented_lagrangian/augmented_lagrangian.hpp"
#include "solvers/linear_systems/constrained_rows.hpp"
#include "solvers/steps/alm_point.hpp"

namespace hingeline::internal {
namespace {

/// The functions phi_i of all rows.
class OneClassTerms {
 public:
  OneClassTerms(std::span<const double> c, const OneClassPoint& start) : c_(c), start_(start) {}

  StepSums take(const AlmPoint& at, std::span<double> next_s, std::span<double> slope) const {
    StepSums sums;
    for (std::size_t i = 0; i < c_.size(); ++i) {
      const double output = start_.z[i] + at.p[i];
      const double free = at.s[i] - output / at.t;
      next_s[i] = clipped(i, free);
      slope[i] = next_s[i] == free ? 1 / at.t : 0;
      const double s = start_.s[i] + next_s[i];
      sums.value += c_[i] * std::max(0.0, -output) + start_.s[i] * output;
      sums.gap += std::max(0.0, c_[i] - s) * std::max(0.0, -output) + std::max(0.0, s) * std::max(0.0, output);
      sums.move += (next_s[i] - at.s[i]) * (next_s[i] - at.s[i]);
      sums.curved += slope[i] > 0;
    }
    return sums;
  }

  double along(const AlmPoint& at, std::span<const double> d, double a) const {
    double total = 0;
    for (std::size_t i = 0; i < c_.size(); ++i)
      total += d[i] * clipped(i, at.s[i] - (start_.z[i] + at.p[i] + a * d[i]) / at.t);
    return total;
  }

  void clip(std::span<double> s) const {
    for (std::size_t i = 0; i < c_.size(); ++i) s[i] = clipped(i, s[i]);
  }

 private:
  double clipped(std::size_t i, double change) const { return std::clamp(change, -start_.s[i], c_[i] - start_.s[i]); }

  const std::span<const double> c_;
  const OneClassPoint& start_;
};

template <RowMatrix Rows>
class OneClassPair {
 public:
  static constexpr bool certifies = true;

  /// `hinges` has x and the weights: s is in the domain of its hinge loss, of y = 1.
  OneClassPair(const Rows& x, const Problem& hinges, const QuadraticProgram& program, const KernelScale& scale,
               const OneClassPoint& start)
      : x_(x),
        prover_(hinges),
        program_(program),
        scale_(scale),
        start_(start),
        mass_(sum(start.s)),
        squared_costs_(dot(program.upper, program.upper)),
        half_norm_(0.5 * dot(start.w, start.w)),
        least_scale_(least_scale(dot(start.s, start.s), scale)),
        baseline_{0, start.intercept},
        proven_{{start.w.begin(), start.w.end()}, start.intercept, {start.s.begin(), start.s.end()}},
        z_(start.z.size()) {}

  /// The first t tried is the inverse of this, gap / sum_i c_i^2: about the error of outputs over the size of s.
  double mean_cost() const { return squared_costs_ / start_.gap; }
  static double l2() { return 1; }
  static bool is_smooth() { return false; }
  std::size_t data_rows() const { return z_.size(); }
  const Baseline& baseline() const { return baseline_; }
  double scale(double primal, double dual) const {
    return std::max(gap_scale(primal - half_norm_, dual - half_norm_, 0), least_scale_);
  }

  bool prove(std::span<const double> change, std::span<const double> v, double tolerance) {
    std::transform(change.begin(), change.end(), start_.s.begin(), proven_.dual_coef.begin(), std::plus());
    std::transform(start_.w.begin(), start_.w.end(), v.begin(), proven_.coef.begin(), std::plus());
    prover_.clip(proven_.dual_coef);
    prover_.balance(proven_.dual_coef, -mass_);
    std::vector<double> a;
    std::vector<double> left = proven_.coef;  // w - X's
    for (const std::int32_t i : program_.row) {
      const auto row = static_cast<std::size_t>(i);
      a.push_back(proven_.dual_coef[row]);
      x_.add(i, -a.back(), left.data());
      z_[row] = x_.dot(i, proven_.coef.data());
    }
    const PairTerms apart = {0.5 * dot(proven_.coef, left), 0.5 * dot(left, left)};
    const KernelProof proof = certify_pair(program_, a, z_, apart, scale_);
    proven_.certificate = proof.certificate;
    proven_.intercept = proof.intercepts[0];
    return accepts(proven_.certificate, tolerance);
  }
  const Certificate& certificate() const { return proven_.certificate; }
  const Solution& proven() const { return proven_; }
  Solution take() { return std::move(proven_); }

 private:
  const Rows& x_;
  const RowProver prover_;
  const QuadraticProgram& program_;
  const KernelScale& scale_;
  const OneClassPoint& start_;
  const double mass_;
  const double squared_costs_;
  const double half_norm_;
  const double least_scale_;
  const Baseline baseline_;
  Solution proven_;
  std::vector<double> z_;
};

/// The options with a callback that gets P and D without the added 1/2 |w|^2.
SolverOptions with_callback_below(double half_norm, const SolverOptions& options) {
  SolverOptions below = options;
  if (options.callback)
    below.callback = [&callback = options.callback, half_norm](Progress now) {
      if (!now.certified) {
        now.primal -= half_norm;
        now.dual -= half_norm;
      }
      return callback(now);
    };
  return below;
}

}  // namespace

Solution one_class_alm_newton(const OneClassProblem& problem, const QuadraticProgram& program, const KernelScale& scale,
                              const OneClassPoint& start, const SolverOptions& options) {
  const std::vector<double> ones(start.s.size(), 1.0);
  Problem hinges;
  hinges.x = problem.x;
  hinges.y = ones;
  hinges.weights = problem.weights;
  hinges.loss.name = LossName::hinge;
  const std::vector<double> c = row_costs(hinges);
  const OneClassTerms terms(c, start);
  const SolverOptions below = with_callback_below(0.5 * dot(start.w, start.w), options);
  ThreadPool pool(options.threads);
  return visit_rows(problem.x, [&](const auto& x) {
    DataRows rows(x, hinges, pool);
    OneClassPair pair(x, hinges, program, scale, start);
    return AugmentedLagrangian(rows, terms, pair, below).run({});
  });
}

}  // namespace hingeline::internal
