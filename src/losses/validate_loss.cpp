// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"
#include "losses/loss_parameters.hpp"

namespace hingeline {
namespace {

using internal::require;

// The ranges are written so that NaN is in none of them.
void check_positive(const char* name, double value) {
  require(value > 0 && std::isfinite(value), name, value, "must be > 0 and finite");
}

void check_not_negative(const char* name, double value) {
  require(value >= 0 && std::isfinite(value), name, value, "must be >= 0 and finite");
}

void check_level(const char* name, double value) {
  require(value > 0 && value < 1, name, value, "must be > 0 and < 1");
}

}  // namespace

bool is_classification(const Loss& loss) {
  if (loss.name == LossName::plq) return loss.plq != nullptr && loss.plq->argument() == PlqArgument::margin;
  return loss.name <= LossName::logistic;
}

void validate(const Loss& loss) {
  internal::require_known("loss", loss.name, LossName::plq, "must be a LossName");
  if (internal::has_tau(loss.name)) check_level("tau", loss.tau);
  if (internal::has_epsilon(loss.name)) check_not_negative("epsilon", loss.epsilon);
  if (internal::has_delta(loss.name)) check_positive("delta", loss.delta);
  if (internal::has_gamma(loss.name)) check_positive("gamma", loss.gamma);
  if (loss.name == LossName::plq && loss.plq == nullptr)
    throw InvalidParameter("plq", "no function", "must be given with the loss plq");
}

}  // namespace hingeline
