// SPDX-License-Identifier: BSD-3-Clause
//
// Preconditioned conjugate gradients (Hestenes & Stiefel 1952) for H p = r, H symmetric and positive semidefinite and
// known by its products with vectors, preconditioned by a diagonal M.
//
// Cost: a product and three passes over vectors an iteration.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hingeline::internal {

/// Of r - H p: its squared length, and that in the norm of M^-1.
struct Residual {
  double squared = 0;
  double preconditioned = 0;
};

class ConjugateGradients {
 public:
  explicit ConjugateGradients(std::size_t size) : residual_(size), direction_(size), product_(size) {}

  /// Starts from p = 0. Stops where enough(residual), or after `most` products; `multiply(v, out)` sets out = H v.
  /// Returns the number of products.
  template <class Multiply, class Enough>
  int solve(const Multiply& multiply, std::span<const double> m, std::span<const double> r, const Enough& enough,
            int most, std::span<double> p) {
    Residual left = begin(m, r, p);
    int products = 0;
    while (products < most && !enough(left)) {
      multiply(std::span<const double>(direction_), std::span<double>(product_));
      ++products;
      const double curvature = direction_curvature();
      if (!(curvature > 0)) break;
      left = advance(m, left, left.preconditioned / curvature, p);
    }
    return products;
  }

  /// r - H p of the last solve.
  std::span<const double> residual() const { return residual_; }

 private:
  Residual begin(std::span<const double> m, std::span<const double> r, std::span<double> p) {
    Residual left;
    for (std::size_t j = 0; j < r.size(); ++j) {
      p[j] = 0;
      residual_[j] = r[j];
      direction_[j] = r[j] / m[j];
      left.squared += r[j] * r[j];
      left.preconditioned += r[j] * direction_[j];
    }
    return left;
  }

  double direction_curvature() const {
    double curvature = 0;
    for (std::size_t j = 0; j < direction_.size(); ++j) curvature += direction_[j] * product_[j];
    return curvature;
  }

  /// Moves p by `length` along the direction and turns it to the next.
  Residual advance(std::span<const double> m, const Residual& before, double length, std::span<double> p) {
    Residual left;
    for (std::size_t j = 0; j < p.size(); ++j) {
      p[j] += length * direction_[j];
      residual_[j] -= length * product_[j];
      left.squared += residual_[j] * residual_[j];
      left.preconditioned += residual_[j] * residual_[j] / m[j];
    }
    const double turn = left.preconditioned / before.preconditioned;
    for (std::size_t j = 0; j < p.size(); ++j) direction_[j] = residual_[j] / m[j] + turn * direction_[j];
    return left;
  }

  std::vector<double> residual_;
  std::vector<double> direction_;
  std::vector<double> product_;
};

}  // namespace hingeline::internal
