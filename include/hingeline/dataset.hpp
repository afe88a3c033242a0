// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline {

/// Features and targets, and whatever owns their memory (buffers, a mapped file, or nobody where the caller
/// keeps them alive). Copying a Dataset copies views.
struct Dataset {
  MatrixView x;                            ///< rows x features
  std::span<const double> y;               ///< one target per row as the file gives it; empty if it gives none
  std::vector<std::string> feature_names;  ///< one per feature, or empty
  std::shared_ptr<const void> storage;     ///< keeps x and y alive
  ReleaseRows release = {};  ///< where rows are to be read from their file in every pass (ReadOptions::memory)
  bool checked = false;      ///< true skips validation: x is known to be finite, columns ascending, as from a reader
  /// Where targets are text: their names, of which y has the numbers, from 0. Of a file in the order of first
  /// appearance.
  std::vector<std::string> class_names = {};
  /// Number of category fields whose name is not in ReadOptions::feature_names; that category's features are 0 there.
  std::int64_t unknown_names = 0;
};

/// automatic: by content (binary) and name (.csv, .tsv), else libsvm.
enum class FileFormat { automatic, libsvm, csv, binary };
/// automatic: dense where it needs no more memory.
enum class Layout { automatic, dense, sparse };
enum class ValueType { float32, float64 };

inline constexpr std::array<std::string_view, 2> value_type_names = {"float32", "float64"};
inline std::string_view to_string(ValueType type) { return value_type_names[static_cast<std::size_t>(type)]; }

struct ReadOptions {
  FileFormat format = FileFormat::automatic;
  Layout layout = Layout::automatic;
  ValueType value_type = ValueType::float32;  ///< a binary file keeps the type it was written with
  bool zero_based = false;                    ///< LIBSVM text: indices count from 0, not from 1
  bool no_header = false;                     ///< CSV: the first line is a row; columns are named by number, from 1
  /// CSV: what is between fields, a comma, semicolon, colon, bar, tab or blank (then any number of blanks and tabs is);
  /// 0: a tab in files whose name ends in .tsv, else a comma.
  char separator = 0;
  /// CSV: target column, by name or number from 1; "" the last one, "none" no target. If its first field is no number,
  /// the column is text and every field the name of a class.
  std::string target = {};
  /// CSV: columns, by name or number from 1, to read as categories: each name, even a number, is a feature COLUMN=NAME,
  /// 1 in rows that have it, else 0, in order of first appearance. Other columns whose first field is text are
  /// categories too, but there a number is an error, and so are more than 10,000 names.
  std::vector<std::string> categorical = {};
  std::vector<std::string> ignored = {};  ///< CSV: columns that are left out
  /// CSV: the features to read, in this order, such as a model's; columns are matched by name, may come in any order,
  /// and others are left out. The last column is the target only where it is not among them. Empty: all columns.
  std::vector<std::string> feature_names = {};
  std::int32_t features = 0;  ///< at least so many columns (a model's, say), even where the file names fewer
  int threads = 1;            ///< results do not depend on it
  /// Files of more bytes than this (0: any size fits) are not read into memory: their rows stay in a binary store, the
  /// file itself where it is one, else an unnamed file in `scratch`, converted from the text and gone with the last
  /// Dataset of it.
  std::int64_t memory = 0;
  std::filesystem::path scratch = {};  ///< empty: the current folder
};

/// Reads LIBSVM text, CSV, or a binary row store; text also compressed by gzip, bzip2, xz or zstd.
/// Throws IoError where the file cannot be read, DataError (file, line, column, what was expected) where it
/// is malformed: nothing is guessed or skipped; InvalidParameter for options outside their range or that the format
/// does not have, such as a target column for LIBSVM text.
Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options = {});

/// Columns (ascending) of a dense float32 matrix too fine for float: max - min < 1000 * 2^-23 max|v| over some 4,000
/// sampled rows. Not those that hold whole numbers or one value, below 2^24. Seconds since 1970 within a day, say, fall
/// on multiples of 128: such text is better read as float64. Sparse or float64: none.
std::vector<std::int32_t> coarse_columns(const Dataset& data);

/// Writes LIBSVM text (values to 17 significant digits, 9 for float32; zeros left out). Of targets that are text it has
/// the numbers alone.
/// The file appears whole or not at all. Throws DataError where sizes disagree, there are no rows or a number
/// is not finite, IoError where it cannot be written; so does write_binary.
void write_libsvm(const std::filesystem::path& path, const Dataset& data);

/// Writes a binary row store, which read_dataset maps instead of parsing. Layout, value type and names of
/// features and classes are kept. The format is this machine's byte order; a foreign file is refused by its first
/// bytes.
void write_binary(const std::filesystem::path& path, const Dataset& data);

/// Writes to `out` the binary row store of what read_dataset(in, options) returns, without holding the text in memory:
/// some MB per thread are used, and decompressed text lies in a file beside `out` meanwhile. Input from a pipe must fit
/// in memory. Throws as read_dataset and write_binary do.
void convert_to_binary(const std::filesystem::path& in, const std::filesystem::path& out,
                       const ReadOptions& options = {});

}  // namespace hingeline
