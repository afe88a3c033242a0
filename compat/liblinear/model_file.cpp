// SPDX-License-Identifier: BSD-3-Clause
//
// save_model and load_model: LIBLINEAR's text format, with the solver type that the user has chosen.
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/mapping.hpp"
#include "files/parse_number.hpp"
#include "files/text_error.hpp"
#include "hingeline/error.hpp"
#include "liblinear/linear.h"
#include "liblinear/outputs_of.hpp"
#include "liblinear/solver_types.hpp"
#include "memory.hpp"
#include "messages.hpp"
#include "model_files/model_words.hpp"
#include "model_files/text_pieces.hpp"
#include "output_file.hpp"
#include "whole_number.hpp"

namespace hingeline::compat {
namespace {

std::size_t size_of_w(const model& m) {
  return (static_cast<std::size_t>(m.nr_feature) + (m.bias >= 0 ? 1 : 0)) * outputs_of(m);
}

void write_text(const model& m, const internal::TextSink& sink) {
  const SolverType* type = find_solver_type(m.param.solver_type);
  if (type == nullptr) throw Error("unknown solver type");
  internal::Text text(sink);
  text.append("solver_type {}\nnr_class {}\n", type->name, m.nr_class);
  if (m.label != nullptr) {
    text.append("label");
    for (int k = 0; k < m.nr_class; ++k) text.append(" {}", m.label[k]);
    text.end_line();
  }
  text.append("nr_feature {}\nbias {}\n", m.nr_feature, m.bias);
  if (m.param.solver_type == ONECLASS_SVM) text.append("rho {}\n", m.rho);
  text.append("w\n");
  const std::size_t outputs = outputs_of(m);
  for (std::size_t k = 0; k < size_of_w(m); ++k) {
    text.append_number(m.w[k]);
    if ((k + 1) % outputs == 0) text.end_line();
  }
  text.flush();
}

/// Reads a model; throws DataError where the text is none.
class Loader {
 public:
  Loader(std::string_view text, const char* name, model& target)
      : whole_(text), text_(text), name_(name), model_(target) {}

  void load() {
    model_.bias = -1;
    for (std::string_view key = word(); key != "w"; key = word()) read_key(key);
    if (!has_type_ || model_.nr_class < 1 || model_.nr_feature < 0) fail("ERROR: the model's header is incomplete");
    if (labels_.size() != (is_classifier() ? static_cast<std::size_t>(model_.nr_class) : 0))
      fail("ERROR: the labels do not fit nr_class");
    std::vector<double> w;
    while (w.size() < size_of_w(model_)) w.push_back(number());
    model_.w = malloc_copy(w);
    if (is_classifier()) model_.label = malloc_copy(labels_);
  }

 private:
  bool is_classifier() const {
    return !is_regression(model_.param.solver_type) && model_.param.solver_type != ONECLASS_SVM;
  }

  void read_key(std::string_view key) {
    if (key == "solver_type")
      read_type();
    else if (key == "nr_class")
      model_.nr_class = integer();
    else if (key == "nr_feature")
      model_.nr_feature = integer();
    else if (key == "bias")
      model_.bias = number();
    else if (key == "rho")
      model_.rho = number();
    else if (key == "label")
      for (int k = 0; k < model_.nr_class; ++k) labels_.push_back(integer());
    else
      fail(fmt::format("unknown text in model file: [{}]", key));
  }

  void read_type() {
    const std::string_view name = word();
    for (const SolverType& type : solver_types) {
      if (type.name != name) continue;
      model_.param.solver_type = type.number;
      has_type_ = true;
      return;
    }
    fail("unknown solver type.");
  }

  std::string_view word() {
    const std::string_view found = internal::take_word(text_);
    if (found.empty()) fail("ERROR: the model ends too early");
    return found;
  }

  double number() {
    const std::string_view found = word();
    double value = 0;
    if (internal::parse_number(found.begin(), found.end(), value) != found.end() || !std::isfinite(value))
      fail(fmt::format("ERROR: expected a number in the model, found [{}]", found));
    return value;
  }

  int integer() {
    const std::optional<int> value = whole_number(number());
    if (!value) fail("ERROR: expected a whole number in the model");
    return *value;
  }

  /// Throws a DataError with the line that was read last.
  [[noreturn]] void fail(const std::string& message) const {
    const std::string_view seen = whole_.substr(0, whole_.size() - text_.size());
    const char* const last = seen.data() + seen.find_last_not_of('\n') + 1;
    throw DataError(fmt::format("{} ({}:{})", message, name_, internal::place_in(whole_, last).line));
  }

  std::string_view whole_;
  std::string_view text_;
  const char* name_;
  model& model_;
  std::vector<int> labels_;
  bool has_type_ = false;
};

}  // namespace
}  // namespace hingeline::compat

using namespace hingeline::compat;

int save_model(const char* model_file_name, const model* m) {
  try {
    write_file(model_file_name, [m](const auto& sink) { write_text(*m, sink); });
    return 0;
  } catch (const std::exception&) {
    return -1;
  }
}

model* load_model(const char* model_file_name) {
  auto* loaded = static_cast<model*>(std::calloc(1, sizeof(model)));
  if (loaded == nullptr) return nullptr;
  try {
    const auto file = hingeline::internal::Mapping::of_file(model_file_name);
    loaded->param.regularize_bias = 1;
    Loader(file.text(), model_file_name, *loaded).load();
    return loaded;
  } catch (const hingeline::IoError&) {
    free_and_destroy_model(&loaded);
    return nullptr;
  } catch (const std::exception& error) {
    warn("{}\n", error.what());
    free_and_destroy_model(&loaded);
    return nullptr;
  }
}
