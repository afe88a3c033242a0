// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <variant>

#include "core/atomic_file.hpp"
#include "files/mapping.hpp"
#include "files/store_parts.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// Fills `out`, where it has places, with the store of what read_dataset would return of text, some rows at a time.
/// Else what it would return, and `out` is left as it is: of what is no text. `in` is opened once, as it may be a pipe;
/// what it decompresses to lies in the folder `scratch` meanwhile.
std::variant<StoreSummary, Dataset> store_or_read(const std::filesystem::path& in, const std::filesystem::path& scratch,
                                                  const ReadOptions& options, AtomicFile& out);

/// read_dataset of what a file holds; `path` is for the format and for messages.
Dataset dataset_of(const std::filesystem::path& path, Mapping file, const ReadOptions& options);

}  // namespace hingeline::internal
