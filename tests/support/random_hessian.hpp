// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::support {

/// The lower triangle of I + the products of `count` random rows, column j times `scale(j)`.
template <class Scale>
internal::GramMatrix random_hessian(std::size_t size, std::size_t count, const Scale& scale, internal::Random& random) {
  internal::GramMatrix h(size);
  std::vector<double> row(size);
  for (std::size_t i = 0; i < size; ++i) h.at(i, i) = 1;
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t j = 0; j < size; ++j) row[j] = scale(j) * random.normal();
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j <= i; ++j) h.at(i, j) += row[i] * row[j];
  }
  return h;
}

}  // namespace hingeline::support
