// SPDX-License-Identifier: BSD-3-Clause
//
// The losses phi(y, z) by name. z is a prediction x'w + b. Classification: y = +1 or -1 and m = y z is
// the margin. Regression: r = y - z is the residual. Their mathematics is in src/losses, a file each.
#pragma once

#include <array>
#include <memory>
#include <string_view>

namespace hingeline {

enum class LossName {
  hinge,                        ///< max(0, 1 - m)
  squared_hinge,                ///< max(0, 1 - m)^2
  smoothed_hinge,               ///< 0 for m >= 1; (1 - m)^2 / (2 gamma) for 1 - gamma <= m <= 1; 1 - m - gamma/2 below
  logistic,                     ///< log(1 + exp(-m))
  epsilon_insensitive,          ///< max(0, |r| - epsilon)
  squared_epsilon_insensitive,  ///< max(0, |r| - epsilon)^2
  quantile,                     ///< tau max(0, r - epsilon) + (1 - tau) max(0, -r - epsilon)
  absolute,                     ///< |r|
  squared,                      ///< r^2 / 2
  huber,                        ///< r^2 / 2 for |r| <= delta; delta (|r| - delta/2) beyond
  expectile,                    ///< tau max(0, r)^2 + (1 - tau) max(0, -r)^2
  plq,                          ///< any convex piecewise linear-quadratic function (plq.hpp)
};

class Plq;

/// A loss and its parameters; a parameter that the named loss does not have is ignored.
struct Loss {
  LossName name = LossName::squared_hinge;
  double epsilon = 0.1;  ///< half width of the insensitive tube, >= 0 (quantile: set it to 0 for the classic loss)
  double tau = 0.5;      ///< quantile or expectile level, 0 < tau < 1
  double delta = 1.0;    ///< where the Huber loss turns linear, > 0
  double gamma = 1.0;    ///< width of the smoothed hinge's quadratic part, > 0
  std::shared_ptr<const Plq> plq = nullptr;  ///< what `plq` means; never empty there

  /// The same PLQ function is the same object.
  bool operator==(const Loss&) const = default;
};

/// All names, in the order of LossName.
inline constexpr std::array<std::string_view, 12> loss_names = {
    "hinge",    "squared_hinge", "smoothed_hinge", "logistic", "epsilon_insensitive", "squared_epsilon_insensitive",
    "quantile", "absolute",      "squared",        "huber",    "expectile",           "plq"};

inline std::string_view to_string(LossName name) { return loss_names[static_cast<std::size_t>(name)]; }

/// Throws InvalidParameter naming the known losses.
LossName loss_from_string(std::string_view name);

/// Throws InvalidParameter where a parameter that the named loss has is out of its range.
void validate(const Loss& loss);

/// True where targets are classes.
bool is_classification(const Loss& loss);

/// True where the loss has no corner: its derivative is continuous.
bool is_differentiable(const Loss& loss);

}  // namespace hingeline
