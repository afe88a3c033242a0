// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "core/all_finite.hpp"
#include "core/require.hpp"
#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"
#include "model_files/model_text.hpp"
#include "model_files/text_pieces.hpp"
#include "models/label_names.hpp"
#include "models/model_fields.hpp"

namespace hingeline::internal {
namespace {

bool is_cost(double C) { return C > 0 && std::isfinite(C); }

/// Throws for parameters that the reader would refuse.
void validate_parameters(const LinearModel& model) {
  for (const double parameter : {model.loss.epsilon, model.loss.tau, model.loss.delta, model.loss.gamma})
    require_finite("parameter of the loss", parameter);
  require(std::isnan(model.C) || is_cost(model.C), "C", model.C, "must be > 0 and finite, or NaN if unknown");
  for (const double weight : {model.l1, model.l2})
    require(weight >= 0 && std::isfinite(weight), "penalty", weight, "must be >= 0 and finite");
  require_known("intercept_kind", model.intercept_kind, Intercept::none, "must be an Intercept");
  require_known("level_tie", model.level_tie, LevelTie::slope, "must be a LevelTie");
}

void validate(const LinearModel& model) {
  require_answers(model);
  validate_parameters(model);
  require_sizes(model);
  if (!model.feature_names.empty())
    require_size("feature_names", model.feature_names.size(), static_cast<std::size_t>(row_features(model)));
  if (const std::string wrong = label_names_error(model.labels, model.label_names); !wrong.empty())
    throw InvalidParameter("label_names", fmt::format("{}", model.label_names.size()), wrong);
  if (!model.column_scale.empty())
    require_size("column_scale", model.column_scale.size(), static_cast<std::size_t>(model.features));
  if (!(model.bias > 0) || !std::isfinite(model.bias))
    throw InvalidParameter("bias", fmt::format("{}", model.bias), "must be > 0 and finite");
  require_calibration(model);
  require_finite("labels", model.labels);
  require(are_distinct(model.labels), "labels", fmt::format("{}", fmt::join(model.labels, ", ")), "must differ");
  require_finite("coef", model.coef);
  require_finite("intercept", model.intercept);
  require_finite("column_scale", model.column_scale);
  if (model.intercept_kind == Intercept::none)
    for (const double intercept : model.intercept)
      if (intercept != 0)
        throw InvalidParameter("intercept", fmt::format("{}", intercept), "must be 0 for intercept_kind none");
}

/// LIBLINEAR's type for the model's loss, penalty and multi_class, if there is one.
std::optional<std::string_view> liblinear_name(const LinearModel& model) {
  const bool has_l1_penalty = model.l1 == 1 && model.l2 == 0;
  if (!has_l1_penalty && (model.l1 != 0 || model.l2 != 1)) return std::nullopt;
  for (const LiblinearType& type : liblinear_types)
    if (type.loss == model.loss.name && type.has_l1_penalty == has_l1_penalty && type.multi_class == model.multi_class)
      return type.name;
  return std::nullopt;
}

/// A number whose product with `bias` is exactly the intercept: the quotient or a neighbour of it, if any of them is.
std::optional<double> bias_coef(double intercept, double bias) {
  const double quotient = intercept / bias;
  for (const double coef : {quotient, std::nextafter(quotient, -HUGE_VAL), std::nextafter(quotient, HUGE_VAL)})
    if (std::isfinite(coef) && coef * bias == intercept) return coef;
  return std::nullopt;
}

/// The factor by which the last row gives the intercept (LIBLINEAR's `bias`); 1 for an unpenalized intercept, -1 for
/// none.
double column_bias(const LinearModel& model) {
  if (model.intercept_kind == Intercept::none) return -1;
  return model.intercept_kind == Intercept::penalized ? model.bias : 1;
}

/// The last row in LIBLINEAR's format, empty without an intercept; nothing if no row gives exactly the intercept.
std::optional<std::vector<double>> bias_row(const LinearModel& model) {
  std::vector<double> row;
  if (model.intercept_kind == Intercept::none) return row;
  for (const double intercept : model.intercept) {
    const std::optional<double> coef = bias_coef(intercept, column_bias(model));
    if (!coef) return std::nullopt;
    row.push_back(*coef);
  }
  return row;
}

void append_shape(Text& text, const LinearModel& model, double bias) {
  text.append("nr_class {}\n", model.labels.empty() ? 2 : model.labels.size());
  if (!model.labels.empty()) text.append("label {}\n", fmt::join(model.labels, " "));
  text.append("nr_feature {}\nbias {}\nw\n", model.features, bias);
}

void append_rows(Text& text, std::span<const double> values, int outputs) {
  for (std::size_t first = 0; first < values.size(); first += static_cast<std::size_t>(outputs)) {
    for (const double value : values.subspan(first, static_cast<std::size_t>(outputs))) text.append_number(value);
    text.end_line();
  }
}

/// Appends the certificate, unless a number in it is not finite, which would prove nothing. coef_error_bound may be
/// `inf`, as it is without a ridge.
void append_certificate(Text& text, const Certificate& c) {
  const std::array before = {c.primal, c.dual, c.gap, c.relative_gap, c.rounding_floor};
  const std::array after = {c.max_violation, c.dual_rounding};
  if (all_finite(std::span<const double>(before)) && all_finite(std::span<const double>(after)))
    text.append("certificate {} {} {}\n", fmt::join(before, " "), c.coef_error_bound, fmt::join(after, " "));
}

/// Appends a line per function: number of breakpoints, breakpoints, slopes, curvatures and minimum.
void append_plq(Text& text, const Plq& plq) {
  text.append("plq_argument {}\n", plq_argument_names[static_cast<std::size_t>(plq.argument())]);
  for (const PlqFunction& function : plq.functions()) {
    text.append("plq_function {} ", function.breakpoints.size());
    for (const auto* numbers : {&function.breakpoints, &function.slopes, &function.curvatures})
      for (const double number : *numbers) text.append_number(number);
    text.append("{}\n", function.minimum);
  }
}

void append_basis(Text& text, const KernelBasis& basis) {
  const Kernel& kernel = basis.kernel;
  text.append("basis {} {} {} {} {} {} {}\n", to_string(basis.approximation), basis.features, basis.seed,
              to_string(kernel.name), kernel.gamma, kernel.degree, kernel.coef0);
  for (std::size_t j = 0; j + 1 < basis.offsets.size(); ++j) {
    const auto first = static_cast<std::size_t>(basis.offsets[j]);
    const std::size_t size = static_cast<std::size_t>(basis.offsets[j + 1]) - first;
    text.append("vector ");
    text.append_entries(std::span(basis.columns).subspan(first, size), std::span(basis.values).subspan(first, size));
    text.end_line();
  }
}

void append_native_keys(Text& text, const LinearModel& model) {
  const Loss& loss = model.loss;
  text.append("hingeline_format 1\nloss {}\n", to_string(loss.name));
  text.append("epsilon {}\ntau {}\ndelta {}\ngamma {}\n", loss.epsilon, loss.tau, loss.delta, loss.gamma);
  if (loss.name == LossName::plq) append_plq(text, *loss.plq);
  if (!std::isnan(model.C)) text.append("C {}\n", model.C);
  text.append("intercept {} {}\n", to_string(model.intercept_kind), model.bias);
  text.append("penalty {} {}\n", model.l1, model.l2);
  if (model.multi_class != MultiClass::one_vs_rest) text.append("multi_class {}\n", to_string(model.multi_class));
  if (!model.levels.empty()) text.append("levels {} {}\n", to_string(model.level_tie), fmt::join(model.levels, " "));
  if (model.certificate) append_certificate(text, *model.certificate);
  if (!model.column_scale.empty()) text.append("column_scale {}\n", fmt::join(model.column_scale, " "));
  append_calibration(text, model.calibration);
  if (model.basis) append_basis(text, *model.basis);
  for (const std::string& name : model.label_names) text.append("label_name {}\n", escaped(name));
  for (const std::string& name : model.feature_names) text.append("feature {}\n", escaped(name));
}

/// Whether LIBLINEAR's format can express the model; last_row is bias_row(model).
bool fits_liblinear(const LinearModel& model, const std::optional<std::vector<double>>& last_row) {
  return last_row && liblinear_name(model) && model.calibration.kind == Calibration::Kind::none &&
         model.label_names.empty() && model.feature_names.empty() && model.levels.empty() && !model.basis &&
         are_ints(model.labels);
}

void append_liblinear(Text& text, const LinearModel& model, std::span<const double> last_row) {
  text.append("solver_type {}\n", *liblinear_name(model));
  append_shape(text, model, column_bias(model));
  append_rows(text, model.coef, model.outputs);
  append_rows(text, last_row, model.outputs);
}

void append_native(Text& text, const LinearModel& model) {
  const bool has_intercept = model.intercept_kind != Intercept::none;
  append_native_keys(text, model);
  append_shape(text, model, has_intercept ? 1 : -1);
  append_rows(text, model.coef, model.outputs);
  if (has_intercept) append_rows(text, model.intercept, model.outputs);
}

}  // namespace

void write_model_text(const LinearModel& model, ModelFormat format, const TextSink& sink) {
  validate(model);
  const std::optional<std::vector<double>> last_row = bias_row(model);
  Text text(sink);
  if (format == ModelFormat::automatic && fits_liblinear(model, last_row))
    append_liblinear(text, model, *last_row);
  else
    append_native(text, model);
  text.flush();
}

std::string format_model(const LinearModel& model, ModelFormat format) {
  std::string text;
  write_model_text(model, format, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace hingeline::internal
