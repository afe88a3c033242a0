// SPDX-License-Identifier: BSD-3-Clause
//
// A dual point for problems without a ridge, for Newton steps on all rows at once: it must make X's 0. s+ does so but
// for the accuracy of the inner minimisation and the rounding of predictions over t. The s that Newton's direction d
// foresees, s+ - h x'd, removes this rest; the correction is repeated where damping shortens d, along nearly dependent
// columns. Rows that it takes to an end of their domain stay there, and the others make up for them: without a ridge
// there are rows that only an infinite w satisfies, and columns that only s = 0 of all their rows balances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "core/stop.hpp"

namespace hingeline::internal {

template <class Rows, class Terms, class System>
class BalancedDual {
 public:
  BalancedDual(const Rows& rows, const Terms& terms, System& system, Stop stop)
      : rows_(rows), terms_(terms), system_(system), stop_(std::move(stop)) {}

  /// The balanced point from s+ and the h of all rows at t, after `steps` Newton steps. Refactors the system.
  std::span<const double> take(std::span<const double> next_s, std::span<const double> slope, double t,
                               std::int64_t steps) {
    t_ = t;
    h_.assign(slope.begin(), slope.end());
    s_.assign(next_s.begin(), next_s.end());
    if (!factor()) return next_s;
    for (double before = infinity;;) {
      const Step step = correct();
      if (step.any_at_end && may_factor_again(steps)) {
        ++further_factors_;
        if (!factor()) return next_s;
        before = infinity;
      } else if (step.norm2 < 0.5 * before && !is_due(stop_)) {
        before = step.norm2;
      } else {
        return s_;
      }
    }
  }

 private:
  struct Step {
    double norm2;  // |X's|^2 before it
    bool any_at_end;
  };

  bool factor() {
    constexpr double damping = 1e-13;
    const std::vector<double> no_ridge(rows_.cols());
    return system_.factor({h_, no_ridge, t_, damping});
  }

  /// Factors that only proofs need: beyond the first 30, one in every four Newton steps.
  bool may_factor_again(std::int64_t steps) const { return further_factors_ < 30 + steps / 4; }

  /// Moves s to s - h x'd, d by the present factor of H, and sets h to 0 for rows that come to an end of their domain.
  Step correct() {
    constexpr double beyond = 1.001;  // lest a thousandth of the way to the end be left
    std::vector<double> direction(rows_.cols());
    std::vector<double> move(s_.size());
    rows_.combine(s_, direction);
    const double norm2 = dot(direction, direction);
    system_.solve(direction);
    rows_.predict(direction, move);
    std::vector<double> there(s_.size());
    for (std::size_t i = 0; i < there.size(); ++i) there[i] = s_[i] - beyond * h_[i] * move[i];
    std::vector<double> inside = there;
    terms_.clip(inside);
    bool any_at_end = false;
    for (std::size_t i = 0; i < there.size(); ++i) {
      const bool at_end = h_[i] > 0 && inside[i] != there[i];
      s_[i] = at_end ? inside[i] : s_[i] - h_[i] * move[i];
      if (at_end) h_[i] = 0;
      any_at_end |= at_end;
    }
    return {norm2, any_at_end};
  }

  const Rows& rows_;
  const Terms& terms_;
  System& system_;
  const Stop stop_;
  double t_ = 0;
  std::vector<double> s_;
  std::vector<double> h_;
  std::int64_t further_factors_ = 0;
};

}  // namespace hingeline::internal
