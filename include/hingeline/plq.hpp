// SPDX-License-Identifier: BSD-3-Clause
//
// Losses of one's own: any convex piecewise linear-quadratic function with a minimum, by its pieces or as a sum of
// ReLU and ReHU terms (Dai and Qiu, NeurIPS 2023, equations (1) and (2)). However many pieces there are, a row keeps
// one dual variable.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/loss.hpp"

namespace hingeline {

/// f(t) on K + 1 pieces between K ascending breakpoints (K = 0: one piece), continuous. It must be convex and neither
/// fall nor rise for ever: its derivative is <= 0 somewhere and >= 0 somewhere.
struct PlqFunction {
  std::vector<double> breakpoints;  ///< K, ascending, finite
  /// K + 1: the derivative at the piece's left end; the first piece's at its right end; at t = 0 where there is one
  /// piece only.
  std::vector<double> slopes;
  std::vector<double> curvatures;  ///< K + 1: the second derivative, >= 0
  double minimum = 0;              ///< of f, >= 0
};

/// max(0, u t + v)
struct Relu {
  double u = 1;
  double v = 0;
};

/// h(s t + v) with h(x) = 0 for x <= 0, x^2 / 2 for 0 <= x <= tau, tau (x - tau / 2) beyond; tau > 0, infinity allowed
struct Rehu {
  double s = 1;
  double v = 0;
  double tau = 1;
};

struct PlqTerms {
  std::vector<Relu> relu = {};
  std::vector<Rehu> rehu = {};
  double constant = 0;  ///< what is added to the sum of the terms, >= 0 and finite
};

/// The sum of the terms as one function. Throws InvalidParameter naming the term that is not finite or whose tau is not
/// > 0, or the constant.
PlqFunction plq_from_terms(const PlqTerms& terms);

/// The same function as a sum of terms: each jump of the derivative a ReLU, each parabola a ReHU.
PlqTerms plq_to_terms(const PlqFunction& function);

/// What t is.
enum class PlqArgument {
  margin,      ///< y z, y = +1 or -1: a classification loss
  residual,    ///< y - z: a regression loss
  prediction,  ///< z; the target says which function is the row's, counted from 0
};

inline constexpr std::array<std::string_view, 3> plq_argument_names = {"margin", "residual", "prediction"};

/// One function for all rows, or (argument `prediction`) as many as there are different rows.
class Plq {
 public:
  /// f(t) = value + slope (t - anchor) + curvature (t - anchor)^2 / 2 from `begin` to the next piece's. Pieces are
  /// anchored at their end nearest to the minimum, so that all terms are >= 0.
  struct Piece {
    double begin = 0;
    double anchor = 0;
    double value = 0;
    double slope = 0;
    double curvature = 0;

    /// f and f' at t, were this piece all of it.
    double value_at(double t) const {
      const double beyond = t - anchor;
      return value + (slope + 0.5 * curvature * beyond) * beyond;
    }
    double slope_at(double t) const { return slope + curvature * (t - anchor); }
  };

  /// Throws InvalidParameter naming the function and the piece that is wrong.
  Plq(PlqArgument argument, std::vector<PlqFunction> functions);

  PlqArgument argument() const { return argument_; }
  std::span<const PlqFunction> functions() const& { return functions_; }
  std::span<const PlqFunction> functions() && = delete;
  std::span<const Piece> pieces(std::size_t function) const& {
    return std::span(pieces_).subspan(offsets_[function], offsets_[function + 1] - offsets_[function]);
  }
  std::span<const Piece> pieces(std::size_t function) && = delete;

 private:
  PlqArgument argument_;
  std::vector<PlqFunction> functions_;
  std::vector<Piece> pieces_;  // of all functions
  std::vector<std::size_t> offsets_;
};

/// A loss of that name. Throws InvalidParameter.
Loss plq_loss(PlqArgument argument, std::vector<PlqFunction> functions);

/// A named loss (not the logistic one, which is no PLQ) as a PLQ loss. Throws InvalidParameter.
Loss plq_form(const Loss& loss);

}  // namespace hingeline
