// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// Calls f(column, value as double) for every stored number of row i, in the order of storage (columns ascend).
template <class T, class F>
void for_each_entry(const DenseView<T>& x, std::int64_t i, const F& f) {
  for (std::int32_t j = 0; j < x.cols; ++j) f(j, static_cast<double>(x.values[i * x.stride + j]));
}
template <class T, class F>
void for_each_entry(const CsrView<T>& x, std::int64_t i, const F& f) {
  for (std::int64_t k = x.offsets[i]; k < x.offsets[i + 1]; ++k) f(x.columns[k], static_cast<double>(x.values[k]));
}

}  // namespace hingeline::internal
