// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "files/mapping.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {

/// Reads a compressed file part by part; parts that were read do not stay resident.
class CompressedParts {
 public:
  CompressedParts(const std::string& name, const Mapping& file) : name_(name), file_(file) {}

  /// The next part; empty at the end.
  std::string_view next() {
    constexpr std::size_t at_once = 1 << 20;
    file_.discard(part_);
    const std::string_view all = file_.text();
    part_ = all.substr(static_cast<std::size_t>(part_.data() + part_.size() - all.data()), at_once);
    return part_;
  }

  /// Whether only zeros follow from `place` on, which files from tapes are padded with.
  bool only_padding_from(std::size_t place) const {
    return file_.text().find_first_not_of('\0', place) == std::string_view::npos;
  }

  [[noreturn]] void fail(const char* reason) const {
    throw DataError(name_, 0, 0, std::string("cannot be decompressed: ") + reason);
  }

 private:
  const std::string& name_;
  const Mapping& file_;
  std::string_view part_ = file_.text().substr(0, 0);  // the last part that was read
};

}  // namespace hingeline::internal
