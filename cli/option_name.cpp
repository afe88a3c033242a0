// SPDX-License-Identifier: BSD-3-Clause
#include "option_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "meaning.hpp"

namespace hingeline::cli {
namespace {

/// Parameters and options of other names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> renamed = {{
    {"C", "--cost"},
    {"C", "--costs"},
    {"first_C", "--first-cost"},
    {"last_C", "--last-cost"},
    {"class_weights", "--class-weight"},
    {"gamma", "--gammas"},
    {"ignored", "--ignore"},
    {"level_tie", "--composite"},
    {"level_tie", "--non-crossing"},
    {"level_tie", "--non-crossing-box"},
    {"levels", "--quantile"},
    {"machine", "--problem"},
    {"multi_class", "--multiclass"},
    {"size", "--approximate"},
}};

std::string named_after(std::string_view parameter) {
  std::string name = "--" + std::string(parameter);
  std::ranges::replace(name, '_', '-');
  std::ranges::replace(name, ' ', '-');
  return name;
}

bool names_data(std::string_view parameter) {
  return parameter == "x" || parameter == "y" || parameter == "weights" || parameter == "value";
}

/// Whether the text is an argument, which may name a file.
bool is_argument(const CLI::App& command, std::string_view text) {
  return std::ranges::any_of(command.get_options(), [text](const CLI::Option* option) {
    return std::ranges::find(option->results(), text) != option->results().end();
  });
}

}  // namespace

std::string with_option_name(const CLI::App& command, std::string_view text) {
  const std::string_view parameter = text.substr(0, text.find(':'));
  std::string name = named_after(parameter);
  for (const auto& [other, option] : renamed)
    if (other == parameter && is_given(command, std::string(option))) name = option;
  if (command.get_option_no_throw(name) == nullptr) return std::string(text);
  return name + std::string(text.substr(parameter.size()));
}

std::string with_file_name(const CLI::App& command, std::string_view text) {
  const std::string_view parameter = text.substr(0, text.find(':'));
  if (!names_data(parameter) || is_argument(command, parameter)) return std::string(text);
  for (const char* argument : {"DATA", "RATINGS", "--verify"})
    if (is_given(command, argument))
      return fmt::format("{}: {}", command.get_option(argument)->results().front(), text);
  return std::string(text);
}

}  // namespace hingeline::cli
