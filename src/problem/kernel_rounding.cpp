// SPDX-License-Identifier: BSD-3-Clause
#include "problem/kernel_rounding.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "data/for_each_entry.hpp"
#include "problem/rounding.hpp"

namespace hingeline::internal {
namespace {

double squared(double value) { return value * value; }

/// |x'|^2 by row, without wide columns.
std::vector<double> prepared_squares(const KernelSpace& space, const MatrixView& x) {
  double of_zeros = 0;
  if (space.dense())
    for (std::int32_t j = 0; j < space.features(); ++j)
      of_zeros += squared(space.prepare(0, static_cast<std::size_t>(j)));
  std::vector<double> squares(static_cast<std::size_t>(rows(x)), of_zeros);
  std::visit(
      [&](const auto& view) {
        for (std::size_t i = 0; i < squares.size(); ++i)
          for_each_entry(view, static_cast<std::int64_t>(i), [&](std::int32_t column, double value) {
            const auto j = static_cast<std::size_t>(column);
            squares[i] += squared(space.prepare(value, j)) - squared(space.prepare(0, j));
          });
      },
      x);
  return squares;
}

}  // namespace

std::vector<double> kernel_rounding(const KernelSpace& space, const MatrixView& x) {
  const Kernel& kernel = space.kernel();
  const auto n = static_cast<std::size_t>(rows(x));
  if (kernel.name == KernelName::polynomial) return std::vector<double>(n, term_rounding * std::max(1, kernel.degree));
  if (kernel.name != KernelName::rbf) return {};
  constexpr double share = 4;  // 2^-48 is 4 of the 4 eps of a term
  std::vector<double> rounding = prepared_squares(space, x);
  const double largest = *std::ranges::max_element(rounding);
  for (double& number : rounding) number = term_rounding * (1 + share * (number + largest));
  return rounding;
}

}  // namespace hingeline::internal
