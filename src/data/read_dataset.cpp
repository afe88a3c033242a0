// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "data/binary_store.hpp"
#include "data/change_layout.hpp"
#include "data/csv_reader.hpp"
#include "data/libsvm_reader.hpp"
#include "data/mapping.hpp"
#include "data/text_source.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"

namespace hingeline {
namespace {

constexpr std::array<std::string_view, 4> compressed_names = {".gz", ".bz2", ".xz", ".zst"};

FileFormat format_of(std::filesystem::path path, std::string_view bytes) {
  if (internal::is_binary_store(bytes)) return FileFormat::binary;
  if (std::ranges::find(compressed_names, path.extension().string()) != compressed_names.end()) path = path.stem();
  return path.extension() == ".csv" ? FileFormat::csv : FileFormat::libsvm;
}

void check(const ReadOptions& options) {
  if (options.threads < 1) throw InvalidParameter("threads", std::to_string(options.threads), "must be >= 1");
  if (options.features < 0) throw InvalidParameter("features", std::to_string(options.features), "must be >= 0");
}

}  // namespace

Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options) {
  check(options);
  internal::TextSource source = internal::text_of(path.string(), internal::Mapping::of_file(path));
  switch (options.format == FileFormat::automatic ? format_of(path, source.text) : options.format) {
    case FileFormat::binary:
      return internal::change_layout(internal::read_binary(source.name, std::move(source.memory)), options.layout,
                                     options.features);
    case FileFormat::csv:
      return internal::read_csv(source, options);
    default:
      return internal::read_libsvm(source, options);
  }
}

}  // namespace hingeline
