// SPDX-License-Identifier: BSD-3-Clause
//
// Model files from hostile bytes: an answer or a DataError; and what has been read comes back the same, of a loss from
// both formats.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "hingeline/error.hpp"
#include "model_files/model_text.hpp"
#include "support/temporary_folder.hpp"

namespace {

using hingeline::LinearModel;
using hingeline::ModelFormat;
using hingeline::OneClassModel;
using hingeline::internal::format_model;
using hingeline::internal::parse_model;
using hingeline::internal::parse_one_class_model;
using hingeline::internal::TemporaryFolder;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_same_predictions(const LinearModel& first, const LinearModel& second) {
  require(first.loss.name == second.loss.name && first.labels == second.labels);
  require(first.features == second.features && first.outputs == second.outputs);
  require(first.multi_class == second.multi_class);
  require(first.coef == second.coef && first.intercept == second.intercept);
  require(first.feature_names == second.feature_names && first.label_names == second.label_names);
}

void require_same(const OneClassModel& first, const OneClassModel& second) {
  require(first.coef == second.coef && first.intercept == second.intercept);
  require(first.feature_names == second.feature_names);
}

void check_one_class(std::string_view text) {
  OneClassModel model;
  try {
    model = parse_one_class_model(text, "fuzz");
  } catch (const hingeline::DataError&) {
    return;
  }
  static const TemporaryFolder folder;
  write_model(folder.file("m"), model);
  require_same(model, hingeline::read_one_class_model(folder.file("m")));
}

void check_model(std::string_view text) {
  LinearModel model;
  try {
    model = parse_model(text, "fuzz");
  } catch (const hingeline::DataError&) {
    return;
  }
  const std::string written = format_model(model, ModelFormat::native);
  const LinearModel again = parse_model(written, "native");
  require(format_model(again, ModelFormat::native) == written);
  require_same_predictions(model, again);
  require_same_predictions(model, parse_model(format_model(model, ModelFormat::automatic), "automatic"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_one_class(text);
  check_model(text);
  return 0;
}
