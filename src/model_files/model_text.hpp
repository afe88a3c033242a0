// SPDX-License-Identifier: BSD-3-Clause
//
// Model files as text. LIBLINEAR's format:
//
//     solver_type NAME
//     nr_class K                  2 for regression
//     label L1 .. LK              integers; absent for regression
//     nr_feature D
//     bias B                      < 0: no intercept; else there is one more row, which times B is the intercept
//     w
//     D (+ 1) rows of 1 number (regression, K = 2) or K numbers
//
// The native format begins with `hingeline_format 1` and has, in place of solver_type, what LIBLINEAR's cannot express:
//
//     loss NAME
//     epsilon E, tau T, delta D, gamma G      a line each
//     plq_argument NAME           loss plq: margin | residual | prediction
//     plq_function K ..           loss plq, a line per function: K breakpoints, K + 1 slopes, K + 1 curvatures, minimum
//     C C                         absent where not known
//     intercept KIND BIAS         free | penalized | none
//     penalty L1 L2               L1 |w|_1 + L2 / 2 |w|^2; absent: 0 and 1
//     multi_class NAME            ovr | ovo | multinomial | crammer_singer; absent: ovr
//     certificate P D gap relative_gap rounding_floor coef_error_bound max_violation dual_rounding
//                                 the last two absent in older files; the line is absent where nothing is known
//     column_scale S1 .. SD       what training divided the columns by; absent if it did not
//     probability KIND            none | platt SLOPE | isotonic; absent: none
//     knot Z P                    one line per knot of an isotonic calibration, in order
//     basis METHOD D SEED KERNEL GAMMA DEGREE COEF0
//                                 w has coefficients of basis functions of rows with D features: nystroem | fourier
//     vector I:V ..               nystroem: a line per vector, in the order of w
//     levels TIE T1 .. TK         separate | rows | box | slope, and tau of each output; absent without levels
//     label_name NAME             one line per label, in order, or none; written like `feature`
//     feature NAME                one line per feature, in order, or none; \\ \n \r stand for backslash and line ends
//
// Its rows have one coefficient per output; with `ovo` there are K (K - 1) / 2 outputs, one for every two labels. Its
// labels may be any finite numbers, and its `bias` is 1 or -1, so that the last row is the intercept itself.
// The lines before `w` may come in any order, hingeline_format first.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "hingeline/factorization.hpp"
#include "hingeline/loss.hpp"
#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"

namespace hingeline::internal {

/// Takes the next piece of a text.
using TextSink = std::function<void(std::string_view)>;

/// Throws InvalidParameter.
void write_model_text(const LinearModel& model, ModelFormat format, const TextSink& sink);

/// The same as one string.
std::string format_model(const LinearModel& model, ModelFormat format);

/// `name` is what errors call the text. Throws DataError with the line.
LinearModel parse_model(std::string_view text, const std::string& name);
OneClassModel parse_one_class_model(std::string_view text, const std::string& name);
FactorModel parse_factor_model(std::string_view text, const std::string& name);

/// Loss, penalty (|w|_1 or 1/2 |w|^2) and multi_class of a solver type of LIBLINEAR. The first type that fits a model
/// in all three is written; other models need the native format.
struct LiblinearType {
  std::string_view name;
  LossName loss;
  bool has_l1_penalty = false;
  MultiClass multi_class = MultiClass::one_vs_rest;
};

inline constexpr std::array<LiblinearType, 15> liblinear_types = {{
    {"L2R_LR", LossName::logistic},
    {"L2R_L2LOSS_SVC", LossName::squared_hinge},
    {"L2R_L1LOSS_SVC_DUAL", LossName::hinge},
    {"L2R_L2LOSS_SVR", LossName::squared_epsilon_insensitive},
    {"L2R_L1LOSS_SVR_DUAL", LossName::epsilon_insensitive},
    {"L2R_L2LOSS_SVC_DUAL", LossName::squared_hinge},
    {"L2R_LR_DUAL", LossName::logistic},
    {"L2R_L2LOSS_SVR_DUAL", LossName::squared_epsilon_insensitive},
    {"L1R_L2LOSS_SVC", LossName::squared_hinge, true},
    {"L1R_LR", LossName::logistic, true},
    {"MCSVM_CS", LossName::hinge, false, MultiClass::crammer_singer},
    // before LIBLINEAR 1.5
    {"L2_LR", LossName::logistic},
    {"L2LOSS_SVM", LossName::squared_hinge},
    {"L2LOSS_SVM_DUAL", LossName::squared_hinge},
    {"L1LOSS_SVM_DUAL", LossName::hinge},
}};

/// The type of this name, or nullptr.
constexpr const LiblinearType* find_liblinear_type(std::string_view name) {
  const auto* found = std::ranges::find(liblinear_types, name, &LiblinearType::name);
  return found == liblinear_types.end() ? nullptr : found;
}

}  // namespace hingeline::internal
