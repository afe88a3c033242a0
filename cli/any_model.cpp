// SPDX-License-Identifier: BSD-3-Clause
#include "any_model.hpp"

#include <algorithm>
#include <fstream>

namespace hingeline::cli {

std::string first_word(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string word(32, '\0');
  file.read(word.data(), static_cast<std::streamsize>(word.size()));
  word.resize(std::min(word.find_first_of(" \t\r\n"), static_cast<std::size_t>(file.gcount())));
  return word;
}

bool is_kernel_model_file(const std::filesystem::path& path) { return first_word(path) == "svm_type"; }

bool is_one_class_model_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string key;
  std::string type;
  return first_word(path) == "solver_type" && file >> key >> type && type == "ONECLASS_SVM";
}

bool is_factor_model_file(const std::filesystem::path& path) { return first_word(path) == "hingeline_factors"; }

AnyModel read_any_model(const std::filesystem::path& path) {
  if (is_kernel_model_file(path)) return read_kernel_model(path);
  if (is_one_class_model_file(path)) return read_one_class_model(path);
  return read_model(path);
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
