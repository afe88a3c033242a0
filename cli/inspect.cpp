// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "any_model.hpp"
#include "choice.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "describe.hpp"
#include "files.hpp"
#include "files/dataset_of.hpp"
#include "hingeline/error.hpp"
#include "kernel_objectives.hpp"
#include "labels.hpp"
#include "losses/loss_parameters.hpp"
#include "meaning.hpp"
#include "model_files/model_text.hpp"
#include "models/scaled_columns.hpp"
#include "models/training_rows.hpp"
#include "primal_objective.hpp"
#include "range.hpp"
#include "train_options.hpp"

namespace hingeline::cli {
namespace {

struct InspectArguments {
  std::string file;
  std::string verify;
  std::optional<double> C;
  std::optional<double> epsilon;
  std::optional<double> nu;
  std::optional<Intercept> intercept;
  bool standardize = false;
  WeightOptions weights;
  std::string l1_weights;
  DataOptions read;
  OutputOptions output;
};

void require_said(const InspectArguments& args, bool said, const char* what) {
  if (!said) throw UsageError(fmt::format("{} does not contain {}, which --verify needs", args.file, what));
}

/// Completes a model by options, which must give what LIBLINEAR's format lacks, and may override what a file has.
LinearModel complete(LinearModel model, const InspectArguments& args) {
  const bool unsaid = std::isnan(model.C);
  const auto require = [&](bool given, const char* what) { require_said(args, given || !unsaid, what); };
  require(args.C.has_value(), "C (--cost)");
  require(args.intercept.has_value() || model.intercept_kind == Intercept::none, "the kind of --intercept");
  require(args.epsilon.has_value() || !internal::has_epsilon(model.loss.name), "--epsilon");
  model.C = args.C.value_or(model.C);
  model.loss.epsilon = args.epsilon.value_or(model.loss.epsilon);
  model.intercept_kind = args.intercept.value_or(model.intercept_kind);
  return model;
}

/// The data of --verify and the weights of their rows and classes.
class VerifyData {
 public:
  VerifyData(const InspectArguments& args, const std::vector<std::string>& features)
      : data_(read_data(args.verify, args.read, features).dataset),
        row_weights_(args.weights.by_row(rows(data_.x))),
        class_weights_(args.weights.by_label(data_, row_weights_)) {}

  /// Converts targets and class weights to the model's labels; for models that have learnt targets.
  void translate(const std::string& file, const Classes& classes) {
    require_comparable(classes, data_, file);
    const Translation labels(classes, data_);
    class_weights_ = labels.of(class_weights_);
    y_ = labels.of(data_.y);
    data_.y = y_;
  }

  const Dataset& data() const { return data_; }
  std::span<const double> row_weights() const { return row_weights_; }
  const std::map<double, double>& class_weights() const { return class_weights_; }

