// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/choose.hpp"

#include <algorithm>
#include <cstdint>

#include "data/rows.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

/// Up to so many features a Hessian costs less than what coordinate descent risks on them.
constexpr std::int32_t few_features = 500;

template <class T>
std::int64_t stored(const DenseView<T>& x) {
  return x.rows * x.cols;
}

template <class T>
std::int64_t stored(const CsrView<T>& x) {
  return x.rows == 0 ? 0 : x.offsets[x.rows] - x.offsets[0];
}

bool mostly_zeros(const Problem& problem) {
  const std::int64_t nonzeros = std::visit([](const auto& x) { return stored(x); }, problem.x);
  return nonzeros < rows(problem.x) * cols(problem.x) / 4;
}

/// The mean of c_i |x_i|^2: by how much a row's own dual variable can move its prediction. Passes of coordinate descent
/// grow with it.
double mean_reach(const Problem& problem) {
  return visit_rows(problem.x, [&](const auto& x) {
    double total = 0;
    for (std::int64_t i = 0; i < x.rows(); ++i) total += row_cost(problem, i) * x.squared_norm(i);
    return total / static_cast<double>(std::max<std::int64_t>(1, x.rows()));
  });
}

}  // namespace

Choice choose_solver(const Problem& problem, const SolverOptions& options) {
  if (options.solver != Solver::automatic) return {options.solver, "asked for"};
  if (cols(problem.x) > few_features)
    return {Solver::dual_cd, "many features: coordinate descent, whose passes cost what the data hold"};
  if (is_classification(problem.loss) && mostly_zeros(problem) && mean_reach(problem) <= 1)
    return {Solver::dual_cd, "sparse rows and a small C |x|^2: coordinate descent in few passes"};
  return {Solver::alm_newton, "few features: Newton steps, whatever the scale of columns and C"};
}

}  // namespace hingeline::internal
