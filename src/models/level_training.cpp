// SPDX-License-Identifier: BSD-3-Clause
#include "models/level_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/require.hpp"
#include "core/transpose.hpp"
#include "hingeline/error.hpp"
#include "losses/loss_parameters.hpp"

namespace hingeline::internal {

std::string levels_error(const Loss& loss, std::span<const double> levels) {
  if (levels.empty()) return {};
  if (!has_tau(loss.name)) return fmt::format("need the loss quantile or expectile, not {}", to_string(loss.name));
  for (const double level : levels)
    if (!(level > 0 && level < 1)) return "must be above 0 and below 1";
  if (std::ranges::adjacent_find(levels, std::ranges::greater_equal()) != levels.end()) return "must ascend";
  return {};
}

void validate_levels(const TrainOptions& options, std::int32_t features) {
  require_known("level_tie", options.level_tie, LevelTie::slope, "must be a LevelTie");
  if (const std::string wrong = levels_error(options.loss, options.levels); !wrong.empty())
    throw InvalidParameter("levels", fmt::format("{}", fmt::join(options.levels, ", ")), wrong);
  const auto refuse = [&](const std::string& why) {
    throw InvalidParameter("level_tie", std::string(to_string(options.level_tie)), why);
  };
  if (options.level_tie == LevelTie::separate) return;
  if (options.levels.empty()) refuse("needs levels to tie");
  if (options.level_tie == LevelTie::slope && options.intercept != Intercept::free) refuse("needs a free intercept");
  if (options.level_tie != LevelTie::box) return;
  const auto& [lower, upper] = options.box;
  for (const std::span<const double> ends : {lower, upper})
    if (ends.size() != static_cast<std::size_t>(features))
      throw InvalidParameter("box", fmt::format("{} numbers", ends.size()), fmt::format("must be {}", features));
  for (std::size_t j = 0; j < lower.size(); ++j)
    if (!(lower[j] <= upper[j]) || !std::isfinite(lower[j]) || !std::isfinite(upper[j]))
      throw InvalidParameter(fmt::format("box {} (from 0)", j), fmt::format("{} to {}", lower[j], upper[j]),
                             "must be finite, with lower <= upper");
}

std::vector<double> transposed(std::span<const double> numbers, std::size_t inner, std::size_t outer) {
  std::vector<double> result(numbers.size());
  if (numbers.empty()) return result;
  transpose(numbers.data(), outer, inner, outer, result.data(), inner);
  return result;
}

}  // namespace hingeline::internal
