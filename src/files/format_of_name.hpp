// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/lower_case.hpp"

namespace hingeline::internal {

/// The extension in small letters, with that of a compressed file removed first.
inline std::string text_extension(std::filesystem::path path) {
  constexpr std::array<std::string_view, 4> compressed = {".gz", ".bz2", ".xz", ".zst"};
  if (std::ranges::find(compressed, path.extension().string()) != compressed.end()) path = path.stem();
  return lower_case(path.extension().string());
}

/// Whether the fields of a file of this name are separated by tabs, unless the options say otherwise.
inline bool is_tsv_name(const std::filesystem::path& path) { return text_extension(path) == ".tsv"; }

/// Whether a file of this name is read as CSV, unless the options say otherwise.
inline bool is_csv_name(const std::filesystem::path& path) {
  return text_extension(path) == ".csv" || is_tsv_name(path);
}

}  // namespace hingeline::internal
