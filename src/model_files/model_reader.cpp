// SPDX-License-Identifier: BSD-3-Clause
//
// Sizes in the header are not trusted: memory grows with the text that has been read.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <string>

#include "core/infinity.hpp"
#include "hingeline/plq.hpp"
#include "kernels/basis_functions.hpp"
#include "model_files/header_keys.hpp"
#include "model_files/model_text.hpp"
#include "model_files/model_words.hpp"
#include "models/calibration.hpp"
#include "models/label_names.hpp"
#include "models/level_training.hpp"
#include "models/multi_class.hpp"

namespace hingeline::internal {
namespace {

/// Reads the lines before `w` into a model that has no coefficients yet.
class HeaderReader {
 public:
  HeaderReader(Lines& lines, LinearModel& model) : lines_(lines), model_(model) {}

  void read() {
    model_.C = std::numeric_limits<double>::quiet_NaN();
    keys_.read([this](std::string_view key, std::string_view& line) { read_key(key, line); });
    finish();
  }

  /// The factor by which the last row gives the intercept; negative if there is no such row.
  double bias() const { return bias_; }
  bool multiclass_of_two() const {
    return liblinear_multi_class_ != MultiClass::one_vs_rest && model_.labels.size() == 2;
  }

 private:
  void read_key(std::string_view key, std::string_view& line) {
    if (key == "nr_class")
      classes_ = count(take_word(line), lines_);
    else if (key == "nr_feature")
      model_.features = count(take_word(line), lines_);
    else if (key == "bias")
      bias_ = take_number(line, lines_);
    else if (key == "label")
      read_labels(line);
    else if (key == "solver_type" && !keys_.are_native())
      read_solver_type(take_word(line));
    else if (key == "hingeline_format")
      check_version(take_word(line), lines_);
    else if (!keys_.are_native() || !read_native_key(key, line))
      lines_.fail("unknown key " + quote(key));
  }

  bool read_native_key(std::string_view key, std::string_view& line) {
    if (key == "loss")
      model_.loss.name = named<LossName>(loss_names, take_word(line), lines_);
    else if (key == "epsilon")
      model_.loss.epsilon = take_number(line, lines_);
    else if (key == "tau")
      model_.loss.tau = take_number(line, lines_);
    else if (key == "delta")
      model_.loss.delta = take_number(line, lines_);
    else if (key == "gamma")
      model_.loss.gamma = take_number(line, lines_);
    else if (key == "plq_argument")
      plq_argument_ = named<PlqArgument>(plq_argument_names, take_word(line), lines_);
    else if (key == "plq_function")
      read_plq_function(line);
    else if (key == "C")
      read_C(line);
    else if (key == "intercept")
      read_intercept(line);
    else if (key == "penalty")
      read_penalty(line);
    else if (key == "multi_class")
      model_.multi_class = named<MultiClass>(multi_class_names, take_word(line), lines_);
    else if (key == "levels")
      read_levels(line);
    else if (key == "certificate")
      read_certificate(line);
    else if (key == "column_scale")
      read_column_scale(line);
    else if (key == "probability")
      take_calibration(line, lines_, model_.calibration);
    else if (key == "knot")
      take_knot(line, lines_, model_.calibration);
    else if (key == "basis")
      read_basis(line);
    else if (key == "vector")
      read_vector(line);
    else if (key == "label_name")
      model_.label_names.push_back(rest_as_name(line, lines_));
    else if (key == "feature")
      model_.feature_names.push_back(rest_as_name(line, lines_));
    else
      return false;
    return true;
  }

  void read_solver_type(std::string_view name) {
    const LiblinearType* type = find_liblinear_type(name);
    if (type == nullptr) lines_.fail("unknown solver_type " + found_word(name));
    model_.loss.name = type->loss;
    if (type->has_l1_penalty) {
      model_.l1 = 1;
      model_.l2 = 0;
    }
    liblinear_multi_class_ = type->multi_class;
  }

  void read_plq_function(std::string_view& line) {
    PlqFunction function;
    const std::int32_t breakpoints = count(take_word(line), lines_);
    const auto read = [&](std::vector<double>& numbers, std::int64_t size) {
      for (std::int64_t j = 0; j < size; ++j) numbers.push_back(take_number(line, lines_));
    };
    read(function.breakpoints, breakpoints);
    read(function.slopes, std::int64_t{breakpoints} + 1);
    read(function.curvatures, std::int64_t{breakpoints} + 1);
    function.minimum = take_number(line, lines_);
    plq_functions_.push_back(std::move(function));
  }

