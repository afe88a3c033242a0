// SPDX-License-Identifier: BSD-3-Clause
//
// Which rows a proof needs exact products of. A variable at 0 whose margin error h is surely negative adds nothing to
// gap, objective and violation, whatever its product is precisely: of rows with such variables alone, products within a
// known error are as good as exact ones.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "problem/kernel_certificate.hpp"

namespace hingeline::internal {

/// What products may be off by: everywhere, and by row in proportion to a magnitude.
struct ProductError {
  double everywhere = std::numeric_limits<double>::infinity();
  std::vector<float> relative;    ///< by row; empty for zeros
  std::vector<float> magnitudes;  ///< likewise

  bool known() const { return everywhere < std::numeric_limits<double>::infinity(); }
  double of(std::int32_t row) const {
    if (relative.empty()) return everywhere;
    const auto i = static_cast<std::size_t>(row);
    return everywhere + static_cast<double>(relative[i]) * static_cast<double>(magnitudes[i]);
  }
};

/// The rows that may matter to the proof of a point whose products have at most this error, ascending.
std::vector<std::int32_t> doubtful_rows(const QuadraticProgram& program, const std::vector<double>& a,
                                        const std::vector<double>& products, const ProductError& error);

/// Whether the other rows did not matter at the intercepts and extremes of the proof, as was foreseen. `doubtful` are
/// the rows that had exact products.
bool stands(const KernelProof& proof, const QuadraticProgram& program, const std::vector<double>& a,
            const std::vector<double>& products, const std::vector<std::int32_t>& doubtful, const ProductError& error);

}  // namespace hingeline::internal
