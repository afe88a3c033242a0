// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "data_options.hpp"
#include "hingeline/factorization.hpp"
#include "output.hpp"

namespace CLI {
class App;
}

namespace hingeline::cli {

struct PredictArguments {
  std::string data;
  std::string model;
  std::string out;
  bool probability = false;
  bool decision_values = false;
  DataOptions read;
  OutputOptions output;
};

/// Throws UsageError for options that mean nothing to pairs.
int predict_pairs(const CLI::App& app, const PredictArguments& arguments, const FactorModel& model);

}  // namespace hingeline::cli
