// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hingeline::internal {

/// When a method that descends on P by its own estimate of the gap has its point proven, and when it gives up.
class DescentWatch {
 public:
  /// What the estimate must come down to: `wanted`, less after estimates that promised too much; or `least`, where
  /// arithmetic can do no better.
  double target(double wanted, double least = 0) const { return std::max(caution_ * wanted, least); }
  /// A proof was refused: later targets are 0.3 of what they were.
  void learn_refusal() { caution_ *= caution; }

  /// After a step, P or what it descends on instead, before and after it.
  void step(double before, double after) {
    idle_steps_ = before - after > rounding * std::abs(before) ? 0 : idle_steps_ + 1;
  }
  /// There is more to do than P tells.
  void go_on() { idle_steps_ = 0; }
  /// The last step did not descend by more than P's rounding.
  bool was_idle() const { return idle_steps_ > 0; }
  /// For long no step has descended by more than P's rounding.
  bool is_idle() const { return idle_steps_ > patience; }

 private:
  static constexpr double caution = 0.3;
  static constexpr double rounding = 1e-13;
  static constexpr std::int64_t patience = 20;

  double caution_ = 1;
  std::int64_t idle_steps_ = 0;
};

}  // namespace hingeline::internal
