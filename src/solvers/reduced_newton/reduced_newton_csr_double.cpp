// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/reduced_newton_impl.hpp"

template hingeline::Solution hingeline::internal::reduced_newton(const hingeline::CsrView<double>&, const Problem&,
                                                                 const SolverOptions&, const WarmStart&,
                                                                 const std::optional<NearStart>&);
