// SPDX-License-Identifier: BSD-3-Clause
#include "models/class_answers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/infinity.hpp"
#include "models/calibration.hpp"
#include "models/class_pairs.hpp"
#include "models/pairwise_coupling.hpp"
#include "models/put_first.hpp"

namespace hingeline::internal {
namespace {

/// log sigma(z) without overflow.
double log_sigmoid(double z) { return std::min(z, 0.0) - std::log1p(std::exp(-std::abs(z))); }

void normalised_sigmoids(std::span<const double> z, double slope, std::span<double> p) {
  double largest = -infinity;
  for (std::size_t k = 0; k < z.size(); ++k) largest = std::max(largest, p[k] = log_sigmoid(slope * z[k]));
  double sum = 0;
  for (double& share : p) sum += share = std::exp(share - largest);
  for (double& share : p) share /= sum;
}

std::array<double, 2> of_two(const Calibration& calibration, double z) {
  if (calibration.kind == Calibration::Kind::none) return {std::exp(log_sigmoid(z)), std::exp(log_sigmoid(-z))};
  const double p = calibrated(calibration, z);
  return {p, 1 - p};
}

void of_pairs(const Calibration& calibration, std::span<const double> z, std::span<double> p) {
  std::vector<double> first;
  for (const double value : z) first.push_back(of_two(calibration, value)[0]);
  std::ranges::copy(couple(first, p.size()), p.begin());
}

void of_each(const Calibration& calibration, std::span<const double> z, std::span<double> p) {
  if (calibration.kind != Calibration::Kind::isotonic)
    return normalised_sigmoids(z, calibration.kind == Calibration::Kind::platt ? calibration.slope : 1, p);
  double sum = 0;
  for (std::size_t k = 0; k < z.size(); ++k) sum += p[k] = calibrated(calibration, z[k]);
  for (double& share : p) share /= sum;
}

}  // namespace

std::size_t chosen_class(const ClassRule& rule, std::span<const double> z) {
  if (rule.classes == 2) return z[0] > 0 ? 0 : 1;
  if (rule.multi_class == MultiClass::one_vs_one) return voted_class(z, rule.classes);
  return static_cast<std::size_t>(std::max_element(z.begin(), z.end()) - z.begin());
}

void set_class_probability(const ClassRule& rule, const Calibration& calibration, std::span<const double> z,
                           std::span<double> p) {
  if (rule.classes == 2) {
    std::ranges::copy(of_two(calibration, z[0]), p.begin());
    return;
  }
  if (rule.multi_class == MultiClass::one_vs_one)
    of_pairs(calibration, z, p);
  else
    of_each(calibration, z, p);
  put_first(chosen_class(rule, z), p);
}

}  // namespace hingeline::internal
