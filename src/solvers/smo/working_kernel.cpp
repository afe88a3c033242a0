// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/working_kernel.hpp"

#include <algorithm>
#include <atomic>

#include "core/shared_stop.hpp"
#include "core/transpose.hpp"
#include "parallel/blocks.hpp"
#include "solvers/smo/computed_kernel.hpp"
#include "solvers/smo/given_kernel.hpp"
#include "solvers/smo/linear_kernel.hpp"

namespace hingeline::internal {

/// Moves the rows and columns at `places`, which must ascend, to the front.
void WorkingKernel::keep(std::span<const std::size_t> places, std::size_t room) {
  const std::size_t old_stride = stride_;
  Buffer<float> grown;
  if (room > capacity_) {
    capacity_ = room;
    // room for a whole panel that begins at the last member; no power of 2, so that rows share no cache set
    stride_ = (capacity_ + 2 * panel_width - 1) / panel_width * panel_width + 16;
    const auto size = static_cast<std::int64_t>(stride_ * capacity_);
    if (!places.empty() || size > values_.size()) grown = Buffer<float>(size);
  }
  float* to = grown.size() > 0 ? grown.data() : values_.data();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const float* row = values_.data() + places[i] * old_stride;
    for (std::size_t j = 0; j < places.size(); ++j) to[i * stride_ + j] = row[places[j]];
  }
  if (grown.size() > 0) values_ = std::move(grown);
}

template <class Matrix>
std::optional<std::int64_t> WorkingKernel::renew(const Matrix& matrix, std::span<const std::int32_t> rows,
                                                 std::span<const std::size_t> places, std::size_t room,
                                                 ThreadPool& pool, const Stop& stop) {
  keep(places, room);
  const std::size_t kept = places.size();
  std::atomic<std::int64_t> computed = 0;
  SharedStop shared(stop);
  for_each_block(
      pool, static_cast<std::int64_t>(rows.size() - kept), panel_width, [&](std::int64_t fresh, std::int64_t count) {
        if (shared.is_due()) return;
        const std::size_t first = kept + static_cast<std::size_t>(fresh);
        const auto columns = static_cast<std::size_t>(count);
        computed +=
            matrix.write(rows.first(first + columns), rows.subspan(first, columns), values_.data() + first, stride_);
        transpose(values_.data() + first, stride_, first, columns, values_.data() + first * stride_, stride_);
      });
  if (shared.was_due()) return std::nullopt;
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::fill_n(values_.data() + i * stride_ + rows.size(), panel_width, 0.0F);
  return computed.load();
}

template std::optional<std::int64_t> WorkingKernel::renew(const ComputedKernel<float>&, std::span<const std::int32_t>,
                                                          std::span<const std::size_t>, std::size_t, ThreadPool&,
                                                          const Stop&);
template std::optional<std::int64_t> WorkingKernel::renew(const ComputedKernel<double>&, std::span<const std::int32_t>,
                                                          std::span<const std::size_t>, std::size_t, ThreadPool&,
                                                          const Stop&);
template std::optional<std::int64_t> WorkingKernel::renew(const GivenKernel&, std::span<const std::int32_t>,
                                                          std::span<const std::size_t>, std::size_t, ThreadPool&,
                                                          const Stop&);
template std::optional<std::int64_t> WorkingKernel::renew(const LinearKernel&, std::span<const std::int32_t>,
                                                          std::span<const std::size_t>, std::size_t, ThreadPool&,
                                                          const Stop&);

}  // namespace hingeline::internal
