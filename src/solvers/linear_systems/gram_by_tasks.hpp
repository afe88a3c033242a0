// SPDX-License-Identifier: BSD-3-Clause
//
// weighted_gram.hpp by several threads, in tasks of equally many rows: the first task adds to H itself, each other one
// to a matrix of its own. These matrices are kept from one sum to the next, for new pages take longer to clear than to
// fill. The same bits for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/chunk_rows.hpp"
#include "data/rows.hpp"
#include "data/stored_entries.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

template <ScaledRows Rows>
class GramByTasks {
 public:
  /// `entries_of_row` is about how many entries a row has; the rows and the threads must outlive this.
  GramByTasks(const Rows& x, double appended, double entries_of_row, ThreadPool& pool)
      : x_(x), appended_(appended), entries_of_row_(entries_of_row), pool_(pool) {
    grams_.emplace_back(x, appended);
  }
  GramByTasks(const Rows& x, double appended, ThreadPool& pool) requires RowMatrix<Rows>
      : GramByTasks(x, appended, static_cast<double>(stored_entries(x.view())) / static_cast<double>(x.rows()), pool) {}

  /// The size of H.
  std::size_t size() const { return grams_.front().size(); }

  /// Adds the products of rows with h_i > 0; one h_i per row. False when told to stop before the last.
  bool add(std::span<const double> h, GramMatrix& hessian, const Stop& stop = {}) {
    const std::size_t tasks = prepare_tasks(h);
    const std::size_t chunk = (h.size() + tasks - 1) / tasks;
    std::atomic<bool> whole = true;
    pool_.run(static_cast<std::int64_t>(tasks), [&](std::int64_t task) {
      const auto k = static_cast<std::size_t>(task);
      const std::size_t first = std::min(h.size(), k * chunk);
      const std::span part = h.subspan(first, std::min(chunk, h.size() - first));
      if (!grams_[k].add(first, part, k == 0 ? hessian : cleared(parts_[k - 1]), stop)) whole = false;
    });
    add_parts({parts_.data(), tasks - 1}, hessian);
    return whole;
  }

 private:
  /// The number of tasks: their matrices take at most a quarter of the memory of the active rows in float.
  std::size_t prepare_tasks(std::span<const double> h) {
    constexpr std::size_t cheaper = 4;  // adding a number of their matrices costs a quarter of the work per row entry
    const auto active = static_cast<double>(std::ranges::count_if(h, [](double weight) { return weight > 0; }));
    const auto entries = static_cast<std::int64_t>(entries_of_row_ * active);
    const auto tasks = static_cast<std::size_t>(tasks_for_vectors(entries, size() * size() / cheaper));
    while (grams_.size() < tasks) grams_.emplace_back(x_, appended_);
    if (parts_.size() + 1 < tasks) parts_.resize(tasks - 1, GramMatrix(0));
    return tasks;
  }

  GramMatrix& cleared(GramMatrix& part) const {
    if (part.size() == size())
      part.clear();
    else
      part = GramMatrix(size());
    return part;
  }

  void add_parts(std::span<const GramMatrix> parts, GramMatrix& hessian) {
    const std::size_t numbers = parts.empty() ? 0 : hessian.stride() * hessian.stride();
    const auto add = [&](std::int64_t first, std::int64_t size) {
      double* sum = hessian.data() + first;
      for (const GramMatrix& part : parts) std::transform(sum, sum + size, part.data() + first, sum, std::plus<>());
    };
    for_each_block(pool_, static_cast<std::int64_t>(numbers), numbers_per_task, add);
  }

  const Rows& x_;
  double appended_;
  double entries_of_row_;
  ThreadPool& pool_;
  std::vector<WeightedGram<Rows>> grams_;  // one per task
  std::vector<GramMatrix> parts_;          // one per task but the first
};

}  // namespace hingeline::internal
