// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel matrix among the members of a working set, in float. When the set changes, an entry of two members that
// both stay is moved to its new place, one that a kept row of KernelUpdate holds is copied, and only the rest is
// computed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "kernels/kernel_panels.hpp"
#include "solvers/smo/kernel_update.hpp"

namespace hingeline::internal {

class WorkingKernel {
 public:
  /// The matrix lies in `memory`.
  explicit WorkingKernel(Buffer<float>& memory) : values_(memory) {}

  /// `rows` of the matrix are now the members; the first ones were at `places` before. There is memory for as many as
  /// `room`. Returns the entries computed.
  template <class T>
  std::int64_t renew(const KernelRows<T>& matrix, const KernelUpdate<T>& known, std::span<const std::int32_t> rows,
                     std::span<const std::size_t> places, std::size_t room, ThreadPool& pool);

  const float* values() const { return values_.data(); }
  std::size_t stride() const { return stride_; }

 private:
  void keep(std::span<const std::size_t> places, std::size_t room);
  template <class T>
  std::int64_t write_columns(const KernelRows<T>& matrix, const KernelUpdate<T>& known,
                             std::span<const std::int32_t> rows, std::size_t first);

  Buffer<float>& values_;
  std::size_t stride_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace hingeline::internal
