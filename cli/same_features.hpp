// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hingeline/dataset.hpp"

namespace hingeline::cli {

/// Those of a model or a scaling.
struct KnownFeatures {
  std::span<const std::string> names;  ///< empty: known by their numbers alone
  std::int64_t count;
  bool others_count_nothing;  ///< data may have more
  std::string by;             ///< what knows them, in words: "the model was trained with"
};

/// Features that have names are not to be taken for others: a CSV file without its target column, say, would lose its
/// last one in silence. Throws DataError.
void require_same_features(const std::string& file, const Dataset& data, const KnownFeatures& known);

}  // namespace hingeline::cli
