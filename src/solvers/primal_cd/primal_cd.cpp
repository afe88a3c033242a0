// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/primal_cd/primal_cd.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "core/random.hpp"
#include "data/csc_matrix.hpp"
#include "hingeline/error.hpp"
#include "losses/logistic.hpp"
#include "losses/squared_hinge.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/progress/is_cold.hpp"
#include "solvers/progress/is_usable_start.hpp"
#include "solvers/progress/monitor.hpp"
#include "solvers/progress/take_start.hpp"
#include "solvers/rows/columns_with_intercept.hpp"
#include "solvers/steps/line_minimum.hpp"

namespace hingeline::internal {
namespace {

/// The largest phi''.
double largest_curvature(const SquaredHingeLoss&) { return 2; }
double largest_curvature(const LogisticLoss&) { return 0.25; }

/// An upper bound of phi'' within `reach` of z. Logistic: sigma(m) sigma(-m) grows at most by the factor exp(reach).
double curvature_near(const SquaredHingeLoss&, double y, double z, double reach) { return y * z < 1 + reach ? 2 : 0; }
double curvature_near(const LogisticLoss& loss, double y, double z, double reach) {
  return std::min(0.25, std::exp(reach) * loss.curvature(y, z));
}

template <class T, LossSheet Loss>
class PrimalCd {
 public:
  PrimalCd(const CscView<T>& columns, const Problem& problem, const Loss& loss, const SolverOptions& options,
           PrimalCdCounts& counts)
      : x_(columns, problem),
        problem_(problem),
        loss_(loss),
        options_(options),
        counts_(counts),
        monitor_(options),
        random_(options.seed),
        baseline_(baseline(problem)),
        w_(x_.size()),
        order_(w_.size()),
        bound_(w_.size()),
        reach_(w_.size(), 1),
        costs_(row_costs(problem)),
        z_(problem.y.size()),
        s_(problem.y.size()),
        proven_z_(problem.y.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    for (std::size_t j = 0; j < w_.size(); ++j) {
      bound_[j] = ridge(j);
      x_.visit(j, [&](std::size_t i, double x) { bound_[j] += largest_curvature(loss_) * costs_[i] * x * x; });
    }
  }

  Solution run(const WarmStart& start) {
    take(start);
    for (;;) {
      const bool checked = check_is_due();
      if (checked && prove()) return finish(Status::converged, true);
      if (const auto status = monitor_.after_pass(progress(checked), static_cast<double>(passes_)))
        return finish(*status, checked);
      if (stuck(checked)) return finish(Status::numerical, checked);
      pass();
    }
  }

 private:
  double ridge(std::size_t j) const { return x_.variables().is_penalized(j) ? 1 : 0; }

  void take(const WarmStart& start) {
    take_start(start, x_.variables(), baseline_.intercept, w_, [this](std::span<const double> s) {
      for (std::size_t j = 0; j < x_.features(); ++j) w_[j] = x_.dot(j, s);
    });
    std::ranges::fill(z_, 0.0);
    for (std::size_t j = 0; j < w_.size(); ++j)
      if (w_[j] != 0) x_.add(j, w_[j], z_);
    if (!is_cold(start) && !is_usable_start(primal(), baseline_.primal)) take({});
  }

  double primal() const {
    double total = 0;
    for (std::size_t j = 0; j < w_.size(); ++j) total += 0.5 * ridge(j) * w_[j] * w_[j];
    for (std::size_t i = 0; i < z_.size(); ++i)
      if (costs_[i] != 0) total += costs_[i] * loss_.value(problem_.y[i], z_[i]);
    return total;
  }

  /// D' and D'' at z = `from`.
  LineSlopes slopes(std::size_t j, double from) {
    LineSlopes at{ridge(j) * (w_[j] + from), ridge(j)};
    x_.visit(j, [&](std::size_t i, double x) {
      if (costs_[i] == 0) return;
      const double there = z_[i] + from * x;
      at.first += costs_[i] * x * loss_.derivative(problem_.y[i], there);
      at.second += costs_[i] * x * x * loss_.curvature(problem_.y[i], there);
    });
    return at;
  }

