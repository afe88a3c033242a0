// SPDX-License-Identifier: BSD-3-Clause
//
//     sum_k [ R(S w_k) + R(v_k) + sum_i c_i phi(y_ik, x_i'w_k + b_k) ]
//
// over the outputs k, where
//
//     x_i     the row, or phi(x_i) if the model has functions that approximate a kernel
//     S       the scales of standardized columns, else 1
//     y_ik    the target; with classes +1 for rows of class k, -1 for others; one-vs-one: +1 and -1 for the rows of the
//             output's two classes, other rows have no part
//     v_k     b_k = bias v_k if the intercept is penalized, else there is no v_k
//
// Multinomial and Crammer and Singer's models have one loss of all outputs of a row in place of the sum over k. Levels
// have one tau each, and R once if they share one slope.
#include "primal_objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/is_present.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_features.hpp"
#include "losses/multinomial.hpp"
#include "losses/visit_loss.hpp"
#include "models/class_pairs.hpp"
#include "models/multi_class.hpp"

namespace hingeline::cli {
namespace {

double regularizer(const LinearModel& given, std::span<const double> l1_weights) {
  const bool is_whitened = given.basis && given.basis->approximation == Approximation::nystroem;
  const LinearModel model = is_whitened ? KernelFeatures(given).to_feature_model(given) : given;
  double total = 0;
  const auto add = [&](double w, double l1_weight) {
    total += model.l1 * l1_weight * std::abs(w) + 0.5 * model.l2 * w * w;
  };
  const auto outputs = static_cast<std::size_t>(model.outputs);
  const std::size_t step = model.level_tie == LevelTie::slope ? outputs : 1;
  for (std::size_t k = 0; k < model.coef.size(); k += step)
    add(model.coef[k] * (model.column_scale.empty() ? 1 : model.column_scale[k / outputs]),
        l1_weights.empty() ? 1 : l1_weights[k / outputs]);
  if (model.intercept_kind == Intercept::penalized)
    for (const double b : model.intercept) add(b / model.bias, 1);
  return total;
}

double multinomial_loss(std::span<const double> z, std::size_t y) {
  std::vector<double> shares(z.size());
  return internal::softmax(z, shares) - z[y];
}

double crammer_singer_loss(std::span<const double> z, std::size_t y) {
  double largest = z[y];
  for (std::size_t k = 0; k < z.size(); ++k)
    if (k != y) largest = std::max(largest, z[k] + 1);
  return largest - z[y];
}

template <class Cost>
double joint_objective(const LinearModel& model, const Dataset& data, std::span<const double> z, const Cost& cost) {
  const auto outputs = static_cast<std::size_t>(model.outputs);
  const auto loss = model.multi_class == MultiClass::multinomial ? multinomial_loss : crammer_singer_loss;
  long double sum = regularizer(model, {});  // a ridge
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    const auto label = std::find(model.labels.begin(), model.labels.end(), data.y[i]) - model.labels.begin();
    if (cost(i) > 0) sum += cost(i) * loss(z.subspan(i * outputs, outputs), static_cast<std::size_t>(label));
  }
  return static_cast<double>(sum);
}

void require_fit(const LinearModel& model, const Dataset& data, std::span<const double> weights) {
  if (data.y.empty()) throw DataError("the data has no targets");
  if (!weights.empty() && weights.size() != data.y.size())
    throw DataError(fmt::format("weights: {} given for {} rows", weights.size(), data.y.size()));
  if (cols(data.x) > row_features(model))
    throw DataError(fmt::format("the data has {} features, but the model has {}", cols(data.x), row_features(model)));
  for (std::size_t i = 0; i < data.y.size() && !model.labels.empty(); ++i)
    if (internal::is_present(weights, i) &&
        std::find(model.labels.begin(), model.labels.end(), data.y[i]) == model.labels.end())
      throw DataError(fmt::format("row {}: the model has no label {}", i + 1, data.y[i]));
}

}  // namespace

double primal_objective(const LinearModel& model, const Dataset& data, const std::map<double, double>& class_weights,
                        std::span<const double> weights, std::span<const double> l1_weights, int threads) {
  require_fit(model, data, weights);
  const std::vector<double> z = decision_values(model, data.x, threads);
  const auto outputs = static_cast<std::size_t>(model.outputs);
  const auto cost = [&](std::size_t i) {
    const auto by_class = class_weights.find(data.y[i]);
    return model.C * internal::weight_of(weights, i) * (by_class == class_weights.end() ? 1 : by_class->second);
  };
  const auto pairs = internal::class_pairs(model.multi_class == MultiClass::one_vs_one ? model.labels.size() : 0);
  const auto has_part = [&](std::size_t i, std::size_t k) {
    return pairs.empty() || data.y[i] == model.labels[pairs[k].first] || data.y[i] == model.labels[pairs[k].second];
  };
  const auto target = [&](std::size_t i, std::size_t k) {
    if (model.labels.empty()) return data.y[i];
    return data.y[i] == model.labels[pairs.empty() ? k : pairs[k].first] ? 1.0 : -1.0;
  };
  if (internal::is_joint(model.multi_class)) return joint_objective(model, data, z, cost);
  long double sum = regularizer(model, l1_weights);
  for (std::size_t k = 0; k < outputs; ++k) {
    Loss loss = model.loss;
    if (!model.levels.empty()) loss.tau = model.levels[k];
    internal::visit_loss(loss, [&](const auto& sheet) {
      for (std::size_t i = 0; i < data.y.size(); ++i)
        if (const double c = cost(i); c > 0 && has_part(i, k)) sum += c * sheet.value(target(i, k), z[i * outputs + k]);
    });
  }
  return static_cast<double>(sum);
}

}  // namespace hingeline::cli
