// SPDX-License-Identifier: BSD-3-Clause
//
// Model files from hostile bytes: an answer or a DataError; and what has been read of a loss comes back the same from
// both formats.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hingeline/error.hpp"
#include "models/model_text.hpp"

namespace {

using hingeline::LinearModel;
using hingeline::ModelFormat;
using hingeline::internal::format_model;
using hingeline::internal::parse_model;

void require(bool holds) {
  if (!holds) std::abort();
}

bool same_or_nan(double first, double second) { return first == second || (std::isnan(first) && std::isnan(second)); }

void require_same_predictions(const LinearModel& first, const LinearModel& second) {
  require(first.loss.name == second.loss.name && first.labels == second.labels);
  require(first.features == second.features && first.outputs == second.outputs);
  require(first.multi_class == second.multi_class);
  require(first.coef == second.coef && first.intercept == second.intercept);
  require(first.feature_names == second.feature_names && first.label_names == second.label_names);
}

void require_same(const LinearModel& first, const LinearModel& second) {
  require_same_predictions(first, second);
  require(first.loss.epsilon == second.loss.epsilon && first.loss.tau == second.loss.tau);
  require(first.loss.delta == second.loss.delta && first.loss.gamma == second.loss.gamma);
  require(same_or_nan(first.C, second.C));
  require(first.intercept_kind == second.intercept_kind && first.bias == second.bias);
  require(first.certificate.has_value() == second.certificate.has_value());
  if (!first.certificate) return;
  require(first.certificate->primal == second.certificate->primal);
  require(first.certificate->coef_error_bound == second.certificate->coef_error_bound);
  require(first.certificate->max_violation == second.certificate->max_violation);
  require(first.certificate->dual_rounding == second.certificate->dual_rounding);
}

void read_one_class(std::string_view text) {
  try {
    hingeline::internal::parse_one_class_model(text, "fuzz");
  } catch (const hingeline::DataError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_one_class(text);
  LinearModel model;
  try {
    model = parse_model(text, "fuzz");
  } catch (const hingeline::DataError&) {
    return 0;
  }
  require_same(model, parse_model(format_model(model, ModelFormat::native), "native"));
  require_same_predictions(model, parse_model(format_model(model, ModelFormat::automatic), "automatic"));
  return 0;
}
