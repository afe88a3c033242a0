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
  numerical,    ///< rounding or overflow stopped progress above the tolerance; the certificate, if finite, still holds
  infeasible,   ///< no w satisfies bounds and constraints, which the multipliers prove; there is no answer
};

inline constexpr std::array<std::string_view, 6> status_names = {"converged",   "max_passes", "max_seconds",
                                                                 "interrupted", "numerical",  "infeasible"};
inline std::string_view to_string(Status status) { return status_names[static_cast<std::size_t>(status)]; }

/// The proof that comes with an answer (w, b): dual variables s, one per row, and mu, one per constraint, with
///
///     P(w, b) - D(s, mu) <= sum_i [ c_i phi(z_i) + (c_i phi)*(-s_i) + s_i z_i ] + [ R(w) + R*(u) - w'u ]
///                           + sum_k |mu_k| |A_k w - limit_k|,    u = sum_i s_i x_i + A'mu
///
/// all terms being >= 0 (equality where w satisfies the constraints), so that the optimum lies between dual and primal.
/// Where w violates constraints, dual is still a lower bound of the optimum, but primal and coef_error_bound refer to
/// the problem whose violated limits are moved to A_k w.
struct Certificate {
  double primal = 0;  ///< P(w, b)
  double dual = 0;    ///< lower bound of the optimum; raised to 0 where no objective can be negative
  double gap = 0;     ///< the sum above, without cancellation; exceeds primal - dual where dual was raised to 0
  /// What `tolerance` bounds: gap / min(|P|, max(P(0, b) - D, 1e-6 |P|)), b the best free intercept, else 0. If
  /// is_rounding(): gap / |P|, or 0 where |dual| <= dual_rounding. Where dual is 0, primal stands for gap (also below)
  double relative_gap = 0;
  double rounding_floor = 0;    ///< a gap below this is rounding of its terms and of predictions at kinks and minima
  double coef_error_bound = 0;  ///< |w - w*| <= sqrt(2 (gap + rounding_floor) / l2); infinite without a ridge
  /// Of the constraints: max_k |A_k w - limit_k| / (sum_j |A_kj w_j| + |limit_k| + m_k), limit_k the violated one; the
  /// same in any units of columns and targets. m_k = rho min_j |A_kj| / rms_j with rms_j the root mean square of column
  /// j (rows by cost) and rho = max_j rms_j |w_j|, clamped to [1e-6 sigma, sigma], sigma the spread of the targets. In
  /// a row of two coefficients rms_j is the largest of the columns that such rows link to j, converted to j's units
  double max_violation = 0;
  double dual_rounding = 0;  ///< what rounding may leave of D; at most rounding_floor

  /// Whether all that is left of the gap may be rounding.
  bool is_rounding() const { return gap <= rounding_floor; }
};

struct Solution {
  std::vector<double> coef;  ///< w, one per feature
  double intercept = 0;      ///< b
  /// s, one per row. With a ridge alone l2 w = sum_i s_i x_i: exactly from dual_cd at the tolerance, else w is within
  /// coef_error_bound of it
  std::vector<double> dual_coef;
  /// mu, one per constraint. Of an infeasible problem Farkas' vector: each mu_k pulls towards a limit l_k (> 0: the
  /// lower), and sum_k mu_k l_k is above what (A'mu)'w can be within the bounds. Constraints with mu_k = 0 have no part
  /// in the conflict, of the others none could be left out (of more than a hundred perhaps some).
  std::vector<double> multipliers = {};
  Certificate certificate = {};
  Status status = Status::converged;
  std::string solver = {};      ///< which solver ran
  std::string reason = {};      ///< why this solver; why it stopped, unless converged
  std::int64_t passes = 0;      ///< over the rows; alm_newton, interior_point: Newton steps
  double work = 0;              ///< cost of all passes, in passes over all rows: what max_passes limits
  std::int64_t iterations = 0;  ///< one-row updates; steps of a second-order solver
  double seconds = 0;           ///< from the solve's begin to its end; parts solved side by side overlap
};

}  // namespace hingeline
