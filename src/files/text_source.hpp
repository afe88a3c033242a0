// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "files/mapping.hpp"

namespace hingeline::internal {

/// The text of a file: its mapped bytes or, where these are compressed, what they decompress to. A byte order mark is
/// left out.
struct TextSource {
  std::string name;       ///< for messages
  std::string_view text;  ///< bytes of `memory`, or the caller's
  Mapping memory;
};

/// Decompresses gzip, bzip2, xz and zstd, recognised by their first bytes. Throws DataError where the archive is
/// damaged.
TextSource text_of(std::string name, Mapping file);
/// The same, decompressed not into memory but into a file without a name in the folder `scratch`.
TextSource text_outside_memory(std::string name, Mapping file, const std::filesystem::path& scratch);

/// Text that the caller keeps alive.
TextSource text_of(std::string name, std::string_view text);

bool is_compressed(std::string_view bytes);

}  // namespace hingeline::internal
