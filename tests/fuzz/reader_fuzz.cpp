// SPDX-License-Identifier: BSD-3-Clause
//
// Hostile files. The first byte says how the rest is read: L as LIBSVM text, C as CSV, B as a binary store, Z as
// compressed LIBSVM text. Every way of reading the same bytes (threads, chunks, layouts) must give the same rows or the
// same message.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "data/change_layout.hpp"
#include "files/binary_store.hpp"
#include "files/csv_reader.hpp"
#include "files/libsvm_count.hpp"
#include "files/libsvm_reader.hpp"
#include "files/text_source.hpp"
#include "hingeline/error.hpp"
#include "support/mapping_of.hpp"
#include "support/matrix_contents.hpp"

namespace {

using namespace hingeline;
using namespace hingeline::internal;

constexpr std::int64_t most_cells = 1 << 16;  // of a dense matrix: more is a question of memory only

struct Outcome {
  Contents contents;
  std::vector<std::string> names;
  std::vector<std::string> class_names;
  std::int64_t unknown_names;
  std::string message;

  bool operator==(const Outcome&) const = default;
};

Outcome outcome_of(const std::function<Dataset()>& read) {
  try {
    const Dataset data = read();
    return {contents_of(data), data.feature_names, data.class_names, data.unknown_names, ""};
  } catch (const Error& error) {
    return {{}, {}, {}, 0, error.what()};
  }
}

void require_equal(const Outcome& first, const Outcome& second) {
  if (first == second) return;
  std::fprintf(stderr, "two ways of reading differ:\n'%s'\n'%s'\n", first.message.c_str(), second.message.c_str());
  std::abort();
}

using Reader = Dataset (*)(const TextSource&, const ReadOptions&, std::size_t);

void compare(Reader reader, const TextSource& source, ReadOptions options, bool small) {
  options.layout = Layout::sparse;
  const Outcome expected = outcome_of([&] { return reader(source, options, TextChunks::usual_size); });
  options.threads = 3;
  require_equal(expected, outcome_of([&] { return reader(source, options, 16); }));
  options.layout = Layout::automatic;
  require_equal(expected, outcome_of([&] { return reader(source, options, 5); }));
  options.layout = Layout::dense;
  if (small) require_equal(expected, outcome_of([&] { return reader(source, options, TextChunks::usual_size); }));
}

ChunkCounts counts_of(std::string_view text, std::int32_t first_index) {
  const std::string margin(chunk_margin, '\0');
  const std::string padded = margin + std::string(text) + margin;
  return count_libsvm(std::string_view(padded).substr(chunk_margin, text.size()), first_index);
}

void compare_libsvm(const TextSource& source) {
  for (const bool zero_based : {false, true}) {
    const ChunkCounts counts = counts_of(source.text, zero_based ? 0 : 1);
    const bool small = counts.rows * counts.cols <= most_cells;
    compare(read_libsvm, source, {.value_type = ValueType::float32, .zero_based = zero_based}, small);
    compare(read_libsvm, source, {.value_type = ValueType::float64, .zero_based = zero_based}, small);
  }
}

void compare_binary(std::string_view bytes) {
  const auto read = [&](Layout layout) {
    return change_layout(read_binary("f", support::mapping_of(bytes)), layout, 0);
  };
  const Outcome expected = outcome_of([&] { return read(Layout::automatic); });
  require_equal(expected, outcome_of([&] { return read(Layout::sparse); }));
  if (expected.contents.rows * expected.contents.cols <= most_cells)
    require_equal(expected, outcome_of([&] { return read(Layout::dense); }));
}

void compare_compressed(std::string_view bytes) {
  try {
    compare_libsvm(text_of("f", support::mapping_of(bytes)));
  } catch (const DataError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 'L':
      compare_libsvm(text_of("f", bytes));
      break;
    case 'C':
      compare(read_csv, text_of("f", bytes), {}, true);
      compare(read_csv, text_of("f", bytes), {.value_type = ValueType::float64, .target = "2"}, true);
      compare(read_csv, text_of("f", bytes), {.categorical = {"3"}, .ignored = {"2"}}, true);
      compare(read_csv, text_of("f", bytes), {.no_header = true, .separator = ';'}, true);
      compare(read_csv, text_of("f", bytes), {.separator = ' '}, true);
      compare(read_csv, text_of("f.tsv", bytes), {.no_header = true}, true);
      compare(read_csv, text_of("f", bytes), {.feature_names = {"c=red", "a=x", "b", "a=z"}}, true);
      break;
    case 'B':
      compare_binary(bytes);
      break;
    case 'Z':
      compare_compressed(bytes);
      break;
    default:
      break;
  }
  return 0;
}
