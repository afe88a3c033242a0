// SPDX-License-Identifier: BSD-3-Clause
//
// LIBLINEAR's solver types by number. model_files/model_text.hpp has the problem of each type; the solver is
// Hingeline's choice.
//
// LIBLINEAR's -e bounds a violation or a gradient, in a different way for each type. Hingeline's tolerance bounds the
// proven gap relative to the objective. It is 1e-3 at the default -e of a type, so that the objective is never above
// LIBLINEAR's by more than that, and proportional elsewhere:
//
//     tolerance = 1e-3 e / default e,   but at least 1e-10 and at most 0.1
//
//     type          0, 2, 5, 6, 21    1, 3, 4, 7    11      12, 13
//     default e     0.01              0.1           1e-4    0.1
//
// Type 21 has 1e-6 in place of 1e-3: its model has rho beside w, and |w - w*| <= sqrt(2 gap) makes both accurate to a
// thousandth.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "liblinear/linear.h"
#include "model_files/model_text.hpp"

namespace hingeline::compat {

struct SolverType {
  int number;
  std::string_view name;
  double default_eps;
  bool is_primal;  // accepts init_sol and -R

  /// Loss, penalty and multi_class; nullptr for ONECLASS_SVM.
  const internal::LiblinearType* problem() const { return internal::find_liblinear_type(name); }
};

inline constexpr std::array<SolverType, 12> solver_types = {{
    {L2R_LR, "L2R_LR", 0.01, true},
    {L2R_L2LOSS_SVC_DUAL, "L2R_L2LOSS_SVC_DUAL", 0.1, false},
    {L2R_L2LOSS_SVC, "L2R_L2LOSS_SVC", 0.01, true},
    {L2R_L1LOSS_SVC_DUAL, "L2R_L1LOSS_SVC_DUAL", 0.1, false},
    {MCSVM_CS, "MCSVM_CS", 0.1, false},
    {L1R_L2LOSS_SVC, "L1R_L2LOSS_SVC", 0.01, false},
    {L1R_LR, "L1R_LR", 0.01, false},
    {L2R_LR_DUAL, "L2R_LR_DUAL", 0.1, false},
    {L2R_L2LOSS_SVR, "L2R_L2LOSS_SVR", 1e-4, true},
    {L2R_L2LOSS_SVR_DUAL, "L2R_L2LOSS_SVR_DUAL", 0.1, false},
    {L2R_L1LOSS_SVR_DUAL, "L2R_L1LOSS_SVR_DUAL", 0.1, false},
    {ONECLASS_SVM, "ONECLASS_SVM", 0.01, false},
}};

/// The type of this number; nullptr if LIBLINEAR has none.
inline const SolverType* find_solver_type(int number) {
  const auto* found = std::find_if(solver_types.begin(), solver_types.end(),
                                   [number](const SolverType& type) { return type.number == number; });
  return found == solver_types.end() ? nullptr : found;
}

inline bool is_regression(int number) { return number >= L2R_L2LOSS_SVR && number <= L2R_L1LOSS_SVR_DUAL; }

/// Limit of passes. LIBLINEAR, too, allows Crammer and Singer's machine more: a hundred times those of its other
/// coordinate descents.
inline std::int64_t pass_limit_of(const SolverType& type) { return type.number == MCSVM_CS ? 100000 : 10000; }

inline double tolerance_of(const SolverType& type, double eps) {
  const double at_default = type.number == ONECLASS_SVM ? 1e-6 : 1e-3;
  return std::clamp(at_default * (eps / type.default_eps), 1e-10, 0.1);
}

}  // namespace hingeline::compat
