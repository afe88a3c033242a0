// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of both prediction programs: [-b 0|1] [-q] test_file model_file output_file
#pragma once

#include <cstdlib>
#include <string>
#include <utility>

#include "programs.hpp"

namespace hingeline::compat {

struct PredictOptions {
  bool probability = false;
  bool quiet = false;
  std::string data;
  std::string model;
  std::string out;
};

/// Parses the command line. Another option ends the program with `unknown`, with its letter in place of {}, and usage.
inline PredictOptions predict_options(int argc, char** argv, const char* usage,
                                      fmt::format_string<const char&> unknown) {
  PredictOptions options;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    if (argv[i][1] == 'q') {
      options.quiet = true;
    } else if (argv[i][1] == 'b' && i + 1 < argc) {
      options.probability = std::atoi(argv[++i]) != 0;
    } else {
      warn(unknown, std::as_const(argv[i][1]));
      exit_with(usage);
    }
  }
  if (argc - i < 3) exit_with(usage);
  options.data = argv[i];
  options.model = argv[i + 1];
  options.out = argv[i + 2];
  return options;
}

}  // namespace hingeline::compat
