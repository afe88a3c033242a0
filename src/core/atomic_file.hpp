// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace hingeline::internal {

/// A file that appears whole or not at all, however the program ends: written without a name where the file system can,
/// so that nothing is left of a program that is killed, elsewhere under another in the same folder; then renamed. What
/// it replaces leaves it its permissions, and must have those to be written to. What is open already (/dev/stdout,
/// wherever that leads) goes on where it is, and what exists and is no regular file (a pipe) is written to directly.
/// Not synchronised with the disk, which would cost more than writing most models. Throws IoError.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  /// Removes what was not committed.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Whether bytes may be put anywhere, as not into a pipe.
  bool has_places() const { return is_renamed_; }

  void append(std::string_view bytes);
  void commit();

  /// Of a file that has places, in place of append: zeros where nothing is put.
  void resize(std::uint64_t size);
  void put(std::uint64_t place, std::string_view bytes);
  template <class Number>
  void put(std::uint64_t place, std::span<const Number> numbers) {
    put(place, std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()));
  }
  /// Copies `size` bytes to a place not behind theirs.
  void move_down(std::uint64_t from, std::uint64_t to, std::uint64_t size);
  /// By which what has been put can be opened before it is committed, as long as this lives.
  std::filesystem::path unfinished() const;

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

/// The path of an AtomicFile that lies in a folder while it is unfinished and is never committed: no file has this
/// name, so that it is the folder alone that must be one to write to.
std::filesystem::path scratch_in(const std::filesystem::path& folder);

}  // namespace hingeline::internal
