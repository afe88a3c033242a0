// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/smo/smo_task.hpp"

namespace hingeline::internal {

/// `proof`, which certify gave of a point in double; where the rounding of its products may be a tenth of the tolerance,
/// proven again by products of twice the digits. When told to stop meanwhile, with all that rounding may add.
KernelProof prove_in_twofold(const SmoTask& task, const SmoPlace& point, const KernelProof& proof, const Stop& stop);

}  // namespace hingeline::internal
