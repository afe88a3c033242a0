// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/crammer_singer/is_answer.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "data/class_rows.hpp"
#include "data/rows.hpp"
#include "problem/appended_constant.hpp"
#include "problem/certificate.hpp"
#include "problem/rounding.hpp"
#include "problem/row_cost.hpp"
#include "solvers/steps/margin_kinks.hpp"

namespace hingeline::internal {
namespace {

template <RowMatrix Rows>
class ClassKinkSearch {
 public:
  ClassKinkSearch(const Rows& x, const ClassProblem& problem, const CrammerSingerPoint& point, const MarginKinks& none)
      : x_(x, problem.count, appended_constant(problem.rows)), problem_(problem), point_(point), kinks_(none) {}

  MarginKinks run() {
    for (std::size_t i = 0; i < x_.rows(); ++i) add(i);
    return kinks_;
  }

 private:
  void add(std::size_t i) {
    const double c = row_cost(problem_.rows, i);
    if (c == 0) return;
    const std::span<const double> z = point_.outputs.subspan(i * problem_.count, problem_.count);
    const auto own = static_cast<std::size_t>(problem_.classes[i]);
    double most = 0;
    for (std::size_t k = 0; k < z.size(); ++k) {
      const double margin = z[own] - z[k];
      if (k == own || !kinks_.is_near(margin)) continue;
      const double delta = term_rounding * (1 + magnitude(i, own) + magnitude(i, k));
      most = std::max(most, kinks_.take(margin, delta));
    }
    kinks_.add_loss(c * most);
  }

  double magnitude(std::size_t i, std::size_t k) const { return x_.magnitude(i, k, point_.coef.data()); }

  const ClassRows<Rows> x_;
  const ClassProblem& problem_;
  const CrammerSingerPoint& point_;
  MarginKinks kinks_;
};

/// Replaces W by (1 + t) W, with its proof, if that meets the tolerance without counting as rounding; else returns
/// false and changes nothing.
bool stretch(const ClassProblem& problem, double tolerance, const CrammerSingerPoint& point, double t,
             Certificate& proof) {
  std::vector<double> longer(point.coef.begin(), point.coef.end());
  for (double& w : longer) w *= 1 + t;
  std::vector<double> outputs(point.outputs.size());
  const Certificate found = certify_pair(problem, {point.dual_coef, longer, outputs});
  if (!accepts(found, tolerance) || found.gap > tolerance * found.primal) return false;
  std::ranges::copy(longer, point.coef.begin());
  std::ranges::copy(outputs, point.outputs.begin());
  proof = found;
  return true;
}

}  // namespace

bool is_answer(const ClassProblem& problem, double tolerance, const CrammerSingerPoint& point, Certificate& proof) {
  const bool is_accepted = accepts(proof, tolerance);
  if (!MarginKinks::may_matter(crammer_singer_baseline(problem), proof.primal, tolerance)) return is_accepted;
  const MarginKinks kinks = visit_rows(problem.rows.x, [&](const auto& x) {
    return ClassKinkSearch(x, problem, point, MarginKinks(proof.primal, tolerance)).run();
  });
  if (!kinks.needs_scaling()) return is_accepted;
  return stretch(problem, tolerance, point, kinks.t(), proof) || is_accepted;
}

}  // namespace hingeline::internal
