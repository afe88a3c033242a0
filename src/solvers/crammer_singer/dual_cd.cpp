// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/crammer_singer/dual_cd.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "data/class_rows.hpp"
#include "losses/crammer_singer.hpp"
#include "problem/appended_constant.hpp"
#include "problem/certificate.hpp"
#include "problem/crammer_singer_certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/crammer_singer/is_answer.hpp"
#include "solvers/crammer_singer/layout.hpp"
#include "solvers/progress/gap_watch.hpp"
#include "solvers/progress/monitor.hpp"

namespace hingeline::internal {
namespace {

template <RowMatrix Rows>
class CrammerSinger {
 public:
  CrammerSinger(const Rows& x, const ClassProblem& problem, const SolverOptions& options)
      : problem_(problem),
        options_(options),
        monitor_(options),
        random_(options.seed),
        baseline_(crammer_singer_baseline(problem)),
        x_(x, problem.count, appended_constant(problem.rows)),
        count_(problem.count),
        step_(count_),
        q_(x_.rows()),
        w_(x_.size()),
        p_(x_.rows() * count_),
        classes_(p_.size()),
        class_count_(x_.rows(), count_),
        m_(count_),
        share_(count_),
        change_(count_),
        proven_s_(p_.size()),
        proven_z_(p_.size()) {
    for (std::size_t i = 0; i < x_.rows(); ++i) {
      std::iota(all_classes(i).begin(), all_classes(i).end(), 0);
      q_[i] = x_.squared_norm(i);
      if (cost(i) > 0 && q_[i] > 0) order_.push_back(static_cast<std::uint32_t>(i));
    }
    active_ = order_.size();
  }

  ClassSolution run(const ClassStart& start) {
    if (take(start)) {
      if (prove()) return finish(Status::converged, true);
    } else {
      certificate_.primal = baseline_;
    }
    begin();
    for (;;) {
      sweep();
      const bool checked = watch_.record_pass(passes_, estimate_, was_whole_, options_.tolerance * scale());
      if (checked && prove()) return finish(Status::converged, true);
      if (const auto status = monitor_.after_pass(progress(checked), work_)) return finish(*status, checked);
      if (stuck(checked)) return finish(Status::numerical, checked);
      if (checked) resume();
    }
  }

 private:
  std::size_t label(std::size_t i) const { return static_cast<std::size_t>(problem_.classes[i]); }
  double cost(std::size_t i) const { return row_cost(problem_.rows, i); }
  std::span<double> shares(std::size_t i) { return std::span(p_).subspan(i * count_, count_); }
  std::span<const double> proven_outputs(std::size_t i) const {
    return std::span(proven_z_).subspan(i * count_, count_);
  }
  /// The classes of row i, the active ones first.
  std::span<std::int32_t> all_classes(std::size_t i) { return std::span(classes_).subspan(i * count_, count_); }
  ClassLayout layout() const { return {x_.features(), count_, x_.appended()}; }
  double scale() const { return gap_scale(certificate_.primal, certificate_.dual, baseline_); }

  /// Sets s from a warm start; false where there is none.
  bool take(const ClassStart& start) {
    if (!start.dual_coef.empty()) {
      proven_s_ = start.dual_coef;
    } else if (!start.coef.empty()) {
      w_ = by_features(start, layout());
      for (std::size_t i = 0; i < x_.rows(); ++i) take_subgradient(i);
    }
    for (std::size_t i = 0; i < x_.rows(); ++i)
      if (q_[i] == 0) take_subgradient(i);
    return !start.dual_coef.empty() || !start.coef.empty();
  }

  /// s_i = c_i (e_y - e_k) for the largest m_ik.
  void take_subgradient(std::size_t i) {
    x_.outputs(i, w_.data(), m_.data());
    for (std::size_t k = 0; k < count_; ++k) m_[k] += k == label(i) ? 0 : 1;
    const auto largest = std::max_element(m_.begin(), m_.end()) - m_.begin();
    const std::span<double> s = std::span(proven_s_).subspan(i * count_, count_);
    std::fill(s.begin(), s.end(), 0.0);
    s[label(i)] += cost(i);
    s[static_cast<std::size_t>(largest)] -= cost(i);
  }

