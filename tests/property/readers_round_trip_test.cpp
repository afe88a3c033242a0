// SPDX-License-Identifier: BSD-3-Clause
//
// What is written is read back bit for bit, whatever the format, the layout, the value type and the number of threads.
#include <gtest/gtest.h>

#include <string>

#include "core/format_number.hpp"
#include "files/csv_reader.hpp"
#include "files/libsvm_reader.hpp"
#include "hingeline/dataset.hpp"
#include "support/compress.hpp"
#include "support/matrix_contents.hpp"
#include "support/random_dataset.hpp"
#include "support/temporary_folder.hpp"

namespace hingeline::internal {
namespace {

template <class T>
constexpr ValueType value_type_of = sizeof(T) == 4 ? ValueType::float32 : ValueType::float64;

template <class T>
class ReadersRoundTrip : public ::testing::Test {
 protected:
  /// Calls check(dataset, layout) on matrices of many shapes.
  template <class Check>
  void for_all(const Check& check) {
    Random random(11);
    for (const auto& [rows, cols, density] : {std::tuple{1, 1, 1.0}, {3, 200, 0.02}, {400, 7, 0.9}, {150, 60, 0.2}})
      for (const Layout layout : {Layout::dense, Layout::sparse})
        check(random_dataset<T>(rows, cols, density, layout, random), layout);
  }

  TemporaryFolder folder_;
};

using ValueTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ReadersRoundTrip, ValueTypes);

TYPED_TEST(ReadersRoundTrip, LibsvmText) {
  this->for_all([&](const Dataset& data, Layout layout) {
    const auto path = this->folder_.file("text");
    write_libsvm(path, data);
    const std::string text = bytes_of(path);
    for (const int threads : {1, 2, 5}) {
      for (const std::size_t chunk_size : {1, 100, 1 << 20}) {
        const ReadOptions options{.layout = layout, .value_type = value_type_of<TypeParam>, .threads = threads};
        const Dataset read = read_libsvm(text_of("f", text), options, chunk_size);
        ASSERT_EQ(contents_of(read), contents_of(data));
        ASSERT_EQ(read.x.index(), data.x.index());
      }
    }
  });
}

TYPED_TEST(ReadersRoundTrip, CompressedText) {
  this->for_all([&](const Dataset& data, Layout layout) {
    write_libsvm(this->folder_.file("text"), data);
    const std::string text = bytes_of(this->folder_.file("text"));
    for (const Compression kind : {Compression::gzip, Compression::bzip2, Compression::xz, Compression::zstd}) {
      const auto path = this->folder_.file("packed", compress(text, kind));
      const ReadOptions options{.layout = layout, .value_type = value_type_of<TypeParam>, .threads = 2};
      ASSERT_EQ(contents_of(read_dataset(path, options)), contents_of(data));
    }
  });
}

TYPED_TEST(ReadersRoundTrip, BinaryStore) {
  this->for_all([&](const Dataset& data, Layout) {
    const auto path = this->folder_.file("store");
    write_binary(path, data);
    const Dataset read = read_dataset(path);
    ASSERT_EQ(contents_of(read), contents_of(data));
    ASSERT_EQ(read.x.index(), data.x.index());
    ASSERT_EQ(contents_of(read_dataset(path, {.layout = Layout::dense})), contents_of(data));
    ASSERT_EQ(contents_of(read_dataset(path, {.layout = Layout::sparse})), contents_of(data));
  });
}

template <class T>
std::string csv_of(const DenseView<T>& x, std::span<const double> y) {
  std::string text = "y";
  for (std::int32_t j = 0; j < x.cols; ++j) text += ",x" + std::to_string(j);
  for (std::int64_t i = 0; i < x.rows; ++i) {
    text += "\n" + std::string(std::string_view(NumberText(y[static_cast<std::size_t>(i)])));
    for (std::int32_t j = 0; j < x.cols; ++j)
      text += "," + std::string(std::string_view(NumberText(x.values[i * x.stride + j])));
  }
  return text;
}

TYPED_TEST(ReadersRoundTrip, Csv) {
  this->for_all([&](const Dataset& data, Layout layout) {
    const Dataset dense = change_layout(data, Layout::dense, 0);
    const std::string text = csv_of(std::get<DenseView<TypeParam>>(dense.x), dense.y);
    for (const int threads : {1, 2, 5}) {
      for (const std::size_t chunk_size : {1, 100, 1 << 20}) {
        const ReadOptions options{
            .layout = layout, .value_type = value_type_of<TypeParam>, .target = "y", .threads = threads};
        ASSERT_EQ(contents_of(read_csv(text_of("f", text), options, chunk_size)), contents_of(data));
      }
    }
  });
}

}  // namespace
}  // namespace hingeline::internal
