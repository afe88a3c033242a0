// SPDX-License-Identifier: BSD-3-Clause
#include "same_features.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/quote.hpp"
#include "hingeline/error.hpp"

namespace hingeline::cli {

void require_same_features(const std::string& file, const Dataset& data, const KnownFeatures& known) {
  const auto& names = data.feature_names;
  if (names.empty()) return;
  for (std::size_t j = 0; j < std::min(known.names.size(), names.size()); ++j)
    if (known.names[j] != names[j])
      throw DataError(fmt::format("{}: feature {} is {}, but {} {} there", file, j + 1, internal::quote(names[j]),
                                  known.by, internal::quote(known.names[j])));
  const auto given = std::ssize(names);
  if (given == known.count || (given > known.count && known.others_count_nothing)) return;
  const bool has_target = !data.y.empty();
  throw DataError(fmt::format(
      "{}: {} features{}, but {} {}{}", file, given, has_target ? " and a target" : "", known.by, known.count,
      has_target && given + 1 == known.count ? " (use --target none if DATA has no target)" : ""));
}

}  // namespace hingeline::cli
