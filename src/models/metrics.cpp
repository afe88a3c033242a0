// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/metrics.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>

#include "data/is_present.hpp"
#include "hingeline/error.hpp"

namespace hingeline {
namespace {

/// The size of all. Throws InvalidParameter where they differ.
std::size_t common_size(std::span<const double> truth, std::span<const double> prediction,
                        std::span<const double> weights) {
  const auto require_size = [&](const char* name, std::size_t size) {
    if (size != truth.size())
      throw InvalidParameter(name, std::to_string(size) + " values",
                             "must be one for each of " + std::to_string(truth.size()) + " targets");
  };
  require_size("prediction", prediction.size());
  if (!weights.empty()) require_size("weights", weights.size());
  return truth.size();
}

/// Weighted mean of f(0), .., f(n - 1).
template <class F>
double mean_of(std::size_t n, std::span<const double> weights, const F& f) {
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!internal::is_present(weights, i)) continue;
    const double weight = internal::weight_of(weights, i);
    sum += weight * f(i);
    total += weight;
  }
  return sum / total;
}

bool is_constant(std::span<const double> values, std::span<const double> weights) {
  std::optional<double> first;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!internal::is_present(weights, i)) continue;
    if (!first) first = values[i];
    if (values[i] != *first) return false;
  }
  return true;
}

/// Weighted mean of f(truth - prediction).
template <class F>
double mean_of_residuals(std::span<const double> truth, std::span<const double> prediction,
                         std::span<const double> weights, const F& f) {
  const std::size_t n = common_size(truth, prediction, weights);
  return mean_of(n, weights, [&](std::size_t i) { return f(truth[i] - prediction[i]); });
}

}  // namespace

double accuracy(std::span<const double> truth, std::span<const double> prediction, std::span<const double> weights) {
  const std::size_t n = common_size(truth, prediction, weights);
  return mean_of(n, weights, [&](std::size_t i) { return truth[i] == prediction[i] ? 1.0 : 0.0; });
}

double mean_squared_error(std::span<const double> truth, std::span<const double> prediction,
                          std::span<const double> weights) {
  return mean_of_residuals(truth, prediction, weights, [](double r) { return r * r; });
}

double mean_absolute_error(std::span<const double> truth, std::span<const double> prediction,
                           std::span<const double> weights) {
  return mean_of_residuals(truth, prediction, weights, [](double r) { return std::abs(r); });
}

/// cov^2 / (var_t var_p), from centred values, as sums of squares minus n mean^2 would cancel.
double squared_correlation(std::span<const double> truth, std::span<const double> prediction,
                           std::span<const double> weights) {
  const std::size_t n = common_size(truth, prediction, weights);
  if (is_constant(truth, weights) || is_constant(prediction, weights)) return std::numeric_limits<double>::quiet_NaN();
  const double mean_truth = mean_of(n, weights, [&](std::size_t i) { return truth[i]; });
  const double mean_prediction = mean_of(n, weights, [&](std::size_t i) { return prediction[i]; });
  double covariance = 0;
  double variance_truth = 0;
  double variance_prediction = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!internal::is_present(weights, i)) continue;
    const double weight = internal::weight_of(weights, i);
    const double t = truth[i] - mean_truth;
    const double p = prediction[i] - mean_prediction;
    covariance += weight * t * p;
    variance_truth += weight * t * t;
    variance_prediction += weight * p * p;
  }
  return covariance / variance_truth * (covariance / variance_prediction);
}

double pinball_loss(std::span<const double> truth, std::span<const double> prediction, double tau,
                    std::span<const double> weights) {
  return mean_of_residuals(truth, prediction, weights, [tau](double r) { return r > 0 ? tau * r : (tau - 1) * r; });
}

double expectile_loss(std::span<const double> truth, std::span<const double> prediction, double tau,
                      std::span<const double> weights) {
  return mean_of_residuals(truth, prediction, weights, [tau](double r) { return (r > 0 ? tau : 1 - tau) * r * r; });
}

}  // namespace hingeline
