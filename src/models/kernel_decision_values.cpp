// SPDX-License-Identifier: BSD-3-Clause
//
//     z_i = sum_j s_j K(z_j, x_i) + b
//
// Blocks of rows are the tasks, support vectors come in panels: a block of kernel values is used as soon as it is
// computed and never stored. Kernel values have the type of x's values.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <variant>

#include "core/require.hpp"
#include "data/compact_columns.hpp"
#include "data/rows.hpp"
#include "data/validate_sizes.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "kernels/kernel_panels.hpp"
#include "models/class_pairs.hpp"
#include "models/model_fields.hpp"
#include "simd/class_ops.hpp"

namespace hingeline {
namespace {

using internal::KernelPanel;
using internal::KernelRows;
using internal::KernelSpace;
using internal::outputs_of_class;
using internal::panel_width;

/// 64 support vectors of one class, with their weights where the model has one output.
template <class T>
struct ClassPanel {
  KernelPanel<T> panel;
  std::size_t support;  // the first one
  std::size_t label;    // number of the class; 0 where there are none
};

/// The outputs that a class has a part in.
std::vector<std::size_t> outputs_of(const KernelModel& model, std::size_t label) {
  return model.outputs() == 1 ? std::vector<std::size_t>{0} : outputs_of_class(label, model.labels.size());
}

template <class T>
ClassPanel<T> make_panel(const KernelModel& model, const KernelRows<T>& rows, std::size_t label, std::int64_t first,
                         std::int64_t count) {
  std::vector<std::int32_t> chosen(static_cast<std::size_t>(count));
  std::iota(chosen.begin(), chosen.end(), static_cast<std::int32_t>(first));
  std::span<const double> weights;
  if (model.outputs() == 1) weights = std::span(model.coef).subspan(static_cast<std::size_t>(first), chosen.size());
  return {KernelPanel<T>(rows, chosen, weights), static_cast<std::size_t>(first), label};
}

template <class T>
std::vector<ClassPanel<T>> make_panels(const KernelModel& model, const KernelRows<T>& rows) {
  std::vector<std::int64_t> sizes = model.class_sizes;
  if (sizes.empty()) sizes = {model.support_vectors()};
  std::vector<ClassPanel<T>> panels;
  std::int64_t first = 0;
  for (std::size_t label = 0; label < sizes.size(); ++label)
    for (const std::int64_t end = first + sizes[label]; first < end;) {
      const std::int64_t count = std::min<std::int64_t>(panel_width, end - first);
      panels.push_back(make_panel(model, rows, label, first, count));
      first += count;
    }
  return panels;
}

/// Kernel values, computed once, times the weights of each output that their class has a part in.
template <class T>
class ClassSums {
 public:
  ClassSums(const KernelModel& model, const KernelRows<T>& rows)
      : model_(model),
        rows_(rows),
        count_(static_cast<std::size_t>(rows.size())),
        kernel_(count_ * panel_width),
        sums_(count_ * model.width()) {}

  /// Adds the share of one class, which has these panels.
  void add(std::span<const ClassPanel<T>> panels, double* outputs) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    const std::size_t width = model_.width();
    for (const ClassPanel<T>& part : panels) {
      rows_.write_values({nullptr, 0, count_}, part.panel.view(), kernel_.data(), panel_width);
      ops_.add_outputs(kernel_.data(), panel_width, count_, part.panel.size(),
                       model_.coef.data() + part.support * width, width, sums_.data());
    }
    const std::vector<std::size_t> columns = outputs_of(model_, panels[0].label);
    const double* sums = sums_.data();
    for (std::size_t t = 0; t < count_; ++t, sums += width, outputs += model_.outputs())
      for (std::size_t k = 0; k < width; ++k) outputs[columns[k]] += sums[k];
  }

