// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hingeline::internal {

/// A file that appears whole or not at all, however the program ends: written without a name where the file system can,
/// so that nothing is left of a program that is killed, elsewhere under another in the same folder; then renamed. What
/// it replaces leaves it its permissions. What exists and is no regular file (a pipe, /dev/stdout) is
/// written to directly. Not synchronised with the disk, which would cost more than writing most models. Throws IoError.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  /// Removes what was not committed.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void append(std::string_view bytes);
  void commit();

 private:
  void open_descriptor();
  void link_temporary();
  void flush();
  void write_all(std::string_view bytes);
  void check(bool succeeded) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< empty while there is no such name
  bool is_renamed_ = false;          ///< or else the path is written to directly
  int descriptor_ = -1;
  std::string buffer_;
};

}  // namespace hingeline::internal
