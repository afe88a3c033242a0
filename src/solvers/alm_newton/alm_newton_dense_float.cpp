// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/alm_newton/alm_newton_impl.hpp"

template hingeline::Solution hingeline::internal::alm_newton(const DenseRows<float>&, const Problem&, const Baseline&,
                                                             const SolverOptions&, const WarmStart&);
