// SPDX-License-Identifier: BSD-3-Clause
#include "models/kernel_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "core/infinity.hpp"
#include "core/require.hpp"
#include "data/append_row.hpp"
#include "data/row_hash.hpp"
#include "hingeline/error.hpp"
#include "models/label_names.hpp"
#include "models/model_fields.hpp"
#include "models/warm_dual.hpp"

namespace hingeline::internal {
namespace {

/// Rows by content and class.
class RowIndex {
 public:
  RowIndex(const MatrixView& x, std::span<const std::int32_t> classes) : x_(x) {
    const std::int64_t n = rows(x);
    by_key_.reserve(static_cast<std::size_t>(n));
    std::visit(
        [&](const auto& view) {
          for (std::int64_t i = 0; i < n; ++i)
            by_key_.emplace_back(key(view, i, classes.empty() ? 0 : classes[static_cast<std::size_t>(i)]), i);
        },
        x);
    std::ranges::sort(by_key_);
  }

  /// The place of the first row equal to a vector of class c; equal vectors of a class have the same.
  std::optional<std::size_t> find(const CsrView<double>& vectors, std::int64_t v, std::int32_t c) {
    const std::uint64_t wanted = key(vectors, v, c);
    auto at = std::ranges::lower_bound(by_key_, wanted, {}, &Entry::first);
    while (at != by_key_.end() && at->first == wanted && !is_equal(vectors, v, at->second)) ++at;
    if (at == by_key_.end() || at->first != wanted) return std::nullopt;
    return static_cast<std::size_t>(at - by_key_.begin());
  }

  /// All rows equal to the vector that was found at this place, ascending.
  std::vector<std::int64_t> equal_rows(std::size_t place, const CsrView<double>& vectors, std::int64_t v) {
    std::vector<std::int64_t> equal = {by_key_[place].second};
    for (std::size_t k = place + 1; k < by_key_.size() && by_key_[k].first == by_key_[place].first; ++k)
      if (is_equal(vectors, v, by_key_[k].second)) equal.push_back(by_key_[k].second);
    return equal;
  }

 private:
  using Entry = std::pair<std::uint64_t, std::int64_t>;

  template <class View>
  static std::uint64_t key(const View& x, std::int64_t i, std::int32_t c) {
    Hash hash;
    hash.add(row_hash(x, i));
    hash.add(static_cast<std::uint64_t>(c));
    return hash.value();
  }

  bool is_equal(const CsrView<double>& vectors, std::int64_t v, std::int64_t i) {
    columns_.clear();
    values_.clear();
    append_row(vectors, v, columns_, values_);
    const auto count = std::ssize(columns_);
    append_row(x_, i, columns_, values_);
    return std::ssize(columns_) == 2 * count &&
           std::equal(columns_.begin(), columns_.begin() + count, columns_.begin() + count) &&
           std::equal(values_.begin(), values_.begin() + count, values_.begin() + count);
  }

  const MatrixView& x_;
  std::vector<Entry> by_key_;  // ascending
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
};

bool is_of(std::size_t c, std::span<const std::int32_t> classes, std::int64_t row) {
  return classes.empty() || static_cast<std::size_t>(classes[static_cast<std::size_t>(row)]) == c;
}

/// 0 where there are no classes.
std::vector<std::size_t> class_of_vectors(const KernelModel& model) {
  std::vector<std::size_t> classes;
  for (std::size_t c = 0; c < model.class_sizes.size(); ++c)
    classes.insert(classes.end(), static_cast<std::size_t>(model.class_sizes[c]), c);
  classes.resize(static_cast<std::size_t>(model.support_vectors()), 0);
  return classes;
}

/// Support vectors that are equal, and of one class, and the rows that equal them.
struct Equals {
  std::vector<std::size_t> vectors;
  std::vector<std::int64_t> rows;  // ascending
};

/// Support vectors know their rows by number.
std::vector<Equals> numbered_rows(const KernelModel& model, const MatrixView& x,
                                  std::span<const std::int32_t> classes) {
  const auto class_of = class_of_vectors(model);
  std::vector<Equals> found;
  for (std::size_t v = 0; v < class_of.size(); ++v) {
    const std::int64_t row = model.serials[v] - 1;
    if (row < rows(x) && is_of(class_of[v], classes, row)) found.push_back({{v}, {row}});
  }
  return found;
}

std::vector<Equals> find_rows(const KernelModel& model, const MatrixView& x, std::span<const std::int32_t> classes) {
  if (model.kernel.name == KernelName::precomputed) return numbered_rows(model, x, classes);
  RowIndex index(x, classes);
  const CsrView<double> vectors = vectors_of(model);
  const auto class_of = class_of_vectors(model);
  std::vector<std::pair<std::size_t, std::size_t>> places;  // in the index, and the vector
  for (std::size_t v = 0; v < class_of.size(); ++v)
    if (const auto place = index.find(vectors, static_cast<std::int64_t>(v), static_cast<std::int32_t>(class_of[v])))
      places.emplace_back(*place, v);
  std::ranges::sort(places);
  std::vector<Equals> found;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto [place, v] = places[k];
    if (k == 0 || place != places[k - 1].first)
      found.push_back({{}, index.equal_rows(place, vectors, static_cast<std::int64_t>(v))});
    found.back().vectors.push_back(v);
  }
  return found;
}

/// Which of equal rows has which s the model does not say. What it predicts, sum s and sum |s| do not depend on that,
/// only the bounds and, of a regression, sum y_i s_i. The largest |s| first, each to the row of those whose cost allows
/// it that has the largest target, or the least if s < 0: where any way is within the bounds this one is, and none of
/// those has a larger sum y_i s_i, for two that are not so can be exchanged. Of classes any way within the bounds will
/// do, and the scale of s is not known (nu_svc): the largest |s| to the largest cost.
class Sharing {
 public:
  Sharing(const KernelModel& model, std::span<const double> targets, std::span<const double> costs,
          std::vector<double>& dual)
      : model_(model), targets_(targets), costs_(costs), dual_(dual) {}

