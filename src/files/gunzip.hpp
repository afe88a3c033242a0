// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a sequence of gzip members (RFC 1952) by zlib, which verifies the checksum and the size at the end of every
// member; libarchive does not.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string_view>

#include "files/compressed_parts.hpp"

namespace hingeline::internal {

class Gunzip {
 public:
  explicit Gunzip(CompressedParts parts) : parts_(parts) {
    constexpr int largest_window_with_gzip_headers = 15 + 16;
    if (inflateInit2(&stream_, largest_window_with_gzip_headers) != Z_OK) parts_.fail("no memory");
  }
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  /// The next bytes, at most `size` of them; 0 at the end.
  std::size_t read(char* to, std::size_t size) {
    const std::size_t most = std::min<std::size_t>(size, std::numeric_limits<uInt>::max());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(most);
    while (stream_.avail_out == most && !is_done_) take();
    return most - stream_.avail_out;
  }

 private:
  void take() {
    if (stream_.avail_in == 0 && !feed()) parts_.fail("truncated");
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
      begin_member();
    else if (status != Z_OK && status != Z_BUF_ERROR)
      parts_.fail(stream_.msg != nullptr ? stream_.msg : "damaged");
  }

  /// Begins the next member, if there is one. Zeros may follow the last member, as padding from tapes.
  void begin_member() {
    bool is_padded = false;
    while ((stream_.avail_in > 0 || feed()) && *stream_.next_in == 0) {
      is_padded = true;
      ++stream_.next_in;
      --stream_.avail_in;
    }
    is_done_ = stream_.avail_in == 0;
    if (!is_done_ && is_padded) parts_.fail("unexpected data after the end");
    inflateReset(&stream_);
  }

  bool feed() {
    const std::string_view part = parts_.next();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream_.avail_in = static_cast<uInt>(part.size());
    return !part.empty();
  }

  CompressedParts parts_;
  z_stream stream_ = {};
  bool is_done_ = false;
};

}  // namespace hingeline::internal
