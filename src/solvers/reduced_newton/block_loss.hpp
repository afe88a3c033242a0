// SPDX-License-Identifier: BSD-3-Clause
//
// The loss's derivatives on blocks of rows, given their predictions, in SIMD vectors: by the formulas of the logistic
// loss, or by the ramps (losses/ramps.hpp) of losses in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "data/block_numbers.hpp"
#include "hingeline/problem.hpp"
#include "losses/logistic_ops.hpp"
#include "losses/ramps.hpp"

namespace hingeline::internal {

class BlockLoss {
 public:
  /// The problem's loss is logistic, or has a ramp_form().
  explicit BlockLoss(const Problem& problem) : problem_(problem), ramps_(ramp_form(problem.loss)) {}

  /// Whether the first or second derivative jumps anywhere.
  bool has_kinks() const { return ramps_ && ramps_->kink_count > 0; }

  /// slopes_i = c_i phi'(z_i), curvatures_i = c_i phi''(z_i), for the z.size() rows from `first` on.
  void differentiate(std::int64_t first, std::span<const double> z, BlockNumbers& slopes,
                     BlockNumbers& curvatures) const;

  /// s_i = -c_i phi'(z_i) with phi' continued from the piece that row i is on; for a loss in pieces. `pieces` fills
  /// whole ramp_groups.
  void set_duals_on_pieces(std::int64_t first, std::span<const double> z, const std::uint8_t* pieces,
                           BlockNumbers& s) const;

 private:
  void differentiate_logistic(std::size_t first, std::span<const double> z, BlockNumbers& slopes,
                              BlockNumbers& curvatures) const;

  const Problem& problem_;
  const std::optional<RampLoss> ramps_;
  const RampOps ramp_ops_ = ramp_ops();
  const LogisticOps logistic_ops_ = logistic_ops();
};

}  // namespace hingeline::internal
