// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "core/atomic_file.hpp"
#include "files/mapping.hpp"

namespace hingeline::internal {

/// The first bytes of a gzip member.
inline constexpr std::string_view gzip_magic = "\x1f\x8b";

/// The decompressed content of gzip, bzip2, xz or zstd data; `name` is for messages. Throws DataError where the data
/// are damaged, and always in a build without libarchive.
Mapping decompress(const std::string& name, const Mapping& compressed);
/// Writes the content to a file (file.has_places()), which must not change afterwards, and returns its mapping.
Mapping decompress(const std::string& name, const Mapping& compressed, AtomicFile& file);

}  // namespace hingeline::internal
