// SPDX-License-Identifier: BSD-3-Clause
#include "models/pairwise_coupling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hingeline::internal {
namespace {

/// Q, row-major.
std::vector<double> coupling_matrix(std::span<const double> first, std::size_t classes) {
  std::vector<double> Q(classes * classes, 0.0);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < classes; ++i)
    for (std::size_t j = i + 1; j < classes; ++j, ++pair) {
      const double r_ij = first[pair];
      const double r_ji = 1 - r_ij;
      Q[i * classes + i] += r_ji * r_ji;
      Q[j * classes + j] += r_ij * r_ij;
      Q[i * classes + j] = Q[j * classes + i] = -r_ji * r_ij;
    }
  return Q;
}

}  // namespace

std::vector<double> couple(std::span<const double> given, std::size_t classes) {
  constexpr double least = 1e-7;
  std::vector<double> first;
  for (const double r : given) first.push_back(std::clamp(r, least, 1 - least));
  if (classes == 2) return {first[0], 1 - first[0]};
  const std::vector<double> Q = coupling_matrix(first, classes);
  std::vector<double> p(classes, 1 / static_cast<double>(classes));
  std::vector<double> Qp(classes);
  for (std::size_t i = 0; i < classes; ++i)
    Qp[i] = std::inner_product(p.begin(), p.end(), Q.begin() + static_cast<std::ptrdiff_t>(i * classes), 0.0);
  constexpr int most_sweeps = 1000;
  constexpr double accuracy = 1e-9;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double largest_change = 0;
    for (std::size_t i = 0; i < classes; ++i) {
      const double pQp = std::inner_product(p.begin(), p.end(), Qp.begin(), 0.0);
      const double change = (pQp - Qp[i]) / Q[i * classes + i];
      largest_change = std::max(largest_change, std::abs(change));
      p[i] += change;
      for (std::size_t j = 0; j < classes; ++j) {
        p[j] /= 1 + change;
        Qp[j] = (Qp[j] + change * Q[i * classes + j]) / (1 + change);
      }
    }
    if (largest_change < accuracy) break;
  }
  return p;
}

}  // namespace hingeline::internal
