// SPDX-License-Identifier: BSD-3-Clause
#include "models/rows_of_vectors.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "data/append_row.hpp"
#include "data/row_hash.hpp"
#include "models/model_fields.hpp"

namespace hingeline::internal {
namespace {

/// An index of rows by content and class.
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

  /// The place in the index of the first row equal to vector v of class c; the same for equal vectors of one class.
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
    return hash_at(static_cast<std::uint64_t>(c), row_hash(x, i));
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

/// The class of each support vector, 0 where there are no classes.
std::vector<std::size_t> class_of_vectors(const KernelModel& model) {
  std::vector<std::size_t> classes;
  for (std::size_t c = 0; c < model.class_sizes.size(); ++c)
    classes.insert(classes.end(), static_cast<std::size_t>(model.class_sizes[c]), c);
  classes.resize(static_cast<std::size_t>(model.support_vectors()), 0);
  return classes;
}

std::vector<VectorRows> numbered_rows(const KernelModel& model, const MatrixView& x,
                                      std::span<const std::int32_t> classes) {
  const auto class_of = class_of_vectors(model);
  std::vector<VectorRows> found;
  for (std::size_t v = 0; v < class_of.size(); ++v) {
    const std::int64_t row = model.serials[v] - 1;
    if (row < rows(x) && is_of(class_of[v], classes, row)) found.push_back({{v}, {row}});
  }
  return found;
}

}  // namespace

std::vector<VectorRows> rows_of_vectors(const KernelModel& model, const MatrixView& x,
                                        std::span<const std::int32_t> classes) {
  if (model.kernel.name == KernelName::precomputed) return numbered_rows(model, x, classes);
  RowIndex index(x, classes);
  const CsrView<double> vectors = vectors_of(model);
  const auto class_of = class_of_vectors(model);
  std::vector<std::pair<std::size_t, std::size_t>> places;  // place in the index, vector
  for (std::size_t v = 0; v < class_of.size(); ++v)
    if (const auto place = index.find(vectors, static_cast<std::int64_t>(v), static_cast<std::int32_t>(class_of[v])))
      places.emplace_back(*place, v);
  std::ranges::sort(places);
  std::vector<VectorRows> found;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto [place, v] = places[k];
    if (k == 0 || place != places[k - 1].first)
      found.push_back({{}, index.equal_rows(place, vectors, static_cast<std::int64_t>(v))});
    found.back().vectors.push_back(v);
  }
  return found;
}

}  // namespace hingeline::internal