  /// D(z) - D(0).
  double change_of_objective(std::size_t j, double step) {
    double change = ridge(j) * step * (w_[j] + 0.5 * step);
    x_.visit(j, [&](std::size_t i, double x) {
      if (costs_[i] == 0) return;
      const double y = problem_.y[i];
      change += costs_[i] * (loss_.value(y, z_[i] + step * x) - loss_.value(y, z_[i]));
    });
    return change;
  }

  void pass() {
    if (options_.coordinate_order == CoordinateOrder::permuted) shuffle(std::span(order_), random_);
    double squared = 0;
    largest_step_ = 0;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (poll_is_due() && monitor_.stop_status()) break;
      squared += descend(next_column(k));
    }
    last_estimate_ = std::exchange(estimate_, 0.5 * squared);
    ++passes_;
  }

  bool poll_is_due() {
    if (x_.visited() < next_poll_) return false;
    next_poll_ = x_.visited() + poll_entries;
    return true;
  }

  std::size_t next_column(std::size_t k) {
    if (options_.coordinate_order == CoordinateOrder::random)
      return random_.below(static_cast<std::uint32_t>(order_.size()));
    return order_[k];
  }

  /// Steps along column j. Returns its part of twice the gap before the step: g_j^2, without a ridge over curvature.
  double descend(std::size_t j) {
    const LineSlopes at = slopes(j, 0);
    if (at.first == 0 || bound_[j] == 0) return 0;
    const double curvature = at.second > 0 ? at.second : bound_[j];
    const double step = inner_step(j, {at.first, curvature});
    if (step == 0) return 0;
    w_[j] += step;
    x_.add(j, step, z_);
    ++counts_.steps;
    largest_step_ = std::max(largest_step_, std::abs(step));
    return at.first * at.first / (ridge(j) == 0 ? curvature : 1);
  }

  double inner_step(std::size_t j, const LineSlopes& at) {
    switch (options_.inner) {
      case InnerSolver::exact:
        return exact(j, at);
      case InnerSolver::upper_bound:
        return under_bound(j, at);
      case InnerSolver::line_search:
        break;
    }
    return line_search(j, at);
  }

  double line_search(std::size_t j, const LineSlopes& at) {
    constexpr double sigma = 0.01;
    constexpr double beta = 0.5;
    const double newton = -at.first / at.second;
    const double free = at.second / (0.5 * bound_[j] + sigma);
    double lambda = 1;
    for (; lambda > free; lambda *= beta) {
      const double step = lambda * newton;
      ++counts_.evaluations;
      if (change_of_objective(j, step) <= -sigma * step * step) break;
    }
    return lambda * newton;
  }

  double exact(std::size_t j, const LineSlopes& at) {
    constexpr double left = 1e-8;  // of D'(0)
    const double newton = -at.first / at.second;
    const auto slopes_at = [&](double t) {
      ++counts_.evaluations;
      const LineSlopes there = slopes(j, t * newton);
      return LineSlopes{newton * there.first, newton * newton * there.second};
    };
    return newton * line_minimum(slopes_at, newton * at.first, left);
  }

  double under_bound(std::size_t j, const LineSlopes& at) {
    double bound = ridge(j);
    ++counts_.evaluations;
    x_.visit(j, [&](std::size_t i, double x) {
      bound += costs_[i] * x * x * curvature_near(loss_, problem_.y[i], z_[i], reach_[j] * std::abs(x));
    });
    const double step =
        std::clamp(bound > 0 ? -at.first / bound : -std::copysign(infinity, at.first), -reach_[j], reach_[j]);
    reach_[j] = std::max(2 * std::abs(step), 0.5 * reach_[j]);
    return step;
  }

  double scale() const { return gap_scale(certificate_.primal, certificate_.dual, baseline_.primal); }

