// SPDX-License-Identifier: BSD-3-Clause
#include "files/binary_store.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/all_finite.hpp"
#include "data/ascend_below.hpp"
#include "data/class_names.hpp"
#include "files/read_rows_by_parts.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

static_assert(sizeof(StoreHeader) == 64);

class Loader {
 public:
  Loader(const std::string& name, Mapping file, bool streamed)
      : name_(name), file_(std::make_shared<Mapping>(std::move(file))), streamed_(streamed && file_->is_file()) {
    check(file_->size() >= sizeof header_, "the header is cut short");
    std::memcpy(&header_, file_->data(), sizeof header_);
  }

  Dataset load() {
    check_header();
    return header_.value_size == 4 ? load_as<float>() : load_as<double>();
  }

 private:
  void check(bool holds, const char* problem) const {
    if (!holds) throw DataError(name_, 0, 0, std::string("not a usable binary store: ") + problem);
  }

  void check_header() {
    const StoreHeader native;
    check(is_binary_store(file_->text()), "its first bytes are not those of a binary store");
    check(header_.byte_order != __builtin_bswap32(native.byte_order),
          "it was written by a machine of the other byte order");
    check(header_.byte_order == native.byte_order, "the header is damaged");
    check(header_.version == native.version, "it was written by another version of this program");
    check(header_.is_sparse <= 1 && header_.has_targets <= 1, "the header is damaged");
    check(header_.value_size == 4 || header_.value_size == 8, "the value type is unknown");
    check(header_.rows > 0, "it has no rows");
    check(header_.cols <= std::numeric_limits<std::int32_t>::max(), "it has too many columns");
    const bool rows_are_bytes = header_.is_sparse != 0 || header_.cols > 0 || header_.has_targets != 0;
    check(rows_are_bytes, "it has neither columns nor targets");
    std::uint64_t cells = 0;
    check(header_.is_sparse != 0 ||
              (!__builtin_mul_overflow(header_.rows, header_.cols, &cells) && cells == header_.entries),
          "rows, columns and entries disagree");
    const auto found = places(header_);
    check(found.has_value() && found->end == file_->size(), "the file does not have the size that its header says");
    places_ = *found;
  }

  template <class T>
  std::span<const T> section(std::uint64_t offset, std::uint64_t count) const {
    return {reinterpret_cast<const T*>(file_->data() + offset), static_cast<std::size_t>(count)};
  }

  /// Checks one part after another, so that values do not stay in memory where rows are to stay in the file.
  template <class T>
  void check_finite(std::span<const T> values, const char* problem) const {
    constexpr std::size_t part = std::size_t{1} << 20;
    for (std::size_t first = 0; first < values.size(); first += part) {
      const auto some = values.subspan(first, std::min(part, values.size() - first));
      check(all_finite(some), problem);
      if (streamed_) file_->discard({reinterpret_cast<const char*>(some.data()), some.size_bytes()});
    }
  }

  /// Releases the memory of rows: that of their targets and entries.
  ReleaseRows release() const {
    if (!streamed_) return {};
    return [file = file_, header = header_, at = places_](std::int64_t first, std::int64_t end) {
      const auto discard = [&](std::uint64_t section, std::uint64_t begin, std::uint64_t count, std::uint64_t size) {
        file->discard({file->data() + section + begin * size, count * size});
      };
      const auto row = static_cast<std::uint64_t>(first);
      const auto count = static_cast<std::uint64_t>(end - first);
      std::uint64_t entry = row * header.cols;
      std::uint64_t entries = count * header.cols;
      if (header.is_sparse != 0) {
        const auto* offsets = reinterpret_cast<const std::int64_t*>(file->data() + at.offsets);
        entry = static_cast<std::uint64_t>(offsets[first]);
        entries = static_cast<std::uint64_t>(offsets[end]) - entry;
        discard(at.offsets, row, count, sizeof(std::int64_t));
        discard(at.columns, entry, entries, sizeof(std::int32_t));
      }
      if (header.has_targets != 0) discard(at.targets, row, count, sizeof(double));
      discard(at.values, entry, entries, header.value_size);
    };
  }

