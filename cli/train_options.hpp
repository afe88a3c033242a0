// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "choice.hpp"
#include "constraint_options.hpp"
#include "data_options.hpp"
#include "files.hpp"
#include "hingeline/kernel_features.hpp"
#include "hingeline/model.hpp"
#include "kernel_options.hpp"
#include "level_options.hpp"
#include "meaning.hpp"
#include "output.hpp"
#include "weights.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hingeline::cli {

void add_model_format_option(CLI::App& app, ModelFormat& format);

/// The problem as stated by options.
struct ProblemOptions {
  LossName loss = LossName::squared_hinge;
  std::string plq_file;  ///< file of the loss plq
  double C = 1;
  std::optional<double> epsilon;
  std::vector<double> taus = {0.5};  ///< if several: one output each
  double delta = 1;
  std::optional<double> gamma;
  Intercept intercept = Intercept::free;
  double bias = 1;
  WeightOptions weights;
  ConstraintOptions constraints;

  Loss full_loss() const;
  /// The levels if there are several, else empty.
  std::span<const double> levels() const;
};

/// Declares --loss and its parameters.
void add_loss_options(CLI::App& app, ProblemOptions& options);

/// Notes parameters that loss or intercept do not have; throws UsageError for --l1-ratio or --l1-weights without their
/// penalty. `has_kernel`: --gamma is the kernel's parameter, not the loss's.
void check_meaning(const CLI::App& app, const ProblemOptions& options, bool has_kernel = false);

struct TrainArguments {
  std::string data;
  std::string model;
  DataOptions read;
  ProblemOptions problem;
  LevelOptions levels;
  KernelArguments kernel;
  SolverOptions solver;
  std::optional<MultiClass> multi_class;  ///< default: one_vs_rest, with kernels one_vs_one
  bool standardize = false;
  bool no_shrinking = false;
  std::string warm_start;
  ModelFormat model_format = ModelFormat::automatic;
  Calibration::Kind probability = Calibration::Kind::none;
  std::string trace;
  std::string save_dual;
  bool exact_gap = false;
  OutputOptions output;

  /// The options of a linear training, without weights of rows or classes. Throws InvalidParameter or UsageError for
  /// contradictions.
  TrainOptions train_options() const;
  /// The options of functions that approximate a kernel, for rows of so many features.
  KernelFeatureOptions feature_options(std::int32_t features) const;
  /// The options of a kernel training on these data; they refer to `weights`, one per row or empty.
  KernelTrainOptions kernel_options(const Dataset& dataset, std::span<const double> weights) const;
  Kernel full_kernel(std::int32_t features) const;
  /// The files to be read, for check_files(). Without the model of --warm-start, which the answer may replace.
  std::vector<NamedFile> read_files() const;
};

/// Prints what was read and, if `of_classes`, notes targets that look like those of a regression. Throws as
/// require_targets does.
void tell_of_data(const Console& console, const TrainArguments& arguments, const ReadData& data, bool of_classes);

/// Checks the meaning of all options of a training, linear or with a kernel.
void check_meaning(const CLI::App& app, const TrainArguments& arguments);

/// Declares what `train` shares with the commands that train many times: DATA, problem, solver, reading and output.
void declare_training(CLI::App& app, TrainArguments& arguments);

void declare(CLI::App& app, TrainArguments& arguments);

}  // namespace hingeline::cli
