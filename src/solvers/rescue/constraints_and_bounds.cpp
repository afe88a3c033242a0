// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/constraints_and_bounds.hpp"

#include <cmath>
#include <cstdint>

#include "data/rows.hpp"
#include "penalties/interval_term.hpp"

namespace hingeline::internal {

ConstraintsAndBounds::ConstraintsAndBounds(const Problem& problem)
    : constraints_(problem.constraints.rows), features_(static_cast<std::size_t>(cols(problem.x))) {
  const auto add = [this](const IntervalTerm& term) {
    lower_.push_back(term.lower);
    upper_.push_back(term.upper);
  };
  const auto count = static_cast<std::size_t>(rows(constraints_));
  for (std::size_t k = 0; k < count; ++k) add(interval(problem.constraints.lower, problem.constraints.upper, k));
  for (std::size_t j = 0; j < features_; ++j) {
    const IntervalTerm term = interval(problem.bounds.lower, problem.bounds.upper, j);
    if (std::isinf(term.lower) && std::isinf(term.upper)) continue;
    bounded_.push_back(j);
    add(term);
  }
}

std::vector<double> ConstraintsAndBounds::row(std::size_t i) const {
  std::vector<double> numbers(features_);
  if (i < constraints())
    visit_rows(constraints_, [&](const auto& a) { a.add(static_cast<std::int64_t>(i), 1, numbers.data()); });
  else
    numbers[bounded_[i - constraints()]] = 1;
  return numbers;
}

}  // namespace hingeline::internal
