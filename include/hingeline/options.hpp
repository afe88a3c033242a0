// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

namespace hingeline {

enum class Solver {
  automatic,        ///< chosen from the problem; the solution says which and why
  dual_cd,          ///< dual coordinate descent
  primal_cd,        ///< primal coordinate descent on columns: squared hinge and logistic losses
  newton,           ///< Newton's method on the primal problem: losses with a continuous derivative
  alm_newton,       ///< augmented Lagrangian, semismooth Newton inside: any problem; beyond a ridge <= 23,000 features
  reduced_newton,   ///< many rows, few columns: samples and a few passes; all named losses, most PLQ
  proximal_newton,  ///< Newton models minimised by coordinate descent on columns: an L1 penalty, many features
  interior_point,   ///< primal-dual interior point: piecewise linear-quadratic losses, few features or few rows
};

/// All names, in the order of Solver.
inline constexpr std::array<std::string_view, 8> solver_names = {
    "auto", "dual_cd", "primal_cd", "newton", "alm_newton", "reduced_newton", "proximal_newton", "interior_point"};
inline std::string_view to_string(Solver solver) { return solver_names[static_cast<std::size_t>(solver)]; }

/// In which order primal_cd visits columns.
enum class CoordinateOrder {
  cyclic,
  permuted,  ///< a fresh random order every pass
  random,    ///< single draws: the online variant
};
inline constexpr std::array<std::string_view, 3> coordinate_order_names = {"cyclic", "permuted", "random"};

/// How primal_cd moves along one column.
enum class InnerSolver {
  line_search,  ///< a Newton step, shortened until the objective decreases enough
  exact,        ///< Newton's method to the minimum
  upper_bound,  ///< a step by an upper bound of the second derivative
};
inline constexpr std::array<std::string_view, 3> inner_solver_names = {"line_search", "exact", "upper_bound"};

/// What is known after a pass over the rows.
struct Progress {
  double seconds = 0;       ///< since the solve began
  std::int64_t passes = 0;  ///< over the rows, whole or of the active ones
  double work = 0;          ///< cost of all passes so far, in passes over all rows: what max_passes limits
  double primal = 0;        ///< of the last full check; of a machine with a kernel, by the running products
  double dual = 0;          ///< likewise; NaN where the kernel has no dual bound
  double relative_gap = 0;  ///< proven where `certified`, else the pass's estimate, infinite before any; NaN likewise
  bool certified = false;   ///< this pass ended with a full check
  std::int64_t active = 0;  ///< rows not set aside by shrinking
  int part = 0;             ///< which of the model's outputs is being solved, from 0
  int parts = 1;
};

struct SolverOptions {
  Solver solver = Solver::automatic;
  /// Stop when relative_gap and max_violation (result.hpp) are <= tolerance; where the gap is_rounding(), relative_gap
  /// <= 1e-9 suffices. 0: never on the certificate, only at a limit or when progress stalls (Status::numerical).
  double tolerance = 1e-4;
  /// Stop after the work of so many passes over all rows (a pass over a tenth of them counts a tenth); > 0.
  std::int64_t max_passes = 100000;
  double max_seconds = std::numeric_limits<double>::infinity();  ///< of a whole training, all parts together; > 0
  bool shrinking = true;  ///< set rows aside whose dual variable has settled; never trusted without a check of all rows
  CoordinateOrder coordinate_order = CoordinateOrder::permuted;  ///< of primal_cd
  InnerSolver inner = InnerSolver::line_search;                  ///< of primal_cd
  std::uint64_t seed = 0;                                        ///< of the row orders and samples
  int threads = 1;        ///< of one solve, >= 1, where the solver can use more; the answer is the same for any number
  bool keep_dual = true;  ///< false: a solver that needs no Solution::dual_coef leaves it empty
  /// Called after every pass, by one thread at a time; false stops the solve with Status::interrupted and the point so
  /// far.
  std::function<bool(const Progress&)> callback = {};
  /// Polled during passes where given: true stops the solve as above. A signal handler may set it.
  const std::atomic<bool>* interrupt = nullptr;
};

/// Throws InvalidParameter.
void validate(const SolverOptions& options);

}  // namespace hingeline
