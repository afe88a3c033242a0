// SPDX-License-Identifier: BSD-3-Clause
#include "files/decompress.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "files/compressed_parts.hpp"
#include "files/gunzip.hpp"

namespace hingeline::internal {
namespace {

struct FreeArchive {
  void operator()(archive* reader) const { archive_read_free(reader); }
};

/// Reads the single unnamed member that libarchive's raw format provides after the filters.
class Unarchive {
 public:
  explicit Unarchive(CompressedParts parts) : parts_(parts), reader_(archive_read_new()) {
    check(archive_read_support_filter_bzip2(reader_.get()));
    check(archive_read_support_filter_xz(reader_.get()));
    check(archive_read_support_filter_zstd(reader_.get()));
    check(archive_read_support_format_raw(reader_.get()));
    check(archive_read_support_format_empty(reader_.get()));
    check(archive_read_open(reader_.get(), this, nullptr, next_part, nullptr));
    begin();
  }

  /// The next bytes, at most `size` of them; 0 at the end.
  std::size_t read(char* to, std::size_t size) {
    const la_ssize_t count = is_empty_ ? 0 : archive_read_data(reader_.get(), to, size);
    if (count < 0) fail();
    if (count == 0) refuse_rest();
    return static_cast<std::size_t>(count);
  }

 private:
  void begin() {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader_.get(), &entry);
    constexpr int once = 2;  // libarchive counts the file itself too
    if (archive_filter_count(reader_.get()) > once) parts_.fail("it is compressed more than once");
    is_empty_ = status == ARCHIVE_EOF;
    if (is_empty_) return;
    check(status);
    if (archive_filter_code(reader_.get(), 0) == ARCHIVE_FILTER_NONE) parts_.fail("truncated");
  }

  /// Throws unless only padding follows: libarchive takes an incomplete header of a bzip2 stream for the end of file.
  void refuse_rest() const {
    const auto end = static_cast<std::size_t>(archive_filter_bytes(reader_.get(), -1));
    if (!parts_.only_padding_from(end)) parts_.fail("unexpected data after the end");
  }

  static la_ssize_t next_part(archive*, void* self, const void** bytes) {
    const std::string_view part = static_cast<Unarchive*>(self)->parts_.next();
    *bytes = part.data();
    return static_cast<la_ssize_t>(part.size());
  }

  void check(int status) const {
    if (status < ARCHIVE_WARN) fail();
  }

  [[noreturn]] void fail() const {
    const char* reason = archive_error_string(reader_.get());
    parts_.fail(reason != nullptr ? reason : "damaged");
  }

  CompressedParts parts_;
  std::unique_ptr<archive, FreeArchive> reader_;
  bool is_empty_ = false;
};

/// Returns take(unpacked); repeated calls of unpacked.read() give the whole content.
template <class Take>
auto unpack(const std::string& name, const Mapping& compressed, const Take& take) {
  const CompressedParts parts(name, compressed);
  if (compressed.text().starts_with(gzip_magic)) {
    Gunzip unpacked(parts);
    return take(unpacked);
  }
  Unarchive unpacked(parts);
  return take(unpacked);
}

}  // namespace

/// Decompresses into memory whose size doubles when it is full.
Mapping decompress(const std::string& name, const Mapping& compressed) {
  return unpack(name, compressed, [&](auto& unpacked) -> Mapping {
    Mapping text = Mapping::of_zeros(std::max<std::size_t>(1 << 16, 4 * compressed.size()));
    std::size_t used = 0;
    while (const std::size_t count = unpacked.read(text.data() + used, text.size() - used)) {
      used += count;
      if (used == text.size()) text.resize(2 * used);
    }
    if (used == 0) return {};
    text.resize(used);
    return text;
  });
}

Mapping decompress(const std::string& name, const Mapping& compressed, AtomicFile& file) {
  return unpack(name, compressed, [&](auto& unpacked) -> Mapping {
    std::string part(1 << 20, '\0');
    std::uint64_t used = 0;
    while (const std::size_t count = unpacked.read(part.data(), part.size())) {
      file.put(used, {part.data(), count});
      used += count;
    }
    return used == 0 ? Mapping() : Mapping::of_file(file.unfinished());
  });
}

}  // namespace hingeline::internal
