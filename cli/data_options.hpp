// SPDX-License-Identifier: BSD-3-Clause
//
// Reading data: the options that all commands share, and what is said about the result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "hingeline/dataset.hpp"

namespace CLI {
class App;
}

namespace hingeline::cli {

/// --format, --target, --layout, --value-type and --threads. The value type's default is what `options` holds.
void add_data_options(CLI::App& app, ReadOptions& options);

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

ReadData read_data(const std::filesystem::path& path, const ReadOptions& options);

/// Of machines that keep all rows in memory. Throws InvalidParameter where a limit on it is given.
ReadData read_into_memory(const std::filesystem::path& path, const ReadOptions& options);

/// Entries that are not 0 of a dense matrix, entries stored of a sparse one.
std::int64_t count_nonzeros(const MatrixView& x, const ReleaseRows& release = {});

const char* layout_name(const MatrixView& x);
const char* value_type_name(const MatrixView& x);

/// "a9a: 32561 rows, 123 features, 451592 nonzeros, sparse float32, 0.021 s, 110 MB/s"; of dense rows no nonzeros
std::string describe(const std::filesystem::path& path, const ReadData& data);

}  // namespace hingeline::cli
