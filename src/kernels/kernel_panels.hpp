// SPDX-License-Identifier: BSD-3-Clause
//
// The right side of kernel products: rows gathered into panels of 64. Where a matrix is wide and sparse a panel keeps
// only the columns that its rows have.
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
  /// At most 64 rows, with their weights (empty: the panel is not for sums).
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
  std::int64_t lines_;               // columns, or those in use
  std::vector<std::int32_t> slots_;  // by column; empty where lines are columns
  Buffer<T> values_;                 // lines, then terms, weights and wide columns
};

/// How many panels of numbers of so many bytes may be held at once.
std::size_t panels_at_once(const KernelSpace& space, std::size_t value_size);

/// What panels of these rows, 64 each, take together.
template <class T>
std::size_t panel_bytes(const KernelRows<T>& rows);

/// How many of the first weights, at most `most`, share the sign of the first: so many rows may share sums whose
/// magnitudes are wanted (panel_ops.hpp).
std::size_t run_of_one_sign(std::span<const double> weights, std::size_t most);

/// The next rows chosen, from `begin` on, which moves past them, as at most `most` panels whose weights each have one
/// sign.
template <class T>
std::vector<KernelPanel<T>> next_panels(const KernelRows<T>& rows, std::span<const std::int32_t> chosen,
                                        std::span<const double> weights, std::size_t most, std::size_t& begin);

/// sums_i += sum_j weights_j K(left_i, right_chosen[j]) for every i: the sums of 64 terms in T, and of those in
/// double. Blocks of left rows are the tasks, so that the result does not depend on the number of threads. False when
/// told to stop on the way.
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
