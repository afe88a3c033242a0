// SPDX-License-Identifier: BSD-3-Clause
//
// A model of any kind; the beginning of its file tells which.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"
#include "models/label_names.hpp"

namespace hingeline::cli {

using internal::Classes;

using AnyModel = std::variant<LinearModel, KernelModel, OneClassModel>;

enum class FileKind { data, linear_model, kernel_model, one_class_model, factor_model };

/// The kind of a file by its bytes (not by its name, as a pipe can be read only once).
FileKind kind_of(std::string_view bytes);

/// Parses a model of any kind but factors. `name` is what errors call the text.
AnyModel parse_any_model(std::string_view text, const std::string& name);

/// The model of --warm-start. Throws UsageError where it is of another kind.
LinearModel read_linear_start(const std::string& path);
KernelModel read_kernel_start(const std::string& path);

/// The classes; none for regression and one class.
Classes classes_of(const AnyModel& model);

std::size_t outputs(const AnyModel& model);

/// tau of each output of a model of several quantiles or expectiles; else empty.
std::span<const double> levels_of(const AnyModel& model);

/// The number of features of the model's rows; for a kernel model, up to the last that is not 0 in a support vector.
std::int64_t features(const AnyModel& model);

/// Names of the features, empty if the model has none.
const std::vector<std::string>& feature_names(const AnyModel& model);

/// Whether predictions are scored as classes, not as numbers.
bool is_classifier(const AnyModel& model);

/// Calls take(values) with the decision values of all rows or, for a kernel model, of one part of the rows after
/// another.
void for_each_decision_values(const AnyModel& model, const MatrixView& x, int threads,
                              const std::function<void(std::span<const double>)>& take);
std::vector<double> predict(const AnyModel& model, std::span<const double> decision_values);

bool has_probability(const AnyModel& model);
/// Row-major: rows x labels.
std::vector<double> predict_probability(const AnyModel& model, std::span<const double> decision_values, int threads);

}  // namespace hingeline::cli
