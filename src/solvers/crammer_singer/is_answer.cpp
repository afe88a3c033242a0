// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/crammer_singer/is_answer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/class_rows.hpp"
#include "data/rows.hpp"
#include "problem/appended_constant.hpp"
#include "problem/certificate.hpp"
#include "problem/rounding.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

constexpr double share = 0.125;  // of the tolerance

/// What rows within reach of a margin of 1 may lose, and the least t that has them beyond it.
struct ClassKinks {
  double loss = 0;
  double t = 0;
};

template <RowMatrix Rows>
class ClassKinkSearch {
 public:
  ClassKinkSearch(const Rows& x, const ClassProblem& problem, const CrammerSingerPoint& point, double reach)
      : x_(x, problem.count, appended_constant(problem.rows)), problem_(problem), point_(point), reach_(reach) {}

  ClassKinks run() {
    for (std::size_t i = 0; i < x_.rows(); ++i) add(i);
    return kinks_;
  }

 private:
  void add(std::size_t i) {
    const double c = row_cost(problem_.rows, static_cast<std::int64_t>(i));
    if (c == 0) return;
    const std::span<const double> z = point_.outputs.subspan(i * problem_.count, problem_.count);
    const auto own = static_cast<std::size_t>(problem_.classes[i]);
    double most = 0;
    for (std::size_t k = 0; k < z.size(); ++k) {
      const double margin = z[own] - z[k];
      if (k == own || !(std::abs(1 - margin) <= reach_)) continue;
      const double delta = term_rounding * (1 + magnitude(i, own) + magnitude(i, k));
      if (margin > 1 + delta) continue;
      most = std::max(most, std::max(0.0, 1 - margin) + delta);
      kinks_.t = std::max(kinks_.t, (1 - margin + 2 * delta) / margin);
    }
    kinks_.loss += c * most;
  }

  double magnitude(std::size_t i, std::size_t k) const { return x_.magnitude(i, k, point_.coef.data()); }

  const ClassRows<Rows> x_;
  const ClassProblem& problem_;
  const CrammerSingerPoint& point_;
  const double reach_;
  ClassKinks kinks_;
};

/// Whether rows at the kink can matter at all, their terms no more than `most_terms` times a margin.
bool may_be_at_stake(const ClassProblem& problem, double tolerance, const Certificate& proof) {
  constexpr double most_terms = 1e4;
  return crammer_singer_baseline(problem) * term_rounding * most_terms > tolerance * proof.primal;
}

/// False, W and proof as they were, where that is no answer or all that is left of its gap is rounding.
bool stretch(const ClassProblem& problem, double tolerance, const CrammerSingerPoint& point, double t,
             Certificate& proof) {
  std::vector<double> longer(point.coef.begin(), point.coef.end());
  for (double& w : longer) w *= 1 + t;
  const Certificate found = certify_pair(problem, {point.dual_coef, longer, point.outputs});
  if (!accepts(found, tolerance) || found.gap > tolerance * found.primal) return false;
  std::copy(longer.begin(), longer.end(), point.coef.begin());
  proof = found;
  return true;
}

}  // namespace

bool is_answer(const ClassProblem& problem, double tolerance, const CrammerSingerPoint& point, Certificate& proof) {
  const bool is_accepted = accepts(proof, tolerance);
  if (!may_be_at_stake(problem, tolerance, proof)) return is_accepted;
  const ClassKinks kinks = visit_rows(
      problem.rows.x, [&](const auto& x) { return ClassKinkSearch(x, problem, point, share * tolerance).run(); });
  if (!(kinks.loss > share * tolerance * proof.primal) || !(kinks.t <= share * tolerance)) return is_accepted;
  return stretch(problem, tolerance, point, kinks.t, proof) || is_accepted;
}

}  // namespace hingeline::internal
