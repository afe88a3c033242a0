// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "losses/visit_loss.hpp"

namespace hingeline::support {

/// Where the dual variable of a row of cost c may be.
inline internal::Interval domain_of(const Loss& loss, double y, double c) {
  return internal::visit_loss(loss, [&](const auto& sheet) { return sheet.domain(y, c); });
}

}  // namespace hingeline::support
