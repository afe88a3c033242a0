// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

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

  /// Copies bytes of this mapping. Those of a file are read again: that costs half of faulting its pages in, and none
  /// stays resident. Throws IoError.
  void copy(std::string_view part, char* to) const;

  /// Gives resident pages of these bytes back. Those of a file may be touched again, others not.
  void discard(std::string_view part) const;
  bool is_file() const { return file_ != nullptr; }

 private:
  class File;

  Mapping(char* data, std::size_t size, std::shared_ptr<const File> file)
      : data_(data), size_(size), file_(std::move(file)) {}
  static Mapping of_stream(const File& file);

  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::shared_ptr<const File> file_;  ///< none for pages of its own
};

}  // namespace hingeline::internal
