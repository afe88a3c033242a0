// SPDX-License-Identifier: BSD-3-Clause
//
// Options without a meaning beside others. They are an error where the user must expect an effect, and a note where the
// option is a parameter of another loss, kernel or machine, as in scripts that try several.
#pragma once

#include <initializer_list>
#include <string>

namespace CLI {
class App;
}

namespace hingeline::cli {

/// Whether the option is given; false for options that the command does not have.
bool is_given(const CLI::App& command, const std::string& option);

struct Meaning {
  const char* option;
  bool has_meaning;
};

/// Throws UsageError for the first option that is given and has no meaning: "--bias means nothing to --intercept free".
/// Options that the command does not have are ignored.
void require_meaning(const CLI::App& app, std::initializer_list<Meaning> options, const std::string& to);

/// Writes to standard error what require_meaning would throw for each option; nothing with --quiet.
void note_meaning(const CLI::App& app, std::initializer_list<Meaning> options, const std::string& to);

}  // namespace hingeline::cli
