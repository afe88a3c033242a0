// SPDX-License-Identifier: BSD-3-Clause
//
// How far shares alpha and C - alpha are from the exact logistic step, in 50 digits. The smaller share Z solves
//
//     h(Z) = log(Z / (C - Z)) + q Z + offset = 0,    offset = m for Z = alpha, -(m + q C) for Z = C - alpha,
//
// and h rises, with slope q Z + C / (C - Z) in log Z. So a sign of h is a proof of which side a candidate lies on, and
// h / slope is the error of log Z to first order.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

namespace hingeline::support {

class LogisticResidual {
 public:
  using Real = boost::multiprecision::cpp_bin_float_50;

  LogisticResidual(double m, double q, double C)
      : first_(Real(m) + Real(q) * C / 2 >= 0),
        q_(q),
        C_(C),
        offset_(first_ ? Real(m) : Real(-(Real(m) + Real(q) * C))) {}

  bool first_share_is_smaller() const { return first_; }

  Real operator()(const Real& Z) const { return log(Z / (C_ - Z)) + q_ * Z + offset_; }

  /// True if Z is right to the relative or, if that is less strict, to the absolute error.
  bool proves(double Z, double relative, double absolute) const {
    const Real error = std::fmax(relative * Z, absolute);
    const Real low = Real(Z) - error;
    return (low <= 0 || (*this)(low) <= 0) && (*this)(Real(Z) + error) >= 0;
  }

  /// |log(Z / exact)| to first order.
  double relative_error(double Z) const {
    if (Z <= 0) return HUGE_VAL;
    const Real slope = q_ * Z + C_ / (C_ - Z);
    return std::abs(static_cast<double>((*this)(Real(Z)) / slope));
  }

 private:
  bool first_;
  Real q_;
  Real C_;
  Real offset_;
};

}  // namespace hingeline::support
