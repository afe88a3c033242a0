// SPDX-License-Identifier: BSD-3-Clause
#include "models/label_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <vector>

#include "core/quote.hpp"
#include "data/class_names.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

/// Maps each key to its index.
template <class Key>
std::map<Key, std::size_t> places_of(std::span<const Key> keys) {
  std::map<Key, std::size_t> places;
  for (std::size_t k = 0; k < keys.size(); ++k) places.emplace(keys[k], k);
  return places;
}

template <class Key>
std::vector<std::size_t> places_among(std::span<const Key> some, std::span<const Key> others) {
  const std::map<Key, std::size_t> places = places_of(others);
  std::vector<std::size_t> found;
  for (const Key& key : some)
    if (const auto place = places.find(key); place != places.end()) found.push_back(place->second);
  return found;
}

}  // namespace

std::vector<std::string> names_of(std::span<const double> labels, std::span<const std::string> class_names) {
  std::vector<std::string> names;
  if (class_names.empty()) return names;
  std::ranges::transform(labels, std::back_inserter(names),
                         [&](double label) { return class_names[static_cast<std::size_t>(label)]; });
  return names;
}

bool are_distinct(std::span<const double> labels) {
  std::vector<double> sorted(labels.begin(), labels.end());
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end();
}

std::string label_names_error(std::span<const double> labels, std::span<const std::string> names) {
  if (!names.empty() && names.size() != labels.size())
    return fmt::format("must be one for each of {} labels", labels.size());
  return std::string(class_names_error(names));
}

std::string label_text(double label, std::span<const std::string> class_names) {
  return class_names.empty() ? fmt::format("{}", label) : quote(class_names[static_cast<std::size_t>(label)]);
}

std::vector<std::size_t> places_among(const Classes& some, const Classes& others) {
  std::vector<std::size_t> places;
  if (some.names.empty() == others.names.empty())
    places = some.names.empty() ? places_among(some.labels, others.labels) : places_among(some.names, others.names);
  const std::size_t count = some.labels.size();
  if (others.labels.size() != count || places.size() != count || others.names.size() != some.names.size())
    throw InvalidParameter("warm start", "a model of other classes", "must have the classes of the data");
  return places;
}

std::vector<double> labels_of(std::span<const std::string> class_names, const Classes& known) {
  const std::map<std::string, std::size_t> places = places_of(known.names);
  std::vector<double> labels;
  for (const std::string& name : class_names) {
    const auto place = places.find(name);
    labels.push_back(place == places.end() ? std::numeric_limits<double>::quiet_NaN() : known.labels[place->second]);
  }
  return labels;
}

}  // namespace hingeline::internal
