// SPDX-License-Identifier: BSD-3-Clause
//
// Targets that are text are names of classes, numbered from 0 in the order of their first appearance (text_names.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// What is wrong with the names of classes, in words; empty if nothing is.
std::string_view class_names_error(std::span<const std::string> names);

/// Whether each target is a whole number in 0 .. classes - 1.
bool are_class_numbers(std::span<const double> y, std::size_t classes);

/// Throws DataError where there are names which are not valid, or targets which are not numbers of them.
void validate_class_names(const Dataset& data);

}  // namespace hingeline::internal
