// SPDX-License-Identifier: BSD-3-Clause
#include "data_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <thread>
#include <type_traits>

#include "choice.hpp"
#include "command.hpp"
#include "core/timer.hpp"
#include "data/change_layout.hpp"
#include "data/rows.hpp"
#include "data/stored_entries.hpp"
#include "files/csv_separator.hpp"
#include "files/read_rows_by_parts.hpp"
#include "hingeline/error.hpp"
#include "meaning.hpp"
#include "range.hpp"

namespace hingeline::cli {
namespace {

template <class T>
std::int64_t stored(const CsrView<T>& x, const ReleaseRows& /*release*/) {
  return internal::stored_entries(x);
}

template <class T>
std::int64_t stored(const DenseView<T>& x, const ReleaseRows& release) {
  std::int64_t count = 0;
  internal::read_rows_by_parts(x.rows, release, [&](std::int64_t first, std::int64_t end) {
    const T* values = x.values + first * x.stride;  // the rows of a file have no gaps between them
    count += std::count_if(values, values + (end - first) * x.stride, [](T value) { return value != 0; });
  });
  return count;
}

/// Lists at most five of the columns, by their names or numbers from 1.
std::string listed(const std::vector<std::int32_t>& columns, const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::vector<std::string> words;
  for (std::size_t k = 0; k < std::min(most, columns.size()); ++k) {
    const auto j = static_cast<std::size_t>(columns[k]);
    words.push_back(names.empty() ? fmt::format("{}", j + 1) : names[j]);
  }
  if (columns.size() > most) words.push_back(fmt::format("{} more", columns.size() - most));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// The character that --separator means.
std::optional<char> separator_of(std::string_view given) {
  if (given == "tab" || given == "\\t") return '\t';
  if (given == "blank") return ' ';
  const bool is_one = given.size() == 1 && internal::CsvSeparator::characters.find(given) != std::string_view::npos;
  return is_one ? std::optional(given[0]) : std::nullopt;
}

std::string check_separator(const std::string& given) {
  return separator_of(given) ? std::string() : given + " given, must be one of , ; : | or tab or blank";
}

}  // namespace

void add_threads_option(CLI::App& app, int& threads) {
  constexpr int most_threads = 4096;
  threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  app.add_option("--threads", threads, "number of threads >= 1; results do not depend on it (default: all cores)")
      ->check(must_be_whole<int>(1, most_threads))
      ->check(must_be_positive())
      ->type_name("N");
}

void add_data_options(CLI::App& app, DataOptions& options) {
  add_choice(app, "--format", options.format,
             {{"auto", FileFormat::automatic},
              {"libsvm", FileFormat::libsvm},
              {"csv", FileFormat::csv},
              {"binary", FileFormat::binary}},
             "format of the data; auto: recognised by content and file name");
  app.add_flag("--no-header", options.no_header,
               "CSV: the first line is data, not names of columns; the names are then 1, 2, ...");
  app.add_option_function<std::string>(
         "--separator", [&options](const std::string& given) { options.separator = *separator_of(given); },
         "CSV: separator of fields: one of , ; : | or the word tab, or blank for any number of blanks and tabs "
         "(default: a comma; a tab for files named .tsv)")
      ->check(CLI::Validator(check_separator, ""))
      ->type_name("CHARACTER");
  app.add_option("--target", options.target,
                 "CSV: target column, by name or number from 1, or none (default: the last); targets are names of "
                 "classes if the first one is not a number")
      ->type_name("COLUMN");
  app.add_flag("--zero-based", options.zero_based, "LIBSVM text: indices start at 0, not at 1");
  add_choice(app, "--layout", options.layout,
             {{"auto", Layout::automatic}, {"dense", Layout::dense}, {"sparse", Layout::sparse}},
             "storage of the matrix; auto: dense if that takes no more memory than sparse");
  options.asked_value_type =
      add_choice(app, "--value-type", options.value_type, choices_of<ValueType>(value_type_names),
                 "type of the matrix's values; sums are always in float64. Binary stores keep their own type");
  add_threads_option(app, options.threads);
}

void add_column_options(CLI::App& app, DataOptions& options) {
  app.add_option("--categorical", options.categorical,
                 "CSV: columns, by name or number, that are categorical though their fields are numbers; each "
                 "different field becomes a 0/1 feature. Columns whose first field is text are always categorical")
      ->type_name("COLUMN,..")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--ignore", options.ignored, "CSV: columns to leave out")
      ->type_name("COLUMN,..")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void require_no_reading(const CLI::App& app, const std::string& what) {
  for (const char* name : {"--format", "--zero-based", "--no-header", "--separator", "--target", "--layout",
                           "--value-type", "--categorical", "--ignore"})
    require_meaning(app, {{name, false}}, what);
}

void require_value_type(const std::filesystem::path& path, const Dataset& data, const DataOptions& options) {
  if (options.asked_value_type->count() > 0 && options.value_type != value_type_of(data.x))
    throw UsageError(fmt::format("--value-type {}: {} is a binary store of {}", to_string(options.value_type),
                                 path.string(), to_string(value_type_of(data.x))));
}

ReadData read_data(const std::filesystem::path& path, const DataOptions& options) {
  ReadData data;
  const internal::Timer timer;
  data.dataset = read_dataset(path, options);
  require_value_type(path, data.dataset, options);
  if (options.is_square) add_last_columns(data.dataset, rows(data.dataset.x));
  data.report.seconds = timer.seconds();
  std::error_code unknown_size;
  const auto bytes = std::filesystem::file_size(path, unknown_size);
  if (!unknown_size) data.report.megabytes = static_cast<double>(bytes) * 1e-6;
  return data;
}

ReadData read_data(const std::filesystem::path& path, DataOptions options, const std::vector<std::string>& features) {
  options.feature_names = features;
  return read_data(path, options);
}

void add_last_columns(Dataset& data, std::int64_t count) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (!data.feature_names.empty() || count <= cols(data.x) || count > most) return;
  data = internal::change_layout(std::move(data), Layout::automatic, static_cast<std::int32_t>(count));
}

std::string no_targets(const std::filesystem::path& path, const Dataset& data) {
  return fmt::format(
      "{}: no targets{}", path.string(),
      data.feature_names.empty()
          ? ""
          : " (the last column of CSV is the target, unless it is a feature of the model; --target names another)");
}

void require_targets(const std::filesystem::path& path, const Dataset& data, const DataOptions& options) {
  if (!data.y.empty() || rows(data.x) == 0) return;
  if (!options.target.empty())
    throw UsageError(fmt::format("--target none: this command needs the targets of {}", path.string()));
  throw DataError(no_targets(path, data) + ", but this command needs them");
}

ReadData read_into_memory(const std::filesystem::path& path, const DataOptions& options) {
  if (options.memory > 0)
    throw UsageError(
        "--memory is for linear models with a loss, not for kernels without --approximate or for one_class");
  return read_data(path, options);
}

std::int64_t count_nonzeros(const MatrixView& x, const ReleaseRows& release) {
  return std::visit([&](const auto& view) { return stored(view, release); }, x);
}

void note_numbered_classes(const Console& console, const std::filesystem::path& path, const Dataset& data) {
  if (!data.class_names.empty())
    console.note(
        "{}: targets are names of classes, which become numbers in order of first appearance (--to binary keeps names)",
        path.string());
}

const char* layout_name(const MatrixView& x) { return internal::is_dense(x) ? "dense" : "sparse"; }

ValueType value_type_of(const MatrixView& x) {
  return internal::has_floats(x) ? ValueType::float32 : ValueType::float64;
}

std::string describe(const std::filesystem::path& path, const ReadData& data) {
  const MatrixView& x = data.dataset.x;
  const std::string nonzeros = internal::is_dense(x) ? "" : fmt::format(" {} nonzeros,", count_nonzeros(x));
  return fmt::format("{}: {} rows, {} features,{} {} {}, {:.3f} s, {:.0f} MB/s", path.string(), rows(x), cols(x),
                     nonzeros, layout_name(x), to_string(value_type_of(x)), data.report.seconds,
                     data.report.megabytes / std::max(data.report.seconds, 1e-9));
}

void tell_read(const Console& console, const std::filesystem::path& path, const ReadData& data) {
  console.line("read   {}", describe(path, data));
  const std::vector<std::int32_t> coarse = coarse_columns(data.dataset);
  if (!coarse.empty())
    console.note(
        "{}: float32 loses most differences between the values of {} {} (--value-type float64 keeps them when text is "
        "read)",
        path.string(), coarse.size() > 1 ? "columns" : "column", listed(coarse, data.dataset.feature_names));
}

}  // namespace hingeline::cli