  /// Whether a certificate is due: the estimate expected after the last pass is low enough, or none was tried for long.
  bool check_is_due() const {
    if (passes_ == 0) return true;
    const double contraction = last_estimate_ > 0 ? std::clamp(estimate_ / last_estimate_, 0.01, 1.0) : 1;
    return estimate_ * contraction <= options_.tolerance * scale() || passes_ >= next_check_;
  }

  bool prove() {
    for (std::size_t i = 0; i < s_.size(); ++i) s_[i] = -costs_[i] * loss_.derivative(problem_.y[i], z_[i]);
    CertifiedPoint point{s_, std::span(w_).first(x_.features()), proven_z_, x_.variables().intercept(w_)};
    certificate_ = certify_pair(problem_, baseline_, point);
    intercept_ = point.intercept;
    next_check_ = passes_ + 1 + passes_ / 2;
    return accepts(certificate_, options_.tolerance);
  }

  /// Whether numbers overflowed, or no column moves and the gap is still above the tolerance.
  bool stuck(bool checked) {
    return !std::isfinite(estimate_) ? passes_ > 0 : checked && passes_ > 0 && largest_step_ == 0 && is_at_rest();
  }

  /// Whether no column would move; random draws may have hit only columns already at their minimum.
  bool is_at_rest() {
    for (std::size_t j = 0; j < w_.size(); ++j)
      if (bound_[j] != 0 && slopes(j, 0).first != 0) return false;
    return true;
  }

  Progress progress(bool checked) const {
    return monitor_.progress(passes_, certificate_, checked, estimate_ / scale(), rows(problem_.x));
  }

  /// `is_judged`: the point was proven or refused where it is.
  Solution finish(Status status, bool is_judged) {
    status = status_at_end(status, is_judged, [this] { return prove(); });
    w_.resize(x_.features());
    return monitor_.conclude({std::move(w_), intercept_, std::move(s_), {}, certificate_}, status,
                             static_cast<double>(passes_), counts_.steps);
  }

  static constexpr std::int64_t poll_entries = 1 << 16;

  ColumnsWithIntercept<T> x_;
  const Problem& problem_;
  const Loss loss_;
  const SolverOptions& options_;
  PrimalCdCounts& counts_;
  Monitor monitor_;
  Random random_;
  Baseline baseline_;

  std::vector<double> w_;  // and b, divided by the constant, last
  std::vector<std::uint32_t> order_;
  std::vector<double> bound_;  // H_j
  std::vector<double> reach_;  // Delta_j
  std::vector<double> costs_;
  std::vector<double> z_;
  std::vector<double> s_;

  double estimate_ = infinity;  // of the gap, from the D'(0) of the last pass
  double last_estimate_ = infinity;
  double largest_step_ = 0;
  std::int64_t next_poll_ = poll_entries;  // number of visited entries at which to poll
  std::int64_t passes_ = 0;
  std::int64_t next_check_ = 1;
  Certificate certificate_;
  std::vector<double> proven_z_;
  double intercept_ = 0;
};

template <class T>
Solution descend_columns(const CscView<T>& columns, const Problem& problem, const SolverOptions& options,
                         const WarmStart& start, PrimalCdCounts& counts) {
  if (problem.loss.name == LossName::logistic)
    return PrimalCd(columns, problem, LogisticLoss{}, options, counts).run(start);
  return PrimalCd(columns, problem, SquaredHingeLoss{}, options, counts).run(start);
}

}  // namespace

Solution primal_cd(const Problem& problem, const SolverOptions& options, const WarmStart& start, LazyColumns& columns,
                   PrimalCdCounts* counts) {
  if (problem.loss.name != LossName::squared_hinge && problem.loss.name != LossName::logistic)
    throw InvalidParameter("solver", "primal_cd", "needs the loss squared_hinge or logistic");
  PrimalCdCounts unasked;
  return std::visit(
      [&](const auto& x) {
        return descend_columns(x.view(), problem, options, start, counts != nullptr ? *counts : unasked);
      },
      columns.get());
}

}  // namespace hingeline::internal
