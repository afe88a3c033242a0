// SPDX-License-Identifier: BSD-3-Clause
#include "models/kernel_probability.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

#include "data/is_present.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "models/class_answers.hpp"
#include "models/model_fields.hpp"
#include "models/pairwise_coupling.hpp"
#include "models/probability_rows.hpp"
#include "models/put_first.hpp"

namespace hingeline {
namespace internal {

std::vector<double> class_probabilities(std::span<const double> a, std::span<const double> b, std::span<const double> z,
                                        std::size_t classes) {
  if (classes == 1) return {1};
  std::vector<double> first;
  for (std::size_t k = 0; k < z.size(); ++k) first.push_back(1 / (1 + std::exp(a[k] * z[k] + b[k])));
  return couple(first, classes);
}

double normal_probability(std::span<const double> density_marks, double z) {
  const auto below = std::upper_bound(density_marks.begin(), density_marks.end(), z) - density_marks.begin();
  return std::clamp(static_cast<double>(below) / static_cast<double>(density_marks.size()), 0.001, 0.999);
}

std::vector<double> fit_density_marks(std::vector<double> values) {
  constexpr std::size_t side = 5;
  std::sort(values.begin(), values.end());
  const auto negative = static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), 0.0) - values.begin());
  const std::size_t positive = values.size() - negative;
  if (negative < side || positive < side) return {};
  std::vector<double> quantiles;
  for (std::size_t k = 0; k < side; ++k) quantiles.push_back(values[k * negative / side]);
  quantiles.push_back(0);
  for (std::size_t k = 1; k <= side; ++k) quantiles.push_back(values[negative - 1 + k * positive / side]);
  std::vector<double> marks;
  for (std::size_t k = 0; k + 1 < quantiles.size(); ++k) marks.push_back((quantiles[k] + quantiles[k + 1]) / 2);
  return marks;
}

double fit_laplace_scale(std::span<const double> residuals, std::span<const double> weights) {
  const auto mean_within = [&](double limit) {
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < residuals.size(); ++i) {
      if (!is_present(weights, i) || std::abs(residuals[i]) > limit) continue;
      sum += weight_of(weights, i) * std::abs(residuals[i]);
      total += weight_of(weights, i);
    }
    return total > 0 ? sum / total : 0;
  };
  const double mean = mean_within(HUGE_VAL);
  return mean_within(5 * std::sqrt(2.0) * mean);  // the deviation of a Laplace distribution of scale s is sqrt(2) s
}

}  // namespace internal

namespace {

bool has_no_offsets(const KernelModel& model) {
  return std::ranges::all_of(model.probability_b, [](double b) { return b == 0; });
}

/// Class probabilities for one row's outputs.
std::vector<double> row_probability(const KernelModel& model, std::span<const double> z) {
  const internal::ClassRule rule = {model.labels.size(), model.multi_class};
  if (model.calibration.kind != Calibration::Kind::none && rule.classes > 1) {
    std::vector<double> p(rule.classes);
    internal::set_class_probability(rule, model.calibration, z, p);
    return p;
  }
  auto p = internal::class_probabilities(model.probability_a, model.probability_b, z, rule.classes);
  if (has_no_offsets(model) && p.size() > 2) internal::put_first(internal::chosen_class(rule, z), p);
  return p;
}

}  // namespace

bool has_probability(const KernelModel& model) {
  if (model.machine == Machine::one_class) return !model.density_marks.empty();
  return is_classification(model.machine) && (!model.probability_a.empty() || model.labels.size() == 1 ||
                                              model.calibration.kind != Calibration::Kind::none);
}

void set_calibration(KernelModel& model, const Calibration& calibration) {
  model.calibration = calibration;
  model.probability_a.clear();
  model.probability_b.clear();
  if (calibration.kind != Calibration::Kind::platt || internal::is_one_vs_rest(model)) return;
  model.calibration = {};
  model.probability_a.assign(model.outputs(), -calibration.slope);
  model.probability_b.assign(model.outputs(), 0.0);
}

Calibration calibration_of(const KernelModel& model) {
  const std::vector<double>& a = model.probability_a;
  const bool one_slope = !a.empty() && std::ranges::adjacent_find(a, std::ranges::not_equal_to()) == a.end();
  if (!is_classification(model.machine) || !one_slope || !has_no_offsets(model)) return model.calibration;
  return {Calibration::Kind::platt, -a.front(), {}};
}

std::vector<double> predict_probability(const KernelModel& model, std::span<const double> decision_values,
                                        int threads) {
  internal::require_labels(model);
  if (!has_probability(model))
    throw InvalidParameter("model", std::string(to_string(model.machine)), "must have been trained with probabilities");
  internal::require_probability(model);
  std::vector<double> probability;
  if (model.machine == Machine::one_class) {
    for (const double z : decision_values) {
      probability.push_back(internal::normal_probability(model.density_marks, z));
      probability.push_back(1 - probability.back());
    }
    return probability;
  }
  internal::require_rows_of_outputs(model.outputs(), decision_values);
  const std::size_t outputs = model.outputs();
  const std::size_t n = decision_values.size() / outputs;
  probability.resize(n * model.labels.size());
  internal::for_each_probability_row(n, threads, [&](std::size_t i) {
    const std::vector<double> p = row_probability(model, decision_values.subspan(i * outputs, outputs));
    std::ranges::copy(p, probability.begin() + static_cast<std::ptrdiff_t>(i * p.size()));
  });
  return probability;
}

}  // namespace hingeline
