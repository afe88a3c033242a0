// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/smo/pair_smo.hpp"

namespace hingeline::internal {

/// Sequential minimal optimization on working sets of thousands (as ThunderSVM, Wen et al. 2018), where a kernel value
/// is cheaper to compute than to keep:
///
///     1. choose     members from both ends of the violation, part of the last set among them
///     2. kernel     among the members alone, of which what stayed is known already
///     3. pairs      second-order selection over vectors, until the members violate ten times less than all did
///     4. products   += K delta for the variables that changed: kernel values fused with the sum, kept only where dear
///     5. face       where pairs took long, a Newton step of all variables between their bounds (face_step.hpp)
///
/// Kernel values are float, products double. Where the products say that the end is reached they are computed afresh in
/// double, and the point is proven or the loop goes on from them: an error of float never stays. Where float is too
/// coarse for the data, kernel values are double outside of pairs, and where it is too coarse for pairs too, one pair
/// after the other takes over (pair_smo.hpp). Values of a precomputed matrix are read, and floats in pairs alone.
///
/// Cost of a pass: n |changed| + |set|^2 / 2 kernel values.
SmoOutcome block_smo(const SmoTask& task, SmoPoint& point);

}  // namespace hingeline::internal
