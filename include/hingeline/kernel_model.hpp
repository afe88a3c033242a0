// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "hingeline/calibration.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/kernel_solve.hpp"
#include "hingeline/multi_class.hpp"

namespace hingeline {

/// A predictor by support vectors z_i: one output f(x) = sum_i s_i K(z_i, x) + b. Of more than two classes there is one
/// for every two of them, (0, 1), (0, 2), .., (1, 2), .., which is positive where the first of the two is the answer,
/// and the class that wins most often wins, the first of equals; or (one_vs_rest) one per class, the largest wins.
struct KernelModel {
  Machine machine = Machine::c_svc;
  Kernel kernel;
  MultiClass multi_class = MultiClass::one_vs_one;  ///< or one_vs_rest
  std::vector<double> labels;            ///< classes in the order of first appearance, but -1, +1 as +1, -1; else empty
  std::vector<std::string> label_names;  ///< one per label, where targets are text; or empty
  std::int32_t features = 0;
  std::vector<std::string> feature_names;  ///< one per feature, or empty
  /// The support vectors, those of a class together, in the order of labels. Precomputed: empty rows.
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<std::int64_t> class_sizes;  ///< support vectors per class; empty where there are no classes
  std::vector<std::int64_t> serials;      ///< precomputed: the support vectors' rows in training, from 1
  /// Support vectors x width(), row-major. Width is 1, or classes - 1: a support vector of class c has its s for the
  /// output of c and d at column d if d < c, at d - 1 if d > c. One-vs-rest: one of each output.
  std::vector<double> coef;
  std::vector<double> intercept;  ///< b, one per output; infinite where LIBSVM has no other rho, of a class of weight 0

  /// Of models trained for probabilities. Classification: P(first class of output k) = 1 / (1 + exp(a z + b)), one a
  /// and b per output. Regression: one a, the scale of the Laplace distribution of the residuals.
  std::vector<double> probability_a;
  std::vector<double> probability_b;
  /// Of classes, in their place: one function for all outputs. LIBSVM has neither this nor one-vs-rest.
  Calibration calibration;
  /// one_class: ten decision values, ascending; k of them not above z mean a probability of k / 10 to be normal, but at
  /// least 0.001 and at most 0.999.
  std::vector<double> density_marks;

  std::int64_t support_vectors() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::size_t width() const { return has_pairs() ? labels.size() - 1 : outputs(); }
  std::size_t outputs() const {
    if (labels.size() <= 2) return 1;
    return has_pairs() ? labels.size() * (labels.size() - 1) / 2 : labels.size();
  }
  /// Outputs of every two of more than two classes.
  bool has_pairs() const { return labels.size() > 2 && multi_class == MultiClass::one_vs_one; }
};

struct KernelTrainOptions {
  Machine machine = Machine::c_svc;
  Kernel kernel;
  MultiClass multi_class = MultiClass::one_vs_one;  ///< or one_vs_rest: a class against all others, on all rows
  double C = 1;
  double epsilon = 0.1;
  double nu = 0.5;
  std::span<const double> output_nu;       ///< nu_svc: a nu per output, or empty
  std::map<double, double> class_weights;  ///< label -> weight; labels not named have 1
  std::span<const double> weights;         ///< one per row, or empty
  KernelOptions solver;
  /// Where to begin: dual_coef of the parts of an earlier training on the same rows and classes, brought to what the
  /// new machine allows; or its model, of the same classes in any order, whose support vectors are looked for among the
  /// rows, and those not found left out.
  std::span<const std::vector<double>> warm_dual;
  const KernelModel* warm_start = nullptr;
};

struct KernelTrainResult {
  KernelModel model;
  Status status = Status::converged;  ///< the worst of the parts
  Certificate certificate;            ///< of the sum of the parts' problems
  /// One per output. Of every two of more than two classes dual_coef is of their rows, in their order.
  std::vector<KernelSolution> parts;
  std::vector<std::int64_t> support_rows;  ///< the row of the data that each support vector is
};

/// Trains one machine, or one for every two classes or each against all others. Throws InvalidParameter or DataError.
KernelTrainResult train(const Dataset& data, const KernelTrainOptions& options);

/// Outputs of every row, row-major: rows x model.outputs(). Kernel values are float or double as x is, their sums
/// double. With the precomputed kernel column j of x is K(x, training row j + 1). Entries of x must be valid and
/// finite, which is not looked at. Throws InvalidParameter where the model's sizes disagree or threads < 1, and
/// DataError where those of x do not fit or x lacks a row of training.
std::vector<double> decision_values(const KernelModel& model, const MatrixView& x, int threads = 1);

/// Labels, values of a regression, or +1 / -1 of a one-class machine: one per row. Throws InvalidParameter where sizes
/// disagree.
std::vector<double> predict(const KernelModel& model, std::span<const double> decision_values);

/// Whether predict_probability can answer: classes (a single one's is 1), or one class with density marks.
bool has_probability(const KernelModel& model);

/// Stores the calibration: a Platt slope in LIBSVM's fields probability_a (-slope) and probability_b (0), unless the
/// model is one_vs_rest; anything else in `calibration`.
void set_calibration(KernelModel& model, const Calibration& calibration);
/// What set_calibration has given, or none: LIBSVM's own sigmoids have offsets, and slopes by output.
Calibration calibration_of(const KernelModel& model);

/// Row-major: of every class (rows x labels; of outputs of pairs coupled, as those of linear models), or of normal and
/// outlier. Where all probability_b are 0, as this library trains them, the predicted label's is the largest. Throws
/// InvalidParameter for other models, where sizes disagree and unless threads >= 1.
std::vector<double> predict_probability(const KernelModel& model, std::span<const double> decision_values,
                                        int threads = 1);

/// Writes LIBSVM's text format, numbers so that they read back exactly; of names, one-vs-rest and calibrations, which
/// that has no room for, one that extends it. The file appears whole or not at all. Throws IoError, or InvalidParameter
/// where the model's sizes disagree, labels are equal or a number but an intercept is not finite.
void write_model(const std::filesystem::path& path, const KernelModel& model);

/// Reads either format. Throws IoError, or DataError with the line.
KernelModel read_kernel_model(const std::filesystem::path& path);

}  // namespace hingeline
