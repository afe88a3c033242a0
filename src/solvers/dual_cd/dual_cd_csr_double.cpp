// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/dual_cd_impl.hpp"
#include "solvers/dual_cd/joint_dual_cd_impl.hpp"

namespace hingeline::internal {

template Solution dual_cd(const SparseRows<double>&, const Problem&, const SolverOptions&, const WarmStart&,
                          GeometryMemo&);
template std::vector<Solution> joint_dual_cd(const SparseRows<double>&, std::span<const Problem>,
                                             std::span<const SolverOptions>, std::span<const WarmStart>,
                                             const CommonStart*, GeometryMemo&);

}  // namespace hingeline::internal