  void read_C(std::string_view& line) {
    model_.C = take_number(line, lines_);
    if (!(model_.C > 0)) lines_.fail(fmt::format("C: {} given, must be > 0", model_.C));
  }

  void read_labels(std::string_view& line) {
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line))
      model_.labels.push_back(finite_number(word, lines_));
    if (model_.labels.empty()) lines_.fail("expected a label, found the end of the line");
    if (!are_distinct(model_.labels)) lines_.fail("a label is given twice");
  }

  void read_intercept(std::string_view& line) {
    model_.intercept_kind = named<Intercept>(intercept_names, take_word(line), lines_);
    model_.bias = take_number(line, lines_);
    if (model_.bias <= 0) lines_.fail("the bias of the intercept must be > 0");
  }

  void read_penalty(std::string_view& line) {
    for (double* field : {&model_.l1, &model_.l2}) {
      *field = take_number(line, lines_);
      if (*field < 0) lines_.fail("the numbers of the penalty must be >= 0");
    }
  }

  void read_column_scale(std::string_view& line) {
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
      model_.column_scale.push_back(finite_number(word, lines_));
      if (model_.column_scale.back() <= 0) lines_.fail("a column_scale must be > 0");
    }
  }

  void read_levels(std::string_view& line) {
    model_.level_tie = named<LevelTie>(level_tie_names, take_word(line), lines_);
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line))
      model_.levels.push_back(finite_number(word, lines_));
    if (model_.levels.empty()) lines_.fail("expected a level, found the end of the line");
  }

  void read_certificate(std::string_view& line) {
    Certificate c;
    for (double* field : {&c.primal, &c.dual, &c.gap, &c.relative_gap, &c.rounding_floor})
      *field = take_number(line, lines_);
    const std::string_view bound = take_word(line);
    c.coef_error_bound = bound == "inf" ? infinity : finite_number(bound, lines_);
    skip_blanks(line);
    const bool ends_here = line.empty();  // as in older files
    for (double* field : {&c.max_violation, &c.dual_rounding})
      if (!ends_here) *field = take_number(line, lines_);
    model_.certificate = c;
  }

  void read_basis(std::string_view& line) {
    basis_.approximation = named<Approximation>(approximation_names, take_word(line), lines_);
    basis_.features = count(take_word(line), lines_);
    basis_.seed = seed(take_word(line));
    basis_.kernel.name = named<KernelName>(kernel_names, take_word(line), lines_);
    basis_.kernel.gamma = take_number(line, lines_);
    basis_.kernel.degree = count(take_word(line), lines_);
    basis_.kernel.coef0 = take_number(line, lines_);
  }

  std::uint64_t seed(std::string_view word) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || word.empty())
      lines_.fail("expected a seed below 2^64, found " + found_word(word));
    return value;
  }

  void read_vector(std::string_view& line) {
    take_entries(line, lines_, basis_.columns, basis_.values);
    basis_.offsets.push_back(std::ssize(basis_.values));
  }

  /// Sets the model's basis if the header has one.
  void finish_basis() {
    if (!keys_.contain("basis")) {
      if (basis_.offsets.size() > 1) lines_.fail("vectors are given without a line 'basis'");
      return;
    }
    basis_.size = model_.features;
    lines_.refuse_invalid([this] { validate_basis(basis_); });
    model_.basis = std::make_shared<const KernelBasis>(std::move(basis_));
  }

  /// Checks that the header is complete and its lines agree.
  void finish() {
    for (const char* key : {"nr_class", "nr_feature", "bias", keys_.are_native() ? "loss" : "solver_type"})
      keys_.require(key);
    if (keys_.are_native()) keys_.require("intercept");
    if (model_.loss.name == LossName::plq) {
      keys_.require("plq_argument");
      lines_.refuse_invalid([this] { model_.loss = plq_loss(plq_argument_, std::move(plq_functions_)); });
    }
    check_labels();
    finish_basis();
    check_names_and_scales();
    if (const std::string wrong = levels_error(model_.loss, model_.levels); !wrong.empty())
      lines_.fail("levels " + wrong);
    if (const std::string wrong = multi_class_error(model_); !wrong.empty())
      lines_.fail(fmt::format("multi_class {} {}", to_string(model_.multi_class), wrong));
    model_.outputs = static_cast<int>(output_count(model_));
    if (keys_.are_native()) {
      check_native();
    } else {
      infer_multi_class();
      infer_intercept();
    }
  }

  void check_labels() const {
    const std::vector<double>& labels = model_.labels;
    if (is_classification(model_.loss))
      keys_.require("label");
    else if (!labels.empty())
      lines_.fail("labels are given for a regression loss");
    if (!labels.empty() && static_cast<std::size_t>(classes_) != labels.size())
      lines_.fail(fmt::format("nr_class is {}, but {} labels are given", classes_, labels.size()));
    if (const std::string wrong = label_names_error(labels, model_.label_names); !wrong.empty())
      lines_.fail("label_name " + wrong);
  }

  /// Requires one name and one column_scale per feature, or none.
  void check_names_and_scales() const {
    const auto names = model_.feature_names.size();
    if (names != 0 && names != static_cast<std::size_t>(row_features(model_)))
      lines_.fail(fmt::format("{} {}, but {} feature names are given",
                              model_.basis ? "the basis is of features" : "nr_feature is", row_features(model_),
                              names));
    const auto scales = model_.column_scale.size();
    if (keys_.contain("column_scale") && scales != static_cast<std::size_t>(model_.features))
      lines_.fail(fmt::format("nr_feature is {}, but {} numbers of column_scale are given", model_.features, scales));
  }

  void check_native() {
    lines_.refuse_invalid([this] { validate(model_.loss); });
    if ((model_.intercept_kind == Intercept::none) != (bias_ < 0)) lines_.fail("bias and intercept disagree");
    if (const std::string wrong = calibration_error(model_); !wrong.empty()) lines_.fail("probability " + wrong);
  }

  void infer_multi_class() {
    if (model_.outputs > 1) model_.multi_class = liblinear_multi_class_;
  }

  void infer_intercept() {
    model_.intercept_kind = bias_ > 0 ? Intercept::penalized : Intercept::none;
    if (bias_ > 0) model_.bias = bias_;
  }

  Lines& lines_;
  LinearModel& model_;
  HeaderKeys keys_{lines_, "w", {"knot", "plq_function", "vector"}};
  PlqArgument plq_argument_ = PlqArgument::margin;
  std::vector<PlqFunction> plq_functions_;
  KernelBasis basis_;
  std::int32_t classes_ = 0;
  double bias_ = -1;
  MultiClass liblinear_multi_class_ = MultiClass::one_vs_rest;
};

