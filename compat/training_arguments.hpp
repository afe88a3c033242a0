// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of both training programs: [options] training_set_file [model_file]
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "programs.hpp"

namespace hingeline::compat {

template <class Parameter>
struct TrainingArguments {
  Parameter param = {};
  std::vector<int> weight_labels;
  std::vector<double> weights;
  std::string data;
  std::string model;
  int folds = 0;

  /// -wi weight
  void take_weight(const std::string& option, const char* value) {
    weight_labels.push_back(std::atoi(option.c_str() + 2));
    weights.push_back(std::atof(value));
  }

  /// -v n
  void take_folds(const char* value, const char* usage) {
    folds = std::atoi(value);
    if (folds >= 2) return;
    warn("n-fold cross validation: n must >= 2\n");
    exit_with(usage);
  }
};

/// Parses the command line. take_flag() handles an option without a value and returns true, or returns false for other
/// options; take_option() handles an option with its value.
template <class Arguments, class TakeFlag, class TakeOption>
void parse_training(int argc, char** argv, const char* usage, Arguments& args, const TakeFlag& take_flag,
                    const TakeOption& take_option) {
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const std::string option = argv[i];
    if (option.size() < 2) exit_with(usage);
    if (take_flag(args, option)) continue;
    if (++i >= argc) exit_with(usage);
    take_option(args, option, argv[i]);
  }
  if (i >= argc) exit_with(usage);
  args.data = argv[i];
  args.model = i + 1 < argc ? argv[i + 1] : base_name(args.data) + ".model";
  args.param.nr_weight = static_cast<int>(args.weights.size());
  args.param.weight_label = args.weight_labels.data();
  args.param.weight = args.weights.data();
}

}  // namespace hingeline::compat
