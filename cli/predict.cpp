// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "any_model.hpp"
#include "command.hpp"
#include "core/timer.hpp"
#include "data_options.hpp"
#include "files.hpp"
#include "files/mapping.hpp"
#include "hingeline/error.hpp"
#include "hingeline/metrics.hpp"
#include "hingeline/selection.hpp"
#include "labels.hpp"
#include "losses/loss_parameters.hpp"
#include "model_files/model_text.hpp"
#include "output.hpp"
#include "predict_arguments.hpp"
#include "same_features.hpp"
#include "score_name.hpp"

namespace hingeline::cli {
namespace {

using Text = fmt::memory_buffer;

void append(std::vector<double>& all, std::span<const double> some) { all.insert(all.end(), some.begin(), some.end()); }

/// The i-th line of a table of so many columns.
void append_row(Text& text, std::span<const double> values, std::size_t columns, std::size_t i) {
  fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(values.subspan(i * columns, columns), " "));
}

KnownFeatures known_features(const AnyModel& model) {
  // A kernel's model has no column behind the last that is not 0 in its support vectors.
  const bool others_count_nothing = std::holds_alternative<KernelModel>(model);
  return {feature_names(model), features(model), others_count_nothing, "the model was trained with"};
}

/// Those that a precomputed kernel is asked for.
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
    if (!args_.out.empty()) write_output(args_.out, predictions_text());
    const bool has_targets = are_there_targets() && !targets_number_functions() && targets_are_comparable();
    if (has_targets) truth_ = Translation(classes_of(model_), data_.dataset).of(data_.dataset.y);
    std::optional<Scores> known;
    if (has_targets && levels().empty()) known = scores();
    if (known) print_closing_lines(*known);
    Json object = report(known);
    if (has_targets && !levels().empty()) add_level_scores(object);
    write_json(args_.output, object);
    return success;
  }

 private:
  /// Of some rows after the others; keeps of them what is written.
  void take(std::span<const double> values) {
    append(predictions_, predict(model_, values));
    if (args_.out.empty()) return;
    if (args_.decision_values) append(values_, values);
    if (args_.probability) append(probability_, predict_probability(model_, values, args_.read.threads));
  }

  void note_unknown_names() const {
    if (const std::int64_t count = data_.dataset.unknown_names; count > 0)
      console_.note("{}: names that the model does not know, which add nothing: {}", args_.data, count);
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

  /// To machines of one class text says nothing.
  bool targets_are_comparable() const {
    if (are_comparable(classes_of(model_), data_.dataset)) return true;
    if (!is_classifier(model_) || !classes_of(model_).labels.empty())
      cannot_score(not_comparable(data_.dataset, args_.data));
    return false;
  }

  /// Who asks for predictions gets them, and is told that they are not scored.
  void cannot_score(const std::string& why) const {
    if (args_.out.empty()) throw DataError(why);
    console_.note("{}", why);
  }

  /// Labels or values; or LIBLINEAR's table of probabilities (first line `labels L1 .. LK`, then label and
  /// probabilities); or the decision values, one per output.
  std::string predictions_text() const {
    Text text;
    if (args_.probability)
      append_probabilities(text);
    else if (args_.decision_values)
      append_table(text, values_, outputs(model_));
    else if (!levels().empty())
      append_table(text, predictions_, levels().size());
    else
      append_predictions(text);
    return fmt::to_string(text);
  }

  static void append_table(Text& text, std::span<const double> values, std::size_t columns) {
    for (std::size_t i = 0; i * columns < values.size(); ++i) append_row(text, values, columns, i);
  }

  void append_predictions(Text& text) const {
    const LabelTexts labels(classes_of(model_));
    for (const double prediction : predictions_) {
      labels.append(text, prediction);
      text.push_back('\n');
    }
  }

  /// Of one class those of both answers.
  void append_probabilities(Text& text) const {
    const Classes classes = classes_of(model_);
    const LabelTexts labels(classes);
    text.append(std::string_view("labels"));
    for (const double label : classes.labels) {
      text.push_back(' ');
      labels.append_word(text, label);
    }
    text.append(std::string_view(classes.labels.empty() ? " normal outlier\n" : "\n"));
    for (std::size_t i = 0; i < predictions_.size(); ++i) {
      labels.append_word(text, predictions_[i]);
      text.push_back(' ');
      append_row(text, probability_, probability_.size() / predictions_.size(), i);
    }
  }

  /// Of several quantiles or expectiles, tau of each output; else empty.
  std::span<const double> levels() const {
    const auto* linear = std::get_if<LinearModel>(&model_);
    return linear == nullptr ? std::span<const double>() : linear->levels;
  }

  /// Such targets are nothing to compare predictions with.
  bool targets_number_functions() const {
    const auto* linear = std::get_if<LinearModel>(&model_);
    return linear != nullptr && internal::has_function_numbers(linear->loss);
  }

  /// What is said of each level on rows whose targets are known.
  struct LevelScore {
    double level;
    double loss;         ///< level_score()'s
    double share_below;  ///< of the targets, of the prediction
  };

  /// What the outputs of each level minimise.
  Score level_score() const { return score_of(std::get<LinearModel>(model_).loss); }

  std::vector<LevelScore> level_scores() const {
    const std::span<const double> truth = truth_;
    const auto loss = level_score() == Score::expectile_loss ? expectile_loss : pinball_loss;
    std::vector<LevelScore> scores;
    for (std::size_t k = 0; k < levels().size(); ++k) {
      std::vector<double> prediction;
      double below = 0;
      for (std::size_t i = 0; i < truth.size(); ++i) {
        prediction.push_back(predictions_[i * levels().size() + k]);
        below += truth[i] < prediction.back() ? 1 : 0;
      }
      scores.push_back({levels()[k], loss(truth, prediction, levels()[k]), below / static_cast<double>(truth.size())});
    }
    return scores;
  }

  struct Scores {
    double accuracy;
    double mean_squared_error;
    double squared_correlation;
    std::optional<double> minimised;  ///< of a quantile, median or expectile
  };

  /// What a regression is scored by.
  Score score() const {
    const auto* linear = std::get_if<LinearModel>(&model_);
    return linear == nullptr ? Score::mean_squared_error : score_of(linear->loss);
  }

  std::optional<double> minimised() const {
    const std::span<const double> truth = truth_;
    if (score() == Score::mean_absolute_error) return mean_absolute_error(truth, predictions_);
    if (score() == Score::pinball_loss) return pinball_loss(truth, predictions_, tau());
    if (score() == Score::expectile_loss) return expectile_loss(truth, predictions_, tau());
    return std::nullopt;
  }

  double tau() const { return std::get<LinearModel>(model_).loss.tau; }

  Scores scores() const {
    const std::span<const double> truth = truth_;
    return {accuracy(truth, predictions_), mean_squared_error(truth, predictions_),
            squared_correlation(truth, predictions_), minimised()};
  }

  /// As LIBLINEAR's `predict` ends.
  void print_closing_lines(const Scores& scores) const {
    if (is_classifier(model_)) {
      const auto total = static_cast<double>(predictions_.size());
      console_.line("Accuracy = {:g}% ({:.0f}/{:.0f})", 100 * scores.accuracy, scores.accuracy * total, total);
    } else {
      console_.line("Mean squared error = {:g} (regression)", scores.mean_squared_error);
      console_.line("Squared correlation coefficient = {:g} (regression)", scores.squared_correlation);
      if (scores.minimised) console_.line("{} = {:g}", spelt_out(score()), *scores.minimised);
    }
  }

  void add_level_scores(Json& object) const {
    const std::string key(to_string(level_score()));
    const std::string name = key.substr(0, key.find('_')) + " loss";
    for (const auto& [level, loss, below] : level_scores()) {
      console_.line("Level {:g}: {} = {:g}, {:.4g} of the targets below", level, name, loss, below);
      object["levels"].push_back(
          {{"level", level}, {key, number_or_null(loss)}, {"share_below", number_or_null(below)}});
    }
  }

  Json report(const std::optional<Scores>& scores) const {
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
    if (scores && is_classifier(model_)) object["accuracy"] = number_or_null(scores->accuracy);
    if (scores && !is_classifier(model_)) {
      object["mean_squared_error"] = number_or_null(scores->mean_squared_error);
      object["squared_correlation"] = number_or_null(scores->squared_correlation);
      if (scores->minimised) object[to_string(score())] = number_or_null(*scores->minimised);
    }
    return object;
  }

  const PredictArguments& args_;
  Console console_;
  AnyModel model_;
  ReadData data_;
  std::vector<double> values_;  // where they are written
  std::vector<double> predictions_;
  std::vector<double> probability_;  // where they are written
  std::vector<double> truth_;  // targets as the model has them; NaN, which no prediction equals, where it does not
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
  CLI::App* sub = app.add_subcommand("predict", "Predicts with a model, of this program, of LIBLINEAR or of LIBSVM.");
  sub->add_option(
         "DATA", arguments->data,
         "LIBSVM text, CSV or binary; targets are used for the closing lines only. The last column of CSV is the "
         "target unless it is a feature of the model or --target names another. Of a model of `factorize`: "
         "lines USER ITEM or USER ITEM RATING")
      ->required();
  sub->add_option("MODEL", arguments->model, "model file")->required();
  sub->add_option("OUT", arguments->out, "predictions, one line per row; -: standard output; none: closing lines only");
  CLI::Option* probability =
      sub->add_flag("--probability", arguments->probability,
                    "label and probability of every class; models that are logistic or trained with it");
  sub->add_flag("--decision-values", arguments->decision_values,
                "x'w + b, or its like with a kernel, of every output instead of labels")
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
