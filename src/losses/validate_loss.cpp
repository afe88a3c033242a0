// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"

namespace hingeline {
namespace {

// The ranges are written so that NaN is in none of them.
void check_positive(const char* name, double value) {
  if (!(value > 0 && std::isfinite(value))) {
    throw InvalidParameter(name, fmt::format("{}", value), "must be > 0 and finite");
  }
}

void check_not_negative(const char* name, double value) {
  if (!(value >= 0 && std::isfinite(value))) {
    throw InvalidParameter(name, fmt::format("{}", value), "must be >= 0 and finite");
  }
}

void check_level(const char* name, double value) {
  if (!(value > 0 && value < 1)) throw InvalidParameter(name, fmt::format("{}", value), "must be > 0 and < 1");
}

}  // namespace

bool is_classification(const Loss& loss) {
  if (loss.name == LossName::plq) return loss.plq != nullptr && loss.plq->argument() == PlqArgument::margin;
  return loss.name <= LossName::logistic;
}

void validate(const Loss& loss) {
  switch (loss.name) {
    case LossName::hinge:
    case LossName::squared_hinge:
    case LossName::logistic:
    case LossName::absolute:
    case LossName::squared:
      return;
    case LossName::smoothed_hinge:
      return check_positive("gamma", loss.gamma);
    case LossName::epsilon_insensitive:
    case LossName::squared_epsilon_insensitive:
      return check_not_negative("epsilon", loss.epsilon);
    case LossName::quantile:
      check_level("tau", loss.tau);
      return check_not_negative("epsilon", loss.epsilon);
    case LossName::huber:
      return check_positive("delta", loss.delta);
    case LossName::expectile:
      return check_level("tau", loss.tau);
    case LossName::plq:
      if (loss.plq == nullptr) throw InvalidParameter("plq", "no function", "must be given with the loss plq");
      return;
  }
  throw InvalidParameter("loss", std::to_string(static_cast<int>(loss.name)), "must be a LossName");
}

}  // namespace hingeline
