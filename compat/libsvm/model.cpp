// SPDX-License-Identifier: BSD-3-Clause
#include "libsvm/model.hpp"

#include "hingeline/error.hpp"
#include "libsvm/parameters.hpp"
#include "memory.hpp"

namespace hingeline::compat {
namespace {

/// Copies all support vectors to one block of memory, which begins at the first pointer.
std::vector<svm_node*> copy_vectors(const KernelModel& model) {
  const bool precomputed = model.kernel.name == KernelName::precomputed;
  const auto count = static_cast<std::size_t>(model.support_vectors());
  std::vector<svm_node> nodes;
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < count; ++i) {
    first.push_back(nodes.size());
    if (precomputed) nodes.push_back({0, static_cast<double>(model.serials[i])});
    for (std::int64_t k = model.offsets[i]; k < model.offsets[i + 1]; ++k)
      nodes.push_back({model.columns[static_cast<std::size_t>(k)] + 1, model.values[static_cast<std::size_t>(k)]});
    nodes.push_back({-1, 0});
  }
  std::vector<svm_node*> vectors;
  if (count == 0) return vectors;
  svm_node* block = malloc_copy(nodes);
  for (const std::size_t place : first) vectors.push_back(block + place);
  return vectors;
}

std::vector<double> negated(std::vector<double> numbers) {
  for (double& number : numbers) number = number == 0 ? 0 : -number;
  return numbers;
}

double* copy_or_null(const std::vector<double>& numbers) { return numbers.empty() ? nullptr : malloc_copy(numbers); }

std::vector<double> numbers(const double* first, std::size_t count) {
  return first == nullptr ? std::vector<double>() : std::vector<double>(first, first + count);
}

void append_vector(const svm_node* node, KernelModel& model) {
  if (model.kernel.name == KernelName::precomputed) {
    model.serials.push_back(static_cast<std::int64_t>(node->value));
  } else {
    for (; node->index != -1; ++node) {
      if (node->value == 0) continue;
      if (node->index < 1) throw DataError("index 0 in a support vector: models have none");
      model.columns.push_back(node->index - 1);
      model.values.push_back(node->value);
      model.features = std::max(model.features, node->index);
    }
  }
  model.offsets.push_back(static_cast<std::int64_t>(model.values.size()));
}

}  // namespace

svm_model* to_c(const KernelModel& model, const svm_parameter& param, std::span<svm_node* const> vectors) {
  svm_model c = {};
  c.param = param;
  c.param.nr_weight = 0;
  c.param.weight_label = nullptr;
  c.param.weight = nullptr;
  c.nr_class = model.labels.empty() ? 2 : static_cast<int>(model.labels.size());
  c.l = static_cast<int>(model.support_vectors());
  c.free_sv = vectors.empty() ? 1 : 0;
  c.SV = malloc_copy(vectors.empty() ? copy_vectors(model) : std::vector<svm_node*>(vectors.begin(), vectors.end()));
  const auto columns = static_cast<std::size_t>(c.nr_class - 1);
  std::vector<double*> coefs;
  for (std::size_t k = 0; k < columns; ++k) {
    std::vector<double> column;
    for (std::size_t i = 0; i < static_cast<std::size_t>(c.l); ++i) column.push_back(model.coef[i * columns + k]);
    coefs.push_back(malloc_copy(column));
  }
  c.sv_coef = malloc_copy(coefs);
  c.rho = malloc_copy(negated(model.intercept));
  // A single class has no sigmoids, but still has probabilities if they were asked for.
  const bool has_certain_class = c.nr_class == 1 && param.probability != 0;
  c.probA = has_certain_class ? malloc_copy(model.probability_a) : copy_or_null(model.probability_a);
  c.probB = has_certain_class ? malloc_copy(model.probability_b) : copy_or_null(model.probability_b);
  c.prob_density_marks = copy_or_null(model.density_marks);
  if (!model.labels.empty()) {
    c.label = malloc_copy(std::vector<int>(model.labels.begin(), model.labels.end()));
    c.nSV = malloc_copy(std::vector<int>(model.class_sizes.begin(), model.class_sizes.end()));
  }
  return malloc_copy(std::vector<svm_model>{c});
}

KernelModel from_c(const svm_model& c) {
  if (c.param.svm_type < C_SVC || c.param.svm_type > NU_SVR) throw Error("unknown svm type");
  if (c.param.kernel_type < LINEAR || c.param.kernel_type > PRECOMPUTED) throw Error("unknown kernel type");
  KernelModel model;
  model.machine = machine_of(c.param);
  model.kernel = kernel_of(c.param);
  const auto classes = static_cast<std::size_t>(c.nr_class);
  if (c.label != nullptr) model.labels.assign(c.label, c.label + c.nr_class);
  if (c.label != nullptr && c.nSV != nullptr) model.class_sizes.assign(c.nSV, c.nSV + c.nr_class);
  model.intercept = classes == 1 ? std::vector<double>{1} : negated(numbers(c.rho, model.outputs()));
  const std::size_t sigmoids = classes == 1 ? 0 : model.outputs();
  model.probability_a = numbers(c.probA, sigmoids);
  model.probability_b = numbers(c.probB, sigmoids);
  model.density_marks = numbers(c.prob_density_marks, 10);
  for (int i = 0; i < c.l; ++i) {
    append_vector(c.SV[i], model);
    for (std::size_t k = 0; k + 1 < classes; ++k) model.coef.push_back(c.sv_coef[k][i]);
  }
  return model;
}

}  // namespace hingeline::compat
