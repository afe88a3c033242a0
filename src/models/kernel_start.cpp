// SPDX-License-Identifier: BSD-3-Clause
#include "models/kernel_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/require.hpp"
#include "data/append_row.hpp"
#include "data/row_hash.hpp"
#include "hingeline/error.hpp"
#include "models/label_names.hpp"
#include "models/model_fields.hpp"
#include "models/warm_dual.hpp"

namespace hingeline::internal {
namespace {

/// Rows by content and class, each given away once.
class RowIndex {
 public:
  RowIndex(const MatrixView& x, std::span<const std::int32_t> classes) : x_(x) {
    const std::int64_t n = rows(x);
    by_key_.reserve(static_cast<std::size_t>(n));
    std::visit(
        [&](const auto& view) {
          for (std::int64_t i = n - 1; i >= 0; --i)
            by_key_.emplace(key(view, i, classes.empty() ? 0 : classes[static_cast<std::size_t>(i)]), i);
        },
        x);
  }

  std::optional<std::int64_t> take(const CsrView<double>& vectors, std::int64_t v, std::int32_t c) {
    const auto [first, last] = by_key_.equal_range(key(vectors, v, c));
    const auto found = std::find_if(first, last, [&](const auto& entry) { return is_equal(vectors, v, entry.second); });
    if (found == last) return std::nullopt;
    const std::int64_t row = found->second;
    by_key_.erase(found);
    return row;
  }

 private:
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
  std::unordered_multimap<std::uint64_t, std::int64_t> by_key_;
  std::vector<std::int32_t> columns_;
  std::vector<double> values_;
};

bool is_of(std::size_t c, std::span<const std::int32_t> classes, std::int64_t row) {
  return classes.empty() || static_cast<std::size_t>(classes[static_cast<std::size_t>(row)]) == c;
}

/// The row of x that each support vector is.
std::vector<std::optional<std::int64_t>> find_rows(const KernelModel& model, const MatrixView& x,
                                                   std::span<const std::int32_t> classes,
                                                   const std::vector<std::size_t>& class_of) {
  std::vector<std::optional<std::int64_t>> found(class_of.size());
  if (model.kernel.name == KernelName::precomputed) {
    for (std::size_t v = 0; v < found.size(); ++v) {
      const std::int64_t row = model.serials[v] - 1;
      if (row < rows(x) && is_of(class_of[v], classes, row)) found[v] = row;
    }
    return found;
  }
  RowIndex index(x, classes);
  const CsrView<double> vectors = vectors_of(model);
  for (std::size_t v = 0; v < found.size(); ++v)
    found[v] = index.take(vectors, static_cast<std::int64_t>(v), static_cast<std::int32_t>(class_of[v]));
  return found;
}

/// 0 where there are no classes.
std::vector<std::size_t> class_of_vectors(const KernelModel& model) {
  std::vector<std::size_t> classes;
  for (std::size_t c = 0; c < model.class_sizes.size(); ++c)
    classes.insert(classes.end(), static_cast<std::size_t>(model.class_sizes[c]), c);
  classes.resize(static_cast<std::size_t>(model.support_vectors()), 0);
  return classes;
}

}  // namespace

std::vector<double> dual_of(const KernelModel& model, const MatrixView& x, std::span<const std::int32_t> classes) {
  const auto found = find_rows(model, x, classes, class_of_vectors(model));
  const std::size_t width = model.width();
  std::vector<double> dual(static_cast<std::size_t>(rows(x)) * width);
  for (std::size_t v = 0; v < found.size(); ++v)
    if (found[v]) std::copy_n(&model.coef[v * width], width, &dual[static_cast<std::size_t>(*found[v]) * width]);
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
