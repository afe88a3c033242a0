// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/interior_point/interior_point_impl.hpp"

template hingeline::Solution hingeline::internal::interior_point(const DenseRows<float>&, const Problem&,
                                                                 const Baseline&, const SolverOptions&);
