// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "choice.hpp"
#include "command.hpp"
#include "core/atomic_file.hpp"
#include "core/timer.hpp"
#include "data/rows.hpp"
#include "data_options.hpp"
#include "files.hpp"
#include "files/binary_store.hpp"
#include "files/dataset_of.hpp"
#include "hingeline/error.hpp"
#include "meaning.hpp"
#include "models/column_scaling.hpp"
#include "output.hpp"
#include "range.hpp"
#include "same_features.hpp"

namespace hingeline::cli {
namespace {

using internal::ColumnScaling;
using internal::ScalingMethod;

enum class Centering { automatic, always, never };

struct ScaleArguments {
  std::string data;
  std::string out;
  FileFormat to = FileFormat::libsvm;
  internal::ScalingOptions scaling;
  Centering center = Centering::automatic;
  std::string save;
  std::string restore;
  DataOptions read;
  OutputOptions output;
};

/// DATA, and the value type of OUT.
struct ScaleInput {
  ReadData data;
  ValueType value_type;
};

/// Reads text as float64, so that numbers are not rounded before a large origin is subtracted. A binary store has its
/// own type, as everywhere.
ScaleInput read_to_scale(const ScaleArguments& args, const std::vector<std::string>& features) {
  ScaleInput input{{}, args.read.value_type};
  const internal::Timer timer;
  internal::Mapping file = internal::Mapping::of_file(args.data);
  input.data.report.megabytes = static_cast<double>(file.size()) * 1e-6;
  const bool is_store = internal::is_binary_store(file.text());
  ReadOptions options = args.read;
  options.value_type = ValueType::float64;
  options.feature_names = features;
  Dataset& data = input.data.dataset;
  data = internal::dataset_of(args.data, std::move(file), options);
  if (is_store) {
    require_value_type(args.data, data, args.read);
    input.value_type = value_type_of(data.x);
  }
  input.data.report.seconds = timer.seconds();
  return input;
}

class ScaleCommand {
 public:
  explicit ScaleCommand(const ScaleArguments& arguments)
      : args_(arguments), console_(args_.output, {args_.out, args_.save}) {}

  int run() {
    if (restores()) scaling_ = restore();
    input_ = read_to_scale(args_, scaling_.feature_names);
    console_.line("read   {}", describe(args_.data, input_.data));
    look_at_class_names();
    const internal::Timer timer;
    scale();
    scale_seconds_ = timer.seconds();
    console_.line("scale  {} columns by {}, {:.3f} s", scaling_.features(), method_name(), scale_seconds_);
    write();
    report();
    return success;
  }

 private:
  const Dataset& data() const { return input_.data.dataset; }
  bool restores() const { return !args_.restore.empty(); }
  std::string_view method_name() const {
    return internal::scaling_method_names[static_cast<std::size_t>(scaling_.method)];
  }

  ColumnScaling restore() const {
    const internal::Mapping file = internal::Mapping::of_file(args_.restore);
    return internal::parse_scaling(file.text(), args_.restore);
  }

  /// Names of classes become numbers in LIBSVM text, which are valid for this file only: notes that, or throws
  /// UsageError with --restore.
  void look_at_class_names() const {
    if (data().class_names.empty() || args_.to == FileFormat::binary) return;
    if (restores())
      throw UsageError(
          fmt::format("--to libsvm: targets of {} are names of classes, whose numbers may differ from those in the "
                      "data that {} was made from; --to binary keeps names",
                      args_.data, args_.restore));
    note_numbered_classes(console_, args_.data, data());
  }

  void scale() {
    if (restores()) require_same_columns();
    try {
      if (!restores()) scaling_ = measure();
      note_moved_zeros();
      scaled_ = internal::scale_columns(data(), scaling_, input_.value_type, args_.read.layout);
    } catch (const DataError& error) {
      throw DataError(fmt::format("{}: {}", args_.data, error.what()));
    }
  }

  ColumnScaling measure() const {
    internal::ScalingOptions options = args_.scaling;
    const bool dense = internal::is_dense(data().x);
    options.center = args_.center == Centering::automatic ? dense : args_.center == Centering::always;
    if (options.method == ScalingMethod::deviation && args_.center == Centering::automatic && !dense)
      console_.note("{}: means are not subtracted, so that sparse rows stay sparse (--center always subtracts them)",
                    args_.data);
    return internal::measure_scaling(data(), options);
  }

  /// Features that have names must be the same; without names trailing columns may be missing.
  void require_same_columns() const {
    if (data().feature_names.empty()) return note_unknown_columns();
    require_same_features(args_.data, data(),
                          {scaling_.feature_names, scaling_.features(), false, args_.restore + " scales"});
  }

  void note_unknown_columns() const {
    if (cols(data().x) > scaling_.features())
      console_.note("{}: {} features, but {} has only {}; the others are left out", args_.data, cols(data().x),
                    args_.restore, scaling_.features());
  }

  void note_moved_zeros() const {
    if (internal::is_dense(data().x)) return;
    const std::size_t moved = scaling_.moved_zeros().size();
    if (moved > 0)
      console_.note("{}: 0 does not stay 0 in {} of {} features, whose sparse columns become dense{}", args_.data,
                    moved, scaling_.features(),
                    !restores() && scaling_.method == ScalingMethod::range
                        ? " (--method maximum keeps them sparse; so does --lower 0 where no number is negative)"
                        : "");
  }

