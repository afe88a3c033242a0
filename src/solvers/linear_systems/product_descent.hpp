// SPDX-License-Identifier: BSD-3-Clause
//
// The minimum over some columns K of a quadratic model of P,
//
//     Q(v + p) = R(v + p) + G'p + 1/2 p'A p,    A = X_K'H X_K,
//
// where, with the products A known, a step along a column costs one row of A: by coordinate descent, and now and then
// by a Cholesky step over the support S with its signs fixed, because nearly dependent columns make coordinate descent
// slow:
//
//     B d = down,   B = A_SS + l2 I,   down = -(G + l2 v + l1 sign(v))_S
//
// Where coefficients meet kinks of R, c cuts t d off there, for t = 1, 1/2, 1/4, ... or the share at the first kink,
// whichever lowers Q most as a few products tell; or the step goes straight over them where that gains far more
// (kink_step.hpp):
//
//     Q(v + t d + c) - Q(v) = (t^2 / 2 - t) down'd + (t - 1) down'c + 1/2 c'B c
//
// Where a kink was met, it is repeated. Columns that repeat others make A_SS singular: a small damping is added, which
// leaves their sum right.
//
// Cost: |K|^2 a pass, |S|^3 / 3 a factor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "simd/dense_ops.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/rows/penalized_point.hpp"
#include "solvers/steps/kink_step.hpp"

namespace hingeline::internal {

class ProductDescent {
 public:
  /// Its memory is kept from one model to the next. `stop` says that there is no time left.
  ProductDescent(PenalizedPoint& point, Stop stop) : point_(point), stop_(std::move(stop)) {}

  /// Moves v along the columns K, until a pass lowers Q by no more than a share of the decrease of all. `slopes` are G,
  /// one per column of K, `products` both triangles of A. Returns the cost, in visits of an entry.
  double minimise(std::span<const std::uint32_t> columns, const GramMatrix& products, std::span<const double> slopes,
                  double share);

 private:
  /// The columns whose coefficients are neither 0 nor at a bound.
  struct Support {
    std::vector<std::size_t> places;     // in K
    std::vector<std::uint32_t> columns;  // of X
    std::vector<double> down;

    std::size_t size() const { return places.size(); }
  };

  double pass();
  void set(std::size_t k, double value);
  double minimise_on_support();
  void find_support();
  bool find_step();
  KinkStep best_step();
  double change_when_cut(double t, double along);
  double move(const KinkStep& step);
  double above_tangent(std::size_t j, double moved) const;

  double v(std::size_t j) const { return point_.v()[j]; }
  /// B's entry.
  double b(std::size_t k, std::size_t m) const {
    return a_->at(support_.places[k], support_.places[m]) + (k == m ? point_.l2(support_.columns[k]) : 0);
  }

  PenalizedPoint& point_;
  const Stop stop_;
  const DenseOps<double> ops_ = dense_ops<double>();

  double cost_ = 0;                         // of this model, estimated
  std::span<const std::uint32_t> columns_;  // K
  const GramMatrix* a_ = nullptr;
  std::vector<double> g_;  // G

  Support support_;  // S
  ScaledCholesky cholesky_;
  std::vector<double> step_;           // d
  std::vector<KinkMeeting> meetings_;  // in their order
  std::vector<double> cuts_;           // c, for the first of them
  std::vector<double> from_;           // v_S before a move
  std::vector<double> before_;         // G
};

}  // namespace hingeline::internal
