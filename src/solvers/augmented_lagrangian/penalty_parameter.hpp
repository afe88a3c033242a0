// SPDX-License-Identifier: BSD-3-Clause
//
// t, the inverse of the augmented Lagrangian's penalty parameter. The smaller it is, the fewer centres follow, and the
// more steps each takes.
//
// Begins   as small as leaves enough rows curved in the first Newton steps. Without a ridge nearly at least squares, for
//          psi could fall for ever along directions without curved rows. So too with conjugate gradients, which take
//          few products at a large t
// Falls    after centres that took few steps
// Rises    after those that took many, where steps are stuck, and where s+ has lost its digits
#pragma once

#include <algorithm>
#include <cstddef>

namespace hingeline::internal {

class PenaltyParameter {
 public:
  struct Setting {
    bool has_ridge;
    bool is_smooth;    ///< the loss is differentiable
    bool by_products;  ///< systems are solved by conjugate gradients
    std::size_t unknowns;
    std::size_t rows;
  };

  enum class Start {
    cold,
    near,
    far,  ///< with s alone, which is far from the answer
  };

  explicit PenaltyParameter(const Setting& setting) : setting_(setting) {}

  double t() const { return t_; }

  /// Sets the first t, which is at least `least`. At `least_squares` nearly all rows are curved; curved(t) is how many
  /// are at t.
  template <class Curved>
  void begin(double least_squares, double least, Start start, const Curved& curved) {
    largest_ = std::max(least_squares, least);
    t_ = std::max(first(start, curved), least);
  }

  /// Whether rounding of predictions over t is next to all of s+.
  bool is_without_digits() const {
    constexpr double least_digits = 1e-13;
    return t_ < least_digits * largest_;
  }

  /// Rises, to give s+ more digits. At the largest t it keeps its digits, whatever the units: that is the sum of all
  /// |x_i|^2, or largest_ if that is more.
  void rise_for_digits(double squared_norm) { t_ = std::min(std::max(largest_, squared_norm), 10 * t_); }

  /// Rises after a centre that took many steps.
  void rise() { t_ *= 3; }

  /// Whether t may rise where steps are stuck, P having fallen from first_primal to primal.
  bool may_rise(double first_primal, double primal) const { return t_ < reachable(first_primal, primal); }

  void rise_where_stuck(double first_primal, double primal) {
    const double most = reachable(first_primal, primal);
    t_ = most > largest_ ? most : std::min(largest_, 3 * t_);
  }

  /// Falls to a tenth. Without a ridge, while centres make progress, to a tenth, a third or not at all, so that the
  /// rows curved there are as many as the unknowns: with fewer, steps go from kink to kink. Without progress t falls
  /// all the same, for dependent columns are never determined and this t has no more to gain.
  template <class Curved>
  void lower(bool fruitful, const Curved& curved) {
    const double before = t_;
    for (const double fall : {10.0, 3.0, 1.0}) {
      t_ = before / fall;
      if (setting_.has_ridge || !fruitful) return;
      if (curved(t_) >= std::min(setting_.unknowns, setting_.rows)) return;
    }
  }

 private:
  template <class Curved>
  double first(Start start, const Curved& curved) const {
    if (setting_.by_products) return largest_;
    if (!setting_.has_ridge) return start == Start::cold ? largest_ : largest_ / 100;
    const double t = largest_ / (setting_.is_smooth ? 1000 : 100);
    return start == Start::cold ? t : lowered_for_start(t, start, curved);
  }

  /// t lowered for a warm start, which shows the rows next to kinks: as far as the curved ones just determine all
  /// unknowns. For a far start at least one row in fifty must be curved, for more rows will come next to kinks.
  template <class Curved>
  double lowered_for_start(double t, Start start, const Curved& curved) const {
    constexpr double least = 1e-4;  // of largest_
    constexpr double fall = 3;
    constexpr std::size_t fifty = 50;
    const std::size_t unknowns = setting_.unknowns + setting_.unknowns / 2;
    const std::size_t enough = start == Start::far ? std::max(unknowns, setting_.rows / fifty) : unknowns;
    while (t > fall * least * largest_ && curved(t / fall) >= enough) t /= fall;
    return t;
  }

  /// The largest t to rise to where steps are stuck. On separable classes the logistic loss has no minimum, and the
  /// curvature of its rows falls with P. Were constraints, which are stiff by 1 / t, not to soften with it, H would
  /// have no digits but theirs.
  double reachable(double first_primal, double primal) const {
    constexpr double share = 1e-6;
    constexpr double rounding = 1e-15;
    if (setting_.has_ridge || !setting_.is_smooth) return largest_;
    return largest_ * std::max(1.0, share * first_primal / std::max(primal, rounding * first_primal));
  }

  Setting setting_;
  double t_ = 0;
  double largest_ = 0;
};

}  // namespace hingeline::internal
