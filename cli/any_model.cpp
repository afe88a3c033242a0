// SPDX-License-Identifier: BSD-3-Clause
#include "any_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "command.hpp"
#include "files/mapping.hpp"
#include "hingeline/error.hpp"
#include "model_files/kernel_model_text.hpp"
#include "model_files/model_text.hpp"
#include "model_files/model_words.hpp"
#include "models/kernel_sums.hpp"

namespace hingeline::cli {
namespace {

/// The part of a file that is searched for the type of the model. Longer headers have it first, or after
/// hingeline_format, as models are written so.
constexpr std::size_t header_bytes = 1 << 20;
constexpr std::array<std::string_view, 16> other_keys = {
    "hingeline_format",  "label_name", "kernel_type", "nr_class", "label",
    "nr_feature",        "bias",       "degree",      "gamma",    "coef0",
    "total_sv",          "rho",        "probA",       "probB",    "nr_sv",
    "prob_density_marks"};

template <class Model>
Model read_start(const std::string& path, const char* wanted) {
  const internal::Mapping file = internal::Mapping::of_file(path);
  AnyModel model = parse_any_model(file.text(), path);
  if (Model* found = std::get_if<Model>(&model)) return std::move(*found);
  throw UsageError(fmt::format("--warm-start: {} is not {}", path, wanted));
}

}  // namespace

FileKind kind_of(std::string_view bytes) {
  const std::string unnamed;
  internal::Lines lines(bytes.substr(0, header_bytes), unnamed);
  std::string_view line;
  bool is_model = false;
  while (lines.next_words(line)) {
    const std::string_view key = internal::take_word(line);
    const std::string_view value = internal::take_word(line);
    if (key == "hingeline_factors") return FileKind::factor_model;
    if (key == "svm_type") return FileKind::kernel_model;
    if (key == "solver_type") return value == "ONECLASS_SVM" ? FileKind::one_class_model : FileKind::linear_model;
    const bool is_title = value.empty() && !is_model;  // header of a table of one column
    if (is_title || std::ranges::find(other_keys, key) == other_keys.end()) break;
    is_model = true;
  }
  return is_model ? FileKind::linear_model : FileKind::data;
}

AnyModel parse_any_model(std::string_view text, const std::string& name) {
  const FileKind kind = kind_of(text);
  if (kind == FileKind::data) throw DataError(name, 1, 0, "not a model file");
  if (kind == FileKind::factor_model)
    throw DataError(name, 1, 0, "expected a model that predicts rows of features, found a model of `factorize`");
  if (kind == FileKind::kernel_model) return internal::parse_kernel_model(text, name);
  if (kind == FileKind::one_class_model) return internal::parse_one_class_model(text, name);
  return internal::parse_model(text, name);
}

LinearModel read_linear_start(const std::string& path) { return read_start<LinearModel>(path, "a linear model"); }

KernelModel read_kernel_start(const std::string& path) {
  return read_start<KernelModel>(path, "a model of a kernel machine");
}

Classes classes_of(const AnyModel& model) {
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return Classes(*kernel);
  const auto* linear = std::get_if<LinearModel>(&model);
  return linear != nullptr ? Classes(*linear) : Classes();
}

std::size_t outputs(const AnyModel& model) {
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return kernel->outputs();
  const auto* linear = std::get_if<LinearModel>(&model);
  return linear != nullptr ? static_cast<std::size_t>(linear->outputs) : 1;
}

std::span<const double> levels_of(const AnyModel& model) {
  const auto* linear = std::get_if<LinearModel>(&model);
  return linear == nullptr ? std::span<const double>() : linear->levels;
}

std::int64_t features(const AnyModel& model) {
  if (const auto* one_class = std::get_if<OneClassModel>(&model)) return std::ssize(one_class->coef);
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return kernel->features;
  return row_features(std::get<LinearModel>(model));
}

const std::vector<std::string>& feature_names(const AnyModel& model) {
  return std::visit(
      [](const auto& m) -> const auto& { return m.feature_names; }, model);
}

bool is_classifier(const AnyModel& model) {
  const auto* kernel = std::get_if<KernelModel>(&model);
  return !classes_of(model).labels.empty() || std::holds_alternative<OneClassModel>(model) ||
         (kernel != nullptr && kernel->machine == Machine::one_class);
}

void for_each_decision_values(const AnyModel& model, const MatrixView& x, int threads,
                              const std::function<void(std::span<const double>)>& take) {
  if (const auto* kernel = std::get_if<KernelModel>(&model))
    return internal::KernelSums(*kernel).for_each_part(x, threads, take);
  std::visit([&](const auto& m) { take(decision_values(m, x, threads)); }, model);
}

std::vector<double> predict(const AnyModel& model, std::span<const double> decision_values) {
  return std::visit([&](const auto& m) { return hingeline::predict(m, decision_values); }, model);
}

bool has_probability(const AnyModel& model) {
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return hingeline::has_probability(*kernel);
  const auto* linear = std::get_if<LinearModel>(&model);
  return linear != nullptr && hingeline::has_probability(*linear);
}

std::vector<double> predict_probability(const AnyModel& model, std::span<const double> decision_values, int threads) {
  if (const auto* kernel = std::get_if<KernelModel>(&model))
    return predict_probability(*kernel, decision_values, threads);
  return predict_probability(std::get<LinearModel>(model), decision_values, threads);
}

}  // namespace hingeline::cli
