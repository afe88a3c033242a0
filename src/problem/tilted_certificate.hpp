// SPDX-License-Identifier: BSD-3-Clause
//
// The proof of certificate.hpp for a problem with a linear term -g'w - e b in its objective, which multipliers of
// constraints that tie it to other problems add. u = X's + A'mu + g, and with a free intercept sum_i s_i + e = 0.
#pragma once

#include "problem/certificate.hpp"

namespace hingeline::internal {

struct Tilt {
  std::span<const double> coef;  ///< g, d numbers
  double intercept = 0;          ///< e
  double shift = 0;              ///< by how much b may be off for the sake of the other problems
};

struct TiltedProof {
  Certificate certificate;  ///< primal is without the linear term; gap is that of the whole Lagrangian
  double share = 1;         ///< what dual_coef, multipliers and the tilt were scaled by to make R* finite
};

/// b stays point.intercept, for only the other problems know where it may move.
TiltedProof certify_tilted(const Problem& problem, const Baseline& baseline, const Tilt& tilt, CertifiedPoint& point);

}  // namespace hingeline::internal
