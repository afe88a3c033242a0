// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <variant>

#include "core/atomic_file.hpp"
#include "files/mapping.hpp"
#include "files/store_parts.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// For text, writes the binary store of what read_dataset would return to `out`, some rows at a time, if
/// out.has_places(). Otherwise, and for a binary store, returns what read_dataset would, and leaves `out` as it is.
/// `in` is opened once, as it may be a pipe; its decompressed text is kept in the folder `scratch` meanwhile.
std::variant<StoreSummary, Dataset> store_or_read(const std::filesystem::path& in, const std::filesystem::path& scratch,
                                                  const ReadOptions& options, AtomicFile& out);

/// read_dataset() of a mapped file; `path` is for the format and for messages.
Dataset dataset_of(const std::filesystem::path& path, Mapping file, const ReadOptions& options);

}  // namespace hingeline::internal
