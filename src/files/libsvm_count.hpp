// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>

#include "files/text_chunks.hpp"

namespace hingeline::internal {

/// Counts lines, rows (lines that are neither blank nor a comment), entries and columns of LIBSVM text, whose indices
/// begin at `first_index`. Requires chunk_margin readable characters around the chunk.
ChunkCounts count_libsvm(std::string_view chunk, std::int32_t first_index);

}  // namespace hingeline::internal
