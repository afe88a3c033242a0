// SPDX-License-Identifier: BSD-3-Clause
#include "models/multi_class.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/require.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {

std::string multi_class_error(const LinearModel& model) {
  if (model.multi_class == MultiClass::one_vs_rest) return {};
  if (model.labels.size() < 3) return "needs more than two labels";
  if (is_joint(model.multi_class)) {
    const LossName loss = joint_loss(model.multi_class);
    return model.loss.name == loss ? std::string() : fmt::format("needs the loss {}", to_string(loss));
  }
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (pair_count(model.labels.size()) > most) return fmt::format("needs labels of at most {} pairs", most);
  if (model.features == 0 && model.intercept_kind == Intercept::none) return "needs features or an intercept";
  return {};
}

/// Each MultiClass with one joint problem has its own loss and solvers.
void validate_multi_class(const TrainOptions& options) {
  require_known("multi_class", options.multi_class, MultiClass::crammer_singer, "must be a MultiClass");
  if (!is_joint(options.multi_class)) return;
  const bool multinomial = options.multi_class == MultiClass::multinomial;
  const LossName loss = joint_loss(options.multi_class);
  const std::vector<Solver> solvers =
      multinomial ? std::vector{Solver::newton} : std::vector{Solver::dual_cd, Solver::alm_newton};
  const std::string given(to_string(options.multi_class));
  const auto refuse = [&](const std::string& why) { throw InvalidParameter("multi_class", given, why); };
  if (options.loss.name != loss)
    refuse(fmt::format("needs the loss {}, not {}", to_string(loss), to_string(options.loss.name)));
  if (options.penalty.l1 != 0 || options.penalty.l2 != 1 || !options.bounds.lower.empty() ||
      !options.bounds.upper.empty() || rows(options.constraints.rows) != 0)
    refuse("needs a ridge as penalty, without bounds or constraints; ovr and ovo take others");
  if (options.solver.solver != Solver::automatic && std::ranges::count(solvers, options.solver.solver) == 0)
    refuse(fmt::format("needs the solver {}, not {}", multinomial ? "auto or newton" : "auto, dual_cd or alm_newton",
                       to_string(options.solver.solver)));
  if (!multinomial && options.intercept == Intercept::free) refuse("needs the intercept penalized or none, not free");
}

}  // namespace hingeline::internal
