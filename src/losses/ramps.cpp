// SPDX-License-Identifier: BSD-3-Clause
#include "losses/ramps.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "losses/is_corner.hpp"
#include "losses/plq.hpp"

namespace hingeline::internal {
namespace {

Ramp jump(double at, double height) { return {at, jump_rise, -height / 2, height / 2}; }
Ramp half_line_above(double at, double rise) { return {at, rise, 0, infinity}; }
Ramp half_line_below(double at, double rise) { return {at, rise, -infinity, 0}; }
Ramp between(double first, double last, double height) {
  return {(first + last) / 2, height / (last - first), -height / 2, height / 2};
}

/// The ramp form of convex pieces in t, at most most_kinks + 1 of them, gathered from the first to the last.
class RampsOfPieces {
 public:
  explicit RampsOfPieces(std::span<const Plq::Piece> pieces) : pieces_(pieces) {}

  RampLoss run() {
    for (std::size_t j = 0; j < pieces_.size(); ++j) {
      if (j > 0) add_jump(j);
      if (pieces_[j].curvature > 0) add(rise_of(j));
    }
    add_line();
    list_pieces();
    return loss_;
  }

 private:
  static double slope(const Plq::Piece& piece, double t) { return PlqView({&piece, 1}).derivative(t); }

  void add(const Ramp& ramp) { loss_.ramps[static_cast<std::size_t>(loss_.ramp_count++)] = ramp; }

  void add_jump(std::size_t j) {
    const double begin = pieces_[j].begin;
    const double below = slope(pieces_[j - 1], begin);
    const double above = slope(pieces_[j], begin);
    if (is_corner(below, above)) add(jump(begin, above - below));
  }

  Ramp rise_of(std::size_t j) const {
    const bool is_last = j + 1 == pieces_.size();
    const double rise = pieces_[j].curvature;
    if (j == 0 && is_last) return {pieces_[j].anchor, rise, -infinity, infinity};
    if (is_last) return half_line_above(pieces_[j].begin, rise);
    const double end = pieces_[j + 1].begin;
    return j == 0 ? half_line_below(end, rise) : between(pieces_[j].begin, end, rise * (end - pieces_[j].begin));
  }

  /// Adds the line that the ramps lack: of the derivative and of the value at the end of the first piece.
  void add_line() {
    const Plq::Piece& first = pieces_.front();
    const double end = pieces_.size() > 1 ? pieces_[1].begin : first.anchor;
    loss_.slope = slope(first, end);
    for (const Ramp& ramp : loss_.ramps)
      if (!std::isinf(ramp.lower)) loss_.slope -= ramp.lower;
    loss_.value = PlqView(pieces_).value(end) - loss_.exact(end);
  }

  void list_pieces() {
    loss_.kink_count = static_cast<int>(pieces_.size()) - 1;
    for (std::size_t j = 0; j < pieces_.size(); ++j) {
      if (j > 0) loss_.kinks[j - 1] = pieces_[j].begin;
      loss_.pieces[j] = {slope(pieces_[j], 0), pieces_[j].curvature};
    }
  }

  std::span<const Plq::Piece> pieces_;
  RampLoss loss_{true, 0, 0, 0, {}};
};

/// A loss of the residual y - z as a function of t = z - y.
RampLoss mirrored(RampLoss loss) {
  loss.classes = false;
  loss.slope = -loss.slope;
  const auto ramps = std::span(loss.ramps).first(static_cast<std::size_t>(loss.ramp_count));
  std::ranges::reverse(ramps);
  for (Ramp& ramp : ramps) ramp = {-ramp.at, ramp.rise, -ramp.upper, -ramp.lower};
  const auto kinks = std::span(loss.kinks).first(static_cast<std::size_t>(loss.kink_count));
  std::ranges::reverse(kinks);
  for (double& kink : kinks) kink = -kink;
  const auto pieces = std::span(loss.pieces).first(kinks.size() + 1);
  std::ranges::reverse(pieces);
  for (Piece& piece : pieces) piece.slope = -piece.slope;
  return loss;
}

}  // namespace

std::optional<RampLoss> ramp_form(const Loss& loss) {
  if (loss.name == LossName::logistic) return std::nullopt;
  const Loss in_pieces = plq_form(loss);
  const Plq& plq = *in_pieces.plq;
  if (plq.argument() == PlqArgument::prediction || plq.pieces(0).size() > most_kinks + 1) return std::nullopt;
  const RampLoss form = RampsOfPieces(plq.pieces(0)).run();
  return plq.argument() == PlqArgument::margin ? form : mirrored(form);
}

}  // namespace hingeline::internal
