// SPDX-License-Identifier: BSD-3-Clause
//
// Where to begin at the next C: along the line through the last two dual points,
//
//     s(C'') = s(C') + (s(C') - s(C)) (C'' - C') / (C' - C)
//
// because the path of s over C is piecewise linear for piecewise linear-quadratic losses (Hastie et al., JMLR 2004),
// and rows at a bound stay there exactly. From one point alone, and backwards, s is scaled with C. The solver clips
// what is outside the domain.
#pragma once

#include <utility>
#include <vector>

#include "hingeline/model.hpp"

namespace hingeline::internal {

class WarmDual {
 public:
  using Dual = std::vector<std::vector<double>>;  ///< s, a number per row, of each output

  /// Takes the dual variables out of a training at C that kept them.
  void remember(double C, TrainResult& trained) {
    before_ = std::exchange(last_, {});
    C_before_ = C_last_;
    for (Solution& part : trained.parts) last_.push_back(std::move(part.dual_coef));
    C_last_ = C;
  }

  /// Empty before anything is remembered.
  Dual predict(double C) const {
    Dual dual = last_;
    const bool forward = !before_.empty() && C_before_ < C_last_ && C >= C_last_;
    const double step = (C - C_last_) / (C_last_ - C_before_);
    for (std::size_t k = 0; k < dual.size(); ++k)
      for (std::size_t i = 0; i < dual[k].size(); ++i)
        dual[k][i] = forward ? last_[k][i] + step * (last_[k][i] - before_[k][i]) : last_[k][i] * (C / C_last_);
    return dual;
  }

 private:
  Dual last_;
  Dual before_;
  double C_last_ = 0;
  double C_before_ = 0;
};

}  // namespace hingeline::internal
