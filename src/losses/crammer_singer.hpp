// SPDX-License-Identifier: BSD-3-Clause
//
// Crammer and Singer's loss of a row of class y whose outputs are z = (z_1 .. z_K), with m_k = z_k + [k != y]:
//
//     value        phi(z) = max_k m_k - m_y
//     gradient     q - e_y,    q in the simplex, 0 where m_k is not the largest
//     conjugate    (c phi)*(p - c e_y) = p_y - c,    p in the simplex of sum c
//     gap          c phi(z) + (c phi)*(-s) + s'z = sum_k p_k (max_l m_l - m_k),   s = c e_y - p  (Fenchel-Young)
//     step         where s moves z by q times its change: the new p_k = max(0, p_k + (m_k - theta) / q), with the
//                  theta at which they sum to c; by differences of the old p, so that a p that stays at a corner does
//                  so exactly
//
// Two classes are the hinge loss of z_y - z_l.
// Source: Crammer & Singer, JMLR 2001. theta by dropping classes from a set that can only be too large: Michelot,
// Journal of Optimization Theory and Applications 1986.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace hingeline::internal {

/// sum_k p_k (max_l m_l - m_k): the row's part of P - D.
inline double crammer_singer_gap(std::span<const double> m, std::span<const double> p) {
  const double largest = *std::max_element(m.begin(), m.end());
  double total = 0;
  for (std::size_t k = 0; k < m.size(); ++k) total += p[k] * (largest - m[k]);
  return total;
}

/// Moves s into the domain: p = c e_y - s cut off below at 0 and scaled to the sum c; c e_y where nothing is left.
inline void make_crammer_singer_feasible(std::size_t y, double c, std::span<double> s) {
  const auto share = [&](std::size_t k) { return k == y ? c - s[k] : -s[k]; };
  double sum = 0;
  for (std::size_t k = 0; k < s.size(); ++k) sum += std::max(0.0, share(k));
  const double scale = sum > 0 ? c / sum : 0;
  double gained = 0;  // what class y gains: as much as the others give, so that s sums to 0
  for (std::size_t k = 0; k < s.size(); ++k) {
    if (k == y) continue;
    s[k] = std::min(0.0, scale * s[k]);
    gained -= s[k];
  }
  s[y] = std::min(c, gained);
}

/// The step, over the classes whose m the caller gives: all that may have p_k > 0.
class CrammerSingerStep {
 public:
  explicit CrammerSingerStep(std::size_t count) : support_(count) {}

  /// Moves p, of sum c, in place, and sets change to what s gains: the old p less the new. q >= 0.
  void take(std::span<const double> m, double c, double q, std::span<double> p, std::span<double> change) {
    choose_support(m, q, p);
    move_ = 0;
    for (std::size_t k = 0, next = 0; k < m.size(); ++k) {
      const bool inside = next < size_ && support_[next] == k;
      next += inside;
      const double before = p[k];
      p[k] = !inside ? 0 : size_ == 1 ? c : std::max(0.0, before + (m[k] - theta_) / q);
      change[k] = before - p[k];
      move_ = std::max(move_, q * std::abs(change[k]));
    }
  }

  /// After a step: the m_k of classes with p_k > 0 once all of the step is taken.
  double theta() const { return theta_; }
  /// The largest q |change_k|.
  double move() const { return move_; }

 private:
  /// Any set of classes gives a lower bound of theta, and only classes with q p_k + m_k above it can be in the support.
  /// The class of the largest m_k always is.
  void choose_support(std::span<const double> m, double q, std::span<const double> p) {
    const auto best = static_cast<std::size_t>(std::max_element(m.begin(), m.end()) - m.begin());
    theta_ = first_bound(m, q, p, best);
    size_ = 0;
    double outside = 0;
    for (std::size_t k = 0; k < m.size(); ++k) {
      if (k == best || q * p[k] + (m[k] - theta_) > 0)
        support_[size_++] = k;
      else
        outside += p[k];
    }
    for (std::size_t before = size_ + 1; size_ < before;) {
      before = std::exchange(size_, 0);
      double sum = 0;
      for (std::size_t a = 0; a < before; ++a) sum += m[support_[a]];
      theta_ = (sum - q * outside) / static_cast<double>(before);
      for (std::size_t a = 0; a < before; ++a) {
        const std::size_t k = support_[a];
        if (k == best || q * p[k] + (m[k] - theta_) > 0)
          support_[size_++] = k;
        else
          outside += p[k];
      }
    }
  }

  /// The larger of two lower bounds of theta: by the old support with the best class, and by that class alone.
  static double first_bound(std::span<const double> m, double q, std::span<const double> p, std::size_t best) {
    double sum = m[best];
    double count = 1;
    double others = 0;
    for (std::size_t k = 0; k < m.size(); ++k) {
      if (p[k] == 0 || k == best) continue;
      sum += m[k];
      ++count;
      others += p[k];
    }
    return std::max(sum / count, m[best] - q * others);
  }

  std::vector<std::size_t> support_;  // ascending
  std::size_t size_ = 0;
  double theta_ = 0;
  double move_ = 0;
};

}  // namespace hingeline::internal
