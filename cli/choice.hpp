// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hingeline::cli {

template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

/// Names and values of an enum, in order.
template <class Enum, std::size_t size>
Choices<Enum> choices_of(const std::array<std::string_view, size>& names) {
  Choices<Enum> choices;
  for (std::size_t i = 0; i < size; ++i) choices.emplace_back(names[i], static_cast<Enum>(i));
  return choices;
}

template <class Target, class Value>
CLI::Option* add_choice_for(CLI::App& app, const std::string& name, Target& target, const Choices<Value>& choices,
                            const std::string& help) {
  std::vector<std::string> names;
  std::string default_name;
  for (const auto& [choice, value] : choices) {
    names.push_back(choice);
    if (value == target) default_name = choice;
  }
  const auto assign = [&target, choices](const std::string& given) {
    for (const auto& [choice, value] : choices)
      if (choice == given) target = value;
  };
  return app.add_option_function<std::string>(name, assign, help)
      ->check(CLI::IsMember(names).description(""))
      ->type_name(CLI::detail::join(names, "|"))
      ->default_str(default_name);
}

/// Adds an option whose value is one of some names; the value that `target` has is the default.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& target, const Choices<Value>& choices,
                        const std::string& help) {
  return add_choice_for(app, name, target, choices, help);
}

/// The same without a default.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, std::optional<Value>& target,
                        const Choices<Value>& choices, const std::string& help) {
  return add_choice_for(app, name, target, choices, help);
}

}  // namespace hingeline::cli
