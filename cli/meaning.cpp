// SPDX-License-Identifier: BSD-3-Clause
#include "meaning.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "command.hpp"
#include "output.hpp"

namespace hingeline::cli {

namespace {

std::string meaningless(const char* name, const std::string& to) {
  return fmt::format("{} means nothing to {}", name, to);
}

}  // namespace

bool is_given(const CLI::App& command, const std::string& option) {
  const CLI::Option* found = command.get_option_no_throw(option);
  return found != nullptr && found->count() > 0;
}

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
