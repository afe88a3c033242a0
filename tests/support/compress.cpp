// SPDX-License-Identifier: BSD-3-Clause
#include "support/compress.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <stdexcept>

namespace hingeline::internal {
namespace {

int add_filter(archive* writer, Compression compression) {
  switch (compression) {
    case Compression::gzip:
      return archive_write_add_filter_gzip(writer);
    case Compression::bzip2:
      return archive_write_add_filter_bzip2(writer);
    case Compression::xz:
      return archive_write_add_filter_xz(writer);
    default:
      return archive_write_add_filter_zstd(writer);
  }
}

void check(archive* writer, bool holds) {
  if (!holds) throw std::runtime_error(archive_error_string(writer));
}

}  // namespace

std::string compress(std::string_view text, Compression compression) {
  std::string bytes(text.size() * 2 + (1 << 16), '\0');
  std::size_t used = 0;
  archive* writer = archive_write_new();
  archive_entry* entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_pathname(entry, "data");
  check(writer, add_filter(writer, compression) == ARCHIVE_OK);
  check(writer, archive_write_set_format_raw(writer) == ARCHIVE_OK);
  check(writer, archive_write_set_bytes_in_last_block(writer, 1) == ARCHIVE_OK);
  check(writer, archive_write_open_memory(writer, bytes.data(), bytes.size(), &used) == ARCHIVE_OK);
  check(writer, archive_write_header(writer, entry) == ARCHIVE_OK);
  check(writer, archive_write_data(writer, text.data(), text.size()) == static_cast<la_ssize_t>(text.size()));
  check(writer, archive_write_close(writer) == ARCHIVE_OK);
  archive_entry_free(entry);
  archive_write_free(writer);
  bytes.resize(used);
  return bytes;
}

}  // namespace hingeline::internal
