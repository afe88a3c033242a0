// SPDX-License-Identifier: BSD-3-Clause
//
// The right-hand side of kernel products: rows gathered into panels of 64. If the matrix is wide and sparse, a panel
// keeps only the columns in which its rows have entries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/stop.hpp"
#include "kernels/kernel_rows.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

template <class T>
class KernelPanel {
 public:
  /// From at most 64 rows and their weights (empty: the panel is not used for sums).
  KernelPanel(const KernelRows<T>& rows, std::span<const std::int32_t> chosen, std::span<const double> weights);

  std::size_t size() const { return size_; }
  PanelView<T> view() const {
    const T* terms = values_.data() + lines_ * static_cast<std::int64_t>(panel_width);
    return {values_.data(), terms, terms + panel_width, slots_.empty() ? nullptr : slots_.data(),
            terms + 2 * panel_width};
  }

 private:
  void find_slots(const KernelRows<T>& rows, std::span<const std::int32_t> chosen);
  void copy_dense(const KernelRows<T>& rows, std::span<const std::int32_t> chosen);
  void copy_sparse(const KernelRows<T>& rows, std::span<const std::int32_t> chosen);

  std::size_t size_;                 // rows
  std::int64_t lines_;               // number of columns, or of those with entries
  std::vector<std::int32_t> slots_;  // by column; empty where lines are columns
  Buffer<T> values_;                 // lines, then terms, weights and wide columns
};

/// The number of panels to hold in memory at once, for numbers of value_size bytes.
std::size_t panels_at_once(const KernelSpace& space, std::size_t value_size);

/// Memory in bytes of panels of all these rows.
template <class T>
std::size_t panel_bytes(const KernelRows<T>& rows);

/// The number of weights, at most `most`, up to the first change of sign: rows of one panel must have weights of one
/// sign where magnitudes of sums are wanted (Sums in panel_ops.hpp).
std::size_t run_of_one_sign(std::span<const double> weights, std::size_t most);

/// Makes at most `most` panels, each with weights of one sign, from the chosen rows from `begin` on; advances `begin`.
template <class T>
std::vector<KernelPanel<T>> next_panels(const KernelRows<T>& rows, std::span<const std::int32_t> chosen,
                                        std::span<const double> weights, std::size_t most, std::size_t& begin);

/// sums_i += sum_j weights_j K(left_i, right_chosen[j]) for every i; 64 terms are summed in T, these sums in double.
/// Tasks are blocks of left rows, so that results do not depend on the number of threads. Returns false when told to
/// stop.
template <class T>
bool add_products(const KernelRows<T>& left, const KernelRows<T>& right, std::span<const std::int32_t> chosen,
                  std::span<const double> weights, ThreadPool& pool, const Sums& sums, const Stop& stop = {});

extern template class KernelPanel<float>;
extern template class KernelPanel<double>;
extern template std::size_t panel_bytes(const KernelRows<float>&);
extern template std::size_t panel_bytes(const KernelRows<double>&);
extern template std::vector<KernelPanel<float>> next_panels(const KernelRows<float>&, std::span<const std::int32_t>,
                                                            std::span<const double>, std::size_t, std::size_t&);
extern template std::vector<KernelPanel<double>> next_panels(const KernelRows<double>&, std::span<const std::int32_t>,
                                                             std::span<const double>, std::size_t, std::size_t&);

}  // namespace hingeline::internal
