// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/crammer_singer/alm_newton.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "data/class_rows.hpp"
#include "losses/crammer_singer.hpp"
#include "problem/appended_constant.hpp"
#include "problem/crammer_singer_certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/augmented_lagrangian/augmented_lagrangian.hpp"
#include "solvers/crammer_singer/is_answer.hpp"
#include "solvers/crammer_singer/layout.hpp"
#include "solvers/crammer_singer/output_rows.hpp"
#include "solvers/steps/alm_point.hpp"

namespace hingeline::internal {
namespace {

class CrammerSingerTerms {
 public:
  explicit CrammerSingerTerms(const ClassProblem& problem)
      : problem_(problem),
        costs_(row_costs(problem.rows)),
        step_(problem.count),
        m_(problem.count),
        p_(problem.count),
        change_(problem.count) {}

  StepSums take(const AlmPoint& at, std::span<double> next_s, std::span<double> slope) const {
    StepSums sums;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      step(at, i, {}, 0);
      const std::span<double> s = next_s.subspan(i * m_.size(), m_.size());
      const std::span<double> h = slope.subspan(i * m_.size(), m_.size());
      const auto curved = static_cast<std::size_t>(std::count_if(p_.begin(), p_.end(), [](double p) { return p > 0; }));
      for (std::size_t k = 0; k < m_.size(); ++k) {
        s[k] = (k == label(i) ? costs_[i] : 0) - p_[k];
        h[k] = curved > 1 && p_[k] > 0 ? 1 / (at.t * static_cast<double>(curved)) : 0;
        sums.move += change_[k] * change_[k];
      }
      if (curved > 1) sums.curved += curved;
      sums.value += costs_[i] * (*std::max_element(m_.begin(), m_.end()) - m_[label(i)]);
      sums.gap += crammer_singer_gap(m_, p_);
    }
    return sums;
  }

  double along(const AlmPoint& at, std::span<const double> d, double a) const {
    double total = 0;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      step(at, i, d, a);
      for (std::size_t k = 0; k < m_.size(); ++k) total -= d[i * m_.size() + k] * p_[k];
      total += costs_[i] * d[i * m_.size() + label(i)];
    }
    return total;
  }

  void clip(std::span<double> s) const {
    for (std::size_t i = 0; i < costs_.size(); ++i)
      make_crammer_singer_feasible(label(i), costs_[i], s.subspan(i * m_.size(), m_.size()));
  }

 private:
  std::size_t label(std::size_t i) const { return static_cast<std::size_t>(problem_.classes[i]); }

  /// Sets m_, p_ = p+ and change_ = p+ - p of row i, at outputs at.p + a d.
  void step(const AlmPoint& at, std::size_t i, std::span<const double> d, double a) const {
    const std::size_t first = i * m_.size();
    for (std::size_t k = 0; k < m_.size(); ++k) {
      const bool own = k == label(i);
      m_[k] = at.p[first + k] + (d.empty() ? 0 : a * d[first + k]) + (own ? 0 : 1);
      p_[k] = (own ? costs_[i] : 0) - at.s[first + k];
    }
    step_.take(m_, costs_[i], at.t, p_, change_);
  }

  const ClassProblem& problem_;
  std::vector<double> costs_;
  mutable CrammerSingerStep step_;  // buffers of one row
  mutable std::vector<double> m_;
  mutable std::vector<double> p_;
  mutable std::vector<double> change_;
};

class CrammerSingerPair {
 public:
  static constexpr bool certifies = true;

  explicit CrammerSingerPair(const ClassProblem& problem)
      : problem_(problem), baseline_{crammer_singer_baseline(problem), 0}, z_(problem.classes.size() * problem.count) {}

  double mean_cost() const { return internal::mean_cost(problem_.rows); }
  static double l2() { return 1; }
  static bool is_smooth() { return false; }
  std::size_t data_rows() const { return z_.size(); }
  const Baseline& baseline() const { return baseline_; }
  double scale(double primal, double dual) const { return gap_scale(primal, dual, baseline_.primal); }
  bool prove(std::span<const double> s, std::span<const double> w, double tolerance) {
    proven_.dual_coef.assign(s.begin(), s.end());
    proven_.coef.assign(w.begin(), w.end());
    const CrammerSingerPoint point{proven_.dual_coef, proven_.coef, z_};
    proven_.certificate = certify_pair(problem_, point);
    return is_answer(problem_, tolerance, point, proven_.certificate);
  }
  const Certificate& certificate() const { return proven_.certificate; }
  const Solution& proven() const { return proven_; }
  Solution take() { return std::move(proven_); }

 private:
  const ClassProblem& problem_;
  Baseline baseline_;
  Solution proven_;
  std::vector<double> z_;
};

/// The least first t: a small share of a typical |x_i|^2, all columns taken to be like the median one. Where W = 0 is
/// far from the answer and classes are separable (digits), a t much smaller than that, such as 1 / C, took 1,000 steps
/// to the first centre; one a hundred times larger costs a step or two. A few huge columns must not decide: at a t of
/// their size s+, a difference of predictions divided by t, is all rounding.
template <RowMatrix Rows>
double first_t(const Rows& x) {
  constexpr double share = 3e-4;
  std::vector<double> squares(static_cast<std::size_t>(x.cols()));
  for (std::int64_t i = 0; i < x.rows(); ++i) x.add_squares(i, 1, squares.data());
  std::erase(squares, 0.0);
  if (squares.empty()) return 0;
  const auto median = squares.begin() + std::ssize(squares) / 2;
  std::nth_element(squares.begin(), median, squares.end());
  return share * static_cast<double>(squares.size()) * *median / static_cast<double>(x.rows());
}

}  // namespace

ClassSolution crammer_singer_alm_newton(const ClassProblem& problem, const SolverOptions& options,
                                        const ClassStart& start) {
  const ClassLayout layout{static_cast<std::size_t>(cols(problem.rows.x)), problem.count,
                           appended_constant(problem.rows)};
  return visit_rows(problem.rows.x, [&](const auto& x) {
    const ClassRows outputs(x, layout.count, layout.appended);
    check_alm_size(outputs.size(), "features times classes");
    OutputRowsOf rows(x, outputs);
    const CrammerSingerTerms terms(problem);
    CrammerSingerPair proof(problem);
    AugmentedLagrangian<OutputRows, CrammerSingerTerms, CrammerSingerPair, OutputSystem> method(rows, terms, proof,
                                                                                                options);
    std::vector<double> w = by_features(start, layout);
    remove_common_shift(w, layout.count);
    ClassSolution result;
    result.solution = method.run({start.dual_coef, w}, first_t(x));
    take_coef(std::exchange(result.solution.coef, {}), layout, result);
    return result;
  });
}

}  // namespace hingeline::internal
