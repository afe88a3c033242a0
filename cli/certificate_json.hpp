// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/result.hpp"
#include "output.hpp"

namespace hingeline::cli {

inline Json certificate_json(const Certificate& certificate) {
  return {{"primal", number_or_null(certificate.primal)},
          {"dual", number_or_null(certificate.dual)},
          {"relative_gap", number_or_null(certificate.relative_gap)},
          {"rounding_floor", number_or_null(certificate.rounding_floor)},
          {"coef_error_bound", number_or_null(certificate.coef_error_bound)},
          {"max_violation", number_or_null(certificate.max_violation)}};
}

}  // namespace hingeline::cli
