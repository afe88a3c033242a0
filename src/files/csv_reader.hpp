// SPDX-License-Identifier: BSD-3-Clause
//
// CSV (RFC 4180): a header, commas, quotes where wanted, "\n" or "\r\n". Blanks around a field and empty lines are
// passed over; a field that is missing is an error. What columns hold, numbers or names: csv_columns.hpp.
//
// No field may hold a newline, so the lines behind the header can be read in chunks: where a quoted field does run over
// the end of its line, that field is the first error of the file. Which names there are is found while rows are
// counted, so that what they stand for is known to whoever parses a chunk.
#pragma once

#include "core/atomic_file.hpp"
#include "files/store_parts.hpp"
#include "files/text_chunks.hpp"
#include "files/text_source.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// Throws DataError with the first error of the file, or InvalidParameter for columns
/// that are not there.
Dataset read_csv(const TextSource& source, const ReadOptions& options, std::size_t chunk_size = TextChunks::usual_size);

/// Fills a file that has places with the binary store of what read_csv returns, some chunks at a time.
StoreSummary store_csv(const TextSource& source, const ReadOptions& options, AtomicFile& file,
                       std::size_t chunk_size = TextChunks::usual_size);

}  // namespace hingeline::internal
