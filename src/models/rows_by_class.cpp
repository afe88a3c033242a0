// SPDX-License-Identifier: BSD-3-Clause
#include "models/rows_by_class.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "data/select_rows.hpp"
#include "models/class_pairs.hpp"

namespace hingeline::internal {

RowsByClass::RowsByClass(std::span<const double> y, std::span<const double> labels) : rows_(labels.size()) {
  std::map<double, std::int32_t> number;
  for (const double label : labels) number.emplace(label, static_cast<std::int32_t>(number.size()));
  classes_.reserve(y.size());
  for (const double label : y) {
    const std::int32_t c = number.at(label);
    rows_[static_cast<std::size_t>(c)].push_back(std::ssize(classes_));
    classes_.push_back(c);
  }
}

std::vector<std::int64_t> RowsByClass::of_pair(std::pair<std::size_t, std::size_t> classes) const {
  std::vector<std::int64_t> both;
  std::ranges::merge(rows_[classes.first], rows_[classes.second], std::back_inserter(both));
  return both;
}

PairOfClasses RowsByClass::pair(std::pair<std::size_t, std::size_t> classes, std::span<const double> weights) const {
  PairOfClasses result{of_pair(classes), {}, {}};
  result.weights = select_rows(weights, result.rows);
  for (const std::int64_t row : result.rows) {
    const auto i = static_cast<std::size_t>(row);
    result.y.push_back(static_cast<std::size_t>(classes_[i]) == classes.first ? 1 : -1);
  }
  return result;
}

std::vector<std::size_t> RowsByClass::pair_sizes() const {
  std::vector<std::size_t> sizes;
  for (const auto& [first, second] : class_pairs(rows_.size()))
    sizes.push_back(rows_[first].size() + rows_[second].size());
  return sizes;
}

}  // namespace hingeline::internal
