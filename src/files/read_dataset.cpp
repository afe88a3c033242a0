// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <variant>

#include "core/atomic_file.hpp"
#include "core/quote.hpp"
#include "core/require.hpp"
#include "data/change_layout.hpp"
#include "data/rows.hpp"
#include "files/binary_store.hpp"
#include "files/csv_reader.hpp"
#include "files/csv_separator.hpp"
#include "files/dataset_of.hpp"
#include "files/format_of_name.hpp"
#include "files/libsvm_reader.hpp"
#include "files/store_parts.hpp"
#include "files/text_source.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline {
namespace {

/// Throws for models and scalings, which begin as a store does.
void refuse_other_files(const std::string& name, std::string_view bytes) {
  for (const std::string_view of_model : {"hingeline_format", "hingeline_factors"})
    if (bytes.starts_with(of_model)) throw DataError(name, 1, 0, "a model, where data are expected");
  if (bytes.starts_with("hingeline_scaling")) throw DataError(name, 1, 0, "a scaling, where data are expected");
}

FileFormat format_of(const std::filesystem::path& path, std::string_view bytes) {
  if (internal::is_binary_store(bytes)) return FileFormat::binary;
  return internal::is_csv_name(path) ? FileFormat::csv : FileFormat::libsvm;
}

void check(const ReadOptions& options) {
  internal::require_known("format", options.format, FileFormat::binary, "must be a FileFormat");
  internal::require_known("layout", options.layout, Layout::sparse, "must be a Layout");
  internal::require_known("value_type", options.value_type, ValueType::float64, "must be a ValueType");
  internal::validate_threads(options.threads);
  if (options.features < 0) throw InvalidParameter("features", std::to_string(options.features), "must be >= 0");
  if (options.separator != 0 && internal::CsvSeparator::characters.find(options.separator) == std::string_view::npos)
    throw InvalidParameter("separator", internal::quote(std::string_view(&options.separator, 1)),
                           "must be a comma, semicolon, colon, bar, tab or blank");
  if (options.memory < 0) throw InvalidParameter("memory", std::to_string(options.memory), "must be >= 0");
}

bool exceeds(std::string_view file, std::int64_t memory) {
  return memory > 0 && file.size() > static_cast<std::size_t>(memory);
}

/// Throws for a pipe of more than `memory`: its bytes are in memory.
void refuse_large_stream(const std::string& name, const internal::Mapping& file, std::int64_t memory) {
  if (!file.is_file() && exceeds(file.text(), memory))
    throw InvalidParameter("memory", std::to_string(memory),
                           "must be larger for " + name + ", which is not a regular file and must fit into memory");
}

/// Throws where rows that stay in their file would have to be copied.
void refuse_copy(const std::string& name, const Dataset& store, const ReadOptions& options) {
  const bool dense = internal::is_dense(store.x);
  if (options.layout == (dense ? Layout::sparse : Layout::dense))
    throw InvalidParameter("layout", dense ? "sparse" : "dense",
                           "must be the layout of " + name + ", whose rows stay in their file");
  if (dense && options.features > cols(store.x))
    throw InvalidParameter(
        "features", std::to_string(options.features),
        fmt::format("must be at most {}, those of {}, whose dense rows stay in their file", cols(store.x), name));
}

/// Throws for options of another format: columns and target are for CSV, zero_based for LIBSVM text.
void refuse_columns(const std::string& name, FileFormat format, const ReadOptions& options) {
  if (options.zero_based && format != FileFormat::libsvm)
    throw InvalidParameter("zero_based", "true", "means nothing to " + name + ", which is no LIBSVM text");
  if (format == FileFormat::csv) return;
  const std::string file = name + (format == FileFormat::binary ? ", a binary store," : ", LIBSVM text,");
  if (!options.target.empty())
    throw InvalidParameter("target", options.target,
                           "means nothing to " + file + " which says itself what its targets are");
  if (options.no_header) throw InvalidParameter("no_header", "true", "means nothing to " + file + " which is no CSV");
  if (options.separator != 0)
    throw InvalidParameter("separator", internal::quote(std::string_view(&options.separator, 1)),
                           "means nothing to " + file + " which is no CSV");
  if (!options.categorical.empty())
    throw InvalidParameter("categorical", options.categorical[0], "means nothing to " + file + " which is no CSV");
  if (!options.ignored.empty())
    throw InvalidParameter("ignored", options.ignored[0], "means nothing to " + file + " which is no CSV");
}

FileFormat format_of(const std::filesystem::path& path, const internal::TextSource& source,
                     const ReadOptions& options) {
  refuse_other_files(source.name, source.text);
  const FileFormat format = options.format == FileFormat::automatic ? format_of(path, source.text) : options.format;
  refuse_columns(source.name, format, options);
  return format;
}

internal::StoreSummary write_store(const internal::TextSource& source, FileFormat format, const ReadOptions& options,
                                   internal::AtomicFile& file) {
  return format == FileFormat::csv ? internal::store_csv(source, options, file)
                                   : internal::store_libsvm(source, options, file);
}

/// Reads text by a binary store in a scratch file, not in memory.
Dataset read_through_store(const internal::TextSource& source, FileFormat format, const ReadOptions& options) {
  internal::AtomicFile file(internal::scratch_in(options.scratch));
  write_store(source, format, options, file);
  Dataset store = internal::read_binary(source.name, internal::Mapping::of_file(file.unfinished()), true);
  refuse_copy(source.name, store, options);
  return store;
}

Dataset read_store(internal::TextSource source, const ReadOptions& options) {
  const bool streamed = exceeds(source.text, options.memory);
  Dataset store = internal::read_binary(source.name, std::move(source.memory), streamed);
  if (streamed) refuse_copy(source.name, store, options);
  return internal::change_layout(std::move(store), options.layout, options.features);
}

Dataset read_rows(internal::TextSource source, FileFormat format, const ReadOptions& options) {
  if (format == FileFormat::binary) return read_store(std::move(source), options);
  if (exceeds(source.text, options.memory)) return read_through_store(source, format, options);
  return format == FileFormat::csv ? internal::read_csv(source, options) : internal::read_libsvm(source, options);
}

Dataset read_checked(internal::TextSource source, FileFormat format, const ReadOptions& options) {
  Dataset data = read_rows(std::move(source), format, options);
  data.checked = true;
  return data;
}

}  // namespace

