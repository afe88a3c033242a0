// SPDX-License-Identifier: BSD-3-Clause
#include "problem/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/rows.hpp"
#include "losses/visit_loss.hpp"
#include "problem/best_constant.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double sum(std::span<const double> numbers) {
  long double total = 0;
  for (const double number : numbers) total += number;
  return static_cast<double>(total);
}

/// The formulas of one problem with its loss known.
template <LossSheet Loss>
class Prover {
 public:
  Prover(const Problem& problem, const Loss& loss) : problem_(problem), loss_(loss) {}

  void clip(std::span<double> s) const {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Interval domain = domain_of(i);
      s[i] = std::clamp(s[i], domain.lower, domain.upper);
    }
  }

  /// Shifts s, within its domain, until it sums to 0 as far as double can say.
  void balance(std::span<double> s) const {
    const auto free = [&](std::size_t i, const Interval& domain) {
      return s[i] > domain.lower && s[i] < domain.upper && s[i] != 0;
    };
    constexpr int rounds = 50;
    double excess = sum(s);
    for (int round = 0; round < rounds && excess != 0; ++round) {
      std::int64_t movable = 0;
      for (std::size_t i = 0; i < s.size(); ++i) movable += free(i, domain_of(i));
      if (movable == 0) break;
      const double share = excess / static_cast<double>(movable);
      for (std::size_t i = 0; i < s.size(); ++i) {
        const Interval domain = domain_of(i);
        if (free(i, domain)) s[i] = std::clamp(s[i] - share, domain.lower, domain.upper);
      }
      const double before = std::abs(excess);
      excess = sum(s);
      if (std::abs(excess) > 0.5 * before) break;
    }
    for (std::size_t i = 0; i < s.size() && excess != 0; ++i) {
      const Interval domain = domain_of(i);
      const double moved = std::clamp(s[i] - excess, domain.lower, domain.upper);
      excess += moved - s[i];
      s[i] = moved;
    }
  }

  double loss_sum(std::span<const double> z, double b) const {
    long double total = 0;
    for (std::size_t i = 0; i < z.size(); ++i)
      if (const double c = cost(i); c > 0) total += c * loss_.value(problem_.y[i], z[i] + b);
    return static_cast<double>(total);
  }

  /// argmin_b of loss_sum to `accuracy`.
  double best_intercept(std::span<const double> z, double start, double accuracy) const {
    const auto derivative = [&](double b) {
      double total = 0;
      for (std::size_t i = 0; i < z.size(); ++i) total += cost(i) * loss_.derivative(problem_.y[i], z[i] + b);
      return total;
    };
    return best_constant(derivative, start, 1e-3 * (1 + std::abs(start)), accuracy);
  }

  struct Terms {
    double loss = 0;     // sum_i c_i phi(z_i)
    double gap = 0;      // sum_i of the non-negative terms
    double largest = 0;  // sum_i of the magnitudes they are differences of
  };

  Terms terms(std::span<const double> s, std::span<const double> z, double b) const {
    long double loss = 0;
    long double gap = 0;
    long double largest = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      const double c = cost(i);
      if (c == 0) continue;
      const double prediction = z[i] + b;
      const double value = c * loss_.value(problem_.y[i], prediction);
      const double conjugate = loss_.conjugate(problem_.y[i], c, s[i]);
      const double product = s[i] * prediction;
      loss += value;
      gap += std::max(0.0, value + conjugate + product);
      largest += value + std::abs(conjugate) + std::abs(product);
    }
    return {static_cast<double>(loss), static_cast<double>(gap), static_cast<double>(largest)};
  }

 private:
  double cost(std::size_t i) const { return row_cost(problem_, static_cast<std::int64_t>(i)); }
  Interval domain_of(std::size_t i) const {
    const double c = cost(i);
    return c > 0 ? loss_.domain(problem_.y[i], c) : Interval{0, 0};
  }

  const Problem& problem_;
  const Loss& loss_;
};

/// u = sum_i s_i x_i.
void combine_rows(const Problem& problem, std::span<const double> s, std::span<double> u) {
  visit_rows(problem.x, [&](const auto& x) {
    std::fill(u.begin(), u.end(), 0.0);
    for (std::int64_t i = 0; i < x.rows(); ++i)
      if (s[static_cast<std::size_t>(i)] != 0) x.add(i, s[static_cast<std::size_t>(i)], u.data());
  });
}

/// z = X w.
void predict_rows(const Problem& problem, std::span<const double> w, std::span<double> z) {
  visit_rows(problem.x, [&](const auto& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i) z[static_cast<std::size_t>(i)] = x.dot(i, w.data());
  });
}

