// SPDX-License-Identifier: BSD-3-Clause
//
// The passes of joint_dual_cd.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/buffer.hpp"
#include "core/random.hpp"
#include "data/class_rows.hpp"
#include "losses/visit_loss.hpp"
#include "solvers/dual_cd/dual_cd_impl.hpp"
#include "solvers/dual_cd/joint_dual_cd.hpp"
#include "solvers/dual_cd/start_plane.hpp"

namespace hingeline::internal {

template <SparseRowMatrix Rows, LossSheet Loss>
class JointPasses {
 public:
  /// Arguments as of joint_dual_cd(); `loss` is that of all problems.
  JointPasses(const Rows& x, std::span<const Problem> problems, const Loss& loss,
              std::span<const SolverOptions> options, GeometryMemo& geometry)
      : rows_(x),
        problems_(problems),
        x_(x, std::bit_ceil(problems.size()), 0),
        w_(static_cast<std::int64_t>(x_.size())),
        order_(x_.rows()),
        active_(x_.rows()),
        random_(options.front().seed) {
    std::fill_n(w_.data(), x_.size(), 0.0);
    std::iota(order_.begin(), order_.end(), 0U);
    for (std::size_t k = 0; k < problems.size(); ++k) {
      outputs_.push_back({std::make_unique<Solver>(x, problems[k], loss, options[k], geometry)});
      for (const std::uint32_t i : outputs_[k].solver->present()) active_[i] |= bit(k);
    }
  }

  std::vector<Solution> run(std::span<const WarmStart> starts, const CommonStart* common) {
    solutions_.resize(outputs_.size());
    if (common != nullptr)
      begin_in(*common);
    else
      for (std::size_t k = 0; k < outputs_.size(); ++k) take(k, begin(k, starts[k]));
    while (std::ranges::any_of(outputs_, &Output::is_present)) {
      sweep();
      for (std::size_t k = 0; k < outputs_.size(); ++k)
        if (outputs_[k].is_present()) take(k, after_pass(k));
    }
    return std::move(solutions_);
  }

 private:
  using Solver = DualCd<Rows, Loss>;
  using Bits = std::uint8_t;  // one an output
  using Points = std::array<PlanePoint, most_joint_outputs>;

  struct Output {
    std::unique_ptr<Solver> solver;  // null: done
    std::optional<typename Solver::Pass> pass = std::nullopt;

    bool is_present() const { return solver != nullptr; }
  };

  static Bits bit(std::size_t k) { return static_cast<Bits>(1U << k); }

