// SPDX-License-Identifier: BSD-3-Clause
//
// Targets that are text are names of classes, which are numbered from 0 in the order in which a text has them
// (text_names.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// What is wrong with the names of classes, in words; empty if nothing is.
std::string_view class_names_error(std::span<const std::string> names);

/// Whether each target is the number of one of so many classes.
bool are_class_numbers(std::span<const double> y, std::size_t classes);

/// Throws DataError where names, if there are any, are wrong or targets are not their numbers.
void validate_class_names(const Dataset& data);

}  // namespace hingeline::internal
