// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's `svm-predict`; predicts many rows at once.
#include <algorithm>
#include <vector>

#include "core/format_number.hpp"
#include "hingeline/kernel_model.hpp"
#include "libsvm/read_rows.hpp"
#include "models/kernel_probability.hpp"
#include "models/kernel_sums.hpp"
#include "predict_options.hpp"

namespace hingeline::compat {
namespace {

constexpr const char* usage =
    "Usage: svm-predict [options] test_file model_file output_file\n"
    "options:\n"
    "-b 0|1 : write probabilities too, of models trained with -b 1 (default 0)\n"
    "-q : print nothing\n";

KernelModel read_model_file(const std::string& file) {
  try {
    return read_kernel_model(file);
  } catch (const IoError& error) {
    die(1, std::string("can't open model file ") + error.what());
  } catch (const DataError& error) {
    warn("ERROR: {}\n", error.what());
    die(1, "can't open model file " + file);
  }
}

/// Probabilities coupled as LIBSVM does; answers become the labels of the largest.
std::vector<double> class_table(const KernelModel& model, std::span<const double> values,
                                std::vector<double>& answers) {
  std::vector<double> table;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto p =
        internal::class_probabilities(model.probability_a, model.probability_b,
                                      values.subspan(i * model.outputs(), model.outputs()), model.labels.size());
    answers[i] = model.labels[static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin())];
    table.insert(table.end(), p.begin(), p.end());
  }
  return table;
}

/// A label or value per row, and its probabilities if they are to be written.
struct Answers {
  std::vector<double> labels;
  std::vector<double> table;

  void append(const Answers& others) {
    labels.insert(labels.end(), others.labels.begin(), others.labels.end());
    table.insert(table.end(), others.table.begin(), others.table.end());
  }
};

Answers answers_of(const KernelModel& model, std::span<const double> values, bool probability) {
  Answers answers{predict(model, values), {}};
  if (probability && is_classification(model.machine) && !model.probability_a.empty())
    answers.table = class_table(model, values, answers.labels);
  else if (probability && !is_regression(model.machine))
    answers.table = predict_probability(model, values, threads());
  return answers;
}

std::string text_of(const KernelModel& model, std::span<const double> answers, std::span<const double> table) {
  std::string text;
  if (table.empty()) {
    for (const double answer : answers) {
      text += std::string_view(internal::NumberText(answer, 17));
      text += '\n';
    }
    return text;
  }
  text = model.machine == Machine::one_class ? "label normal outlier\n"
                                             : fmt::format("labels {}\n", fmt::join(model.labels, " "));
  const std::size_t width = table.size() / answers.size();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    text += fmt::format("{:g}", answers[i]);
    for (const double p : table.subspan(i * width, width)) text += fmt::format(" {:g}", p);
    text += '\n';
  }
  return text;
}

/// Prints what LIBSVM prints about probabilities; ends the program if they are wanted and the model has none.
void announce_probability(const KernelModel& model, bool wanted) {
  const bool has = is_regression(model.machine) ? !model.probability_a.empty() : has_probability(model);
  if (wanted && !has) die(1, "Model does not support probabiliy estimates");
  if (!wanted && has && model.labels.size() != 1)
    info("Model supports probability estimates, but disabled in prediction.\n");
  if (wanted && is_regression(model.machine))
    info(
        "Prob. model for test data: target value = predicted value + z,\n"
        "z: Laplace distribution e^(-|z|/sigma)/(2sigma),sigma={:g}\n",
        model.probability_a[0]);
}

int main(int argc, char** argv) {
  const PredictOptions args = predict_options(argc, argv, usage, "Unknown option: -{}\n");
  if (args.quiet) set_print_function(print_nothing);
  require_writable(args.out);
  const KernelModel model = read_model_file(args.model);
  const bool precomputed = model.kernel.name == KernelName::precomputed;
  const Dataset data = precomputed ? read_kernel_rows(args.data) : read_rows(args.data);
  announce_probability(model, args.probability);
  Answers answers;
  internal::KernelSums(model).for_each_part(data.x, threads(), [&](const std::vector<double>& values) {
    answers.append(answers_of(model, values, args.probability));
  });
  write_predictions(args.out, text_of(model, answers.labels, answers.table));
  print_score(is_regression(model.machine), " (classification)", data.y, answers.labels);
  return 0;
}

}  // namespace
}  // namespace hingeline::compat

int main(int argc, char** argv) {
  return hingeline::compat::run_program([&] { return hingeline::compat::main(argc, argv); });
}
