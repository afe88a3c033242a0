// SPDX-License-Identifier: BSD-3-Clause
//
// Reading data: the options that all commands share, and what is said about the result.
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
  bool is_square = false;                         ///< by add_last_columns
};

/// --format, --zero-based, --no-header, --separator, --target, --layout, --value-type and --threads. The value type's
/// default is what `options` holds.
void add_data_options(CLI::App& app, DataOptions& options);

/// --categorical and --ignore: where no model says what columns are.
void add_column_options(CLI::App& app, DataOptions& options);

/// Throws UsageError where one of these is given, but for --threads: `what` says itself how it is read.
void require_no_reading(const CLI::App& app, const std::string& what);

/// Declares --threads and sets its default, all cores.
void add_threads_option(CLI::App& app, int& threads);

struct ReadReport {
  double seconds = 0;
  double megabytes = 0;  ///< of the file
};

struct ReadData {
  Dataset dataset;
  ReadReport report;
};

/// Throws UsageError for a binary store of another value type than was asked for.
void require_value_type(const std::filesystem::path& path, const Dataset& data, const DataOptions& options);

/// Throws as read_dataset and require_value_type do.
ReadData read_data(const std::filesystem::path& path, const DataOptions& options);

/// For a model, which may know its features by their names.
ReadData read_data(const std::filesystem::path& path, DataOptions options, const std::vector<std::string>& features);

/// Columns of 0 behind those there are, up to so many, as LIBSVM text leaves them out; none where features have names.
void add_last_columns(Dataset& data, std::int64_t count);

/// "d.csv: no targets", and why that may be.
std::string no_targets(const std::filesystem::path& path, const Dataset& data);

/// Of machines that learn targets. Throws DataError where there are none, UsageError where --target says so.
void require_targets(const std::filesystem::path& path, const Dataset& data, const DataOptions& options);

/// Of machines that keep all rows in memory. Throws UsageError where a limit on it is given.
ReadData read_into_memory(const std::filesystem::path& path, const DataOptions& options);

/// Entries that are not 0 of a dense matrix, entries stored of a sparse one.
std::int64_t count_nonzeros(const MatrixView& x, const ReleaseRows& release = {});

/// LIBSVM text has numbers in the place of names of classes, those of this file alone.
void note_numbered_classes(const Console& console, const std::filesystem::path& path, const Dataset& data);

const char* layout_name(const MatrixView& x);
ValueType value_type_of(const MatrixView& x);

/// "a9a: 32561 rows, 123 features, 451592 nonzeros, sparse float32, 0.021 s, 110 MB/s"; of dense rows no nonzeros
std::string describe(const std::filesystem::path& path, const ReadData& data);

/// Says what was read for a training, and where its value type is too coarse for it.
void tell_read(const Console& console, const std::filesystem::path& path, const ReadData& data);

}  // namespace hingeline::cli
