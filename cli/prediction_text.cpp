// SPDX-License-Identifier: BSD-3-Clause
#include "prediction_text.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>

#include "labels.hpp"

namespace hingeline::cli {
namespace {

using Text = fmt::memory_buffer;

/// Appends the i-th line of a table with `columns` columns.
void append_row(Text& text, std::span<const double> values, std::size_t columns, std::size_t i) {
  fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(values.subspan(i * columns, columns), " "));
}

void append_table(Text& text, std::span<const double> values, std::size_t columns) {
  for (std::size_t i = 0; i * columns < values.size(); ++i) append_row(text, values, columns, i);
}

void append_probabilities(Text& text, const Classes& classes, const Predictions& predictions) {
  const LabelTexts labels(classes);
  text.append(std::string_view("labels"));
  for (const double label : classes.labels) {
    text.push_back(' ');
    labels.append_word(text, label);
  }
  text.append(std::string_view(classes.labels.empty() ? " normal outlier\n" : "\n"));
  const std::size_t rows = predictions.answers.size();
  for (std::size_t i = 0; i < rows; ++i) {
    labels.append_word(text, predictions.answers[i]);
    text.push_back(' ');
    append_row(text, predictions.probability, predictions.probability.size() / rows, i);
  }
}

void append_answers(Text& text, const Classes& classes, std::span<const double> answers) {
  const LabelTexts labels(classes);
  for (const double answer : answers) {
    labels.append(text, answer);
    text.push_back('\n');
  }
}

}  // namespace

std::string text_of(const AnyModel& model, const Predictions& predictions) {
  Text text;
  if (!predictions.probability.empty())
    append_probabilities(text, classes_of(model), predictions);
  else if (!predictions.decision_values.empty())
    append_table(text, predictions.decision_values, outputs(model));
  else if (!levels_of(model).empty())
    append_table(text, predictions.answers, levels_of(model).size());
  else
    append_answers(text, classes_of(model), predictions.answers);
  return fmt::to_string(text);
}

}  // namespace hingeline::cli
