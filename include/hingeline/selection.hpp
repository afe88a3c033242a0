// SPDX-License-Identifier: BSD-3-Clause
//
// Which C, which epsilon: trainings of one problem at many parameters, judged on rows they have not seen.
//
// Folds share one copy of the rows, nearly twice their size, beside the data; above 1 GB, for rows that stay in their
// file and for machines with kernels they share the data itself. Each training begins from earlier points of the path:
// kernel machines from the last one of the same gamma, linear ones by extrapolation from the last two (logistic loss:
// three). Their dual variables are kept: that many numbers per row, output and fold.
// Scores are what score_of says. As in training, each row counts by its weight (not by that of its class), and not at
// all where that is 0. Answers do not depend on the number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hingeline/constraint_set.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/result.hpp"

namespace hingeline {

/// `count` numbers from `first` to `last`, each the same multiple of the one before.
/// Throws InvalidParameter unless 0 < first <= last and count >= 1 (>= 2 where first < last).
std::vector<double> geometric_grid(double first, double last, int count);

/// What every fold has an equal share of.
enum class Strata {
  rows,
  classes,  ///< the targets are labels
};

/// The fold, 0 .. folds - 1, in which each row is held out; -1 for rows of weight 0. Fold sizes differ by at most 1,
/// and so does every fold's share of each class where those are the strata. Drawn at random from `seed`. Throws
/// InvalidParameter unless 2 <= folds <= number of rows of weight > 0.
std::vector<int> stratified_folds(std::span<const double> y, std::span<const double> weights, Strata strata, int folds,
                                  std::uint64_t seed = 0);

/// Folds by a hash of each row's features that are not 0: rows that are equal share a fold, whatever their order,
/// layout and value type. Fold sizes are as chance makes them. `release` is the Dataset's, where x is in a file. Throws
/// InvalidParameter unless folds >= 2, and DataError where the sizes of x do not fit.
std::vector<int> content_folds(const MatrixView& x, int folds, const ReleaseRows& release = {});

/// What predictions of rows held out are judged by: metrics.hpp's.
enum class Score { accuracy, mean_squared_error, mean_absolute_error, pinball_loss, expectile_loss };

/// All names, in the order of Score.
inline constexpr std::array<std::string_view, 5> score_names = {"accuracy", "mean_squared_error", "mean_absolute_error",
                                                                "pinball_loss", "expectile_loss"};
inline std::string_view to_string(Score score) { return score_names[static_cast<std::size_t>(score)]; }

/// Of classes the accuracy. Quantiles, medians and expectiles by what they minimise (at the loss's tau), all other
/// predictions of numbers by the mean squared error.
Score score_of(const Loss& loss);

/// One training of a path.
struct PathPoint {
  double C = 0;
  Status status = Status::converged;
  std::string solver;  ///< of the first output, and why
  std::string reason;
  Certificate certificate;
  double coef_norm = 0;              ///< |w|, of all outputs together; machines with a kernel: 0
  std::int64_t support_vectors = 0;  ///< rows with a dual variable that is not 0 in some output
  std::int64_t passes = 0;
  double seconds = 0;
};

struct PathResult {
  /// Fewer than asked for where time ran out, the caller interrupted or no w is feasible.
  std::vector<PathPoint> points;
  std::vector<LinearModel> models;  ///< one per point
};

/// Trains at every C, in the order given; ascending is cheap. `options.C` is ignored, options.solver.max_seconds holds
/// for all together. options.warm_start and options.warm_dual are where the first begins. Throws as train does.
PathResult train_path(const Dataset& data, const TrainOptions& options, std::span<const double> C);

struct KernelPathResult {
  std::vector<PathPoint> points;                        ///< as for PathResult; coef_norm is 0
  std::vector<KernelModel> models;                      ///< one per point
  std::vector<std::vector<std::int64_t>> support_rows;  ///< of each model, as a training's
};

/// The same of machines with a kernel; each begins at the dual point of the one before, scaled with C, whose products
/// with the kernel matrix are known, the first where the options say. Throws as train does, and InvalidParameter for
/// machines without C.
KernelPathResult train_path(const Dataset& data, const KernelTrainOptions& options, std::span<const double> C);

/// One pair of parameters, judged by cross-validation.
struct CvPoint {
  double C = 0;
  double epsilon = 0;  ///< of the loss
  double gamma = 0;    ///< of the kernel; linear machines: 0
  double score = 0;    ///< over all rows, each predicted by the training that did not see it; NaN of the infeasible
  double standard_error = 0;          ///< of the score: deviation of the folds' own scores / sqrt(folds)
  double squared_correlation = 0;     ///< regression
  std::vector<double> fold_scores;    ///< NaN of a fold without rows, or time
  Status status = Status::converged;  ///< the worst of the folds
  double largest_gap = 0;             ///< relative, of the folds; NaN of an indefinite kernel
  double coef_norm = 0;               ///< |w|, mean of the folds; machines with a kernel: 0
  double support_vectors = 0;         ///< of a machine with a kernel, mean of the folds; linear machines: 0
  std::int64_t passes = 0;            ///< of all folds together
  double seconds = 0;
};

struct CvOptions {
  int folds = 5;
  std::uint64_t seed = 0;     ///< of stratified_folds
  std::span<const int> fold;  ///< if given, the folds themselves (values below `folds`; -1: never held out)
  /// Of linear machines, if given: the bounds and constraints of a fold's training, in the place of the TrainOptions',
  /// which all folds share, by the weights of all rows, 0 of those held out. For what rows decide, as
  /// ConstraintSet::limit_covariance. Called once a fold, by several threads.
  std::function<ConstraintSet(std::span<const double> weights)> constraints = {};
  /// False: CvResult has none, which of many classes one-vs-one take most of the memory.
  bool keep_decision_values = true;
};

struct CvResult {
  std::vector<CvPoint> points;  ///< as for PathResult
  /// The completed point with the best score, of equals the first; 0 where max_seconds or an interrupt left none.
  std::size_t best = 0;
  std::vector<double> decision_values;     ///< of the best point, rows x outputs, if kept; 0 for rows never held out
  std::vector<double> predictions;         ///< of the best point: labels or values, one per row; likewise
  std::vector<std::uint8_t> is_predicted;  ///< likewise: 1, or 0 for rows never held out or in a fold without time
};

/// Cross-validates at every C, in the order given; an empty list means options.C. Ignores options.warm_start and
/// options.warm_dual, which know the rows held out. Throws as train does, and InvalidParameter for folds that do not
/// fit and for what no score is of: several levels, a PLQ loss of the prediction.
CvResult cross_validate(const Dataset& data, const TrainOptions& options, const CvOptions& cv = {},
                        std::span<const double> C = {});

/// Cross-validates machines with a kernel at every gamma and, for each, every C, in the orders given; an empty list
/// means that of the options. One class is judged by the share of targets (+1, -1) that it says. Ignores
/// options.warm_start and options.warm_dual. Throws as train does, and InvalidParameter for folds that do not fit or
/// that leave nu infeasible.
CvResult cross_validate(const Dataset& data, const KernelTrainOptions& options, const CvOptions& cv = {},
                        std::span<const double> C = {}, std::span<const double> gamma = {});

struct TuneOptions {
  CvOptions cv;
  /// The smallest to try. Default: a power of 2 at which decision values less the intercept (not a ridge alone: their
  /// change since far smaller C) are below 1/30 of the margin or, in regression, of the targets' deviation.
  std::optional<double> first_C;
  double last_C = 1024;  ///< >= first_C; the search goes no further
  /// To try; empty: six from 0 to a quarter of the targets' deviation, where the loss has one.
  std::vector<double> epsilon;
};

struct TuneResult {
  std::vector<CvPoint> points;  ///< all that was tried, in order
  CvPoint best;                 ///< of equals the one with the smallest C
  TrainResult trained;          ///< on all rows, at the best parameters
};

/// For each epsilon C grows by factors of 2, as LIBLINEAR's -C does, until four steps in a row score worse than the
/// best before them, or the coefficients have ceased to change, or last_C is reached; then C is refined to factors of
/// 2^(1/4) around the best. Trains at the best on all rows, and that alone begins at options.warm_start and
/// options.warm_dual. options.solver.max_seconds holds for all trainings together, of which the search has four fifths.
/// Throws as cross_validate does.
TuneResult tune(const Dataset& data, const TrainOptions& options, const TuneOptions& search = {});

struct KernelTuneOptions {
  CvOptions cv;
  /// Where the search stays; by default from 1 / 1024 to 32768 times where it begins.
  std::optional<double> first_C;
  std::optional<double> last_C;
  std::optional<double> gamma;  ///< if given, not searched
  /// Of epsilon_svr, to try; empty: six from 0 to a quarter of the targets' deviation.
  std::vector<double> epsilon;
};

struct KernelTuneResult {
  std::vector<CvPoint> points;  ///< all that was tried, in order
  CvPoint best;                 ///< of equals the one with the smallest C
  KernelTrainResult trained;    ///< on all rows, at the best parameters
};

/// A compass search over C and gamma (the kernels that have one): from C = 1, or the targets' deviation, and a gamma of
/// the rows' own scale it goes to the best of the neighbours at factors of 4 as long as one is better, then of 2, then
/// of sqrt(2). The epsilon of epsilon_svr is chosen between the first two. Trains at the best on all rows, in the time
/// that is left, at least a fifth, and that alone begins at options.warm_start or options.warm_dual. Throws as
/// cross_validate does, and InvalidParameter for machines without C.
KernelTuneResult tune(const Dataset& data, const KernelTrainOptions& options, const KernelTuneOptions& search = {});

/// A calibration of decision values of rows that training has not seen. `truth`: +1 where a value should be positive,
/// else -1; `weights`: > 0, one per value, or empty. Throws InvalidParameter where they are not that, decision values
/// are not finite, sizes differ or kind is none.
Calibration fit_calibration(Calibration::Kind kind, std::span<const double> decision_values,
                            std::span<const double> truth, std::span<const double> weights = {});

/// Trains a classifier whose loss has no probabilities of its own and gives it some, fitted to decision values of rows
/// held out in five content_folds. The status is the worst of all trainings; interrupted before anything is held out
/// there are no probabilities. The callback follows the first training, of the answer itself. Throws as train does, and
/// InvalidParameter where the loss is logistic or no classification loss, or all rows fall into one fold.
TrainResult train_calibrated(const Dataset& data, const TrainOptions& options, Calibration::Kind kind);

enum class KernelProbability {
  platt,     ///< classes: one slope for all outputs, 1/2 at 0, as Calibration::Kind::platt; never contradicts predict
  isotonic,  ///< likewise as Calibration::Kind::isotonic
  libsvm,    ///< as LIBSVM's -b 1: slope and offset per output; regression: Laplace scale; one_class: density marks
};

/// Trains a machine with a kernel and its probabilities, from decision values of rows held out in five folds, by
/// content or (libsvm) drawn at random with every class spread evenly, one row each where there are fewer. Status,
/// callback and interruption as above. Throws as cross_validate does, and InvalidParameter where what is for classes is
/// asked of none, or libsvm of one_vs_rest.
KernelTrainResult train_calibrated(const Dataset& data, const KernelTrainOptions& options, KernelProbability kind);

}  // namespace hingeline
