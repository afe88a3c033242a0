// SPDX-License-Identifier: BSD-3-Clause
//
// Piecewise linear and quadratic losses as one function of one variable, so that one loop serves them all. t = y z for
// classification, t = z - y for regression; then phi(y, z) = psi(t) with a derivative that is a sum of clipped ramps:
//
//     psi'(t) = slope + sum_k s_k(t),    s_k(t) = clip(rise_k (t - at_k), lower_k, upper_k),    lower_k <= 0 <= upper_k
//     psi(t)  = value + slope t + sum_k s_k(t) (t - at_k - s_k(t) / (2 rise_k))
//
// A jump of the derivative is a ramp of infinite rise (`jump_rise` in the code), half a parabola a ramp without an end.
// The hinge, for one, is 1/2 - t/2 with a jump of height 1 at t = 1.
//
// Smoothed to the width h, every ramp with two ends takes at least h from one to the other, about the same centre:
// rise_k(h) = min(rise_k, (upper_k - lower_k) / h). Its slopes stay in [lower_k, upper_k], so those of a smoothed loss
// are dual feasible, and their Fenchel-Young gap against the exact psi at t is at most, with s the smoothed and e the
// exact slope,
//
//     sum_k (e_k - s_k) (t - at_k - (e_k + s_k) / (2 rise_k))            (every term >= 0)
//
// With centres m_k, s_k = clip((1 - rise_k(h) / rise_k) m_k + rise_k(h) (t - at_k), lower_k, upper_k): the slope of the
// augmented Lagrangian with multiplier m_k, which is exact where m_k is the exact slope at the solution.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "core/infinity.hpp"
#include "hingeline/loss.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

inline constexpr double jump_rise = 1e300;

/// No loss has more kinks in this form, nor more ramps: a jump at each, a parabola on each piece.
inline constexpr std::size_t most_kinks = 8;
inline constexpr std::size_t most_ramps = 2 * most_kinks + 1;

struct Ramp {
  double at;
  double rise;
  double lower;
  double upper;
};

/// Between two kinks psi'(t) = slope + curvature t.
struct Piece {
  double slope;
  double curvature;
};

struct RampLoss {
  bool classes;  ///< t = y z
  double value;
  double slope;
  int ramp_count;
  std::array<Ramp, most_ramps> ramps;
  int kink_count = 0;
  std::array<double, most_kinks> kinks = {};      ///< ascending
  std::array<Piece, most_kinks + 1> pieces = {};  ///< piece k lies above k kinks

  /// t = sign z - shift
  double sign(double y) const { return classes ? y : 1; }
  double shift(double y) const { return classes ? 0 : y; }
  /// The distance to the nearest kink; infinite where there is none.
  double kink_distance(double t) const {
    double nearest = infinity;
    for (int k = 0; k < kink_count; ++k) nearest = std::min(nearest, std::abs(t - kinks[static_cast<std::size_t>(k)]));
    return nearest;
  }
  /// psi(t)
  double exact(double t) const {
    double sum = value + slope * t;
    for (int k = 0; k < ramp_count; ++k) {
      const Ramp& ramp = ramps[static_cast<std::size_t>(k)];
      const double s = std::clamp(ramp.rise * (t - ramp.at), ramp.lower, ramp.upper);
      sum += s * (t - ramp.at - s / (2 * ramp.rise));
    }
    return sum;
  }
};

/// The loss in this form; nothing for the logistic loss, and for PLQ losses whose rows have functions of their own or
/// that have too many kinks.
std::optional<RampLoss> ramp_form(const Loss& loss);

/// Rows in arrays whose length is a multiple of `ramp_group`, filled up by rows of c = 0.
inline constexpr std::int64_t ramp_group = 8;

struct RampRows {
  const double* t;
  const double* c;
  const double* const* centres;  ///< m_k, one array a ramp; null: all 0
  std::int64_t size;
};

struct RampSums {
  double value = 0;    ///< sum c psi(t), exact
  double gap = 0;      ///< the bound above, times c
  double slopes = 0;   ///< sum |c psi_h'(t)|
  double changes = 0;  ///< sum of the magnitudes of their changes
};

/// What evaluate() writes for each row.
struct RampSlopes {
  double* slopes;      ///< in: the former ones; out: c psi_h'(t)
  double* changes;     ///< out: the difference
  double* curvatures;  ///< out: c psi_h''(t)
};

/// Any number of rows as a problem has them; outputs for them are written in whole `ramp_group`s.
struct PredictedRows {
  const double* z;
  double intercept;  ///< to be added to z
  const double* y;
  const double* weights;       ///< null: all 1
  std::array<double, 2> cost;  ///< times the weight: c of rows with y <= 0 and of those with y > 0
  std::int64_t size;
};

/// Which rows are near a kink.
template <class T>
struct Nearness {
  const T* variance;
  double constant;  ///< squared distances of at most variance + constant are near
};

/// The output of tell_apart: which rows are near a kink, and the derivatives of the others.
struct RowsApart {
  std::uint32_t* near;   ///< the rows of c > 0 near a kink
  double* slopes;        ///< c phi'(z), 0 for rows near a kink
  double* curvatures;    ///< c phi''(z), likewise
  std::uint8_t* pieces;  ///< of every row; null: not wanted
};

struct SumsApart {
  std::size_t near = 0;   ///< how many
  double value = 0;       ///< sum c phi(z) over the other rows
  double slope = 0;       ///< sum c phi'(z) over them
  bool is_finite = true;  ///< z of all rows is
};

template <class T>
using TellApart = SumsApart (*)(const RampLoss& loss, const PredictedRows& rows, const Nearness<T>& nearness,
                                const RowsApart& apart);

struct RampOps {
  RampSums (*evaluate)(const RampLoss& loss, double h, const RampRows& rows, const RampSlopes& slopes);
  /// sum_i c psi_h'(t + alpha dt) dt
  double (*slope_along)(const RampLoss& loss, double h, const RampRows& rows, const double* dt, double alpha);
  /// centres_k = s_k
  void (*recentre)(const RampLoss& loss, double h, const RampRows& rows, double* const* centres);
  /// slopes_i = c phi'(z), curvatures_i = c phi''(z)
  void (*differentiate)(const RampLoss& loss, const PredictedRows& rows, double* slopes, double* curvatures);
  /// slopes_i = c phi'(z), extended from the piece that `pieces` says the row is on
  void (*on_pieces)(const RampLoss& loss, const PredictedRows& rows, const std::uint8_t* pieces, double* slopes);
  std::tuple<TellApart<float>, TellApart<double>> tell_apart;
};

/// The table for this processor.
RampOps ramp_ops();

}  // namespace hingeline::internal
