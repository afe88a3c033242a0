// SPDX-License-Identifier: BSD-3-Clause
//
// What `cv`, `path` and `tune` share: the options of their trainings, linear or with a kernel, and the output of scored
// points.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hingeline/kernel_features.hpp"
#include "hingeline/selection.hpp"
#include "interrupt.hpp"
#include "train_options.hpp"

namespace hingeline::cli {

struct SelectionArguments : TrainArguments {
  std::string costs;   ///< FROM:TO:COUNT or C,C,...
  std::string gammas;  ///< likewise
  int folds = 5;
  std::string fold_file;
};

/// Declares --costs.
void add_costs_option(CLI::App& app, SelectionArguments& arguments, const std::string& help);

/// Declares --gammas; the kernel options must have been declared before.
void add_gammas_option(CLI::App& app, SelectionArguments& arguments);

/// Declares --folds and --fold-file.
void add_fold_options(CLI::App& app, SelectionArguments& arguments);

/// The numbers that --costs or --gammas gives; empty if it is not given. Throws UsageError.
std::vector<double> grid(const std::string& option, const std::string& text);

/// Which values a point has.
struct PointKind {
  Score score = Score::accuracy;
  bool epsilon = false;
  bool gamma = false;
  bool support_vectors = false;  ///< their number; else the norm of coefficients
  bool weighted = false;         ///< scores weigh rows by --weights
};

/// Data, weights and Ctrl-C of a command that trains, while it runs.
class TrainingInput {
 public:
  const Dataset& dataset() const { return data_.dataset; }

  /// The beginning of a report: the status, the loss or machine and, if infeasible, the constraints that cannot hold
  /// together, which are also printed to the console.
  Json opening(Status status, const Console& console) const;

  /// Writes the report, completed by time, data, threads and memory.
  void write_report(const OutputOptions& output, Json object, double solve_seconds) const;

 protected:
  TrainingInput(const TrainArguments& arguments, const Console& console, bool of_classes);
  virtual ~TrainingInput() = default;

  virtual std::vector<std::string> conflict() const { return {}; }
  virtual Json name() const = 0;
  std::span<const double> weights() const { return weights_; }
  /// From now on Ctrl-C sets this flag; before, as while rows are read, it ends the program.
  const std::atomic<bool>* heed_interrupts() { return interrupt_.emplace().flag(); }

 private:
  int threads_;
  ReadData data_;
  std::vector<double> weights_;
  std::optional<Interrupt> interrupt_;
};

class LinearInput : public TrainingInput {
 public:
  LinearInput(const TrainArguments& arguments, const Console& console);

  /// The rows, or the functions of them that approximate a kernel.
  const Dataset& dataset() const { return features_ ? mapped_ : TrainingInput::dataset(); }

  /// Options that refer to memory of this object.
  const TrainOptions& options() const { return options_; }
  /// Converts a model trained on dataset() to one on the rows as they are.
  LinearModel to_row_model(LinearModel model) const;
  /// The options of the folds, with constraints made from the rows that are not held out.
  CvOptions with_constraints(CvOptions folds) const;
  PointKind point_kind() const;

 private:
  LinearInput(const TrainArguments& arguments, TrainOptions options, const Console& console);
  std::vector<std::string> conflict() const override;
  Json name() const override;

  std::optional<KernelFeatures> features_;
  Dataset mapped_;  // the rows mapped by features_
  TrainOptions options_;
  const ConstraintOptions& asked_;
  CoefficientDemands demands_;
};

class KernelInput : public TrainingInput {
 public:
  KernelInput(const TrainArguments& arguments, const Console& console);

  /// Options that refer to memory of this object.
  const KernelTrainOptions& options() const { return options_; }
  const KernelModel& to_row_model(const KernelModel& model) const { return model; }
  PointKind point_kind() const;

 private:
  Json name() const override;

  KernelTrainOptions options_;
};

/// Whether kernel machines are asked for. Throws UsageError for --problem without --kernel.
bool has_kernel(const SelectionArguments& arguments);

/// The folds by options and files; `file_folds` is the memory for the numbers of a file.
CvOptions cv_options(const SelectionArguments& arguments, std::vector<int>& file_folds);

/// Throws DataError for a file of another length than the data.
void require_a_fold_per_row(const SelectionArguments& arguments, const CvOptions& cv, const TrainingInput& input);

template <class Point>
Status worst_status(std::span<const Point> points) {
  Status worst = Status::converged;
  for (const Point& point : points) worst = std::max(worst, point.status);
  return worst;
}

/// Whether a point was completed before limits or Ctrl-C ended the search, or constraints proved infeasible.
bool has_found(const CvPoint& best);

/// The files to be read, for check_files().
std::vector<NamedFile> read_files(const SelectionArguments& arguments);

/// Prints a table of points for people, with the best one marked if it has converged.
void print_points(const Console& console, std::span<const CvPoint> points, const CvPoint& best, PointKind kind);

/// "C = 2, gamma = 0.5"
std::string place_text(const CvPoint& point, PointKind kind);

Json point_json(const CvPoint& point, PointKind kind);

/// "Accuracy = 84.9%" or "Mean squared error = 4.1", with its standard error, and whether rows are weighted.
std::string score_text(const CvPoint& point, PointKind kind);

}  // namespace hingeline::cli
