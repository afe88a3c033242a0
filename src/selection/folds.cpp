// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>
#include <string>

#include "core/random.hpp"
#include "data/is_present.hpp"
#include "data/row_hash.hpp"
#include "data/validate_sizes.hpp"
#include "files/read_rows_by_parts.hpp"
#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"

namespace hingeline {
namespace {

/// Rows of weight > 0 by class; all in one class unless the strata are classes.
std::map<double, std::vector<std::size_t>> rows_by_class(std::span<const double> y, std::span<const double> weights,
                                                         Strata strata) {
  std::map<double, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (internal::is_present(weights, i)) rows[strata == Strata::classes ? y[i] : 0].push_back(i);
  return rows;
}

}  // namespace

/// Rows of each class are shuffled and dealt out to the folds one by one; the next class continues at the next fold.
std::vector<int> stratified_folds(std::span<const double> y, std::span<const double> weights, Strata strata, int folds,
                                  std::uint64_t seed) {
  if (!weights.empty() && weights.size() != y.size())
    throw DataError(fmt::format("weights: {} given for {} rows", weights.size(), y.size()));
  auto by_class = rows_by_class(y, weights, strata);
  std::size_t present = 0;
  for (const auto& [label, rows] : by_class) present += rows.size();
  if (present < 2)
    throw InvalidParameter("folds", std::to_string(folds),
                           fmt::format("needs at least two rows of weight > 0, found {}", present));
  if (folds < 2 || static_cast<std::size_t>(folds) > present)
    throw InvalidParameter("folds", std::to_string(folds),
                           fmt::format("must be 2 to {}, the number of rows of weight > 0", present));
  std::vector<int> fold(y.size(), -1);
  internal::Random random(seed);
  int next = 0;
  for (auto& [label, rows] : by_class) {
    internal::shuffle(std::span(rows), random);
    for (const std::size_t i : rows) {
      fold[i] = next;
      next = (next + 1) % folds;
    }
  }
  return fold;
}

std::vector<int> content_folds(const MatrixView& x, int folds, const ReleaseRows& release) {
  if (folds < 2) throw InvalidParameter("folds", std::to_string(folds), "must be >= 2");
  internal::validate_sizes("x", x);
  std::vector<int> fold(static_cast<std::size_t>(rows(x)));
  std::visit(
      [&](const auto& view) {
        internal::read_rows_by_parts(view.rows, release, [&](std::int64_t first, std::int64_t end) {
          for (std::int64_t i = first; i < end; ++i)
            fold[static_cast<std::size_t>(i)] =
                static_cast<int>(internal::row_hash(view, i) % static_cast<std::uint64_t>(folds));
        });
      },
      x);
  return fold;
}

}  // namespace hingeline
