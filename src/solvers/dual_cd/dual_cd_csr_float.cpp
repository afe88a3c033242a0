// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/dual_cd_impl.hpp"

template hingeline::Solution hingeline::internal::dual_cd(const SparseRows<float>&, const Problem&,
                                                          const SolverOptions&, const WarmStart&);