/// Makes one output of Crammer and Singer's two for two classes, which decide by z_1 - z_2.
std::vector<double> difference(const std::vector<double>& pairs, const Lines& lines) {
  std::vector<double> result(pairs.size() / 2);
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = pairs[2 * i] - pairs[2 * i + 1];
    if (!std::isfinite(result[i])) lines.fail("the difference of two coefficients is not finite");
  }
  return result;
}

}  // namespace

LinearModel parse_model(std::string_view text, const std::string& name) {
  Lines lines(text, name);
  LinearModel model;
  HeaderReader header(lines, model);
  header.read();
  const bool has_row = header.bias() >= 0;
  const std::uint64_t columns = header.multiclass_of_two() ? 2 : static_cast<std::uint64_t>(model.outputs);
  const std::uint64_t rows = static_cast<std::uint64_t>(model.features) + (has_row ? 1 : 0);
  model.coef = read_numbers(lines, rows * columns);
  if (header.multiclass_of_two()) model.coef = difference(model.coef, lines);

  const auto outputs = static_cast<std::size_t>(model.outputs);
  model.intercept.assign(outputs, 0.0);
  if (!has_row) return model;
  const std::size_t split = model.coef.size() - outputs;
  for (std::size_t k = 0; k < outputs; ++k) model.intercept[k] = model.coef[split + k] * header.bias();
  model.coef.resize(split);
  for (const double intercept : model.intercept)
    if (!std::isfinite(intercept)) lines.fail("the last row times bias is not finite");
  return model;
}

}  // namespace hingeline::internal