  /// One pass over the rows that are active in any output.
  void sweep() {
    shuffle(std::span(order_), random_);
    for (Output& output : outputs_)
      if (output.is_present()) output.pass.emplace(output.solver->begin_pass());
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (k % poll_rows == poll_rows - 1 && must_stop()) break;
      if (k + Solver::far_ahead < order_.size()) prefetch_place(order_[k + Solver::far_ahead]);
      if (k + Solver::ahead < order_.size()) prefetch(order_[k + Solver::ahead]);
      if (active_[order_[k]] != 0) visit(order_[k]);
    }
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (!outputs_[k].is_present()) continue;
      const auto active = std::ranges::count_if(active_, [k](Bits bits) { return (bits & bit(k)) != 0; });
      outputs_[k].solver->end_pass(*outputs_[k].pass, static_cast<std::size_t>(active));
    }
  }

  [[gnu::always_inline]] void prefetch(std::uint32_t i) const {
    if (active_[i] != 0) x_.prefetch(i);
  }

  [[gnu::always_inline]] void prefetch_place(std::uint32_t i) const {
    if (active_[i] == 0) return;
    x_.prefetch_place(i);
    for (const Output& output : outputs_)
      if (output.is_present()) output.pass->prefetch_row(i);
  }

  /// Takes the exact step along s_i of each output in which the row is active.
  void visit(std::uint32_t i) {
    std::array<double, most_joint_outputs> dots;
    std::array<double, most_joint_outputs> changes{};
    bool moved = false;
    x_.outputs(i, w_.data(), dots.data());
    for (unsigned bits = active_[i]; bits != 0; bits &= bits - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(bits));
      const auto [change, settled] = outputs_[k].pass->step_along(i, dots[k]);
      changes[k] = change;
      moved = moved || change != 0;
      if (settled) active_[i] &= static_cast<Bits>(~bit(k));
    }
    if (moved) x_.add(i, changes, w_.data());
  }

  /// Ends a pass for output k. Where its part in joint passes is over, goes on alone and returns the answer.
  std::optional<Solution> after_pass(std::size_t k) {
    Solver& solver = *outputs_[k].solver;
    const bool checked = solver.check_is_due();
    const bool many_active = solver.active() * few_active >= solver.present().size();
    if (!checked && many_active) return solver.after_pass(false);
    solver.take_over(checked ? std::vector<double>() : coef(k),
                     [this, k](std::uint32_t i) { return (active_[i] & bit(k)) != 0; });
    std::optional<Solution> solution = solver.after_pass(checked);
    return solution ? std::move(solution) : solver.go_on();
  }

  std::vector<double> coef(std::size_t k) const {
    std::vector<double> column(x_.features());
    for (std::size_t j = 0; j < column.size(); ++j) column[j] = w_.data()[j * x_.count() + k];
    return column;
  }

  /// Begins at a start; returns the answer if the start is one.
  std::optional<Solution> begin(std::size_t k, const WarmStart& start) {
    std::optional<Solution> solution = outputs_[k].solver->begin(start);
    const std::vector<double> column = outputs_[k].solver->give_coef();
    for (std::size_t j = 0; j < column.size(); ++j) w_.data()[j * x_.count() + k] = column[j];
    return solution;
  }

  /// Begins each output at the best point of its plane.
  void begin_in(const CommonStart& common) {
    Points points{};
    for (std::size_t k = 0; k < outputs_.size(); ++k) points[k] = begin_in(common, k);
    for (std::size_t j = 0; j < x_.features(); ++j)
      for (std::size_t k = 0; k < outputs_.size(); ++k)
        w_.data()[j * x_.count() + k] = points[k].others * common.coef[j];
    for (std::uint32_t i = 0; i < x_.rows(); ++i) add_own_row(i, common, points);
  }

  /// Corrects w where row i is an output's own: from its part in the common start to its own s_i.
  void add_own_row(std::uint32_t i, const CommonStart& common, const Points& points) {
    std::array<double, most_joint_outputs> changes{};
    bool moved = false;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (problems_[k].y[i] < 0) continue;
      changes[k] = points[k].own * outputs_[k].solver->cost(i) - points[k].others * common.dual[i];
      moved = moved || changes[k] != 0;
    }
    if (moved) x_.add(i, changes, w_.data());
  }

  /// Begins output k at the best point of its plane, which is returned; at 0 where there is none.
  PlanePoint begin_in(const CommonStart& common, std::size_t k) {
    Solver& solver = *outputs_[k].solver;
    std::vector<std::uint32_t> own;
    std::ranges::copy_if(solver.present(), std::back_inserter(own),
                         [&](std::uint32_t i) { return problems_[k].y[i] > 0; });
    const StartPlane plane = start_plane(rows_, problems_[k], own, common);
    if (!has_best_point(plane)) return {};
    const PlanePoint point = best_point(plane, problems_[k].intercept);
    solver.begin_at([&](const DualRow& row,
                        std::uint32_t i) { return row.y > 0 ? point.own * row.c : point.others * common.dual[i]; },
                    point.intercept);
    return point;
  }

  /// Stores the answer, if there is one, and removes the output from joint passes.
  void take(std::size_t k, std::optional<Solution> solution) {
    if (!solution) return;
    solutions_[k] = std::move(*solution);
    outputs_[k].solver.reset();
    for (Bits& bits : active_) bits &= static_cast<Bits>(~bit(k));
  }

  bool must_stop() const {
    const auto present = std::ranges::find_if(outputs_, &Output::is_present);
    return present->solver->must_stop();
  }

  static constexpr std::size_t few_active = 8;  // one row in so many
  static constexpr std::size_t poll_rows = 1024;

  const Rows& rows_;
  std::span<const Problem> problems_;
  ClassRows<Rows> x_;
  Buffer<double> w_;
  std::vector<std::uint32_t> order_;
  std::vector<Bits> active_;  // by row
  std::vector<Output> outputs_;
  std::vector<Solution> solutions_;
  Random random_;
};

template <SparseRowMatrix Rows>
std::vector<Solution> joint_dual_cd(const Rows& x, std::span<const Problem> problems,
                                    std::span<const SolverOptions> options, std::span<const WarmStart> starts,
                                    const CommonStart* common, GeometryMemo& geometry) {
  return visit_loss(problems.front().loss, [&](const auto& loss) {
    return JointPasses(x, problems, loss, options, geometry).run(starts, common);
  });
}

}  // namespace hingeline::internal
