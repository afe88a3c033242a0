// SPDX-License-Identifier: BSD-3-Clause
//
// LIBLINEAR's `predict`.
#include <span>
#include <string>
#include <vector>

#include "core/format_number.hpp"
#include "liblinear/linear.h"
#include "parallel/blocks.hpp"
#include "predict_options.hpp"

namespace hingeline::compat {
namespace {

constexpr const char* usage =
    "Usage: predict [options] test_file model_file output_file\n"
    "options:\n"
    "-b 0|1 : write probabilities too, of logistic models (default 0)\n"
    "-q : print nothing\n";

/// Converts rows to those of LIBLINEAR's functions, with the bias entry.
class Nodes {
 public:
  explicit Nodes(const model& m) : bias_(m.bias), bias_index_(m.nr_feature + 1) {}

  const feature_node* of(const CsrView<double>& x, std::int64_t i) {
    nodes_.clear();
    for (std::int64_t k = x.offsets[i]; k < x.offsets[i + 1]; ++k)
      if (x.columns[k] + 1 < bias_index_) nodes_.push_back({x.columns[k] + 1, x.values[k]});
    if (bias_ >= 0) nodes_.push_back({bias_index_, bias_});
    nodes_.push_back({-1, 0});
    return nodes_.data();
  }

 private:
  double bias_;
  int bias_index_;
  std::vector<feature_node> nodes_;
};

std::string header(const model& m) {
  std::vector<int> labels(static_cast<std::size_t>(m.nr_class));
  get_labels(&m, labels.data());
  return fmt::format("labels {}\n", fmt::join(labels, " "));
}

/// Predicts rows from `first` on, as many as `answers` holds; returns a line for each.
std::string predict_some(const model& m, const CsrView<double>& x, std::int64_t first, bool probability,
                         std::span<double> answers) {
  Nodes nodes(m);
  std::string text;
  std::vector<double> estimates(static_cast<std::size_t>(m.nr_class));
  for (double& answer : answers) {
    const feature_node* row = nodes.of(x, first++);
    if (probability) {
      answer = predict_probability(&m, row, estimates.data());
      text += fmt::format("{:g}", answer);
      for (const double p : estimates) text += fmt::format(" {:g}", p);
    } else {
      answer = predict(&m, row);
      text += std::string_view(internal::NumberText(answer, 17));
    }
    text += '\n';
  }
  return text;
}

/// Appends a line per row to `text` and returns the labels or values.
std::vector<double> predictions(const model& m, const CsrView<double>& x, bool probability, std::string& text) {
  constexpr std::int64_t block = 4096;
  std::vector<double> answers(static_cast<std::size_t>(x.rows));
  std::vector<std::string> texts(static_cast<std::size_t>((x.rows + block - 1) / block));
  internal::ThreadPool pool(threads());
  internal::for_each_block(pool, x.rows, block, [&](std::int64_t first, std::int64_t size) {
    const auto some = std::span(answers).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(size));
    texts[static_cast<std::size_t>(first / block)] = predict_some(m, x, first, probability, some);
  });
  for (const std::string& lines : texts) text += lines;
  return answers;
}

int main(int argc, char** argv) {
  const PredictOptions args = predict_options(argc, argv, usage, "unknown option: -{}\n");
  if (args.quiet) set_print_string_function(print_nothing);
  const Dataset data = read_rows(args.data);
  require_writable(args.out);
  model* m = load_model(args.model.c_str());
  if (m == nullptr) die(1, "can't open model file " + args.model);
  if (args.probability && check_probability_model(m) == 0)
    die(1, "probability output is only supported for logistic regression");
  std::string text = args.probability ? header(*m) : "";
  const std::vector<double> answers = predictions(*m, std::get<CsrView<double>>(data.x), args.probability, text);
  write_predictions(args.out, text);
  print_score(check_regression_model(m) != 0, "", data.y, answers);
  free_and_destroy_model(&m);
  return 0;
}

}  // namespace
}  // namespace hingeline::compat

int main(int argc, char** argv) {
  return hingeline::compat::run_program([&] { return hingeline::compat::main(argc, argv); });
}
