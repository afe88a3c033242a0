// SPDX-License-Identifier: BSD-3-Clause
#include "data/decompress.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

struct FreeArchive {
  void operator()(archive* reader) const { archive_read_free(reader); }
};

/// Reads the one unnamed member that the raw format sees behind the filters, into memory that doubles as it fills.
class Decompressor {
 public:
  Decompressor(const std::string& name, std::string_view bytes) : name_(name), reader_(archive_read_new()) {
    check(archive_read_support_filter_gzip(reader_.get()));
    check(archive_read_support_filter_bzip2(reader_.get()));
    check(archive_read_support_filter_xz(reader_.get()));
    check(archive_read_support_filter_zstd(reader_.get()));
    check(archive_read_support_format_raw(reader_.get()));
    check(archive_read_support_format_empty(reader_.get()));
    check(archive_read_open_memory(reader_.get(), bytes.data(), bytes.size()));
    text_ = Mapping::of_zeros(std::max<std::size_t>(1 << 16, 4 * bytes.size()));
  }

  Mapping run() {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader_.get(), &entry);
    if (status == ARCHIVE_EOF) return {};
    check(status);
    if (archive_filter_code(reader_.get(), 0) == ARCHIVE_FILTER_NONE) fail("truncated");
    std::size_t used = 0;
    while (const std::size_t count = read(used)) {
      used += count;
      if (used == text_.size()) text_.resize(2 * used);
    }
    text_.resize(used);
    return std::move(text_);
  }

 private:
  std::size_t read(std::size_t used) {
    const la_ssize_t count = archive_read_data(reader_.get(), text_.data() + used, text_.size() - used);
    if (count < 0) check(static_cast<int>(count));
    return static_cast<std::size_t>(std::max<la_ssize_t>(count, 0));
  }

  void check(int status) const {
    if (status >= ARCHIVE_WARN) return;
    const char* reason = archive_error_string(reader_.get());
    fail(reason != nullptr ? reason : "damaged");
  }

  [[noreturn]] void fail(const char* reason) const {
    throw DataError(name_, 0, 0, std::string("cannot be decompressed: ") + reason);
  }

  const std::string& name_;
  std::unique_ptr<archive, FreeArchive> reader_;
  Mapping text_;
};

}  // namespace

Mapping decompress(const std::string& name, std::string_view bytes) { return Decompressor(name, bytes).run(); }

}  // namespace hingeline::internal
