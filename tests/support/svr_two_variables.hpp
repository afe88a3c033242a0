// SPDX-License-Identifier: BSD-3-Clause
//
// Support vector regression by dual coordinate descent with two variables per row, as a slow reference for dual_cd's
// one:
//
//     minimise over 0 <= alpha+_i, alpha-_i <= U
//         1/2 |sum_i beta_i x_i|^2 + sum_i [ epsilon (alpha+_i + alpha-_i) - y_i beta_i
//                                            + lambda/2 ((alpha+_i)^2 + (alpha-_i)^2) ],   beta_i = alpha+_i - alpha-_i
//
// with lambda = 0, U = C for the epsilon-insensitive loss and lambda = 1 / (2 C), U = infinity for its square. No
// intercept. Ho & Lin, JMLR 2012, algorithm 2 without shrinking: the 2 l variables in random order, each to its exact
// minimum.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "core/timer.hpp"
#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "problem/certificate.hpp"

namespace hingeline::support {

class SvrTwoVariables {
 public:
  SvrTwoVariables(const Problem& problem, std::uint64_t seed)
      : problem_(problem), random_(seed), order_(2 * problem.y.size()), alpha_(order_.size()) {
    const bool squared = problem.loss.name == LossName::squared_epsilon_insensitive;
    lambda_ = squared ? 1 / (2 * problem.C) : 0.0;
    upper_ = squared ? std::numeric_limits<double>::infinity() : problem.C;
    std::iota(order_.begin(), order_.end(), 0U);
    w_.resize(static_cast<std::size_t>(cols(problem.x)));
  }

  /// Passes until the certificate that dual_cd stops on holds; it is computed after every pass, outside the seconds
  /// reported.
  Solution solve(double tolerance, std::int64_t max_passes) {
    const internal::Baseline base = internal::baseline(problem_);
    Solution solution;
    solution.status = Status::max_passes;
    while (solution.status != Status::converged && solution.passes < max_passes) {
      const internal::Timer timer;
      internal::visit_rows(problem_.x, [&](const auto& x) { sweep(x); });
      solution.seconds += timer.seconds();
      ++solution.passes;
      solution.iterations += static_cast<std::int64_t>(order_.size());
      certify_into(solution, base);
      if (internal::accepts(solution.certificate, tolerance)) solution.status = Status::converged;
    }
    return solution;
  }

 private:
  template <internal::RowMatrix Rows>
  void sweep(const Rows& x) {
    if (norms_.empty())
      for (std::int64_t i = 0; i < x.rows(); ++i) norms_.push_back(x.squared_norm(i));
    internal::shuffle(std::span(order_), random_);
    for (const std::uint32_t k : order_) {
      const std::int64_t i = k / 2;
      const double sign = k % 2 == 0 ? 1 : -1;
      const double residual = x.dot(i, w_.data()) - problem_.y[static_cast<std::size_t>(i)];
      const double slope = sign * residual + problem_.loss.epsilon + lambda_ * alpha_[k];
      const double after = minimiser(alpha_[k], slope, norms_[static_cast<std::size_t>(i)] + lambda_);
      if (after == alpha_[k]) continue;
      x.add(i, sign * (after - alpha_[k]), w_.data());
      alpha_[k] = after;
    }
  }

  /// Of the one-variable problem whose derivative at alpha is `slope`, on [0, U].
  double minimiser(double alpha, double slope, double curvature) const {
    if (curvature > 0) return std::clamp(alpha - slope / curvature, 0.0, upper_);
    if (slope == 0) return alpha;
    return slope > 0 ? 0 : upper_;
  }

  void certify_into(Solution& solution, const internal::Baseline& base) const {
    const std::size_t n = problem_.y.size();
    solution.dual_coef.resize(n);
    for (std::size_t i = 0; i < n; ++i) solution.dual_coef[i] = alpha_[2 * i] - alpha_[2 * i + 1];
    solution.coef.resize(w_.size());
    std::vector<double> predictions(n);
    internal::CertifiedPoint point{solution.dual_coef, solution.coef, predictions, 0};
    solution.certificate = internal::certify(problem_, base, point);
  }

  const Problem& problem_;
  internal::Random random_;
  double lambda_;
  double upper_;
  std::vector<std::uint32_t> order_;  // variable 2 i is alpha+_i, 2 i + 1 is alpha-_i
  std::vector<double> alpha_;
  std::vector<double> norms_;
  std::vector<double> w_;
};

}  // namespace hingeline::support
