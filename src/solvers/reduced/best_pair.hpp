// SPDX-License-Identifier: BSD-3-Clause
//
// The pair of the smallest gap among those that a solver has had proven, a pass over all rows each.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "hingeline/options.hpp"
#include "problem/certificate.hpp"
#include "solvers/common/monitor.hpp"
#include "solvers/reduced/reduced_problem.hpp"

namespace hingeline::internal {

class BestPair {
 public:
  BestPair(const Problem& problem, const Baseline& baseline, const SolverOptions& options)
      : problem_(problem), baseline_(baseline), options_(options), variables_(problem) {}

  /// Certifies v against the block's dual point; true where the best pair now is an answer.
  bool prove(const std::vector<double>& v, const DualBlock& dual_block, ThreadPool& pool) {
    std::vector<double> dual_coef(options_.keep_dual ? problem_.y.size() : 0);
    std::vector<double> coef(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(variables_.cols));
    const StreamedPair pair{coef, variables_.intercept(v), dual_coef};
    const Certificate certificate = certify_pair(problem_, baseline_, pair, dual_block, pool);
    if (empty() || certificate.gap < best_.certificate.gap) {
      best_.coef = std::move(coef);
      best_.intercept = pair.intercept;
      best_.dual_coef = std::move(dual_coef);
      best_.certificate = certificate;
    }
    return is_answer();
  }

  bool empty() const { return best_.coef.empty(); }
  bool is_answer() const { return accepts(best_.certificate, options_.tolerance); }
  const Certificate& certificate() const { return best_.certificate; }

  Progress progress() const {
    Progress now;
    now.primal = best_.certificate.primal;
    now.dual = best_.certificate.dual;
    now.relative_gap = best_.certificate.relative_gap;
    return now;
  }

  /// The pair as a solution that ends with `status`, unless it is an answer all the same.
  Solution take(Status status, const Monitor& monitor, double work) {
    if (is_answer()) status = Status::converged;
    monitor.conclude(best_, status, static_cast<std::int64_t>(std::ceil(work)), 0);
    return std::move(best_);
  }

 private:
  const Problem& problem_;
  const Baseline& baseline_;
  const SolverOptions& options_;
  const Variables variables_;
  Solution best_;
};

}  // namespace hingeline::internal
