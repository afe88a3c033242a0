// SPDX-License-Identifier: BSD-3-Clause
#include "models/model_fields.hpp"

#include <fmt/format.h>

#include "core/require.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {

void require_sizes(const LinearModel& model) {
  if (model.features < 0) throw InvalidParameter("features", fmt::format("{}", model.features), "must be >= 0");
  if (model.outputs < 0) throw InvalidParameter("outputs", fmt::format("{}", model.outputs), "must be >= 0");
  const auto outputs = static_cast<std::size_t>(model.outputs);
  require_size("coef", model.coef.size(), static_cast<std::size_t>(model.features) * outputs);
  require_size("intercept", model.intercept.size(), outputs);
}

}  // namespace hingeline::internal
