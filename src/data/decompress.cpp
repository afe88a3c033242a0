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

/// Reads the one unnamed member that the raw format sees behind the filters.
class Decompressor {
 public:
  Decompressor(const std::string& name, const Mapping& compressed)
      : name_(name), compressed_(compressed), reader_(archive_read_new()) {
    check(archive_read_support_filter_gzip(reader_.get()));
    check(archive_read_support_filter_bzip2(reader_.get()));
    check(archive_read_support_filter_xz(reader_.get()));
    check(archive_read_support_filter_zstd(reader_.get()));
    check(archive_read_support_format_raw(reader_.get()));
    check(archive_read_support_format_empty(reader_.get()));
    check(archive_read_open(reader_.get(), this, nullptr, next_part, nullptr));
  }

  /// Whether there is anything to read.
  bool begin() {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader_.get(), &entry);
    if (status == ARCHIVE_EOF) return false;
    check(status);
    if (archive_filter_code(reader_.get(), 0) == ARCHIVE_FILTER_NONE) fail("truncated");
    return true;
  }

  /// The next bytes, at most `size` of them; 0 at the end.
  std::size_t read(char* to, std::size_t size) {
    const la_ssize_t count = archive_read_data(reader_.get(), to, size);
    if (count < 0) check(static_cast<int>(count));
    return static_cast<std::size_t>(std::max<la_ssize_t>(count, 0));
  }

 private:
  /// Parts that have been read do not stay resident.
  static la_ssize_t next_part(archive*, void* self, const void** bytes) {
    constexpr std::size_t at_once = 1 << 20;
    Decompressor& that = *static_cast<Decompressor*>(self);
    that.compressed_.discard(that.part_);
    const std::string_view all = that.compressed_.text();
    const auto next = static_cast<std::size_t>(that.part_.data() + that.part_.size() - all.data());
    that.part_ = all.substr(next, at_once);
    *bytes = that.part_.data();
    return static_cast<la_ssize_t>(that.part_.size());
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
  const Mapping& compressed_;
  std::string_view part_ = compressed_.text().substr(0, 0);  // the last that was read
  std::unique_ptr<archive, FreeArchive> reader_;
};

}  // namespace

/// Into memory that doubles as it fills.
Mapping decompress(const std::string& name, const Mapping& compressed) {
  Decompressor archive(name, compressed);
  if (!archive.begin()) return {};
  Mapping text = Mapping::of_zeros(std::max<std::size_t>(1 << 16, 4 * compressed.size()));
  std::size_t used = 0;
  while (const std::size_t count = archive.read(text.data() + used, text.size() - used)) {
    used += count;
    if (used == text.size()) text.resize(2 * used);
  }
  text.resize(used);
  return text;
}

Mapping decompress(const std::string& name, const Mapping& compressed, AtomicFile& file) {
  Decompressor archive(name, compressed);
  if (!archive.begin()) return {};
  std::string part(1 << 20, '\0');
  std::uint64_t used = 0;
  while (const std::size_t count = archive.read(part.data(), part.size())) {
    file.put(used, {part.data(), count});
    used += count;
  }
  return Mapping::of_file(file.unfinished());
}

}  // namespace hingeline::internal
