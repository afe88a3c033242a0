// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string_view>

#include "core/atomic_file.hpp"

namespace hingeline::compat {

/// A file that may exist already and then stays the same file: programs save to temporary files that they hold open.
/// `write` is given a function to which it passes the text, piece by piece. Throws IoError.
template <class Write>
void write_file(const std::filesystem::path& path, const Write& write) {
  internal::AtomicFile file(path, internal::Existing::rewritten);
  write([&file](std::string_view piece) { file.append(piece); });
  file.commit();
}

}  // namespace hingeline::compat
