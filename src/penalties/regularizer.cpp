// SPDX-License-Identifier: BSD-3-Clause
#include "penalties/regularizer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/both.hpp"

namespace hingeline::internal {

Regularizer::Regularizer(const Problem& problem)
    : penalty_(problem.penalty), bounds_(problem.bounds), features_(static_cast<std::size_t>(cols(problem.x))) {}

double Regularizer::on_domain(std::size_t j, double u, double rounding) const {
  const double edge = std::copysign(term(j).l1, u);
  return std::isinf(maximiser(j, u)) && std::abs(u - edge) <= rounding ? edge : u;
}

double Regularizer::feasible_share(std::size_t j, double u) const {
  constexpr double inward = 1 - 2 * std::numeric_limits<double>::epsilon();  // share * u does not round beyond l1
  return l2() == 0 && std::isinf(maximiser(j, u)) ? std::min(1.0, inward * (term(j).l1 / std::abs(u))) : 1;
}

std::vector<std::size_t> Regularizer::busy_columns(std::span<const double> w, std::span<const double> u) const {
  std::vector<std::size_t> columns;
  const bool bounded = is_bounded();
  visit_l1([&](const auto& l1) {
    for (std::size_t j = 0; j < u.size(); ++j)
      if (!both(w[j] == 0, std::abs(u[j]) <= l1(j)) || (bounded && !term(j).contains(0))) columns.push_back(j);
  });
  return columns;
}

bool is_separable(const Problem& problem) {
  return (problem.penalty.l1 > 0 || problem.penalty.l2 > 0) && rows(problem.constraints.rows) == 0;
}

bool is_plain_ridge(const Problem& problem) {
  return problem.penalty.l2 == 1 && Regularizer(problem).is_ridge() && rows(problem.constraints.rows) == 0;
}

}  // namespace hingeline::internal
