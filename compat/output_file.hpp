// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string_view>

#include "core/atomic_file.hpp"

namespace hingeline::compat {

/// Writes a file. An existing file is overwritten, not replaced, as programs save to temporary files that they hold
/// open. `write` is called with a function that takes the text piece by piece. Throws IoError.
template <class Write>
void write_file(const std::filesystem::path& path, const Write& write) {
  internal::AtomicFile file(path, internal::Existing::rewritten);
  write([&file](std::string_view piece) { file.append(piece); });
  file.commit();
}

}  // namespace hingeline::compat
