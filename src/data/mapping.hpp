// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace hingeline::internal {

/// Memory from mmap: the pages of a file, read only, or pages of its own.
class Mapping {
 public:
  /// Throws IoError. What cannot be mapped (a pipe, say) is read into memory.
  static Mapping of_file(const std::filesystem::path& path);
  /// `size` zeros. Throws std::bad_alloc.
  static Mapping of_zeros(std::size_t size);

  Mapping() = default;
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();

  char* data() { return data_; }
  const char* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::string_view text() const { return {data_, size_}; }

  /// New size of a mapping of zeros; `data` may move.
  void resize(std::size_t size);

  /// Maps the pages of these bytes at once, where the system can: cheaper than one fault after the other.
  void bring_in(std::string_view part) const;

  /// Gives resident pages of these bytes back, to be read from the file again when touched. Nothing where there is no
  /// file.
  void set_aside(std::string_view part) const;
  /// Gives resident pages back for good: only bytes of a file may be touched again.
  void discard(std::string_view part) const;

 private:
  Mapping(char* data, std::size_t size, bool is_file) : data_(data), size_(size), is_file_(is_file) {}
  static Mapping of_stream(int descriptor, const std::filesystem::path& path);

  char* data_ = nullptr;
  std::size_t size_ = 0;
  bool is_file_ = false;
};

}  // namespace hingeline::internal
