// SPDX-License-Identifier: BSD-3-Clause
#include "models/support_panels.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "core/transpose.hpp"
#include "models/model_fields.hpp"
#include "simd/class_ops.hpp"

namespace hingeline::internal {
namespace {

template <class T>
KernelPanel<T> make_panel(const KernelRows<T>& rows, std::size_t first, std::size_t count,
                          std::span<const double> weights = {}) {
  std::vector<std::int32_t> chosen(count);
  std::iota(chosen.begin(), chosen.end(), static_cast<std::int32_t>(first));
  return KernelPanel<T>(rows, chosen, weights);
}

}  // namespace

template <class T>
SupportPanels<T>::SupportPanels(const KernelModel& model, KernelRows<T> vectors, std::size_t most_bytes) {
  std::vector<std::int64_t> sizes = {model.support_vectors()};
  if (model.has_pairs() || model.labels.size() == 2) sizes = model.class_sizes;
  std::size_t first = 0;
  for (std::size_t label = 0; label < sizes.size(); ++label)
    for (const std::size_t end = first + static_cast<std::size_t>(sizes[label]); first < end;) {
      parts_.push_back({first, std::min(panel_width, end - first), label});
      first += parts_.back().size;
    }
  if (!vectors.space().dense() && panel_bytes(vectors) > most_bytes) {
    vectors_.emplace(std::move(vectors));
    return;
  }
  const std::span<const double> weights = model.outputs() == 1 ? std::span(model.coef) : std::span<const double>{};
  for (const Part& part : parts_)
    panels_.push_back(
        make_panel(vectors, part.first, part.size, weights.empty() ? weights : weights.subspan(part.first, part.size)));
}

/// Computes kernel values once and multiplies them by the coefficients of all outputs of the class. `write_values`
/// writes the kernel values of a part, 64 a row.
template <class T>
template <class F>
void SupportPanels<T>::add_by_class(const KernelModel& model, std::size_t rows, double* outputs,
                                    const F& write_values) const {
  const ClassOps<T> ops = class_ops<T>();
  const std::size_t width = model.width();
  std::vector<T> kernel(rows * panel_width);
  std::vector<double> sums(rows * width);
  for (std::size_t p = 0; p < parts_.size();) {
    const std::size_t label = parts_[p].label;
    std::fill(sums.begin(), sums.end(), 0.0);
    for (; p < parts_.size() && parts_[p].label == label; ++p) {
      write_values(p, kernel.data());
      ops.add_outputs(kernel.data(), panel_width, rows, parts_[p].size, model.coef.data() + parts_[p].first * width,
                      width, sums.data());
    }
    const std::vector<std::size_t> columns = outputs_of(model, label);
    for (std::size_t t = 0; t < rows; ++t)
      for (std::size_t k = 0; k < width; ++k) outputs[t * model.outputs() + columns[k]] += sums[t * width + k];
  }
}

/// Puts the rows to predict in panels and takes support vectors in place of rows, so that kernel values are computed
/// transposed.
template <class T>
void SupportPanels<T>::add_outputs_by_rows(const KernelModel& model, const KernelRows<T>& rows, double* outputs) const {
  std::vector<T> transposed(panel_width * panel_width);
  const auto size = static_cast<std::size_t>(rows.size());
  for (std::size_t first = 0; first < size; first += panel_width) {
    const std::size_t count = std::min(panel_width, size - first);
    const KernelPanel<T> panel = make_panel(rows, first, count);
    add_by_class(model, count, outputs + first * model.outputs(), [&](std::size_t p, T* values) {
      const RowSet part = {nullptr, static_cast<std::int64_t>(parts_[p].first), parts_[p].size};
      vectors_->write_values(part, panel.view(), transposed.data(), panel_width);
      transpose(transposed.data(), panel_width, panel_width, count, values, panel_width);
    });
  }
}

template <class T>
void SupportPanels<T>::add_outputs(const KernelModel& model, const KernelRows<T>& rows, double* outputs) const {
  if (vectors_) return add_outputs_by_rows(model, rows, outputs);
  const RowSet all = {nullptr, 0, static_cast<std::size_t>(rows.size())};
  if (model.outputs() > 1)
    return add_by_class(model, all.count, outputs, [&](std::size_t p, T* values) {
      rows.write_values(all, panels_[p].view(), values, panel_width);
    });
  for (const KernelPanel<T>& panel : panels_) rows.add_sums(all, panel.view(), {outputs});
}

template class SupportPanels<float>;
template class SupportPanels<double>;

}  // namespace hingeline::internal
