// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/smo/pair_smo.hpp"

namespace hingeline::internal {

/// Sequential minimal optimization on working sets of thousands (as ThunderSVM, Wen et al. 2018), where a kernel value
/// is cheaper to compute than to keep:
///
///     1. choose     members from both ends of the violation, some of them from the last set
///     2. kernel     matrix among the members; entries among those that stayed are known already
///     3. pairs      second-order selection in SIMD vectors, until the members violate ten times less than all did
///     4. products   += K delta for the variables that changed: kernel values fused with the sum, kept if expensive
///     5. face       where pairs took long, a Newton step on all variables between their bounds (face_step.hpp)
///     6. barrier    where pairs take longer still, or no longer gain, an interior point solution (barrier_step.hpp)
///
/// Kernel values are float, products double. When the products indicate the end they are computed anew in double, and
/// either prove the point or the loop goes on from them: no error of float remains. Where float is too coarse for the
/// data, kernel values are double except among members; where it is too coarse there too, pair_smo() takes over.
/// Values of a precomputed matrix are read, and float among members only.
///
/// Cost of a pass: n |changed| + |set|^2 / 2 kernel values.
SmoOutcome block_smo(const SmoTask& task, SmoPoint& point);

}  // namespace hingeline::internal
