// SPDX-License-Identifier: BSD-3-Clause
#include "files/store_parts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/random.hpp"
#include "files/csv_reader.hpp"
#include "files/libsvm_reader.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "support/compress.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline::internal {
namespace {

using support::message_of;

/// Some hundred rows, explicit zeros and empty ones among them.
std::string libsvm_text(double density) {
  Random random(3);
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += std::to_string(i % 3 - 1);
    for (int j = 1; j <= 9; ++j)
      if (random.uniform() < density) text += " " + std::to_string(j) + ":" + (random.below(8) == 0 ? "0" : "1.25");
    text += "\n";
  }
  return text;
}

std::string csv_text() {
  Random random(4);
  std::string text = "a,y,\"b, too\"\n";
  for (int i = 0; i < 300; ++i)
    text += std::to_string(random.below(9)) + ",-1," + std::to_string(random.uniform()) + "\n";
  return text;
}

/// What write_binary makes of the dataset in memory.
std::string expected(const TemporaryFolder& folder, const std::filesystem::path& in, const ReadOptions& options) {
  write_binary(folder.file("whole"), read_dataset(in, options));
  return bytes_of(folder.file("whole"));
}

ReadOptions options_of(Layout layout, ValueType type, int threads) {
  ReadOptions options;
  options.layout = layout;
  options.value_type = type;
  options.threads = threads;
  return options;
}

TEST(StoreParts, AreTheStoreOfTheWholeWhateverTheChunks) {
  const TemporaryFolder folder;
  for (const double density : {0.1, 0.9}) {
    const auto in = folder.file("text", libsvm_text(density));
    const std::string text = bytes_of(in);
    for (const Layout layout : {Layout::automatic, Layout::dense, Layout::sparse})
      for (const ValueType type : {ValueType::float32, ValueType::float64})
        for (const int threads : {1, 3}) {
          const ReadOptions options = options_of(layout, type, threads);
          const std::string whole = expected(folder, in, options);
          for (const std::size_t chunk : {100, 3000, 1 << 20}) {
            AtomicFile file(folder.file("parts"));
            const StoreSummary summary = store_libsvm(text_of("text", std::string_view(text)), options, file, chunk);
            file.commit();
            ASSERT_EQ(bytes_of(folder.file("parts")), whole);
            EXPECT_EQ(summary.rows, 400);
            EXPECT_EQ(summary.cols, 9);
          }
        }
  }
}

TEST(StoreParts, CountNumbersThatAreNotZero) {
  const TemporaryFolder folder;
  const std::string text = "1 1:2 2:0\n-1 2:3 3:0\n1 1:1 3:1\n";
  for (const Layout layout : {Layout::dense, Layout::sparse}) {
    AtomicFile file(folder.file("parts"));
    const ReadOptions options = options_of(layout, ValueType::float32, 1);
    const StoreSummary summary = store_libsvm(text_of("text", std::string_view(text)), options, file);
    EXPECT_EQ(summary.nonzeros, 4);
    EXPECT_EQ(summary.is_sparse, layout == Layout::sparse);
  }
}

TEST(StoreParts, OfCsvKeepNamesAndTarget) {
  const TemporaryFolder folder;
  const auto in = folder.file("table.csv", csv_text());
  const std::string text = bytes_of(in);
  for (const char* target : {"", "none", "y"}) {
    ReadOptions options = options_of(Layout::automatic, ValueType::float64, 2);
    options.target = target;
    const std::string whole = expected(folder, in, options);
    AtomicFile file(folder.file("parts"));
    store_csv(text_of("table.csv", std::string_view(text)), options, file, 500);
    file.commit();
    EXPECT_EQ(bytes_of(folder.file("parts")), whole);
  }
}

TEST(StoreParts, OfCsvKeepNamesOfClasses) {
  const TemporaryFolder folder;
  std::string text = "a,b,y\n";
  for (int i = 0; i < 300; ++i) text += std::to_string(i) + ",-1,class " + std::to_string(7 * i % 23 * (i % 5)) + "\n";
  const auto in = folder.file("table.csv", text);
  const ReadOptions options = options_of(Layout::automatic, ValueType::float64, 2);
  const std::string whole = expected(folder, in, options);
  for (const std::size_t chunk : {1, 500}) {
    AtomicFile file(folder.file("parts"));
    store_csv(text_of("table.csv", std::string_view(text)), options, file, chunk);
    file.commit();
    EXPECT_EQ(bytes_of(folder.file("parts")), whole);
  }
  ReadOptions streamed = options;
  streamed.memory = 100;
  streamed.scratch = folder.path();
  EXPECT_EQ(read_dataset(in, streamed).class_names, read_dataset(in, options).class_names);
}

TEST(ConvertToBinary, OfTextOrArchiveOrStoreIsThatStore) {
  const TemporaryFolder folder;
  const auto in = folder.file("text", libsvm_text(0.3));
  const auto archive = folder.file("text.gz", compress(bytes_of(in), Compression::gzip));
  const ReadOptions options;
  const std::string whole = expected(folder, in, options);
  const auto parts = folder.file("parts");
  for (const auto& from : {in, archive, folder.file("whole")}) {
    convert_to_binary(from, parts, options);
    EXPECT_EQ(bytes_of(parts), whole);
  }
  ReadOptions sparse = options_of(Layout::sparse, ValueType::float32, 1);
  const auto table = folder.file("table.csv", csv_text());
  convert_to_binary(table, parts, sparse);
  EXPECT_EQ(bytes_of(parts), expected(folder, table, sparse));
}

TEST(ConvertToBinary, LeavesNoFileForInvalidText) {
  const TemporaryFolder folder;
  const auto in = folder.file("text", libsvm_text(0.3) + "1 2:x\n");
  const auto convert = [&] { convert_to_binary(in, folder.file("parts")); };
  EXPECT_EQ(message_of<DataError>(convert), message_of<DataError>([&] { read_dataset(in); }));
  EXPECT_NE(message_of<DataError>(convert).find("text:401:5"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.file("parts")));
}

TEST(ReadDataset, TextThatIsNotKeptInMemoryLiesInAFileWithoutAName) {
  const TemporaryFolder folder;
  const auto in = folder.file("text", libsvm_text(0.9));
  const auto archive = folder.file("text.xz", compress(bytes_of(in), Compression::xz));
  const Dataset in_memory = read_dataset(in);
  const auto whole = std::get<DenseView<float>>(in_memory.x);
  for (const auto& from : {in, archive}) {
    ReadOptions options;
    options.memory = 100;
    options.scratch = folder.path();
    const Dataset data = read_dataset(from, options);
    ASSERT_TRUE(data.release);
    const auto x = std::get<DenseView<float>>(data.x);
    data.release(0, x.rows);
    ASSERT_EQ(x.rows, whole.rows);
    EXPECT_TRUE(std::equal(x.values, x.values + x.rows * x.cols, whole.values));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
      EXPECT_TRUE(entry.path() == in || entry.path() == archive) << entry.path();
  }
  ReadOptions small;
  small.memory = 1 << 20;
  EXPECT_FALSE(read_dataset(in, small).release);
}

}  // namespace
}  // namespace hingeline::internal
