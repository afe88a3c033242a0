// SPDX-License-Identifier: BSD-3-Clause
#include "files/binary_store.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "hingeline/error.hpp"
#include "support/mapping_of.hpp"
#include "support/matrix_contents.hpp"
#include "support/message_of.hpp"
#include "support/random_dataset.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline::internal {
namespace {

std::string store_of(const Dataset& data) {
  const TemporaryFolder folder;
  write_binary(folder.file("store"), data);
  return bytes_of(folder.file("store"));
}

std::string error_of_store(const std::string& bytes) {
  return support::message_of<DataError>([&] { read_binary("f", support::mapping_of(bytes)); });
}

template <class T>
void put(std::string& bytes, std::size_t place, T value) {
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

Dataset example(Layout layout) {
  Random random(5);
  Dataset data = random_dataset<float>(7, 5, 0.9, layout, random);
  data.feature_names = {"one", "", "three\n", "four", "five"};
  return data;
}

/// A copy of them would be held in memory.
TEST(BinaryStore, KeepsRowsInItsFileAsTheyAreThere) {
  const TemporaryFolder folder;
  const auto path = folder.file("store");
  const auto read = [&](Layout layout, std::int32_t features) {
    return read_dataset(path, {.layout = layout, .features = features, .memory = 1});
  };
  const auto error = [&](Layout layout, std::int32_t features) {
    return support::message_of<InvalidParameter>([&] { read(layout, features); });
  };
  write_binary(path, example(Layout::dense));
  EXPECT_TRUE(read(Layout::dense, 5).release);
  EXPECT_TRUE(error(Layout::sparse, 0).starts_with("layout: sparse given, "));
  EXPECT_TRUE(error(Layout::automatic, 6).starts_with("features: 6 given, "));
  write_binary(path, example(Layout::sparse));
  EXPECT_EQ(cols(read(Layout::automatic, 6).x), 6);
  EXPECT_TRUE(error(Layout::dense, 0).starts_with("layout: dense given, "));
}

TEST(BinaryStore, KeepsLayoutNamesAndMissingTargets) {
  for (const Layout layout : {Layout::dense, Layout::sparse}) {
    Dataset data = example(layout);
    const Dataset read = read_binary("f", support::mapping_of(store_of(data)));
    EXPECT_EQ(contents_of(read), contents_of(data));
    EXPECT_EQ(read.x.index(), data.x.index());
    EXPECT_EQ(read.feature_names, data.feature_names);
    data.y = {};
    EXPECT_TRUE(read_binary("f", support::mapping_of(store_of(data))).y.empty());
  }
}

Dataset example_of_classes(Layout layout, const std::vector<double>& y) {
  Dataset data = example(layout);
  data.y = y;
  data.class_names = {"no", "yes, \n", "maybe"};
  return data;
}

TEST(BinaryStore, KeepsNamesOfClasses) {
  const std::vector<double> y = {0, 1, 0, 2, 1, 1, 2};
  for (const Layout layout : {Layout::dense, Layout::sparse})
    for (const bool features : {false, true}) {
      Dataset data = example_of_classes(layout, y);
      if (!features) data.feature_names.clear();
      const Dataset read = read_binary("f", support::mapping_of(store_of(data)));
      EXPECT_EQ(contents_of(read), contents_of(data));
      EXPECT_EQ(read.feature_names, data.feature_names);
      EXPECT_EQ(read.class_names, data.class_names);
    }
}

TEST(BinaryStore, RefusesDamagedNamesOfClasses) {
  const std::vector<double> y = {0, 1, 0, 2, 1, 1, 2};
  const Dataset data = example_of_classes(Layout::dense, y);
  const std::string bytes = store_of(data);
  const StorePlaces at = [&] {
    StoreHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    return places(header).value();
  }();
  const auto error = [&](std::size_t place, auto value) {
    std::string damaged = bytes;
    put(damaged, place, value);
    return error_of_store(damaged);
  };
  const std::string prefix = "f: not a usable binary store: ";
  EXPECT_EQ(error(offsetof(StoreHeader, class_names), 9U), prefix + "the names of its classes are damaged");
  EXPECT_EQ(error(offsetof(StoreHeader, class_names), 2U), prefix + "a target is not the number of a class");
  EXPECT_EQ(error(offsetof(StoreHeader, class_names), 0U), prefix + "it does not have one name per column");
  EXPECT_EQ(error(at.targets, 3.0), prefix + "a target is not the number of a class");
  EXPECT_EQ(error(at.targets, 0.5), prefix + "a target is not the number of a class");
  EXPECT_EQ(error(at.targets, -1.0), prefix + "a target is not the number of a class");

  const auto refuses = [](const Dataset& wrong) { return support::message_of<DataError>([&] { store_of(wrong); }); };
  const std::vector<double> beyond = {0, 1, 0, 3, 1, 1, 2};
  EXPECT_EQ(refuses(example_of_classes(Layout::dense, beyond)),
            "y: targets must index class_names: whole numbers from 0 to 2");
  Dataset twice = data;
  twice.class_names[2] = "no";
  EXPECT_EQ(refuses(twice), "class_names: they must all be different");
  twice.class_names[2] = "";
  EXPECT_EQ(refuses(twice), "class_names: they must not be empty");
}

TEST(BinaryStore, WritesViewsOfLargerMatrices) {
  const Dataset whole = example(Layout::dense);
  auto part = std::get<DenseView<float>>(whole.x);
  part.cols = 3;
  const Dataset dense{part, whole.y, {}, nullptr};
  EXPECT_EQ(contents_of(read_binary("f", support::mapping_of(store_of(dense)))), contents_of(dense));

  const Dataset sparse = example(Layout::sparse);
  auto tail = std::get<CsrView<float>>(sparse.x);
  tail.offsets += 2;
  tail.rows -= 2;
  const Dataset rest{tail, sparse.y.subspan(2), {}, nullptr};
  EXPECT_EQ(contents_of(read_binary("f", support::mapping_of(store_of(rest)))), contents_of(rest));
}

TEST(BinaryStore, SectionsAreAligned) {
  const Dataset read = read_binary("f", support::mapping_of(store_of(example(Layout::sparse))));
  const auto& x = std::get<CsrView<float>>(read.x);
  for (const void* section : {static_cast<const void*>(x.offsets), static_cast<const void*>(x.columns),
                              static_cast<const void*>(x.values), static_cast<const void*>(read.y.data())})
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(section) % 64, 0U);
}

TEST(BinaryStore, RefusesEveryTruncationAndExtension) {
  for (const Layout layout : {Layout::dense, Layout::sparse}) {
    const std::string bytes = store_of(example(layout));
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_NE(error_of_store(bytes.substr(0, size)), "no error") << size;
    EXPECT_NE(error_of_store(bytes + '\0'), "no error");
  }
}

struct Damage {
  const char* what;
  Layout layout;
  std::function<void(std::string&)> change;
};

TEST(BinaryStore, RefusesEveryDamage) {
  const std::string prefix = "f: not a usable binary store: ";
  const StoreHeader header = [] {
    StoreHeader read;
    std::memcpy(&read, store_of(example(Layout::sparse)).data(), sizeof read);
    return read;
  }();
  const StorePlaces at = places(header).value();
  constexpr auto huge = std::numeric_limits<std::uint64_t>::max();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto field = [](std::size_t place, auto value) {
    return [place, value](std::string& bytes) { put(bytes, place, value); };
  };
  const std::vector<Damage> damages = {
      {"its first bytes are not those of a binary store", Layout::dense, field(offsetof(StoreHeader, magic), 'H')},
      {"it was written by a machine of the other byte order", Layout::dense,
       field(offsetof(StoreHeader, byte_order), std::uint32_t{0x04030201})},
      {"the header is damaged", Layout::dense, field(offsetof(StoreHeader, byte_order), 7U)},
      {"it was written by another version of this program", Layout::dense, field(offsetof(StoreHeader, version), 2U)},
      {"the header is damaged", Layout::dense, field(offsetof(StoreHeader, is_sparse), 2U)},
      {"the header is damaged", Layout::dense, field(offsetof(StoreHeader, has_targets), huge)},
      {"the value type is unknown", Layout::dense, field(offsetof(StoreHeader, value_size), 5U)},
      {"it has no rows", Layout::sparse, field(offsetof(StoreHeader, rows), std::uint64_t{0})},
      {"it has too many columns", Layout::sparse, field(offsetof(StoreHeader, cols), std::uint64_t{1} << 31)},
      {"rows, columns and entries disagree", Layout::dense, field(offsetof(StoreHeader, entries), std::uint64_t{34})},
      {"rows, columns and entries disagree", Layout::dense, field(offsetof(StoreHeader, rows), huge)},
      {"the file does not have the size that its header says", Layout::sparse,
       field(offsetof(StoreHeader, rows), huge)},
      {"the file does not have the size that its header says", Layout::sparse,
       field(offsetof(StoreHeader, entries), (std::uint64_t{1} << 62) + header.entries)},
      {"the file does not have the size that its header says", Layout::sparse,
       field(offsetof(StoreHeader, name_bytes), huge)},
      {"a value is not finite", Layout::sparse, field(at.values + 8, nan)},
      {"a target is not finite", Layout::sparse, field(at.targets + 16, inf)},
      {"the offsets of its rows are damaged", Layout::sparse, field(at.offsets, std::int64_t{1})},
      {"the offsets of its rows are damaged", Layout::sparse, field(at.offsets + 8, std::int64_t{1} << 40)},
      {"the offsets of its rows are damaged", Layout::sparse, field(at.offsets + 16, std::int64_t{-1})},
      {"the offsets of its rows are damaged", Layout::sparse, field(at.offsets + 8 * header.rows, std::int64_t{3})},
      {"the columns of a row are not ascending or out of range", Layout::sparse, field(at.columns, -1)},
      {"the columns of a row are not ascending or out of range", Layout::sparse,
       field(at.columns + 4 * (header.entries - 1), 5)},
      {"the columns of a row are not ascending or out of range", Layout::sparse, field(at.columns, 4)},
      {"its names are damaged", Layout::sparse, field(at.names, 1000U)},
      {"it does not have one name per column", Layout::sparse, field(at.names, 3U + 4U)},
  };
  for (const Damage& damage : damages) {
    std::string bytes = store_of(example(damage.layout));
    EXPECT_EQ(error_of_store(bytes), "no error");
    damage.change(bytes);
    EXPECT_EQ(error_of_store(bytes), prefix + damage.what);
  }
}

/// Of which a few bytes could claim any number.
TEST(BinaryStore, DataThatNoReaderWouldReturnAreNotWritten) {
  const TemporaryFolder folder;
  const auto refuses = [&](const Dataset& wrong, const std::string& why) {
    EXPECT_EQ(support::message_of<DataError>([&] { store_of(wrong); }), why);
    EXPECT_EQ(support::message_of<DataError>([&] { write_libsvm(folder.file("text"), wrong); }), why);
  };
  const std::vector<double> values = {1, std::nan("")};
  const std::vector<double> y = {HUGE_VAL, 1};
  refuses({DenseView<double>{values.data(), 0, 1, 1}, {}, {}, nullptr}, "x: no rows");
  refuses({DenseView<double>{values.data(), 1, 0, 1}, {}, {}, nullptr}, "x: no columns, and no targets");
  refuses({DenseView<double>{values.data(), 2, 1, 1}, {}, {}, nullptr},
          "x: row 1, column 0 (from 0): nan given, must be finite (neither NaN nor infinite)");
  refuses({DenseView<double>{y.data() + 1, 1, 1, 1}, std::span(y).first(1), {}, nullptr},
          "y: row 0 (from 0): inf given, must be finite");
}

TEST(BinaryStore, RefusesRowsOfNothing) {
  StoreHeader header;
  header.value_size = 4;
  header.rows = std::uint64_t{1} << 40;
  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  EXPECT_EQ(error_of_store(bytes), "f: not a usable binary store: it has neither columns nor targets");
}

TEST(BinaryStore, IsFoundByItsContent) {
  const TemporaryFolder folder;
  const Dataset data = example(Layout::sparse);
  write_binary(folder.file("store.csv"), data);
  EXPECT_EQ(contents_of(read_dataset(folder.file("store.csv"))), contents_of(data));
  EXPECT_TRUE(is_dense(read_dataset(folder.file("store.csv"), {.layout = Layout::dense})));
  EXPECT_EQ(cols(read_dataset(folder.file("store.csv"), {.features = 9}).x), 9);
}

}  // namespace
}  // namespace hingeline::internal
