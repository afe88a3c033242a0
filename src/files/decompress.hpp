// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "core/atomic_file.hpp"
#include "files/mapping.hpp"

namespace hingeline::internal {

/// What gzip members begin with.
inline constexpr std::string_view gzip_magic = "\x1f\x8b";

/// What a gzip, bzip2, xz or zstd archive holds; `name` is for messages. Throws DataError where the archive
/// is damaged, and for every archive in a build without libarchive.
Mapping decompress(const std::string& name, const Mapping& compressed);
/// The same in a file that has places, which is not to be changed afterwards.
Mapping decompress(const std::string& name, const Mapping& compressed, AtomicFile& file);

}  // namespace hingeline::internal