double half_square(double a) { return 0.5 * a * a; }

double half_squared_norm(std::span<const double> w) {
  double total = 0;
  for (const double entry : w) total += entry * entry;
  return 0.5 * total;
}

double half_squared_distance(std::span<const double> w, std::span<const double> u) {
  double total = 0;
  for (std::size_t j = 0; j < w.size(); ++j) total += (w[j] - u[j]) * (w[j] - u[j]);
  return 0.5 * total;
}

enum class Coef { from_dual, given };

/// What the gap and P have beside the sums over rows.
struct Ridge {
  double value = 0;     // R(w)
  double distance = 0;  // 1/2 |w - u|^2
};

/// Sets coef (unless it is given), predictions and the intercept that is not free.
Ridge place(const Problem& problem, CertifiedPoint& point, Coef coef) {
  Ridge ridge;
  if (coef == Coef::from_dual) {
    combine_rows(problem, point.dual_coef, point.coef);
  } else {
    std::vector<double> u(point.coef.size());
    combine_rows(problem, point.dual_coef, u);
    ridge.distance = half_squared_distance(point.coef, u);
  }
  predict_rows(problem, point.coef, point.predictions);
  ridge.value = half_squared_norm(point.coef);
  if (problem.intercept == Intercept::none) point.intercept = 0;
  if (problem.intercept == Intercept::penalized) {
    const double from_dual = problem.bias * sum(point.dual_coef);
    const double appended = coef == Coef::given ? point.intercept / problem.bias : from_dual;
    point.intercept = problem.bias * appended;
    ridge.value += half_square(appended);
    ridge.distance += half_square(appended - from_dual);
  }
  return ridge;
}

template <LossSheet Loss>
Certificate prove(const Problem& problem, const Baseline& baseline, const Loss& loss, CertifiedPoint& point,
                  Coef coef) {
  const Prover<Loss> prover(problem, loss);
  prover.clip(point.dual_coef);
  if (problem.intercept == Intercept::free) prover.balance(point.dual_coef);
  const Ridge ridge = place(problem, point, coef);
  auto terms = prover.terms(point.dual_coef, point.predictions, point.intercept);
  if (problem.intercept == Intercept::free) {
    constexpr double share_left = 0.01;  // of the gap, to the choice of b
    const double b = prover.best_intercept(point.predictions, point.intercept, share_left * terms.gap);
    const auto moved = prover.terms(point.dual_coef, point.predictions, b);
    if (moved.gap < terms.gap) {
      terms = moved;
      point.intercept = b;
    }
  }

  Certificate proof;
  proof.primal = ridge.value + terms.loss;
  proof.gap = terms.gap + ridge.distance;
  proof.dual = proof.primal - proof.gap;
  proof.rounding_floor = 4 * epsilon * (terms.largest + ridge.value);
  proof.coef_error_bound = std::sqrt(2 * proof.gap);
  proof.relative_gap = proof.gap <= proof.rounding_floor ? 0 : proof.gap / gap_scale(proof, baseline);
  return proof;
}

}  // namespace

Baseline baseline(const Problem& problem) {
  return visit_loss(problem.loss, [&](const auto& loss) {
    const Prover prover(problem, loss);
    const std::vector<double> nothing(problem.y.size());
    const double zero = prover.loss_sum(nothing, 0);
    if (problem.intercept != Intercept::free) return Baseline{zero, 0};
    constexpr double accuracy = 1e-9;
    const double b = prover.best_intercept(nothing, 0, accuracy * zero);
    const double best = prover.loss_sum(nothing, b);
    return best < zero ? Baseline{best, b} : Baseline{zero, 0};
  });
}

Certificate certify(const Problem& problem, const Baseline& baseline, CertifiedPoint& point) {
  return visit_loss(problem.loss,
                    [&](const auto& loss) { return prove(problem, baseline, loss, point, Coef::from_dual); });
}

Certificate certify_pair(const Problem& problem, const Baseline& baseline, CertifiedPoint& point) {
  return visit_loss(problem.loss, [&](const auto& loss) { return prove(problem, baseline, loss, point, Coef::given); });
}

double gap_scale(const Certificate& certificate, const Baseline& baseline) {
  return std::min(std::abs(certificate.primal), baseline.primal - certificate.dual);
}

bool accepts(const Certificate& certificate, const Baseline& baseline, double tolerance) {
  return tolerance > 0 && (certificate.gap <= tolerance * gap_scale(certificate, baseline) ||
                           certificate.gap <= certificate.rounding_floor);
}

}  // namespace hingeline::internal