 private:
  Dataset data_;
  std::vector<double> row_weights_;
  std::map<double, double> class_weights_;
  std::vector<double> y_;
};

/// Returns f(); its DataErrors get the name of the data of --verify.
template <class F>
auto of_verify_data(const InspectArguments& args, const F& f) {
  try {
    return f();
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: {}", args.verify, error.what()));
  }
}

/// Prints lines "key  value"; of long lists only the beginning.
void print(const Console& console, const Json& object) {
  constexpr std::size_t shown_items = 10;
  for (const auto& [key, value] : object.items()) {
    if (value.is_null() || (value.is_array() && value.empty())) continue;
    std::string text = value.is_string() ? value.get<std::string>() : json_text(value);
    if (value.is_array() && value.size() > shown_items) {
      const Json beginning(std::vector<Json>(value.begin(), value.begin() + shown_items));
      text = fmt::format("{} and {} more", json_text(beginning), value.size() - shown_items);
    }
    console.line("{:<15} {}", key, text);
  }
}

/// Relative to the primal objective, or to rounding_floor if larger, as for a primal of 0.
double relative_difference(double primal, const Certificate& certificate) {
  const double difference = std::abs(primal - certificate.primal);
  return difference == 0 ? 0 : difference / std::max(std::abs(certificate.primal), certificate.rounding_floor);
}

Json inspect_linear_model(const CLI::App& app, const LinearModel& model, const InspectArguments& args) {
  Json object = describe_model(model);
  if (args.verify.empty()) return object;
  require_meaning(app, {{"--nu", false}}, "a linear model");
  require_meaning(app, {{"--l1-weights", model.l1 != 0}}, "a model without an L1 penalty");
  require_meaning(app, {{"--class-weight", !model.labels.empty()}}, "a regression");
  note_meaning(app, {{"--epsilon", internal::has_epsilon(model.loss.name)}},
               fmt::format("the loss {}", to_string(model.loss.name)));
  VerifyData read(args, model.feature_names);
  const Dataset& data = read.data();
  require_targets(args.verify, data, args.read);
  read.translate(args.verify, Classes(model));
  LinearModel whole = complete(model, args);
  const std::map<double, double>& by_label = read.class_weights();
  const std::span<const double> by_row = read.row_weights();
  if (args.standardize) {
    whole.column_scale =
        internal::column_deviations(data.x, internal::combined_weights(by_row, by_label, data.y), args.read.threads);
    whole.column_scale.resize(static_cast<std::size_t>(whole.features), 1.0);
  }
  const auto by_column =
      args.l1_weights.empty() ? std::vector<double>() : read_weights(args.l1_weights, whole.features, "features");
  const double primal = of_verify_data(
      args, [&] { return primal_objective(whole, data, by_label, by_row, by_column, args.read.threads); });
  object["verified"] = {{"primal", number_or_null(primal)}, {"relative_difference", nullptr}};
  if (model.certificate)
    object["verified"]["relative_difference"] = number_or_null(relative_difference(primal, *model.certificate));
  return object;
}

/// The parameters by options, which must give what LIBSVM's format does not contain.
KernelParameters parameters_of(const KernelModel& model, const InspectArguments& args) {
  require_said(args, args.C || !has_C(model.machine), "C (--cost)");
  require_said(args, args.epsilon || !has_epsilon(model.machine), "--epsilon");
  require_said(args, args.nu || !has_nu(model.machine), "--nu");
  KernelParameters parameters;
  parameters.C = args.C.value_or(parameters.C);
  parameters.epsilon = args.epsilon.value_or(parameters.epsilon);
  parameters.nu = args.nu.value_or(parameters.nu);
  return parameters;
}

Json inspect_kernel_model(const CLI::App& app, const KernelModel& model, const InspectArguments& args) {
  Json object = describe_model(model);
  if (args.verify.empty()) return object;
  require_meaning(app, {{"--intercept", false}, {"--standardize", false}, {"--l1-weights", false}},
                  "a model with a kernel");
  const std::string machine = fmt::format("the problem {}", to_string(model.machine));
  require_meaning(app, {{"--class-weight", !model.labels.empty()}}, machine);
  const KernelParameters parameters = parameters_of(model, args);
  note_parameters_of_others(app, model.machine, machine);
  VerifyData read(args, model.feature_names);
  const Dataset& data = read.data();
  if (model.machine != Machine::one_class) {
    require_targets(args.verify, data, args.read);
    read.translate(args.verify, Classes(model));
  }
  const Objectives found = of_verify_data(args, [&] {
    return kernel_objectives(model, data, parameters, read.class_weights(), read.row_weights(), args.read.threads);
  });
  object["verified"] = {{"primal", number_or_null(found.primal)},
                        {"dual", number_or_null(found.dual)},
                        {"relative_gap", number_or_null((found.primal - found.dual) / std::abs(found.primal))}};
  return object;
}

/// Why a model cannot be verified.
const char* unverifiable(FileKind kind) {
  switch (kind) {
    case FileKind::one_class_model:
      return " is a linear one_class model, which cannot be verified";
    case FileKind::factor_model:
      return " is a model of `factorize`, which cannot be verified";
    case FileKind::data:
    case FileKind::linear_model:
    case FileKind::kernel_model:
      return nullptr;
  }
  return nullptr;
}

Json inspect_file(const CLI::App& app, const InspectArguments& args) {
  internal::Mapping file = internal::Mapping::of_file(args.file);
  const FileKind kind = kind_of(file.text());
  if (const char* why = unverifiable(kind); why != nullptr && !args.verify.empty())
    throw UsageError("--verify: " + args.file + why);
  if (kind == FileKind::data && !args.verify.empty())
    throw DataError(args.file + ": not a model, which --verify is for");
  if (kind != FileKind::data && args.verify.empty()) require_no_reading(app, "a model without --verify");
  if (kind == FileKind::factor_model) return describe_model(internal::parse_factor_model(file.text(), args.file));
  if (kind == FileKind::data) {
    const Dataset data = internal::dataset_of(args.file, std::move(file), args.read);
    require_value_type(args.file, data, args.read);
    return describe_dataset(data, count_nonzeros(data.x));
  }
  const AnyModel model = parse_any_model(file.text(), args.file);
  if (const auto* linear = std::get_if<LinearModel>(&model)) return inspect_linear_model(app, *linear, args);
  if (const auto* kernel = std::get_if<KernelModel>(&model)) return inspect_kernel_model(app, *kernel, args);
  return describe_model(std::get<OneClassModel>(model));
}

int inspect(const CLI::App& app, const InspectArguments& args) {
  const Json object = inspect_file(app, args);
  print(Console(args.output), object);
  write_json(args.output, object);
  return success;
}

}  // namespace

Command add_inspect(CLI::App& app) {
  const auto arguments = std::make_shared<InspectArguments>();
  CLI::App* sub = app.add_subcommand("inspect", "Describes a data file or a model file.");
  sub->add_option("FILE", arguments->file, "data file or model file")->required();
  sub->add_option("--verify", arguments->verify,
                  "recompute the model's objective on DATA, the data that it was trained on; for a kernel machine also "
                  "the dual objective of its dual variables")
      ->type_name("DATA");
  sub->add_option("-C,--cost", arguments->C, "verify: C of the training, if the model file does not contain it")
      ->check(must_be_positive());
  sub->add_option("--epsilon", arguments->epsilon,
                  "verify: epsilon of the training, if the model file does not contain it")
      ->check(must_not_be_negative());
  sub->add_option("--nu", arguments->nu, "verify: nu of the training, for a kernel machine")->check(must_be_nu());
  add_choice(*sub, "--intercept", arguments->intercept, choices_of<Intercept>(intercept_names),
             "verify: --intercept of the training of a linear model, if the model file does not contain it");
  sub->add_flag("--standardize", arguments->standardize,
                "verify: the model was trained with --standardize, which LIBLINEAR's format does not store");
  add_weight_options(*sub, arguments->weights);
  for (const char* name : {"--class-weight", "--weights"}) {
    CLI::Option* option = sub->get_option(name);
    option->description("verify: " + option->get_description());
  }
  sub->add_option("--l1-weights", arguments->l1_weights,
                  "verify: --l1-weights of the training, which no model file contains")
      ->type_name("FILE");
  add_data_options(*sub, arguments->read);
  add_column_options(*sub, arguments->read);
  add_output_options(*sub, arguments->output);
  return {sub, [arguments, sub] {
            const bool verifies = !arguments->verify.empty();
            require_meaning(*sub,
                            {{"--cost", verifies},
                             {"--epsilon", verifies},
                             {"--nu", verifies},
                             {"--intercept", verifies},
                             {"--standardize", verifies},
                             {"--class-weight", verifies},
                             {"--weights", verifies},
                             {"--l1-weights", verifies}},
                            "inspect without --verify");
            check_files({{"FILE", arguments->file},
                         {"--verify", arguments->verify},
                         {"--weights", arguments->weights.file},
                         {"--l1-weights", arguments->l1_weights}},
                        {{"--json", arguments->output.json}});
            return inspect(*sub, *arguments);
          }};
}

}  // namespace hingeline::cli
