// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/kernel_basis.hpp"
#include "hingeline/kernel_features.hpp"
#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// The basis of an approximation, its rows drawn from those of weight > 0. Throws where sizes do not fit, or no row has
/// a weight.
KernelBasis draw_basis(const MatrixView& x, std::span<const double> weights, const KernelFeatureOptions& options);

}  // namespace hingeline::internal
