// SPDX-License-Identifier: BSD-3-Clause
//
// The pair of the smallest gap among those that a solver has had proven, a pass over all rows each.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hingeline/options.hpp"
#include "problem/certificate.hpp"
#include "solvers/common/monitor.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"

namespace hingeline::internal {

class BestPair {
 public:
  BestPair(const Problem& problem, const Baseline& baseline, const SolverOptions& options)
      : problem_(problem), baseline_(baseline), options_(options), variables_(problem) {}

  /// Certifies v against the block's dual point; true where the best pair now is an answer. `gradient`, where it is
  /// given: out: v - sum_i s_i x_i with the appended column, grad P(v) where s_i = -c_i phi'(z_i).
  bool prove(const std::vector<double>& v, const DualBlock& dual_block, ThreadPool& pool,
             std::vector<double> multipliers = {}, std::span<double> gradient = {}) {
    std::vector<double> dual_coef(options_.keep_dual ? problem_.y.size() : 0);
    std::vector<double> coef(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(variables_.cols));
    std::vector<double> sums(gradient.empty() ? 0 : variables_.cols + 1);
    const StreamedPair pair{coef, variables_.intercept(v), dual_coef, sums, multipliers};
    const Certificate certificate = certify_pair(problem_, baseline_, pair, dual_block, pool);
    for (std::size_t j = 0; j < gradient.size(); ++j)
      gradient[j] = variables_.ridge(j) * v[j] - (j < variables_.cols ? 1 : variables_.appended) * sums[j];
    if (empty() || certificate.gap < best_.certificate.gap) {
      best_.coef = std::move(coef);
      best_.intercept = pair.intercept;
      best_.dual_coef = std::move(dual_coef);
      best_.multipliers = std::move(multipliers);
      best_.certificate = certificate;
    }
    return is_answer();
  }

  bool empty() const { return best_.coef.empty(); }
  bool is_answer() const { return accepts(best_.certificate, options_.tolerance); }
  std::vector<double> point() const {
    std::vector<double> v = best_.coef;
    if (variables_.appended != 0) v.push_back(best_.intercept / variables_.appended);
    return v;
  }
  const Certificate& certificate() const { return best_.certificate; }

  /// The pair as a solution that ends with `status`, unless it is an answer all the same.
  Solution take(Status status, const Monitor& monitor, double work, std::int64_t iterations) {
    if (is_answer()) status = Status::converged;
    return monitor.conclude(std::move(best_), status, static_cast<std::int64_t>(std::ceil(work)), iterations);
  }

 private:
  const Problem& problem_;
  const Baseline& baseline_;
  const SolverOptions& options_;
  const Variables variables_;
  Solution best_;
};

}  // namespace hingeline::internal
