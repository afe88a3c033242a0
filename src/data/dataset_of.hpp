// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>

#include "core/atomic_file.hpp"
#include "data/mapping.hpp"
#include "data/store_parts.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// Fills a file that has places with the store of what read_dataset would return of text; nothing, and nothing is done,
/// of what is no text or where its rows are to be copied into another layout. What is decompressed lies in
/// options.scratch.
std::optional<StoreSummary> store_text(const std::filesystem::path& path, const ReadOptions& options, AtomicFile& file);

/// read_dataset of what a file holds; `path` is for the format and for messages.
Dataset dataset_of(const std::filesystem::path& path, Mapping file, const ReadOptions& options);

}  // namespace hingeline::internal
