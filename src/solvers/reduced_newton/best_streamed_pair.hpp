// SPDX-License-Identifier: BSD-3-Clause
//
// The best pair of primal and dual point among those that a solver has certified, each by a pass over all rows.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/infinity.hpp"
#include "hingeline/options.hpp"
#include "problem/certificate.hpp"
#include "problem/streamed_certificate.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

class BestStreamedPair {
 public:
  BestStreamedPair(const Problem& problem, const Baseline& baseline, const SolverOptions& options)
      : problem_(problem), baseline_(baseline), options_(options), variables_(problem) {
    best_.certificate.primal = best_.certificate.gap = best_.certificate.relative_gap = infinity;
  }

  /// Certifies v with the dual point of `dual_block`; returns whether the best pair now is an answer. Sets `sums`, if
  /// given, as in streamed_certificate.hpp.
  bool prove(const std::vector<double>& v, const DualBlock& dual_block, ThreadPool& pool,
             std::vector<double> multipliers = {}, StreamedSums* sums = nullptr) {
    std::vector<double> dual_coef(options_.keep_dual ? problem_.y.size() : 0);
    std::vector<double> coef(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(variables_.features()));
    const StreamedPair pair{coef, variables_.intercept(v), dual_coef, sums, multipliers};
    const Certificate certificate = certify_pair(problem_, baseline_, pair, dual_block, pool);
    is_last_ = empty() || is_nearer(certificate, best_.certificate, options_.tolerance);
    if (is_last_) {
      is_empty_ = false;
      best_.coef = std::move(coef);
      best_.intercept = pair.intercept;
      best_.dual_coef = std::move(dual_coef);
      best_.multipliers = std::move(multipliers);
      best_.certificate = certificate;
    }
    return is_answer();
  }

  /// Changes the dual point of the best pair if that makes the gap smaller; the pair must be the last one proven, with
  /// the slopes as its dual point.
  void prove_changed(const DualChange& change, ThreadPool& pool, StreamedSums& sums) {
    const DualBlock slopes;
    std::vector<double> dual_coef = best_.dual_coef;
    const StreamedPair pair{best_.coef, best_.intercept, dual_coef, &sums, best_.multipliers};
    const Certificate certificate = certify_changed(problem_, baseline_, pair, slopes, change, pool);
    if (certificate.gap < best_.certificate.gap) {
      best_.dual_coef = std::move(dual_coef);
      best_.certificate = certificate;
    }
  }

  /// grad P at the best point, from the sums of its slopes; with the appended column.
  std::vector<double> gradient(const StreamedSums& sums) const {
    std::vector<double> gradient = point();
    for (std::size_t j = 0; j < gradient.size(); ++j)
      gradient[j] =
          variables_.l2(j) * gradient[j] - (j < variables_.features() ? sums.u[j] : variables_.appended() * sums.s);
    return gradient;
  }

  /// Whether the best pair is the last one proven.
  bool is_last() const { return is_last_; }

  /// The gap at which the tolerance is met.
  double allowed_gap() const {
    const double primal = best_.certificate.primal;
    return options_.tolerance * gap_scale(primal, primal, baseline_.primal);
  }

  bool empty() const { return is_empty_; }
  bool is_answer() const { return accepts(best_.certificate, options_.tolerance); }
  std::vector<double> point() const {
    std::vector<double> v = best_.coef;
    if (variables_.has_intercept()) v.push_back(best_.intercept / variables_.appended());
    return v;
  }
  const Certificate& certificate() const { return best_.certificate; }

  /// Moves the best pair out as a solution with `status`, or converged if it is an answer.
  Solution take(Status status, const Monitor& monitor, double work, std::int64_t iterations) {
    if (is_answer()) status = Status::converged;
    return monitor.conclude(std::move(best_), status, work, iterations);
  }

 private:
  const Problem& problem_;
  const Baseline& baseline_;
  const SolverOptions& options_;
  const Variables variables_;
  Solution best_;
  bool is_empty_ = true;
  bool is_last_ = false;
};

}  // namespace hingeline::internal
