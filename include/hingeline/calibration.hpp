// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace hingeline {

/// How decision values become probabilities, where the loss has none of its own. p(z) ascends, p >=
/// 1/2 exactly where z >= 0, and one function serves all classes: probabilities never contradict the predicted label.
struct Calibration {
  enum class Kind {
    none,
    platt,    ///< p = 1 / (1 + exp(-slope z)): Platt 1999, without his offset
    isotonic  ///< linear between the knots, constant beyond: Zadrozny & Elkan 2002, fitted on each side of 0
  };
  Kind kind = Kind::none;
  double slope = 1;  ///< platt, > 0
  struct Knot {
    double z;
    double p;
  };
  std::vector<Knot> knots;  ///< isotonic: z strictly ascending, p ascending, (0, 1/2) among them
};

/// All names, in the order of Calibration::Kind.
inline constexpr std::array<std::string_view, 3> calibration_names = {"none", "platt", "isotonic"};
inline std::string_view to_string(Calibration::Kind kind) { return calibration_names[static_cast<std::size_t>(kind)]; }

}  // namespace hingeline
