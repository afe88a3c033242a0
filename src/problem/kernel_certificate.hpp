// SPDX-License-Identifier: BSD-3-Clause
//
// The proof of a kernel machine's answer, from its variables a and the products K s in double. With one intercept b_g
// per group of variables (quadratic_program.hpp) and the margin errors
//
//     h_t = -y_t (f_t + b_g),     P(s, b) = 1/2 s'K s + sum_g b_g sum_{t in g} y_t a_t + sum_t upper_t max(0, h_t)
//     P(s, b) - D(a) = sum_t [ upper_t max(0, h_t) - a_t h_t ]
//
// a sum of non-negative terms for 0 <= a <= upper, whatever b is.
//
// The gap is relative to min(|P|, P(0, best b) - D), as that of linear machines. The optimum of nu_svc and one_class
// may be 0 (the nu-reduced convex hulls meet): the scale is then no less than 1e-3 usual_kernel / 2 |a|^2, a thousandth
// of P for orthogonal rows.
//
// Rounding: a kernel value is off by rho_i sqrt(K_ii K_jj) or so, rho_i = 4 eps or more (problem/kernel_rounding.hpp),
// and f_t by
//
//     e_t = 4 eps (|f_t| + |b|) + rho_t sqrt(K_tt) sum_j |s_j| sqrt(K_jj),
//
// where w = X's is summed exactly by rho_t sqrt(K_tt) |w|. In the gap that counts a_t times, and upper_t times for rows
// that are not surely within their margin, h_t > -e_t: rounding_floor is the sum.
//
// For linear kernels and a w other than u = X's, f is computed from w, and P and the gap have one more term:
//
//     P(w, b) = 1/2 s'X w + 1/2 w'(w - u) + ...,     P(w, b) - D(a) = sum_t [ ... ] + 1/2 |w - u|^2
//
// Where products are known only to within e of K s, h_t is known to within e_t, and
//
//     P(s, b) - D(a) <= sum_t [ (upper_t - a_t) max(0, h_t + e_t) + a_t max(e_t - h_t, 2 e_t) ]
//
// where one of the last two e_t is for s'K s, which is off by sum_t a_t e_t: half of it in P and half in D.
//
// At the margin of a row h_t is all rounding of f_t. A positive h_t costs upper_t h_t, which for a large upper_t may be
// more than all the rest of P; certify() cannot tell. Where that may matter, h_t is taken from products with twice the
// digits (kernels/twofold_products.hpp), and b from beyond the kinks of rows at their margins as well: 1 ulp of b counts
// upper_t times too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/twofold.hpp"
#include "hingeline/result.hpp"
#include "problem/best_intercepts.hpp"
#include "problem/kernel_scale.hpp"
#include "problem/product_error.hpp"
#include "problem/quadratic_program.hpp"

namespace hingeline::internal {

struct KernelProof {
  Certificate certificate;
  Intercepts intercepts = {0, 0};  ///< by group
  double violation = 0;
  double coef_rounding = 0;  ///< the gap that rounding of s alone may cause: no s is known to have less
  double measure = 0;        ///< what a gap above the rounding floor is relative to
  ProductSizes sizes = {};   ///< of its products
};

/// Proves a at the best intercepts. `products` must be exact.
KernelProof certify(const QuadraticProgram& program, const std::vector<double>& a, const std::vector<double>& products,
                    const KernelScale& scale);

/// The terms that w adds beside X's (above), 1/2 w'(w - u) and 1/2 |w - u|^2; and |a|^2 of variables left out.
struct PairTerms {
  double primal = 0;
  double gap = 0;
  double squares = 0;  ///< |a|^2 of variables that the program at hand leaves out
};

/// Proves w against a at the best intercepts; `products` are X w.
KernelProof certify_pair(const QuadraticProgram& program, const std::vector<double>& a,
                         const std::vector<double>& products, const PairTerms& pair, const KernelScale& scale);

/// Proves a where products are known only to within an error: primal, dual, gap and violation are bounds of those of
/// exact products, infinite where the error is.
KernelProof certify_within(const QuadraticProgram& program, const std::vector<double>& a,
                           const std::vector<double>& products, const ProductError& error, const KernelScale& scale);

/// What rounding of products in double may do to a proof.
struct RoundedMargins {
  std::vector<std::int32_t> rows;  ///< ascending: those at their margins, and all that have a part in K s
  double gap = 0;                  ///< the most that it may add to the gap
};

/// For a proof by certify().
RoundedMargins rounded_margins(const QuadraticProgram& program, const std::vector<double>& a,
                               const std::vector<double>& products, const KernelProof& proof, const KernelScale& scale);

/// Proves a at the intercepts of `proof`, which certify() gave, or at doubles just beyond the kinks of rows at their
/// margins. `products` by row: those of the rounded margins' rows have all their digits.
KernelProof certify_twofold(const QuadraticProgram& program, const std::vector<double>& a,
                            std::span<const Twofold> products, const KernelProof& proof, const KernelScale& scale);

/// An estimate of what certify() gives, at the middle of the extremes: one pass, no sorting.
KernelProof estimate(const QuadraticProgram& program, const std::vector<double>& a, const std::vector<double>& products,
                     const KernelScale& scale);

/// P(0, best b).
double constant_primal(const QuadraticProgram& program, const std::vector<double>& start);

}  // namespace hingeline::internal
