// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hingeline::internal {

/// What follows on all rows after the last sample.
enum class AfterSamples { bands, newton_step, chord_steps };

/// Sizes of the samples that precede all rows, each the same multiple of the one before: as few as a largest multiple
/// allows, 25 (chord steps: 13) on few columns, 8 (bands: 5) on many, where a small sample leaves more to the next one.
/// Chord steps want a good Hessian, as each step it saves is a pass: their last sample is an eighth of the rows. Empty
/// where the first sample would be two fifths of the rows or more.
std::vector<std::int64_t> sample_sizes(std::int64_t rows, std::size_t variables, AfterSamples after);

}  // namespace hingeline::internal