  void share(Equals& equals) {
    const std::size_t width = model_.width();
    if (equals.rows.size() == 1) {
      std::copy_n(&model_.coef[equals.vectors[0] * width], width,
                  &dual_[static_cast<std::size_t>(equals.rows[0]) * width]);
      return;
    }
    std::ranges::stable_sort(equals.rows, std::greater(), [&](std::int64_t row) { return cost(row); });
    for (std::size_t k = 0; k < width; ++k) share_output(k, equals);
  }

 private:
  void share_output(std::size_t k, const Equals& equals) {
    const std::size_t width = model_.width();
    std::vector<double> values;
    for (const std::size_t v : equals.vectors) values.push_back(model_.coef[v * width + k]);
    std::ranges::stable_sort(values, std::greater(), [](double s) { return std::abs(s); });
    std::set<std::pair<double, std::int64_t>> open;  // rows, by target
    auto next = equals.rows.begin();
    for (const double s : values) {
      while (next != equals.rows.end() && (open.empty() || cost(*next) >= least_cost(s))) {
        open.emplace(targets_.empty() ? 0 : targets_[static_cast<std::size_t>(*next)], *next);
        ++next;
      }
      if (open.empty()) return;
      const auto chosen = s > 0 ? std::prev(open.end()) : open.begin();
      dual_[static_cast<std::size_t>(chosen->second) * width + k] = s;
      open.erase(chosen);
    }
  }

  double cost(std::int64_t row) const { return costs_.empty() ? infinity : costs_[static_cast<std::size_t>(row)]; }

  double least_cost(double s) const {
    constexpr double rounding = 1e-9;
    return is_regression(model_.machine) ? (1 - rounding) * std::abs(s) : infinity;
  }

  const KernelModel& model_;
  std::span<const double> targets_;
  std::span<const double> costs_;
  std::vector<double>& dual_;
};

}  // namespace

std::vector<double> dual_of(const KernelModel& model, const MatrixView& x, std::span<const std::int32_t> classes,
                            std::span<const double> targets, std::span<const double> costs) {
  std::vector<double> dual(static_cast<std::size_t>(rows(x)) * model.width());
  Sharing sharing(model, targets, costs, dual);
  for (Equals& equals : find_rows(model, x, classes)) sharing.share(equals);
  return dual;
}

void validate_start(const KernelTrainOptions& options, const KernelModel& model,
                    std::span<const std::size_t> dual_sizes) {
  if (options.warm_start != nullptr) {
    const KernelModel& start = *options.warm_start;
    if (is_regression(start.machine) != is_regression(model.machine))
      throw InvalidParameter("warm start", "a model of other classes", "must have those of the data");
    places_among(Classes(model), Classes(start));
    if ((start.kernel.name == KernelName::precomputed) != (model.kernel.name == KernelName::precomputed))
      throw InvalidParameter("warm start", fmt::format("a model of the kernel {}", to_string(start.kernel.name)),
                             "does not know the same rows");
    require_sizes(start);
    if (start.outputs() != model.outputs() || start.has_pairs() != model.has_pairs())
      throw InvalidParameter("warm start", fmt::format("a model of {} outputs", start.outputs()),
                             "must tell classes apart as the training does");
  }
  validate_warm_dual(options.warm_dual, dual_sizes);
}

}  // namespace hingeline::internal
