// SPDX-License-Identifier: BSD-3-Clause
#include "models/training_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "models/class_pairs.hpp"
#include "models/label_names.hpp"
#include "models/model_fields.hpp"
#include "models/warm_dual.hpp"

namespace hingeline::internal {
namespace {

void validate_warm_start(const LinearModel& model, const LinearModel& start) {
  if (start.basis)
    throw InvalidParameter("warm start", "a model that approximates a kernel",
                           "must be a linear model of the features themselves");
  if (start.features != model.features)
    throw InvalidParameter("warm start", fmt::format("a model of {} features", start.features),
                           fmt::format("must have {}", model.features));
  places_among(Classes(model), Classes(start));
  if (start.outputs != model.outputs)
    throw InvalidParameter("warm start", fmt::format("a model of {} outputs", start.outputs),
                           fmt::format("must have {}", model.outputs));
  const auto of_pairs = [](const LinearModel& m) { return m.multi_class == MultiClass::one_vs_one; };
  if (of_pairs(start) != of_pairs(model))
    throw InvalidParameter("warm start", fmt::format("a model of {}", to_string(start.multi_class)),
                           fmt::format("does not fit the outputs of {}", to_string(model.multi_class)));
  require_sizes(start);
  require_finite("warm start coef", start.coef);
  require_finite("warm start intercept", start.intercept);
}

/// Output k's coefficients, of standardized columns.
std::vector<double> output_coef(const LinearModel& model, int k, const Standardization& columns) {
  std::vector<double> coef(static_cast<std::size_t>(model.features));
  for (std::size_t j = 0; j < coef.size(); ++j)
    coef[j] = model.coef[j * static_cast<std::size_t>(model.outputs) + static_cast<std::size_t>(k)];
  columns.multiply(coef);
  return coef;
}

}  // namespace

void validate_start(const TrainOptions& options, const LinearModel& model, std::span<const std::size_t> dual_sizes) {
  if (options.warm_start != nullptr) validate_warm_start(model, *options.warm_start);
  validate_warm_dual(options.warm_dual, dual_sizes);
}

std::optional<LinearModel> in_order_of(const LinearModel& model, const LinearModel& start) {
  const std::vector<std::size_t> places = places_among(Classes(model), Classes(start));
  if (std::ranges::is_sorted(places)) return std::nullopt;
  const auto outputs = outputs_in_order(places, start.outputs == 1 || start.multi_class == MultiClass::one_vs_one);
  LinearModel ordered = start;
  const auto put = [&](std::size_t first, const std::vector<double>& from, std::vector<double>& to) {
    for (std::size_t k = 0; k < outputs.size(); ++k) to[first + k] = outputs[k].sign * from[first + outputs[k].output];
  };
  for (std::size_t first = 0; first < start.coef.size(); first += outputs.size()) put(first, start.coef, ordered.coef);
  put(0, start.intercept, ordered.intercept);
  return ordered;
}

OutputStart output_start(const TrainOptions& options, int k, const Standardization& columns) {
  OutputStart start;
  const auto output = static_cast<std::size_t>(k);
  if (!options.warm_dual.empty()) start.point.dual_coef = options.warm_dual[output];
  if (options.warm_start != nullptr) {
    start.coef = output_coef(*options.warm_start, k, columns);
    start.point.coef = start.coef;
    start.point.intercept = options.warm_start->intercept[output];
  }
  return start;
}

ClassStart class_start(const TrainOptions& options, const Standardization& columns) {
  ClassStart start;
  if (options.warm_start == nullptr) {
    if (!options.warm_dual.empty()) start.dual_coef = options.warm_dual.front();
    return start;
  }
  for (int k = 0; k < options.warm_start->outputs; ++k) {
    const std::vector<double> coef = output_coef(*options.warm_start, k, columns);
    start.coef.insert(start.coef.end(), coef.begin(), coef.end());
  }
  start.intercept = options.warm_start->intercept;
  return start;
}

}  // namespace hingeline::internal
