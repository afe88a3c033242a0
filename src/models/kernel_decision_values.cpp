// SPDX-License-Identifier: BSD-3-Clause
//
//     z_i = sum_j s_j K(z_j, x_i) + b
//
// Blocks of rows are the tasks, support vectors come in panels: a block of kernel values is used as soon as it is
// computed and never stored.
#include <fmt/format.h>

#include <algorithm>

#include "data/rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_model.hpp"
#include "kernels/kernel_panels.hpp"
#include "models/class_pairs.hpp"

namespace hingeline {
namespace {

using internal::KernelPanel;
using internal::KernelRows;
using internal::KernelSpace;
using internal::outputs_of_class;
using internal::panel_width;
using internal::RowSet;

/// 64 support vectors of one class.
struct ClassPanel {
  KernelPanel<float> panel;
  std::size_t support;  // the first one
  std::size_t count;
  std::size_t label;  // number of the class; 0 where there are none
};

std::vector<ClassPanel> make_panels(const KernelModel& model, const KernelRows<float>& rows) {
  std::vector<std::int64_t> sizes = model.class_sizes;
  if (sizes.empty()) sizes = {model.support_vectors()};
  const bool one_output = model.outputs() == 1;
  std::vector<ClassPanel> panels;
  std::int64_t first = 0;
  for (std::size_t label = 0; label < sizes.size(); ++label) {
    for (const std::int64_t end = first + sizes[label]; first < end;) {
      const std::int64_t count = std::min<std::int64_t>(panel_width, end - first);
      std::vector<std::int32_t> chosen;
      for (std::int64_t k = 0; k < count; ++k) chosen.push_back(static_cast<std::int32_t>(first + k));
      const auto at = static_cast<std::size_t>(first);
      const auto size = static_cast<std::size_t>(count);
      const std::span<const double> weights =
          one_output ? std::span(model.coef).subspan(at, size) : std::span<double>();
      panels.push_back({KernelPanel<float>(rows, chosen, weights), at, size, label});
      first += count;
    }
  }
  return panels;
}

/// Adds a panel's share to the outputs of rows first .. first + count - 1, whose kernel values are given.
void add_to_outputs(const KernelModel& model, const ClassPanel& part, const float* kernel, std::int64_t count,
                    double* outputs) {
  const std::size_t width = model.width();
  const std::vector<std::size_t> columns = outputs_of_class(part.label, model.labels.size());
  for (std::int64_t t = 0; t < count; ++t, kernel += panel_width, outputs += model.outputs())
    for (std::size_t p = 0; p < part.count; ++p) {
      const double* coef = model.coef.data() + (part.support + p) * width;
      for (std::size_t k = 0; k < width; ++k) outputs[columns[k]] += static_cast<double>(kernel[p]) * coef[k];
    }
}

void add_block(const KernelModel& model, const std::vector<ClassPanel>& panels, const KernelRows<float>& rows,
               double* outputs) {
  const RowSet all = {nullptr, 0, static_cast<std::size_t>(rows.size())};
  if (model.outputs() == 1) {
    for (const ClassPanel& part : panels) rows.add_sums(all, part.panel.view(), {outputs});
    return;
  }
  std::vector<float> kernel(all.count * panel_width);
  for (const ClassPanel& part : panels) {
    rows.write_values(all, part.panel.view(), kernel.data(), panel_width);
    add_to_outputs(model, part, kernel.data(), rows.size(), outputs);
  }
}

/// Column serial - 1 of x is the kernel value itself.
void add_precomputed(const KernelModel& model, const MatrixView& x, internal::ThreadPool& pool, double* values) {
  for (const std::int64_t serial : model.serials)
    if (serial > cols(x))
      throw DataError(
          fmt::format("x: {} columns, but a support vector is row {} of the training data", cols(x), serial));
  const auto outputs = static_cast<std::int64_t>(model.outputs());
  std::vector<std::vector<double>> coefs(model.outputs(), std::vector<double>(static_cast<std::size_t>(cols(x))));
  std::size_t label = 0;
  std::int64_t left = model.class_sizes.empty() ? 0 : model.class_sizes[0];
  for (std::size_t j = 0; j < model.serials.size(); ++j, --left) {
    while (!model.class_sizes.empty() && left == 0) left = model.class_sizes[++label];
    const std::vector<std::size_t> columns =
        model.outputs() == 1 ? std::vector<std::size_t>{0} : outputs_of_class(label, model.labels.size());
    for (std::size_t k = 0; k < columns.size(); ++k)
      coefs[columns[k]][static_cast<std::size_t>(model.serials[j]) - 1] = model.coef[j * model.width() + k];
  }
  internal::visit_rows(x, [&](const auto& row) {
    pool.run(row.rows(), [&](std::int64_t i) {
      for (std::int64_t k = 0; k < outputs; ++k)
        values[i * outputs + k] += row.dot(i, coefs[static_cast<std::size_t>(k)].data());
    });
  });
}

}  // namespace

std::vector<double> decision_values(const KernelModel& model, const MatrixView& x, int threads) {
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
  const MatrixView vectors = CsrView<double>{model.offsets.data(), model.columns.data(), model.values.data(),
                                             model.support_vectors(), std::max(model.features, cols(x))};
  const KernelSpace space(model.kernel, vectors);
  const KernelRows<float> support(space, vectors, {nullptr, 0, static_cast<std::size_t>(model.support_vectors())});
  const std::vector<ClassPanel> panels = make_panels(model, support);
  constexpr std::int64_t block = 240;
  pool.run((n + block - 1) / block, [&](std::int64_t task) {
    const std::int64_t first = task * block;
    const auto count = static_cast<std::size_t>(std::min(block, n - first));
    const KernelRows<float> rows_of_block(space, x, {nullptr, first, count});
    add_block(model, panels, rows_of_block, values.data() + static_cast<std::size_t>(first) * outputs);
  });
  return values;
}

namespace {

/// Every output votes for one of its two classes.
double voted_label(const KernelModel& model, const double* outputs) {
  std::vector<int> votes(model.labels.size(), 0);
  for (std::size_t first = 0; first < model.labels.size(); ++first)
    for (std::size_t second = first + 1; second < model.labels.size(); ++second)
      ++votes[*outputs++ > 0 ? first : second];
  return model.labels[static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin())];
}

}  // namespace

std::vector<double> predict(const KernelModel& model, std::span<const double> decision_values) {
  const std::size_t outputs = model.outputs();
  if (decision_values.size() % outputs != 0)
    throw InvalidParameter("decision_values", fmt::format("{} values", decision_values.size()),
                           fmt::format("must be a multiple of the model's {} outputs", outputs));
  std::vector<double> answers;
  for (std::size_t i = 0; i < decision_values.size(); i += outputs) {
    const double* z = decision_values.data() + i;
    if (is_classification(model.machine))
      answers.push_back(voted_label(model, z));
    else
      answers.push_back(model.machine == Machine::one_class ? (*z > 0 ? 1 : -1) : *z);
  }
  return answers;
}

}  // namespace hingeline
