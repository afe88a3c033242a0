// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

namespace hingeline::internal {

/// Memory from mmap: the pages of a file, read-only, or anonymous pages.
class Mapping {
 public:
  /// Maps a file; what cannot be mapped (a pipe, say, or a file of /proc) is read into memory. Throws IoError.
  static Mapping of_file(const std::filesystem::path& path);
  /// Memory of `size` zeros. Throws std::bad_alloc.
  static Mapping of_zeros(std::size_t size);

  Mapping() = default;
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();

  char* data() { return data_; }
  const char* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::string_view text() const { return {data_, size_}; }

  /// Changes the size of a mapping of_zeros(); data() may move.
  void resize(std::size_t size);

  /// Copies bytes of this mapping. Bytes of a file are read from it: that costs half of faulting the pages in, and no
  /// page stays resident. Throws IoError.
  void copy(std::string_view part, char* to) const;

  /// Releases the resident pages of these bytes. Bytes of a file may be read again afterwards, others not.
  void discard(std::string_view part) const;
  bool is_file() const { return file_ != nullptr; }

 private:
  class File;

  Mapping(char* data, std::size_t size, std::shared_ptr<const File> file)
      : data_(data), size_(size), file_(std::move(file)) {}
  static Mapping of_stream(const File& file);

  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::shared_ptr<const File> file_;  ///< null for anonymous pages
};

}  // namespace hingeline::internal
