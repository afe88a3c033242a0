// SPDX-License-Identifier: BSD-3-Clause
//
// The answers of a regression are the decision values themselves; those of a classification: models/class_answers.hpp.
#include <cstddef>
#include <span>
#include <string>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "losses/multinomial.hpp"
#include "models/class_answers.hpp"
#include "models/model_fields.hpp"
#include "models/probability_rows.hpp"
#include "models/put_first.hpp"

namespace hingeline {
namespace {

std::size_t row_count(const LinearModel& model, std::span<const double> values) {
  internal::require_answers(model);
  const auto outputs = static_cast<std::size_t>(model.outputs);
  internal::require_rows_of_outputs(outputs, values);
  return values.size() / outputs;
}

}  // namespace

std::vector<double> predict(const LinearModel& model, std::span<const double> decision_values) {
  const std::size_t n = row_count(model, decision_values);
  if (model.labels.empty()) return {decision_values.begin(), decision_values.end()};
  const auto outputs = static_cast<std::size_t>(model.outputs);
  const internal::ClassRule rule = {model.labels.size(), model.multi_class};
  std::vector<double> labels(n);
  for (std::size_t i = 0; i < n; ++i)
    labels[i] = model.labels[internal::chosen_class(rule, decision_values.subspan(i * outputs, outputs))];
  return labels;
}

std::vector<double> predict_probability(const LinearModel& model, std::span<const double> decision_values,
                                        int threads) {
  if (!has_probability(model))
    throw InvalidParameter("loss", std::string(to_string(model.loss.name)),
                           "but probabilities need the loss logistic or a model trained with a calibration");
  internal::require_calibration(model);
  const std::size_t n = row_count(model, decision_values);
  const std::size_t classes = model.labels.size();
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> probability(n * classes);
  internal::for_each_probability_row(n, threads, [&](std::size_t i) {
    const std::span<const double> z = decision_values.subspan(i * outputs, outputs);
    const std::span<double> p = std::span(probability).subspan(i * classes, classes);
    if (classes > 2 && model.multi_class == MultiClass::multinomial) {
      internal::softmax(z, p);
      internal::put_first(internal::chosen_class({classes, model.multi_class}, z), p);
    } else {
      internal::set_class_probability({classes, model.multi_class}, model.calibration, z, p);
    }
  });
  return probability;
}

}  // namespace hingeline
