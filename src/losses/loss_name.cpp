// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "hingeline/error.hpp"
#include "hingeline/loss.hpp"

namespace hingeline {

LossName loss_from_string(std::string_view name) {
  std::string known;
  for (std::size_t i = 0; i < loss_names.size(); ++i) {
    if (loss_names[i] == name) return static_cast<LossName>(i);
    known += (i == 0 ? "" : ", ") + std::string(loss_names[i]);
  }
  throw InvalidParameter("loss", std::string(name), "must be one of " + known);
}

}  // namespace hingeline
