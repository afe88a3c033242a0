// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "hingeline/error.hpp"

namespace hingeline {
namespace {

/// The size of both. Throws InvalidParameter where they differ.
std::size_t common_size(std::span<const double> truth, std::span<const double> prediction) {
  if (truth.size() != prediction.size())
    throw InvalidParameter("prediction", std::to_string(prediction.size()) + " values",
                           "must be one for each of " + std::to_string(truth.size()) + " targets");
  return truth.size();
}

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

bool is_constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

/// Mean of f(truth - prediction).
template <class F>
double mean_of_residuals(std::span<const double> truth, std::span<const double> prediction, const F& f) {
  const std::size_t n = common_size(truth, prediction);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += f(truth[i] - prediction[i]);
  return sum / static_cast<double>(n);
}

}  // namespace

double accuracy(std::span<const double> truth, std::span<const double> prediction) {
  const std::size_t n = common_size(truth, prediction);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < n; ++i) equal += truth[i] == prediction[i] ? 1 : 0;
  return static_cast<double>(equal) / static_cast<double>(n);
}

double mean_squared_error(std::span<const double> truth, std::span<const double> prediction) {
  return mean_of_residuals(truth, prediction, [](double r) { return r * r; });
}

double mean_absolute_error(std::span<const double> truth, std::span<const double> prediction) {
  return mean_of_residuals(truth, prediction, [](double r) { return std::abs(r); });
}

/// cov^2 / (var_t var_p), from centred values, as sums of squares minus n mean^2 would cancel.
double squared_correlation(std::span<const double> truth, std::span<const double> prediction) {
  const std::size_t n = common_size(truth, prediction);
  if (is_constant(truth) || is_constant(prediction)) return std::numeric_limits<double>::quiet_NaN();
  const double mean_truth = mean(truth);
  const double mean_prediction = mean(prediction);
  double covariance = 0;
  double variance_truth = 0;
  double variance_prediction = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double t = truth[i] - mean_truth;
    const double p = prediction[i] - mean_prediction;
    covariance += t * p;
    variance_truth += t * t;
    variance_prediction += p * p;
  }
  return covariance / variance_truth * (covariance / variance_prediction);
}

double pinball_loss(std::span<const double> truth, std::span<const double> prediction, double tau) {
  return mean_of_residuals(truth, prediction, [tau](double r) { return r > 0 ? tau * r : (tau - 1) * r; });
}

double expectile_loss(std::span<const double> truth, std::span<const double> prediction, double tau) {
  return mean_of_residuals(truth, prediction, [tau](double r) { return (r > 0 ? tau : 1 - tau) * r * r; });
}

}  // namespace hingeline
