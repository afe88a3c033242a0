// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace hingeline::internal {

/// What becomes of a file that is there before.
enum class Existing : std::uint8_t {
  replaced,   ///< by a new one of its name, owner and permissions; rewritten where none can take its place (a mount, a
              ///< folder that is not to be written to, an owner that only root can give a file to)
  rewritten,  ///< once all is there: it stays what others have open, linked or mounted
};

/// A file that appears whole or not at all, however the program ends: written without a name where the file system can,
/// so that nothing is left of a program that is killed, elsewhere under another in the same folder; then renamed. What
/// exists must have the permission to be written to; it is rewritten only when its disk has room for all. What is open
/// already (/dev/stdout, wherever that leads) goes on where it is, and what exists and is no regular file (a pipe) is
/// written to directly. Not synchronised with the disk, which would cost more than writing most models. Throws IoError.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path, Existing existing = Existing::replaced);
  /// Removes what was not committed.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Whether bytes may be put anywhere, as not into a pipe.
  bool has_places() const { return is_temporary_; }

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
  void open_temporary(const std::filesystem::path& beside);
  void link_temporary();
  void rewrite();
  void reserve(std::uint64_t size);
  void finish();
  void copy(int from, std::uint64_t begin, std::uint64_t place, std::uint64_t size);
  void flush();
  void write_all(std::string_view bytes);
  void check(bool succeeded) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< empty while there is no such name
  bool is_temporary_ = false;        ///< or else the path is written to directly
  bool is_rewritten_ = false;        ///< in the end, and not replaced
  bool exists_ = false;
  int descriptor_ = -1;
  std::string buffer_;
};

/// The path of an AtomicFile that lies in a folder while it is unfinished and is never committed: no file has this
/// name, so that it is the folder alone that must be one to write to.
std::filesystem::path scratch_in(const std::filesystem::path& folder);

}  // namespace hingeline::internal
