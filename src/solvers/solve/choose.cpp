// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/rows.hpp"
#include "data/stored_entries.hpp"
#include "losses/is_curved.hpp"
#include "penalties/regularizer.hpp"
#include "problem/row_cost.hpp"
#include "solvers/dual_cd/coefficient_pull.hpp"
#include "solvers/interior_point/interior_point.hpp"
#include "solvers/newton/newton.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/rows/column_limits.hpp"
#include "solvers/solve/pass_costs.hpp"

namespace hingeline::internal {
namespace {

/// Up to so many features a step by rows, in vectors, costs next to nothing.
constexpr std::int32_t very_few_features = 32;
/// Up to so many features one costs hardly anything beside what it saves.
constexpr std::int32_t features_of_cheap_steps = 64;

// Limits of steps by blocks of rows, for the squared loss and others: how many columns are few to them, how many may
// still be, and how many rows make them worth while.
constexpr std::int32_t few_to_blocks = 128;
constexpr std::int32_t most_to_blocks = 300;
constexpr std::int64_t fewest_rows_for_blocks = 100;
constexpr std::int64_t block_rows_per_column = 20;

/// n sum_i x_ij^4 / (sum_i x_ij^2)^2 of each column, from a tenth of the rows where they are not very many: 3 for a
/// normal column, 1 / p for the indicator of a value that a share p of the rows has.
std::vector<double> kurtoses(const MatrixView& matrix) {
  return visit_rows(matrix, [](const auto& x) {
    const std::int64_t looked_at = std::clamp<std::int64_t>(x.rows() / 10, 1000, 20000);
    const auto cols = static_cast<std::size_t>(x.cols());
    std::vector<double> row(cols);
    std::vector<double> squares(cols);
    std::vector<double> kurtosis(cols);
    const std::int64_t stride = std::max<std::int64_t>(1, x.rows() / looked_at);
    for (std::int64_t i = 0; i < x.rows(); i += stride) {
      x.scale(i, 1, row.data());
      for (std::size_t j = 0; j < cols; ++j) {
        squares[j] += row[j] * row[j];
        kurtosis[j] += row[j] * row[j] * row[j] * row[j];
      }
    }
    const auto rows = static_cast<double>((x.rows() + stride - 1) / stride);
    for (std::size_t j = 0; j < cols; ++j)
      kurtosis[j] = squares[j] > 0 ? rows * kurtosis[j] / squares[j] / squares[j] : rows;
    return kurtosis;
  });
}

/// Whether a good part of the columns depends on some sixty rows or fewer: rare values one-hot, heavy tails.
bool columns_hang_on_few_rows(const Problem& problem) {
  const double heavy = std::max(30.0, static_cast<double>(rows(problem.x)) / 60);
  constexpr double share = 0.2;
  const std::vector<double> found = kurtoses(problem.x);
  const auto hanging = std::ranges::count_if(found, [heavy](double kurtosis) { return kurtosis > heavy; });
  return static_cast<double>(hanging) > share * static_cast<double>(found.size());
}

/// Whether columns depend on few rows and the loss has corners beside a ridge: a sample tells little of such columns,
/// and the bands around corners must widen. Times of reduced_newton over alm_newton's, hinge, C = 1e-4, 0.01, 1 and
/// 100, to 1e-6: bank-marketing 0.7, 1, 4 and without end, with three times its rows 1.1 and 3.4; but adult 0.4, 0.3,
/// 1.2 and 0.9, dutch-census 0.3 and 1.5 (1e-4, 100), keggdirected 0.5, 1.5 and 0.7 (quantile, from 0.01 on), with
/// eight times their rows 0.1 to 1. Without a ridge such columns keep alm_newton longer still: L1, C = 0.01 and 1, and
/// no penalty, to 1e-4 and 1e-6, 0.1 to 0.7 on the four (bank-marketing without a penalty 1.5 and 6), and 0.03 and less
/// on generated rows with columns of forty entries. These sets have a hundred columns or so at most; on 150 to 300
/// functions that stand for a kernel, which are as far from normal, reduced_newton takes 0.7 of the time of the others
/// (300,000 generated rows and skin; hinge, quantile; C = 1e-3, 1, 100; 0.13 to 2.2).
bool samples_say_little(const Problem& problem) {
  return !is_differentiable(problem.loss) && problem.penalty.l2 > 0 && columns_hang_on_few_rows(problem);
}

/// Whether Newton steps by blocks of rows, for a curved loss, take less time than others on any number of rows: on very
/// few columns less than newton's by single rows (kin8nm, svmguide3, higgs7k 0.6 of the time; but bank8FM 1.2); with
/// penalties other than a ridge less than those by columns (lasso at 1e-4: fourclass 0.7, higgs7k 0.4, epsilon5k 0.6,
/// gas 0.7, ailerons 0.8, steel-plates-fault 0.6 and, with the squared hinge, 0.001; but spambase, whose columns depend
/// on few rows, 2).
bool has_cheap_steps(const Problem& problem) {
  if (!is_curved(problem.loss) || !is_separable(problem)) return false;
  return cols(problem.x) <= very_few_features ||
         (cols(problem.x) <= few_to_blocks && !is_plain_ridge(problem) && !columns_hang_on_few_rows(problem));
}

/// Whether there are as many rows as samples need where steps over all rows are expensive.
bool has_rows_for_dear_steps(const Problem& problem) {
  constexpr std::int64_t some = 5000;
  constexpr std::int64_t rows_per_column = 100;
  return rows(problem.x) >= std::max(some, rows_per_column * cols(problem.x));
}

/// Whether line searches are expensive: the logistic loss with constraints or without a penalty, for which alm_newton
/// takes logarithms along every line. Times of reduced_newton over its, to 1e-6: higgs7k 0.4, generated 10,000 x 5, 15,
/// 20 and 100 0.05, 0.4, 0.5 and 0.5 to 1; spambase, with 80 rows per column, 2.9.
bool has_dear_lines(const Problem& problem) {
  return problem.loss.name == LossName::logistic && !is_separable(problem) && has_rows_for_dear_steps(problem);
}

/// Whether a loss with corners meets an L1 penalty, perhaps with bounds: the augmented Lagrangian needs many steps over
/// all rows to find which coefficients are 0. Times of reduced_newton over its, quantile, epsilon-insensitive and
/// hinge, C = 0.01, 1 and 100, to 1e-3 and 1e-6: pol 0.06 to 0.4, naval 0.13 to 0.28, ailerons 0.1 to 0.7, on 8 to 32
/// columns 0.3 to 1.5; with bounds 0.6, but pol, non-negative, 1 to 4.5. Without a penalty 0.2 to 1, but ailerons is
/// not proven; non-negative without one 0.4 to 2, and pol 80.
bool has_corners_and_zeros(const Problem& problem) {
  return !is_curved(problem.loss) && is_separable(problem) && problem.penalty.l2 == 0 && problem.penalty.l1 > 0 &&
         has_rows_for_dear_steps(problem);
}

/// Whether rows are dense, or sparse and full enough. Times of reduced_newton over those of others, 60,000 generated
/// rows, a tenth and three tenths of the entries other than 0, to 1e-3 and 1e-6: on 30 columns, losses with corners 0.1
/// to 0.5, differentiable ones 0.2 to 0.7, but beside L1 0.7 to 1.5; on 100, corners and no ridge 0.2 to 1, a ridge 0.3
/// to 1.6, other losses 0.3 to 1.7. On adult, with 98 columns that depend on few rows, hinge and L1, 0.8 and 1.6.
bool has_rows_for_blocks(const Problem& problem) {
  constexpr std::int32_t few_columns = 64;
  if (is_dense(problem.x)) return true;
  if (!has_full_rows(problem)) return false;
  const bool corners = !is_differentiable(problem.loss);
  if (cols(problem.x) <= few_columns) return corners || problem.penalty.l1 == 0;
  return corners && problem.penalty.l2 == 0 && !columns_hang_on_few_rows(problem);
}

/// Whether there are many rows for the columns; where steps are not cheap there is nothing to gain below some ten
/// thousand rows. With hundreds of columns a Newton step costs as much as a pass unless there are far more rows.
bool reduced_newton_wins(const Problem& problem) {
  constexpr std::int64_t many_rows_per_column = 500;
  if (!suits_reduced_newton(problem)) return false;
  const std::int64_t n = rows(problem.x);
  const std::int64_t d = cols(problem.x);
  const bool few = d <= few_to_blocks;
  const bool enough = few ? n >= block_rows_per_column * d : d <= most_to_blocks && n >= many_rows_per_column * d;
  const bool few_do =
      has_corners_and_zeros(problem) || (is_dense(problem.x) && (has_cheap_steps(problem) || has_dear_lines(problem)));
  return enough && n >= (few_do ? fewest_rows_for_blocks : fewest_rows_for_samples) && has_rows_for_blocks(problem) &&
         !(few && samples_say_little(problem));
}

/// Whether steps with one Hessian win: that of the squared loss is X'X everywhere, so that after one pass only d x d
/// numbers are left, and a second pass is the proof, however few rows columns depend on. Times over those of passes
/// over columns and of newton, to 1e-5: pol, spambase, gas and digits 0.2 to 0.8, with each penalty; usps, 256 columns,
/// 0.3 to 0.7, but with a ridge, or where all coefficients are 0, up to 1.5; epsilon5k, ridge, 0.8 to 1.3. Sparse rows
/// of phishing, mushrooms and splice 0.4 to 0.9, where all coefficients are 0 up to 1.7; but those of a9a and w8a, with
/// a tenth of the entries and less, 2 to 5, and with a ridge 0.8 to 5.
bool one_hessian_wins(const Problem& problem) {
  if (problem.loss.name != LossName::squared || !is_separable(problem) || !suits_reduced_newton(problem)) return false;
  const std::int64_t n = rows(problem.x);
  const std::int32_t d = cols(problem.x);
  if (n < std::max(fewest_rows_for_blocks, block_rows_per_column * d)) return false;
  if (is_plain_ridge(problem)) return is_dense(problem.x) && d <= few_to_blocks;
  return is_dense(problem.x) ? d <= most_to_blocks : d <= few_to_blocks && n < fewest_rows_for_samples;
}

/// Whether the loss has no corners: a step then costs about three passes whatever the scale of columns and C, and a
/// dozen prove 1e-6. (A smoothed hinge of small width is as good as a corner, and so may be a PLQ that slopes.)
bool suits_newton(const Problem& problem) {
  return is_differentiable(problem.loss) && problem.loss.name != LossName::smoothed_hinge &&
         (problem.loss.name != LossName::plq || is_curved(problem.loss));
}

/// The mean of c_i |x_i|^2: how far a row's own dual variable can move its prediction. The number of passes of
/// coordinate descent grows with it.
double mean_reach(const Problem& problem) {
  return visit_rows(problem.x, [&](const auto& x) {
    double total = 0;
    for (std::int64_t i = 0; i < x.rows(); ++i) total += row_cost(problem, i) * x.squared_norm(i);
    return total / static_cast<double>(std::max<std::int64_t>(1, x.rows()));
  });
}

/// Whether the penalty, perhaps with bounds, is separable, and the loss curved enough for Newton on columns. With a
/// ridge and very few columns the augmented Lagrangian's steps are cheaper, if the loss is piecewise quadratic.
bool suits_columns(const Problem& problem) {
  if (!is_curved(problem.loss) || rows(problem.constraints.rows) > 0) return false;
  const bool in_pieces = problem.loss.name != LossName::logistic;
  return problem.penalty.l2 > 0 ? cols(problem.x) > very_few_features || !in_pieces : problem.penalty.l1 > 0;
}

/// The same for a piecewise loss: Newton on columns inside an augmented Lagrangian, where its steps by rows cost more.
/// Times over alm_newton's, hinge, L1, C = 0.01, 1 and 100, to 1e-4: w8a 0.3 to 0.5, phishing 0.5 to 1.1, mushrooms 0.3
/// to 0.6, a9a 0.6 to 0.9, but splice, with 60 columns, 1 to 7; beside a ridge on up to 500 columns 1.7 to 3.5, on
/// 1,000 dense ones 0.7 to 7. Constraints are rows to both.
bool suits_centred_columns(const Problem& problem) {
  if (problem.penalty.l1 == 0 && problem.penalty.l2 == 0) return false;
  if (is_dense(problem.x)) return cols(problem.x) > steps_too_dear;
  const bool is_lasso = problem.penalty.l2 == 0 && rows(problem.constraints.rows) == 0;
  return cols(problem.x) > (is_lasso ? features_of_cheap_steps : few_features);
}

/// The choice for such problems. With a ridge that leaves most coefficients other than 0, passes of coordinate descent
/// cost less than those over columns, as long as few are needed: non-negative, hinge, to 1e-3, 20news.binary, C = 1,
/// 3.0 s where columns are at a gap of 0.6 after 10; PCMAC, C = 10, at 0.03 after 10 s where columns take 0.1.
Choice of_centred_columns(const Problem& problem) {
  constexpr std::int64_t passes_worth_a_solve = 500;
  Choice choice{Solver::proximal_newton,
                "a penalty other than a ridge, bounds or constraints, and many columns: proximal Newton steps by "
                "columns, with an augmented Lagrangian for corners of the loss and constraints"};
  choice.may_cut_opening = has_coefficient_pull(problem) && problem.penalty.l2 > problem.penalty.l1;
  choice.opening_passes = choice.may_cut_opening ? passes_worth_a_solve : 0;
  return choice;
}

/// The number of passes of an opening. Where labels of +-1 are within reach, coordinate descent has a good chance: ten
/// passes cost little beside what they may save, unless columns are so few that a Newton step costs no more than some
/// passes. (Targets of a regression may be at any distance.)
std::int64_t opening_passes(const Problem& problem) {
  constexpr double within_reach = 100;
  constexpr std::int64_t passes = 10;
  const bool has_chance = is_classification(problem.loss) && cols(problem.x) > features_of_cheap_steps;
  return has_chance && mean_reach(problem) <= within_reach ? passes : 0;
}

/// Whether coordinate descent may be faster than newton. The more rows per column, the more passes it takes, and the
/// smaller is the factor's part in a Newton step. Times of newton over those with an opening, C = 1, at 1e-3 and 1e-6,
/// by rows per column: logistic loss, whose steps take logarithms, w1a (8) 1.5 and 1.2, mushrooms (73) 1.2 and 0.9,
/// phishing (163) 0.9 and 0.6, w8a (166) 0.8 and 0.9; squared hinge 1.2 and 1.3, 1.3 and 1.4, 1.2 and 1.2, 1.1 and 1.1,
/// a9a (265) 0.6 to 0.8.
bool may_outrun_newton(const Problem& problem) {
  const std::int64_t most_rows_per_column = problem.loss.name == LossName::logistic ? 100 : 200;
  return rows(problem.x) <= most_rows_per_column * cols(problem.x);
}

/// Whether columns are so many that the augmented Lagrangian's steps are expensive, but not so many that a factor takes
/// seconds.
bool has_columns_for_interior_points(const Problem& problem) {
  constexpr std::int32_t some_columns = 64;
  return cols(problem.x) >= some_columns && cols(problem.x) <= steps_too_dear;
}

/// Whether interior point steps suit full columns with penalties other than a ridge, bounds or constraints, and hardly
/// more rows than columns: most coefficients are then other than 0 and the rows nearly fitted, so that a vertex of a
/// linear program is near, which the augmented Lagrangian approaches by hundreds of steps. Times over its on 412 random
/// problems to 1e-4 and 1e-8, by rows per column: L1 on 200 to 600 columns up to 2 0.16, up to 8 0.43, on 60 to 200
/// 0.30 and 0.56, elastic nets 0.10 to 0.61, no penalty 0.3 to 1.1; with fewer columns 0.8 to 1.3, with more rows 1.1
/// to 2.1. On 61 problems with sparse rows 0.5 where half the entries or all are other than 0, 0.8 where a tenth or a
/// quarter are.
bool suits_interior_points(const Problem& problem) {
  constexpr std::int64_t rows_per_column = 8;
  return has_full_rows(problem) && has_columns_for_interior_points(problem) &&
         rows(problem.x) < rows_per_column * cols(problem.x) && suits_interior_point(problem);
}

/// Whether interior point steps suit a ridge alone: full rows and a loss with corners, where coordinate descent takes
/// long; on many columns and no more rows, whose equations are n x n, losses without corners too. Times over those of
/// the Newton steps that there are otherwise, on 3,700 generated problems, C from 1e-3 to 1e4, to 1e-3 and 1e-6: on 200
/// to 500 columns 0.31 with fewer rows, 0.45 with up to four per column, 1.2 with more; on 64 to 200 0.70, 0.63 and
/// 1.1; on 500 to 2,600 0.03 to 0.5 and, without corners, 0.4 with fewer rows and 1 to 3 with more. Of the latter 12 in
/// 136, with rows or columns a hundred times others, had no end in 15 s. On mnist, 3,000 x 778, a fifth other than 0,
/// hinge, C = 1 and 1,000, 0.6 and 0.2. Over sparse rows of up to 500 columns, a twentieth to all of the entries other
/// than 0, 0.2 to 0.4 with more rows and 0.4 to 0.9 with fewer, on fewer than 200 columns 0.4 to 0.6 and 1.2. Without a
/// tolerance, to the last digit, they have less to give.
bool suits_interior_points_beside_ridge(const Problem& problem, const SolverOptions& options) {
  constexpr std::int64_t rows_per_column = 4;
  const bool many_columns = cols(problem.x) > few_features;
  if (options.tolerance == 0 || !has_full_rows(problem)) return false;
  if (!has_columns_for_interior_points(problem) || !suits_interior_point(problem)) return false;
  if (suits_newton(problem)) return many_columns && rows(problem.x) <= cols(problem.x);
  return rows(problem.x) < rows_per_column * cols(problem.x);
}

/// The cost of a Newton step's factor in passes of coordinate descent, to an order of magnitude: d^3 over the number of
/// entries. An entry of sparse rows costs what fifty of dense rows do.
double passes_of_a_factor(const Problem& problem) {
  constexpr double sparse_entry = 50;
  const auto d = static_cast<double>(cols(problem.x));
  const double cost_of_an_entry = is_dense(problem.x) ? 1 : sparse_entry;
  return d * d * d / (cost_of_an_entry * std::max(1.0, static_cast<double>(stored_entries(problem.x))));
}

/// The number of passes within which coordinate descent must promise to end; 0 where so few have hardly a chance.
/// Newton's method with conjugate gradients takes some forty of its own passes; the augmented Lagrangian with them some
/// hundreds, and dozens of factors where rows are hardly more than columns.
std::int64_t passes_worth_a_solve(const Problem& problem) {
  constexpr double by_gradients = 40;
  constexpr std::int64_t hardly_any = 10;
  constexpr double least = 100;
  constexpr double most = 500;
  constexpr double factors = 8;
  if (suits_newton(problem)) {
    const auto passes = static_cast<std::int64_t>(by_gradients / newton_passes_in_a_pass(problem));
    return passes < hardly_any ? 0 : passes;
  }
  const double by_factors = std::max(least, factors * passes_of_a_factor(problem));
  const bool many_rows = rows(problem.x) >= 2 * static_cast<std::int64_t>(cols(problem.x));
  return static_cast<std::int64_t>(many_rows ? std::min(most, by_factors) : by_factors);
}

/// Whether Newton steps are an option: more rows than columns; on many columns several times as many, and a loss
/// without corners, for which a step needs only products with vectors. One-hot rows of 10, 1,000,000 x 18,000, C =
/// 0.01, 1 and 100: 0.4 to 0.7 s, coordinate descent 0.7, 3 to 13 and more than 20. On text with four times as many
/// rows as words (20news.binary's 5,000 most frequent), squared hinge, C = 1e4, coordinate descent takes 2.4 s and
/// Newton's method more than 10; with nine times as many more than 10 and 0.3. Where rows are short, no more columns
/// than rows will do: 200,000 x 50,000 and x 200,000 of 2 entries, 20,000 x 5,000 of 15, 40,000 x 20,001 of 11,
/// logistic, squared hinge and squared, C = 0.01, 1 and 100, to 1e-4: 0.2 to 1 of the time, but 1.3 to 1.7 on as many
/// columns as rows, squared losses, C = 0.01.
bool has_rows_for_newton(const Problem& problem) {
  constexpr double rows_per_column = 5;
  constexpr double short_row = 15;
  const auto n = static_cast<double>(rows(problem.x));
  const auto d = static_cast<double>(cols(problem.x));
  const bool short_rows = static_cast<double>(stored_entries(problem.x)) <= short_row * n;
  return cols(problem.x) <= steps_too_dear ? n > d
                                           : suits_newton(problem) && n >= (short_rows ? 1 : rows_per_column) * d;
}

/// The choice for many features: coordinate descent, unless C |x|^2 is so large that it would take longer than Newton
/// steps and there are more rows than columns. Generated rows, 60,000 x 768, C = 1: at a gap of 0.7 (hinge) and 0.2
/// (logistic) after 40 s, where Newton's methods take 2.7 and 0.6 s to 1e-4; C = 1e-4: 0.4 s by either.
Choice of_many_features(const Problem& problem, const SolverOptions& options) {
  const Solver newton = suits_newton(problem) ? Solver::newton : Solver::alm_newton;
  const Solver solver = suits_interior_points_beside_ridge(problem, options) ? Solver::interior_point : newton;
  if (!has_rows_for_newton(problem))
    return {.solver = Solver::dual_cd,
            .reason = "many features: coordinate descent, whose passes take time proportional to the nonzeros",
            .gives_way_to = solver};
  const std::int64_t passes = passes_worth_a_solve(problem);
  return {.solver = solver,
          .reason = passes > 0 ? "more rows than features, and a large C |x|^2: Newton steps"
                               : "many more rows, with few entries each, than features: Newton steps",
          .opening_passes = passes,
          .may_cut_opening = true,
          .with_start = newton};
}

/// Whether there are no more rows than columns, and labels with any but the logistic loss: coordinate descent then
/// needs few passes if columns are alike, and the first passes tell. Times over those of Newton's method and interior
/// points, 60 x 80 to 450 x 480, C = 0.01, 1 and 100, to 1e-3 and 1e-6: hinge 0.23 to 0.9 and squared hinge 0.14 to
/// 0.4, but with columns as unlike as e^3N 1.2 to 1.4 and 1 to 1.2; logistic 1.3, regressions 1 and 1.3.
bool may_take_few_passes(const Problem& problem) {
  return is_classification(problem.loss) && problem.loss.name != LossName::logistic &&
         rows(problem.x) <= cols(problem.x) && cols(problem.x) > features_of_cheap_steps;
}

}  // namespace

bool has_full_rows(const Problem& problem) {
  constexpr double good_part = 0.05;
  return static_cast<double>(stored_entries(problem.x)) >=
         good_part * static_cast<double>(rows(problem.x)) * static_cast<double>(cols(problem.x));
}

Choice choose_solver(const Problem& problem, const SolverOptions& options) {
  if (options.solver != Solver::automatic) return {options.solver, "asked for"};
  if (problem.release_rows && suits_reduced_newton(problem))
    return {Solver::reduced_newton,
            "rows stay in their file: reduced Newton by samples and a few passes over all rows"};
  if (reduced_newton_wins(problem))
    return {Solver::reduced_newton,
            fmt::format("{} rows of {} columns: reduced Newton by samples and a few passes over all rows",
                        rows(problem.x), cols(problem.x))};
  if (one_hessian_wins(problem))
    return {Solver::reduced_newton,
            "the squared loss and few columns: X'X is computed once, and a pass proves the answer"};
  if (!is_plain_ridge(problem)) {
    if (suits_columns(problem))
      return {Solver::proximal_newton, "a separable penalty and a curved loss: proximal Newton steps by columns"};
    if (suits_centred_columns(problem)) return of_centred_columns(problem);
    if (suits_interior_points(problem))
      return {Solver::interior_point,
              "a piecewise loss, and hardly more dense rows than columns: interior point steps"};
    return {Solver::alm_newton,
            "a penalty other than a ridge, bounds or constraints: the augmented Lagrangian treats them like rows"};
  }
  if (cols(problem.x) > few_features || may_take_few_passes(problem)) return of_many_features(problem, options);
  if (suits_newton(problem))
    return {Solver::newton, "few features and a differentiable loss: about a dozen Newton steps",
            may_outrun_newton(problem) ? opening_passes(problem) : 0, true};
  if (suits_interior_points_beside_ridge(problem, options))
    return {
        .solver = Solver::interior_point,
        .reason =
            "hardly more dense rows than columns: interior point steps, whose number hardly depends on scaling and C",
        .opening_passes = opening_passes(problem),
        .with_start = Solver::alm_newton};
  return {Solver::alm_newton, "few features: Newton steps, whose number hardly depends on scaling and C",
          opening_passes(problem)};
}

/// With fewer rows or more columns bands hold many rows, or many that stay at their kink: splice, svmguide3, spambase
/// and mushrooms, hinge, took up to twice the time of alm_newton, sets of the sizes allowed here half to a fifth.
bool learns_movement(const Problem& problem) {
  constexpr std::int32_t most_features = 80;
  constexpr std::int64_t rows_per_feature = 100;
  return suits_near_start(problem) && cols(problem.x) <= most_features &&
         rows(problem.x) >= rows_per_feature * cols(problem.x);
}

bool are_few(double share) { return share <= 0.35; }

std::optional<Choice> choose_nearby(const Choice& afar, const SolverOptions& options) {
  if (afar.solver != Solver::alm_newton || options.solver != Solver::automatic) return std::nullopt;
  return Choice{Solver::reduced_newton, "a start near the answer: only rows near a kink of the loss can change"};
}

/// For Crammer and Singer's machine coordinate descent needs thousands of passes on few dense columns (glass 1.5 s to
/// 1e-3, unscaled vehicle more than a minute), Newton's method for the augmented Lagrangian some dozen steps (3 and 12
/// ms). Twenty passes take less time than some steps, and save more: to 1e-6 usps takes a fourth of the time, digits
/// two thirds, letter two fifths; sixty cost small sets a third.
Choice choose_crammer_singer(const ClassProblem& problem, const SolverOptions& options) {
  if (options.solver != Solver::automatic) return {options.solver, "asked for"};
  constexpr double few_unknowns = 4000;
  constexpr std::int64_t passes = 20;
  if (static_cast<double>(cols(problem.rows.x)) * static_cast<double>(problem.count) > few_unknowns)
    return {Solver::dual_cd, "many unknowns: coordinate descent, whose passes take time proportional to the nonzeros"};
  return {Solver::alm_newton, "few unknowns: Newton steps, whose number hardly depends on scaling and C", passes};
}

}  // namespace hingeline::internal
