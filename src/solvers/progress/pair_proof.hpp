// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

/// The problem behind the rows of constrained_rows.hpp, and the proofs of its pairs.
class PairProof {
 public:
  static constexpr bool certifies = true;  // prove() goes by certificate() alone

  /// `constant` is the baseline(); `extra` has the rows behind the data's, or is null where there are none.
  PairProof(const Problem& problem, const Baseline& constant, const ExtraRows* extra, ThreadPool& pool)
      : problem_(problem), extra_(extra), pool_(pool), variables_(problem), baseline_(constant) {}

  double mean_cost() const { return internal::mean_cost(problem_); }
  double l2() const { return problem_.penalty.l2; }
  bool is_smooth() const { return is_differentiable(problem_.loss); }
  std::size_t data_rows() const { return problem_.y.size(); }
  const Baseline& baseline() const { return baseline_; }
  double scale(double primal, double dual) const { return gap_scale(primal, dual, baseline_.primal); }

  /// Certifies w with b (variables.hpp) against s of all rows, after setting coefficients to 0 that by s an L1 penalty
  /// holds there. True where that is the answer.
  bool prove(std::span<const double> s, std::span<const double> w, double tolerance);
  /// The same for w as it is.
  bool prove_given(std::span<const double> s, std::span<const double> w, double tolerance);

  const Certificate& certificate() const { return proven_.certificate; }
  /// The last point proven.
  const Solution& proven() const { return proven_; }
  Solution take() { return std::move(proven_); }

 private:
  void set_pair(std::span<const double> s, std::span<const double> w);
  bool certify(double tolerance);

  const Problem& problem_;
  const ExtraRows* extra_;
  ThreadPool& pool_;
  Variables variables_;
  Baseline baseline_;
  Solution proven_;
  std::vector<double> z_;
};

}  // namespace hingeline::internal
