// SPDX-License-Identifier: BSD-3-Clause
#include "meaning.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "command.hpp"
#include "output.hpp"

namespace hingeline::cli {

namespace {

bool is_given(const CLI::App& app, const char* name) {
  const CLI::Option* option = app.get_option_no_throw(name);
  return option != nullptr && option->count() > 0;
}

std::string meaningless(const char* name, const std::string& to) {
  return fmt::format("{} means nothing to {}", name, to);
}

}  // namespace

void require_meaning(const CLI::App& app, std::initializer_list<Meaning> options, const std::string& to) {
  for (const auto& [name, has_meaning] : options)
    if (!has_meaning && is_given(app, name)) throw UsageError(meaningless(name, to));
}

void note_meaning(const CLI::App& app, std::initializer_list<Meaning> options, const std::string& to) {
  if (is_given(app, "--quiet")) return;
  for (const auto& [name, has_meaning] : options)
    if (!has_meaning && is_given(app, name)) write_note(meaningless(name, to));
}

}  // namespace hingeline::cli
