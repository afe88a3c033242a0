// SPDX-License-Identifier: BSD-3-Clause
#include "models/output_rows.hpp"

#include "models/class_pairs.hpp"

namespace hingeline::internal {
namespace {

/// Calls f(output, index in the output's dual variables, index in those by row) for every dual variable.
template <class F>
void for_each_dual(const KernelModel& model, const RowsByClass& by_class, std::size_t n, const F& f) {
  const std::size_t width = model.width();
  if (!model.has_pairs()) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < width; ++k) f(k, i, i * width + k);
    return;
  }
  std::size_t output = 0;
  for (const auto& classes : class_pairs(model.labels.size())) {
    std::size_t place = 0;
    for (const std::int64_t row : by_class.of_pair(classes)) {
      const auto i = static_cast<std::size_t>(row);
      const bool is_first = static_cast<std::size_t>(by_class.classes()[i]) == classes.first;
      f(output, place++, i * width + (is_first ? classes.second - 1 : classes.first));
    }
    ++output;
  }
}

}  // namespace

std::vector<std::size_t> dual_sizes(const KernelModel& model, const RowsByClass& by_class, std::size_t n) {
  return model.has_pairs() ? by_class.pair_sizes() : std::vector(model.outputs(), n);
}

std::vector<double> dual_by_row(const KernelModel& model, const RowsByClass& by_class, std::size_t n,
                                std::span<const KernelSolution> parts) {
  std::vector<double> by_row(n * model.width());
  for_each_dual(model, by_class, n, [&](std::size_t output, std::size_t place, std::size_t cell) {
    by_row[cell] = parts[output].dual_coef[place];
  });
  return by_row;
}

std::vector<std::vector<double>> dual_by_output(const KernelModel& model, const RowsByClass& by_class, std::size_t n,
                                                std::span<const double> by_row) {
  std::vector<std::vector<double>> parts;
  for (const std::size_t size : dual_sizes(model, by_class, n)) parts.emplace_back(size);
  for_each_dual(model, by_class, n,
                [&](std::size_t output, std::size_t place, std::size_t cell) { parts[output][place] = by_row[cell]; });
  return parts;
}

}  // namespace hingeline::internal
