// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "files/mapping.hpp"

namespace hingeline::internal {

/// The text of a file: its mapped bytes, decompressed if necessary, without a byte order mark.
struct TextSource {
  std::string name;       ///< for messages
  std::string_view text;  ///< bytes of `memory`, or the caller's
  Mapping memory;
};

/// The text of a mapped file. Decompresses gzip, bzip2, xz and zstd, recognised by their first bytes. Throws DataError
/// where compressed data are damaged.
TextSource text_of(std::string name, Mapping file);
/// The same, but decompressed into an unnamed file in the folder `scratch` instead of memory.
TextSource text_outside_memory(std::string name, Mapping file, const std::filesystem::path& scratch);

/// Text in memory of the caller, which must outlive the result.
TextSource text_of(std::string name, std::string_view text);

bool is_compressed(std::string_view bytes);

}  // namespace hingeline::internal
