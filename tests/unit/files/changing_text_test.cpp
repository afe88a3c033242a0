// SPDX-License-Identifier: BSD-3-Clause
//
// Text whose file is overwritten between the pass that counts and the one that parses.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <string>
#include <thread>

#include "files/libsvm_count.hpp"
#include "files/libsvm_parser.hpp"
#include "files/text_rows.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline::internal {
namespace {

using support::message_of;

constexpr auto parse_libsvm = []<class Rows>(const Chunk&, std::string_view text, Rows& rows) {
  LibsvmParser<Rows>(text, 1, rows).run();
};

/// Of text that is counted, in whose place other text of the same size is parsed.
void expect_changed(std::string text, const std::string& parsed, Layout layout) {
  ASSERT_EQ(text.size(), parsed.size());
  const std::string counted = text;
  for (const bool is_stored : {false, true}) {
    text = counted;
    const TextSource source = text_of("f", text);
    TextChunks chunks(source, source.text, 0, 1);
    chunks.count([](const Chunk&, std::string_view chunk) { return count_libsvm(chunk, 1); });
    const TextRows rows{.cols = chunks.total().cols};
    text = parsed;
    const auto read = [&] {
      const TemporaryFolder folder;
      AtomicFile file(folder.file("store"));
      if (is_stored)
        store_text_rows<float>(chunks, layout, rows, file, parse_libsvm);
      else
        read_text_rows<float>(chunks, layout, rows, parse_libsvm);
    };
    EXPECT_EQ(message_of<IoError>(read), "f: has changed while it was read") << parsed;
  }
}

TEST(ChangingText, IsRefusedWhereItHasOtherRows) {
  for (const Layout layout : {Layout::dense, Layout::sparse}) {
    expect_changed("1 1:1\n2 1:1\n", "1 1:1\n1\n3  \n", layout);
    expect_changed("1 1:1\n1\n3  \n", "1 1:1\n2 1:1\n", layout);
  }
}

TEST(ChangingText, IsRefusedWhereItHasOtherColumns) {
  for (const Layout layout : {Layout::dense, Layout::sparse}) {
    expect_changed("1 1:1\n2 1:1 2:1\n", "1 1:1\n2 1:1 9:1\n", layout);
    expect_changed("1 1:1 2:1\n2 1:1\n", "1 1:1 9:1\n2 1:1\n", layout);
  }
}

TEST(ChangingText, IsRefusedWhereSparseRowsHaveMoreEntries) {
  std::string counted;
  std::string parsed;
  for (int i = 0; i < 1000; ++i) {
    counted += "1 7:1.2345\n";
    parsed += "1 1:1 2:1 \n";
  }
  expect_changed(counted, parsed, Layout::sparse);
}

/// Another writes to the file all the time: it is read as it was, or refused.
TEST(ChangingText, IsRefusedWhereCsvHasOtherClasses) {
  const TemporaryFolder folder;
  const auto text_with = [](char name) {
    std::string text = "x,y\n";
    for (int i = 0; i < 20000; ++i) text += std::string("1,") + name + "\n";
    return text;
  };
  const std::string texts[] = {text_with('a'), text_with('b')};
  const auto path = folder.file("f.csv", texts[0]);
  std::atomic<bool> done = false;
  std::thread writer([&] {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    for (int i = 0; !done; ++i) file.seekp(0).write(texts[i % 2].data(), std::ssize(texts[0])).flush();
  });
  for (int i = 0; i < 20; ++i) {
    const std::string said = message_of<IoError>([&] { read_dataset(path, {.threads = 2}); });
    EXPECT_TRUE(said == "no error" || said == path.string() + ": has changed while it was read") << said;
  }
  done = true;
  writer.join();
}

}  // namespace
}  // namespace hingeline::internal
