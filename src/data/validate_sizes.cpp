// SPDX-License-Identifier: BSD-3-Clause
#include "data/validate_sizes.hpp"

#include <fmt/format.h>

#include <iterator>

#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

void require_pointer(const char* name, const char* what, const void* pointer) {
  if (pointer == nullptr) throw DataError(fmt::format("{}: {} are a null pointer", name, what));
}

template <class T>
void validate(const char* name, const DenseView<T>& x) {
  if (x.rows < 0 || x.cols < 0 || x.stride < x.cols)
    throw DataError(fmt::format("{}: {} rows, {} columns, stride {}: sizes must be >= 0, stride >= columns", name,
                                x.rows, x.cols, x.stride));
  if (x.rows > 0 && x.cols > 0) require_pointer(name, "values", x.values);
}

/// Offsets too: they say where entries are.
template <class T>
void validate(const char* name, const CsrView<T>& x) {
  if (x.rows < 0 || x.cols < 0)
    throw DataError(fmt::format("{}: {} rows, {} columns: must be >= 0", name, x.rows, x.cols));
  if (x.rows == 0) return;
  require_pointer(name, "offsets", x.offsets);
  if (x.offsets[0] < 0) throw DataError(fmt::format("{}: the first offset is {}, must be >= 0", name, x.offsets[0]));
  for (std::int64_t i = 0; i < x.rows; ++i)
    if (x.offsets[i + 1] < x.offsets[i])
      throw DataError(
          fmt::format("{}: offsets of row {} descend from {} to {}", name, i, x.offsets[i], x.offsets[i + 1]));
  if (x.offsets[x.rows] == x.offsets[0]) return;
  require_pointer(name, "columns", x.columns);
  require_pointer(name, "values", x.values);
}

}  // namespace

void validate_sizes(const char* name, const MatrixView& x) {
  std::visit([&](const auto& view) { validate(name, view); }, x);
}

void validate_sizes(const Dataset& data) {
  validate_sizes("x", data.x);
  const std::int64_t n = rows(data.x);
  if (!data.y.empty() && std::ssize(data.y) != n)
    throw DataError(fmt::format("y: {} targets given for {} rows", data.y.size(), n));
  if (!data.feature_names.empty() && std::ssize(data.feature_names) != cols(data.x))
    throw DataError(fmt::format("feature_names: {} given for {} columns", data.feature_names.size(), cols(data.x)));
}

}  // namespace hingeline::internal
