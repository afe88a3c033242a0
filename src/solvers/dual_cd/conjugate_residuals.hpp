// SPDX-License-Identifier: BSD-3-Clause
//
// Conjugate residuals (Stiefel 1955; Saad, Iterative Methods for Sparse Linear Systems, section 6.8) for A p = r, A
// symmetric, positive semidefinite and given by products with vectors. Unlike conjugate gradients it lowers |r - A p|
// in every iteration.
//
// Cost: a product and four passes over vectors an iteration.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/dot.hpp"

namespace hingeline::internal {

class ConjugateResiduals {
 public:
  explicit ConjugateResiduals(std::span<const double> r)
      : residual_(r.begin(), r.end()), product_(r.size()), direction_(r.size()), direction_product_(r.size()) {}

  /// Starts from p = 0. Stops where enough(r - A p), or after `most` products; `multiply(v, out)` sets
  /// out = A v. Returns the number of products.
  template <class Multiply, class Enough>
  int solve(const Multiply& multiply, const Enough& enough, int most, std::span<double> p) {
    std::ranges::fill(p, 0.0);
    double turn = 0;
    double before = 0;
    for (int products = 0; products < most; ++products) {
      multiply(std::span<const double>(residual_), std::span<double>(product_));
      const double now = dot(residual_, product_);
      if (!(now > 0)) return products;
      turn = products == 0 ? 0 : now / before;
      before = now;
      if (!advance(turn, p)) return products + 1;
      if (enough(std::span<const double>(residual_))) return products + 1;
    }
    return most;
  }

  /// r - A p of the last solve.
  std::span<const double> residual() const { return residual_; }

 private:
  /// Turns the direction and moves p along it to the least |r - A p|. False where the direction's product is so small
  /// that its squares are 0.
  bool advance(double turn, std::span<double> p) {
    for (std::size_t k = 0; k < p.size(); ++k) {
      direction_[k] = residual_[k] + turn * direction_[k];
      direction_product_[k] = product_[k] + turn * direction_product_[k];
    }
    const double squares = dot(direction_product_, direction_product_);
    if (!(squares > 0)) return false;
    const double length = dot(residual_, direction_product_) / squares;
    for (std::size_t k = 0; k < p.size(); ++k) {
      p[k] += length * direction_[k];
      residual_[k] -= length * direction_product_[k];
    }
    return true;
  }

  std::vector<double> residual_;
  std::vector<double> product_;  // A times the residual
  std::vector<double> direction_;
  std::vector<double> direction_product_;  // A times the direction
};

}  // namespace hingeline::internal
