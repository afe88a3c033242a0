// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "core/infinity.hpp"
#include "problem/kernel_certificate.hpp"

namespace hingeline::internal {

/// Rounding is mostly far from its worst case, so that gaps below that go on falling, until a proof comes no closer.
class RoundingEnd {
 public:
  /// Of a gap that may be rounding.
  bool is_reached(const KernelProof& proof) {
    return !(proof.certificate.gap < std::exchange(gap_, proof.certificate.gap));
  }

 private:
  double gap_ = infinity;  // of the last one
};

}  // namespace hingeline::internal
