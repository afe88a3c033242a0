// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/level_newton/level_ties.hpp"

#include <algorithm>
#include <numeric>

namespace hingeline::internal {

bool LevelTies::add(const LevelOutputs& at) {
  constexpr std::size_t for_each_variable = 50;
  if (!problem_.has_order()) return false;
  std::vector<Crossing> found = crossings(problem_, at);
  std::erase_if(found, [&](const Crossing& crossing) { return is_tied(crossing, at); });
  const auto variables = static_cast<std::size_t>(cols(problem_.rows.x)) + 1;
  const std::size_t most = std::min(found.size(), for_each_variable * variables * (problem_.count() - 1));
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end(),
                    [](const Crossing& a, const Crossing& b) { return a.depth > b.depth; });
  found.resize(most);
  for (const Crossing& crossing : found) {
    contacts_.push_back({crossing.level, crossing.row, crossing_point(problem_, at.coef, crossing), 0});
    if (crossing.row >= 0) tied_.emplace(crossing.level, crossing.row);
  }
  return !found.empty();
}

bool LevelTies::is_tied(const Crossing& crossing, const LevelOutputs& at) const {
  if (crossing.row >= 0) return tied_.contains({crossing.level, crossing.row});
  const std::vector<double> corner = crossing_point(problem_, at.coef, crossing);
  return std::ranges::any_of(contacts_, [&](const LevelContact& contact) {
    return contact.row < 0 && contact.level == crossing.level && contact.x == corner;
  });
}

std::vector<double> LevelTies::apart(const LevelOutputs& at) const {
  std::vector<double> shift = {0};
  for (const double distance : missing_distance(problem_, at)) shift.push_back(shift.back() + distance);
  const double mean = std::accumulate(shift.begin(), shift.end(), 0.0) / static_cast<double>(shift.size());
  std::vector<double> intercept(at.intercept.begin(), at.intercept.end());
  for (std::size_t k = 0; k < intercept.size(); ++k) intercept[k] += shift[k] - mean;
  return intercept;
}

}  // namespace hingeline::internal
