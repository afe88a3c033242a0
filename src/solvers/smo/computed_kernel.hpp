// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel matrix computed from a formula. Its rows are kept where an entry costs more to compute than to read: for
// long rows of data. (Reading an entry costs about 0.3 ns, computing one 0.03 ns per feature of a dense row and a
// little more per entry of a sparse one.) They are kept in float; the least recently used row makes room.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/shared_stop.hpp"
#include "hingeline/kernel_solve.hpp"
#include "kernels/kernel_panels.hpp"

namespace hingeline::internal {

template <class T>
class ComputedKernel {
 public:
  /// Keeps at most `bytes` of rows, in `memory`.
  ComputedKernel(const KernelRows<T>& rows, double bytes, Buffer<float>& memory);

  /// products_i += sum_j weights_j K(i, chosen[j]) for every row i; no row may be chosen twice. False when told to stop
  /// on the way: neither products nor rows kept are valid then.
  bool add(std::span<const std::int32_t> chosen, std::span<const double> weights, ThreadPool& pool,
           const Sums& products, KernelCounters& counters, const Stop& stop = {});

  /// The error of what add() adds.
  SumError sum_error() const { return rows_.sum_error(); }

  /// values[i * stride + j] = K(rows_i, columns_j), at most 64 columns; each row's values up to the 64th may be
  /// overwritten. Returns how many entries were computed, those of kept rows not counted.
  std::int64_t write(std::span<const std::int32_t> rows, std::span<const std::int32_t> columns, float* values,
                     std::size_t stride) const;

 private:
  struct Part {
    std::vector<std::int32_t> rows;
    std::vector<double> weights;
    std::vector<std::int64_t> slots;  // -1: not kept
  };

  /// A row of the matrix, null where it is not kept. Valid until the next add().
  const float* kept_row(std::int32_t row) const {
    const std::int64_t slot = slot_of_[static_cast<std::size_t>(row)];
    return slot < 0 ? nullptr : values_ + slot * rows_.size();
  }
  void split(std::span<const std::int32_t> chosen, std::span<const double> weights);
  void find_slots();
  void add_kept(std::int64_t first, std::int64_t count, const Sums& products) const;
  /// `panels` are those of the rows to compute from `begin` on.
  void add_computed(const std::vector<KernelPanel<T>>& panels, std::size_t begin, std::int64_t first,
                    std::int64_t count, const Sums& products, SharedStop& stop);

  const KernelRows<T>& rows_;
  std::int64_t capacity_;                // rows; 0: none is kept
  float* values_;                        // capacity x rows, touched only where used
  std::vector<std::int64_t> slot_of_;    // by row, -1: none
  std::vector<std::int32_t> row_in_;     // by slot, those in use
  std::vector<std::int64_t> last_used_;  // by slot
  std::int64_t now_ = 0;
  Part kept_;
  Part computed_;
};

extern template class ComputedKernel<float>;
extern template class ComputedKernel<double>;

}  // namespace hingeline::internal
