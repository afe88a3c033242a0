// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/alm_newton/alm_system.hpp"

#include <numeric>

namespace hingeline::internal {
namespace {

/// r(z / rho) for l1 |z| between limits.
IntervalTerm stretched(const IntervalTerm& r, double rho) { return {r.l1 / rho, rho * r.lower, rho * r.upper}; }

bool is_trivial(const IntervalTerm& r) { return r.l1 == 0 && std::isinf(r.lower) && std::isinf(r.upper); }

template <class T>
void add_squares(const DenseView<T>& x, std::span<double> sums) {
  for (std::int64_t i = 0; i < x.rows; ++i) {
    const T* row = x.values + i * x.stride;
    for (std::size_t j = 0; j < static_cast<std::size_t>(x.cols); ++j)
      sums[j] += static_cast<double>(row[j]) * static_cast<double>(row[j]);
  }
}

template <class T>
void add_squares(const CsrView<T>& x, std::span<double> sums) {
  for (std::int64_t k = x.offsets[0]; k < x.offsets[x.rows]; ++k)
    sums[static_cast<std::size_t>(x.columns[k])] += static_cast<double>(x.values[k]) * static_cast<double>(x.values[k]);
}

/// rho of a constraint; what it says of empty columns costs nothing. The larger, the fewer centres multipliers take;
/// without a ridge it would be most of what the Hessian holds. But where the largest entry dwarfs the second, as that of
/// a small column between large ones in an order, it is the second that ties the large ones together: their geometric
/// mean counts.
double constraint_scale(std::span<const double> row, std::span<const double> column_norm2, bool has_ridge) {
  constexpr double beside_ridge = 30;
  double norm2 = 0;
  double largest = 0;
  double second = 0;
  for (std::size_t j = 0; j < row.size(); ++j) {
    double square = column_norm2[j] > 0 ? row[j] * row[j] / column_norm2[j] : 0;
    norm2 += square;
    if (square > largest) std::swap(square, largest);
    second = std::max(second, square);
  }
  const double scale = norm2 > 0 ? std::sqrt(static_cast<double>(row.size()) / norm2) : 1;
  if (has_ridge) return beside_ridge * scale;
  return second > 0 ? std::pow(largest / second, 0.25) * scale : scale;
}

}  // namespace

std::vector<double> squared_column_norms(const Problem& problem, double appended) {
  std::vector<double> sums(static_cast<std::size_t>(cols(problem.x)));
  std::visit([&sums](const auto& x) { add_squares(x, sums); }, problem.x);
  if (appended != 0) sums.push_back(appended * appended * static_cast<double>(rows(problem.x)));
  return sums;
}

ExtraRows::ExtraRows(const Problem& problem, double appended) {
  const std::vector<double> column_norm2 = squared_column_norms(problem, appended);
  const std::size_t size = column_norm2.size();
  cols_ = static_cast<std::int32_t>(size);
  const Regularizer regularizer(problem);
  const double one = 1;
  const std::size_t penalized = problem.intercept == Intercept::free ? size - 1 : size;
  for (std::size_t j = 0; j < penalized; ++j) {
    const auto column = static_cast<std::int32_t>(j);
    const double rho = column_norm2[j] > 0 ? std::sqrt(column_norm2[j]) : 1;
    if (!is_trivial(regularizer.term(j))) add({&column, 1}, {&one, 1}, rho, regularizer.term(j));
  }
  first_constraint_ = terms_.size();

  const Constraints& constraints = problem.constraints;
  const bool has_ridge = problem.penalty.l2 > 0;
  visit_rows(constraints.rows, [&](const auto& rows) {
    std::vector<std::int32_t> columns(static_cast<std::size_t>(rows.cols()));
    std::iota(columns.begin(), columns.end(), 0);
    std::vector<double> row(columns.size());
    for (std::int64_t k = 0; k < rows.rows(); ++k) {
      std::fill(row.begin(), row.end(), 0.0);
      rows.add(k, 1, row.data());
      const auto at = static_cast<std::size_t>(k);
      add(columns, row, constraint_scale(row, column_norm2, has_ridge),
          interval(constraints.lower, constraints.upper, at));
    }
  });
}

void ExtraRows::add(std::span<const std::int32_t> columns, std::span<const double> values, double rho,
                    const IntervalTerm& term) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] == 0) continue;
    columns_.push_back(columns[k]);
    values_.push_back(rho * values[k]);
  }
  offsets_.push_back(static_cast<std::int64_t>(values_.size()));
  terms_.push_back(stretched(term, rho));
  rho_.push_back(rho);
}

void ExtraRows::hold_at_zero(std::span<const double> s, std::span<double> w) const {
  for (std::size_t k = 0; k < first_constraint_; ++k)
    if (const auto j = static_cast<std::size_t>(columns_[k]); j < w.size() && std::abs(s[k]) < terms_[k].l1) w[j] = 0;
}

std::vector<double> ExtraRows::multipliers(std::span<const double> s) const {
  std::vector<double> mu;
  for (std::size_t k = first_constraint_; k < size(); ++k) mu.push_back(rho_[k] * s[k]);
  return mu;
}

bool PairProof::prove(std::span<const double> s, std::span<const double> w, double tolerance) {
  const std::size_t n = problem_.y.size();
  const std::size_t features = w.size() - (appended_ != 0 ? 1 : 0);
  proven_.dual_coef.assign(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(n));
  proven_.coef.assign(w.begin(), w.begin() + static_cast<std::ptrdiff_t>(features));
  if (extra_ != nullptr) {
    proven_.multipliers = extra_->multipliers(s.subspan(n));
    extra_->hold_at_zero(s.subspan(n), proven_.coef);
  }
  z_.resize(n);
  CertifiedPoint point{proven_.dual_coef, proven_.coef, z_, appended_ != 0 ? appended_ * w.back() : 0,
                       proven_.multipliers};
  proven_.certificate = certify_pair(problem_, baseline_, point);
  proven_.intercept = point.intercept;
  return accepts(proven_.certificate, tolerance);
}

}  // namespace hingeline::internal
