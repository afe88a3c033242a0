// SPDX-License-Identifier: BSD-3-Clause
//
// What `cv`, `path` and `tune` share: the options of their trainings, and how a judged point is shown.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hingeline/selection.hpp"
#include "interrupt.hpp"
#include "train_options.hpp"

namespace hingeline::cli {

struct SelectionArguments : TrainArguments {
  std::string costs;  ///< FROM:TO:COUNT or C,C,...
  int folds = 5;
  std::string fold_file;
};

/// --costs.
void add_costs_option(CLI::App& app, SelectionArguments& arguments, const std::string& help);

/// --folds and --fold-file.
void add_fold_options(CLI::App& app, SelectionArguments& arguments);

/// The numbers of --costs; empty if it is not given. Throws UsageError.
std::vector<double> costs(const SelectionArguments& arguments);

/// Data, weights and Ctrl-C of a command that trains, while it runs.
class TrainingInput {
 public:
  TrainingInput(const TrainArguments& arguments, const Console& console);

  const Dataset& dataset() const { return data_.dataset; }
  /// Refers to what is kept here.
  const TrainOptions& options() const { return options_; }

  /// Adds what is said of data and threads, and of the memory used.
  void describe(Json& object) const;

 private:
  ReadData data_;
  TrainOptions options_;
  std::vector<double> weights_;
  ConstraintSet constraints_{0};
  Interrupt interrupt_;
};

/// The folds as options and files give them; `file_folds` keeps the file's numbers.
CvOptions cv_options(const SelectionArguments& arguments, std::vector<int>& file_folds);

/// What check_files asks for.
std::vector<NamedFile> read_files(const SelectionArguments& arguments);

bool has_epsilon(LossName loss);

/// A table of points for people, the best one marked.
void print_points(const Console& console, std::span<const CvPoint> points, const CvPoint& best, const Loss& loss);

Json point_json(const CvPoint& point, const Loss& loss);

/// "Accuracy = 84.9%" or "Mean squared error = 4.1", with its standard error.
std::string score_text(const CvPoint& point, const Loss& loss);

}  // namespace hingeline::cli
