// SPDX-License-Identifier: BSD-3-Clause
//
// A model of any kind, told apart by how its file begins.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"

namespace hingeline::cli {

using AnyModel = std::variant<LinearModel, KernelModel, OneClassModel>;

/// The first word of a file, at most 32 characters of it.
std::string first_word(const std::filesystem::path& path);

/// True where a file begins like a model with a kernel.
bool is_kernel_model_file(const std::filesystem::path& path);

/// True where its first line is that of a one-class model of LIBLINEAR.
bool is_one_class_model_file(const std::filesystem::path& path);

/// True where a file begins like a factor model.
bool is_factor_model_file(const std::filesystem::path& path);

AnyModel read_any_model(const std::filesystem::path& path);

/// Empty for regression and one class.
std::vector<double> labels(const AnyModel& model);

std::size_t outputs(const AnyModel& model);

/// What predictions are scored as: classes, or numbers.
bool is_classifier(const AnyModel& model);

std::vector<double> decision_values(const AnyModel& model, const MatrixView& x, int threads);
std::vector<double> predict(const AnyModel& model, std::span<const double> decision_values);

bool has_probability(const AnyModel& model);
/// Row-major: rows x labels.
std::vector<double> predict_probability(const AnyModel& model, std::span<const double> decision_values);

}  // namespace hingeline::cli
