// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rows/row_sample.hpp"

#include <algorithm>

#include "data/row_blocks.hpp"

namespace hingeline::internal {
namespace {

std::int64_t bytes_of_row(const MatrixView& x) {
  return std::visit(
      []<class View>(const View& view) {
        constexpr auto value = static_cast<std::int64_t>(sizeof(*view.values));
        if constexpr (requires { view.stride; })
          return view.stride * value;
        else
          return (view.offsets[view.rows] - view.offsets[0]) / view.rows *
                 (value + std::int64_t{sizeof(*view.columns)});
      },
      x);
}

/// The length of a run. Longer runs are cheaper to read, shorter ones tell more of an ordered file: about a page each
/// for large samples, whole blocks for the largest.
std::int64_t run_length(const MatrixView& x, std::int64_t wanted) {
  constexpr std::int64_t small = 50000;
  constexpr std::int64_t large = 500000;
  constexpr std::int64_t page = 4096;
  if (wanted < small) return 8;
  return wanted < large ? std::clamp<std::int64_t>(page / std::max<std::int64_t>(1, bytes_of_row(x)), 16, 64)
                        : rows_per_block;
}

std::int64_t positives(const Problem& problem, const RowSample& sample) {
  std::int64_t count = 0;
  for (const RowRun& run : sample.runs)
    count += std::count_if(problem.y.begin() + run.first, problem.y.begin() + run.first + run.count,
                           [](double y) { return y > 0; });
  return count;
}

/// Joins single rows, ascending, to runs as long as possible.
std::vector<RowRun> joined(const std::vector<std::int64_t>& rows) {
  std::vector<RowRun> runs;
  for (const std::int64_t i : rows) {
    if (!runs.empty() && runs.back().first + runs.back().count == i && runs.back().count < rows_per_block)
      ++runs.back().count;
    else
      runs.push_back({i, 1});
  }
  return runs;
}

/// Replaces the sample's rows of a class that it hardly holds by `wanted` rows drawn from the whole class.
void add_rare_class(const Problem& problem, bool positive, std::int64_t wanted, Random& random, RowSample& sample) {
  std::vector<std::int64_t> members;
  for (std::size_t i = 0; i < problem.y.size(); ++i)
    if ((problem.y[i] > 0) == positive) members.push_back(static_cast<std::int64_t>(i));
  const auto drawn = std::min<std::int64_t>(wanted, static_cast<std::int64_t>(members.size()));
  for (std::int64_t k = 0; k < drawn; ++k) {
    const auto left = static_cast<std::uint32_t>(static_cast<std::int64_t>(members.size()) - k);
    std::swap(members[static_cast<std::size_t>(k)], members[static_cast<std::size_t>(k) + random.below(left)]);
  }
  std::vector<std::int64_t> rows;
  for (const RowRun& run : sample.runs)
    for (std::int64_t i = run.first; i < run.first + run.count; ++i)
      if ((problem.y[static_cast<std::size_t>(i)] > 0) != positive) rows.push_back(i);
  const std::int64_t common = std::ssize(rows);
  rows.insert(rows.end(), members.begin(), members.begin() + drawn);
  std::ranges::sort(rows);
  RowSample mixed;
  mixed.runs = joined(rows);
  mixed.rows = std::ssize(rows);
  const auto all = static_cast<double>(problem.y.size());
  const auto rare = static_cast<double>(members.size());
  mixed.factor[positive ? 1 : 0] = drawn > 0 ? rare / static_cast<double>(drawn) : 1;
  mixed.factor[positive ? 0 : 1] = common > 0 ? (all - rare) / static_cast<double>(common) : 1;
  sample = std::move(mixed);
}

}  // namespace

RowSample every_row(std::int64_t rows) {
  RowSample sample;
  sample.rows = rows;
  for (std::int64_t first = 0; first < rows; first += rows_per_block)
    sample.runs.push_back({first, std::min(rows_per_block, rows - first)});
  return sample;
}

RowSample draw_rows(const Problem& problem, std::int64_t wanted, Random& random) {
  return draw_runs(problem, wanted, run_length(problem.x, wanted), random);
}

RowSample draw_runs(const Problem& problem, std::int64_t wanted, std::int64_t length, Random& random) {
  const auto rows = static_cast<std::int64_t>(problem.y.size());
  const std::int64_t places = (rows + length - 1) / length;
  const std::int64_t parts = std::min(places, std::max<std::int64_t>(1, wanted / length));
  RowSample sample;
  for (std::int64_t part = 0; part < parts; ++part) {
    const std::int64_t begin = places * part / parts;
    const std::int64_t end = places * (part + 1) / parts;
    const std::int64_t first = (begin + random.below(static_cast<std::uint32_t>(end - begin))) * length;
    sample.runs.push_back({first, std::min(length, rows - first)});
    sample.rows += sample.runs.back().count;
  }
  const double factor = static_cast<double>(rows) / static_cast<double>(sample.rows);
  sample.factor = {factor, factor};
  if (!is_classification(problem.loss)) return sample;
  const std::int64_t positive = positives(problem, sample);
  const std::int64_t rarer = std::min(positive, sample.rows - positive);
  constexpr std::int64_t rare_share = 20;
  if (rare_share * rarer < sample.rows)
    add_rare_class(problem, positive == rarer, sample.rows / (rare_share / 4), random, sample);
  return sample;
}

}  // namespace hingeline::internal
