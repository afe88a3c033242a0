// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced Newton: many rows, few columns.
//
// Primal   min_{w,b}  R(w) + sum_i c_i phi(y_i, x_i'w + b)   subject to bounds on w and on A w
// Idea     almost every row stays on one piece of its loss. The sum over these rows is one linear or quadratic
//          function; only the rows near a kink, the band, are kept one by one
// Samples  the solution of a random sample of m rows is right to about 1 / sqrt(m), and its covariance says how far
//          predictions may still move (reduced_newton/movement.hpp), corrected by the movements observed. One pass over
//          a sample several times larger, in the end over all rows, sorts them (reduced_newton/sort_rows.hpp): the band
//          reaches so many standard deviations from a kink that rows beyond it add little to the gap
//          (reduced_newton/band_reach.hpp). Newton steps on a smoothed loss solve the reduced problem
//          (reduced_newton/smoothed_newton.hpp)
// Penalty  all but the ridge becomes rows of the reduced problem, as do bounds and constraints
//          (reduced_newton/penalty_rows.hpp). Without a ridge u must lie in the domain of R*, which is {0} without any
//          penalty, to the last digits of double: the band's slopes are then those that a last Newton step predicts
// Chord    with a differentiable loss and a plain ridge, steps on all rows with the Hessian of the last sample may
//          replace the bands (reduced_newton/chord_steps.hpp); where they fail or do not pay, the bands follow
// Near     no samples are needed at a start from which predictions are known to move little
// Widen    where the answer moved farther than was foreseen, rows are sorted again with wider bands, in the end with
//          all rows in the band
// Stop     on the certificate, one fused pass over all rows: s_i is minus the slope of a row in the band as the Newton
//          steps left it; of another row minus the slope of its piece, clipped to the domain. Rows that left their
//          piece show up in the gap
// Cost     2 passes over all rows and a fraction of one for the samples, where the answer moves as foreseen
// Smooth   reduced_newton/sampled_newton.hpp has the logistic loss, which has no pieces, and without constraints any
//          curved loss that has another penalty than the plain ridge or too few rows for samples
// Papers   Portnoy & Koenker, Statistical Science 1997 (quantile regression: preprocessing by sign)
#pragma once

#include <cstdint>
#include <optional>

#include "hingeline/solve.hpp"
#include "problem/baseline.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"

namespace hingeline::internal {

/// With fewer rows there is nothing to gain from samples.
inline constexpr std::int64_t fewest_rows_for_samples = 20000;

/// The first reach of bands, in standard deviations of the movement.
inline constexpr double first_reach = 3;

/// Whether takes_bands() or takes_samples().
bool suits_reduced_newton(const Problem& problem);
/// Whether the loss has a ramp_form(); penalty and constraints may be any.
bool takes_bands(const Problem& problem);
/// Whether the loss is logistic, with any penalty and constraints, or curved with a ramp_form() and is_separable().
bool takes_samples(const Problem& problem);

/// Whether a NearStart may replace samples: a loss in pieces that is not differentiable, and a plain ridge.
bool suits_near_start(const Problem& problem);

/// A start near the answer, as known from earlier solves of the same rows.
struct NearStart {
  Baseline baseline;
  double movement;                  ///< expected root mean square change of predictions
  std::optional<Moments>& moments;  ///< of some rows; set here if empty
  bool or_nothing;                  ///< if predictions move farther: return Status::numerical, do not go on to samples
};

/// The problem must be valid, `x` its matrix, and suits_near_start() where `near` is given. Throws InvalidParameter if
/// the loss does not suit, and for more than 11,000 features, whose matrices would need more than 8 GiB.
template <class View>
Solution reduced_newton(const View& x, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                        const std::optional<NearStart>& near = std::nullopt);

}  // namespace hingeline::internal
