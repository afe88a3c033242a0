// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "core/atomic_file.hpp"
#include "data/mapping.hpp"

namespace hingeline::internal {

/// What the gzip, bzip2, xz or zstd archive `bytes` holds; `name` is for messages. Throws DataError where the archive
/// is damaged, and for every archive in a build without libarchive.
Mapping decompress(const std::string& name, std::string_view bytes);
/// The same in a file that has places, which is not to be changed afterwards.
Mapping decompress(const std::string& name, std::string_view bytes, AtomicFile& file);

}  // namespace hingeline::internal
