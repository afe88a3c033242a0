// SPDX-License-Identifier: BSD-3-Clause
//
// Probabilities from decision values z, fitted to scores of rows held out of training: pairs (z_i, y_i) of weight c_i,
// y_i = +1 or -1.
//
// Platt      min_{a > 0} sum_i c_i [ t_i log(1 + exp(-a z_i)) + (1 - t_i) log(1 + exp(a z_i)) ]
//            with his targets t = (N+ + 1) / (N+ + 2) for y = +1, 1 / (N- + 2) for y = -1, so that a is finite
// Isotonic   min sum_i c_i (p_i - [y_i = 1])^2,   p ascending in z, p < 1/2 where z < 0, p >= 1/2 where z > 0
//            by pooling adjacent violators (Ayer et al. 1955) on each side of 0, then clipping to the bounds. With N
//            the weight of all pairs, p is kept within [1 / (N + 2), 1 - 1 / (N + 2)], as data never give certainty
// Sigmoid    Platt's original problem, with an offset: p = 1 / (1 + exp(a z + b)), min over a and b by Newton's method
//            (Lin, Lin, Weng 2007, "A note on Platt's probabilistic outputs"). p may contradict the sign of z
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hingeline/model.hpp"

namespace hingeline::internal {

struct ScoredPair {
  double z;
  double y;
  double weight;  // > 0
};

Calibration fit_platt(const std::vector<ScoredPair>& pairs);
Calibration fit_isotonic(std::vector<ScoredPair> pairs);

/// Fits a calibration of this kind, which is not none.
inline Calibration fit_calibration(Calibration::Kind kind, std::vector<ScoredPair> pairs) {
  return kind == Calibration::Kind::platt ? fit_platt(pairs) : fit_isotonic(std::move(pairs));
}

struct Sigmoid {
  double a = 0;
  double b = 0;
};

Sigmoid fit_sigmoid(const std::vector<ScoredPair>& pairs);

/// What is wrong with the calibration, or with the model's calibration for its labels and loss; empty: nothing.
std::string calibration_error(const Calibration& calibration);
std::string calibration_error(const LinearModel& model);

/// p(z) of a calibration that is not none.
double calibrated(const Calibration& calibration, double z);

}  // namespace hingeline::internal
