// SPDX-License-Identifier: BSD-3-Clause
//
// Readable names of parametrised tests.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "hingeline/plq.hpp"
#include "hingeline/problem.hpp"

namespace hingeline {

// How GoogleTest shows these parameters.
inline void PrintTo(const Loss& loss, std::ostream* out) { *out << to_string(loss.name); }
inline void PrintTo(const Intercept& intercept, std::ostream* out) { *out << to_string(intercept); }

}  // namespace hingeline

namespace hingeline::support {

inline std::string name(Intercept intercept) {
  return intercept == Intercept::free ? "Free" : intercept == Intercept::penalized ? "Penalized" : "None";
}

/// For INSTANTIATE_TEST_SUITE_P, as in hinge_Free.
inline std::string loss_and_intercept(const ::testing::TestParamInfo<std::tuple<Loss, Intercept>>& tested) {
  return std::string(to_string(std::get<0>(tested.param).name)) + "_" + name(std::get<1>(tested.param));
}

/// Linear, flat, a parabola, steeper after a kink.
inline Loss lopsided_plq() {
  return plq_loss(PlqArgument::residual, {{{-1, 0.25, 1.5}, {-0.75, 0, 0.5, 3}, {0, 0, 1, 0}, 0.125}});
}

inline std::vector<Loss> every_loss() {
  std::vector<Loss> losses;
  for (std::size_t i = 0; i < loss_names.size(); ++i) {
    Loss loss;
    loss.name = static_cast<LossName>(i);
    if (loss.name == LossName::plq) loss = lopsided_plq();
    loss.tau = 0.3;
    losses.push_back(loss);
  }
  return losses;
}

/// Whose pieces are lines or parabolas.
inline std::vector<Loss> losses_in_pieces() {
  std::vector<Loss> losses = every_loss();
  std::erase_if(losses, [](const Loss& loss) { return loss.name == LossName::logistic; });
  return losses;
}

/// The losses, each with every kind of intercept, for INSTANTIATE_TEST_SUITE_P.
inline auto with_every_intercept(const std::vector<Loss>& losses) {
  return ::testing::Combine(::testing::ValuesIn(losses),
                            ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none));
}

}  // namespace hingeline::support
