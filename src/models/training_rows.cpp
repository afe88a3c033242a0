// SPDX-License-Identifier: BSD-3-Clause
#include "models/training_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/quote.hpp"
#include "data/class_names.hpp"
#include "data/validate_matrix.hpp"
#include "hingeline/error.hpp"
#include "models/label_names.hpp"
#include "problem/validate.hpp"

namespace hingeline::internal {

namespace {

template <class Name>
void validate(const Dataset& data, std::span<const double> weights, const char* learner, Name name, bool classes) {
  const std::int64_t n = rows(data.x);
  if (static_cast<std::int64_t>(data.y.size()) != n)
    throw DataError(fmt::format("y: {} targets given for {} rows", data.y.size(), n));
  if (!weights.empty() && weights.size() != data.y.size())
    throw DataError(fmt::format("weights: {} given for {} rows", weights.size(), n));
  validate_finite_targets("y", data.y);
  validate_class_names(data);
  if (!data.class_names.empty() && !classes)
    throw InvalidParameter(
        learner, std::string(to_string(name)),
        fmt::format("needs numbers as targets, but these are text ({}, ..)", quote(data.class_names[0])));
}

}  // namespace

void validate_targets(const Dataset& data, std::span<const double> weights, const Loss& loss) {
  validate(data, weights, "loss", loss.name, is_classification(loss));
}

void validate_targets(const Dataset& data, std::span<const double> weights, Machine machine) {
  validate(data, weights, "machine", machine, is_classification(machine));
}

void validate_classes(std::span<const double> labels, const Dataset& data,
                      const std::map<double, double>& class_weights) {
  constexpr std::size_t many = 1000;
  if (labels.empty()) throw DataError("x: no rows");
  if (labels.size() == 1)
    throw DataError(fmt::format("y: one class only ({}), classification needs at least two",
                                label_text(labels[0], data.class_names)));
  if (labels.size() > many && 2 * labels.size() > data.y.size())
    throw DataError(
        fmt::format("y: {} different labels in {} rows are too many for classes; for numbers use a regression loss",
                    labels.size(), data.y.size()));
  for (const auto& [label, weight] : class_weights) {
    if (std::find(labels.begin(), labels.end(), label) == labels.end())
      throw InvalidParameter("class_weights", fmt::format("label {}", label), "must be a label of the data");
    if (!(weight >= 0) || !std::isfinite(weight))
      throw InvalidParameter("class_weights", fmt::format("{} for label {}", weight, label), "must be >= 0 and finite");
  }
}

void require_two_classes(std::span<const double> weights, const Dataset& data) {
  std::optional<double> first;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] > 0)) continue;
    if (first.value_or(data.y[i]) != data.y[i]) return;
    first = data.y[i];
  }
  if (first)
    throw DataError(
        fmt::format("weights: all rows of weight > 0 are of class {}, but classification needs at least two classes",
                    label_text(*first, data.class_names)));
}

std::vector<double> combined_weights(std::span<const double> weights, const std::map<double, double>& class_weights,
                                     std::span<const double> y) {
  if (class_weights.empty()) return {weights.begin(), weights.end()};
  std::vector<double> combined(y.size(), 1.0);
  if (!weights.empty()) combined.assign(weights.begin(), weights.end());
  for (std::size_t i = 0; i < y.size(); ++i)
    if (const auto found = class_weights.find(y[i]); found != class_weights.end()) combined[i] *= found->second;
  return combined;
}

Certificate sum(std::span<const Certificate> parts) {
  Certificate total;
  double scale = 0;
  double uncertain = 0;
  double error2 = 0;
  bool has_answers = true;
  for (const Certificate& proof : parts) {
    total.primal += proof.primal;
    total.dual += proof.dual;
    total.gap += proof.gap;
    total.rounding_floor += proof.rounding_floor;
    total.dual_rounding += proof.dual_rounding;
    total.max_violation = std::max(total.max_violation, proof.max_violation);
    error2 += proof.coef_error_bound * proof.coef_error_bound;
    has_answers = has_answers && !std::isinf(proof.relative_gap);
    if (proof.relative_gap > 0) scale += proof.gap / proof.relative_gap;
    if (proof.relative_gap > 0) uncertain += proof.gap;
  }
  total.relative_gap = scale > 0 ? uncertain / scale : 0;
  if (!has_answers || std::isinf(total.gap)) total.relative_gap = std::numeric_limits<double>::infinity();
  if (std::isnan(total.dual)) total.relative_gap = total.dual;  // a part has no bound
  total.coef_error_bound = std::sqrt(error2);
  return total;
}

}  // namespace hingeline::internal
