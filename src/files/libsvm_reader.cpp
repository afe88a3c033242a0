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

TextRows count(TextChunks& chunks, const ReadOptions& options) {
  chunks.count([](const Chunk&, std::string_view text) { return count_libsvm(text); });
  return {.cols = std::max(chunks.total().largest_index, options.features)};
}

constexpr auto parse = []<class Rows>(const Chunk&, std::string_view text, Rows& rows) {
  LibsvmParser<Rows>(text, rows).run();
};

}  // namespace

StoreSummary store_libsvm(const TextSource& source, const ReadOptions& options, AtomicFile& file,
                          std::size_t chunk_size) {
  TextChunks chunks(source, source.text, 0, options.threads, chunk_size);
  const TextRows rows = count(chunks, options);
  return options.value_type == ValueType::float32 ? store_text_rows<float>(chunks, options.layout, rows, file, parse)
                                                  : store_text_rows<double>(chunks, options.layout, rows, file, parse);
}

Dataset read_libsvm(const TextSource& source, const ReadOptions& options, std::size_t chunk_size) {
  TextChunks chunks(source, source.text, 0, options.threads, chunk_size);
  TextRows rows = count(chunks, options);
  return options.value_type == ValueType::float32
             ? read_text_rows<float>(chunks, options.layout, std::move(rows), parse)
             : read_text_rows<double>(chunks, options.layout, std::move(rows), parse);
}

}  // namespace hingeline::internal
