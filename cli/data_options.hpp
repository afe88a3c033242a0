// SPDX-License-Identifier: BSD-3-Clause
//
// Reading data: the options that all commands share, and messages about the result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hingeline/dataset.hpp"
#include "output.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hingeline::cli {

struct DataOptions : ReadOptions {
  const CLI::Option* asked_value_type = nullptr;  ///< --value-type
  bool is_square = false;                         ///< columns are added up to the number of rows (add_last_columns)
};

/// Declares --format, --zero-based, --no-header, --separator, --target, --layout, --value-type and --threads. The value
/// type of `options` is the default.
void add_data_options(CLI::App& app, DataOptions& options);

/// Declares --categorical and --ignore, for commands where no model determines what columns are.
void add_column_options(CLI::App& app, DataOptions& options);

/// Throws UsageError where one of all these options but --threads is given; `what` is a file that does not need them.
void require_no_reading(const CLI::App& app, const std::string& what);

/// Declares --threads and sets its default, all cores.
void add_threads_option(CLI::App& app, int& threads);

struct ReadReport {
  double seconds = 0;
  double megabytes = 0;  ///< size of the file
};

struct ReadData {
  Dataset dataset;
  ReadReport report;
};

/// Throws UsageError for a binary store of another value type than was asked for.
void require_value_type(const std::filesystem::path& path, const Dataset& data, const DataOptions& options);

/// Throws as read_dataset and require_value_type do.
ReadData read_data(const std::filesystem::path& path, const DataOptions& options);

/// Reads data for a model; `features` are the names of its features, or empty.
ReadData read_data(const std::filesystem::path& path, DataOptions options, const std::vector<std::string>& features);

/// Appends columns of zeros up to `count` columns, as LIBSVM text leaves them out; none where features have names.
void add_last_columns(Dataset& data, std::int64_t count);

/// The message "d.csv: no targets", with a possible reason.
std::string no_targets(const std::filesystem::path& path, const Dataset& data);

/// For machines that learn targets. Throws DataError where there are none, UsageError where --target none is the
/// reason.
void require_targets(const std::filesystem::path& path, const Dataset& data, const DataOptions& options);

/// Reads data for machines that need all rows in memory. Throws UsageError where --memory is given.
ReadData read_into_memory(const std::filesystem::path& path, const DataOptions& options);

/// The number of entries that are not 0 in a dense matrix, or that are stored in a sparse one.
std::int64_t count_nonzeros(const MatrixView& x, const ReleaseRows& release = {});

/// Notes that LIBSVM text will have numbers in place of names of classes, which are valid for this file only.
void note_numbered_classes(const Console& console, const std::filesystem::path& path, const Dataset& data);

const char* layout_name(const MatrixView& x);
ValueType value_type_of(const MatrixView& x);

/// "a9a: 32561 rows, 123 features, 451592 nonzeros, sparse float32, 0.021 s, 110 MB/s"; without nonzeros if dense.
std::string describe(const std::filesystem::path& path, const ReadData& data);

/// Prints what was read for a training, and notes columns for which its value type is too coarse.
void tell_read(const Console& console, const std::filesystem::path& path, const ReadData& data);

}  // namespace hingeline::cli
