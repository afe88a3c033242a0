// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel matrix among the members of a working set, in float. When the set changes, an entry of two members that
// both stay is moved to its new place, one that is known is copied, and only the rest is computed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

class WorkingKernel {
 public:
  /// The matrix lies in `memory`.
  explicit WorkingKernel(Buffer<float>& memory) : values_(memory) {}

  /// `rows` of the matrix, a ComputedKernel, LinearKernel or GivenKernel, are now the members; the first ones were at
  /// `places` before. There is memory for as many as `room`. Returns the entries computed.
  template <class Matrix>
  std::int64_t renew(const Matrix& matrix, std::span<const std::int32_t> rows, std::span<const std::size_t> places,
                     std::size_t room, ThreadPool& pool);

  const float* values() const { return values_.data(); }
  std::size_t stride() const { return stride_; }

 private:
  void keep(std::span<const std::size_t> places, std::size_t room);

  Buffer<float>& values_;
  std::size_t stride_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace hingeline::internal
