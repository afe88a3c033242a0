// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hingeline/calibration.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/kernel_basis.hpp"
#include "hingeline/levels.hpp"
#include "hingeline/loss.hpp"
#include "hingeline/multi_class.hpp"
#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"

namespace hingeline {

/// A linear predictor: output k of a row x is x'coef_k + intercept_k. A regression or binary model has one
/// output (binary: positive means labels[0]); with more classes there is one output per class, the largest wins, or
/// (one_vs_one) one for every two of them, (0, 1), (0, 2), .., (1, 2), .., positive where the first of the two is the
/// answer, and the class that wins most often wins, the first of equals; of several levels one per level.
struct LinearModel {
  Loss loss;
  double C = 1.0;  ///< NaN where a file does not say it
  Intercept intercept_kind = Intercept::free;
  double bias = 1.0;  ///< value of the appended column where the intercept is penalized
  double l1 = 0;      ///< of the penalty
  double l2 = 1;      ///< of the penalty
  MultiClass multi_class = MultiClass::one_vs_rest;
  std::vector<double> labels;            ///< classes in LIBLINEAR's order; empty for regression
  std::vector<std::string> label_names;  ///< one per label, where targets are text; or empty
  std::vector<double> levels;            ///< tau of each output, ascending, in place of the loss's; or empty
  LevelTie level_tie = LevelTie::separate;
  std::int32_t features = 0;
  int outputs = 1;
  std::vector<double> coef;                ///< features x outputs, row-major: coef[j * outputs + k]
  std::vector<double> intercept;           ///< one per output
  std::vector<double> column_scale;        ///< what training divided columns by, one per feature; or empty
  std::vector<std::string> feature_names;  ///< one per feature of rows, or empty
  std::optional<Certificate> certificate;  ///< of the training, where known
  Calibration calibration;
  /// Outputs are linear in its functions of x, which `features` then counts; null: in x.
  std::shared_ptr<const KernelBasis> basis;
};

struct TrainOptions {
  Loss loss;
  double C = 1.0;
  Intercept intercept = Intercept::free;
  double bias = 1.0;
  Penalty penalty = {};
  Bounds bounds = {};            ///< of the coefficients, of every output alike
  Constraints constraints = {};  ///< likewise
  MultiClass multi_class = MultiClass::one_vs_rest;
  std::span<const double> levels;  ///< of the losses quantile and expectile: tau of each output, ascending; or empty
  LevelTie level_tie = LevelTie::separate;  ///< what ties several of them together; `slope` needs a free intercept
  Bounds box = {};                          ///< of the features: where LevelTie::box keeps levels in order
  std::map<double, double> class_weights;   ///< label -> weight; labels not named have 1
  /// Of several classes one against the rest: a class's weight is that of its rows in its own output alone, as
  /// LIBLINEAR means it; else in every output.
  bool own_class_weights = false;
  std::span<const double> weights;          ///< one per row, or empty
  SolverOptions solver;                     ///< but its threads and keep_dual, for which those below stand
  int threads = 1;                          ///< of one problem, or of the outputs of several solved side by side
  const LinearModel* warm_start = nullptr;  ///< of the same features, outputs and classes, these in any order
  /// dual_coef of the parts of an earlier training on the same rows and classes (another C, loss or weights are fine).
  /// With warm_start as well, solvers of the primal take that, those of the dual this.
  std::span<const std::vector<double>> warm_dual;
  bool keep_dual = false;  ///< keep dual_coef in the parts
  /// Divide columns by their standard deviations sigma_j, so that the penalty is R(sigma_j w_j). C,
  /// objectives and certificate are of that problem; the model's coefficients are those of the columns as given.
  bool standardize = false;
};

struct TrainResult {
  LinearModel model;
  Status status = Status::converged;  ///< the worst of the parts
  Certificate certificate;            ///< of the sum of the parts' problems
  /// One per output, or one of all outputs (multinomial, crammer_singer, levels tied together: dual_coef rows x
  /// outputs); coef moved into the model. Of one_vs_one dual_coef is of the rows of the output's two classes, in their
  /// order.
  std::vector<Solution> parts;
  std::vector<LevelContact> contacts;  ///< of levels held in order; with `parts` they are the whole dual point
};

/// Labels in LIBLINEAR's order: by first appearance, but -1, +1 swapped to +1, -1.
std::vector<double> ordered_labels(std::span<const double> y);

/// Trains a regression, binary or multi-class model, as loss, labels and multi_class ask.
/// Throws InvalidParameter or DataError (one class only, a target that is not finite, sizes that differ).
TrainResult train(const Dataset& data, const TrainOptions& options);

/// The features that rows have for a model.
inline std::int32_t row_features(const LinearModel& model) {
  return model.basis ? model.basis->features : model.features;
}

/// Outputs of every row, row-major: rows x model.outputs. A model with fewer features than the data ignores the rest,
/// one with more sees zeros. Entries of x must be valid, which is not looked at. Throws InvalidParameter where the
/// model's sizes do not fit or threads < 1, and DataError where those of x do not.
std::vector<double> decision_values(const LinearModel& model, const MatrixView& x, int threads = 1);

/// Coefficients in somebody else's memory, output by output.
struct CoefficientView {
  std::span<const double> coef;       ///< outputs x features, row-major
  std::span<const double> intercept;  ///< one per output, of which there is at least one
};

/// The same, with the same bits, of coefficients that are not copied: for few rows and many features that is most of
/// the time.
std::vector<double> decision_values(const CoefficientView& w, const MatrixView& x, int threads = 1);

/// Labels or regression values from decision values: one per row; of several levels as they are. Throws
/// InvalidParameter where labels, levels and outputs disagree, or values are not of whole rows.
std::vector<double> predict(const LinearModel& model, std::span<const double> decision_values);

/// Whether predict_probability can answer.
inline bool has_probability(const LinearModel& model) {
  return model.loss.name == LossName::logistic || model.calibration.kind != Calibration::Kind::none;
}

/// Class probabilities of a logistic or calibrated model, row-major: rows x labels: of one-vs-rest outputs their
/// sigmoids or p(z), normalised; of one-vs-one outputs the same, coupled (Wu, Lin and Weng, JMLR 2004). The predicted
/// label's is the largest. Throws InvalidParameter for other models and unless threads >= 1, and as predict does.
std::vector<double> predict_probability(const LinearModel& model, std::span<const double> decision_values,
                                        int threads = 1);

enum class ModelFormat {
  automatic,  ///< LIBLINEAR's text format where it can express penalty and predictions, else native
  native,     ///< a first line `hingeline_format 1`, what LIBLINEAR's format does not say, and the same coefficients
};

/// Writes a model as docs/model_format.md says. Numbers read back exactly. The file appears whole or not at all.
/// Throws IoError, or InvalidParameter where the model's sizes disagree, labels are equal, a number is not finite or a
/// parameter is out of its range.
void write_model(const std::filesystem::path& path, const LinearModel& model,
                 ModelFormat format = ModelFormat::automatic);

/// Reads either format, of any version of LIBLINEAR; not its one-class models. Throws IoError, or DataError with the
/// line.
LinearModel read_model(const std::filesystem::path& path);

}  // namespace hingeline
