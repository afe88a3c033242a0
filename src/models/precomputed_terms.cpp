// SPDX-License-Identifier: BSD-3-Clause
#include "models/precomputed_terms.hpp"

#include <algorithm>
#include <variant>

#include "models/model_fields.hpp"
#include "models/support_panels.hpp"

namespace hingeline::internal {
namespace {

template <class T>
void add_row(const DenseView<T>& x, std::int64_t i, std::span<const PrecomputedTerm> terms, double* values) {
  const T* row = x.values + i * x.stride;
  for (const PrecomputedTerm& term : terms) values[term.output] += term.coef * static_cast<double>(row[term.column]);
}

template <class T>
void add_row(const CsrView<T>& x, std::int64_t i, std::span<const PrecomputedTerm> terms, double* values) {
  std::int64_t k = x.offsets[i];
  const std::int64_t end = x.offsets[i + 1];
  for (const PrecomputedTerm& term : terms) {
    while (k < end && x.columns[k] < term.column) ++k;
    if (k < end && x.columns[k] == term.column) values[term.output] += term.coef * static_cast<double>(x.values[k]);
  }
}

}  // namespace

std::vector<PrecomputedTerm> precomputed_terms(const KernelModel& model) {
  std::vector<PrecomputedTerm> terms;
  std::size_t label = 0;
  std::int64_t left = model.class_sizes.empty() ? 0 : model.class_sizes[0];
  for (std::size_t j = 0; j < model.serials.size(); ++j, --left) {
    while (!model.class_sizes.empty() && left == 0) left = model.class_sizes[++label];
    const std::vector<std::size_t> outputs = outputs_of(model, label);
    for (std::size_t k = 0; k < outputs.size(); ++k)
      terms.push_back({model.serials[j] - 1, outputs[k], model.coef[j * model.width() + k]});
  }
  std::ranges::stable_sort(terms, {}, &PrecomputedTerm::column);
  return terms;
}

void add_terms(std::span<const PrecomputedTerm> terms, const MatrixView& x, std::int64_t i, double* outputs) {
  std::visit([&](const auto& view) { add_row(view, i, terms, outputs); }, x);
}

}  // namespace hingeline::internal
