// SPDX-License-Identifier: BSD-3-Clause
//
// What the drop-in programs share.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "core/atomic_file.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "hingeline/metrics.hpp"
#include "messages.hpp"
#include "output_file.hpp"
#include "threads.hpp"

namespace hingeline::compat {

/// Ends the program with a line on standard error.
[[noreturn]] inline void die(int status, const std::string& line) {
  warn("{}\n", line);
  std::exit(status);
}

[[noreturn]] inline void exit_with(const char* usage) {
  std::fputs(usage, stdout);
  std::exit(1);
}

/// The print function with -q.
inline void print_nothing(const char*) {}

/// Returns read(). An error ends the program with a message that has the file and line.
template <class Read>
auto read_or_die(const char* cannot_open, const Read& read) {
  try {
    return read();
  } catch (const IoError& error) {
    die(1, std::string(cannot_open) + " " + error.what());
  } catch (const DataError& error) {
    die(1, std::string("Wrong input format: ") + error.what());
  }
}

constexpr const char* cannot_open_input = "can't open input file";

/// Reads LIBSVM text as sparse float64 rows.
inline Dataset read_rows(const std::string& file, const char* cannot_open = cannot_open_input) {
  ReadOptions options;
  options.format = FileFormat::libsvm;
  options.layout = Layout::sparse;
  options.value_type = ValueType::float64;
  options.threads = threads();
  return read_or_die(cannot_open, [&] { return read_dataset(file, options); });
}

/// Ends the program with an error if output was not written: it is the program's only result.
inline void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) die(1, "can't write to standard output");
}

/// Prints the result of cross-validation.
inline void print_cross_validation(bool regression, std::span<const double> truth,
                                   std::span<const double> predictions) {
  if (regression) {
    fmt::print("Cross Validation Mean squared error = {:g}\n", mean_squared_error(truth, predictions));
    fmt::print("Cross Validation Squared correlation coefficient = {:g}\n", squared_correlation(truth, predictions));
  } else {
    fmt::print("Cross Validation Accuracy = {:g}%\n", 100 * accuracy(truth, predictions));
  }
  flush_output();
}

/// Prints the score of predictions; for classes followed by `kind`.
inline void print_score(bool regression, const char* kind, std::span<const double> truth,
                        std::span<const double> answers) {
  if (regression) {
    info("Mean squared error = {:g} (regression)\n", mean_squared_error(truth, answers));
    info("Squared correlation coefficient = {:g} (regression)\n", squared_correlation(truth, answers));
  } else {
    const double share = accuracy(truth, answers);
    const auto total = static_cast<double>(truth.size());
    info("Accuracy = {:g}% ({:.0f}/{:.0f}){}\n", 100 * share, share * total, total, kind);
  }
}

/// Calls write(); ends the program if the file of predictions cannot be written.
template <class Write>
void write_or_die(const Write& write) {
  try {
    write();
  } catch (const IoError& error) {
    die(1, std::string("can't open output file ") + error.what());
  }
}

/// Ends the program if a file of predictions cannot be written, before the work. Leaves pipes alone, whose readers would
/// see an end.
inline void require_writable(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored)) return;
  write_or_die([&] { internal::AtomicFile(file, internal::Existing::rewritten); });
}

inline void write_predictions(const std::string& file, std::string_view text) {
  write_or_die([&] { write_file(file, [text](const auto& sink) { sink(text); }); });
}

/// The part of a path after its last slash.
inline std::string base_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// Runs a program's main(); an exception becomes a line on standard error and exit status 1.
template <class Main>
int run_program(const Main& main) {
  try {
    return main();
  } catch (const std::exception& error) {
    warn("ERROR: {}\n", error.what());
    return 1;
  }
}

}  // namespace hingeline::compat
