// SPDX-License-Identifier: BSD-3-Clause
#include "libsvm/fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "classes.hpp"
#include "hingeline/model.hpp"
#include "hingeline/selection.hpp"
#include "libsvm/parameters.hpp"
#include "messages.hpp"
#include "models/class_pairs.hpp"
#include "models/present_targets.hpp"
#include "models/train_valid.hpp"
#include "threads.hpp"

namespace hingeline::compat {
namespace {

/// Rows with whole-number labels, as in LIBSVM, and Hingeline's options for a parameter.
class Task {
 public:
  Task(const Rows& rows, const svm_parameter& param) : param_(param), data_(rows.data) {
    options_.machine = machine_of(param);
    options_.kernel = kernel_of(param);
    if (is_classification(options_.machine)) take_classes();
    if (has_C(options_.machine)) options_.C = param.C;
    if (has_epsilon(options_.machine)) options_.epsilon = param.p;
    if (has_nu(options_.machine)) options_.nu = param.nu;
    // nu-SVC divides f, and with it the violation, by rho < 1: with LIBSVM's -e the objective would be less accurate
    options_.solver.violation = param.svm_type == NU_SVC ? 0.1 * param.eps : param.eps;
    options_.solver.cache_megabytes = param.cache_size;
    options_.solver.threads = threads();
    options_.solver.solver.shrinking = param.shrinking != 0;
    // LIBSVM's limit is ten million pairs
    options_.solver.solver.max_passes = 10'000'000 / std::clamp<std::int64_t>(std::ssize(data_.y), 1, 1000);
  }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  const Dataset& data() const { return data_; }
  const KernelTrainOptions& options() const { return options_; }
  bool has_one_class() const { return labels_.size() == 1; }
  double only_label() const { return labels_[0]; }

  /// Trains the model. A class may have weight 0, which train() would refuse; hence train_as_given().
  KernelTrainResult train() const {
    if (param_.probability != 0) return train_calibrated(data_, options_, KernelProbability::libsvm);
    if (!is_classification(options_.machine)) return hingeline::train(data_, options_);
    return internal::train_as_given(data_, options_, nullptr, internal::present_labels(data_.y, {}));
  }

 private:
  void take_classes() {
    y_ = whole_labels(data_.y);
    data_.y = y_;
    labels_ = ordered_labels(y_);
    std::map<double, double> weights = class_weights(labels_, param_.nr_weight, param_.weight_label, param_.weight);
    if (param_.svm_type == C_SVC) options_.class_weights = std::move(weights);
  }