 private:
  const KernelModel& model_;
  const KernelRows<T>& rows_;
  std::size_t count_;
  std::vector<T> kernel_;     // rows x 64
  std::vector<double> sums_;  // rows x width
  internal::ClassOps<T> ops_ = internal::class_ops<T>();
};

template <class T>
void add_block(const KernelModel& model, std::span<const ClassPanel<T>> panels, const KernelRows<T>& rows,
               double* outputs) {
  if (model.outputs() == 1) {
    for (const ClassPanel<T>& part : panels)
      rows.add_sums({nullptr, 0, static_cast<std::size_t>(rows.size())}, part.panel.view(), {outputs});
    return;
  }
  ClassSums<T> sums(model, rows);
  while (!panels.empty()) {
    const auto other = [&](const ClassPanel<T>& part) { return part.label != panels[0].label; };
    const auto count = static_cast<std::size_t>(std::find_if(panels.begin(), panels.end(), other) - panels.begin());
    sums.add(panels.first(count), outputs);
    panels = panels.subspan(count);
  }
}

template <class T>
void add_kernel_sums(const KernelModel& model, const MatrixView& given, internal::ThreadPool& pool, double* values) {
  const internal::CompactColumns columns(
      {CsrView<double>{model.offsets.data(), model.columns.data(), model.values.data(), model.support_vectors(),
                       std::max(model.features, cols(given))},
       given});
  const MatrixView& vectors = columns[0];
  const MatrixView& x = columns[1];
  const KernelSpace space(model.kernel, vectors);
  const KernelRows<T> support(space, vectors, {nullptr, 0, static_cast<std::size_t>(model.support_vectors())});
  const std::vector<ClassPanel<T>> panels = make_panels(model, support);
  internal::for_each_block(pool, rows(x), 240, [&](std::int64_t first, std::int64_t count) {
    const KernelRows<T> block(space, x, {nullptr, first, static_cast<std::size_t>(count)});
    add_block<T>(model, panels, block, values + static_cast<std::size_t>(first) * model.outputs());
  });
}

/// s_j of one output, and the column of x with K(z_j, x_i).
struct PrecomputedTerm {
  std::int64_t column;
  std::size_t output;
  double coef;
};

/// By column.
std::vector<PrecomputedTerm> precomputed_terms(const KernelModel& model, std::int32_t cols) {
  std::vector<PrecomputedTerm> terms;
  std::size_t label = 0;
  std::int64_t left = model.class_sizes.empty() ? 0 : model.class_sizes[0];
  for (std::size_t j = 0; j < model.serials.size(); ++j, --left) {
    internal::require(model.serials[j] >= 1, "serials", static_cast<double>(model.serials[j]), "must be >= 1");
    if (model.serials[j] > cols)
      throw DataError(
          fmt::format("x: {} columns, but a support vector is row {} of the training data", cols, model.serials[j]));
    while (!model.class_sizes.empty() && left == 0) left = model.class_sizes[++label];
    const std::vector<std::size_t> outputs = outputs_of(model, label);
    for (std::size_t k = 0; k < outputs.size(); ++k)
      terms.push_back({model.serials[j] - 1, outputs[k], model.coef[j * model.width() + k]});
  }
  std::ranges::stable_sort(terms, {}, &PrecomputedTerm::column);
  return terms;
}

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

/// Columns of x are the kernel values themselves.
void add_precomputed(const KernelModel& model, const MatrixView& x, internal::ThreadPool& pool, double* values) {
  const std::vector<PrecomputedTerm> terms = precomputed_terms(model, cols(x));
  const auto outputs = static_cast<std::int64_t>(model.outputs());
  std::visit(
      [&](const auto& view) {
        pool.run(view.rows, [&](std::int64_t i) { add_row(view, i, terms, values + i * outputs); });
      },
      x);
}

}  // namespace

std::vector<double> decision_values(const KernelModel& model, const MatrixView& x, int threads) {
  hingeline::validate(model.kernel);
  internal::require_sizes(model);
  internal::validate_sizes("x", x);
  const std::size_t outputs = model.outputs();
  const std::int64_t n = rows(x);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(n) * outputs);
  for (std::int64_t i = 0; i < n; ++i) values.insert(values.end(), model.intercept.begin(), model.intercept.end());
  internal::ThreadPool pool(threads);
  if (model.kernel.name == KernelName::precomputed) {
    add_precomputed(model, x, pool, values.data());
    return values;
  }
  const bool in_double = std::holds_alternative<DenseView<double>>(x) || std::holds_alternative<CsrView<double>>(x);
  if (in_double)
    add_kernel_sums<double>(model, x, pool, values.data());
  else
    add_kernel_sums<float>(model, x, pool, values.data());
  return values;
}

std::vector<double> predict(const KernelModel& model, std::span<const double> decision_values) {
  internal::require_labels(model);
  const std::size_t outputs = model.outputs();
  if (decision_values.size() % outputs != 0)
    throw InvalidParameter("decision_values", fmt::format("{} values", decision_values.size()),
                           fmt::format("must be a multiple of the model's {} outputs", outputs));
  std::vector<double> answers;
  for (std::size_t i = 0; i < decision_values.size(); i += outputs) {
    const std::span<const double> z = decision_values.subspan(i, outputs);
    if (is_classification(model.machine))
      answers.push_back(model.labels[internal::voted_class(z, model.labels.size())]);
    else
      answers.push_back(model.machine == Machine::one_class ? (z[0] > 0 ? 1 : -1) : z[0]);
  }
  return answers;
}

}  // namespace hingeline
