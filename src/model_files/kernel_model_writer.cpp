// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "core/require.hpp"
#include "model_files/kernel_model_text.hpp"
#include "model_files/text_pieces.hpp"
#include "models/label_names.hpp"
#include "models/model_fields.hpp"

namespace hingeline::internal {
namespace {

void validate(const KernelModel& model) {
  hingeline::validate(model.kernel);
  require_sizes(model);
  require_probability(model);
  require_finite("labels", model.labels);
  require(are_distinct(model.labels), "labels", fmt::format("{}", fmt::join(model.labels, ", ")), "must differ");
  const std::string wrong = label_names_error(model.labels, model.label_names);
  require(wrong.empty(), "label_names", fmt::format("{}", model.label_names.size()), wrong.c_str());
  if (!model.feature_names.empty())
    require_size("feature_names", model.feature_names.size(), static_cast<std::size_t>(model.features));
  require_finite("coef", model.coef);
  for (const double b : model.intercept) require(!std::isnan(b), "intercept", b, "must be a number");
  require_finite("values", model.values);
}

template <class Numbers>
void append_line(Text& text, std::string_view key, const Numbers& numbers) {
  text.append("{} {}\n", key, fmt::join(numbers, " "));
}

void append_kernel(Text& text, const Kernel& kernel) {
  text.append("kernel_type {}\n", to_string(kernel.name));
  if (has_degree(kernel.name)) text.append("degree {}\n", kernel.degree);
  if (has_gamma(kernel.name)) text.append("gamma {}\n", kernel.gamma);
  if (has_coef0(kernel.name)) text.append("coef0 {}\n", kernel.coef0);
}

void append_support_vector(Text& text, const KernelModel& model, std::size_t i) {
  for (std::size_t k = 0; k < model.width(); ++k) text.append_number(model.coef[i * model.width() + k]);
  if (!model.serials.empty()) text.append("0:{} ", model.serials[i]);
  const auto first = static_cast<std::size_t>(model.offsets[i]);
  const std::size_t size = static_cast<std::size_t>(model.offsets[i + 1]) - first;
  text.append_entries(std::span(model.columns).subspan(first, size), std::span(model.values).subspan(first, size));
  text.end_line();
}

bool needs_native_format(const KernelModel& model) {
  return !model.label_names.empty() || !model.feature_names.empty() || is_one_vs_rest(model) ||
         model.calibration.kind != Calibration::Kind::none || !are_ints(model.labels);
}

}  // namespace

void write_kernel_model_text(const KernelModel& model, const TextSink& sink) {
  validate(model);
  Text text(sink);
  if (needs_native_format(model)) text.append("hingeline_format 1\n");
  text.append("svm_type {}\n", to_string(model.machine));
  append_kernel(text, model.kernel);
  text.append("nr_class {}\ntotal_sv {}\n", model.labels.empty() ? 2 : model.labels.size(), model.support_vectors());
  std::vector<double> rho;
  if (model.labels.size() != 1)
    for (const double b : model.intercept) rho.push_back(b == 0 ? 0 : -b);
  append_line(text, "rho", rho);
  if (!model.labels.empty()) append_line(text, "label", model.labels);
  if (is_one_vs_rest(model)) text.append("multi_class {}\n", to_string(model.multi_class));
  for (const std::string& name : model.label_names) text.append("label_name {}\n", escaped(name));
  for (const std::string& name : model.feature_names) text.append("feature {}\n", escaped(name));
  if (!model.probability_a.empty()) append_line(text, "probA", model.probability_a);
  if (!model.probability_b.empty()) append_line(text, "probB", model.probability_b);
  append_calibration(text, model.calibration);
  if (!model.density_marks.empty()) append_line(text, "prob_density_marks", model.density_marks);
  if (!model.labels.empty()) append_line(text, "nr_sv", model.class_sizes);
  text.append("SV\n");
  for (std::size_t i = 0; i < static_cast<std::size_t>(model.support_vectors()); ++i)
    append_support_vector(text, model, i);
  text.flush();
}

}  // namespace hingeline::internal
