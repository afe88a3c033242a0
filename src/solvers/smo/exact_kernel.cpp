// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/exact_kernel.hpp"

#include <cstddef>
#include <iterator>
#include <numeric>
#include <span>

#include "core/blocks.hpp"
#include "core/shared_stop.hpp"
#include "data/rows.hpp"
#include "kernels/exact_combination.hpp"
#include "kernels/exact_products.hpp"
#include "kernels/kernel_panels.hpp"
#include "kernels/precomputed_matrix.hpp"
#include "parallel/blocks.hpp"

namespace hingeline::internal {
namespace {

/// products_i = x_i'w for some rows; false when told to stop.
template <class Rows>
bool multiply_rows(const Rows& x, const std::vector<double>& w, std::span<const std::int32_t> rows, ThreadPool& pool,
                   std::vector<double>& products, const Stop& stop) {
  constexpr std::int64_t rows_at_once = 64;
  SharedStop shared(stop);
  for_each_block(pool, std::ssize(rows), rows_at_once, [&](std::int64_t first, std::int64_t count) {
    if (shared.is_due()) return;
    for (const std::int32_t i : rows.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)))
      products[static_cast<std::size_t>(i)] = x.dot(i, w.data());
  });
  return !shared.was_due();
}

}  // namespace

std::optional<std::int64_t> ExactKernel::multiply(const std::vector<double>& s, const std::vector<std::int32_t>& rows,
                                                  std::vector<double>& products, const Stop& stop) const {
  const bool is_given = problem_.kernel.name == KernelName::precomputed;
  if (!is_given && problem_.kernel.name != KernelName::linear) return multiply_by_formula(s, rows, products, stop);
  const bool is_done = visit_rows(problem_.x, [&](const auto& x) {
    return multiply_rows(x, is_given ? s : exact_combination(x, std::span(s)), rows, pool_, products, stop);
  });
  return is_done ? std::optional<std::int64_t>(0) : std::nullopt;
}

std::optional<std::int64_t> ExactKernel::multiply_by_formula(const std::vector<double>& s,
                                                             const std::vector<std::int32_t>& rows,
                                                             std::vector<double>& products, const Stop& stop) const {
  std::vector<std::int32_t> chosen;
  std::vector<double> weights;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == 0) continue;
    chosen.push_back(static_cast<std::int32_t>(i));
    weights.push_back(s[i]);
  }
  std::vector<double> found(rows.size());
  const auto computed = exact_products(space_, problem_.x, rows, chosen, weights, pool_, found.data(), stop);
  for (std::size_t k = 0; k < rows.size() && computed; ++k) products[static_cast<std::size_t>(rows[k])] = found[k];
  return computed;
}

std::optional<FaceKernel> ExactKernel::among(const std::vector<std::int32_t>& rows, const Stop& stop) const {
  FaceKernel kernel = {{}, whole_groups(rows.size(), panel_width)};
  kernel.values.resize(rows.size() * kernel.stride);
  if (problem_.kernel.name == KernelName::precomputed) {
    copy_entries(problem_.x, rows, rows, kernel.values.data(), kernel.stride);
    return kernel;
  }
  const KernelRows<double> ready(space_, problem_.x, {rows.data(), 0, rows.size()});
  SharedStop shared(stop);
  for_each_block(pool_, std::ssize(rows), panel_width, [&](std::int64_t first, std::int64_t count) {
    if (shared.is_due()) return;
    std::vector<std::int32_t> chosen(static_cast<std::size_t>(count));
    std::iota(chosen.begin(), chosen.end(), static_cast<std::int32_t>(first));
    const KernelPanel<double> panel(ready, chosen, {});
    ready.write_values({nullptr, 0, rows.size()}, panel.view(), kernel.values.data() + first, kernel.stride);
  });
  if (shared.was_due()) return std::nullopt;
  return kernel;
}

}  // namespace hingeline::internal
