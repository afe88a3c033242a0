// SPDX-License-Identifier: BSD-3-Clause
#include "problem/kernel_scale.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/signs.hpp"

namespace hingeline::internal {

KernelScale kernel_scale(const QuadraticProgram& program, const std::vector<double>& diagonal, double constant_primal) {
  constexpr std::size_t enough = 1000;
  const std::size_t stride = (program.size() + enough - 1) / enough;
  KernelScale scale = {constant_primal, 0, std::vector<double>(diagonal.size(), 0.0)};
  std::vector<double> sample;
  for (std::size_t t = 0; t < program.size(); ++t) {
    const auto row = static_cast<std::size_t>(program.row[t]);
    scale.roots[row] = std::sqrt(positive_part(diagonal[row]));
    if (t % stride == 0) sample.push_back(diagonal[row]);
  }
  const auto usual = sample.begin() + std::ssize(sample) * 9 / 10;
  std::nth_element(sample.begin(), usual, sample.end());
  scale.usual_kernel = *usual;
  return scale;
}

double least_scale(double squares, const KernelScale& scale) {
  constexpr double share = 1e-3;
  return share * half_size(squares, scale);
}

ProductSizes product_sizes(const QuadraticProgram& program, const std::vector<double>& a,
                           const std::vector<double>& products, const KernelScale& scale) {
  const std::vector<double> s = row_coefs(program, a);
  ProductSizes sizes;
  double squared_norm = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    sizes.of_coefs += std::abs(s[i]) * scale.roots[i];
    squared_norm += s[i] * products[i];
  }
  sizes.of_sums = sizes.of_coefs;
  if (!scale.sums_are_exact) return sizes;
  const auto terms = static_cast<double>(program.rows);
  sizes.of_sums =
      std::sqrt(positive_part(squared_norm)) + terms * terms * std::numeric_limits<double>::epsilon() * sizes.of_coefs;
  return sizes;
}

}  // namespace hingeline::internal
