// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <memory>

#include "choice.hpp"
#include "command.hpp"
#include "core/timer.hpp"
#include "data_options.hpp"
#include "files.hpp"
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

int convert(const ConvertArguments& args) {
  const Console console(args.output, {args.out});
  const ReadData data = read_data(args.in, args.read);
  console.line("read   {}", describe(args.in, data));
  const internal::Timer timer;
  if (args.to == FileFormat::binary)
    write_binary(args.out, data.dataset);
  else
    write_libsvm(args.out, data.dataset);
  const double write_seconds = timer.seconds();
  console.line("write  {}, {:.3f} s", args.out, write_seconds);
  write_json(args.output, {{"rows", rows(data.dataset.x)},
                           {"features", cols(data.dataset.x)},
                           {"nonzeros", count_nonzeros(data.dataset.x)},
                           {"layout", layout_name(data.dataset.x)},
                           {"value_type", value_type_name(data.dataset.x)},
                           {"seconds", {{"read", data.report.seconds}, {"write", write_seconds}}},
                           {"peak_rss_bytes", peak_rss_bytes()}});
  return success;
}

}  // namespace

Command add_convert(CLI::App& app) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* sub = app.add_subcommand("convert", "Writes data in another format.");
  sub->add_option("IN", arguments->in, "LIBSVM text, CSV or binary; text also compressed")->required();
  sub->add_option("OUT", arguments->out, "the file to write")->required();
  add_choice(*sub, "--to", arguments->to, {{"binary", FileFormat::binary}, {"libsvm", FileFormat::libsvm}},
             "binary: loads without parsing, keeps layout, value type and feature names");
  add_data_options(*sub, arguments->read);
  add_output_options(*sub, arguments->output);
  return {sub, [arguments] {
            check_files({{"IN", arguments->in}},
                        {{"OUT", arguments->out, NamedFile::must_be_file}, {"--json", arguments->output.json}});
            return convert(*arguments);
          }};
}

}  // namespace hingeline::cli
