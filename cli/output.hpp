// SPDX-License-Identifier: BSD-3-Clause
//
// The output of commands: text for people, one JSON object for programs, files that appear whole or not at all.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace hingeline::cli {

using Json = nlohmann::ordered_json;

struct OutputOptions {
  std::string json;  ///< file, "-" for standard output, empty for none
  bool quiet = false;
};

/// Declares --json and --quiet.
void add_output_options(CLI::App& app, OutputOptions& options);

/// A file of this name means standard output.
inline bool is_standard_output(std::string_view path) { return path == "-" || path == "/dev/stdout"; }

/// "note: text", on standard error.
void write_note(std::string_view text);

/// Writes lines for people: to standard output, or to standard error if standard output carries data; none with
/// --quiet. Failures of writing are reported at the end of the program only.
class Console {
 public:
  /// `files`: files that are written besides that of --json.
  explicit Console(const OutputOptions& options, std::initializer_list<std::string_view> files = {}) {
    const bool taken = is_standard_output(options.json) || std::ranges::any_of(files, is_standard_output);
    if (!options.quiet) stream_ = taken ? stderr : stdout;
  }

  template <class... Arguments>
  void line(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) const {
    if (stream_ == nullptr) return;
    std::fputs(fmt::format("{}\n", fmt::format(pattern, std::forward<Arguments>(arguments)...)).c_str(), stream_);
    std::fflush(stream_);
  }

  /// Writes to standard error what the user should know but did not ask for.
  template <class... Arguments>
  void note(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) const {
    if (stream_ != nullptr) write_note(fmt::format(pattern, std::forward<Arguments>(arguments)...));
  }

 private:
  std::FILE* stream_ = nullptr;
};

/// The number, or null for infinities and NaN, which JSON does not have.
Json number_or_null(double value);

/// The value as JSON text. Names of columns and files may have any encoding: what is not UTF-8 becomes U+FFFD.
std::string json_text(const Json& value, int indent = -1);

/// Writes text to a file, or to standard output. Throws IoError.
void write_output(const std::string& path, std::string_view text);

/// Writes the object to the file of --json, if given.
void write_json(const OutputOptions& options, const Json& object);

/// The largest resident memory of this process so far.
std::int64_t peak_rss_bytes();

}  // namespace hingeline::cli
