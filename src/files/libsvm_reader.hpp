// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM text in two passes over its chunks:
//
//     1. count rows, entries and columns; then density decides between dense and CSR, all memory is
//        allocated once, and sums over the preceding chunks say where the rows and entries of a chunk go
//     2. parse every chunk directly into its place
//
// CSR does not store explicit zeros; where a file has some, later entries are moved to close the gaps at the end.
#pragma once

#include "core/atomic_file.hpp"
#include "files/store_parts.hpp"
#include "files/text_chunks.hpp"
#include "files/text_source.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// Throws DataError with the first error of the file, whatever the number of threads and the size of chunks.
Dataset read_libsvm(const TextSource& source, const ReadOptions& options,
                    std::size_t chunk_size = TextChunks::usual_size);

/// Writes the binary store of what read_libsvm would return, some chunks at a time; requires file.has_places().
StoreSummary store_libsvm(const TextSource& source, const ReadOptions& options, AtomicFile& file,
                          std::size_t chunk_size = TextChunks::usual_size);

}  // namespace hingeline::internal
