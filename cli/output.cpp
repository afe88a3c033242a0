// SPDX-License-Identifier: BSD-3-Clause
#include "output.hpp"

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <string>
#include <string_view>

#include "core/atomic_file.hpp"

namespace hingeline::cli {
namespace {

/// Whether all strings of the value are UTF-8.
bool is_utf8(const Json& value) {
  try {
    static_cast<void>(value.dump());
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

}  // namespace

void add_output_options(CLI::App& app, OutputOptions& options) {
  app.add_option("--json", options.json, "write a report as one JSON object; -: to standard output")
      ->type_name("FILE|-");
  app.add_flag("--quiet", options.quiet, "print nothing but errors");
}

void write_note(std::string_view text) { std::fputs(fmt::format("note: {}\n", text).c_str(), stderr); }

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string json_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

void write_output(const std::string& path, std::string_view text) {
  if (is_standard_output(path)) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    return;
  }
  internal::AtomicFile file(path);
  file.append(text);
  file.commit();
}

void write_json(const OutputOptions& options, const Json& object) {
  if (options.json.empty()) return;
  if (!options.quiet && !is_utf8(object))
    write_note(
        "--json: some names are not UTF-8; U+FFFD stands for their other bytes, so that names may look the same");
  write_output(options.json, json_text(object, 2) + "\n");
}

/// Uses VmHWM of Linux where it exists: the number of getrusage includes the memory of the process before exec, when it
/// was a copy of its parent.
std::int64_t peak_rss_bytes() {
  constexpr std::string_view key = "VmHWM:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key)) return std::stoll(line.substr(key.size())) * 1024;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace hingeline::cli
