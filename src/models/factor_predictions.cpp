// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cstddef>

#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "models/model_fields.hpp"

namespace hingeline {

std::vector<double> predict(const FactorModel& model, std::span<const std::int32_t> users,
                            std::span<const std::int32_t> items) {
  internal::require_sizes(model);
  if (users.size() != items.size())
    throw InvalidParameter("items", fmt::format("{} numbers", items.size()), fmt::format("must be {}", users.size()));
  const auto rank = static_cast<std::size_t>(model.rank);
  const auto check = [](const char* name, std::int32_t index, std::size_t count) {
    if (index < -1 || index >= static_cast<std::int64_t>(count))
      throw InvalidParameter(name, fmt::format("{}", index),
                             fmt::format("must be -1 (unknown) to {}", std::int64_t(count) - 1));
  };
  std::vector<double> z(users.size(), model.offset);
  for (std::size_t k = 0; k < z.size(); ++k) {
    check("users", users[k], model.user_bias.size());
    check("items", items[k], model.item_bias.size());
    if (users[k] >= 0) z[k] += model.user_bias[static_cast<std::size_t>(users[k])];
    if (items[k] >= 0) z[k] += model.item_bias[static_cast<std::size_t>(items[k])];
    if (users[k] < 0 || items[k] < 0) continue;
    const double* p = model.user_factors.data() + static_cast<std::size_t>(users[k]) * rank;
    const double* q = model.item_factors.data() + static_cast<std::size_t>(items[k]) * rank;
    for (std::size_t j = 0; j < rank; ++j) z[k] += p[j] * q[j];
  }
  return z;
}

}  // namespace hingeline
