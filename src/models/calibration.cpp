// SPDX-License-Identifier: BSD-3-Clause
#include "models/calibration.hpp"

#include <algorithm>
#include <cmath>

namespace hingeline::internal {
namespace {

const double below_half = std::nextafter(0.5, 0.0);

double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

double weight_of_label(const std::vector<ScoredPair>& pairs, double y) {
  double sum = 0;
  for (const ScoredPair& pair : pairs)
    if (pair.y == y) sum += pair.weight;
  return sum;
}

/// Platt's targets t: near 1 and 0, but never equal to them.
class PlattTargets {
 public:
  explicit PlattTargets(const std::vector<ScoredPair>& pairs)
      : positive_((weight_of_label(pairs, 1) + 1) / (weight_of_label(pairs, 1) + 2)),
        negative_(1 / (weight_of_label(pairs, -1) + 2)) {}

  double of(const ScoredPair& pair) const { return pair.y > 0 ? positive_ : negative_; }

 private:
  double positive_;
  double negative_;
};

/// Derivatives of Platt's objective by the slope a.
struct SlopeDerivatives {
  double first = 0;
  double second = 0;
};

SlopeDerivatives slope_derivatives(const std::vector<ScoredPair>& pairs, const PlattTargets& targets, double a) {
  SlopeDerivatives sum;
  for (const ScoredPair& pair : pairs) {
    const double p = sigmoid(a * pair.z);
    sum.first += pair.weight * pair.z * (p - targets.of(pair));
    sum.second += pair.weight * pair.z * pair.z * p * (1 - p);
  }
  return sum;
}

/// Platt's objective in a and b, its gradient and Hessian.
class SigmoidObjective {
 public:
  explicit SigmoidObjective(const std::vector<ScoredPair>& pairs) : pairs_(pairs), targets_(pairs) {}

  double value(const Sigmoid& s) const {
    double sum = 0;
    for (const ScoredPair& pair : pairs_) {
      const double u = s.a * pair.z + s.b;
      // t u + log(1 + exp(-u)), without overflow
      sum += pair.weight * (targets_.of(pair) * u + std::max(-u, 0.0) + std::log1p(std::exp(-std::abs(u))));
    }
    return sum;
  }

  /// Newton's direction, and the slope along it.
  struct Direction {
    Sigmoid step;
    double slope;
    double largest_gradient;
  };

  Direction newton(const Sigmoid& s) const {
    constexpr double ridge = 1e-12;
    double g_a = 0, g_b = 0, h_aa = ridge, h_ab = 0, h_bb = ridge;
    for (const ScoredPair& pair : pairs_) {
      const double p = sigmoid(-(s.a * pair.z + s.b));
      const double first = pair.weight * (targets_.of(pair) - p);
      const double second = pair.weight * p * (1 - p);
      g_a += first * pair.z;
      g_b += first;
      h_aa += second * pair.z * pair.z;
      h_ab += second * pair.z;
      h_bb += second;
    }
    const double det = h_aa * h_bb - h_ab * h_ab;
    const Sigmoid step = {(h_ab * g_b - h_bb * g_a) / det, (h_ab * g_a - h_aa * g_b) / det};
    return {step, g_a * step.a + g_b * step.b, std::max(std::abs(g_a), std::abs(g_b))};
  }

 private:
  const std::vector<ScoredPair>& pairs_;
  PlattTargets targets_;
};

double largest_distance(const std::vector<ScoredPair>& pairs) {
  double largest = 0;
  for (const ScoredPair& pair : pairs) largest = std::max(largest, std::abs(pair.z));
  return largest;
}

/// Pairs of one p, the mean of their [y = 1].
struct Block {
  double first;
  double last;
  double positive;
  double weight;

  double mean() const { return positive / weight; }

