// SPDX-License-Identifier: BSD-3-Clause
//
// The rows whose exact products a proof needs. A variable at 0 whose margin error h is surely negative adds nothing to
// gap, objective and violation, whatever its exact product is: for rows that have only such variables, products within
// a known error are as good as exact ones.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/kernel_certificate.hpp"
#include "problem/product_error.hpp"

namespace hingeline::internal {

/// The rows that may matter to the proof of a point whose products have at most this error, ascending.
std::vector<std::int32_t> doubtful_rows(const QuadraticProgram& program, const std::vector<double>& a,
                                        const std::vector<double>& products, const ProductError& error);

/// Whether the other rows do not matter at the intercepts and extremes of the proof, as was assumed. `doubtful` are the
/// rows that had exact products.
bool stands(const KernelProof& proof, const QuadraticProgram& program, const std::vector<double>& a,
            const std::vector<double>& products, const std::vector<std::int32_t>& doubtful, const ProductError& error);

}  // namespace hingeline::internal
