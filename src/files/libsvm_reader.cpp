// SPDX-License-Identifier: BSD-3-Clause
#include "files/libsvm_reader.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "files/libsvm_count.hpp"
#include "files/libsvm_parser.hpp"
#include "files/text_rows.hpp"

namespace hingeline::internal {
namespace {

std::int32_t first_index(const ReadOptions& options) { return options.zero_based ? 0 : 1; }

TextRows count(TextChunks& chunks, const ReadOptions& options) {
  chunks.count([&](const Chunk&, std::string_view text) { return count_libsvm(text, first_index(options)); });
  return {.cols = std::max(chunks.total().cols, options.features)};
}

auto parser(const ReadOptions& options) {
  return [first = first_index(options)]<class Rows>(const Chunk&, std::string_view text, Rows& rows) {
    LibsvmParser<Rows>(text, first, rows).run();
  };
}

}  // namespace

StoreSummary store_libsvm(const TextSource& source, const ReadOptions& options, AtomicFile& file,
                          std::size_t chunk_size) {
  TextChunks chunks(source, source.text, 0, options.threads, chunk_size);
  const TextRows rows = count(chunks, options);
  return options.value_type == ValueType::float32
             ? store_text_rows<float>(chunks, options.layout, rows, file, parser(options))
             : store_text_rows<double>(chunks, options.layout, rows, file, parser(options));
}

Dataset read_libsvm(const TextSource& source, const ReadOptions& options, std::size_t chunk_size) {
  TextChunks chunks(source, source.text, 0, options.threads, chunk_size);
  TextRows rows = count(chunks, options);
  return options.value_type == ValueType::float32
             ? read_text_rows<float>(chunks, options.layout, std::move(rows), parser(options))
             : read_text_rows<double>(chunks, options.layout, std::move(rows), parser(options));
}

}  // namespace hingeline::internal
