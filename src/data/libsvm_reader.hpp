// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM text in two passes over chunks of whole lines, which threads share:
//
//     1. count rows, entries and the largest index of every chunk; then density decides between dense and CSR, all
//     memory is
//        allocated once, and sums over the chunks in front tell every chunk where its rows and entries go
//     2. parse every chunk straight into its place
//
// The pages of a chunk are given back as soon as it is done, so that text and matrix are never in memory together.
// Explicit zeros are not stored in CSR; where a file has some, the entries behind them are moved up in the end.
#pragma once

#include "data/text_source.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// Fits a core's cache, so that the parts of pass 1 read memory once.
inline constexpr std::size_t libsvm_chunk_size = 512 << 10;

/// Throws DataError with the first error of the file, whatever the number of threads and the size of chunks.
Dataset read_libsvm(const TextSource& source, const ReadOptions& options, std::size_t chunk_size = libsvm_chunk_size);

}  // namespace hingeline::internal
