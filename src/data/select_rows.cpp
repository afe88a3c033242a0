// SPDX-License-Identifier: BSD-3-Clause
#include "data/select_rows.hpp"

#include <algorithm>

#include "data/owned_rows.hpp"
#include "parallel/blocks.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {
namespace {

constexpr std::int64_t task_rows = 4096;

template <class T>
Dataset selected(const DenseView<T>& x, std::span<const std::int64_t> chosen, ThreadPool& pool) {
  const auto rows = std::ssize(chosen);
  OwnedRows<T> owned = allocate_dense<T>(rows, x.cols, 0);
  for_each_index(pool, rows, task_rows, [&](std::int64_t t) {
    const std::int64_t i = chosen[static_cast<std::size_t>(t)];
    std::copy_n(x.values + i * x.stride, x.cols, owned.values.data() + t * x.cols);
  });
  return dense_dataset(std::move(owned), rows, x.cols);
}

template <class T>
std::int64_t entries_of(const CsrView<T>& x, std::span<const std::int64_t> chosen) {
  std::int64_t entries = 0;
  for (const std::int64_t i : chosen) entries += x.offsets[i + 1] - x.offsets[i];
  return entries;
}

template <class T>
Dataset selected(const CsrView<T>& x, std::span<const std::int64_t> chosen, ThreadPool& pool) {
  const auto rows = std::ssize(chosen);
  OwnedRows<T> owned = allocate_csr<T>(rows, entries_of(x, chosen), 0);
  owned.offsets[0] = 0;
  for (std::int64_t t = 0; t < rows; ++t) {
    const std::int64_t i = chosen[static_cast<std::size_t>(t)];
    owned.offsets[t + 1] = owned.offsets[t] + x.offsets[i + 1] - x.offsets[i];
  }
  for_each_index(pool, rows, task_rows, [&](std::int64_t t) {
    const std::int64_t i = chosen[static_cast<std::size_t>(t)];
    const std::int64_t size = x.offsets[i + 1] - x.offsets[i];
    std::copy_n(x.columns + x.offsets[i], size, owned.columns.data() + owned.offsets[t]);
    std::copy_n(x.values + x.offsets[i], size, owned.values.data() + owned.offsets[t]);
  });
  return csr_dataset(std::move(owned), rows, x.cols);
}

template <class T>
Dataset square(const DenseView<T>& x, std::span<const std::int64_t> chosen) {
  const auto rows = std::ssize(chosen);
  const auto cols = static_cast<std::int32_t>(rows);
  OwnedRows<T> owned = allocate_dense<T>(rows, cols, 0);
  T* to = owned.values.data();
  for (const std::int64_t i : chosen)
    for (const std::int64_t j : chosen) *to++ = x.values[i * x.stride + j];
  return dense_dataset(std::move(owned), rows, cols);
}

template <class T>
Dataset square(const CsrView<T>& x, std::span<const std::int64_t> chosen) {
  const auto rows = std::ssize(chosen);
  constexpr std::int32_t none = -1;
  std::vector<std::int32_t> place(static_cast<std::size_t>(x.cols), none);
  for (std::int64_t t = 0; t < rows; ++t)
    place[static_cast<std::size_t>(chosen[static_cast<std::size_t>(t)])] = static_cast<std::int32_t>(t);
  CsrRows<T> sparse(rows, entries_of(x, chosen), {});
  for (const std::int64_t i : chosen) {
    for (std::int64_t k = x.offsets[i]; k < x.offsets[i + 1]; ++k)
      if (const std::int32_t column = place[static_cast<std::size_t>(x.columns[k])]; column != none)
        sparse.add(column, x.values[k]);
    sparse.end_row();
  }
  return sparse.take(static_cast<std::int32_t>(rows));
}

}  // namespace

Dataset select_rows(const MatrixView& x, std::span<const std::int64_t> chosen, int threads) {
  ThreadPool pool(threads);
  return std::visit([&](const auto& view) { return selected(view, chosen, pool); }, x);
}

Dataset select_square(const MatrixView& x, std::span<const std::int64_t> chosen) {
  return std::visit([&](const auto& view) { return square(view, chosen); }, x);
}

std::vector<double> select_rows(std::span<const double> numbers, std::span<const std::int64_t> chosen) {
  std::vector<double> selected;
  if (numbers.empty()) return selected;
  selected.reserve(chosen.size());
  for (const std::int64_t i : chosen) selected.push_back(numbers[static_cast<std::size_t>(i)]);
  return selected;
}

std::vector<double> spread(std::span<const double> numbers, std::span<const std::int64_t> chosen, std::size_t rows) {
  std::vector<double> all(rows, 0.0);
  for (std::size_t t = 0; t < chosen.size(); ++t) all[static_cast<std::size_t>(chosen[t])] = numbers[t];
  return all;
}

}  // namespace hingeline::internal
