// SPDX-License-Identifier: BSD-3-Clause
//
// Coordinate descents sum an estimate of their gap during a pass, row by row before the row moves, and without the rows
// that are set aside. Proofs tell how good the estimate is, which decides when the next proof is worth its cost, and
// how readily rows are set aside.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/infinity.hpp"

namespace hingeline::internal {

class GapWatch {
 public:
  /// Records a pass and its estimate of the gap; true if a proof should now be tried: it is expected to hold, or none
  /// was tried for long. Where all rows are in the estimate, the gap is expected to shrink by the ratio of the last
  /// two.
  bool record_pass(std::int64_t passes, double estimate, bool all_rows, double target) {
    const bool may_contract = passes > 1 && all_rows && estimate_ > 0;
    const double contraction = may_contract ? std::clamp(estimate / estimate_, 0.1, 1.0) : 1;
    estimate_ = estimate;
    expected_gap_ = estimate * contraction * correction_;
    return expected_gap_ <= target || passes >= next_proof_;
  }

  /// A proof is due after so many passes, unless earlier.
  void ask_after(std::int64_t passes) { next_proof_ = passes; }

  double expected_gap() const { return expected_gap_; }

  /// Learns from a proof that was refused. Where rows set aside hid most of the gap, fewer are set aside from now on;
  /// where they hid little, more.
  void learn(std::int64_t passes, double gap, bool all_rows) {
    next_proof_ = passes + 1 + std::max(passes / 2, std::min(passes, last_doubling));
    rate_ = std::log(proven_gap_ / gap) / static_cast<double>(passes - proven_at_);
    proven_gap_ = gap;
    proven_at_ = passes;
    const double gap_per_estimate = gap > 0 ? gap / estimate_ : 0;
    correction_ = std::clamp(gap_per_estimate, 0.1, 10.0);
    if (all_rows) return;
    if (gap_per_estimate > much_hidden) kappa_ *= 2;
    if (gap_per_estimate < little_hidden) kappa_ = std::max(smallest_kappa, 0.5 * kappa_);
  }

  /// Number of passes from the last proof to that target, at the rate between the last two proofs.
  double passes_left(double target) const { return rate_ > 0 ? std::log(proven_gap_ / target) / rate_ : infinity; }

  /// A row may be set aside if it would stay where it is even after its prediction moved kappa() times as far as any
  /// did in the last pass.
  double kappa() const { return kappa_; }

 private:
  static constexpr double first_kappa = 0.35;
  static constexpr double smallest_kappa = 1.0 / 64;
  static constexpr double much_hidden = 8;  // proven gap over the estimate without the rows set aside
  static constexpr double little_hidden = 2;
  static constexpr std::int64_t first_proof = 10;
  static constexpr std::int64_t last_doubling = 40;  // up to here the passes between proofs double, then grow by half

  double kappa_ = first_kappa;
  double estimate_ = infinity;
  double correction_ = 1;
  double expected_gap_ = infinity;
  std::int64_t next_proof_ = first_proof;
  double proven_gap_ = infinity;
  std::int64_t proven_at_ = 0;
  double rate_ = 0;  // at which the gap shrinks, per pass
};

}  // namespace hingeline::internal
