// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace hingeline {

/// How more than two classes are told apart; two are one output whatever this says.
enum class MultiClass {
  one_vs_rest,  ///< a problem per class: it against all others
  one_vs_one,   ///< a problem for every two classes, on their rows alone; each has a vote
  /// One problem of all classes, of the loss log sum_k exp(z_k) - z_y, which is what the loss logistic then means.
  multinomial,
  /// Likewise of max_k (z_k + [k != y]) - z_y, which is what the loss hinge then means (Crammer & Singer, JMLR 2001).
  /// The intercept must be penalized or none.
  crammer_singer,
};

inline constexpr std::array<std::string_view, 4> multi_class_names = {"ovr", "ovo", "multinomial", "crammer_singer"};
inline std::string_view to_string(MultiClass value) { return multi_class_names[static_cast<std::size_t>(value)]; }

}  // namespace hingeline
