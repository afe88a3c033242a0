// SPDX-License-Identifier: BSD-3-Clause
#include "meaning.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "command.hpp"

namespace hingeline::cli {

void require_meaning(const CLI::App& app, std::initializer_list<Meaning> options, const std::string& to) {
  for (const auto& [name, has_meaning] : options) {
    const CLI::Option* option = has_meaning ? nullptr : app.get_option_no_throw(name);
    if (option != nullptr && option->count() > 0) throw UsageError(fmt::format("{} means nothing to {}", name, to));
  }
}

}  // namespace hingeline::cli
