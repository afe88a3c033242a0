// SPDX-License-Identifier: BSD-3-Clause
//
// The loss of losses/plq.hpp for the usual case of one function of at most four pieces for all rows: it selects the
// piece without branches, so that compilers vectorise loops over rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <ranges>
#include <span>

#include "hingeline/plq.hpp"
#include "losses/loss_concept.hpp"
#include "losses/plq.hpp"

namespace hingeline::internal {

inline constexpr std::size_t most_few_pieces = 4;

/// A loss of the margin or of the residual.
template <PlqArgument what>
class FewPiecesLoss {
 public:
  explicit FewPiecesLoss(std::span<const Plq::Piece> pieces) : count_(pieces.size()) {
    for (std::size_t j = 0; j < most_few_pieces; ++j) put(j, pieces);
  }

  [[gnu::always_inline]] double value(double y, double z) const {
    const double t = argument(y, z);
    const Place j = place_of(t);
    const double beyond = t - of(anchors_, j);
    return of(values_, j) + (of(slopes_, j) + 0.5 * of(curvatures_, j) * beyond) * beyond;
  }
  [[gnu::always_inline]] double derivative(double y, double z) const {
    const double t = argument(y, z);
    const Place j = place_of(t);
    return sign(y) * (of(slopes_, j) + of(curvatures_, j) * (t - of(anchors_, j)));
  }
  [[gnu::always_inline]] double curvature(double y, double z) const {
    return of(curvatures_, place_of(argument(y, z)));
  }

  [[gnu::always_inline]] double conjugate(double y, double c, double s) const {
    const double g = -sign(y) * s;
    const Place j = place([&](std::size_t k) { return g > c * at_end_[k - 1]; });
    const double beyond = g - c * of(slopes_, j);
    const double curved = beyond * (beyond / c / (2 * of(curvatures_, j)));
    const double on_piece = g * of(anchors_, j) - c * of(values_, j) + (beyond == 0 ? 0 : curved);
    const double at_kink = g * of(begins_, j) - c * of(values_at_begin_, j);
    const double inside = g < c * of(at_begin_, j) ? at_kink : on_piece;
    const double shift = is_margin ? 0 : -y * s;
    return gradients(c).contains(g) ? shift + (c == 0 ? 0 : inside) : infinity;
  }
  [[gnu::always_inline]] Interval domain(double y, double c) const {
    const Interval g = gradients(c);
    return sign(y) > 0 ? Interval{-g.upper, -g.lower} : g;
  }

  [[gnu::always_inline]] double step(double y, double c, double v, double q) const {
    const double t = argument(y, v);
    const Place j = place_after_step(c, t, q);
    const double lower = c * of(before_, j);
    const double begin = c * of(at_begin_, j);
    const double at_kink = between((t - of(begins_, j)) / q, lower, std::max(lower, begin));
    const double rising = (of(slopes_, j) + of(curvatures_, j) * (t - of(anchors_, j))) / damping(c, q, j);
    const double curved = c == 0 ? 0 : between(rising, begin, c * of(at_end_, j));
    const double on_piece = of(curvatures_, j) == 0 ? c * of(slopes_, j) : curved;
    return -sign(y) * (is_at_kink(c, t, q, j) ? at_kink : on_piece);
  }
  [[gnu::always_inline]] double step_slope(double y, double c, double v, double q) const {
    const double t = argument(y, v);
    const Place j = place_after_step(c, t, q);
    const double g = (t - of(begins_, j)) / q;
    const bool inside = g > c * of(before_, j) && g < c * of(at_begin_, j);
    const double at_kink = inside ? 1 / q : 0;
    const double on_piece = of(curvatures_, j) == 0 ? 0 : of(curvatures_, j) / damping(c, q, j);
    const double slope = is_at_kink(c, t, q, j) ? at_kink : on_piece;
    return c == 0 ? 0 : slope;
  }

  auto kinks(double y) const {
    return std::views::iota(std::size_t{1}, count_) | std::views::transform([this, y](std::size_t k) {
             return sign(y) * (begins_[sign(y) > 0 ? k : count_ - k] - (is_margin ? 0 : y));
           });
  }

 private:
  static constexpr bool is_margin = what == PlqArgument::margin;

  using Numbers = std::array<double, most_few_pieces>;  // of each piece

  /// Which pieces have been reached; the last of them counts.
  struct Place {
    bool second;
    bool third;
    bool fourth;
  };

  /// Sets piece j; beyond the last one it is repeated, beginning where no t ever is.
  void put(std::size_t j, std::span<const Plq::Piece> pieces) {
    const std::size_t given = std::min(j, count_ - 1);
    const Plq::Piece& piece = pieces[given];
    const PlqView function(pieces);
    begins_[j] = j < count_ ? piece.begin : infinity;
    anchors_[j] = piece.anchor;
    values_[j] = piece.value;
    slopes_[j] = piece.slope;
    curvatures_[j] = piece.curvature;
    values_at_begin_[j] = piece.value_at(piece.begin);
    before_[j] = j > 0 ? at_end_[j - 1] : -infinity;
    at_begin_[j] = function.at_begin(given);
    at_end_[j] = function.at_end(given);
  }

  double sign(double y) const { return is_margin ? y : -1; }
  double argument(double y, double z) const { return is_margin ? y * z : y - z; }
  Interval gradients(double c) const {
    return {c == 0 ? 0 : c * at_begin_[0], c == 0 ? 0 : c * at_end_[most_few_pieces - 1]};
  }

  /// reached(k), k = 1, 2, 3: whether piece k is reached from the one before.
  template <class Reached>
  static Place place(const Reached& reached) {
    return {reached(1), reached(2), reached(3)};
  }
  /// The number of piece j. The numbers have names, and j is passed by value, for compilers do not vectorise reads from
  /// a copied array.
  static double of(const Numbers& numbers, Place j) {
    const double first = numbers[0];
    const double second = numbers[1];
    const double third = numbers[2];
    const double fourth = numbers[3];
    const double of_two = j.second ? second : first;
    const double of_three = j.third ? third : of_two;
    return j.fourth ? fourth : of_three;
  }

  Place place_of(double t) const {
    return place([&](std::size_t k) { return t > begins_[k]; });
  }
  Place place_after_step(double c, double t, double q) const {
    return place([&](std::size_t k) { return t > begins_[k] + weight(c, q) * at_end_[k - 1]; });
  }
  bool is_at_kink(double c, double t, double q, Place j) const {
    return t < of(begins_, j) + weight(c, q) * of(at_begin_, j);
  }
  static double weight(double c, double q) { return std::min(q * c, std::numeric_limits<double>::max()); }
  double damping(double c, double q, Place j) const { return 1 / c + q * of(curvatures_, j); }
  static double between(double g, double lower, double upper) { return std::min(std::max(g, lower), upper); }

  std::size_t count_;
  Numbers begins_;
  Numbers anchors_;
  Numbers values_;
  Numbers slopes_;
  Numbers curvatures_;
  Numbers values_at_begin_;
  Numbers before_;    // the derivative where the piece before ends
  Numbers at_begin_;  // the derivative
  Numbers at_end_;    // likewise; infinite where a parabola does not end
};

static_assert(LossSheet<FewPiecesLoss<PlqArgument::margin>>);

}  // namespace hingeline::internal
