// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel matrix among the members of a working set, in float. When the set changes, entries of two members that
// both stay are moved, entries in kept rows of the matrix are copied, and only the rest is computed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "core/stop.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

class WorkingKernel {
 public:
  /// The matrix is stored in `memory`.
  explicit WorkingKernel(Buffer<float>& memory) : values_(memory) {}

  /// Makes `rows` of the matrix (a ComputedKernel, LinearKernel or GivenKernel) the members; the first ones were at
  /// `places` before. Takes memory for `room` members. Returns the number of entries computed, or nothing
  /// when told to stop: the matrix then lacks some.
  template <class Matrix>
  std::optional<std::int64_t> renew(const Matrix& matrix, std::span<const std::int32_t> rows,
                                    std::span<const std::size_t> places, std::size_t room, ThreadPool& pool,
                                    const Stop& stop = {});

  const float* values() const { return values_.data(); }
  std::size_t stride() const { return stride_; }

 private:
  void keep(std::span<const std::size_t> places, std::size_t room);

  Buffer<float>& values_;
  std::size_t stride_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace hingeline::internal
