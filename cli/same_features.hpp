// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hingeline/dataset.hpp"

namespace hingeline::cli {

/// The features of a model or a scaling.
struct KnownFeatures {
  std::span<const std::string> names;  ///< empty: features have numbers only
  std::int64_t count;
  bool others_count_nothing;  ///< data may have more features
  std::string by;             ///< where they come from, for messages: "the model was trained with"
};

/// Throws DataError where features that have names would be taken for others: a CSV file without a target column, say,
/// would silently lose its last feature.
void require_same_features(const std::string& file, const Dataset& data, const KnownFeatures& known);

}  // namespace hingeline::cli
