// SPDX-License-Identifier: BSD-3-Clause
#include "problem/row_prover.hpp"

#include <algorithm>
#include <cmath>

#include "core/blocks.hpp"
#include "core/sum.hpp"
#include "data/block_numbers.hpp"
#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "losses/visit_loss.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/best_constant.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

template <LossSheet Loss>
Interval domain_of(const Problem& problem, const Loss& loss, std::size_t i) {
  return loss.domain(problem.y[i], row_cost(problem, i));
}

/// Brings sum_i s_i + rest to 0, for one loss.
template <LossSheet Loss>
class Balance {
 public:
  Balance(const Problem& problem, const Loss& loss, std::span<double> s, double rest)
      : problem_(problem), loss_(loss), s_(s), rest_(rest), excess_(sum(s) + rest) {}

  double run() {
    constexpr int rounds = 50;
    constexpr double nearly = 1e-13;
    double size = 0;
    Free free;
    for (std::size_t i = 0; i < s_.size(); ++i) {
      const Interval range = domain(i);
      count(i, range, is_free(s_[i], range), free);
      size += std::abs(s_[i]);
    }
    for (int round = 0; round < rounds && free.room > 0 && std::abs(excess_) > nearly * size; ++round) {
      free = shift(excess_ / free.room);
      const double before = std::abs(excess_);
      excess_ = sum(s_) + rest_;
      if (std::abs(excess_) > 0.5 * before) break;
    }
    if (!s_.empty()) move_row(free.largest);
    for (std::size_t i = 0; i < s_.size() && excess_ != 0; ++i) move_row(i);
    return excess_;
  }

 private:
  /// Rows that may move either way. Where the rest is rounding, the free row of largest |s| takes it, for it is
  /// rounding in that row's columns too; in the columns of the first row that has room there may be no other s.
  struct Free {
    double room = 0;
    std::size_t largest = 0;
    double largest_size = 0;
  };

  Interval domain(std::size_t i) const { return domain_of(problem_, loss_, i); }

  static bool is_free(double s, const Interval& domain) { return (s > domain.lower) & (s < domain.upper) & (s != 0); }

  /// How far a row can move at little cost to (c phi)*: to the nearer end of its domain, or c where it has none.
  double room(std::size_t i, const Interval& domain) const {
    const double left = std::min(s_[i] - domain.lower, domain.upper - s_[i]);
    return std::isfinite(domain.lower + domain.upper) ? left : row_cost(problem_, i);
  }

  void count(std::size_t i, const Interval& domain, bool is_free, Free& free) const {
    free.room += is_free ? room(i, domain) : 0;
    if (!is_free || std::abs(s_[i]) <= free.largest_size) return;
    free.largest = i;
    free.largest_size = std::abs(s_[i]);
  }

  /// Moves free rows by a share of their room, and returns the rows that are free afterwards. Without branches, for no
  /// processor predicts which rows are free.
  Free shift(double share) {
    Free free;
    for (std::size_t i = 0; i < s_.size(); ++i) {
      const Interval range = domain(i);
      const bool was_free = is_free(s_[i], range);
      const double moved = std::clamp(s_[i] - share * room(i, range), range.lower, range.upper);
      s_[i] = was_free ? moved : s_[i];
      count(i, range, was_free & is_free(s_[i], range), free);
    }
    return free;
  }

  void move_row(std::size_t i) {
    const Interval range = domain(i);
    const double moved = std::clamp(s_[i] - excess_, range.lower, range.upper);
    excess_ += moved - s_[i];
    s_[i] = moved;
  }

  const Problem& problem_;
  const Loss& loss_;
  const std::span<double> s_;
  const double rest_;
  double excess_;
};

}  // namespace

double RowProver::balance(std::span<double> s, double rest) const {
  return visit_loss_of_rows(problem_.loss, [&](const auto& loss) { return Balance(problem_, loss, s, rest).run(); });
}

double RowProver::constant_loss(double b, ThreadPool& pool) const {
  const BlockNumbers s{};
  return sum_at<double>({}, b, pool, [&](std::size_t first, auto c, auto predictions) {
    return block_terms(first, c, {s.data(), c.size()}, predictions).loss;
  });
}

double RowProver::best_intercept(std::span<const double> z, const SearchStart& start, double accuracy,
                                 ThreadPool& pool) const {
  const auto function = [&](double b) {
    return sum_at<ValueAndSlope>(z, b, pool, [&](std::size_t first, auto c, auto predictions) {
      return ops_.value_and_slope(problem_.loss, c.size(), problem_.y.data() + first, c.data(), predictions.data());
    });
  };
  return best_constant(function, start.at, start.step, accuracy);
}

