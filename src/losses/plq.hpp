// SPDX-License-Identifier: BSD-3-Clause
//
// Any convex piecewise linear-quadratic loss, phi(y, z) = f(t) with t = sign z + offset, sign^2 = 1:
//
//     margin t = y z,   residual t = y - z,   prediction t = z with f the row's own, number y
//
// On piece j, from k_j to k_{j+1}, f'(t) = D_j + A_j (t - a_j) rises from D_j^+ to D_j^-; where D_{j-1}^- < D_j^+ the
// breakpoint k_j is a kink.
//
//     d phi          = sign f'(t)
//     (c phi)*(-s)   = offset sign s + (c f)*(g),  g = -sign s;   (c f)*(g) = g k_j - c f(k_j) at the kink with
//                      c D_{j-1}^- <= g <= c D_j^+, and g a_j - c f(a_j) + (g - c D_j)^2 / (2 c A_j) on piece j
//     domain         c D_0 (at -infinity) <= g <= c D_K (at infinity)
//     step           with v in the place of z, the new t has t + q c f'(t) = t_v, a rising function of t: it is at kink
//                    k_j for k_j + q c D_{j-1}^- <= t_v <= k_j + q c D_j^+, where s = sign (k_j - t_v) / q, and else on
//                    the piece between two such intervals, where s = -sign (D_j + A_j (t_v - a_j)) / (1 / c + q A_j)
//     cost           linear in the number of pieces, which is small
//
// Source: Dai and Qiu, NeurIPS 2023, for the class of losses; their sums of ReLU and ReHU terms have a dual variable
// per term, this form has one per row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <span>

#include "hingeline/plq.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

/// One function of t, seen through its pieces.
class PlqView {
 public:
  explicit PlqView(std::span<const Plq::Piece> pieces) : pieces_(pieces) {}

  double value(double t) const { return pieces_[piece_at(t)].value_at(t); }
  double derivative(double t) const { return pieces_[piece_at(t)].slope_at(t); }
  double curvature(double t) const { return pieces_[piece_at(t)].curvature; }

  /// f' where piece j begins and ends.
  double at_begin(std::size_t j) const { return slope_at(j, j == 0 ? -infinity : pieces_[j].begin); }
  double at_end(std::size_t j) const { return slope_at(j, j == last() ? infinity : pieces_[j + 1].begin); }

  /// The interval of g where (c f)*(g) is finite.
  Interval gradients(double c) const { return {c == 0 ? 0 : c * at_begin(0), c == 0 ? 0 : c * at_end(last())}; }

  double conjugate(double c, double g) const {
    if (!gradients(c).contains(g)) return infinity;
    if (c == 0) return 0;
    std::size_t j = 0;
    while (j < last() && g > c * at_end(j)) ++j;
    const Plq::Piece& piece = pieces_[j];
    if (g < c * at_begin(j)) return g * piece.begin - c * piece.value_at(piece.begin);
    const double beyond = g - c * piece.slope;
    return g * piece.anchor - c * piece.value + (beyond == 0 ? 0 : beyond * (beyond / c / (2 * piece.curvature)));
  }

  struct Step {
    double g;      // in c d f(t)
    double slope;  // dg / dv
  };

  /// The step towards v: t = v - q g.
  Step step(double c, double v, double q) const {
    const double weight = std::min(q * c, std::numeric_limits<double>::max());
    std::size_t j = 0;
    while (j < last() && v > pieces_[j + 1].begin + weight * at_end(j)) ++j;
    const Plq::Piece& piece = pieces_[j];
    if (j > 0 && v < piece.begin + weight * at_begin(j)) {
      const double g = (v - piece.begin) / q;
      const double lower = c * at_end(j - 1);
      const double upper = c * at_begin(j);
      return {std::clamp(g, lower, std::max(lower, upper)), g > lower && g < upper ? 1 / q : 0};
    }
    if (piece.curvature == 0) return {c * piece.slope, 0};
    const double damping = 1 / c + q * piece.curvature;
    const double g = piece.slope_at(v) / damping;
    return {c == 0 ? 0 : std::clamp(g, c * at_begin(j), c * at_end(j)), piece.curvature / damping};
  }

  /// The pieces at whose begin the derivative or the curvature jumps.
  std::span<const Plq::Piece> later_pieces() const { return pieces_.subspan(1); }

 private:
  std::size_t last() const { return pieces_.size() - 1; }
  std::size_t piece_at(double t) const {
    std::size_t j = 0;
    while (j < last() && t > pieces_[j + 1].begin) ++j;
    return j;
  }
  /// t may be infinite.
  double slope_at(std::size_t j, double t) const {
    return pieces_[j].curvature == 0 ? pieces_[j].slope : pieces_[j].slope_at(t);
  }

  std::span<const Plq::Piece> pieces_;
};

class PlqLoss {
 public:
  explicit PlqLoss(const Plq& plq) : plq_(plq) {}

  double value(double y, double z) const { return function(y).value(argument(y, z)); }
  double derivative(double y, double z) const { return sign(y) * function(y).derivative(argument(y, z)); }
  double curvature(double y, double z) const { return function(y).curvature(argument(y, z)); }
  double conjugate(double y, double c, double s) const {
    const double shift = offset(y) == 0 ? 0 : offset(y) * sign(y) * s;
    return shift + function(y).conjugate(c, -sign(y) * s);
  }
  Interval domain(double y, double c) const {
    const Interval g = function(y).gradients(c);
    return sign(y) > 0 ? Interval{-g.upper, -g.lower} : g;
  }
  double step(double y, double c, double v, double q) const {
    return -sign(y) * function(y).step(c, argument(y, v), q).g;
  }
  double step_slope(double y, double c, double v, double q) const {
    return c == 0 ? 0 : function(y).step(c, argument(y, v), q).slope;
  }
  auto kinks(double y) const {
    return std::views::iota(std::size_t{0}, function(y).later_pieces().size()) |
           std::views::transform([pieces = function(y).later_pieces(), scale = sign(y), shift = offset(y)](auto k) {
             return scale * (pieces[scale < 0 ? pieces.size() - 1 - k : k].begin - shift);
           });
  }

 private:
  PlqView function(double y) const {
    return PlqView(plq_.pieces(plq_.argument() == PlqArgument::prediction ? static_cast<std::size_t>(y) : 0));
  }
  double sign(double y) const {
    if (plq_.argument() == PlqArgument::prediction) return 1;
    return plq_.argument() == PlqArgument::margin ? y : -1;
  }
  double offset(double y) const { return plq_.argument() == PlqArgument::residual ? y : 0; }
  double argument(double y, double z) const { return sign(y) * z + offset(y); }

  const Plq& plq_;
};

static_assert(LossSheet<PlqLoss>);

}  // namespace hingeline::internal
