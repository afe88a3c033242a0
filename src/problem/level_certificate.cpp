// SPDX-License-Identifier: BSD-3-Clause
#include "problem/level_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "data/rows.hpp"
#include "problem/level_crossing.hpp"
#include "problem/rounding.hpp"
#include "problem/tilted_certificate.hpp"

namespace hingeline::internal {
namespace {

class LevelProof {
 public:
  LevelProof(const LevelProblem& problem, const LevelPoint& point)
      : problem_(problem),
        point_(point),
        count_(problem.count()),
        n_(problem.rows.y.size()),
        d_(static_cast<std::size_t>(cols(problem.rows.x))),
        tilts_(count_ * d_),
        tilt_intercepts_(count_) {}

  Certificate prove(const LevelBaseline& baseline) {
    if (problem_.tie == LevelTie::slope)
      repeat_slope();
    else
      coef_.assign(point_.coef.begin(), point_.coef.end());
    shift_ = order_rounding(problem_, {coef_, point_.intercept, point_.predictions});
    prove_levels(baseline);
    if (const double share = *std::min_element(shares_.begin(), shares_.end()); share < 1) {
      scale_all_by(share);
      prove_levels(baseline);
    }
    return certificate(baseline);
  }

 private:
  std::span<double> dual(std::size_t k) const { return point_.dual_coef.subspan(k * n_, n_); }
  std::span<double> predictions(std::size_t k) const { return point_.predictions.subspan(k * n_, n_); }
  std::span<double> coef(std::size_t k) { return std::span(coef_).subspan(k * d_, d_); }
  std::span<double> tilt(std::size_t k) { return std::span(tilts_).subspan(k * d_, d_); }

  void repeat_slope() {
    for (std::size_t k = 0; k < count_; ++k) coef_.insert(coef_.end(), point_.coef.begin(), point_.coef.end());
    for (std::size_t k = 0; k < count_; ++k)
      multipliers_.insert(multipliers_.end(), point_.multipliers.begin(), point_.multipliers.end());
    for (double& mu : multipliers_) mu /= static_cast<double>(count_);
  }

  std::span<double> multipliers(std::size_t k) {
    const std::span<double> all = problem_.tie == LevelTie::slope ? std::span(multipliers_) : point_.multipliers;
    const std::size_t size = all.size() / count_;
    return all.subspan(k * size, size);
  }

  void take_tilts() {
    std::fill(tilts_.begin(), tilts_.end(), 0.0);
    std::fill(tilt_intercepts_.begin(), tilt_intercepts_.end(), 0.0);
    for (const LevelContact& contact : point_.contacts) {
      add_tilt(contact.level, -contact.multiplier, contact.x);
      add_tilt(contact.level + 1, contact.multiplier, contact.x);
    }
    if (problem_.tie == LevelTie::slope) share_out();
  }

  void add_tilt(std::size_t k, double mu, std::span<const double> x) {
    for (std::size_t j = 0; j < d_; ++j) tilt(k)[j] += mu * x[j];
    tilt_intercepts_[k] += mu;
  }

  /// Tilts every level so that its u_k becomes the mean of all.
  void share_out() {
    std::vector<double> mean(d_);
    visit_rows(problem_.rows.x, [&](const auto& x) {
      for (std::size_t k = 0; k < count_; ++k)
        for (std::size_t i = 0; i < n_; ++i)
          if (dual(k)[i] != 0) x.add(static_cast<std::int64_t>(i), -dual(k)[i], tilt(k).data());
    });
    for (std::size_t k = 0; k < count_; ++k)
      for (std::size_t j = 0; j < d_; ++j) mean[j] -= tilt(k)[j] / static_cast<double>(count_);
    for (std::size_t k = 0; k < count_; ++k)
      for (std::size_t j = 0; j < d_; ++j) tilt(k)[j] += mean[j];
  }

  void prove_levels(const LevelBaseline& baseline) {
    take_tilts();
    proofs_.clear();
    shares_.clear();
    for (std::size_t k = 0; k < count_; ++k) {
      CertifiedPoint point{dual(k), coef(k), predictions(k), point_.intercept[k], multipliers(k)};
      const auto [proof, share] =
          certify_tilted(problem_.level(k), baseline.levels[k], {tilt(k), tilt_intercepts_[k], shift_}, point);
      proofs_.push_back(proof);
      shares_.push_back(share);
    }
  }

  /// Scales every level down to `share`, on top of what it has been scaled by itself.
  void scale_all_by(double share) {
    for (std::size_t k = 0; k < count_; ++k) {
      const double more = shares_[k] > 0 ? share / shares_[k] : 0;
      for (double& s : dual(k)) s *= more;
      for (double& mu : multipliers(k)) mu *= more;
    }
    if (problem_.tie == LevelTie::slope)
      for (double& mu : point_.multipliers) mu *= share;
    for (LevelContact& contact : point_.contacts) contact.multiplier *= share;
  }

  double crossing(const LevelBaseline& baseline) {
    double reach = 0;
    for (std::size_t k = 0; k < count_; ++k) reach = std::max(reach, baseline.crossings.reach(coef(k)));
    return largest_crossing(problem_, {coef_, point_.intercept, point_.predictions}, reach);
  }

  double output(std::size_t k, std::span<const double> x) {
    return std::inner_product(x.begin(), x.end(), coef(k).begin(), point_.intercept[k]);
  }

  Certificate certificate(const LevelBaseline& baseline) {
    Certificate total;
    for (const Certificate& proof : proofs_) {
      total.primal += proof.primal;
      total.gap += proof.gap;
      total.rounding_floor += proof.rounding_floor;
      total.dual_rounding += proof.dual_rounding;
      total.max_violation = std::max(total.max_violation, proof.max_violation);
    }
    for (const LevelContact& contact : point_.contacts) {
      const double lower = output(contact.level, contact.x);
      const double upper = output(contact.level + 1, contact.x);
      total.gap += contact.multiplier * std::abs(upper - lower);
      const double rounding = term_rounding * contact.multiplier * (std::abs(lower) + std::abs(upper));
      total.rounding_floor += rounding;
      total.dual_rounding += rounding;
    }
    if (problem_.has_order()) total.max_violation = std::max(total.max_violation, crossing(baseline));
    complete(total, problem_.rows.penalty.l2, baseline.primal);
    std::copy_n(coef_.begin(), point_.coef.size(), point_.coef.begin());
    return total;
  }

  const LevelProblem& problem_;
  const LevelPoint& point_;
  std::size_t count_;
  std::size_t n_;
  std::size_t d_;
  std::vector<double> coef_;         // K x d
  std::vector<double> multipliers_;  // with one slope: the share of each level
  double shift_ = 0;                 // the distance of intercepts that keeps rounding from crossing outputs
  std::vector<double> tilts_;
  std::vector<double> tilt_intercepts_;
  std::vector<Certificate> proofs_;
  std::vector<double> shares_;
};

}  // namespace

LevelBaseline baseline(const LevelProblem& problem) {
  LevelBaseline result;
  for (std::size_t k = 0; k < problem.count(); ++k) {
    result.levels.push_back(baseline(problem.level(k)));
    result.primal += result.levels.back().primal;
  }
  if (problem.has_order()) {
    ThreadPool alone(1);
    result.crossings = ViolationScale(problem.rows, alone);
  }
  return result;
}

Certificate certify(const LevelProblem& problem, const LevelBaseline& baseline, const LevelPoint& point) {
  return LevelProof(problem, point).prove(baseline);
}

}  // namespace hingeline::internal
