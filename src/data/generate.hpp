// SPDX-License-Identifier: BSD-3-Clause
//
// Data for benchmarks, the same from the same seed on every machine whose libm rounds alike.
//
//     classification  dense rows of two overlapping classes, y = +-1. Normal z_j with mean y m_j; a third of the
//                     columns is z_j, a third exp(z_j) (skewed, heavy upper tail), a third z_j^2 + z_j. `noise` is the
//                     share of labels that are flipped
//     regression      dense rows of normal x_j on scales from 0.1 to 10; y = x'w + `noise` times Student's t with 3
//                     degrees of freedom
//     text            sparse rows of norm 1: term k has frequency proportional to 1/k (Zipf); about density x cols
//                     terms a row, their number log-normal; weights (1 + log count) log(1 + k). y is the sign of a
//                     linear rule, a share `noise` flipped
#pragma once

#include <cstdint>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

enum class DataKind { classification, regression, text };

struct GenerateOptions {
  DataKind kind = DataKind::classification;
  std::int64_t rows = 1000;
  std::int32_t cols = 18;
  double density = 0.001;  ///< text only
  double noise = 0.1;      ///< a share of labels, 0 to 1; regression: a scale, >= 0
  std::uint64_t seed = 0;
  ValueType value_type = ValueType::float32;
};

/// Throws InvalidParameter.
Dataset generate(const GenerateOptions& options);

}  // namespace hingeline::internal
