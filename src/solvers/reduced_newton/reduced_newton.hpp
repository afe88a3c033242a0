// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced Newton: many rows, few columns.
//
// Primal   min_{w,b}  R(w) + sum_i c_i phi(y_i, x_i'w + b)   subject to bounds on w and on A w
// Idea     almost every row lies on one piece of its loss and stays there. Summed up, those rows are one linear or
//          quadratic function; only the band of rows near a kink is kept as it is
// Samples  the solution of a random sample of m rows is right to about 1 / sqrt(m), and its covariance says how far
//          predictions may still move (reduced_newton/movement.hpp), what moved since corrects it. One pass over a
//          sample several times larger, in the end over all rows, sorts them (reduced_newton/sort_rows.hpp), so many
//          deviations from a kink that the others will not spoil the proof (reduced_newton/band_reach.hpp); the reduced
//          problem is solved by Newton steps on a smoothed loss (reduced_newton/smoothed_newton.hpp)
// Penalty  but for a ridge it is rows of the reduced problem, as are bounds and constraints
//          (reduced_newton/penalty_rows.hpp). Where there is no ridge u must lie in the domain of R*, without any
//          penalty be 0, as far as double can say: the band's slopes are then those that a last Newton step foresees
// Chord    a loss without corners needs no bands on all rows where the Hessian of the last sample does
//          (reduced_newton/chord_steps.hpp); where it does not, or does not pay, the bands follow
// Near     a start from which predictions are known to move little more takes the place of samples
// Widen    where the answer moved farther than was foreseen, rows are sorted again with wider bands, which end by
//          holding all rows
// Stop     on the certificate, one fused pass over all rows: the dual point is the band's slopes, and of every
//          other row that of its piece, clipped to the domain. Rows that left their piece show as its gap
// Cost     2 passes over all rows and a share of one more for the samples, where the answer moves as foreseen
// Smooth   the logistic loss, which has no pieces, and without constraints any curved loss with a penalty other than a
//          ridge, or on some thousand rows: reduced_newton/sampled_newton.hpp
// Papers   Portnoy & Koenker, Statistical Science 1997 (quantile regression: preprocessing by sign)
#pragma once

#include <cstdint>
#include <optional>

#include "hingeline/solve.hpp"
#include "problem/baseline.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"

namespace hingeline::internal {

/// Of fewer rows there is nothing to gain from samples.
inline constexpr std::int64_t fewest_rows_for_samples = 20000;

/// How many standard deviations of the movement bands reach to begin with.
inline constexpr double first_reach = 3;

/// One of the two ways suits.
bool suits_reduced_newton(const Problem& problem);
/// A loss with a ramp_form(), and whatever penalty and constraints.
bool takes_bands(const Problem& problem);
/// A curved loss and a penalty, perhaps bounds, but no constraints; the logistic loss, whatever it is beside.
bool takes_samples(const Problem& problem);

/// A start from which predictions move by so much may take the place of samples: a loss with corners and a ridge.
bool suits_near_start(const Problem& problem);

/// What solves of the same rows before this one tell of a start near the answer.
struct NearStart {
  Baseline baseline;
  double movement;                  ///< of predictions from the start, root mean square
  std::optional<Moments>& moments;  ///< of some rows; set where they are not yet known
  bool or_nothing;                  ///< where predictions move farther: Status::numerical, not another way
};

/// The problem must be valid, and `x` its matrix; `near`, if any, of a problem that suits. Throws InvalidParameter
/// where the loss does not suit, and for more than 11,000 features, whose matrices would need more than 8 GiB.
template <class View>
Solution reduced_newton(const View& x, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                        const std::optional<NearStart>& near = std::nullopt);

}  // namespace hingeline::internal
