// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hingeline::internal {

/// Decides when a method that minimises P, with its own estimate of the gap, has its point proven, and when it gives
/// up.
class DescentWatch {
 public:
  /// The estimate at which to prove: `wanted`, less after proofs that were refused; but `least` where rounding allows
  /// no less.
  double target(double wanted, double least = 0) const { return std::max(caution_ * wanted, least); }
  /// A proof was refused: later targets are 0.3 of what they were.
  void learn_refusal() { caution_ *= caution; }

  /// Records a step: P, or what is minimised in its place, before and after it.
  void step(double before, double after) {
    idle_steps_ = before - after > rounding * std::abs(before) ? 0 : idle_steps_ + 1;
  }
  /// Resets the count of idle steps: there is more to do than P tells.
  void go_on() { idle_steps_ = 0; }
  /// Whether the last step did not lower P by more than its rounding.
  bool was_idle() const { return idle_steps_ > 0; }
  /// Whether no step for long has lowered P by more than its rounding.
  bool is_idle() const { return idle_steps_ > patience; }

 private:
  static constexpr double caution = 0.3;
  static constexpr double rounding = 1e-13;
  static constexpr std::int64_t patience = 20;

  double caution_ = 1;
  std::int64_t idle_steps_ = 0;
};

}  // namespace hingeline::internal
