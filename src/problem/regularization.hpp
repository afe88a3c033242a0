// SPDX-License-Identifier: BSD-3-Clause
//
// What a certificate has beside the sums over rows: R(w), R(w) + R*(u) - w'u at u = X's + A'mu, and the constraints.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "penalties/regularizer.hpp"
#include "problem/certificate.hpp"
#include "problem/prediction_rounding.hpp"
#include "problem/row_terms.hpp"
#include "problem/tilted_certificate.hpp"

namespace hingeline::internal {

struct Regularization {
  double value = 0;      // R(w)
  double gap = 0;        // R(w) + R*(u) - w'u; with constraints mu_k times how far A_k w is from its limit, too
  double violation = 0;  // of the constraints
  double rounding = 0;   // of the terms of constraints and of coefficients without a ridge

  /// Adds a penalized intercept's column, given its coefficient and sum_i s_i times that column.
  void add_appended(double coef, double from_dual) {
    value += 0.5 * coef * coef;
    gap += 0.5 * (coef - from_dual) * (coef - from_dual);
  }
};

/// |w|^2 / 2
double half_squared_norm(std::span<const double> w);

/// |w - u|^2 / 2
double half_squared_distance(std::span<const double> w, std::span<const double> u);

enum class Coef { from_dual, given };

/// For a ridge alone: sets coef (unless given), predictions, and the intercept unless it is free.
Regularization place(const Problem& problem, CertifiedPoint& point, Coef coef, ThreadPool& pool);

/// The same for any penalty, bounds, constraints and tilt: u = X's + A'mu + tilt. Where R*(u) is infinite, s, mu and u
/// are scaled down by `share` < 1 (the domains hold 0). The given coef is clipped to its bounds.
Regularization place_constrained(const Problem& problem, const Baseline& baseline, const Tilt& tilt,
                                 CertifiedPoint& point, double& share, ThreadPool& pool);

/// The rounding of sums of `terms` products each, given the sums of their squares.
struct RoundingOfSums {
  double terms = 0;
  std::vector<double> squares = {};

  double operator[](std::size_t j) const;
};

/// lower <= A w <= upper, and their multipliers mu.
class ConstraintProof {
 public:
  ConstraintProof(const Problem& problem, const ViolationScale& violations)
      : constraints_(problem.constraints), violations_(violations) {}

  /// Sets multipliers to 0 that pull towards a limit that is not there.
  void clip(std::span<double> mu) const;
  /// u += A'mu
  void combine(std::span<const double> mu, std::span<double> u) const;
  /// Adds the squares of the terms of A'mu, for its rounding.
  void add_squares(std::span<const double> mu, RoundingOfSums& rounding) const;
  /// Adds the part of the gap, violations and rounding that constraints have at w.
  void add_to(std::span<const double> mu, std::span<const double> w, Regularization& total) const;

 private:
  IntervalTerm term(std::size_t k) const { return interval(constraints_.lower, constraints_.upper, k); }

  const Constraints& constraints_;
  const ViolationScale& violations_;
};

/// R(w) and its part of the gap at u = X's + A'mu, for w within its bounds. Without a ridge, entries of u that are
/// beyond the domain of R* by no more than `rounding` are moved onto its edge. Where u is still outside, it is scaled
/// down into the domain by `share`, by which the caller must scale s.
Regularization separable(const Regularizer& regularizer, std::span<const double> w, std::span<double> u,
                         const RoundingOfSums& rounding, double& share);

/// Makes a certificate of the sums over rows and of the regularization.
Certificate certificate(const RowTerms& terms, const Regularization& regularization, const Problem& problem,
                        const Baseline& baseline, const PredictionRounding& prediction_rounding);

}  // namespace hingeline::internal
