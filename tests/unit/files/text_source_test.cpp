// SPDX-License-Identifier: BSD-3-Clause
#include "files/text_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/random.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "support/compress.hpp"
#include "support/matrix_contents.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline::internal {
namespace {

constexpr Compression compressions[] = {Compression::gzip, Compression::bzip2, Compression::xz, Compression::zstd};

TextSource source_of(std::string_view bytes) {
  Mapping memory = Mapping::of_zeros(bytes.size());
  std::ranges::copy(bytes, memory.data());
  return text_of("f", std::move(memory));
}

std::string long_text() {
  Random random(3);
  std::string text;
  for (int i = 0; i < 50000; ++i) text += "1 " + std::to_string(1 + random.below(100000)) + ":0.5\n";
  return text;
}

TEST(TextSource, DecompressesEveryKind) {
  const std::string text = long_text();
  for (const Compression compression : compressions) EXPECT_EQ(source_of(compress(text, compression)).text, text);
}

TEST(TextSource, CompressedEmptyTextIsEmpty) {
  for (const Compression compression : compressions) EXPECT_EQ(source_of(compress("", compression)).text, "");
  EXPECT_EQ(source_of("").text, "");
}

TEST(TextSource, RefusesTruncatedArchives) {
  const std::string text = long_text();
  for (const Compression compression : compressions) {
    const std::string bytes = compress(text, compression);
    for (const std::size_t size : {std::size_t{12}, bytes.size() / 2, bytes.size() - 5, bytes.size() - 1}) {
      try {
        source_of(bytes.substr(0, size));
        ADD_FAILURE() << "read " << size << " of " << bytes.size() << " bytes of kind "
                      << static_cast<int>(compression);
      } catch (const DataError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("f: cannot be decompressed: ")) << error.what();
      }
    }
  }
}

TEST(TextSource, RefusesGzipOfAnotherChecksumOrSize) {
  const std::string text = long_text();
  const std::string bytes = compress(text, Compression::gzip);
  const auto refused = [](std::string_view damaged) { EXPECT_THROW(source_of(damaged), DataError) << damaged.size(); };
  for (const std::size_t from_end : {1, 4, 5, 8}) {
    std::string damaged = bytes;
    damaged[bytes.size() - from_end] = static_cast<char>(damaged[bytes.size() - from_end] ^ 1);
    refused(damaged);
  }
  refused(bytes + "junk");
  refused(bytes + std::string(3, '\0') + bytes);
  Random random(5);
  for (int flip = 0; flip < 50; ++flip) {
    std::string damaged = bytes;
    const std::size_t place = 10 + random.below(static_cast<std::uint32_t>(bytes.size() - 10));
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << random.below(8)));
    refused(damaged);
  }
}

TEST(TextSource, ReadsGzipMembersOneBehindTheOther) {
  const std::string first = long_text();
  const std::string empty = compress("", Compression::gzip);
  const std::string both = compress(first, Compression::gzip) + empty + compress("1 2:3\n", Compression::gzip);
  EXPECT_EQ(source_of(both).text, first + "1 2:3\n");
  EXPECT_EQ(source_of(both + std::string(512, '\0')).text, first + "1 2:3\n");
}

TEST(TextSource, ReadsBzip2StreamsOneBehindTheOther) {
  const std::string first = long_text();
  const std::string empty = compress("", Compression::bzip2);
  std::string bytes = compress(first, Compression::bzip2) + empty;
  std::string text = first;
  for (int stream = 0; stream < 1000; ++stream) {
    bytes += compress("1 2:3\n", Compression::bzip2);
    text += "1 2:3\n";
  }
  EXPECT_EQ(source_of(bytes).text, text);
  EXPECT_EQ(source_of(bytes + empty + std::string(512, '\0')).text, text);
}

TEST(TextSource, RefusesWhatStandsBehindArchives) {
  for (const Compression compression : compressions)
    for (const std::string& text : {std::string(), std::string("1 2:3\n"), long_text()}) {
      const std::string bytes = compress(text, compression);
      std::string flipped = bytes;
      flipped[2] = static_cast<char>(flipped[2] ^ 1);
      for (const std::string& behind : {std::string("x"), std::string("1 2:3\n"), flipped, bytes.substr(0, 3),
                                        std::string(8, '\0') + "x", std::string(1 << 21, 'x')})
        EXPECT_THROW(source_of(bytes + behind), DataError) << static_cast<int>(compression) << " " << behind.size();
    }
}

TEST(TextSource, RefusesArchivesInArchives) {
  const std::string text = long_text();
  for (const Compression inner : {Compression::bzip2, Compression::xz, Compression::zstd})
    for (const Compression outer : {Compression::bzip2, Compression::xz, Compression::zstd}) {
      try {
        source_of(compress(compress(text, inner), outer));
        ADD_FAILURE() << "read " << static_cast<int>(inner) << " in " << static_cast<int>(outer);
      } catch (const DataError& error) {
        EXPECT_STREQ(error.what(), "f: cannot be decompressed: it is compressed more than once");
      }
    }
}

TEST(TextSource, LeavesAByteOrderMarkOut) {
  EXPECT_EQ(source_of("\xef\xbb\xbf"
                      "1")
                .text,
            "1");
  EXPECT_EQ(source_of(compress("\xef\xbb\xbf"
                               "1",
                               Compression::gzip))
                .text,
            "1");
}

TEST(TextSource, TextThatBeginsLikeAnArchiveIsText) {
  EXPECT_EQ(source_of("BZh9,target\n1,2\n").text, "BZh9,target\n1,2\n");
}

TEST(ReadDataset, KnowsCsvByItsNameAlsoWhereCompressed) {
  const TemporaryFolder folder;
  const Contents expected{1, 1, {{0, 0, 5}}, {6}};
  EXPECT_EQ(contents_of(read_dataset(folder.file("d.csv", "a,y\n5,6\n"))), expected);
  EXPECT_EQ(contents_of(read_dataset(folder.file("d.csv.zst", compress("a,y\n5,6\n", Compression::zstd)))), expected);
  EXPECT_EQ(contents_of(read_dataset(folder.file("d.csv", "6 1:5\n"), {.format = FileFormat::libsvm})), expected);
  EXPECT_EQ(contents_of(read_dataset(folder.file("d.xz", compress("6 1:5\n", Compression::xz)))), expected);
}

TEST(ReadDataset, SaysWhatCannotBeOpened) {
  const TemporaryFolder folder;
  EXPECT_THROW(read_dataset(folder.file("missing")), IoError);
  EXPECT_THROW(read_dataset(folder.path()), IoError);
  EXPECT_THROW(read_dataset(folder.file("empty", "")), DataError);
  EXPECT_THROW(read_dataset(folder.file("d", "1 1:1\n"), {.threads = 0}), InvalidParameter);
  EXPECT_THROW(read_dataset(folder.file("d", "1 1:1\n"), {.features = -1}), InvalidParameter);
}

}  // namespace
}  // namespace hingeline::internal
