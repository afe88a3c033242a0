// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of linear.h that train, and those that only read a model or parameter. No exception leaves them: errors
// that LIBLINEAR does not have are written to standard error.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "hingeline/error.hpp"
#include "liblinear/fit.hpp"
#include "liblinear/linear.h"
#include "liblinear/outputs_of.hpp"
#include "liblinear/solver_types.hpp"
#include "memory.hpp"
#include "messages.hpp"

namespace hingeline::compat {
namespace {

/// The number of w in row `row` for a label, as get_decfun_*() count labels; 0 for labels that do not exist.
double decision_entry(const model* m, int row, int label) {
  if (check_regression_model(m) != 0 || check_oneclass_model(m) != 0) return m->w[row];
  if (label < 0 || label >= m->nr_class) return 0;
  if (outputs_of(*m) == 1) return label == 0 ? m->w[row] : -m->w[row];
  return m->w[static_cast<std::ptrdiff_t>(row) * m->nr_class + label];
}

/// The rows of a problem. Throws Error if check_parameter() refuses problem and parameter.
Rows checked_rows(const problem& prob, const parameter& param) {
  if (const char* message = check_parameter(&prob, &param)) throw Error(message);
  return rows_of(prob);
}

}  // namespace
}  // namespace hingeline::compat

using namespace hingeline::compat;

int liblinear_version = LIBLINEAR_VERSION;

model* train(const problem* prob, const parameter* param) {
  return guarded<model*>(nullptr, [&] { return fit(checked_rows(*prob, *param), *param); });
}

void cross_validation(const problem* prob, const parameter* param, int nr_fold, double* target) {
  std::fill_n(target, prob->l, std::numeric_limits<double>::quiet_NaN());
  guarded(false, [&] {
    const std::vector<double> predictions = cross_validated(checked_rows(*prob, *param), *param, nr_fold);
    std::copy(predictions.begin(), predictions.end(), target);
    return true;
  });
}

void find_parameters(const problem* prob, const parameter* param, int nr_fold, double start_C, double start_p,
                     double* best_C, double* best_p, double* best_score) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto found = guarded(Found{nan, nan, nan},
                             [&] { return find(checked_rows(*prob, *param), *param, nr_fold, start_C, start_p); });
  *best_C = found.C;
  *best_p = found.p;
  *best_score = found.score;
}

const char* check_parameter(const problem* prob, const parameter* param) {
  const SolverType* type = find_solver_type(param->solver_type);
  if (!(param->eps > 0)) return "eps <= 0";
  if (!(param->C > 0)) return "C <= 0";
  if (std::isinf(param->C)) return "C is infinite";
  if (is_regression(param->solver_type) && !(param->p >= 0)) return "p < 0";
  if (is_regression(param->solver_type) && std::isinf(param->p)) return "p is infinite";
  if (param->solver_type == ONECLASS_SVM && !(param->nu > 0 && param->nu <= 1)) return "nu <= 0 or nu > 1";
  if (prob->bias >= 0 && param->solver_type == ONECLASS_SVM)
    return "prob->bias >=0, but this is ignored in ONECLASS_SVM";
  if (param->regularize_bias == 0) {
    if (prob->bias != 1.0) return "To not regularize bias, must specify -B 1 along with -R";
    if (type == nullptr || (!type->is_primal && type->number != L1R_L2LOSS_SVC && type->number != L1R_LR))
      return "-R option supported only for solver L2R_LR, L2R_L2LOSS_SVC, L1R_L2LOSS_SVC, L1R_LR, and L2R_L2LOSS_SVR";
    if (prob->x != nullptr && !has_bias_column(*prob)) return "-R needs the last entry of every row to be n:1";
  }
  if (type == nullptr) return "unknown solver type";
  if (param->init_sol != nullptr && !type->is_primal)
    return "Initial-solution specification supported only for solvers L2R_LR, L2R_L2LOSS_SVC, and L2R_L2LOSS_SVR";
  if (param->w_recalc && type->number != L2R_L2LOSS_SVC_DUAL && type->number != L2R_L1LOSS_SVC_DUAL)
    return "Recalculating w in the end is only for dual solvers for L2-regularized L1/L2-loss SVM";
  return nullptr;
}

int check_probability_model(const model* m) {
  const int type = m->param.solver_type;
  return type == L2R_LR || type == L2R_LR_DUAL || type == L1R_LR ? 1 : 0;
}

int check_regression_model(const model* m) { return is_regression(m->param.solver_type) ? 1 : 0; }

int check_oneclass_model(const model* m) { return m->param.solver_type == ONECLASS_SVM ? 1 : 0; }

int get_nr_feature(const model* m) { return m->nr_feature; }

int get_nr_class(const model* m) { return m->nr_class; }

void get_labels(const model* m, int* label) {
  if (m->label != nullptr) std::copy_n(m->label, m->nr_class, label);
}

double get_decfun_coef(const model* m, int feat_idx, int label_idx) {
  return feat_idx < 1 || feat_idx > m->nr_feature ? 0 : decision_entry(m, feat_idx - 1, label_idx);
}

double get_decfun_bias(const model* m, int label_idx) {
  if (check_oneclass_model(m) != 0) {
    warn("ERROR: get_decfun_bias can not be called for a one-class SVM model\n");
    return 0;
  }
  return m->bias <= 0 ? 0 : m->bias * decision_entry(m, m->nr_feature, label_idx);
}

double get_decfun_rho(const model* m) {
  if (check_oneclass_model(m) != 0) return m->rho;
  warn("ERROR: get_decfun_rho can be called only for a one-class SVM model\n");
  return 0;
}

void free_model_content(model* m) {
  release(m->w);
  release(m->label);
}

void free_and_destroy_model(model** m) {
  if (m == nullptr || *m == nullptr) return;
  free_model_content(*m);
  release(*m);
}

void destroy_param(parameter* param) {
  release(param->weight_label);
  release(param->weight);
  release(param->init_sol);
}

void set_print_string_function(void (*print_func)(const char*)) { set_print_function(print_func); }
