// SPDX-License-Identifier: BSD-3-Clause
//
// Scalings, those of svm-scale among them, from hostile bytes: an answer or a DataError; and what has been read comes
// back the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "hingeline/error.hpp"
#include "model_files/svm_ranges.hpp"
#include "models/column_scaling.hpp"

namespace {

using hingeline::internal::ColumnScaling;
using hingeline::internal::format_scaling;
using hingeline::internal::parse_scaling;

constexpr std::int32_t most_features = 1 << 16;  // that are written: more is a question of memory only

void require(bool holds) {
  if (!holds) std::abort();
}

void require_same(const ColumnScaling& first, const ColumnScaling& second) {
  require(first.method == second.method && first.lower == second.lower && first.upper == second.upper);
  require(first.origin == second.origin && first.unit == second.unit);
  require(first.feature_names == second.feature_names);
}

void read_ranges(std::string_view text) {
  try {
    hingeline::internal::parse_svm_ranges(text, "fuzz");
  } catch (const hingeline::DataError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_ranges(text);
  ColumnScaling scaling;
  try {
    scaling = parse_scaling(text, "fuzz");
  } catch (const hingeline::DataError&) {
    return 0;
  }
  if (scaling.features() <= most_features) require_same(scaling, parse_scaling(format_scaling(scaling), "again"));
  return 0;
}
