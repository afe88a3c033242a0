// SPDX-License-Identifier: BSD-3-Clause
#include "any_model.hpp"

#include <algorithm>
#include <array>

#include "models/kernel_model_text.hpp"
#include "models/model_text.hpp"

namespace hingeline::cli {
namespace {

std::string_view word_at(std::string_view text, std::size_t begin) {
  constexpr std::string_view blanks = " \t\r\n";
  begin = std::min(text.find_first_not_of(blanks, begin), text.size());
  return text.substr(begin, text.find_first_of(blanks, begin) - begin);
}

}  // namespace

FileKind kind_of(std::string_view bytes) {
  static constexpr std::array<std::string_view, 6> first_words = {
      "hingeline_format", "solver_type", "nr_class", "label", "nr_feature", "bias"};
  const std::string_view text = bytes.substr(0, 64);
  const std::string_view first = text.substr(0, text.find_first_of(" \t\r\n"));
  if (first == "svm_type") return FileKind::kernel_model;
  if (first == "hingeline_factors") return FileKind::factor_model;
  if (std::ranges::find(first_words, first) == first_words.end()) return FileKind::data;
  const bool one_class = first == "solver_type" && word_at(text, first.size()) == "ONECLASS_SVM";
  return one_class ? FileKind::one_class_model : FileKind::linear_model;
}

AnyModel parse_any_model(std::string_view text, const std::string& name) {
  const FileKind kind = kind_of(text);
  if (kind == FileKind::kernel_model) return internal::parse_kernel_model(text, name);
  if (kind == FileKind::one_class_model) return internal::parse_one_class_model(text, name);
  return internal::parse_model(text, name);
}

std::vector<double> labels(const AnyModel& model) {
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return kernel->labels;
  const auto* linear = std::get_if<LinearModel>(&model);
  return linear != nullptr ? linear->labels : std::vector<double>();
}

std::size_t outputs(const AnyModel& model) {
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return kernel->outputs();
  const auto* linear = std::get_if<LinearModel>(&model);
  return linear != nullptr ? static_cast<std::size_t>(linear->outputs) : 1;
}

std::int64_t features(const AnyModel& model) {
  if (const auto* one_class = std::get_if<OneClassModel>(&model)) return std::ssize(one_class->coef);
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return kernel->features;
  return std::get<LinearModel>(model).features;
}

bool is_classifier(const AnyModel& model) {
  const auto* kernel = std::get_if<KernelModel>(&model);
  return !labels(model).empty() || std::holds_alternative<OneClassModel>(model) ||
         (kernel != nullptr && kernel->machine == Machine::one_class);
}

std::vector<double> decision_values(const AnyModel& model, const MatrixView& x, int threads) {
  return std::visit([&](const auto& m) { return hingeline::decision_values(m, x, threads); }, model);
}

std::vector<double> predict(const AnyModel& model, std::span<const double> decision_values) {
  return std::visit([&](const auto& m) { return hingeline::predict(m, decision_values); }, model);
}

bool has_probability(const AnyModel& model) {
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return hingeline::has_probability(*kernel);
  const auto* linear = std::get_if<LinearModel>(&model);
  return linear != nullptr && hingeline::has_probability(*linear);
}

std::vector<double> predict_probability(const AnyModel& model, std::span<const double> decision_values) {
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return predict_probability(*kernel, decision_values);
  return predict_probability(std::get<LinearModel>(model), decision_values);
}

}  // namespace hingeline::cli
