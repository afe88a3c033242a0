// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel machines' program (problem/quadratic_program.hpp) by a primal-dual interior point method, which takes few
// steps whatever the scales of kernel values, targets and bounds. With K = G G', f = G w, multipliers z and v of the
// bounds and beta_g of the sums, the conditions are
//
//     w = G's,    y f + p + y beta_g - z + v = 0,    sum_{t in g} y_t a_t = b_g,
//     a_t z_t = mu,    (upper_t - a_t) v_t = mu
//
// Step     (I + G'W G) dw = G't + G's - w,    da = (q - y (G dw + dbeta)) / Theta,    Theta = z / a + v / (upper - a),
//          q = aim_a / a - aim_v / (upper - a) - y (f + beta) - p,    the aims being those of a z and (upper - a) v;
//          W_i is the sum of 1 / Theta and t_i that of y (q - y dbeta) / Theta over a row's variables; the sums of a
//          determine dbeta
// Aims     as in steps/predictor_corrector.hpp, with second-order corrections of at most three times mu
// Start    w = 0, a between its bounds with the sums given, multipliers from the slopes there
// Stop     on the gap of a, which grows again once s has no more digits
// End      moves variables to the bounds where they belong, and the others so that G's = w
// Cost     n r^2 + r^3 / 3 flops a step, of which there are 5 to 50; ten visits to each row
// Papers   Ferris & Munson, SIAM J. Optimization 2002; Fine & Scheinberg, JMLR 2001
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/rows.hpp"
#include "problem/quadratic_program.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

struct BarrierGap {
  double relative;
  double scale;  ///< what it is relative to
};

/// The method for a G of dense rows in double, or of sparse rows.
template <class Rows>
class BarrierNewton {
 public:
  /// `place`: by row of the problem, its row in `factor`, G; -1 for rows without a variable.
  BarrierNewton(const QuadraticProgram& program, std::span<const std::int32_t> place, const Rows& factor);

  /// Finds the gap of a; `products` are K s, by row of the problem.
  using FindGap = std::function<BarrierGap(const std::vector<double>& a, const std::vector<double>& products)>;

  /// Solves the program with the sums of `a`, until the relative gap is `goal` or no longer falls; keeps the point of
  /// least gap. False where there is none.
  bool run(const std::vector<double>& a, const FindGap& find_gap, double goal, const Stop& stop);

  /// a of that point, strictly between the bounds.
  std::vector<double> inner() const;

  /// The same with variables at the bounds where their multipliers say they belong, and the others moved so that
  /// G's = w. Must be called last.
  std::vector<double> rounded(const Stop& stop);

 private:
  struct Variable {
    double a;
    double room;  // upper - a
    double z = 0;
    double v = 0;
    double theta = 0;
    double q = 0;
    double da = 0;
    double dz = 0;
    double dv = 0;
  };
  struct Change {
    std::vector<double> a;
    std::vector<double> w;
  };
  /// A number for each group.
  using Pair = std::array<double, 2>;

  std::size_t group(std::size_t t) const { return static_cast<std::size_t>(program_.group(t)); }
  std::size_t place(std::size_t t) const {
    return static_cast<std::size_t>(place_[static_cast<std::size_t>(program_.row[t])]);
  }
  template <class Value>
  Pair sums_of(const Value& value) const;
  /// Sums y value over the variables of each row of G.
  template <class Value>
  void add_up(const Value& value, std::vector<double>& by_row) const;

  bool begin(const std::vector<double>& given);
  bool set_multipliers();
  /// y (f + beta) + p
  double slope(std::size_t t) const;
  /// K s by row of the problem; sets w_error_.
  std::vector<double> products();

  bool factor(const Stop& stop);
  bool take_step(double least_mu);
  void round();
  /// max |K s - G w|
  double distance();
  void move_towards_w();
  void find_changes(double mu, bool second_order);
  template <class Right>
  void solve_with_sums(const Right& q);
  template <class Right>
  void solve(const Right& q, std::span<const double> w_error, Change& change);
  Pair shift(const Pair& sums, const Pair& wanted) const;
  double mu_after(double step) const;
  double least_mu(double gap) const;
  double longest_step() const;

  const QuadraticProgram& program_;
  const std::span<const std::int32_t> place_;
  const Rows& factor_;
  WeightedGram<Rows> gram_;
  GramMatrix hessian_;  // I + G'W G
  ScaledCholesky cholesky_;
  std::vector<Variable> variables_;
  Pair sums_ = {};
  Pair beta_ = {};
  Pair dbeta_ = {};
  std::vector<Change> of_sums_;     // solutions for q = y of one group, by group
  std::array<Pair, 2> schur_ = {};  // their sums
  Change change_;
  std::vector<double> w_;
  std::vector<double> w_error_;  // G's - w
  // By row of G.
  std::vector<double> f_;
  std::vector<double> by_row_;
  std::vector<double> weights_;
};

extern template class BarrierNewton<DenseRows<double>>;
extern template class BarrierNewton<SparseRows<float>>;
extern template class BarrierNewton<SparseRows<double>>;

}  // namespace hingeline::internal
