// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/selection.hpp"

#include <algorithm>
#include <cmath>

namespace hingeline::internal {
namespace {

bool in_group(const PairState& state, std::size_t t, int group) { return state.program.group(t) == group; }

/// The pair that violates most.
Pair worst_pair(const Extremes& worst) {
  return {static_cast<std::size_t>(worst.up), static_cast<std::size_t>(worst.low)};
}

/// Which variables a rule looks at.
enum class Candidates { free, all };

bool is_candidate(Candidates among, const PairState& state, std::size_t t) {
  return among == Candidates::all || state.free(t);
}

/// Steepest descent among pairs (Keerthi et al., Neural Computation 2001).
class FirstOrder : public PairRule {
 public:
  Pair next(PairState&, int, const Extremes& worst, double) override { return worst_pair(worst); }
};

/// The worst violator that may grow, and the partner with which the objective falls most if bounds are ignored, by
/// (f_low - f_up)^2 / (2 (K_ii + K_jj - 2 K_ij)) (Fan, Chen and Lin, JMLR 2005, WSS 2).
class SecondOrder : public PairRule {
 public:
  Pair next(PairState& state, int group, const Extremes& worst, double) override {
    Pair best = worst_pair(worst);
    const double* row = state.kernel_row(best.up);
    const double diagonal = state.kernel_diagonal(best.up);
    double best_gain = -1;
    for (const std::size_t t : state.active) {
      if (!in_group(state, t, group) || !state.low(t)) continue;
      const double difference = state.f(t) - worst.least;
      if (difference <= 0) continue;
      const double gain =
          difference * difference / curvature(diagonal, state.kernel_diagonal(t), row[state.program.row[t]]);
      if (gain <= best_gain) continue;
      best_gain = gain;
      best.low = t;
    }
    return best;
  }
};

/// The pair of t and other in the order that makes the objective fall; nothing where neither does.
std::optional<Pair> productive(const PairState& state, std::size_t t, std::size_t other, int group, double tolerance) {
  if (!in_group(state, other, group)) return std::nullopt;
  const double difference = state.f(other) - state.f(t);
  if (difference > tolerance && state.up(t) && state.low(other)) return Pair{t, other};
  if (-difference > tolerance && state.low(t) && state.up(other)) return Pair{other, t};
  return std::nullopt;
}

/// Two loops (Platt 1998). First: the worst violator of the optimality conditions among the free variables, else among
/// all. Second: the partner of largest |E_i - E_j|; where that pair cannot move, the free variables in turn, then all;
/// where none can, the next worst first variable. After many of these in vain, each a look at all variables, the pair
/// that violates most.
class Platt : public PairRule {
 public:
  Pair next(PairState& state, int group, const Extremes& worst, double tolerance) override {
    const double middle = worst.least + (worst.greatest - worst.least) / 2;
    for (const Candidates among : {Candidates::free, Candidates::all})
      if (const auto pair = from_worst(state, group, middle, tolerance, among)) return *pair;
    return worst_pair(worst);
  }

 private:
  /// How far a variable is from its optimality condition with the intercept -middle.
  static double violation_of(const PairState& state, std::size_t t, double middle) {
    const double f = state.f(t) - middle;
    return std::max(state.up(t) ? -f : 0.0, state.low(t) ? f : 0.0);
  }

  std::optional<Pair> from_worst(PairState& state, int group, double middle, double tolerance, Candidates among) {
    violators_.clear();
    for (const std::size_t t : state.active) {
      if (!in_group(state, t, group) || !is_candidate(among, state, t)) continue;
      if (const double violation = violation_of(state, t, middle); violation > tolerance / 2)
        violators_.emplace_back(violation, t);
    }
    constexpr int most_in_vain = 64;
    std::make_heap(violators_.begin(), violators_.end());
    for (int tried = 0; tried < most_in_vain && !violators_.empty(); ++tried) {
      if (const auto pair = with_partner(state, violators_.front().second, group, tolerance)) return pair;
      std::pop_heap(violators_.begin(), violators_.end());
      violators_.pop_back();
    }
    return std::nullopt;
  }

  static std::optional<Pair> with_partner(const PairState& state, std::size_t first, int group, double tolerance) {
    std::size_t farthest = first;
    double distance = 0;
    for (const std::size_t t : state.active) {
      if (!in_group(state, t, group)) continue;
      if (const double here = std::abs(state.f(t) - state.f(first)); here > distance) {
        distance = here;
        farthest = t;
      }
    }
    if (const auto pair = productive(state, first, farthest, group, tolerance)) return pair;
    for (const Candidates among : {Candidates::free, Candidates::all})
      for (const std::size_t t : state.active)
        if (is_candidate(among, state, t))
          if (const auto pair = productive(state, first, t, group, tolerance)) return pair;
    return std::nullopt;
  }

  std::vector<std::pair<double, std::size_t>> violators_;
};

/// Every pair in turn that can move; the pair that violates most where looking at all variables 64 times finds none.
class Cyclic : public PairRule {
 public:
  Pair next(PairState& state, int group, const Extremes& worst, double tolerance) override {
    const std::vector<std::size_t>& active = state.active;
    const std::size_t n = active.size();
    const std::size_t most_in_vain = std::min<std::size_t>(n, 64);
    first_ %= n;
    for (std::size_t tried = 0; tried <= most_in_vain; ++tried, first_ = (first_ + 1) % n, second_ = 0) {
      if (!in_group(state, active[first_], group)) continue;
      while (second_ < n)
        if (const auto pair = productive(state, active[first_], active[second_++], group, tolerance)) return *pair;
    }
    return worst_pair(worst);
  }

 private:
  std::size_t first_ = 0;
  std::size_t second_ = 0;
};

}  // namespace

std::unique_ptr<PairRule> pair_rule(Selection selection) {
  switch (selection) {
    case Selection::first_order:
      return std::make_unique<FirstOrder>();
    case Selection::platt:
      return std::make_unique<Platt>();
    case Selection::cyclic:
      return std::make_unique<Cyclic>();
    case Selection::second_order:
    case Selection::blocks:
      break;
  }
  return std::make_unique<SecondOrder>();
}

}  // namespace hingeline::internal
