// SPDX-License-Identifier: BSD-3-Clause
//
// Preconditioned conjugate gradients (Hestenes & Stiefel 1952) for H p = r, H symmetric and positive semidefinite and
// known by its products with vectors, preconditioned by M, known by its solutions.
//
// Cost: a product and three passes over vectors an iteration.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace hingeline::internal {

/// The residual r - H p: its squared length, and that in the norm of M^-1.
struct Residual {
  double squared = 0;
  double preconditioned = 0;
};

/// The share of its first length to which the residual of a Newton step should be reduced, `left` being the share of
/// the first step's gradient or gap that is left: a tenth at first.
inline double residual_share(double left) {
  constexpr double first_share = 0.1;
  return std::min(first_share, std::pow(left, 0.25));
}

class ConjugateGradients {
 public:
  explicit ConjugateGradients(std::size_t size) : residual_(size), direction_(size), product_(size) {}

  /// Starts from p = 0. Stops where enough(residual, that of p = 0), or after `most` products; `multiply(v, out)` sets
  /// out = H v and `precondition(v, out)` out = M^-1 v. Returns the number of products.
  template <class Multiply, class Precondition, class Enough>
  int solve(const Multiply& multiply, const Precondition& precondition, std::span<const double> r, const Enough& enough,
            int most, std::span<double> p) {
    const Residual first = begin(precondition, r, p);
    Residual left = first;
    int products = 0;
    while (products < most && !enough(left, first)) {
      multiply(std::span<const double>(direction_), std::span<double>(product_));
      ++products;
      const double curvature = direction_curvature();
      if (!(curvature > 0)) break;
      left = advance(precondition, left, left.preconditioned / curvature, p);
    }
    return products;
  }

  /// r - H p of the last solve.
  std::span<const double> residual() const { return residual_; }

 private:
  template <class Precondition>
  Residual begin(const Precondition& precondition, std::span<const double> r, std::span<double> p) {
    std::fill(p.begin(), p.end(), 0.0);
    std::copy(r.begin(), r.end(), residual_.begin());
    precondition(std::span<const double>(residual_), std::span<double>(direction_));
    return measured(direction_);
  }

  Residual measured(std::span<const double> preconditioned) const {
    Residual left;
    for (std::size_t j = 0; j < residual_.size(); ++j) {
      left.squared += residual_[j] * residual_[j];
      left.preconditioned += residual_[j] * preconditioned[j];
    }
    return left;
  }

  double direction_curvature() const {
    double curvature = 0;
    for (std::size_t j = 0; j < direction_.size(); ++j) curvature += direction_[j] * product_[j];
    return curvature;
  }

  /// Moves p by `length` along the direction and turns it to the next.
  template <class Precondition>
  Residual advance(const Precondition& precondition, const Residual& before, double length, std::span<double> p) {
    for (std::size_t j = 0; j < p.size(); ++j) {
      p[j] += length * direction_[j];
      residual_[j] -= length * product_[j];
    }
    precondition(std::span<const double>(residual_), std::span<double>(product_));
    const Residual left = measured(product_);
    const double turn = left.preconditioned / before.preconditioned;
    for (std::size_t j = 0; j < p.size(); ++j) direction_[j] = product_[j] + turn * direction_[j];
    return left;
  }

  std::vector<double> residual_;
  std::vector<double> direction_;
  std::vector<double> product_;
};

}  // namespace hingeline::internal
