// SPDX-License-Identifier: BSD-3-Clause
//
// The multinomial logistic loss of a row of class y whose outputs are z = (z_1 .. z_K):
//
//     value        phi(z) = log sum_k exp(z_k) - z_y
//     gradient     p - e_y,    p = softmax(z)
//     Hessian      diag(p) - p p'
//     conjugate    phi*(q - e_y) = sum_k q_k log q_k, q in the simplex
//     gap          phi(z) + phi*(q - e_y) - (q - e_y)'z = sum_k q_k log(q_k / p_k)  (Fenchel-Young),
//                  the divergence of q from p: 0 at q = p
//
// Two outputs z, -z are the logistic loss of margin 2 z. A constant added to all outputs changes nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace hingeline::internal {

/// Sets p = softmax(z); returns log sum_k exp(z_k). z and p may be the same.
inline double softmax(std::span<const double> z, std::span<double> p) {
  const double largest = *std::max_element(z.begin(), z.end());
  double sum = 0;
  for (std::size_t k = 0; k < z.size(); ++k) sum += p[k] = std::exp(z[k] - largest);
  for (double& share : p) share /= sum;
  return largest + std::log(sum);
}

/// phi(z), given p = softmax(z) and log_sum as softmax() returned it; accurate to the last digits also where z_y alone
/// is large.
inline double multinomial_loss(std::span<const double> p, std::size_t y, double log_sum, double z_y) {
  if (p[y] < 0.5) return log_sum - z_y;
  double others = 0;
  for (std::size_t k = 0; k < p.size(); ++k) others += k == y ? 0 : p[k];
  return -std::log1p(-others);
}

/// sum_k q_k log(q_k / p_k), p = softmax(z) and log_sum what softmax() returned: as a sum of terms >= 0, finite also
/// where p_k underflows.
inline double divergence(std::span<const double> q, std::span<const double> p, std::span<const double> z,
                         double log_sum) {
  double total = 0;
  for (std::size_t k = 0; k < q.size(); ++k) {
    const double excess = q[k] - p[k];
    const bool close = std::abs(excess) < 0.5 * q[k];
    const double information = close ? -std::log1p(-excess / q[k]) : std::log(q[k]) - (z[k] - log_sum);
    total += q[k] > 0 ? std::max(q[k] * information - excess, 0.0) : p[k];  // not a number stays none
  }
  return total;
}

}  // namespace hingeline::internal