  void merge(const Block& next) {
    last = next.last;
    positive += next.positive;
    weight += next.weight;
  }
};

/// Pools adjacent violators of pairs sorted by z; pairs of one z are one block from the start.
std::vector<Block> pool(std::span<const ScoredPair> pairs) {
  std::vector<Block> blocks;
  for (const ScoredPair& pair : pairs) {
    const Block single = {pair.z, pair.z, pair.y > 0 ? pair.weight : 0, pair.weight};
    if (!blocks.empty() && blocks.back().last == pair.z)
      blocks.back().merge(single);
    else
      blocks.push_back(single);
  }
  std::vector<Block> pooled;
  for (const Block& block : blocks) {
    pooled.push_back(block);
    while (pooled.size() > 1 && pooled[pooled.size() - 2].mean() >= pooled.back().mean()) {
      pooled[pooled.size() - 2].merge(pooled.back());
      pooled.pop_back();
    }
  }
  return pooled;
}

void append_knots(const std::vector<Block>& blocks, double least, double most, std::vector<Calibration::Knot>& knots) {
  for (const Block& block : blocks) {
    const double p = std::clamp(block.mean(), least, most);
    knots.push_back({block.first, p});
    if (block.last > block.first) knots.push_back({block.last, p});
  }
}

double interpolated(const std::vector<Calibration::Knot>& knots, double z) {
  const auto after = std::upper_bound(knots.begin(), knots.end(), z,
                                      [](double value, const Calibration::Knot& knot) { return value < knot.z; });
  if (after == knots.begin()) return knots.front().p;
  const Calibration::Knot& before = *(after - 1);
  if (after == knots.end()) return before.p;
  return before.p + (after->p - before.p) * ((z - before.z) / (after->z - before.z));
}

}  // namespace

/// By Newton's method: for a > 0 the derivative is concave in a, so that the steps rise to its root from below.
Calibration fit_platt(const std::vector<ScoredPair>& pairs) {
  Calibration fitted;
  fitted.kind = Calibration::Kind::platt;
  const double reach = largest_distance(pairs);
  if (reach == 0) return fitted;
  const PlattTargets targets(pairs);
  double& a = fitted.slope;
  a = 1e-6 / reach;  // the answer for scores of no use: p is about 1/2 everywhere
  for (double step = a; step > 1e-12 * a;) {
    const SlopeDerivatives derivatives = slope_derivatives(pairs, targets, a);
    step = -derivatives.first / derivatives.second;
    if (!(step > 0) || !std::isfinite((a + step) * reach)) break;
    a += step;
  }
  return fitted;
}

Sigmoid fit_sigmoid(const std::vector<ScoredPair>& pairs) {
  const SigmoidObjective objective(pairs);
  Sigmoid s = {0, std::log((weight_of_label(pairs, -1) + 1) / (weight_of_label(pairs, 1) + 1))};
  double value = objective.value(s);
  constexpr int most_steps = 100;
  for (int step = 0; step < most_steps; ++step) {
    const auto [direction, slope, largest_gradient] = objective.newton(s);
    if (largest_gradient < 1e-7) break;
    double length = 1;
    Sigmoid next;
    double next_value;
    do {
      next = {s.a + length * direction.a, s.b + length * direction.b};
      next_value = objective.value(next);
      length /= 2;
    } while (!(next_value < value + 1e-4 * 2 * length * slope) && length > 1e-10);
    if (!(next_value < value)) break;
    s = next;
    value = next_value;
  }
  return s;
}

Calibration fit_isotonic(std::vector<ScoredPair> pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const ScoredPair& a, const ScoredPair& b) { return a.z < b.z; });
  constexpr double below_one = 0.5 * std::numeric_limits<double>::epsilon();
  const double least = std::max(below_one, 1 / (weight_of_label(pairs, 1) + weight_of_label(pairs, -1) + 2));
  const auto zero = std::partition_point(pairs.begin(), pairs.end(), [](const ScoredPair& pair) { return pair.z < 0; });
  const auto positive = std::partition_point(zero, pairs.end(), [](const ScoredPair& pair) { return pair.z == 0; });
  Calibration fitted;
  fitted.kind = Calibration::Kind::isotonic;
  append_knots(pool({pairs.begin(), zero}), std::min(least, below_half), below_half, fitted.knots);
  fitted.knots.push_back({0, 0.5});
  append_knots(pool({positive, pairs.end()}), 0.5, 1 - std::min(least, below_half), fitted.knots);
  return fitted;
}

std::string calibration_error(const LinearModel& model) {
  const bool fits = !model.labels.empty() && model.loss.name != LossName::logistic;
  if (model.calibration.kind != Calibration::Kind::none && !fits) return "does not fit the loss";
  return calibration_error(model.calibration);
}

std::string calibration_error(const Calibration& calibration) {
  if (calibration.kind == Calibration::Kind::none)
    return calibration.knots.empty() ? "" : "has knots, which only isotonic has";
  if (calibration.kind == Calibration::Kind::platt) {
    if (!(calibration.slope > 0) || !std::isfinite(calibration.slope)) return "must have a slope > 0";
    return calibration.knots.empty() ? "" : "has knots, which only isotonic has";
  }
  bool has_middle = false;
  for (std::size_t i = 0; i < calibration.knots.size(); ++i) {
    const Calibration::Knot& knot = calibration.knots[i];
    if (!std::isfinite(knot.z) || !(knot.p > 0 && knot.p < 1)) return "must have knots with finite z and 0 < p < 1";
    if (i > 0 && (!(calibration.knots[i - 1].z < knot.z) || calibration.knots[i - 1].p > knot.p))
      return "must have knots that ascend";
    has_middle |= knot.z == 0 && knot.p == 0.5;
  }
  return has_middle ? "" : "must have a knot at 0 with p = 1/2";
}

double calibrated(const Calibration& calibration, double z) {
  const double p = calibration.kind == Calibration::Kind::platt ? sigmoid(calibration.slope * z)
                                                                : interpolated(calibration.knots, z);
  return z < 0 ? std::min(p, below_half) : std::max(p, 0.5);
}

}  // namespace hingeline::internal
