// SPDX-License-Identifier: BSD-3-Clause
//
// The certificates of the linear one-class machine's points, one after another. After one over all rows, at w0 and b0,
// those that follow look only at rows whose side may have changed. All others have
//
//     s_i = 0 and z_i + b0 > m_i,  or  s_i = c_i and z_i + b0 < -m_i,    m_i = |x_i| |w - w0| + r,  z = X w0
//
// and add nothing to the gap if |b - b0| <= r; and P = gap + D = gap - 1/2 |w|^2. Where b moves farther, or the gap may
// be rounding, all rows are looked at after all.
//
// Cost     a visit to every row, or a look at every z_i and a visit to the rows in doubt
// Paper    Ogawa, Suzuki & Takeuchi, ICML 2013 (rows whose side is safe)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "core/signs.hpp"
#include "data/rows.hpp"
#include "problem/kernel_certificate.hpp"
#include "problem/quadratic_program.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class OneClassProver {
 public:
  /// `z` has a number for each row of x; `zeros` has d zeros, is used as scratch memory and left 0.
  OneClassProver(const Rows& x, const QuadraticProgram& program, std::vector<double>& z, std::vector<double>& zeros)
      : x_(x), program_(program), z_(z), zeros_(zeros) {}

  /// Certifies s with w = X's. Since the last call only s and z of the variables `moved` may have changed. Sets z of
  /// the rows that it looks at.
  KernelProof prove(const std::vector<double>& s, const std::vector<double>& w, std::span<const std::uint32_t> moved) {
    if (!prove_doubtful(s, w, moved)) prove_all(s, w);
    return proof_;
  }

  /// f(t) for the variables that the last proof looked at: all others are clearly on the right side.
  template <class F>
  void for_each_seen(const F& f) const {
    if (!of_all_)
      for (const std::uint32_t t : doubtful_) f(t);
    else
      for (std::uint32_t t = 0; t < program_.size(); ++t) f(t);
  }

  // Valid after a proof.

  double squared_norm(std::int32_t i) const { return squared_norms_[static_cast<std::size_t>(i)]; }
  const KernelScale& scale() const { return scale_; }

 private:
  // Flattened, as one_class.cpp says.

  /// Sets z and, in the same visit, |x_i|^2.
  [[gnu::flatten]] void predict_first(const std::vector<double>& w) {
    squared_norms_.resize(z_.size());
    for (const std::int32_t i : program_.row) {
      const double squared_norm = x_.squared_norm(i);
      squared_norms_[static_cast<std::size_t>(i)] = squared_norm;
      z_[static_cast<std::size_t>(i)] = x_.dot(i, w.data());
    }
    scale_ = kernel_scale(program_, squared_norms_, 0);
  }

  [[gnu::flatten]] void predict_all(const std::vector<double>& w) {
    for (const std::int32_t i : program_.row) z_[static_cast<std::size_t>(i)] = x_.dot(i, w.data());
  }

  [[gnu::flatten]] void predict_doubtful(const std::vector<double>& w) {
    for (const std::uint32_t t : doubtful_) z(t) = x_.dot(program_.row[t], w.data());
  }

  double& z(std::uint32_t t) { return z_[static_cast<std::size_t>(program_.row[t])]; }

  void prove_all(const std::vector<double>& s, const std::vector<double>& w) {
    of_all_ = true;
    squared_norms_.empty() ? predict_first(w) : predict_all(w);
    proof_ = certify(program_, s, z_, scale_);
    if (!are_columns_few()) return;
    is_doubtful_.clear();
    first_w_ = w;
    first_intercept_ = proof_.intercepts[0];
    first_rounding_ = proof_.certificate.rounding_floor;
    first_dual_rounding_ = proof_.certificate.dual_rounding;
  }

  /// Whether columns are so few that a copy of w costs less than a visit to every row.
  bool are_columns_few() const { return static_cast<std::size_t>(x_.cols()) <= 8 * program_.size(); }

  /// Certifies by the rows in doubt alone; false where that is not possible.
  bool prove_doubtful(const std::vector<double>& s, const std::vector<double>& w,
                      std::span<const std::uint32_t> moved) {
    if (first_w_.empty()) return false;
    is_doubtful_.resize(s.size());
    for (const std::uint32_t t : moved) is_doubtful_[t] = 1;
    const double distance = squared_distance(w);
    const double reach = likely_reach(distance);
    find_doubtful(s, distance, reach);
    if (2 * doubtful_.size() > s.size()) return false;
    of_all_ = false;
    predict_doubtful(w);
    proof_ = certify_rest(s, w);
    return std::abs(proof_.intercepts[0] - first_intercept_) <= reach && proof_.certificate.gap > first_rounding_;
  }

  /// |w - w0|^2
  double squared_distance(const std::vector<double>& w) {
    std::transform(w.begin(), w.end(), first_w_.begin(), zeros_.begin(), std::minus());
    const double squared_norm = ops_.squared_norm(zeros_.data(), zeros_.size());
    std::fill(zeros_.begin(), zeros_.end(), 0.0);
    return squared_norm;
  }

  /// The r to use. b follows outputs, which move both ways: in practice by up to a twentieth of |w - w0| times a
  /// typical |x_i|.
  double likely_reach(double squared_distance) const {
    constexpr double share = 0.1;
    const double sum = std::reduce(squared_norms_.begin(), squared_norms_.end());
    return share * std::sqrt(squared_distance * sum / static_cast<double>(squared_norms_.size()));
  }

  /// Finds the rows in doubt; without branches, which could not be predicted.
  void find_doubtful(const std::vector<double>& s, double squared_distance, double reach) {
    settled_squares_ = 0;
    doubtful_.resize(s.size());
    std::size_t count = 0;
    for (std::uint32_t t = 0; t < s.size(); ++t) {
      const int side = static_cast<int>(s[t] == 0) - static_cast<int>(s[t] == program_.upper[t]);
      const double margin = positive_part(side * (z(t) + first_intercept_) - reach);
      const bool settled = margin * margin > squared_norm(program_.row[t]) * squared_distance;
      is_doubtful_[t] |= static_cast<char>(!settled);
      doubtful_[count] = t;
      count += static_cast<std::size_t>(is_doubtful_[t]);
      settled_squares_ += (1 - is_doubtful_[t]) * s[t] * s[t];
    }
    doubtful_.resize(count);
  }

  KernelProof certify_rest(const std::vector<double>& s, const std::vector<double>& w) {
    QuadraticProgram rest;
    rest.rows = program_.rows;
    rest.y.assign(doubtful_.size(), 1);
    rest.p.assign(doubtful_.size(), 0);
    std::vector<double> rest_s;
    double product = 0;
    for (const std::uint32_t t : doubtful_) {
      rest.row.push_back(program_.row[t]);
      rest.upper.push_back(program_.upper[t]);
      rest_s.push_back(s[t]);
      product += s[t] * z(t);
    }
    const double squared_norm = ops_.squared_norm(w.data(), w.size());
    const PairTerms settled = {0.5 * (product - squared_norm), 0, settled_squares_};
    KernelProof proof = certify_pair(rest, rest_s, z_, settled, scale_);
    proof.certificate.rounding_floor = first_rounding_;
    proof.certificate.dual_rounding = first_dual_rounding_;
    return proof;
  }

  const Rows& x_;
  const DenseOps<double> ops_ = dense_ops<double>();
  const QuadraticProgram& program_;
  std::vector<double>& z_;
  std::vector<double>& zeros_;
  std::vector<double> squared_norms_;
  KernelScale scale_;
  KernelProof proof_;
  std::vector<double> first_w_;  // w0; with b0 and roundings, of the last proof over all rows
  double first_intercept_ = 0;
  double first_rounding_ = 0;
  double first_dual_rounding_ = 0;
  std::vector<char> is_doubtful_;  // in doubt at any proof since then; all others still have z_i = x_i'w0
  std::vector<std::uint32_t> doubtful_;
  double settled_squares_ = 0;  // sum of s_i^2 over the others
  bool of_all_ = true;
};

}  // namespace hingeline::internal
