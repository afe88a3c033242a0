// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "core/infinity.hpp"
#include "problem/kernel_certificate.hpp"

namespace hingeline::internal {

/// Tells when rounding ends progress. It is mostly far below its bound, so that gaps below the bound still fall: the
/// end is a proof whose gap is no smaller than the last.
class RoundingEnd {
 public:
  /// Takes a proof whose gap may be rounding.
  bool is_reached(const KernelProof& proof) {
    return !(proof.certificate.gap < std::exchange(gap_, proof.certificate.gap));
  }

 private:
  double gap_ = infinity;  // of the last proof
};

}  // namespace hingeline::internal
