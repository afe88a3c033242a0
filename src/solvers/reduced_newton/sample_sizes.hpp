// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hingeline::internal {

/// What the last sample leads to, on all rows.
enum class AfterSamples { bands, newton_step, chord_steps };

/// Of the samples before all rows: as few as growths of at most 25 allow, all of the same growth; on many columns of 8,
/// for what a small sample leaves to the next is then much of its rows, and of 5 where bands of them are kept. Chord
/// steps want a good Hessian, for each that it saves is a pass: the last sample before them is an eighth of the rows.
/// None where the first would be a good part of the rows.
std::vector<std::int64_t> sample_sizes(std::int64_t rows, std::size_t variables, AfterSamples after);

}  // namespace hingeline::internal
