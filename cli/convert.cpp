// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>

#include "choice.hpp"
#include "command.hpp"
#include "core/atomic_file.hpp"
#include "core/timer.hpp"
#include "data_options.hpp"
#include "files.hpp"
#include "files/binary_store.hpp"
#include "files/dataset_of.hpp"
#include "output.hpp"

namespace hingeline::cli {
namespace {

struct ConvertArguments {
  std::string in;
  std::string out;
  FileFormat to = FileFormat::binary;
  DataOptions read;
  OutputOptions output;
};

/// What OUT holds, and the times.
struct Converted {
  std::int64_t rows;
  std::int32_t features;
  std::int64_t nonzeros;
  std::string layout;
  ValueType value_type;
  double read_seconds;
  double write_seconds;
};

/// The result for rows that were all in memory.
Converted converted(const Dataset& data, double read_seconds, double write_seconds) {
  const MatrixView& x = data.x;
  return {rows(x), cols(x), count_nonzeros(x), layout_name(x), value_type_of(x), read_seconds, write_seconds};
}

Converted convert_to_libsvm(const ConvertArguments& args, const Console& console) {
  const ReadData data = read_data(args.in, args.read);
  note_numbered_classes(console, args.in, data.dataset);
  if (!data.dataset.feature_names.empty())
    console.note(
        "{}: names of features are lost, their numbers are those of the columns of this file (--to binary keeps names)",
        args.in);
  const internal::Timer timer;
  write_libsvm(args.out, data.dataset);
  return converted(data.dataset, data.report.seconds, timer.seconds());
}

/// Does what hingeline::convert_to_binary does.
Converted convert_to_binary(const ConvertArguments& args) {
  const internal::Timer timer;
  internal::AtomicFile file(args.out);
  const auto made = internal::store_or_read(args.in, std::filesystem::path(args.out).parent_path(), args.read, file);
  const double seconds = timer.seconds();
  if (const auto* store = std::get_if<internal::StoreSummary>(&made)) {
    file.commit();
    return {store->rows,          store->cols,
            store->nonzeros,      store->is_sparse ? "sparse" : "dense",
            args.read.value_type, seconds - store->write_seconds,
            store->write_seconds};
  }
  const auto& data = std::get<Dataset>(made);
  require_value_type(args.in, data, args.read);
  const internal::Timer write_timer;
  internal::write_binary(file, data);
  file.commit();
  return converted(data, seconds, write_timer.seconds());
}

int convert(const ConvertArguments& args) {
  const Console console(args.output, {args.out});
  const Converted done = args.to == FileFormat::binary ? convert_to_binary(args) : convert_to_libsvm(args, console);
  console.line("read   {}: {} rows, {} features, {} {}, {:.3f} s", args.in, done.rows, done.features, done.layout,
               to_string(done.value_type), done.read_seconds);
  console.line("write  {}, {:.3f} s", args.out, done.write_seconds);
  write_json(args.output, {{"rows", done.rows},
                           {"features", done.features},
                           {"nonzeros", done.nonzeros},
                           {"layout", done.layout},
                           {"value_type", to_string(done.value_type)},
                           {"seconds", {{"read", done.read_seconds}, {"write", done.write_seconds}}},
                           {"peak_rss_bytes", peak_rss_bytes()}});
  return success;
}

}  // namespace

Command add_convert(CLI::App& app) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* sub = app.add_subcommand("convert", "Converts data to another format.");
  sub->add_option("IN", arguments->in, "LIBSVM text, CSV or binary; text also compressed")->required();
  sub->add_option("OUT", arguments->out, "the file to write")->required();
  add_choice(*sub, "--to", arguments->to, {{"binary", FileFormat::binary}, {"libsvm", FileFormat::libsvm}},
             "binary: a store that is read without parsing and keeps layout, value type and names");
  add_data_options(*sub, arguments->read);
  add_column_options(*sub, arguments->read);
  add_output_options(*sub, arguments->output);
  return {sub, [arguments] {
            require_fitting_name(arguments->out, arguments->to);
            check_files({{"IN", arguments->in}},
                        {{"OUT", arguments->out, NamedFile::must_be_file}, {"--json", arguments->output.json}});
            return convert(*arguments);
          }};
}

}  // namespace hingeline::cli