  template <class T>
  Dataset load_as() const {
    const auto values = section<T>(places_.values, header_.entries);
    check_finite(values, "a value is not finite");
    const auto y = section<double>(places_.targets, header_.has_targets != 0 ? header_.rows : 0);
    check_finite(y, "a target is not finite");
    std::vector<std::string> feature_names = names();
    std::vector<std::string> class_names = take_class_names(feature_names, y);
    check(feature_names.empty() || feature_names.size() == header_.cols, "it does not have one name per column");
    const auto rows = static_cast<std::int64_t>(header_.rows);
    const auto cols = static_cast<std::int32_t>(header_.cols);
    MatrixView x = DenseView<T>{values.data(), rows, cols, cols};
    if (header_.is_sparse != 0) {
      check_structure();
      x = CsrView<T>{section<std::int64_t>(places_.offsets, 0).data(), section<std::int32_t>(places_.columns, 0).data(),
                     values.data(), rows, cols};
    }
    Dataset data{x, y, std::move(feature_names), file_, release()};
    data.class_names = std::move(class_names);
    return data;
  }

  std::vector<std::string> take_class_names(std::vector<std::string>& names, std::span<const double> y) const {
    if (header_.class_names == 0) return {};
    check(header_.class_names <= names.size(), "the names of its classes are damaged");
    const auto first = names.end() - static_cast<std::ptrdiff_t>(header_.class_names);
    std::vector<std::string> classes(std::make_move_iterator(first), std::make_move_iterator(names.end()));
    names.erase(first, names.end());
    check(class_names_error(classes).empty(), "the names of its classes are damaged");
    check(header_.has_targets != 0 && are_class_numbers(y, classes.size()), "a target is not the number of a class");
    return classes;
  }

  /// Checks offsets and columns, also one part after another.
  void check_structure() const {
    const auto offsets = section<std::int64_t>(places_.offsets, header_.rows + 1);
    const auto columns = section<std::int32_t>(places_.columns, header_.entries);
    const auto entries = static_cast<std::int64_t>(columns.size());
    const char* problem = "the offsets of its rows are damaged";
    check(offsets.front() == 0 && offsets.back() == entries, problem);
    read_rows_by_parts(static_cast<std::int64_t>(header_.rows), release(), [&](std::int64_t first, std::int64_t end) {
      const auto some = offsets.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first) + 1);
      check(std::ranges::is_sorted(some) && some.back() <= entries, problem);
      for (std::size_t row = 0; row + 1 < some.size(); ++row)
        check_columns(
            columns.subspan(static_cast<std::size_t>(some[row]), static_cast<std::size_t>(some[row + 1] - some[row])));
    });
  }

  void check_columns(std::span<const std::int32_t> in_row) const {
    check(ascend_below(in_row, static_cast<std::int64_t>(header_.cols)),
          "the columns of a row are not ascending or out of range");
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    std::string_view rest = file_->text().substr(places_.names, header_.name_bytes);
    while (!rest.empty()) {
      std::uint32_t length = 0;
      check(rest.size() >= sizeof length, "its names are damaged");
      std::memcpy(&length, rest.data(), sizeof length);
      rest.remove_prefix(sizeof length);
      check(rest.size() >= length, "its names are damaged");
      names.emplace_back(rest.substr(0, length));
      rest.remove_prefix(length);
    }
    return names;
  }

  const std::string& name_;
  std::shared_ptr<const Mapping> file_;
  const bool streamed_;
  StoreHeader header_;
  StorePlaces places_{};
};

}  // namespace

std::optional<StorePlaces> places(const StoreHeader& header) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 56;
  if (header.rows >= limit || header.entries >= limit || header.name_bytes >= limit) return std::nullopt;
  std::uint64_t next = sizeof header;
  const auto take = [&](std::uint64_t count, std::uint64_t size) {
    const std::uint64_t begin = next;
    next = (begin + count * size + 63) / 64 * 64;
    return begin;
  };
  StorePlaces at{};
  at.targets = take(header.has_targets * header.rows, sizeof(double));
  at.offsets = take(header.is_sparse * (header.rows + 1), sizeof(std::int64_t));
  at.columns = take(header.is_sparse * header.entries, sizeof(std::int32_t));
  at.values = take(header.entries, header.value_size);
  at.names = take(header.name_bytes, 1);
  at.end = next;
  return at;
}

bool is_binary_store(std::string_view bytes) {
  const StoreHeader native;
  return bytes.starts_with(std::string_view(native.magic.data(), native.magic.size()));
}

Dataset read_binary(const std::string& name, Mapping file, bool streamed) {
  return Loader(name, std::move(file), streamed).load();
}

}  // namespace hingeline::internal
