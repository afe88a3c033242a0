// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/orthogonal_columns.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "core/centre.hpp"
#include "core/dot.hpp"
#include "data/by_columns.hpp"
#include "solvers/rescue/proven_again.hpp"
#include "solvers/rows/column_limits.hpp"

namespace hingeline::internal {
namespace {

constexpr double dependent = 1e-12;  // the part left of a dependent column: rounding of double, not of float

std::size_t row_count(const Problem& problem) { return static_cast<std::size_t>(rows(problem.x)); }
std::size_t column_count(const Problem& problem) { return static_cast<std::size_t>(cols(problem.x)); }

DenseView<double> dense_rows(const std::vector<double>& numbers, std::size_t rows, std::size_t cols) {
  return {.values = numbers.data(),
          .rows = static_cast<std::int64_t>(rows),
          .cols = static_cast<std::int32_t>(cols),
          .stride = static_cast<std::int64_t>(cols)};
}

/// a'b, or 0 where terms cancel but for rounding; a or b is the solution of a system.
double product_beyond_rounding(std::span<const double> a, std::span<const double> b) {
  constexpr double rounding = 1e-9;
  double sum = 0;
  double magnitude = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    sum += a[j] * b[j];
    magnitude += std::abs(a[j] * b[j]);
  }
  return std::abs(sum) > rounding * magnitude ? sum : 0;
}

}  // namespace

bool may_have_orthogonal_columns(const Problem& problem) {
  constexpr double most_numbers = 2e7;
  constexpr double most_products = 2e9;
  const auto d = static_cast<double>(cols(problem.x));
  const double numbers = static_cast<double>(rows(problem.x) + rows(problem.constraints.rows)) * d;
  return problem.penalty.l1 == 0 && problem.penalty.l2 == 0 && problem.intercept != Intercept::penalized &&
         !problem.release_rows && d <= few_features && numbers <= most_numbers && numbers * d <= most_products;
}

OrthogonalColumns::OrthogonalColumns(const Problem& given, const Stop& stop)
    : given_(given), means_(column_count(given)), basis_(row_count(given), dependent), limits_(given), turned_(given) {
  orthogonalise(stop);
  turn_rows();
  turn_limits();
}

void OrthogonalColumns::orthogonalise(const Stop& stop) {
  std::vector<double> columns = by_columns(given_.x);
  const std::size_t n = row_count(given_);
  for (std::size_t j = 0; j < means_.size() && !is_due(stop); ++j) {
    const std::span<double> column(columns.data() + j * n, n);
    const double norm = std::sqrt(dot(column, column));
    means_[j] = given_.intercept == Intercept::free ? centre(column) : 0;
    const bool is_constant = std::sqrt(dot(column, column)) <= dependent * norm;
    if (!is_constant && basis_.append(column))
      independent_.push_back(j);
    else
      keep_free_direction(j, is_constant ? std::vector<double>{} : basis_.least_squares(column));
  }
}

/// Keeps the free direction of a column that is the sum of others with these `shares`, if limits depend on it.
void OrthogonalColumns::keep_free_direction(std::size_t j, std::vector<double> shares) {
  for (double& share : shares) share = -share;
  std::vector<double> direction = spread(shares);
  direction[j] = 1;
  for (std::size_t i = 0; i < limits_.size(); ++i)
    if (product_beyond_rounding(limits_.row(i), direction) != 0) {
      free_directions_.push_back(std::move(direction));
      return;
    }
}

std::vector<double> OrthogonalColumns::spread(std::span<const double> of_independent) const {
  std::vector<double> w(means_.size());
  for (std::size_t k = 0; k < of_independent.size(); ++k) w[independent_[k]] = of_independent[k];
  return w;
}

std::vector<double> OrthogonalColumns::given_coef(std::vector<double> v) const {
  const std::vector<double> free(v.begin() + static_cast<std::ptrdiff_t>(basis_.count()), v.end());
  v.resize(basis_.count());
  const double norm = std::sqrt(static_cast<double>(row_count(given_)));
  for (double& number : v) number *= norm;
  std::vector<double> w = spread(basis_.in_columns(std::move(v)));
  for (std::size_t k = 0; k < free.size(); ++k)
    for (std::size_t j = 0; j < w.size(); ++j) w[j] += free[k] * free_directions_[k][j];
  return w;
}

void OrthogonalColumns::turn_rows() {
  const std::size_t n = row_count(given_);
  const std::size_t d = basis_.count() + free_directions_.size();
  const double norm = std::sqrt(static_cast<double>(n));
  q_.resize(n * d);
  for (std::size_t k = 0; k < basis_.count(); ++k)
    for (std::size_t i = 0; i < n; ++i) q_[i * d + k] = norm * basis_.q(k)[i];
  turned_.x = dense_rows(q_, n, d);
}

void OrthogonalColumns::turn_limits() {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const std::vector<double> turned = turned_limit(limits_.row(i));
    b_.insert(b_.end(), turned.begin(), turned.end());
  }
  turned_.bounds = {};
  turned_.constraints = {dense_rows(b_, limits_.size(), column_count(turned_)), limits_.lower(), limits_.upper()};
}

/// T'row, by solving with R' and not by T, whose digits are those of its largest numbers: mu counts in every column.
std::vector<double> OrthogonalColumns::turned_limit(std::span<const double> row) const {
  std::vector<double> turned;
  for (const std::size_t j : independent_) turned.push_back(row[j]);
  turned = basis_.in_rows(std::move(turned));
  const double norm = std::sqrt(static_cast<double>(row_count(given_)));
  for (double& number : turned) number *= norm;
  for (const std::vector<double>& direction : free_directions_)
    turned.push_back(product_beyond_rounding(row, direction));
  return turned;
}

Solution OrthogonalColumns::turned_back(Solution solution, double tolerance) const {
  solution.coef = given_coef(std::move(solution.coef));
  solution.intercept -= dot(means_, solution.coef);
  solution.multipliers.resize(limits_.constraints());
  return proven_again(given_, std::move(solution), tolerance);
}

}  // namespace hingeline::internal
