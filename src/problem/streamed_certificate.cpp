// SPDX-License-Identifier: BSD-3-Clause
#include "problem/streamed_certificate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/blocks.hpp"
#include "core/sum.hpp"
#include "data/row_blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/dual_blocks.hpp"
#include "problem/prediction_rounding.hpp"
#include "problem/regularization.hpp"
#include "problem/row_prover.hpp"
#include "problem/row_runs.hpp"
#include "problem/validate.hpp"

namespace hingeline::internal {

StreamedSums& StreamedSums::operator+=(const StreamedSums& other) {
  terms += other.terms;
  s += other.s;
  s_squares += other.s_squares;
  lacks_digits = lacks_digits || other.lacks_digits;
  std::transform(u.begin(), u.end(), other.u.begin(), u.begin(), std::plus());
  std::transform(squares.begin(), squares.end(), other.squares.begin(), squares.begin(), std::plus());
  return *this;
}

namespace {

/// Four sums at a time, so that additions do not wait for each other.
double sum_side_by_side(std::span<const double> numbers) {
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= numbers.size(); i += sums.size())
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += numbers[i + k];
  for (; i < numbers.size(); ++i) sums[0] += numbers[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// One pass over the rows, a block at a time. The cost of rounding of predictions takes one more, where the optimum may
/// be 0 or predictions may lack digits.
template <class View>
class StreamedProof {
 public:
  StreamedProof(const View& x, const Problem& problem, const Baseline& baseline, const StreamedPair& pair,
                const DualBlock& dual_block, const DualChange* change = nullptr)
      : view_(x),
        x_(x),
        problem_(problem),
        prover_(problem),
        baseline_(baseline),
        constraints_(problem, baseline.violations),
        pair_(pair),
        change_(change),
        blocks_(x_, problem, prover_, pair, dual_block, change) {}

  Certificate prove(ThreadPool& pool) {
    constraints_.clip(pair_.multipliers);
    for (StreamedSums total = change_ != nullptr ? changed(pool) : pass(pool);; total = pass(pool)) {
      settle(total);
      if (!std::isfinite(total.terms.magnitude)) validate_rows(problem_, pool);  // predictions are, where it is
      double share = 1;
      const Regularization regularization = is_plain_ridge(problem_) ? ridge(total) : separable(total, share);
      if (share < 1) {
        blocks_.scale(share);
        for (double& mu : pair_.multipliers) mu *= share;
        continue;
      }
      const Certificate proof = certificate(total.terms, regularization, problem_, baseline_, {});
      if (!may_be_zero(proof) && !total.lacks_digits) return proof;
      return certificate(total.terms, regularization, problem_, baseline_, prediction_rounding(pool));
    }
  }

 private:
  using Block = typename DualBlocks<View>::Block;

  /// Whether the optimum may be 0 but for rounding: D <= P / 2, and P <= 1e-3 of the best constant's objective.
  /// certificate.cpp does not compare with the constant, for the rounding costs it no pass more.
  bool may_be_zero(const Certificate& proof) const {
    constexpr double of_primal = 0.5;
    constexpr double of_baseline = 1e-3;
    return proof.dual <= of_primal * proof.primal && proof.primal <= of_baseline * baseline_.primal;
  }

  /// Without a ridge u must lie in the domain of R*, but for rounding, which the squares tell.
  bool has_no_ridge() const { return problem_.penalty.l2 == 0; }

  /// The sums over no rows.
  StreamedSums zero() const {
    StreamedSums sums;
    sums.u.resize(pair_.coef.size());
    sums.squares.resize(has_no_ridge() ? pair_.coef.size() : 0);
    return sums;
  }

  StreamedSums pass(ThreadPool& pool) const {
    return sum_chunks(pool, view_.rows, rows_per_task, zero(),
                      [this](std::int64_t begin, std::int64_t end, StreamedSums& sums) {
                        for (std::int64_t first = begin; first < end; first += rows_per_block)
                          add_block(first, std::min(rows_per_block, end - first), sums);
                        if (problem_.release_rows) problem_.release_rows(begin, end);
                      });
  }

  /// The sums that the pair has, updated for the rows of the change.
  StreamedSums changed(ThreadPool& pool) const {
    if (!pair_.dual_coef.empty())
      blocks_.fill_first(pair_.dual_coef.first(static_cast<std::size_t>(pair_.sums->balanced_rows)));
    StreamedSums total = *pair_.sums;
    total += sum_runs(pool, x_, problem_, change_->runs, zero(), pair_.coef.size(),
                      [this](const RowRun& run, StreamedSums& sums) { add_change(run, sums); });
    return total;
  }

  void add_change(const RowRun& run, StreamedSums& sums) const {
    Block block;
    const RowTerms before = blocks_.fill_unchanged_and_sum(run.first, run.count, block);
    alignas(64) BlockNumbers s;
    blocks_.set_changed(run.first, run.count, block, s);
    replace(run.first, {s.data(), static_cast<std::size_t>(run.count)}, before, block, sums);
    if (!pair_.dual_coef.empty()) std::copy_n(s.data(), run.count, pair_.dual_coef.data() + run.first);
  }

  /// Hands the sums out, and makes s sum to 0 where it must.
  void settle(StreamedSums& total) const {
    total.balanced_rows = 0;
    if (pair_.sums != nullptr) *pair_.sums = total;
    if (problem_.intercept == Intercept::free) remove_excess(total);
    total.terms.gap = std::max(total.terms.gap, 0.0);
    if (pair_.sums != nullptr) pair_.sums->balanced_rows = total.balanced_rows;
  }

  PredictionRounding prediction_rounding(ThreadPool& pool) const {
    return sum_chunks(pool, view_.rows, rows_per_task, PredictionRounding{},
                      [this](std::int64_t begin, std::int64_t end, PredictionRounding& sum) {
                        Block block;
                        for (std::int64_t first = begin; first < end; first += rows_per_block) {
                          const std::int64_t count = std::min(rows_per_block, end - first);
                          const auto size = static_cast<std::size_t>(count);
                          blocks_.fill(first, count, block);
                          sum += prover_.block_prediction_rounding(
                              static_cast<std::size_t>(first), {block.c.data(), size}, {block.s.data(), size},
                              {block.z.data(), size}, {pair_.coef, pair_.intercept, RoundingAt::kinks_and_minima});
                        }
                        if (problem_.release_rows) problem_.release_rows(begin, end);
                      });
  }

  void add_block(std::int64_t first, std::int64_t count, StreamedSums& sums) const {
    const auto size = static_cast<std::size_t>(count);
    Block block;
    sums.terms += blocks_.fill_and_sum(first, count, block);
    sums.lacks_digits = sums.lacks_digits || may_lack_digits(first, {block.z.data(), size});
    x_.combine(first, count, block.s.data(), sums.u.data());
    if (problem_.intercept != Intercept::none) sums.s += sum_side_by_side({block.s.data(), size});
    if (has_no_ridge()) add_squares(first, {block.s.data(), size}, sums);
    if (!pair_.dual_coef.empty()) std::copy_n(block.s.data(), size, pair_.dual_coef.data() + first);
  }

  bool may_lack_digits(std::int64_t first, std::span<const double> z) const {
    const std::span<const double> y = problem_.y.subspan(static_cast<std::size_t>(first), z.size());
    return internal::may_lack_digits(y, z, rows_per_block, [&](std::size_t i) {
      const double magnitude = row_matrix(view_).magnitude(first + static_cast<std::int64_t>(i), pair_.coef.data());
      return rounding_of_prediction(y[i], pair_.intercept, magnitude);
    });
  }

  void add_squares(std::int64_t first, std::span<const double> s, StreamedSums& sums) const {
    const auto rows = row_matrix(rows_from(view_, first, static_cast<std::int64_t>(s.size())));
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (s[i] == 0) continue;
      const double squared = s[i] * s[i];
      sums.s_squares += squared;
      rows.add_squares(static_cast<std::int64_t>(i), squared, sums.squares.data());
    }
  }

  /// Moves the excess of sum_i s_i onto the first rows: as many as have room for it, then so many that they share it
  /// cheaply (a curved row pays at second order: k rows together pay a k-th of what one alone does). Of 4 blocks and a
  /// share of all rows, which costs a quarter of a pass, the fewer are tried first, and the more are the most.
  void remove_excess(StreamedSums& sums) const {
    constexpr std::int64_t some = 4 * rows_per_block;
    const std::int64_t share = std::max<std::int64_t>(1, view_.rows / 32);
    const std::int64_t fewest = std::min(some, whole_groups(share, rows_per_block));
    const std::int64_t many = std::min(std::max(some, share), view_.rows);
    constexpr std::int64_t growth = 8;
    constexpr double cheap = 0.1;  // of the gap
    for (std::int64_t rows = fewest; sums.s != 0; rows *= growth) {
      rows = std::min(rows, view_.rows);
      const auto balanced = balanced_by_first(rows, sums);
      if (!balanced) continue;
      const double gap = std::max(sums.terms.gap, 0.0);  // changes of blocks may leave rounding below 0
      const double wanted = static_cast<double>(rows) * (balanced->sums.terms.gap - gap) / (cheap * gap);
      const auto most = std::max(rows, many);
      const auto enough = wanted < static_cast<double>(most) ? static_cast<std::int64_t>(wanted) : most;
      const auto better = enough > rows ? balanced_by_first(enough, sums) : std::nullopt;
      return take(better ? *better : *balanced, sums);
    }
  }

  struct Balanced {
    StreamedSums sums;
    std::vector<double> s;  // of the first rows
  };

  /// Nothing where that many rows have no room, unless they are all rows.
  std::optional<Balanced> balanced_by_first(std::int64_t rows, const StreamedSums& sums) const {
    std::vector<double> s(static_cast<std::size_t>(rows));
    blocks_.fill_first(s);
    const double left = prover_.balance(s, sums.s - sum(s));
    if (left != 0 && rows < view_.rows) return std::nullopt;
    Balanced result{sums, {}};
    Block block;
    for (std::int64_t first = 0; first < rows; first += rows_per_block) {
      const std::span<const double> part = part_of(s, first);
      const RowTerms before = blocks_.fill_and_sum(first, std::ssize(part), block);
      replace(first, part, before, block, result.sums);
    }
    result.sums.s = left;
    result.sums.balanced_rows = rows;
    result.s = std::move(s);
    return result;
  }

  void take(const Balanced& balanced, StreamedSums& sums) const {
    sums = balanced.sums;
    if (!pair_.dual_coef.empty()) std::ranges::copy(balanced.s, pair_.dual_coef.begin());
  }

  static std::span<const double> part_of(std::span<const double> s, std::int64_t first) {
    const auto begin = static_cast<std::size_t>(first);
    return s.subspan(begin, std::min(s.size() - begin, static_cast<std::size_t>(rows_per_block)));
  }

  /// Replaces the dual variables of a block; the rounding of its former terms stays in the sums.
  void replace(std::int64_t first, std::span<const double> s, const RowTerms& before, Block& block,
               StreamedSums& sums) const {
    const RowTerms after = blocks_.terms_of(first, s, block);
    sums.terms.gap += after.gap - before.gap;
    sums.terms.magnitude += after.magnitude;
    for (std::size_t i = 0; i < s.size(); ++i) block.s[i] = s[i] - block.s[i];
    x_.combine(first, std::ssize(s), block.s.data(), sums.u.data());
    sums.s += sum_side_by_side({block.s.data(), s.size()});
  }

  Regularization ridge(const StreamedSums& sums) const {
    Regularization ridge{half_squared_norm(pair_.coef), half_squared_distance(pair_.coef, sums.u), 0};
    if (problem_.intercept == Intercept::penalized)
      ridge.add_appended(pair_.intercept / problem_.bias, problem_.bias * sums.s);
    return ridge;
  }

  /// `share` as in regularization.hpp.
  Regularization separable(const StreamedSums& sums, double& share) const {
    std::vector<double> w(pair_.coef.begin(), pair_.coef.end());
    std::vector<double> u = sums.u;
    constraints_.combine(pair_.multipliers, u);
    RoundingOfSums rounding = {static_cast<double>(view_.rows), sums.squares};
    if (problem_.intercept == Intercept::penalized) {
      w.push_back(pair_.intercept / problem_.bias);
      u.push_back(problem_.bias * sums.s);
      if (has_no_ridge()) rounding.squares.push_back(problem_.bias * problem_.bias * sums.s_squares);
    }
    if (has_no_ridge()) constraints_.add_squares(pair_.multipliers, rounding);
    Regularization total = internal::separable(Regularizer(problem_), w, u, rounding, share);
    constraints_.add_to(pair_.multipliers, pair_.coef, total);
    return total;
  }

  const View& view_;
  const RowBlocks<View> x_;
  const Problem& problem_;
  const RowProver prover_;
  const Baseline& baseline_;
  const ConstraintProof constraints_;
  const StreamedPair& pair_;
  const DualChange* change_;
  DualBlocks<View> blocks_;  // scaled, where R* is not finite otherwise
};

}  // namespace

Certificate certify_pair(const Problem& problem, const Baseline& baseline, const StreamedPair& pair,
                         const DualBlock& dual_block, ThreadPool& pool) {
  return std::visit([&](const auto& x) { return StreamedProof(x, problem, baseline, pair, dual_block).prove(pool); },
                    problem.x);
}

Certificate certify_changed(const Problem& problem, const Baseline& baseline, const StreamedPair& pair,
                            const DualBlock& dual_block, const DualChange& change, ThreadPool& pool) {
  return std::visit(
      [&](const auto& x) { return StreamedProof(x, problem, baseline, pair, dual_block, &change).prove(pool); },
      problem.x);
}

}  // namespace hingeline::internal
