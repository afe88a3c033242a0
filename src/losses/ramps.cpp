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

std::optional<RampLoss> named_ramps(const Loss& loss) {
  const double e = loss.epsilon;
  const double tau = loss.tau;
  switch (loss.name) {
    case LossName::hinge:
      return RampLoss{true, 0.5, -0.5, 1, {jump(1, 1)}};
    case LossName::squared_hinge:
      return RampLoss{true, 0, 0, 1, {half_line_below(1, 2)}};
    case LossName::smoothed_hinge:
      return RampLoss{true, 0.5 - loss.gamma / 8, -0.5, 1, {between(1 - loss.gamma, 1, 1)}};
    case LossName::epsilon_insensitive:
      return RampLoss{false, -e, 0, 2, {jump(-e, 1), jump(e, 1)}};
    case LossName::squared_epsilon_insensitive:
      return RampLoss{false, 0, 0, 2, {half_line_below(-e, 2), half_line_above(e, 2)}};
    case LossName::quantile:
      return RampLoss{false, -e / 2, 0.5 - tau, 2, {jump(-e, tau), jump(e, 1 - tau)}};
    case LossName::absolute:
      return RampLoss{false, 0, 0, 1, {jump(0, 2)}};
    case LossName::squared:
      return RampLoss{false, 0, 0, 1, {Ramp{0, 1, -infinity, infinity}}};
    case LossName::huber:
      return RampLoss{false, 0, 0, 1, {between(-loss.delta, loss.delta, 2 * loss.delta)}};
    case LossName::expectile:
      return RampLoss{false, 0, 0, 2, {half_line_below(0, 2 * tau), half_line_above(0, 2 * (1 - tau))}};
    case LossName::logistic:
    case LossName::plq:
      return std::nullopt;
  }
  return std::nullopt;
}

/// Where a ramp begins and ends: the finite ones of at + lower / rise and at + upper / rise, a jump's being one.
void add_kinks(const Ramp& ramp, RampLoss& loss) {
  for (const double end : {ramp.lower, ramp.upper}) {
    if (std::isinf(end)) continue;
    const double kink = ramp.rise < jump_rise ? ramp.at + end / ramp.rise : ramp.at;
    const auto last = loss.kinks.begin() + loss.kink_count;
    if (std::find(loss.kinks.begin(), last, kink) == last)
      loss.kinks[static_cast<std::size_t>(loss.kink_count++)] = kink;
  }
}

Piece piece_at(const RampLoss& loss, double t) {
  Piece piece{loss.slope, 0};
  for (int k = 0; k < loss.ramp_count; ++k) {
    const Ramp& ramp = loss.ramps[static_cast<std::size_t>(k)];
    const double s = ramp.rise * (t - ramp.at);
    if (s > ramp.lower && s < ramp.upper) {
      piece.curvature += ramp.rise;
      piece.slope -= ramp.rise * ramp.at;
    } else {
      piece.slope += std::clamp(s, ramp.lower, ramp.upper);
    }
  }
  return piece;
}

void find_pieces(RampLoss& loss) {
  for (int k = 0; k < loss.ramp_count; ++k) add_kinks(loss.ramps[static_cast<std::size_t>(k)], loss);
  const int count = loss.kink_count;
  std::sort(loss.kinks.begin(), loss.kinks.begin() + count);
  const double first = count > 0 ? loss.kinks[0] : 0;
  const double last = count > 0 ? loss.kinks[static_cast<std::size_t>(count) - 1] : 0;
  loss.pieces[0] = piece_at(loss, first - 1);
  if (count == 2) loss.pieces[1] = piece_at(loss, (first + last) / 2);
  if (count > 0) loss.pieces[static_cast<std::size_t>(count)] = piece_at(loss, last + 1);
}

/// Of convex pieces in t, at most most_kinks + 1 of them, gathered from the first to the last.
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

  /// What the ramps leave of the derivative and of the value at the end of the first piece.
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

/// Of residuals y - z as a function of t = z - y.
RampLoss mirrored(RampLoss loss) {
  loss.classes = false;
  loss.slope = -loss.slope;
  for (Ramp& ramp : loss.ramps) ramp = {-ramp.at, ramp.rise, -ramp.upper, -ramp.lower};
  const auto kinks = std::span(loss.kinks).first(static_cast<std::size_t>(loss.kink_count));
  std::ranges::reverse(kinks);
  for (double& kink : kinks) kink = -kink;
  const auto pieces = std::span(loss.pieces).first(kinks.size() + 1);
  std::ranges::reverse(pieces);
  for (Piece& piece : pieces) piece.slope = -piece.slope;
  return loss;
}

std::optional<RampLoss> plq_ramps(const Plq& plq) {
  if (plq.argument() == PlqArgument::prediction || plq.pieces(0).size() > most_kinks + 1) return std::nullopt;
  const RampLoss loss = RampsOfPieces(plq.pieces(0)).run();
  return plq.argument() == PlqArgument::margin ? loss : mirrored(loss);
}

}  // namespace

std::optional<RampLoss> ramp_form(const Loss& loss) {
  if (loss.name == LossName::plq) return plq_ramps(*loss.plq);
  std::optional<RampLoss> form = named_ramps(loss);
  if (form) find_pieces(*form);
  return form;
}

}  // namespace hingeline::internal
