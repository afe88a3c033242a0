// SPDX-License-Identifier: BSD-3-Clause
//
// Support vector machines with kernels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hingeline/kernel.hpp"
#include "hingeline/matrix_view.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline {

enum class Machine {
  c_svc,        ///< classes y = +1, -1: hinge loss, c_i = C weight_i
  nu_svc,       ///< likewise; nu in place of C: upper bound of the share of margin errors, lower of support vectors
  one_class,    ///< no targets: the region that holds all but a share nu of the rows
  epsilon_svr,  ///< numbers: epsilon-insensitive loss
  nu_svr,       ///< likewise, the tube's width found so that a share of at most nu lies outside
};

/// All names, in the order of Machine; LIBSVM's svm_type.
inline constexpr std::array<std::string_view, 5> machine_names = {"c_svc", "nu_svc", "one_class", "epsilon_svr",
                                                                  "nu_svr"};
inline std::string_view to_string(Machine machine) { return machine_names[static_cast<std::size_t>(machine)]; }

inline bool is_classification(Machine machine) { return machine <= Machine::nu_svc; }
inline bool is_regression(Machine machine) { return machine >= Machine::epsilon_svr; }
inline bool has_C(Machine machine) { return machine == Machine::c_svc || is_regression(machine); }
inline bool has_epsilon(Machine machine) { return machine == Machine::epsilon_svr; }
inline bool has_nu(Machine machine) { return !(machine == Machine::c_svc || machine == Machine::epsilon_svr); }

/// One machine on one set of rows. f(x) = sum_i s_i K(x_i, x) + b, and z_i = f(x_i):
///
///     c_svc        minimise  1/2 |f|^2 + sum_i c_i max(0, 1 - y_i z_i)
///     epsilon_svr  minimise  1/2 |f|^2 + sum_i c_i max(0, |y_i - z_i| - epsilon)
///     one_class    minimise  1/2 |f|^2 + nu W b + sum_i weight_i max(0, -z_i),           W = sum_i weight_i
///     nu_svc       minimise  1/2 |f|^2 - nu W rho + sum_i weight_i max(0, rho - y_i z_i)     over rho too; then
///                  f is scaled so that rho = 1
///     nu_svr       minimise  1/2 |f|^2 + nu C W epsilon + sum_i c_i max(0, |y_i - z_i| - epsilon)     over epsilon too
///
/// |f| is the norm of the kernel's space, without b. The objectives are LIBSVM's.
struct KernelProblem {
  MatrixView x;               ///< n rows; with the precomputed kernel K itself, n x n and symmetric
  std::span<const double> y;  ///< n targets: +1 or -1, or numbers; one_class: ignored
  /// n weights >= 0, or empty for all 1; a row of weight 0 is as if it were not there.
  std::span<const double> weights;
  Machine machine = Machine::c_svc;
  Kernel kernel;
  double C = 1;          ///< > 0; c_svc, epsilon_svr, nu_svr
  double epsilon = 0.1;  ///< >= 0; epsilon_svr
  double nu = 0.5;       ///< 0 < nu <= 1; nu_svc, nu_svr, one_class
};

/// How the next variables are chosen.
enum class Selection {
  blocks,        ///< thousands at a time, solved by pairs inside: the default
  second_order,  ///< one pair at a time: the worst violator, and the partner of largest decrease (Fan, Chen, Lin 2005)
  first_order,   ///< the pair that violates most (Keerthi et al. 2001)
  platt,         ///< two loops: free variables first, partner of largest |E_i - E_j|, then fallbacks (Platt 1998)
  cyclic,        ///< every violating pair in turn
};

inline constexpr std::array<std::string_view, 5> selection_names = {"blocks", "second_order", "first_order", "platt",
                                                                    "cyclic"};
inline std::string_view to_string(Selection selection) { return selection_names[static_cast<std::size_t>(selection)]; }

struct KernelOptions {
  /// Used: tolerance, limits, shrinking, callback, interrupt (threads: below). max_passes counts pairs moved / n; for
  /// `blocks`, where that is more, working sets.
  SolverOptions solver;
  Selection selection = Selection::blocks;
  /// > 0: stop when m(alpha) - M(alpha), the largest violation of a pair, is at most this (LIBSVM's -e), and not on the
  /// gap. Not given: indefinite kernels stop at 1e-3, in regressions whose largest |y_i| is below 1e-9 or above 1e12 at
  /// about 1e-3 times that |y_i|.
  std::optional<double> violation;
  /// For cached rows of the kernel matrix, > 0. `blocks` takes up to as much again, half of that for its working sets,
  /// and at least 70 MB. Of several outputs each has its share, a quarter at least, while it is trained.
  double cache_megabytes = 1000;
  int threads = 1;  ///< answers do not depend on it
};

/// Throws InvalidParameter.
void validate(const KernelOptions& options);

/// What a solve cost, in the units that matter to kernels.
struct KernelCounters {
  std::int64_t kernel_evaluations = 0;  ///< entries K(x_i, x_j) computed
  std::int64_t inner_steps = 0;         ///< pairs of variables moved
  std::int64_t cache_hits = 0;          ///< rows found in the cache
};

struct KernelSolution {
  std::vector<double> dual_coef;  ///< s, one per row
  double intercept = 0;           ///< b; LIBSVM's rho is -b
  double half_width = 0;          ///< nu_svc: rho before f is scaled by it; nu_svr: the epsilon found
  /// Of the problem above, at the best b. Indefinite kernels: dual, gap and relative_gap are NaN. That a precomputed
  /// kernel is none is tried, by some products with it, but not proven. Where a limit on time, or an interrupt, leaves
  /// none for exact products, bounds that hold all the same; before the first products are known these are infinite.
  Certificate certificate;
  double dual_objective = 0;  ///< of the minimisation over s that LIBSVM solves: -dual where there is a bound
  double violation = 0;       ///< m(alpha) - M(alpha), from kernel values in double; or a bound, as above
  Status status = Status::converged;
  std::string solver;       ///< "smo"
  std::string reason;       ///< which selection; why it stopped, unless converged
  std::int64_t passes = 0;  ///< working sets, or pairs / n
  KernelCounters counters;
  double seconds = 0;
};

/// `start`: dual_coef of an earlier solution with the same rows, where to begin, or empty. Other bounds, kernels and
/// machines are fine: it is brought to what the new problem allows. Throws InvalidParameter or DataError on bad input,
/// a nu that no point can satisfy among it.
KernelSolution solve(const KernelProblem& problem, const KernelOptions& options = {},
                     std::span<const double> start = {});

}  // namespace hingeline
