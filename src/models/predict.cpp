// SPDX-License-Identifier: BSD-3-Clause
//
// From decision values z to answers.
//
//     regression      z
//     two classes     labels[0] where z > 0, else labels[1]
//     more classes    the label of the largest z_k, the first of equals
//
// Probabilities of the logistic loss, sigma(z) = 1 / (1 + exp(-z)):
//
//     two classes     sigma(z), sigma(-z)
//     more classes    sigma(z_k) / sum_l sigma(z_l), as LIBLINEAR does; through logarithms, so that the sum is never 0
//     multinomial     exp(z_k) / sum_l exp(z_l)
//
// Of a calibrated model, the same with its p(z): p(z), 1 - p(z); p(z_k) / sum_l p(z_l).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "losses/multinomial.hpp"
#include "models/calibration.hpp"

namespace hingeline {
namespace {

using Row = std::span<const double>;

std::size_t row_count(const LinearModel& model, std::span<const double> values) {
  const auto outputs = static_cast<std::size_t>(model.outputs);
  if (values.size() % outputs != 0)
    throw InvalidParameter("decision_values", std::to_string(values.size()) + " values",
                           "must be a multiple of the model's " + std::to_string(outputs) + " outputs");
  return values.size() / outputs;
}

double label_of(const LinearModel& model, Row z) {
  if (model.labels.size() == 2) return model.labels[z[0] > 0 ? 0 : 1];
  return model.labels[static_cast<std::size_t>(std::max_element(z.begin(), z.end()) - z.begin())];
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

/// Rounding and flat pieces can make the p of several classes equal: the predicted label's stays the first of the
/// largest.
void put_first(std::size_t winner, std::span<double> probability) {
  const double below = std::nextafter(probability[winner], 0.0);
  for (std::size_t k = 0; k < winner; ++k) probability[k] = std::min(probability[k], below);
  for (std::size_t k = winner; k < probability.size(); ++k)
    probability[k] = std::min(probability[k], probability[winner]);
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

void multi_class_probability(const LinearModel& model, Row z, std::span<double> p) {
  if (model.calibration.kind == Calibration::Kind::isotonic) {
    double sum = 0;
    for (std::size_t k = 0; k < z.size(); ++k) sum += p[k] = internal::calibrated(model.calibration, z[k]);
    for (double& share : p) share /= sum;
  } else {
    normalised_sigmoids(z, model.calibration.kind == Calibration::Kind::platt ? model.calibration.slope : 1, p);
  }
  put_first(static_cast<std::size_t>(std::max_element(z.begin(), z.end()) - z.begin()), p);
}

}  // namespace

std::vector<double> predict(const LinearModel& model, std::span<const double> decision_values) {
  const std::size_t n = row_count(model, decision_values);
  if (model.labels.empty()) return {decision_values.begin(), decision_values.end()};
  const auto outputs = static_cast<std::size_t>(model.outputs);
  std::vector<double> labels(n);
  for (std::size_t i = 0; i < n; ++i) labels[i] = label_of(model, decision_values.subspan(i * outputs, outputs));
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
    else
      multi_class_probability(model, z, p);
  }
  return probability;
}

}  // namespace hingeline
