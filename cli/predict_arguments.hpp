// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "data_options.hpp"
#include "hingeline/factorization.hpp"
#include "output.hpp"

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

int predict_pairs(const PredictArguments& arguments, const FactorModel& model);

}  // namespace hingeline::cli