  /// Sets p from proven_s_, which is feasible by now.
  void begin() {
    for (std::size_t i = 0; i < x_.rows(); ++i)
      for (std::size_t k = 0; k < count_; ++k) shares(i)[k] = (k == label(i) ? cost(i) : 0) - proven_s_[i * count_ + k];
  }

  /// One pass over the active rows in random order.
  void sweep() {
    shuffle(std::span(order_.data(), active_), random_);
    const double reach = options_.shrinking ? watch_.kappa() * last_move_ : infinity;
    was_whole_ = is_whole();
    estimate_ = 0;
    largest_move_ = 0;
    std::size_t kept = 0;
    std::size_t t = 0;
    for (; t < active_; ++t) {
      if (t % poll_rows == poll_rows - 1 && monitor_.stop_status()) break;
      if (t + lookahead < active_) x_.prefetch(order_[t + lookahead]);
      if (visit(order_[t], reach)) std::swap(order_[kept++], order_[t]);
    }
    iterations_ += static_cast<std::int64_t>(t);
    for (; t < active_; ++t) std::swap(order_[kept++], order_[t]);
    active_ = kept;
    last_move_ = largest_move_;
    ++passes_;
  }

  /// Whether no row, and no class of any row, is set aside.
  bool is_whole() const {
    const auto has_all = [this](std::uint32_t i) { return class_count_[i] == count_; };
    return active_ == order_.size() && std::ranges::all_of(order_, has_all);
  }

  /// Takes the exact step along p_i. False where the row may be set aside.
  bool visit(std::size_t i, double reach) {
    const std::span<std::int32_t> classes = all_classes(i).first(class_count_[i]);
    const std::size_t size = classes.size();
    take_margins(i, classes);
    for (std::size_t a = 0; a < size; ++a) share_[a] = shares(i)[static_cast<std::size_t>(classes[a])];
    const std::span<const double> m(m_.data(), size);
    const std::span<double> p(share_.data(), size);
    const std::span<double> change(change_.data(), size);
    estimate_ += crammer_singer_gap(m, p);
    step_.take(m, cost(i), q_[i], p, change);
    if (step_.move() > 0) apply(i, classes);
    largest_move_ = std::max(largest_move_, step_.move());
    work_ += static_cast<double>(size) / static_cast<double>(count_ * order_.size());
    set_classes_aside(i, classes, reach);
    return class_count_[i] > 1;
  }

  /// Sets m_ = m_ik of these classes.
  void take_margins(std::size_t i, std::span<const std::int32_t> classes) {
    if (few_classes * classes.size() <= count_) {
      for (std::size_t a = 0; a < classes.size(); ++a)
        m_[a] = x_.output(i, static_cast<std::size_t>(classes[a]), w_.data());
    } else {
      x_.outputs(i, w_.data(), change_.data());
      for (std::size_t a = 0; a < classes.size(); ++a) m_[a] = change_[static_cast<std::size_t>(classes[a])];
    }
    for (std::size_t a = 0; a < classes.size(); ++a) m_[a] += classes[a] == problem_.classes[i] ? 0 : 1;
  }

  /// Moves p_i and W by the step.
  void apply(std::size_t i, std::span<const std::int32_t> classes) {
    moved_.clear();
    moves_.clear();
    for (std::size_t a = 0; a < classes.size(); ++a) {
      if (change_[a] == 0) continue;
      shares(i)[static_cast<std::size_t>(classes[a])] = share_[a];
      moved_.push_back(classes[a]);
      moves_.push_back(change_[a]);
    }
    x_.add(i, moved_, moves_, w_.data());
  }

  /// Keeps the classes with p_ik > 0, those that would get it if outputs moved by `reach`, and those that just moved.
  void set_classes_aside(std::size_t i, std::span<std::int32_t> classes, double reach) {
    std::size_t kept = 0;
    for (std::size_t a = 0; a < classes.size(); ++a)
      if (share_[a] > 0 || change_[a] != 0 || !settled(m_[a], step_.theta(), reach))
        std::swap(classes[kept++], classes[a]);
    class_count_[i] = kept;
  }

  /// Whether a class with p_ik = 0 keeps it even if m_k and theta each move by `reach` towards each other.
  static bool settled(double m, double theta, double reach) { return m + 2 * reach < theta; }

