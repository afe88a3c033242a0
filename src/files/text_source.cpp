// SPDX-License-Identifier: BSD-3-Clause
#include "files/text_source.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "files/decompress.hpp"

namespace hingeline::internal {
namespace {

using namespace std::string_view_literals;

constexpr std::array magic_bytes = {gzip_magic, "\xfd\x37zXZ\0"sv, "\x28\xb5\x2f\xfd"sv};
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// "BZh" could also begin a header line of CSV, but the six bytes of a block after the next digit could not.
bool is_bzip2(std::string_view bytes) {
  if (bytes.size() < 10 || !bytes.starts_with("BZh")) return false;
  const std::string_view block = bytes.substr(4, 6);
  return block == "\x31\x41\x59\x26\x53\x59" || block == "\x17\x72\x45\x38\x50\x90";
}

TextSource plain_text(std::string name, Mapping file) {
  TextSource source = text_of(std::move(name), file.text());
  source.memory = std::move(file);
  return source;
}

}  // namespace

bool is_compressed(std::string_view bytes) {
  return is_bzip2(bytes) ||
         std::ranges::any_of(magic_bytes, [&](std::string_view magic) { return bytes.starts_with(magic); });
}

TextSource text_of(std::string name, Mapping file) {
  if (is_compressed(file.text())) file = decompress(name, file);
  return plain_text(std::move(name), std::move(file));
}

TextSource text_outside_memory(std::string name, Mapping file, const std::filesystem::path& scratch) {
  if (is_compressed(file.text())) {
    AtomicFile text(scratch_in(scratch));
    file = decompress(name, file, text);
  }
  return plain_text(std::move(name), std::move(file));
}

TextSource text_of(std::string name, std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return {std::move(name), text, {}};
}

}  // namespace hingeline::internal