  const svm_parameter& param_;
  Dataset data_;
  KernelTrainOptions options_;
  std::vector<double> y_;
  std::vector<double> labels_;
};

struct SupportCount {
  std::int64_t all = 0;
  std::int64_t at_bound = 0;
  double sum = 0;  // sum of |s|
};

/// The labels of the two classes of a part; 0 if the machine has no classes.
struct PartLabels {
  double positive = 0;
  double negative = 0;
};

PartLabels part_labels(const KernelModel& model, std::size_t part) {
  if (model.labels.empty()) return {};
  const auto [first, second] = internal::class_pairs(model.labels.size())[part];
  return {model.labels[first], model.labels[second]};
}

/// The weights of the classes of a part.
struct PartWeights {
  double positive = 1;
  double negative = 1;
};

PartWeights part_weights(const Task& task, const PartLabels& labels) {
  const auto& weights = task.options().class_weights;
  const auto of = [&](double label) {
    const auto found = weights.find(label);
    return found == weights.end() ? 1 : found->second;
  };
  return {of(labels.positive), of(labels.negative)};
}

/// Counts support vectors. s is at its bound if |s| is the bound of its class.
SupportCount count_support(const KernelSolution& part, const PartWeights& weights, double bound) {
  SupportCount count;
  constexpr double rounding = 1e-12;
  for (const double coef : part.dual_coef) {
    const double s = std::abs(coef);
    count.sum += s;
    if (s > 0) ++count.all;
    if (s > 0 && s >= bound * (coef > 0 ? weights.positive : weights.negative) * (1 - rounding)) ++count.at_bound;
  }
  return count;
}

/// Prints what LIBSVM prints at the end of each training: the objective is that of LIBSVM's minimisation, for nu-SVC
/// after scaling, and nu is printed where both classes have the same C.
void report_part(const Task& task, const svm_parameter& param, const PartLabels& labels, const KernelSolution& part) {
  const double scale = param.svm_type == NU_SVC ? part.half_width : 1;
  const double bound = param.svm_type == NU_SVC ? 1 / scale : param.svm_type == ONE_CLASS ? 1 : param.C;
  const PartWeights weights = part_weights(task, labels);
  const SupportCount count = count_support(part, weights, bound);
  if (part.status == Status::max_passes) warn("\nWARNING: reaching max number of iterations\n");
  info("\noptimization finished, #iter = {}\n", part.counters.inner_steps);
  const auto rows = static_cast<double>(part.dual_coef.size());
  if ((param.svm_type == C_SVC && weights.positive == weights.negative) || param.svm_type == EPSILON_SVR)
    info("nu = {:f}\n", count.sum / (param.C * weights.positive * rows));
  if (param.svm_type == NU_SVC) info("C = {:f}\n", 1 / scale);
  if (param.svm_type == NU_SVR) info("epsilon = {:f}\n", std::max(0.0, part.half_width));
  info("obj = {:f}, rho = {:f}\nnSV = {}, nBSV = {}\n", part.dual_objective / (scale * scale), -part.intercept,
       count.all, count.at_bound);
}

void report(const Task& task, const svm_parameter& param, const KernelTrainResult& trained) {
  for (std::size_t k = 0; k < trained.parts.size(); ++k)
    report_part(task, param, part_labels(trained.model, k), trained.parts[k]);
  if (is_classification(machine_of(param))) info("Total nSV = {}\n", trained.model.support_vectors());
  if (param.probability == 0) return;
  if (is_regression(machine_of(param)))
    info(
        "Prob. model for test data: target value = predicted value + z,\n"
        "z: Laplace distribution e^(-|z|/sigma)/(2sigma),sigma= {:g}\n",
        trained.model.probability_a[0]);
  if (param.svm_type == ONE_CLASS && trained.model.density_marks.empty())
    warn("WARNING: number of positive or negative decision values <5; too few to do a probability estimation.\n");
}

/// A model of a single class, which it always predicts.
Fitted one_class_model(const Task& task) {
  info("WARNING: training data in only one class. See README for details.\n");
  Fitted fitted;
  fitted.model.kernel = task.options().kernel;
  fitted.model.machine = task.options().machine;
  fitted.model.features = cols(task.data().x);
  fitted.model.labels = {task.only_label()};
  fitted.model.class_sizes = {0};
  fitted.model.intercept = {1};
  info("Total nSV = 0\n");
  return fitted;
}

}  // namespace

Fitted fit(const Rows& rows, const svm_parameter& param) {
  const Task task(rows, param);
  if (task.has_one_class()) return one_class_model(task);
  KernelTrainResult trained = task.train();
  report(task, param, trained);
  if (!rows.serials.empty())
    for (std::size_t i = 0; i < trained.support_rows.size(); ++i)
      trained.model.serials[i] = rows.serials[static_cast<std::size_t>(trained.support_rows[i])];
  return {std::move(trained.model), std::move(trained.support_rows)};
}

std::vector<double> cross_validated(const Rows& rows, const svm_parameter& param, int folds) {
  const Task task(rows, param);
  if (task.has_one_class()) return {task.data().y.begin(), task.data().y.end()};
  CvOptions cv;
  cv.keep_decision_values = false;
  cv.folds = possible_folds(folds, rows.data.y.size(), true);
  return cross_validate(task.data(), task.options(), cv).predictions;
}

const char* check(const svm_parameter& param) {
  if (param.svm_type < C_SVC || param.svm_type > NU_SVR) return "unknown svm type";
  if (param.kernel_type < LINEAR || param.kernel_type > PRECOMPUTED) return "unknown kernel type";
  if (param.kernel_type == POLY || param.kernel_type == RBF || param.kernel_type == SIGMOID) {
    if (param.gamma < 0) return "gamma < 0";
    if (!(param.gamma > 0)) return "gamma = 0";
  }
  if (param.kernel_type == POLY && param.degree < 0) return "degree of polynomial kernel < 0";
  if (!(param.cache_size > 0)) return "cache_size <= 0";
  if (!(param.eps > 0)) return "eps <= 0";
  const Machine machine = machine_of(param);
  if (has_C(machine) && !(param.C > 0)) return "C <= 0";
  if (has_C(machine) && std::isinf(param.C)) return "C is infinite";
  if (has_nu(machine) && !(param.nu > 0 && param.nu <= 1)) return "nu <= 0 or nu > 1";
  if (has_epsilon(machine) && !(param.p >= 0)) return "p < 0";
  if (has_epsilon(machine) && std::isinf(param.p)) return "p is infinite";
  if (param.shrinking != 0 && param.shrinking != 1) return "shrinking != 0 and shrinking != 1";
  if (param.probability != 0 && param.probability != 1) return "probability != 0 and probability != 1";
  return nullptr;
}

bool nu_is_infeasible(double nu, const double* y, int rows) {
  std::map<double, double> sizes;
  for (int i = 0; i < rows; ++i) ++sizes[std::trunc(y[i])];
  for (const auto& [label, size] : sizes)
    for (const auto& [other, other_size] : sizes)
      if (label < other && nu * (size + other_size) / 2 > std::min(size, other_size)) return true;
  return false;
}

}  // namespace hingeline::compat
