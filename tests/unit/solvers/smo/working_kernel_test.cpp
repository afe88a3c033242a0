// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/working_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "kernels/kernel_row_source.hpp"
#include "solvers/smo/computed_kernel.hpp"
#include "support/every_target.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

/// Members come, stay and go while some of their rows are known from an update, and the memory grows once.
template <class T>
void expect_kernel_among_members(double kept_rows) {
  constexpr std::int64_t n = 200;
  const support::RandomProblem random(n, 80, Loss{LossName::hinge}, 4);
  const MatrixView x = random.problem(support::Storage::dense_float).x;
  const Kernel formula = {KernelName::rbf, 0.02};
  const KernelSpace space(formula, x);
  const KernelRows<T> rows(space, x, {nullptr, 0, n});
  const KernelRowSource exact = kernel_row_source(formula, x);
  ThreadPool pool(2);
  Buffer<float> update_memory;
  ComputedKernel<T> update(rows, kept_rows * n * sizeof(float), update_memory);
  constexpr std::int64_t used = 20000;  // enough for the first members only
  Buffer<float> memory(used);
  std::fill_n(memory.data(), used, std::numeric_limits<float>::quiet_NaN());
  WorkingKernel kernel(memory);
  std::vector<std::int32_t> members;
  std::vector<double> row(n);
  for (const std::size_t capacity : {70, 110, 110}) {
    std::vector<std::size_t> places;  // every third member leaves
    std::vector<std::int32_t> next;
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (k % 3 == 0) continue;
      places.push_back(k);
      next.push_back(members[k]);
    }
    for (std::int32_t i = 7; next.size() < capacity; i = (i + 131) % static_cast<std::int32_t>(n))
      if (std::find(next.begin(), next.end(), i) == next.end()) next.push_back(i);
    members = next;
    const auto computed = static_cast<std::size_t>(kernel.renew(update, members, places, capacity, pool).value());
    EXPECT_LE(computed, capacity * (capacity - places.size()));
    for (std::size_t k = 0; k < capacity; ++k) {
      exact(members[k], row.data());
      const float* values = kernel.values() + k * kernel.stride();
      for (std::size_t m = 0; m < capacity; ++m)
        ASSERT_NEAR(values[m], row[static_cast<std::size_t>(members[m])], 1e-5) << k << ", " << m;
      for (std::size_t m = capacity; m < capacity + panel_width; ++m) ASSERT_EQ(values[m], 0.0F);
    }
    std::vector<double> products(n, 0.0);
    KernelCounters counters;
    update.add(std::span<const std::int32_t>(members).last(capacity / 2), std::vector<double>(capacity / 2, 1.0), pool,
               {products.data()}, counters);
  }
}

TEST(WorkingKernel, IsTheKernelAmongMembers) {
  support::on_every_target([] {
    expect_kernel_among_members<float>(30);
    expect_kernel_among_members<float>(0);
    expect_kernel_among_members<double>(200);
  });
}

TEST(WorkingKernel, IsNotWaitedForWhenTimeIsUp) {
  constexpr std::int32_t n = 300;
  const support::RandomProblem random(n, 20, Loss{LossName::hinge}, 4);
  const MatrixView x = random.problem(support::Storage::dense_float).x;
  const KernelSpace space({KernelName::rbf, 0.02}, x);
  const KernelRows<float> rows(space, x, {nullptr, 0, n});
  Buffer<float> kept;
  const ComputedKernel<float> matrix(rows, 0, kept);
  Buffer<float> memory;
  WorkingKernel kernel(memory);
  std::vector<std::int32_t> members(n);
  std::iota(members.begin(), members.end(), 0);
  ThreadPool alone(1);
  int asked = 0;
  EXPECT_EQ(kernel.renew(matrix, members, {}, n, alone, [&asked] { return ++asked == 2; }), std::nullopt);
  EXPECT_EQ(asked, 2);
  EXPECT_NE(kernel.renew(matrix, members, {}, n, alone, [] { return false; }), std::nullopt);
}

}  // namespace
}  // namespace hingeline::internal
