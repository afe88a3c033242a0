// SPDX-License-Identifier: BSD-3-Clause
#include "problem/crammer_singer_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "data/class_rows.hpp"
#include "losses/crammer_singer.hpp"
#include "problem/appended_constant.hpp"
#include "problem/certificate.hpp"
#include "problem/regularization.hpp"
#include "problem/rounding.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

template <RowMatrix Rows>
class CrammerSingerProof {
 public:
  CrammerSingerProof(const Rows& x, const ClassProblem& problem, const CrammerSingerPoint& point)
      : problem_(problem), point_(point), x_(x, problem.count, appended_constant(problem.rows)), m_(problem.count) {}

  /// W is set to U, or stays as it is.
  Certificate prove(Coef coef) {
    u_.assign(point_.coef.size(), 0.0);
    for (std::size_t i = 0; i < x_.rows(); ++i) {
      make_crammer_singer_feasible(label(i), cost(i), dual(i));
      x_.add_nonzero(i, dual(i), list_, u_.data());
    }
    if (coef == Coef::from_dual) std::copy(u_.begin(), u_.end(), point_.coef.begin());
    for (std::size_t i = 0; i < x_.rows(); ++i) {
      x_.outputs(i, point_.coef.data(), outputs(i).data());
      add_terms(i);
    }
    return certificate();
  }

 private:
  std::span<double> dual(std::size_t i) const { return point_.dual_coef.subspan(i * x_.count(), x_.count()); }
  std::span<double> outputs(std::size_t i) const { return point_.outputs.subspan(i * x_.count(), x_.count()); }
  std::size_t label(std::size_t i) const { return static_cast<std::size_t>(problem_.classes[i]); }
  double cost(std::size_t i) const { return row_cost(problem_.rows, i); }

  /// p_ik of a feasible s_i.
  double share(std::size_t i, std::size_t k) const { return k == label(i) ? cost(i) - dual(i)[k] : -dual(i)[k]; }

  void add_terms(std::size_t i) {
    const double c = cost(i);
    if (c == 0) return;
    for (std::size_t k = 0; k < m_.size(); ++k) m_[k] = outputs(i)[k] + (k == label(i) ? 0 : 1);
    if (std::ranges::any_of(m_, [](double m) { return !std::isfinite(m); })) gap_ = infinity;
    const double largest = *std::max_element(m_.begin(), m_.end());
    const double own = m_[label(i)];
    if (own < largest) {
      primal_ += c * (largest - own);
      magnitude_ += c * (std::abs(largest) + std::abs(own));
    }
    for (std::size_t k = 0; k < m_.size(); ++k) {
      if (m_[k] < largest) {
        gap_ += share(i, k) * (largest - m_[k]);
        magnitude_ += share(i, k) * (std::abs(largest) + std::abs(m_[k]));
      }
      if (k != label(i)) dual_magnitude_ += share(i, k) * (std::abs(own) + std::abs(m_[k]));
    }
    const double rounding = kink_rounding(i, largest);
    kinks_ += c * rounding;
    dual_kinks_ += 2 * (c - share(i, label(i))) * rounding;
  }

  /// The error that the largest m may have, where another is equal to it but for rounding; else 0.
  double kink_rounding(std::size_t i, double largest) const {
    constexpr double near = 1e-10;  // far more than rounding, so that few outputs are looked at closely
    const double near_enough = largest - near * (1 + std::abs(largest));
    if (std::count_if(m_.begin(), m_.end(), [=](double m) { return m >= near_enough; }) < 2) return 0;
    double error = 0;
    double threshold = largest;
    for (std::size_t k = 0; k < m_.size(); ++k) {
      if (m_[k] < near_enough) continue;
      const double delta = term_rounding * (1 + x_.magnitude(i, k, point_.coef.data()));
      threshold = std::min(threshold, largest - delta);
      error = std::max(error, delta);
    }
    return std::count_if(m_.begin(), m_.end(), [=](double m) { return m >= threshold; }) < 2 ? 0 : error;
  }

  Certificate certificate() const {
    const double ridge = 0.5 * dot(point_.coef, point_.coef);
    Certificate proof;
    proof.primal = primal_ + ridge;
    proof.gap = gap_ + half_squared_distance(point_.coef, u_);
    proof.rounding_floor = term_rounding * (magnitude_ + ridge) + std::min(kinks_, gap_ + dual_kinks_);
    proof.dual_rounding = term_rounding * (dual_magnitude_ + ridge) + std::min(kinks_, dual_kinks_);
    complete(proof, 1, crammer_singer_baseline(problem_));
    return proof;
  }

  const ClassProblem& problem_;
  const CrammerSingerPoint& point_;
  ClassRows<Rows> x_;
  std::vector<double> m_;
  ClassList list_;
  std::vector<double> u_;
  double primal_ = 0;
  double gap_ = 0;
  double magnitude_ = 0;       // of the terms of P and of the gap
  double dual_magnitude_ = 0;  // of D = sum_i,k p_ik (m_ik - m_iy) - 1/2 |U|^2
  double kinks_ = 0;
  double dual_kinks_ = 0;
};

}  // namespace

double crammer_singer_baseline(const ClassProblem& problem) {
  double total = 0;
  for (std::size_t i = 0; i < problem.classes.size(); ++i) total += row_cost(problem.rows, i);
  return total;
}

Certificate certify(const ClassProblem& problem, const CrammerSingerPoint& point) {
  return visit_rows(problem.rows.x,
                    [&](const auto& x) { return CrammerSingerProof(x, problem, point).prove(Coef::from_dual); });
}

Certificate certify_pair(const ClassProblem& problem, const CrammerSingerPoint& point) {
  return visit_rows(problem.rows.x,
                    [&](const auto& x) { return CrammerSingerProof(x, problem, point).prove(Coef::given); });
}

}  // namespace hingeline::internal
