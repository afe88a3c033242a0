// SPDX-License-Identifier: BSD-3-Clause
//
// Real files against a reader that is as plain as can be: streams, strtod, one line after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "hingeline/dataset.hpp"
#include "support/matrix_contents.hpp"

namespace hingeline::internal {
namespace {

template <class T>
Contents read_plainly(const std::filesystem::path& path) {
  Contents contents;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line); ++contents.rows) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    contents.y.push_back(std::strtod(word.c_str(), nullptr));
    while (words >> word) {
      const auto index = static_cast<std::int32_t>(std::stol(word));
      const char* text = word.c_str() + word.find(':') + 1;
      const double value =
          sizeof(T) == 4 ? static_cast<double>(std::strtof(text, nullptr)) : std::strtod(text, nullptr);
      if (value != 0) contents.entries.emplace_back(contents.rows, index - 1, value);
      contents.cols = std::max(contents.cols, index);
    }
  }
  return contents;
}

class RealFile : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("HINGELINE_TEST_DATA");
    if (folder != nullptr) path_ = std::filesystem::path(folder) / GetParam();
    if (folder == nullptr || !std::filesystem::exists(path_))
      GTEST_SKIP() << GetParam() << " is not there: HINGELINE_TEST_DATA names the folder of LIBSVM files";
  }

  std::filesystem::path path_;
};

TEST_P(RealFile, IsReadAsByStrtod) {
  const Contents expected = read_plainly<float>(path_);
  for (const int threads : {1, 3}) EXPECT_EQ(contents_of(read_dataset(path_, {.threads = threads})), expected);
  const ReadOptions doubles{.value_type = ValueType::float64, .threads = 2};
  EXPECT_EQ(contents_of(read_dataset(path_, doubles)), read_plainly<double>(path_));
}

INSTANTIATE_TEST_SUITE_P(Files, RealFile,
                         ::testing::Values("a9a", "w8a", "usps", "letter.scale", "rcv1_small", "sector.scale"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace hingeline::internal
