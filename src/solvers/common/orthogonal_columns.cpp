// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/orthogonal_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/dot.hpp"
#include "data/by_columns.hpp"
#include "penalties/regularizer.hpp"
#include "problem/certificate.hpp"
#include "solvers/common/column_limits.hpp"
#include "solvers/common/monitor.hpp"

namespace hingeline::internal {
namespace {

constexpr double dependent = 1e-12;  // what is left of a column that is: rounding of double, and none of float

std::size_t row_count(const Problem& problem) { return static_cast<std::size_t>(rows(problem.x)); }
std::size_t column_count(const Problem& problem) { return static_cast<std::size_t>(cols(problem.x)); }

}  // namespace

bool may_have_orthogonal_columns(const Problem& problem) {
  constexpr double most_numbers = 2e7;
  constexpr double most_products = 2e9;
  const Regularizer regularizer(problem);
  const auto d = static_cast<double>(cols(problem.x));
  const double numbers = static_cast<double>(rows(problem.x)) * d;
  return regularizer.is_ridge() && regularizer.l2() == 0 && rows(problem.constraints.rows) == 0 &&
         problem.intercept != Intercept::penalized && !problem.release_rows && d <= few_features &&
         numbers <= most_numbers && numbers * d <= most_products;
}

OrthogonalColumns::OrthogonalColumns(const Problem& given, const Stop& stop)
    : given_(given), means_(column_count(given)), basis_(row_count(given), dependent), turned_(given) {
  orthogonalise(stop);
  const std::size_t n = row_count(given);
  const std::size_t d = basis_.count();
  const double norm = std::sqrt(static_cast<double>(n));
  q_.resize(n * d);
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t i = 0; i < n; ++i) q_[i * d + k] = norm * basis_.q(k)[i];
  turned_.x = DenseView<double>{.values = q_.data(),
                                .rows = static_cast<std::int64_t>(n),
                                .cols = static_cast<std::int32_t>(d),
                                .stride = static_cast<std::int64_t>(d)};
}

void OrthogonalColumns::orthogonalise(const Stop& stop) {
  std::vector<double> columns = by_columns(given_.x);
  const std::size_t n = row_count(given_);
  for (std::size_t j = 0; j < means_.size() && !is_due(stop); ++j) {
    const std::span<double> column(columns.data() + j * n, n);
    const double norm = std::sqrt(dot(column, column));
    means_[j] = centre(column);
    const bool is_constant = std::sqrt(dot(column, column)) <= dependent * norm;
    if (!is_constant && basis_.append(column)) independent_.push_back(j);
  }
}

/// The mean that is taken off.
double OrthogonalColumns::centre(std::span<double> column) const {
  if (given_.intercept != Intercept::free) return 0;
  const double mean = std::accumulate(column.begin(), column.end(), 0.0) / static_cast<double>(column.size());
  for (double& entry : column) entry -= mean;
  return mean;
}

Solution OrthogonalColumns::turned_back(Solution solution, double tolerance) const {
  const double norm = std::sqrt(static_cast<double>(row_count(given_)));
  for (double& v : solution.coef) v *= norm;
  const std::vector<double> u = basis_.in_columns(std::move(solution.coef));
  solution.coef.assign(means_.size(), 0.0);
  for (std::size_t k = 0; k < u.size(); ++k) solution.coef[independent_[k]] = u[k];
  std::vector<double> predictions(row_count(given_));
  solution.dual_coef.resize(predictions.size());
  CertifiedPoint point{solution.dual_coef, solution.coef, predictions, solution.intercept - dot(means_, solution.coef)};
  solution.certificate = certify_pair(given_, baseline(given_), point);
  solution.intercept = point.intercept;
  if (accepts(solution.certificate, tolerance)) {
    solution.status = Status::converged;
    solution.reason.clear();
  } else if (solution.status == Status::converged) {
    solution.status = Status::numerical;
    solution.reason = Monitor::reason(Status::numerical);
  }
  return solution;
}

}  // namespace hingeline::internal
