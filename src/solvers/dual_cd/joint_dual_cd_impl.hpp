// SPDX-License-Identifier: BSD-3-Clause
//
// The passes of joint_dual_cd.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
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

namespace hingeline::internal {

template <SparseRowMatrix Rows, LossSheet Loss>
class JointPasses {
 public:
  /// Those of joint_dual_cd, and their loss.
  JointPasses(const Rows& x, std::span<const Problem> problems, const Loss& loss,
              std::span<const SolverOptions> options)
      : x_(x, std::bit_ceil(problems.size()), 0),
        w_(static_cast<std::int64_t>(x_.size())),
        order_(x_.rows()),
        active_(x_.rows()),
        random_(options.front().seed) {
    std::fill_n(w_.data(), x_.size(), 0.0);
    std::iota(order_.begin(), order_.end(), 0U);
    const RowGeometry shared = row_geometry(x, problems.front(), Solver::rows_with_weight(problems.front()));
    for (std::size_t k = 0; k < problems.size(); ++k) {
      outputs_.push_back({make_solver(x, problems[k], loss, options[k], problems.front(), shared)});
      for (const std::uint32_t i : outputs_[k].solver->present()) active_[i] |= bit(k);
    }
  }

  std::vector<Solution> run() {
    std::vector<Solution> solutions(outputs_.size());
    for (std::size_t left = outputs_.size(); left > 0;) {
      sweep();
      for (std::size_t k = 0; k < outputs_.size(); ++k) {
        if (outputs_[k].solver == nullptr) continue;
        if (std::optional<Solution> solution = after_pass(k)) {
          solutions[k] = std::move(*solution);
          remove(k);
          --left;
        }
      }
    }
    return solutions;
  }

 private:
  using Solver = DualCd<Rows, Loss>;
  using Bits = std::uint8_t;  // one an output

  struct Output {
    std::unique_ptr<Solver> solver;  // null: done
    std::optional<typename Solver::Pass> pass = std::nullopt;
    std::size_t active = 0;
  };

  /// Rows of weight 0 are the same where the weights are.
  static std::unique_ptr<Solver> make_solver(const Rows& x, const Problem& problem, const Loss& loss,
                                             const SolverOptions& options, const Problem& first,
                                             const RowGeometry& of_first) {
    if (problem.weights.data() != first.weights.data()) return std::make_unique<Solver>(x, problem, loss, options);
    return std::make_unique<Solver>(x, problem, loss, options, of_first);
  }

  static Bits bit(std::size_t k) { return static_cast<Bits>(1U << k); }

  /// One pass over the rows that are active in any output.
  void sweep() {
    shuffle(std::span(order_), random_);
    for (Output& output : outputs_)
      if (output.solver != nullptr) output.pass.emplace(*output.solver);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (k % poll_rows == poll_rows - 1 && out_of_time()) break;
      if (k + lookahead < order_.size()) prefetch(order_[k + lookahead]);
      if (active_[order_[k]] != 0) visit(order_[k]);
    }
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (outputs_[k].solver == nullptr) continue;
      const auto active = std::ranges::count_if(active_, [k](Bits bits) { return (bits & bit(k)) != 0; });
      outputs_[k].solver->end_pass(*outputs_[k].pass, static_cast<std::size_t>(active));
    }
  }

  void prefetch(std::uint32_t i) const {
    if (active_[i] == 0) return;
    x_.prefetch(i);
    for (const Output& output : outputs_)
      if (output.solver != nullptr) output.pass->prefetch_row(i);
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

  /// The answer, where the output's part in joint passes is over.
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

  void remove(std::size_t k) {
    outputs_[k].solver.reset();
    for (Bits& bits : active_) bits &= static_cast<Bits>(~bit(k));
  }

  bool out_of_time() const {
    const auto present = std::ranges::find_if(outputs_, [](const Output& output) { return output.solver != nullptr; });
    return present->solver->out_of_time();
  }

  static constexpr std::size_t few_active = 8;  // one row in so many
  static constexpr std::size_t lookahead = 6;
  static constexpr std::size_t poll_rows = 1024;

  ClassRows<Rows> x_;
  Buffer<double> w_;
  std::vector<std::uint32_t> order_;
  std::vector<Bits> active_;  // by row
  std::vector<Output> outputs_;
  Random random_;
};

template <SparseRowMatrix Rows>
std::vector<Solution> joint_dual_cd(const Rows& x, std::span<const Problem> problems,
                                    std::span<const SolverOptions> options) {
  return visit_loss(problems.front().loss,
                    [&](const auto& loss) { return JointPasses(x, problems, loss, options).run(); });
}

}  // namespace hingeline::internal
