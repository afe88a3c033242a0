// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/level_newton/level_newton_impl.hpp"

template hingeline::internal::LevelSolution hingeline::internal::level_newton(const SparseRows<double>&,
                                                                              const LevelProblem&, const SolverOptions&,
                                                                              const LevelStart&);
