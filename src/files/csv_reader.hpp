// SPDX-License-Identifier: BSD-3-Clause
//
// CSV (RFC 4180): a header, commas, optional quotes, "\n" or "\r\n". Blanks around a field and empty lines are skipped;
// a missing field is an error. Whether columns hold numbers or names: csv_columns.hpp.
//
// No field may hold a newline, so that the lines after the header can be read in chunks: a quoted field that runs over
// the end of its line is the first error of the file, whatever later chunks make of its rest. Names of categories and
// classes are collected while rows are counted, so that their numbers are known when chunks are parsed.
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

/// Writes the binary store of what read_csv would return, some chunks at a time; requires file.has_places().
StoreSummary store_csv(const TextSource& source, const ReadOptions& options, AtomicFile& file,
                       std::size_t chunk_size = TextChunks::usual_size);

}  // namespace hingeline::internal
