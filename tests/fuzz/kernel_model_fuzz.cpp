// SPDX-License-Identifier: BSD-3-Clause
//
// Models with kernels from hostile bytes: an answer or a DataError; and what has been read comes back the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "hingeline/error.hpp"
#include "model_files/kernel_model_text.hpp"

namespace {

using hingeline::KernelModel;
using hingeline::internal::parse_kernel_model;
using hingeline::internal::write_kernel_model_text;

void require(bool holds) {
  if (!holds) std::abort();
}

std::string text_of(const KernelModel& model) {
  std::string text;
  write_kernel_model_text(model, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  KernelModel model;
  try {
    model = parse_kernel_model(text, "fuzz");
  } catch (const hingeline::DataError&) {
    return 0;
  }
  const std::string written = text_of(model);
  const KernelModel again = parse_kernel_model(written, "again");
  require(text_of(again) == written);
  require(model.machine == again.machine && model.labels == again.labels);
  require(model.intercept == again.intercept && model.coef == again.coef);
  require(model.offsets == again.offsets && model.columns == again.columns && model.values == again.values);
  require(model.serials == again.serials && model.features == again.features);
  return 0;
}
