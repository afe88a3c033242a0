// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace hingeline::cli {

template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

/// An option whose value is one of some names. The target's value is the default.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& target, const Choices<Value>& choices,
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

}  // namespace hingeline::cli
