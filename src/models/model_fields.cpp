// SPDX-License-Identifier: BSD-3-Clause
#include "models/model_fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hingeline/error.hpp"

namespace hingeline::internal {

void require_size(const char* field, std::size_t size, std::size_t wanted) {
  if (size != wanted) throw InvalidParameter(field, fmt::format("{} values", size), fmt::format("must be {}", wanted));
}

void require_finite(const char* field, std::span<const double> values) {
  for (const double value : values)
    if (!std::isfinite(value)) throw InvalidParameter(field, fmt::format("{}", value), "must be finite");
}

void require_sizes(const LinearModel& model) {
  if (model.features < 0) throw InvalidParameter("features", fmt::format("{}", model.features), "must be >= 0");
  if (model.outputs < 0) throw InvalidParameter("outputs", fmt::format("{}", model.outputs), "must be >= 0");
  const auto outputs = static_cast<std::size_t>(model.outputs);
  require_size("coef", model.coef.size(), static_cast<std::size_t>(model.features) * outputs);
  require_size("intercept", model.intercept.size(), outputs);
}

}  // namespace hingeline::internal
