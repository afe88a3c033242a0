// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/exact_products.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/shared_stop.hpp"
#include "kernels/kernel_panels.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"

namespace hingeline::internal {
namespace {

using Panels = std::vector<KernelPanel<double>>;

/// The rows that have a weight, prepared.
struct Right {
  Right(const KernelSpace& space, const MatrixView& x, std::span<const std::int32_t> chosen,
        std::span<const double> row_weights)
      : rows(space, x, {chosen.data(), 0, chosen.size()}), weights(row_weights), numbers(chosen.size()) {
    std::iota(numbers.begin(), numbers.end(), 0);
  }

  std::size_t size() const { return numbers.size(); }

  /// Calls f(panels, first) for panels of 64 rows from row `first` on, as many at a time as may be held in memory.
  /// Returns false as soon as f does.
  template <class F>
  bool for_each_panels(const F& f) const {
    const std::size_t at_once = panels_at_once(rows.space(), sizeof(double)) * panel_width;
    for (std::size_t begin = 0; begin < size(); begin += at_once) {
      const std::size_t end = std::min(begin + at_once, size());
      Panels panels;
      for (std::size_t first = begin; first < end; first += panel_width) {
        const std::size_t count = std::min(panel_width, end - first);
        panels.emplace_back(rows, std::span(numbers).subspan(first, count), weights.subspan(first, count));
      }
      if (!f(panels, begin)) return false;
    }
    return true;
  }

  KernelRows<double> rows;
  std::span<const double> weights;
  std::vector<std::int32_t> numbers;
};

/// Sums for all rows on the right.
struct SymmetricSums {
  std::vector<double> sums;
  SymmetricSums& operator+=(const SymmetricSums& other) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
    return *this;
  }
};

/// Computes only blocks on and below the diagonal of the symmetric matrix. For the rows first .. first + count - 1, the
/// block with each preceding panel is added to their sums and, transposed, to the sums of the panel's rows; the block
/// with their own panel is added once; later panels are left to later rows.
void add_block(const Right& right, std::size_t first, std::size_t count, const Panels& panels, std::size_t panels_first,
               std::vector<double>& sums) {
  double values[panel_width * panel_width];
  const RowSet set = {nullptr, static_cast<std::int64_t>(first), count};
  for (std::size_t k = 0; k < panels.size(); ++k) {
    const std::size_t panel_first = panels_first + k * panel_width;
    if (panel_first > first) return;
    if (panel_first == first) {
      right.rows.add_sums(set, panels[k].view(), {sums.data() + first});
      return;
    }
    right.rows.add_sums_and_write_values(set, panels[k].view(), {sums.data() + first}, values, panel_width);
    double* mirrored = sums.data() + panel_first;
    for (std::size_t t = 0; t < count; ++t)
      for (std::size_t p = 0; p < panel_width; ++p)
        mirrored[p] += right.weights[first + t] * values[t * panel_width + p];
  }
}

/// Products for the rows that have a weight; nothing when told to stop.
std::optional<std::vector<double>> symmetric_products(const Right& right, ThreadPool& pool, const Stop& stop) {
  constexpr std::size_t most_parts = 32;  // each has sums of its own
  SymmetricSums total = {std::vector<double>(right.size(), 0.0)};
  SharedStop shared(stop);
  const bool complete = right.for_each_panels([&](const Panels& panels, std::size_t begin) {
    const std::size_t blocks = (right.size() - begin + panel_width - 1) / panel_width;
    const std::size_t chunk = (blocks + most_parts - 1) / most_parts;
    const SymmetricSums zero = {std::vector<double>(right.size(), 0.0)};
    total +=
        sum_chunks(pool, static_cast<std::int64_t>(blocks), static_cast<std::int64_t>(chunk), zero,
                   [&](std::int64_t first_block, std::int64_t last_block, SymmetricSums& part) {
                     for (std::int64_t block = first_block; block < last_block && !shared.is_due(); ++block) {
                       const std::size_t first = begin + static_cast<std::size_t>(block) * panel_width;
                       add_block(right, first, std::min(panel_width, right.size() - first), panels, begin, part.sums);
                     }
                   });
    return !shared.was_due();
  });
  return complete ? std::optional(std::move(total.sums)) : std::nullopt;
}

/// Products for any rows; nothing when told to stop. Rows are prepared block by block, not all at once, as in double
/// they may need more memory than the data.
std::optional<std::vector<double>> products_of(const MatrixView& x, std::span<const std::int32_t> rows,
                                               const Right& right, ThreadPool& pool, const Stop& stop) {
  constexpr std::int64_t block = 240;
  SharedStop shared(stop);
  std::vector<double> products(rows.size(), 0.0);
  const bool complete = right.for_each_panels([&](const Panels& panels, std::size_t) {
    for_each_block(pool, std::ssize(rows), block, [&](std::int64_t first, std::int64_t count) {
      const RowSet all = {nullptr, 0, static_cast<std::size_t>(count)};
      const KernelRows<double> ready(right.rows.space(), x, {rows.data() + first, 0, all.count});
      for (const KernelPanel<double>& panel : panels) {
        if (shared.is_due()) return;
        ready.add_sums(all, panel.view(), {products.data() + first});
      }
    });
    return !shared.was_due();
  });
  return complete ? std::optional(std::move(products)) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> exact_products(const KernelSpace& space, const MatrixView& x,
                                           std::span<const std::int32_t> rows, std::span<const std::int32_t> chosen,
                                           std::span<const double> weights, ThreadPool& pool, double* products,
                                           const Stop& stop) {
  const Right right(space, x, chosen, weights);
  const bool symmetric = std::includes(rows.begin(), rows.end(), chosen.begin(), chosen.end());
  std::vector<std::int32_t> others(rows.begin(), rows.end());
  if (symmetric)
    others.erase(std::set_difference(rows.begin(), rows.end(), chosen.begin(), chosen.end(), others.begin()),
                 others.end());
  const auto of_others = products_of(x, others, right, pool, stop);
  if (!of_others) return std::nullopt;
  const auto of_chosen = symmetric ? symmetric_products(right, pool, stop) : std::vector<double>();
  if (!of_chosen) return std::nullopt;
  std::size_t other = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool is_other = other < others.size() && others[other] == rows[k];
    products[k] = is_other ? (*of_others)[other] : (*of_chosen)[k - other];
    other += is_other ? 1 : 0;
  }
  const std::int64_t blocks = (std::ssize(chosen) + std::int64_t{panel_width} - 1) / std::int64_t{panel_width};
  const std::int64_t symmetric_entries =
      blocks * (blocks + 1) / 2 * std::int64_t{panel_width} * std::int64_t{panel_width};
  return std::ssize(others) * std::ssize(chosen) + (symmetric ? symmetric_entries : 0);
}

}  // namespace hingeline::internal
