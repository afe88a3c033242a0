// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <new>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "command.hpp"
#include "hingeline/error.hpp"
#include "hingeline/version.hpp"

namespace {

using hingeline::cli::Command;
using hingeline::cli::ExitStatus;

int fail(ExitStatus status, const char* message) {
  fmt::print(stderr, "hingeline: error: {}\n", message);
  return status;
}

/// What reading frees is what a solve of milliseconds needs next: pages taken back and given anew cost it a tenth.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

int run(int argc, char** argv) {
  using namespace hingeline::cli;
  CLI::App app("Support vector machines and their relatives, with a proof.", "hingeline");
  app.set_version_flag("--version", std::string("hingeline ") + hingeline::version);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done (train: converged), 1 data or I/O, 2 usage, 3 model written but not converged, "
      "130 interrupted, model written.");
  const std::array commands = {add_train(app),   add_cv(app),        add_path(app),
                               add_tune(app),    add_factorize(app), add_predict(app),
                               add_inspect(app), add_convert(app),   add_generate(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return fail(usage_error, error.what());
  }
  for (const Command& command : commands)
    if (command.arguments->parsed()) return command.run();
  return usage_error;
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  try {
    return run(argc, argv);
  } catch (const hingeline::cli::UsageError& error) {
    return fail(ExitStatus::usage_error, error.what());
  } catch (const hingeline::InvalidParameter& error) {
    return fail(ExitStatus::usage_error, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitStatus::failure, "out of memory");
  } catch (const std::exception& error) {
    return fail(ExitStatus::failure, error.what());
  }
}
