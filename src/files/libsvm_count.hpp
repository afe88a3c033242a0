// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "files/text_chunks.hpp"

namespace hingeline::internal {

/// Lines, rows (lines that are neither blank nor a comment), entries and the largest index of LIBSVM text, around which
/// there are chunk_margin readable characters.
ChunkCounts count_libsvm(std::string_view chunk);

}  // namespace hingeline::internal
