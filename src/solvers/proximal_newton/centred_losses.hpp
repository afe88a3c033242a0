// SPDX-License-Identifier: BSD-3-Clause
//
// The function that proximal_newton minimises where L has corners or straight pieces, or A w is constrained: the
// augmented Lagrangian's envelopes around a centre s, t > 0 being the inverse penalty parameter (as in
// augmented_lagrangian.hpp),
//
//     psi(z) = sum_i [ min_x c_i phi(y_i, x) + (x - v_i)^2 / (2 t) - t/2 s_i^2 ],    v_i = z_i - t s_i
//     slope -s+_i, curvature h_i:  s+_i = step(v_i, t), h_i = step_slope(v_i, t) as in losses/loss_concept.hpp
//
// psi <= L. A dual point s' of P is also one of this problem, with a dual objective lower by t/2 |s' - s|^2. Once this
// problem's gap is at most t/2 |s+ - s|^2, s+ becomes the next centre: the relative error that an inexact proximal
// point method on the dual may make.
//
// Constraints are rows behind the data's whose losses are indicators (rows/extra_rows.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "solvers/steps/alm_point.hpp"
#include "solvers/steps/row_losses.hpp"
#include "solvers/steps/row_terms.hpp"

namespace hingeline::internal {

class CentredLosses {
 public:
  static constexpr bool has_centre = true;

  CentredLosses(const Problem& problem, const ExtraRows& constraints, ThreadPool& pool);

  /// Sets a large t and the centre: 0 for a cold start, else `dual_point` or, if that is empty, minus the slopes at z.
  void begin(std::span<const double> z, bool cold, std::span<const double> dual_point);

  /// psi(z).
  double sum(std::span<const double> z) const;
  /// Sets psi's derivatives at z.
  void differentiate(std::span<const double> z, RowDerivatives& derivatives);
  /// L at the z of the last differentiate().
  double value() const { return value_; }

  /// Moves s into the domain of the conjugates.
  void clip(std::span<double> s) const;
  /// Clips s to its domain and returns sum_i [ c_i phi(z_i) + (c_i phi)*(-s_i) + s_i z_i ], plus for constraints |s_k|
  /// times the distance of z_k from the limit that s_k belongs to.
  double dual_distance(std::span<const double> z, const RowDerivatives& derivatives, std::span<double> s) const;
  /// psi(z) + sum_i [ (c_i phi)*(-s'_i) + s'_i z_i ] + t/2 |s' - s|^2 >= 0 for an s' in its domain.
  double centred_distance(std::span<const double> z, std::span<const double> s) const;
  /// |s+ - s|^2 t/2.
  double move() const { return distance_from_centre(next_s_); }
  /// mu of the constraints.
  std::vector<double> multipliers(std::span<const double> s) const {
    return constraints_.multipliers(s.subspan(data_rows()));
  }

  /// Moves the centre to the s+ of the last differentiate().
  void move_centre() { s_.swap(next_s_); }
  /// Lowers t to a tenth, but not so far that predictions / t lose their digits.
  void lower_penalty();

 private:
  std::size_t data_rows() const { return problem_.y.size(); }
  AlmPoint at(std::span<const double> z) const { return {z, s_, t_}; }
  /// The sum of of_row(loss, i) over the data's rows.
  template <class OfRow>
  double sum_data(const OfRow& of_row) const;
  double distance_from_centre(std::span<const double> s) const;

  const Problem& problem_;
  const ExtraRows& constraints_;
  ThreadPool& pool_;
  ConstrainedTerms terms_;
  std::vector<double> s_;
  std::vector<double> next_s_;  // s+
  double t_ = 1;
  double least_t_ = 0;
  double value_ = 0;
};

}  // namespace hingeline::internal
