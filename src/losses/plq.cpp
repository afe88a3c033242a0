// SPDX-License-Identifier: BSD-3-Clause
//
// From a user's pieces to pieces anchored at the minimum.
#include "hingeline/plq.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "core/infinity.hpp"
#include "core/require.hpp"
#include "hingeline/error.hpp"

namespace hingeline {
namespace {

using internal::infinity;

/// One function's pieces, with what a walk over them needs.
class Pieces {
 public:
  Pieces(const PlqFunction& function, std::size_t number) : function_(function), number_(number) {
    validate_numbers();
    validate_convexity();
    lowest_ = find_lowest();
  }

  /// The pieces, each anchored at the end nearer to the minimum. The piece before is carried along: when it is read
  /// back from the array, GCC 12's vectoriser reads it before it is written.
  std::vector<Plq::Piece> anchored() const {
    std::vector<Plq::Piece> pieces(count());
    Plq::Piece last = pieces[lowest_] = bottom();
    for (std::size_t j = lowest_ + 1; j < count(); ++j) {
      const double at = begin(j);
      pieces[j] = last = {at, at, last.value_at(at), function_.slopes[j], function_.curvatures[j]};
    }
    last = pieces[lowest_];
    for (std::size_t j = lowest_; j-- > 0;) {
      const double at = begin(j + 1);
      pieces[j] = last = {begin(j), at, last.value_at(at), slope_at_end(j), function_.curvatures[j]};
    }
    for (const Plq::Piece& piece : pieces)
      if (!std::isfinite(piece.anchor) || !std::isfinite(piece.value))
        throw InvalidParameter(fmt::format("plq: function {} (from 0)", number_), "an overflow",
                               "must be finite at all breakpoints");
    return pieces;
  }

 private:
  std::size_t count() const { return function_.breakpoints.size() + 1; }
  double begin(std::size_t j) const { return j == 0 ? -infinity : function_.breakpoints[j - 1]; }

  /// The t at which the slope of piece j is given.
  double reference(std::size_t j) const {
    if (j > 0) return begin(j);
    return function_.breakpoints.empty() ? 0 : function_.breakpoints.front();
  }

  double slope_at_begin(std::size_t j) const {
    if (j > 0) return function_.slopes[j];
    return function_.curvatures[0] > 0 ? -infinity : function_.slopes[0];
  }

  /// The slope at the end of piece j. Slopes that meet smoothly may differ by rounding: it is then that of the next
  /// piece.
  double slope_at_end(std::size_t j) const {
    if (j + 1 == count()) return function_.curvatures[j] > 0 ? infinity : function_.slopes[j];
    const double slope = function_.slopes[j] + function_.curvatures[j] * (begin(j + 1) - reference(j));
    const double next = function_.slopes[j + 1];
    const double rounding = 1e-12 * (std::abs(slope) + std::abs(function_.slopes[j]));
    return std::abs(next - slope) <= rounding ? next : slope;
  }

  [[noreturn]] void refuse(const char* what, std::size_t j, double given, const std::string& requirement) const {
    throw InvalidParameter(fmt::format("plq: {} {} of function {} (from 0)", what, j, number_),
                           fmt::format("{}", given), requirement);
  }

  void validate_numbers() const {
    const auto require_size = [&](const char* what, std::size_t size) {
      if (size != count())
        throw InvalidParameter(fmt::format("plq: {} of function {} (from 0)", what, number_),
                               fmt::format("{} numbers", size),
                               fmt::format("must be {}, one more than there are breakpoints", count()));
    };
    require_size("slopes", function_.slopes.size());
    require_size("curvatures", function_.curvatures.size());
    for (std::size_t j = 0; j < function_.breakpoints.size(); ++j) {
      const double at = function_.breakpoints[j];
      if (!std::isfinite(at) || (j > 0 && !(at > function_.breakpoints[j - 1])))
        refuse("breakpoint", j, at, "must be finite and above the one before");
    }
    for (std::size_t j = 0; j < count(); ++j) {
      if (!std::isfinite(function_.slopes[j])) refuse("slope", j, function_.slopes[j], "must be finite");
      if (!(function_.curvatures[j] >= 0) || !std::isfinite(function_.curvatures[j]))
        refuse("curvature", j, function_.curvatures[j], "must be >= 0 and finite");
    }
    if (!(function_.minimum >= 0) || !std::isfinite(function_.minimum))
      throw InvalidParameter(fmt::format("plq: minimum of function {} (from 0)", number_),
                             fmt::format("{}", function_.minimum), "must be >= 0 and finite");
  }

  void validate_convexity() const {
    for (std::size_t j = 1; j < count(); ++j) {
      const double before = slope_at_end(j - 1);
      if (function_.slopes[j] < before)
        refuse("slope", j, function_.slopes[j],
               fmt::format("must not be below {}, the slope where piece {} ends: the function is not convex", before,
                           j - 1));
    }
    if (slope_at_begin(0) > 0) refuse("slope", 0, function_.slopes[0], "must be <= 0: the function has no minimum");
    if (slope_at_end(count() - 1) < 0)
      refuse("slope", count() - 1, function_.slopes.back(), "must be >= 0: the function has no minimum");
  }

  /// The first piece on which the function stops falling.
  std::size_t find_lowest() const {
    std::size_t j = 0;
    while (slope_at_end(j) < 0) ++j;
    return j;
  }

  Plq::Piece bottom() const {
    const std::size_t j = lowest_;
    const double slope = function_.slopes[j];
    const double curvature = function_.curvatures[j];
    if (slope_at_begin(j) >= 0) return {begin(j), reference(j), function_.minimum, slope, curvature};
    if (slope_at_end(j) == 0) return {begin(j), begin(j + 1), function_.minimum, 0, curvature};
    return {begin(j), reference(j) - slope / curvature, function_.minimum, 0, curvature};
  }

  const PlqFunction& function_;
  const std::size_t number_;
  std::size_t lowest_ = 0;
};

}  // namespace

Plq::Plq(PlqArgument argument, std::vector<PlqFunction> functions)
    : argument_(argument), functions_(std::move(functions)), offsets_{0} {
  internal::require_known("plq: argument", argument, PlqArgument::prediction, "must be a PlqArgument");
  const std::size_t most = argument == PlqArgument::prediction ? functions_.size() : 1;
  if (functions_.empty() || functions_.size() > most)
    throw InvalidParameter("plq: functions", fmt::format("{}", functions_.size()),
                           most == 1 ? "must be 1 unless the argument is the prediction" : "must be at least 1");
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const std::vector<Piece> pieces = Pieces(functions_[i], i).anchored();
    pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
    offsets_.push_back(pieces_.size());
  }
}

Loss plq_loss(PlqArgument argument, std::vector<PlqFunction> functions) {
  Loss loss;
  loss.name = LossName::plq;
  loss.plq = std::make_shared<const Plq>(argument, std::move(functions));
  return loss;
}

}  // namespace hingeline