  /// Writes OUT and then commits the scaling, whose bytes are written before, so that it appears only with OUT.
  void write() {
    const internal::Timer timer;
    std::optional<internal::AtomicFile> saved;
    if (!args_.save.empty()) {
      const std::string text = internal::format_scaling(scaling_);
      saved.emplace(args_.save);
      saved->has_places() ? saved->put(0, text) : saved->append(text);
    }
    write_rows(args_.out, args_.to, scaled_);
    if (saved) saved->commit();
    write_seconds_ = timer.seconds();
    console_.line("write  {}: {} nonzeros, {} {}, {:.3f} s", args_.out, count_nonzeros(scaled_.x),
                  layout_name(scaled_.x), to_string(value_type_of(scaled_.x)), write_seconds_);
  }

  void report() const {
    write_json(
        args_.output,
        {{"method", method_name()},
         {"rows", rows(scaled_.x)},
         {"features", cols(scaled_.x)},
         {"nonzeros_read", count_nonzeros(data().x)},
         {"nonzeros", count_nonzeros(scaled_.x)},
         {"layout", layout_name(scaled_.x)},
         {"value_type", to_string(value_type_of(scaled_.x))},
         {"seconds", {{"read", input_.data.report.seconds}, {"scale", scale_seconds_}, {"write", write_seconds_}}},
         {"peak_rss_bytes", peak_rss_bytes()}});
  }

  const ScaleArguments& args_;
  Console console_;
  ScaleInput input_;
  ColumnScaling scaling_;
  Dataset scaled_;
  double scale_seconds_ = 0;
  double write_seconds_ = 0;
};

CLI::Validator must_be_finite() {
  return must_be("a finite number", [](double value) { return std::isfinite(value); });
}

void add_scaling_options(CLI::App& app, ScaleArguments& arguments) {
  internal::ScalingOptions& scaling = arguments.scaling;
  add_choice(app, "--method", scaling.method, choices_of<ScalingMethod>(internal::scaling_method_names),
             "for each column: range: map its range linearly to [lower, upper]; deviation: divide by its standard "
             "deviation (with --center after subtracting the mean); maximum: divide by its largest |x|");
  app.add_option("--lower", scaling.lower, "range: what the smallest number of a column becomes")
      ->check(must_be_finite())
      ->capture_default_str();
  app.add_option("--upper", scaling.upper, "range: what the largest number of a column becomes")
      ->check(must_be_finite())
      ->capture_default_str();
  add_choice(
      app, "--center", arguments.center,
      {{"auto", Centering::automatic}, {"always", Centering::always}, {"never", Centering::never}},
      "deviation: whether to subtract the mean; auto: only if rows are dense, as sparse ones would become dense");
  app.add_option("--save", arguments.save, "write the scaling to a file for --restore")->type_name("FILE");
  app.add_option("--restore", arguments.restore,
                 "apply the scaling of a file that --save, or LIBSVM's svm-scale -s, wrote")
      ->type_name("FILE");
}

void check_meaning(const CLI::App& app, const ScaleArguments& arguments) {
  const bool measures = arguments.restore.empty();
  require_meaning(app,
                  {{"--method", measures},
                   {"--lower", measures},
                   {"--upper", measures},
                   {"--center", measures},
                   {"--save", measures}},
                  "--restore");
  const ScalingMethod method = arguments.scaling.method;
  const bool is_range = method == ScalingMethod::range;
  require_meaning(app, {{"--lower", is_range}, {"--upper", is_range}, {"--center", method == ScalingMethod::deviation}},
                  fmt::format("--method {}", internal::scaling_method_names[static_cast<std::size_t>(method)]));
}

}  // namespace

Command add_scale(CLI::App& app) {
  const auto arguments = std::make_shared<ScaleArguments>();
  CLI::App* sub = app.add_subcommand("scale", "Scales the columns of a data file, or of another one in the same way.");
  sub->add_option("DATA", arguments->data, "LIBSVM text, CSV or binary; text also compressed")->required();
  sub->add_option("OUT", arguments->out, "the file to write")->required();
  add_scaling_options(*sub, *arguments);
  add_choice(*sub, "--to", arguments->to, {{"libsvm", FileFormat::libsvm}, {"binary", FileFormat::binary}},
             "format of OUT; binary keeps layout and feature names");
  add_data_options(*sub, arguments->read);
  add_column_options(*sub, arguments->read);
  add_output_options(*sub, arguments->output);
  return {sub, [arguments, sub] {
            check_meaning(*sub, *arguments);
            internal::require_valid(arguments->scaling);
            require_fitting_name(arguments->out, arguments->to);
            check_files({{"DATA", arguments->data}, {"--restore", arguments->restore}},
                        {{"OUT", arguments->out, NamedFile::must_be_file},
                         {"--save", arguments->save, NamedFile::must_be_file},
                         {"--json", arguments->output.json}});
            return ScaleCommand(*arguments).run();
          }};
}

}  // namespace hingeline::cli
