// SPDX-License-Identifier: BSD-3-Clause
#include "files/mapping.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "hingeline/error.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline::internal {
namespace {

const std::string text = [] {
  std::string lines;
  for (int i = 0; i < 100000; ++i) lines += std::to_string(i) + "\n";
  return lines;
}();

TEST(Mapping, ShowsAFileAlsoAfterItsPagesAreGivenBack) {
  const TemporaryFolder folder;
  const Mapping mapping = Mapping::of_file(folder.file("f", text));
  EXPECT_EQ(mapping.text(), text);
  mapping.discard(mapping.text().substr(1000, 400000));
  EXPECT_EQ(mapping.text(), text);
}

TEST(Mapping, ReadsFilesThatDoNotTellTheirSize) {
  EXPECT_TRUE(Mapping::of_file("/proc/self/status").text().starts_with("Name:"));
  const TemporaryFolder folder;
  EXPECT_EQ(Mapping::of_file(folder.file("empty", "")).size(), 0);
}

TEST(Mapping, CopiesBytes) {
  const TemporaryFolder folder;
  const Mapping mapping = Mapping::of_file(folder.file("f", text));
  std::string copy(300000, '\0');
  mapping.copy(mapping.text().substr(5000, copy.size()), copy.data());
  EXPECT_EQ(copy, text.substr(5000, copy.size()));
}

TEST(Mapping, SaysWhereAFileHasBecomeShorter) {
  const TemporaryFolder folder;
  const auto path = folder.file("f", text);
  const Mapping mapping = Mapping::of_file(path);
  std::filesystem::resize_file(path, 10000);
  std::string copy(20000, '\0');
  EXPECT_THROW(mapping.copy(mapping.text().substr(0, copy.size()), copy.data()), IoError);
}

TEST(Mapping, ReadsPipes) {
  const TemporaryFolder folder;
  const auto path = folder.file("pipe");
  std::string large;
  for (int i = 0; i < 5; ++i) large += text;
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::jthread writer([&] { std::ofstream(path) << large; });
  EXPECT_EQ(Mapping::of_file(path).text(), large);
}

TEST(Mapping, DiscardsNothingOfOthers) {
  const std::string others = text;
  Mapping mapping = Mapping::of_zeros(1 << 20);
  mapping.discard(others);
  EXPECT_EQ(others, text);
  mapping.data()[5000] = 'x';
  mapping.data()[1 << 19] = 'x';
  mapping.discard(mapping.text().substr(4097, 1 << 18));
  EXPECT_EQ(mapping.data()[5000], 'x') << "its page was not given back as a whole";
  EXPECT_EQ(mapping.data()[1 << 19], 'x');
}

TEST(Mapping, GrowsWithItsContent) {
  Mapping mapping = Mapping::of_zeros(10);
  mapping.data()[9] = 'x';
  mapping.resize(10 << 20);
  EXPECT_EQ(mapping.data()[9], 'x');
  EXPECT_EQ(mapping.data()[(10 << 20) - 1], '\0');
  mapping.resize(0);
  EXPECT_EQ(mapping.text(), "");
}

}  // namespace
}  // namespace hingeline::internal