  /// Certifies the present point; returns whether it is the answer. W is then that of proven_s_, or slightly longer.
  bool prove() {
    if (passes_ > 0) {
      for (std::size_t i = 0; i < x_.rows(); ++i)
        for (std::size_t k = 0; k < count_; ++k)
          proven_s_[i * count_ + k] = (k == label(i) ? cost(i) : 0) - shares(i)[k];
    }
    const CrammerSingerPoint point{proven_s_, w_, proven_z_};
    certificate_ = certify(problem_, point);
    return is_answer(problem_, options_.tolerance, point, certificate_);
  }

  /// Goes on after a certificate above the tolerance.
  void resume() {
    watch_.learn(passes_, certificate_.gap, was_whole_);
    const double reach = last_move_ == 0 ? infinity : watch_.kappa() * last_move_;
    for (const std::uint32_t i : order_) bring_classes_back(i, reach);
    active_ = static_cast<std::size_t>(
        std::partition(order_.begin(), order_.end(), [this](std::uint32_t i) { return class_count_[i] > 1; }) -
        order_.begin());
  }

  /// Makes classes of row i active again that would move at the outputs of the certificate.
  void bring_classes_back(std::size_t i, double reach) {
    const std::span<std::int32_t> classes = all_classes(i);
    const auto margin = [&](std::int32_t k) {
      return proven_outputs(i)[static_cast<std::size_t>(k)] + (k == problem_.classes[i] ? 0 : 1);
    };
    double theta = -infinity;
    for (std::size_t a = 0; a < class_count_[i]; ++a) theta = std::max(theta, margin(classes[a]));
    for (std::size_t a = class_count_[i]; a < count_; ++a)
      if (!settled(margin(classes[a]), theta, reach)) std::swap(classes[class_count_[i]++], classes[a]);
  }

  /// Whether nothing more can be gained: numbers overflowed, or nothing moves and the gap is still above the tolerance.
  bool stuck(bool checked) const { return !std::isfinite(estimate_) || (checked && last_move_ == 0 && was_whole_); }

  Progress progress(bool checked) const {
    return monitor_.progress(passes_, certificate_, checked, watch_.expected_gap() / scale(),
                             static_cast<std::int64_t>(active_));
  }

  /// `is_judged`: the point was proven or refused where it is.
  ClassSolution finish(Status status, bool is_judged) {
    status = status_at_end(status, is_judged, [this] { return prove(); });
    ClassSolution result;
    result.solution =
        monitor_.conclude({{}, 0, std::move(proven_s_), {}, certificate_}, status, passes_, work_, iterations_);
    take_coef(w_, layout(), result);
    return result;
  }

  static constexpr std::size_t lookahead = 4;
  static constexpr std::size_t poll_rows = 1024;
  static constexpr std::size_t few_classes = 8;  // one class alone costs about as much as so many together

  const ClassProblem& problem_;
  const SolverOptions& options_;
  Monitor monitor_;
  Random random_;
  double baseline_;
  ClassRows<Rows> x_;
  std::size_t count_;
  CrammerSingerStep step_;

  std::vector<double> q_;             // |x_i|^2
  std::vector<std::uint32_t> order_;  // the active rows, then those set aside
  std::size_t active_ = 0;
  bool was_whole_ = true;              // when the last pass began
  std::vector<double> w_;              // d x K
  std::vector<double> p_;              // n x K
  std::vector<std::int32_t> classes_;  // n x K: for each row the active classes, then those set aside
  std::vector<std::size_t> class_count_;

  std::vector<double> m_;  // of a visit, by active classes
  std::vector<double> share_;
  std::vector<double> change_;
  std::vector<std::int32_t> moved_;
  std::vector<double> moves_;

  double estimate_ = infinity;  // of the gap, from the last pass
  double last_move_ = infinity;
  double largest_move_ = 0;
  GapWatch watch_;
  std::int64_t passes_ = 0;
  std::int64_t iterations_ = 0;
  double work_ = 0;  // in passes over all rows and classes

  Certificate certificate_;
  std::vector<double> proven_s_;
  std::vector<double> proven_z_;
};

}  // namespace

ClassSolution crammer_singer_dual_cd(const ClassProblem& problem, const SolverOptions& options,
                                     const ClassStart& start) {
  return visit_rows(problem.rows.x, [&](const auto& x) { return CrammerSinger(x, problem, options).run(start); });
}

}  // namespace hingeline::internal
