// SPDX-License-Identifier: BSD-3-Clause
//
// Options that are ignored beside others: refused where whoever gave one must expect something of it; said where it is
// a parameter of another loss, kernel or machine, as scripts give that try several.
#pragma once

#include <initializer_list>
#include <string>

namespace CLI {
class App;
}

namespace hingeline::cli {

/// False for options that the command does not have.
bool is_given(const CLI::App& command, const std::string& option);

struct Meaning {
  const char* option;
  bool has_meaning;
};

/// Throws UsageError for the first option that is given and has no meaning: "--bias means nothing to --intercept free".
/// Options that the command does not have are passed over.
void require_meaning(const CLI::App& app, std::initializer_list<Meaning> options, const std::string& to);

/// Says on standard error what require_meaning would throw for each; nothing with --quiet.
void note_meaning(const CLI::App& app, std::initializer_list<Meaning> options, const std::string& to);

}  // namespace hingeline::cli
