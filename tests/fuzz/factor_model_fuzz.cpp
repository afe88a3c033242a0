// SPDX-License-Identifier: BSD-3-Clause
//
// Factor models from hostile bytes: an answer or a DataError; and what has been read comes back the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hingeline/error.hpp"
#include "model_files/model_text.hpp"
#include "support/temporary_folder.hpp"

namespace {

using hingeline::FactorModel;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_same(const FactorModel& first, const FactorModel& second) {
  require(first.loss == second.loss && first.rank == second.rank && first.offset == second.offset);
  require(first.user_factors == second.user_factors && first.item_factors == second.item_factors);
  require(first.user_bias == second.user_bias && first.item_bias == second.item_bias);
  require(first.user_names == second.user_names && first.item_names == second.item_names);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  FactorModel model;
  try {
    model = hingeline::internal::parse_factor_model(text, "fuzz");
  } catch (const hingeline::DataError&) {
    return 0;
  }
  static const hingeline::internal::TemporaryFolder folder;
  write_model(folder.file("m"), model);
  require_same(model, hingeline::read_factor_model(folder.file("m")));
  return 0;
}
