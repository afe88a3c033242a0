// SPDX-License-Identifier: BSD-3-Clause
#include "files/wanted_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/quote.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {

WantedFeatures::WantedFeatures(std::span<const std::string> names, const std::string& file)
    : names_(names), file_(file), by_name_(names.size()), taken_(names.size()) {
  std::iota(by_name_.begin(), by_name_.end(), 0);
  std::ranges::stable_sort(by_name_, {}, [this](std::int32_t feature) { return name(feature); });
}

bool WantedFeatures::know(const std::string& column) const {
  return !named(column).empty() || !beginning_with(column + "=").empty();
}

std::optional<std::int32_t> WantedFeatures::take(const std::string& column) {
  const std::span<const std::int32_t> same = named(column);
  if (same.empty()) return std::nullopt;
  const auto left =
      std::ranges::find_if(same, [this](std::int32_t feature) { return !taken_[static_cast<std::size_t>(feature)]; });
  return take(left == same.end() ? same.back() : *left);
}

std::vector<std::pair<std::string_view, std::int32_t>> WantedFeatures::take_category(const std::string& column) {
  std::vector<std::pair<std::string_view, std::int32_t>> features;
  for (const std::int32_t feature : beginning_with(column + "="))
    features.emplace_back(name(feature).substr(column.size() + 1), take(feature));
  return features;
}

void WantedFeatures::require_all_taken() const {
  const auto left = std::ranges::find(taken_, false);
  if (left == taken_.end()) return;
  throw DataError(fmt::format("{}: no column has the feature {}", file_,
                              quote(name(static_cast<std::int32_t>(left - taken_.begin())))));
}

std::int32_t WantedFeatures::take(std::int32_t feature) {
  const auto index = static_cast<std::size_t>(feature);
  if (taken_[index])
    throw DataError(fmt::format("{}: more than one column has the feature {}", file_, quote(name(feature))));
  taken_[index] = true;
  return feature;
}

std::span<const std::int32_t> WantedFeatures::beginning_with(const std::string& text) const {
  const auto begin = std::ranges::lower_bound(by_name_, std::string_view(text), {},
                                              [this](std::int32_t feature) { return name(feature); });
  const auto end =
      std::find_if_not(begin, by_name_.end(), [&](std::int32_t feature) { return name(feature).starts_with(text); });
  return {begin, end};
}

std::span<const std::int32_t> WantedFeatures::named(const std::string& column) const {
  const auto range = std::ranges::equal_range(by_name_, std::string_view(column), {},
                                              [this](std::int32_t feature) { return name(feature); });
  return {range.begin(), range.end()};
}

}  // namespace hingeline::internal
