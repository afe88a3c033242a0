// SPDX-License-Identifier: BSD-3-Clause
#include "data/generate.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "choice.hpp"
#include "command.hpp"
#include "core/timer.hpp"
#include "data_options.hpp"
#include "files.hpp"
#include "meaning.hpp"
#include "output.hpp"
#include "range.hpp"

namespace hingeline::cli {
namespace {

using internal::DataKind;

struct GenerateArguments {
  std::string out;
  internal::GenerateOptions options;
  FileFormat to = FileFormat::libsvm;
  OutputOptions output;
};

int generate(const GenerateArguments& args) {
  const Console console(args.output, {args.out});
  const internal::Timer timer;
  const Dataset data = internal::generate(args.options);
  write_rows(args.out, args.to, data);
  const std::int64_t nonzeros = count_nonzeros(data.x);
  console.line("write  {}: {} rows, {} features, {} nonzeros, {:.3f} s", args.out, rows(data.x), cols(data.x), nonzeros,
               timer.seconds());
  write_json(args.output, {{"rows", rows(data.x)},
                           {"features", cols(data.x)},
                           {"nonzeros", nonzeros},
                           {"layout", layout_name(data.x)},
                           {"value_type", to_string(value_type_of(data.x))},
                           {"seconds", {{"write", timer.seconds()}}}});
  return success;
}

}  // namespace

Command add_generate(CLI::App& app) {
  const auto arguments = std::make_shared<GenerateArguments>();
  internal::GenerateOptions& options = arguments->options;
  CLI::App* sub = app.add_subcommand("generate", "Writes random data for benchmarks.");
  add_choice(
      *sub, "KIND", options.kind,
      {{"classification", DataKind::classification}, {"regression", DataKind::regression}, {"text", DataKind::text}},
      "classification: dense, two overlapping classes, skewed features; regression: dense, linear targets with "
      "heavy-tailed noise; text: sparse rows of norm 1, frequencies of features by Zipf's law")
      ->required()
      ->default_str("");
  sub->add_option("OUT", arguments->out, "the file to write")->required();
  sub->add_option("--rows", options.rows, "rows >= 1")->check(must_be_whole<std::int64_t>(1))->capture_default_str();
  sub->add_option("--features", options.cols, "features >= 1")
      ->check(must_be_whole<std::int32_t>(1))
      ->capture_default_str();
  sub->add_option("--density", options.density,
                  "text: approximate fraction of nonzeros, 0 < density <= 1; a density of 1 gives about 80 %")
      ->capture_default_str();
  sub->add_option("--noise", options.noise, "fraction of labels that are flipped; regression: scale of the noise")
      ->capture_default_str();
  sub->add_option("--seed", options.seed, "random seed; the same seed gives the same data")
      ->check(must_be_whole<std::uint64_t>(0))
      ->capture_default_str();
  add_choice(*sub, "--value-type", options.value_type, choices_of<ValueType>(value_type_names),
             "type to which values are rounded");
  add_choice(*sub, "--to", arguments->to, {{"libsvm", FileFormat::libsvm}, {"binary", FileFormat::binary}},
             "format of OUT");
  add_output_options(*sub, arguments->output);
  return {sub, [arguments, sub] {
            const DataKind kind = arguments->options.kind;
            require_meaning(*sub, {{"--density", kind == DataKind::text}},
                            kind == DataKind::regression ? "regression" : "classification");
            require_fitting_name(arguments->out, arguments->to);
            check_files({}, {{"OUT", arguments->out, NamedFile::must_be_file}, {"--json", arguments->output.json}});
            return generate(*arguments);
          }};
}

}  // namespace hingeline::cli
