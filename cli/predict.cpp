// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "any_model.hpp"
#include "command.hpp"
#include "core/timer.hpp"
#include "data_options.hpp"
#include "files.hpp"
#include "files/mapping.hpp"
#include "hingeline/error.hpp"
#include "labels.hpp"
#include "model_files/model_text.hpp"
#include "output.hpp"
#include "predict_arguments.hpp"
#include "prediction_scores.hpp"
#include "prediction_text.hpp"
#include "same_features.hpp"

namespace hingeline::cli {
namespace {

void append(std::vector<double>& all, std::span<const double> some) { all.insert(all.end(), some.begin(), some.end()); }

KnownFeatures known_features(const AnyModel& model) {
  // A kernel model has no columns after the last one that is not 0 in its support vectors.
  const bool others_count_nothing = std::holds_alternative<KernelModel>(model);
  return {feature_names(model), features(model), others_count_nothing, "the model was trained with"};
}

/// Columns that a model of a precomputed kernel needs; else 0.
std::int64_t columns_asked_for(const AnyModel& model) {
  const auto* kernel = std::get_if<KernelModel>(&model);
  return kernel == nullptr || kernel->serials.empty() ? 0 : std::ranges::max(kernel->serials);
}

class PredictCommand {
 public:
  PredictCommand(const PredictArguments& arguments, AnyModel model)
      : args_(arguments), console_(args_.output, {args_.out}), model_(std::move(model)) {}

  int run() {
    if (args_.probability) require_probabilities();
    data_ = read_data(args_.data, args_.read, feature_names(model_));
    add_last_columns(data_.dataset, columns_asked_for(model_));
    note_unknown_names();
    require_same_features(args_.data, data_.dataset, known_features(model_));
    const internal::Timer timer;
    for_each_decision_values(model_, data_.dataset.x, args_.read.threads, [this](auto values) { take(values); });
    predict_seconds_ = timer.seconds();
    if (!args_.out.empty()) write_output(args_.out, text_of(model_, predictions_));
    Json object = report();
    if (are_there_targets() && !targets_number_functions(model_) && targets_are_comparable()) score(object);
    write_json(args_.output, object);
    return success;
  }

 private:
  /// Takes the decision values of the next rows and keeps what will be written.
  void take(std::span<const double> values) {
    append(predictions_.answers, predict(model_, values));
    if (args_.out.empty()) return;
    if (args_.decision_values) append(predictions_.decision_values, values);
    if (args_.probability) append(predictions_.probability, predict_probability(model_, values, args_.read.threads));
  }

  void score(Json& object) const {
    const std::vector<double> truth = Translation(classes_of(model_), data_.dataset).of(data_.dataset.y);
    const PredictionScores scores(model_, truth, predictions_.answers);
    scores.print(console_);
    scores.add_to(object);
  }

  void note_unknown_names() const {
    if (const std::int64_t count = data_.dataset.unknown_names; count > 0)
      console_.note("{}: fields whose category the model does not know, which are ignored: {}", args_.data, count);
  }

  void require_probabilities() const {
    if (has_probability(model_)) return;
    const auto* linear = std::get_if<LinearModel>(&model_);
    throw UsageError("--probability needs a logistic model or one trained with --probability, this one has " +
                     (linear != nullptr ? "the loss " + std::string(to_string(linear->loss.name))
                      : std::holds_alternative<KernelModel>(model_) ? "a kernel"
                                                                    : "one class"));
  }

  bool are_there_targets() const {
    if (!data_.dataset.y.empty()) return true;
    if (rows(data_.dataset.x) > 0 && args_.read.target.empty()) cannot_score(no_targets(args_.data, data_.dataset));
    return false;
  }

  /// Whether targets are comparable; says why not, except for one_class and text.
  bool targets_are_comparable() const {
    if (are_comparable(classes_of(model_), data_.dataset)) return true;
    if (!is_classifier(model_) || !classes_of(model_).labels.empty())
      cannot_score(not_comparable(data_.dataset, args_.data));
    return false;
  }

  /// Says why nothing is scored: a note if OUT is given, else an error.
  void cannot_score(const std::string& why) const {
    if (args_.out.empty()) throw DataError(why);
    console_.note("{}", why);
  }

  Json report() const {
    Json object = {{"rows", rows(data_.dataset.x)},
                   {"features", cols(data_.dataset.x)},
                   {"unknown_names", data_.dataset.unknown_names},
                   {"seconds", {{"read", data_.report.seconds}, {"predict", predict_seconds_}}},
                   {"peak_rss_bytes", peak_rss_bytes()}};
    if (const auto* linear = std::get_if<LinearModel>(&model_)) {
      object["loss"] = to_string(linear->loss.name);
    } else if (const auto* kernel = std::get_if<KernelModel>(&model_)) {
      object["problem"] = to_string(kernel->machine);
      object["kernel"] = to_string(kernel->kernel.name);
      object["support_vectors"] = kernel->support_vectors();
    } else {
      object["problem"] = to_string(Machine::one_class);
    }
    return object;
  }

  const PredictArguments& args_;
  Console console_;
  AnyModel model_;
  ReadData data_;
  Predictions predictions_;
  double predict_seconds_ = 0;
};

int predict(const CLI::App& app, const PredictArguments& args) {
  const internal::Mapping model = internal::Mapping::of_file(args.model);
  if (kind_of(model.text()) == FileKind::factor_model)
    return predict_pairs(app, args, internal::parse_factor_model(model.text(), args.model));
  return PredictCommand(args, parse_any_model(model.text(), args.model)).run();
}

}  // namespace

Command add_predict(CLI::App& app) {
  const auto arguments = std::make_shared<PredictArguments>();
  arguments->read.value_type = ValueType::float64;
  CLI::App* sub = app.add_subcommand("predict", "Predicts with a model of this program, of LIBLINEAR or of LIBSVM.");
  sub->add_option("DATA", arguments->data,
                  "LIBSVM text, CSV or binary; targets serve only to score the predictions. The last column of CSV is "
                  "the target, unless it is a feature of the model or --target names another. For a model of "
                  "`factorize`: lines USER ITEM or USER ITEM RATING")
      ->required();
  sub->add_option("MODEL", arguments->model, "model file")->required();
  sub->add_option("OUT", arguments->out,
                  "predictions, one line per row; -: standard output (default: only scores are printed)");
  CLI::Option* probability = sub->add_flag(
      "--probability", arguments->probability,
      "write the label and the probability of each class; needs a logistic model, or one trained with --probability");
  sub->add_flag("--decision-values", arguments->decision_values,
                "write the decision values of all outputs (of linear models x'w + b) instead of labels")
      ->excludes(probability);
  add_data_options(*sub, arguments->read);
  add_output_options(*sub, arguments->output);
  return {sub, [arguments, sub] {
            check_files({{"DATA", arguments->data}, {"MODEL", arguments->model}},
                        {{"OUT", arguments->out}, {"--json", arguments->output.json}});
            return predict(*sub, *arguments);
          }};
}

}  // namespace hingeline::cli
