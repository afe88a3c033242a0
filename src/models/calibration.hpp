// SPDX-License-Identifier: BSD-3-Clause
//
// Probabilities from decision values z, fitted to scores that training has not seen. Pairs (z_i, y_i), y_i = +1 or -1,
// of weight c_i:
//
// Platt      min_{a > 0} sum_i c_i [ t_i log(1 + exp(-a z_i)) + (1 - t_i) log(1 + exp(a z_i)) ]
//            with his targets t = (N+ + 1) / (N+ + 2) for y = +1, 1 / (N- + 2) for y = -1, so that a is finite
// Isotonic   min sum_i c_i (p_i - [y_i = 1])^2,   p ascending in z, p < 1/2 where z < 0, p >= 1/2 where z > 0
//            by pooling adjacent violators (Ayer et al. 1955) on each side; bounds are met by clipping that answer.
//            With N the weight of all pairs, p is kept within [1 / (N + 2), 1 - 1 / (N + 2)]: certainty is not for data
//            to give
// Sigmoid    Platt's problem as he posed it, with an offset: p = 1 / (1 + exp(a z + b)), min over a and b by Newton's
//            method (Lin, Lin, Weng 2007, "A note on Platt's probabilistic outputs"). May contradict the sign of z
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

/// Of a kind that is not none.
inline Calibration fit_calibration(Calibration::Kind kind, std::vector<ScoredPair> pairs) {
  return kind == Calibration::Kind::platt ? fit_platt(pairs) : fit_isotonic(std::move(pairs));
}

struct Sigmoid {
  double a = 0;
  double b = 0;
};

Sigmoid fit_sigmoid(const std::vector<ScoredPair>& pairs);

/// What is wrong with it, or with it as the model's, in words; empty if nothing is.
std::string calibration_error(const Calibration& calibration);
std::string calibration_error(const LinearModel& model);

/// p(z) of a calibration that is not none.
double calibrated(const Calibration& calibration, double z);

}  // namespace hingeline::internal
