// SPDX-License-Identifier: BSD-3-Clause
//
// An option that would be ignored is refused: whoever gave it expects something of it.
#pragma once

#include <initializer_list>
#include <string>

namespace CLI {
class App;
}

namespace hingeline::cli {

struct Meaning {
  const char* option;
  bool has_meaning;
};

/// Throws UsageError for the first option that is given and has no meaning: "--bias means nothing to --intercept free".
/// Options that the command does not have are passed over.
void require_meaning(const CLI::App& app, std::initializer_list<Meaning> options, const std::string& to);

}  // namespace hingeline::cli
