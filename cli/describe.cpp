// SPDX-License-Identifier: BSD-3-Clause
#include "describe.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "certificate_json.hpp"
#include "core/dot.hpp"
#include "data/rows.hpp"
#include "data_options.hpp"
#include "labels.hpp"
#include "losses/loss_parameters.hpp"

namespace hingeline::cli {
namespace {

/// Counts of the values of y if they are classes, or look like classes: at most 1,000 different whole numbers.
std::map<double, std::int64_t> label_counts(const Dataset& data) {
  constexpr std::size_t most_classes = 1000;
  std::map<double, std::int64_t> counts;
  for (const double label : data.y) {
    if (label != std::rint(label)) return {};
    ++counts[label];
    if (data.class_names.empty() && counts.size() > most_classes) return {};
  }
  return counts;
}

Json describe_targets(const Dataset& data) {
  const std::span<const double> y = data.y;
  if (y.empty() || !data.class_names.empty()) return nullptr;
  double sum = 0;
  for (const double target : y) sum += target;
  const auto [least, most] = std::minmax_element(y.begin(), y.end());
  return {{"min", number_or_null(*least)},
          {"mean", number_or_null(sum / static_cast<double>(y.size()))},
          {"max", number_or_null(*most)}};
}

/// The least, mean and largest |x_i|.
Json describe_norms(const MatrixView& x) {
  if (rows(x) == 0) return nullptr;
  return internal::visit_rows(x, [](const auto& row) -> Json {
    double least = HUGE_VAL;
    double most = 0;
    double sum = 0;
    for (std::int64_t i = 0; i < row.rows(); ++i) {
      const double norm = std::sqrt(row.squared_norm(i));
      least = std::min(least, norm);
      most = std::max(most, norm);
      sum += norm;
    }
    return {{"min", number_or_null(least)},
            {"mean", number_or_null(sum / static_cast<double>(row.rows()))},
            {"max", number_or_null(most)}};
  });
}

std::int64_t nonzero_count(std::span<const double> coef) {
  return std::count_if(coef.begin(), coef.end(), [](double w) { return w != 0; });
}

double norm(std::span<const double> coef) { return std::sqrt(internal::dot(coef, coef)); }

Json where(bool said, double number) { return said ? Json(number) : Json(nullptr); }

}  // namespace

Json describe_dataset(const Dataset& data, std::int64_t nonzeros) {
  const double cells = static_cast<double>(rows(data.x)) * static_cast<double>(cols(data.x));
  Json object = {{"kind", "data"},
                 {"rows", rows(data.x)},
                 {"features", cols(data.x)},
                 {"nonzeros", nonzeros},
                 {"density", number_or_null(static_cast<double>(nonzeros) / cells)},
                 {"layout", layout_name(data.x)},
                 {"value_type", to_string(value_type_of(data.x))},
                 {"target", describe_targets(data)},
                 {"labels", Json::array()},
                 {"row_norm", describe_norms(data.x)},
                 {"feature_names", data.feature_names}};
  for (const auto& [label, count] : label_counts(data)) {
    const Json text = data.class_names.empty() ? Json(label) : Json(data.class_names[static_cast<std::size_t>(label)]);
    object["labels"].push_back({{"label", text}, {"rows", count}});
  }
  return object;
}

Json describe_basis(const KernelBasis& basis) {
  return {{"approximation", to_string(basis.approximation)},
          {"functions", basis.size},
          {"kernel", to_string(basis.kernel.name)},
          {"gamma", basis.kernel.gamma},
          {"degree", basis.kernel.degree},
          {"coef0", basis.kernel.coef0}};
}

/// What LIBLINEAR's format does not contain is null, and so are parameters of other losses.
Json describe_model(const LinearModel& model) {
  const LossName loss = model.loss.name;
  const bool says_problem = !std::isnan(model.C);
  Json object = {{"kind", "model"},
                 {"loss", to_string(loss)},
                 {"epsilon", where(says_problem && internal::has_epsilon(loss), model.loss.epsilon)},
                 {"tau", where(internal::has_tau(loss) && model.levels.empty(), model.loss.tau)},
                 {"delta", where(internal::has_delta(loss), model.loss.delta)},
                 {"gamma", where(internal::has_gamma(loss), model.loss.gamma)},
                 {"levels", model.levels},
                 {"level_tie", model.levels.empty() ? Json(nullptr) : Json(to_string(model.level_tie))},
                 {"C", number_or_null(model.C)},
                 {"intercept", nullptr},
                 {"bias", model.bias},
                 {"l1", model.l1},
                 {"l2", model.l2},
                 {"labels", labels_json(Classes(model))},
                 {"multi_class", model.labels.size() > 2 ? Json(to_string(model.multi_class)) : Json(nullptr)},
                 {"features", row_features(model)},
                 {"outputs", model.outputs},
                 {"basis", nullptr},
                 {"nonzero_coefs", nonzero_count(model.coef)},
                 {"coef_norm", norm(model.coef)},
                 {"probability", to_string(model.calibration.kind)},
                 {"certificate", nullptr},
                 {"feature_names", model.feature_names}};
  if (says_problem || model.intercept_kind == Intercept::none) object["intercept"] = to_string(model.intercept_kind);
  if (model.certificate) object["certificate"] = certificate_json(*model.certificate);
  if (model.basis) object["basis"] = describe_basis(*model.basis);
  return object;
}

/// The kind of probabilities. The sigmoids of LIBSVM's format are Platt's; regressions have the scale of a Laplace
/// distribution in their place.
std::string_view probability_name(const KernelModel& model) {
  if (!model.density_marks.empty()) return "density";
  if (is_regression(model.machine) && !model.probability_a.empty()) return "laplace";
  return to_string(model.probability_a.empty() ? model.calibration.kind : Calibration::Kind::platt);
}

Json describe_model(const KernelModel& model) {
  return {{"kind", "kernel_model"},
          {"problem", to_string(model.machine)},
          {"kernel", to_string(model.kernel.name)},
          {"gamma", model.kernel.gamma},
          {"degree", model.kernel.degree},
          {"coef0", model.kernel.coef0},
          {"labels", labels_json(Classes(model))},
          {"multi_class", model.labels.size() > 2 ? Json(to_string(model.multi_class)) : Json(nullptr)},
          {"features", model.features},
          {"outputs", model.outputs()},
          {"support_vectors", model.support_vectors()},
          {"class_support_vectors", model.class_sizes},
          {"intercept", model.intercept},
          {"probability", probability_name(model)},
          {"feature_names", model.feature_names}};
}

Json describe_model(const OneClassModel& model) {
  return {
      {"kind", "one_class_model"},    {"problem", to_string(Machine::one_class)},    {"features", model.coef.size()},
      {"intercept", model.intercept}, {"nonzero_coefs", nonzero_count(model.coef)}, {"coef_norm", norm(model.coef)},
      {"feature_names", model.feature_names}};
}

Json describe_model(const FactorModel& model) {
  return {{"kind", "factor_model"},
          {"loss", to_string(model.loss)},
          {"rank", model.rank},
          {"users", model.user_bias.size()},
          {"items", model.item_bias.size()},
          {"offset", model.offset},
          {"user_norm", norm(model.user_factors)},
          {"item_norm", norm(model.item_factors)}};
}

}  // namespace hingeline::cli