namespace internal {

Dataset dataset_of(const std::filesystem::path& path, Mapping file, const ReadOptions& options) {
  check(options);
  refuse_large_stream(path.string(), file, options.memory);
  TextSource source = options.memory > 0 ? text_outside_memory(path.string(), std::move(file), options.scratch)
                                         : text_of(path.string(), std::move(file));
  const FileFormat format = format_of(path, source, options);
  return read_checked(std::move(source), format, options);
}

std::variant<StoreSummary, Dataset> store_or_read(const std::filesystem::path& in, const std::filesystem::path& scratch,
                                                  const ReadOptions& options, AtomicFile& out) {
  if (!out.has_places()) return read_dataset(in, options);
  check(options);
  Mapping file = Mapping::of_file(in);
  refuse_large_stream(in.string(), file, options.memory);
  TextSource source = text_outside_memory(in.string(), std::move(file), scratch);
  const FileFormat format = format_of(in, source, options);
  if (format == FileFormat::binary) return read_checked(std::move(source), format, options);
  return write_store(source, format, options, out);
}

}  // namespace internal

Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options) {
  return internal::dataset_of(path, internal::Mapping::of_file(path), options);
}

void convert_to_binary(const std::filesystem::path& in, const std::filesystem::path& out, const ReadOptions& options) {
  internal::AtomicFile file(out);
  const auto made = internal::store_or_read(in, out.parent_path(), options, file);
  if (const Dataset* data = std::get_if<Dataset>(&made)) internal::write_binary(file, *data);
  file.commit();
}

}  // namespace hingeline
