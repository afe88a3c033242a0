// SPDX-License-Identifier: BSD-3-Clause
//
// From decision values z to answers.
//
//     regression      z
//     two classes     labels[0] where z > 0, else labels[1]
//     more classes    the label of the largest z_k, the first of equals
//     one-vs-one      the label with most votes, the first of equals: z_k of classes i and j is a vote for i where > 0
//
// Probabilities of the logistic loss, sigma(z) = 1 / (1 + exp(-z)):
//
//     two classes     sigma(z), sigma(-z)
//     more classes    sigma(z_k) / sum_l sigma(z_l), as LIBLINEAR does; through logarithms, so that the sum is never 0
//     multinomial     exp(z_k) / sum_l exp(z_l)
//     one-vs-one      r_ij = sigma(z_k), coupled (models/pairwise_coupling.hpp)
//
// Of a calibrated model, the same with its p(z): p(z), 1 - p(z); p(z_k) / sum_l p(z_l); r_ij = p(z_k).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "losses/multinomial.hpp"
#include "models/calibration.hpp"
#include "models/class_pairs.hpp"
#include "models/model_fields.hpp"
#include "models/pairwise_coupling.hpp"
#include "models/put_first.hpp"

namespace hingeline {
namespace {

using Row = std::span<const double>;

std::size_t row_count(const LinearModel& model, std::span<const double> values) {
  internal::require_outputs(model);
  const auto outputs = static_cast<std::size_t>(model.outputs);
  if (values.size() % outputs != 0)
    throw InvalidParameter("decision_values", std::to_string(values.size()) + " values",
                           "must be a multiple of the model's " + std::to_string(outputs) + " outputs");
  return values.size() / outputs;
}

/// The place of the predicted label.
std::size_t chosen_class(const LinearModel& model, Row z) {
  if (model.labels.size() == 2) return z[0] > 0 ? 0 : 1;
  if (model.multi_class == MultiClass::one_vs_one) return internal::voted_class(z, model.labels.size());
  return static_cast<std::size_t>(std::max_element(z.begin(), z.end()) - z.begin());
}

/// log sigma(z) without overflow.
double log_sigmoid(double z) { return std::min(z, 0.0) - std::log1p(std::exp(-std::abs(z))); }

void normalised_sigmoids(Row z, double slope, std::span<double> probability) {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < z.size(); ++k) largest = std::max(largest, probability[k] = log_sigmoid(slope * z[k]));
  double sum = 0;
  for (double& p : probability) sum += p = std::exp(p - largest);
  for (double& p : probability) p /= sum;
}

void two_class_probability(const LinearModel& model, double z, std::span<double> p) {
  if (model.calibration.kind == Calibration::Kind::none) {
    p[0] = std::exp(log_sigmoid(z));
    p[1] = std::exp(log_sigmoid(-z));
  } else {
    p[0] = internal::calibrated(model.calibration, z);
    p[1] = 1 - p[0];
  }
}

/// Of the first of every two classes, coupled.
void pair_probability(const LinearModel& model, Row z, std::span<double> p) {
  std::vector<double> first;
  for (const double value : z) {
    std::array<double, 2> both;
    two_class_probability(model, value, both);
    first.push_back(both[0]);
  }
  std::ranges::copy(internal::couple(first, p.size()), p.begin());
  internal::put_first(chosen_class(model, z), p);
}

void multi_class_probability(const LinearModel& model, Row z, std::span<double> p) {
  if (model.calibration.kind == Calibration::Kind::isotonic) {
    double sum = 0;
    for (std::size_t k = 0; k < z.size(); ++k) sum += p[k] = internal::calibrated(model.calibration, z[k]);
    for (double& share : p) share /= sum;
  } else {
    normalised_sigmoids(z, model.calibration.kind == Calibration::Kind::platt ? model.calibration.slope : 1, p);
  }
  internal::put_first(chosen_class(model, z), p);
}

}  // namespace

std::vector<double> predict(const LinearModel& model, std::span<const double> decision_values) {
  const std::size_t n = row_count(model, decision_values);
  if (model.labels.empty()) return {decision_values.begin(), decision_values.end()};
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> labels(n);
  for (std::size_t i = 0; i < n; ++i)
    labels[i] = model.labels[chosen_class(model, decision_values.subspan(i * outputs, outputs))];
  return labels;
}

std::vector<double> predict_probability(const LinearModel& model, std::span<const double> decision_values) {
  if (!has_probability(model))
    throw InvalidParameter("loss", std::string(to_string(model.loss.name)),
                           "probabilities need logistic, or a model trained with a calibration");
  const std::size_t n = row_count(model, decision_values);
  const std::size_t classes = model.labels.size();
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> probability(n * classes);
  for (std::size_t i = 0; i < n; ++i) {
    const Row z = decision_values.subspan(i * outputs, outputs);
    const std::span<double> p = std::span(probability).subspan(i * classes, classes);
    if (classes == 2)
      two_class_probability(model, z[0], p);
    else if (model.multi_class == MultiClass::multinomial)
      internal::softmax(z, p);
    else if (model.multi_class == MultiClass::one_vs_one)
      pair_probability(model, z, p);
    else
      multi_class_probability(model, z, p);
  }
  return probability;
}

}  // namespace hingeline
