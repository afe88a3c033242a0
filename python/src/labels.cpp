// SPDX-License-Identifier: BSD-3-Clause
//
// Labels as the numbers that training takes: -1 and +1 for two classes, for more their places. Python finds the
// classes; here labels of any type are only compared with them, by keys, 256 rows at a time.
#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "bindings.hpp"
#include "hingeline/error.hpp"
#include "lock_released.hpp"
#include "matrix.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

constexpr std::size_t block_rows = 256;
constexpr std::size_t words_per_key = 3;
constexpr int letter_bits = 21;  // bits of a Unicode code point

std::uint64_t key(std::unsigned_integral auto word) { return word; }
/// The key of a number; 0 and -0 are the same label.
std::uint64_t key(std::floating_point auto number) { return std::bit_cast<std::uint64_t>(double{number} + 0.0); }

/// Joins the words `first` .. `first` + Words - 1 of each label to one key.
template <std::size_t Words, class T>
void join(const T* labels, std::size_t width, std::size_t first, std::span<std::uint64_t> keys) {
  const T* words = labels + first;
  for (std::uint64_t& joined : keys) {
    joined = key(words[0]);
    for (std::size_t w = 1; w < Words; ++w) joined = joined << letter_bits | key(words[w]);
    words += width;
  }
}

/// Labels as words: one per number, one per letter of a text.
template <class T>
using Labels = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using Keys = std::vector<std::uint64_t>;

/// Keys of labels first .. first + rows - 1: the first key of every label, then the second of every label, and so on.
/// They are written to `joined`, unless the labels are keys already.
template <class T>
std::span<const std::uint64_t> keys_of(const Labels<T>& labels, std::size_t first, std::size_t rows, Keys& joined) {
  const std::size_t width = labels.shape(1);
  const T* begin = labels.data() + first * width;
  if constexpr (std::same_as<T, std::uint64_t>) {
    if (width == 1) return {begin, rows};
  }
  joined.clear();
  for (std::size_t word = 0; word < width; word += words_per_key) {
    joined.resize(joined.size() + rows);
    const auto some = std::span(joined).last(rows);
    switch (std::min(words_per_key, width - word)) {
      case 1:
        join<1>(begin, width, word, some);
        break;
      case 2:
        join<2>(begin, width, word, some);
        break;
      default:
        join<3>(begin, width, word, some);
    }
  }
  return joined;
}

/// A mask of all bits where the difference is 0, else of none; by arithmetic that every processor can vectorize.
std::uint64_t where_none(std::uint64_t difference) { return ((difference | (0 - difference)) >> 63) - 1; }

/// `number` where all bits of the mask are set, else `otherwise`.
double chosen(std::uint64_t mask, double number, double otherwise) {
  const auto before = std::bit_cast<std::uint64_t>(otherwise);
  return std::bit_cast<double>(before ^ ((before ^ std::bit_cast<std::uint64_t>(number)) & mask));
}

/// Encodes labels of two classes with one key each. A row of neither has the first class's number, and the result is
/// false. Here and below no branch depends on a label: their order is unpredictable.
bool encode_pair(std::span<const std::uint64_t> keys, std::uint64_t first, std::uint64_t second,
                 std::span<double> numbers) {
  std::uint64_t known = ~std::uint64_t{0};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t is_second = where_none(keys[i] ^ second);
    numbers[i] = chosen(is_second, 1, -1);
    known &= is_second | where_none(keys[i] ^ first);
  }
  return known == ~std::uint64_t{0};
}

/// Writes `number` for the rows of one class.
void number_rows(std::span<const std::uint64_t> keys, std::span<const std::uint64_t> of_class, double number,
                 std::span<double> numbers) {
  const std::size_t rows = numbers.size();
  std::array<std::uint64_t, block_rows> difference;
  for (std::size_t i = 0; i < rows; ++i) difference[i] = keys[i] ^ of_class[0];
  for (std::size_t k = 1; k < of_class.size(); ++k)
    for (std::size_t i = 0; i < rows; ++i) difference[i] |= keys[k * rows + i] ^ of_class[k];
  for (std::size_t i = 0; i < rows; ++i) numbers[i] = chosen(where_none(difference[i]), number, numbers[i]);
}

/// Encodes labels. A row of no class has the first class's number, and the result is false.
bool encode_block(std::span<const std::uint64_t> keys, const std::vector<Keys>& classes, std::span<double> numbers) {
  const bool two = classes.size() == 2;
  if (two && classes[0].size() == 1) return encode_pair(keys, classes[0][0], classes[1][0], numbers);
  const double first = two ? -1 : 0;
  const double step = two ? 2 : 1;
  const double none = -2;
  std::ranges::fill(numbers, none);
  for (std::size_t k = 0; k < classes.size(); ++k)
    number_rows(keys, classes[k], first + step * static_cast<double>(k), numbers);
  if (std::ranges::count(numbers, none) == 0) return true;
  std::ranges::replace(numbers, none, first);
  return false;
}

template <class T>
std::vector<Keys> keys_of_each(const Labels<T>& classes) {
  std::vector<Keys> result(classes.shape(0));
  Keys joined;
  for (std::size_t k = 0; k < result.size(); ++k) {
    const std::span<const std::uint64_t> keys = keys_of(classes, k, 1, joined);
    result[k].assign(keys.begin(), keys.end());
  }
  return result;
}

using Numbers = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Encodes labels from row `first` on. Returns the row where Python is to look for further classes: the begin of the
/// next block, after the one at `first`, with a label of no class; or the number of rows.
template <class T>
std::size_t encode_labels(const Labels<T>& labels, const Labels<T>& classes, const Numbers& numbers,
                          std::size_t first) {
  const std::size_t rows = labels.shape(0);
  if (numbers.shape(0) < rows || classes.shape(0) == 0 || classes.shape(1) != labels.shape(1))
    throw DataError("labels, classes and numbers do not fit together");
  const LockReleased released;
  const std::vector<Keys> known = keys_of_each(classes);
  Keys joined;
  for (std::size_t begin = first; begin < rows; begin += block_rows) {
    const std::size_t count = std::min(block_rows, rows - begin);
    const std::span<const std::uint64_t> keys = keys_of(labels, begin, count, joined);
    if (!encode_block(keys, known, {numbers.data() + begin, count}) && begin != first) return begin;
  }
  return rows;
}

template <class T>
void bind_type(nb::module_& module) {
  module.def("encode_labels", &encode_labels<T>, "labels"_a.noconvert(), "classes"_a.noconvert(),
             "numbers"_a.noconvert(), "first"_a);
}

}  // namespace

void bind_labels(nb::module_& module) {
  module.attr("label_block") = block_rows;
  bind_type<std::uint8_t>(module);
  bind_type<std::uint16_t>(module);
  bind_type<std::uint32_t>(module);
  bind_type<std::uint64_t>(module);
  bind_type<float>(module);
  bind_type<double>(module);
}

}  // namespace hingeline::python
