// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <new>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "heap.hpp"
#include "hingeline/error.hpp"
#include "hingeline/version.hpp"
#include "option_name.hpp"

namespace {

using hingeline::cli::Command;
using hingeline::cli::ExitStatus;

int fail(ExitStatus status, const char* message) {
  std::fputs(fmt::format("hingeline: error: {}\n", message).c_str(), stderr);
  return status;
}

/// Ends by SIGPIPE, as is usual, if the reader of standard output has gone, but after all else is done.
int fail_output() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  if (poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  return fail(ExitStatus::failure, "standard output: cannot write");
}

/// Handles SIGBUS: a mapped file has become shorter than its pages, or its disk has failed.
void fail_mapping(int) {
  constexpr std::string_view text = "hingeline: error: a file became shorter, or unreadable, while it was used\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  _exit(ExitStatus::failure);
}

struct NamedCommand {
  std::string_view name;
  Command (*declare)(CLI::App& app);
};

constexpr std::array<NamedCommand, 10> named_commands = {{
    {"train", hingeline::cli::add_train},
    {"cv", hingeline::cli::add_cv},
    {"path", hingeline::cli::add_path},
    {"tune", hingeline::cli::add_tune},
    {"factorize", hingeline::cli::add_factorize},
    {"predict", hingeline::cli::add_predict},
    {"inspect", hingeline::cli::add_inspect},
    {"convert", hingeline::cli::add_convert},
    {"scale", hingeline::cli::add_scale},
    {"generate", hingeline::cli::add_generate},
}};

/// Throws for an unknown command. (CLI11 would only say that a subcommand is missing.)
void refuse_unknown_command(std::string_view first) {
  if (first.empty() || first.front() == '-') return;
  std::vector<std::string_view> names;
  for (const NamedCommand& command : named_commands) names.push_back(command.name);
  if (std::ranges::find(names, first) == names.end())
    throw hingeline::cli::UsageError(
        fmt::format("{}: no such command, must be one of {}", first, fmt::join(names, ", ")));
}

/// Declares the command that the first argument names, or all if it names none: declaring all takes a millisecond.
std::vector<Command> declare_commands(CLI::App& app, std::string_view first) {
  const bool is_named = std::ranges::find(named_commands, first, &NamedCommand::name) != named_commands.end();
  std::vector<Command> commands;
  for (const NamedCommand& command : named_commands)
    if (!is_named || command.name == first) commands.push_back(command.declare(app));
  return commands;
}

/// Throws for empty arguments, as of unset variables in scripts, which would count as options not given.
void refuse_empty_arguments(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options())
    if (std::ranges::any_of(option->results(), &std::string::empty))
      throw hingeline::cli::UsageError(option->get_name() + ": nothing given, must not be empty");
}

int run(const Command& command) {
  try {
    return command.run();
  } catch (const hingeline::InvalidParameter& error) {
    throw hingeline::cli::UsageError(hingeline::cli::with_option_name(*command.arguments, error.what()));
  } catch (const hingeline::DataError& error) {
    throw hingeline::DataError(hingeline::cli::with_file_name(*command.arguments, error.what()));
  }
}

int run(int argc, char** argv) {
  using namespace hingeline::cli;
  CLI::App app("Trains support vector machines and their relatives, and proves how good each answer is.", "hingeline");
  app.set_version_flag("--version", std::string("hingeline ") + hingeline::version);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done (train: converged), 1 bad data or I/O error, 2 usage error, 3 not converged (the model is "
      "written) or infeasible constraints (no model is written), 130 interrupted (the model is written).");
  const std::string_view first = argc > 1 ? argv[1] : "";
  refuse_unknown_command(first);
  const std::vector<Command> commands = declare_commands(app, first);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return fail(usage_error, error.what());
  }
  for (const Command& command : commands) {
    if (!command.arguments->parsed()) continue;
    refuse_empty_arguments(*command.arguments);
    return run(command);
  }
  return usage_error;
}

}  // namespace

int main(int argc, char** argv) {
  hingeline::cli::prepare_heap();
  for (const int of_writing : {SIGPIPE, SIGXFSZ}) std::signal(of_writing, SIG_IGN);
  std::signal(SIGBUS, fail_mapping);
  try {
    const int status = run(argc, argv);
    const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    return written ? status : fail_output();
  } catch (const hingeline::cli::UsageError& error) {
    return fail(ExitStatus::usage_error, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitStatus::failure, "out of memory");
  } catch (const std::exception& error) {
    return fail(ExitStatus::failure, error.what());
  }
}
