// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rows/extra_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/append_row.hpp"
#include "data/rows.hpp"
#include "penalties/regularizer.hpp"

namespace hingeline::internal {
namespace {

/// r(z / rho) for l1 |z| between limits.
IntervalTerm stretched(const IntervalTerm& r, double rho) { return {r.l1 / rho, rho * r.lower, rho * r.upper}; }

bool is_trivial(const IntervalTerm& r) { return r.l1 == 0 && std::isinf(r.lower) && std::isinf(r.upper); }

/// The nonzeros of a row of A.
struct ConstraintRow {
  std::vector<std::int32_t> columns;
  std::vector<double> values;
};

/// rho of a constraint, whose coefficients of columns without entries count nothing. With a larger rho multipliers need
/// fewer centres, but without a ridge the Hessian would consist of little else. Where the largest entry dwarfs the
/// second, such as that of a small column between large ones in an order, it is the second that ties the large ones
/// together: the scale goes by the geometric mean of both.
double constraint_scale(const ConstraintRow& row, std::span<const double> column_norm2, bool is_stiff) {
  constexpr double beside_ridge = 30;
  const auto features = static_cast<double>(column_norm2.size());
  double norm2 = 0;
  double largest = 0;
  double second = 0;
  for (std::size_t k = 0; k < row.values.size(); ++k) {
    const double column = column_norm2[static_cast<std::size_t>(row.columns[k])];
    double square = column > 0 ? row.values[k] * row.values[k] / column : 0;
    norm2 += square;
    if (square > largest) std::swap(square, largest);
    second = std::max(second, square);
  }
  const double scale = norm2 > 0 ? std::sqrt(features / norm2) : 1;
  if (is_stiff) return beside_ridge * scale;
  return second > 0 ? std::pow(largest / second, 0.25) * scale : scale;
}

}  // namespace

std::vector<double> squared_column_norms(const Problem& problem, double appended) {
  std::vector<double> sums(static_cast<std::size_t>(cols(problem.x)));
  visit_rows(problem.x, [&sums](const auto& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i) x.add_squares(i, 1, sums.data());
  });
  if (appended != 0) sums.push_back(appended * appended * static_cast<double>(rows(problem.x)));
  return sums;
}

ExtraRows::ExtraRows(const Problem& problem, double appended) {
  const std::vector<double> column_norm2 = squared_column_norms(problem, appended);
  add_penalties(problem, column_norm2);
  add_constraints(problem, column_norm2, problem.penalty.l2 > 0 ? Scale::stiff : Scale::like_columns);
}

ExtraRows ExtraRows::unscaled(const Problem& problem, double appended) {
  const std::vector<double> ones(static_cast<std::size_t>(hingeline::cols(problem.x)) + (appended != 0 ? 1 : 0), 1.0);
  ExtraRows rows;
  rows.add_penalties(problem, ones);
  rows.add_constraints(problem, ones, Scale::one);
  return rows;
}

ExtraRows ExtraRows::of_constraints(const Problem& problem, double appended) {
  ExtraRows rows;
  if (hingeline::rows(problem.constraints.rows) > 0)
    rows.add_constraints(problem, squared_column_norms(problem, appended), Scale::like_columns);
  return rows;
}

void ExtraRows::add_penalties(const Problem& problem, std::span<const double> column_norm2) {
  const Regularizer regularizer(problem);
  const double one = 1;
  const std::size_t penalized = column_norm2.size() - (problem.intercept == Intercept::free ? 1 : 0);
  for (std::size_t j = 0; j < penalized; ++j) {
    const auto column = static_cast<std::int32_t>(j);
    const double rho = column_norm2[j] > 0 ? std::sqrt(column_norm2[j]) : 1;
    if (!is_trivial(regularizer.term(j))) add({&column, 1}, {&one, 1}, rho, regularizer.term(j));
  }
}

void ExtraRows::add_constraints(const Problem& problem, std::span<const double> column_norm2, Scale scale) {
  cols_ = static_cast<std::int32_t>(column_norm2.size());
  first_constraint_ = terms_.size();
  const Constraints& constraints = problem.constraints;
  for (std::int64_t k = 0; k < hingeline::rows(constraints.rows); ++k) {
    ConstraintRow row;
    append_row(constraints.rows, k, row.columns, row.values);
    const double rho = scale == Scale::one ? 1 : constraint_scale(row, column_norm2, scale == Scale::stiff);
    add(row.columns, row.values, rho, interval(constraints.lower, constraints.upper, static_cast<std::size_t>(k)));
  }
}

void ExtraRows::add(std::span<const std::int32_t> columns, std::span<const double> values, double rho,
                    const IntervalTerm& term) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    columns_.push_back(columns[k]);
    values_.push_back(rho * values[k]);
  }
  offsets_.push_back(static_cast<std::int64_t>(values_.size()));
  terms_.push_back(stretched(term, rho));
  rho_.push_back(rho);
}

void ExtraRows::hold_at_zero(std::span<const double> s, std::span<double> w) const {
  for (std::size_t k = 0; k < first_constraint_; ++k)
    if (const std::size_t j = column(k); j < w.size() && std::abs(s[k]) < terms_[k].l1) w[j] = 0;
}

std::vector<double> ExtraRows::multipliers(std::span<const double> s) const {
  std::vector<double> mu;
  for (std::size_t k = first_constraint_; k < size(); ++k) mu.push_back(rho_[k] * s[k]);
  return mu;
}

}  // namespace hingeline::internal