template <class Sum, class Block>
Sum RowProver::sum_at(std::span<const double> z, double b, ThreadPool& pool, const Block& block) const {
  return sum_chunks(
      pool, std::ssize(problem_.y), rows_per_task, Sum{}, [&](std::int64_t begin, std::int64_t end, Sum& total) {
        for_each_predicted(begin, end, z, b,
                           [&](std::size_t first, auto c, auto predictions) { total += block(first, c, predictions); });
      });
}

template <class F>
void RowProver::for_each_predicted(std::int64_t begin, std::int64_t end, std::span<const double> z, double b,
                                   const F& f) const {
  BlockNumbers c;
  BlockNumbers prediction;
  prediction.fill(b);
  for (std::int64_t row = begin; row < end; row += rows_per_block) {
    const auto first = static_cast<std::size_t>(row);
    const auto count = static_cast<std::size_t>(std::min(rows_per_block, end - row));
    copy_costs(problem_, first, {c.data(), count});
    if (!z.empty())
      for (std::size_t i = 0; i < count; ++i) prediction[i] = z[first + i] + b;
    f(first, std::span<const double>(c.data(), count), std::span<const double>(prediction.data(), count));
  }
}

RowTerms RowProver::terms(std::span<const double> s, std::span<const double> z, double b, ThreadPool& pool) const {
  return sum_at<RowTerms>(z, b, pool, [&](std::size_t first, auto c, auto predictions) {
    return block_terms(first, c, s.subspan(first, c.size()), predictions);
  });
}

PredictionRounding RowProver::prediction_rounding(std::span<const double> s, std::span<const double> z,
                                                  const RoundingOf& asked, ThreadPool& pool) const {
  return sum_at<PredictionRounding>(z, asked.b, pool, [&](std::size_t first, auto c, auto predictions) {
    return block_prediction_rounding(first, c, s.subspan(first, c.size()), predictions, asked);
  });
}

PredictionRounding RowProver::block_prediction_rounding(std::size_t first, std::span<const double> c,
                                                        std::span<const double> s, std::span<const double> predictions,
                                                        const RoundingOf& asked) const {
  const auto magnitude = [&](std::size_t row) {
    return visit_rows(problem_.x,
                      [&](const auto& x) { return x.magnitude(static_cast<std::int64_t>(row), asked.coef.data()); });
  };
  const auto delta = [&](std::size_t i) {
    return rounding_of_prediction(problem_.y[first + i], asked.b, magnitude(first + i));
  };
  constexpr std::size_t every = 64;
  const bool may_hide = may_lack_digits({problem_.y.data() + first, c.size()}, predictions, every, delta);
  return visit_loss_of_rows(problem_.loss, [&](const auto& loss) {
    PredictionRounding total;
    for (std::size_t i = 0; i < c.size(); ++i) {
      if (c[i] == 0) continue;
      const PredictedRow row{problem_.y[first + i], c[i], s[i], predictions[i]};
      total += internal::prediction_rounding(loss, row, asked, [&] { return magnitude(first + i); });
      if (may_hide && lacks_digits(row.y, row.z, delta(i))) total.hidden += largest_change(loss, row, delta(i));
    }
    return total;
  });
}

RowTerms RowProver::block_terms(std::size_t first, std::span<const double> c, std::span<const double> s,
                                std::span<const double> predictions) const {
  return ops_.sum(problem_.loss, s.size(), problem_.y.data() + first, c.data(), predictions.data(), s.data());
}

RowTerms RowProver::block_terms_at_slopes(std::size_t first, std::span<const double> c,
                                          std::span<const double> predictions, std::span<double> s) const {
  return ops_.sum_at_slopes(problem_.loss, s.size(), problem_.y.data() + first, c.data(), predictions.data(), s.data());
}

void RowProver::clip_block(std::size_t first, std::span<const double> c, std::span<double> s) const {
  clip_rows(problem_.loss, std::span(problem_.y).subspan(first, s.size()), c, s);
}

void RowProver::clip(std::span<double> s) const {
  BlockNumbers c;
  for_each_block(s.size(), rows_per_block, [&](std::size_t first, std::size_t count) {
    copy_costs(problem_, first, {c.data(), count});
    clip_block(first, {c.data(), count}, s.subspan(first, count));
  });
}

}  // namespace hingeline::internal
