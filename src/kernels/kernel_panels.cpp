// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_panels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/shared_stop.hpp"
#include "parallel/blocks.hpp"

namespace hingeline::internal {
namespace {

constexpr std::int32_t widest_plain_panel = 8192;

bool has_slots(const KernelSpace& space) { return !space.dense() && space.features() > widest_plain_panel; }

/// The number of columns with entries in a panel, summed over the panels of all rows.
template <class T>
std::size_t lines_with_slots(const KernelRows<T>& rows) {
  constexpr auto width = static_cast<std::int64_t>(panel_width);
  std::vector<std::int64_t> last(static_cast<std::size_t>(rows.space().features()), -1);  // panel that had the column
  std::size_t lines = 0;
  for (std::int64_t i = 0; i < rows.size(); ++i)
    for (const std::int32_t column : rows.columns(i))
      if (std::exchange(last[static_cast<std::size_t>(column)], i / width) != i / width) ++lines;
  return lines;
}

}  // namespace

std::size_t panels_at_once(const KernelSpace& space, std::size_t value_size) {
  constexpr std::size_t budget = std::size_t{64} << 20;
  const auto lines = static_cast<std::size_t>(std::min(space.features(), widest_plain_panel)) + 2 + space.wide().size();
  return has_slots(space) ? 1 : std::max<std::size_t>(1, budget / (lines * panel_width * value_size));
}

template <class T>
KernelPanel<T>::KernelPanel(const KernelRows<T>& rows, std::span<const std::int32_t> chosen,
                            std::span<const double> weights)
    : size_(chosen.size()), lines_(rows.space().features()) {
  if (has_slots(rows.space())) find_slots(rows, chosen);
  constexpr auto width = static_cast<std::int64_t>(panel_width);
  const std::int64_t wide = std::ssize(rows.space().wide());
  values_ = Buffer<T>((lines_ + 2 + wide) * width);
  const bool full = rows.space().dense() && size_ == panel_width;
  if (!full) std::fill_n(values_.data(), lines_ * width, T{0});
  if (rows.space().dense())
    copy_dense(rows, chosen);
  else
    copy_sparse(rows, chosen);
  T* terms = values_.data() + lines_ * width;
  std::fill_n(terms, (2 + wide) * width, T{0});
  for (std::size_t p = 0; p < chosen.size(); ++p) {
    terms[p] = rows.term(chosen[p]);
    if (!weights.empty()) terms[panel_width + p] = static_cast<T>(weights[p]);
    const std::span<const T> row = rows.wide(chosen[p]);
    for (std::size_t k = 0; k < row.size(); ++k) terms[(2 + k) * panel_width + p] = row[k];
  }
}

template <class T>
void KernelPanel<T>::copy_dense(const KernelRows<T>& rows, std::span<const std::int32_t> chosen) {
  constexpr std::int64_t few = 16;  // lines that stay in the first-level cache until they are complete
  for (std::int64_t begin = 0; begin < lines_; begin += few)
    for (std::size_t p = 0; p < chosen.size(); ++p) {
      const T* row = rows.values(chosen[p]).data();
      T* column = values_.data() + p;
      for (std::int64_t line = begin; line < std::min(begin + few, lines_); ++line)
        column[line * static_cast<std::int64_t>(panel_width)] = row[line];
    }
}

template <class T>
void KernelPanel<T>::copy_sparse(const KernelRows<T>& rows, std::span<const std::int32_t> chosen) {
  for (std::size_t p = 0; p < chosen.size(); ++p) {
    const std::span<const std::int32_t> columns = rows.columns(chosen[p]);
    const std::span<const T> values = rows.values(chosen[p]);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const std::int64_t line = slots_.empty() ? columns[k] : slots_[static_cast<std::size_t>(columns[k])];
      values_[line * static_cast<std::int64_t>(panel_width) + static_cast<std::int64_t>(p)] = values[k];
    }
  }
}

template <class T>
void KernelPanel<T>::find_slots(const KernelRows<T>& rows, std::span<const std::int32_t> chosen) {
  slots_.assign(static_cast<std::size_t>(rows.space().features()), -1);
  std::int32_t used = 0;
  for (const std::int32_t row : chosen)
    for (const std::int32_t column : rows.columns(row)) {
      std::int32_t& slot = slots_[static_cast<std::size_t>(column)];
      if (slot < 0) slot = used++;
    }
  lines_ = used;
}

template <class T>
std::size_t panel_bytes(const KernelRows<T>& rows) {
  const auto features = static_cast<std::size_t>(rows.space().features());
  const std::size_t panels = (static_cast<std::size_t>(rows.size()) + panel_width - 1) / panel_width;
  const bool slots = has_slots(rows.space());
  const std::size_t lines = slots ? lines_with_slots(rows) : panels * features;
  const std::size_t more = 2 + rows.space().wide().size();
  return (lines + more * panels) * panel_width * sizeof(T) + (slots ? panels * features * sizeof(std::int32_t) : 0);
}

std::size_t run_of_one_sign(std::span<const double> weights, std::size_t most) {
  const std::size_t longest = std::min(most, weights.size());
  std::size_t count = 1;
  while (count < longest && std::signbit(weights[count]) == std::signbit(weights[0])) ++count;
  return count;
}

template <class T>
std::vector<KernelPanel<T>> next_panels(const KernelRows<T>& rows, std::span<const std::int32_t> chosen,
                                        std::span<const double> weights, std::size_t most, std::size_t& begin) {
  std::vector<KernelPanel<T>> panels;
  while (begin < chosen.size() && panels.size() < most) {
    const std::size_t count = run_of_one_sign(weights.subspan(begin), panel_width);
    panels.emplace_back(rows, chosen.subspan(begin, count), weights.subspan(begin, count));
    begin += count;
  }
  return panels;
}

template <class T>
bool add_products(const KernelRows<T>& left, const KernelRows<T>& right, std::span<const std::int32_t> chosen,
                  std::span<const double> weights, ThreadPool& pool, const Sums& sums, const Stop& stop) {
  SharedStop shared(stop);
  const std::size_t at_once = panels_at_once(right.space(), sizeof(T));
  for (std::size_t begin = 0; begin < chosen.size();) {
    const std::vector<KernelPanel<T>> panels = next_panels(right, chosen, weights, at_once, begin);
    for_each_block(pool, left.size(), left.block_rows(), [&](std::int64_t first, std::int64_t count) {
      for (const KernelPanel<T>& panel : panels) {
        if (shared.is_due()) return;
        left.add_sums({nullptr, first, static_cast<std::size_t>(count)}, panel.view(), sums.from(first));
      }
    });
    if (shared.was_due()) return false;
  }
  return true;
}

template class KernelPanel<float>;
template class KernelPanel<double>;
template std::size_t panel_bytes(const KernelRows<float>&);
template std::size_t panel_bytes(const KernelRows<double>&);
template std::vector<KernelPanel<float>> next_panels(const KernelRows<float>&, std::span<const std::int32_t>,
                                                     std::span<const double>, std::size_t, std::size_t&);
template std::vector<KernelPanel<double>> next_panels(const KernelRows<double>&, std::span<const std::int32_t>,
                                                      std::span<const double>, std::size_t, std::size_t&);
template bool add_products<float>(const KernelRows<float>&, const KernelRows<float>&, std::span<const std::int32_t>,
                                  std::span<const double>, ThreadPool&, const Sums&, const Stop&);
template bool add_products<double>(const KernelRows<double>&, const KernelRows<double>&, std::span<const std::int32_t>,
                                   std::span<const double>, ThreadPool&, const Sums&, const Stop&);

}  // namespace hingeline::internal
