// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hingeline {

enum class Status {
  converged,    ///< the certificate holds at the tolerance asked for
  max_passes,   ///< out of passes; the best point so far and its certificate are given
  max_seconds,  ///< out of time; likewise
  interrupted,  ///< by the callback or the interrupt flag; likewise
  numerical,    ///< arithmetic gave out (an overflow, say); what is given may be of no use
  infeasible,   ///< no w satisfies bounds and constraints, which the multipliers prove; there is no answer
};

inline constexpr std::array<std::string_view, 6> status_names = {"converged",   "max_passes", "max_seconds",
                                                                 "interrupted", "numerical",  "infeasible"};
inline std::string_view to_string(Status status) { return status_names[static_cast<std::size_t>(status)]; }

/// The proof that comes with an answer (w, b): a dual-feasible s with
///
///     P(w, b) - D(s) = sum_i [ c_i phi(z_i) + (c_i phi)*(-s_i) + s_i z_i ],   w = sum_i s_i x_i
///
/// a sum of non-negative terms, so that the optimum lies between dual and primal. Where w violates constraints dual is
/// below the optimum all the same; what lies between, and coef_error_bound is of, is the optimum of the problem whose
/// limits are moved to where w is, by max_violation.
struct Certificate {
  double primal = 0;  ///< P(w, b)
  double dual = 0;    ///< D(s), a lower bound of every P
  double gap = 0;     ///< P - D as the sum above, without cancellation
  /// gap / min(|P|, max(P(0, b) - D, 1e-6 |P|)), b the best free intercept or 0, what `tolerance` bounds. Of a gap that
  /// is_rounding(), gap / |P|; 0 where D is below dual_rounding, too: an optimum of 0 but for rounding
  double relative_gap = 0;
  double rounding_floor = 0;    ///< a gap below this is rounding of its terms and of predictions at kinks and minima
  double coef_error_bound = 0;  ///< |w - w*| <= sqrt(2 (gap + rounding_floor) / l2); infinite without a ridge
  /// Of the constraints: max_k |A_k w - limit| / (sum_j |A_kj w_j| + |limit| + m_k), the same in whatever units columns
  /// and targets are; m_k = min_j |A_kj| / rms_j times the largest rms_j |w_j|, which is taken to be between a
  /// millionth of what targets differ by and that; rms_j is the root mean square of column j, or,
  /// of a row of two coefficients, the largest of the columns that such rows tie to it, in its units
  double max_violation = 0;
  double dual_rounding = 0;  ///< what rounding may leave of D; at most rounding_floor

  /// Whether all that is left of the gap may be rounding.
  bool is_rounding() const { return gap <= rounding_floor; }
};

struct Solution {
  std::vector<double> coef;  ///< w, one per feature
  double intercept = 0;      ///< b
  /// s, one per row: w = sum_i s_i x_i (ridge; primal and second-order solvers, and all that end short of their
  /// tolerance: within coef_error_bound)
  std::vector<double> dual_coef;
  /// mu, one per constraint. Of an infeasible problem Farkas' vector: each mu_k pulls towards a limit l_k (> 0: the
  /// lower), and sum_k mu_k l_k is above what (A'mu)'w can be within the bounds. Constraints with mu_k = 0 have no part
  /// in the conflict, of the others none could be left out (of more than a hundred perhaps some).
  std::vector<double> multipliers = {};
  Certificate certificate = {};
  Status status = Status::converged;
  std::string solver = {};      ///< which solver ran
  std::string reason = {};      ///< why this solver; why it stopped, unless converged
  std::int64_t passes = 0;      ///< over the rows
  std::int64_t iterations = 0;  ///< one-row updates; steps of a second-order solver
  double seconds = 0;           ///< from the solve's begin to its end; parts solved side by side overlap
};

}  // namespace hingeline
