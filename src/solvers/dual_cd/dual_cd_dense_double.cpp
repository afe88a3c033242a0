// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/dual_cd_impl.hpp"

namespace hingeline::internal {

template Solution dual_cd(const DenseRows<double>&, const Problem&, const SolverOptions&, const WarmStart&,
                          GeometryMemo&);

}  // namespace hingeline::internal
