// SPDX-License-Identifier: BSD-3-Clause
//
// A model of any kind, told apart by how its file begins.
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

/// What a file holds, by its bytes: what comes through a pipe can be read only once.
FileKind kind_of(std::string_view bytes);

/// Any but factors. `name` is what errors call the text.
AnyModel parse_any_model(std::string_view text, const std::string& name);

/// That --warm-start names. Throws UsageError where it is of another kind.
LinearModel read_linear_start(const std::string& path);
KernelModel read_kernel_start(const std::string& path);

/// None for regression and one class.
Classes classes_of(const AnyModel& model);

std::size_t outputs(const AnyModel& model);

/// Of several quantiles or expectiles, tau of each output; else empty.
std::span<const double> levels_of(const AnyModel& model);

/// That its rows have; of a kernel, up to the last that is not 0 in a support vector.
std::int64_t features(const AnyModel& model);

/// By their names, where the model knows them.
const std::vector<std::string>& feature_names(const AnyModel& model);

/// What predictions are scored as: classes, or numbers.
bool is_classifier(const AnyModel& model);

/// take(values) of all rows, or of a kernel's many outputs of some rows after the others.
void for_each_decision_values(const AnyModel& model, const MatrixView& x, int threads,
                              const std::function<void(std::span<const double>)>& take);
std::vector<double> predict(const AnyModel& model, std::span<const double> decision_values);

bool has_probability(const AnyModel& model);
/// Row-major: rows x labels.
std::vector<double> predict_probability(const AnyModel& model, std::span<const double> decision_values, int threads);

}  // namespace hingeline::cli
