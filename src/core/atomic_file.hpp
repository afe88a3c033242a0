// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace hingeline::internal {

/// What happens to a file that exists already.
enum class Existing : std::uint8_t {
  replaced,   ///< by a new one of its name, owner and permissions; rewritten where none can take its place (a mount, a
              ///< folder without write permission, an owner that only root can give a file to)
  rewritten,  ///< in place, once all is there: others keep it open, linked or mounted
};

/// A file that appears whole or not at all, however the program ends: it is written to a file without a name where the
/// file system has such files, so that a killed program leaves nothing, else to a temporary one in the same folder, and
/// then renamed. An existing file must be writable; it is rewritten only when its disk has room for all. What is open
/// already (/dev/stdout, wherever that leads) goes on where it is, and an existing path that is no regular file (a
/// pipe) is written to directly. Not synchronised with the disk, which would cost more than writing most models. Throws
/// IoError.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path, Existing existing = Existing::replaced);
  /// Removes what was not committed.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Whether bytes may be put at any place, which a pipe does not allow.
  bool has_places() const { return is_temporary_; }

  void append(std::string_view bytes);
  void commit();

  /// For a file that has places, instead of append(); zeros where nothing is put.
  void resize(std::uint64_t size);
  void put(std::uint64_t place, std::string_view bytes);
  template <class Number>
  void put(std::uint64_t place, std::span<const Number> numbers) {
    put(place, std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()));
  }
  /// Copies `size` bytes from a place to one that is not behind it.
  void move_down(std::uint64_t from, std::uint64_t to, std::uint64_t size);
  /// The path by which the file can be opened before it is committed, as long as this lives.
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
  bool is_temporary_ = false;        ///< false: the path is written to directly
  bool is_rewritten_ = false;        ///< at the end the existing file is rewritten, not replaced
  bool exists_ = false;
  int descriptor_ = -1;
  std::string buffer_;
};

/// The path for an AtomicFile in a folder that is never committed: no file has this name, so that only the folder must
/// be writable.
std::filesystem::path scratch_in(const std::filesystem::path& folder);

}  // namespace hingeline::internal
