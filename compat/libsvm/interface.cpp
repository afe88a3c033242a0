// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of svm.h that train, save, load and read models. No exception leaves them: errors that LIBSVM does not
// have are written to standard error.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "hingeline/error.hpp"
#include "libsvm/fit.hpp"
#include "libsvm/model.hpp"
#include "libsvm/parameters.hpp"
#include "libsvm/svm.h"
#include "memory.hpp"
#include "messages.hpp"
#include "model_files/kernel_model_text.hpp"
#include "models/model_fields.hpp"
#include "output_file.hpp"
#include "whole_number.hpp"

namespace hingeline::compat {
namespace {

/// The rows of a problem. Throws Error if svm_check_parameter() refuses problem and parameter.
Rows checked_rows(const svm_problem& prob, const svm_parameter& param) {
  if (const char* message = svm_check_parameter(&prob, &param)) throw Error(message);
  return rows_of(prob, param.kernel_type == PRECOMPUTED);
}

/// Trains a model whose support vectors point to rows of the problem.
svm_model* train(const svm_problem& prob, const svm_parameter& param) {
  const Fitted fitted = fit(checked_rows(prob, param), param);
  std::vector<svm_node*> vectors;
  std::vector<int> indices;
  for (const std::int64_t row : fitted.support_rows) {
    vectors.push_back(prob.x[row]);
    indices.push_back(static_cast<int>(row) + 1);
  }
  svm_model* model = to_c(fitted.model, param, vectors);
  model->free_sv = 0;
  model->sv_indices = malloc_copy(indices);
  return model;
}

svm_model* load(const char* file) {
  const KernelModel model = read_kernel_model(file);
  if (internal::is_one_vs_rest(model) || model.calibration.kind != Calibration::Kind::none)
    throw DataError(fmt::format("{}: an svm_model cannot hold a one-vs-rest model or a calibration", file));
  for (const double label : model.labels)
    if (!whole_number(label))
      throw DataError(fmt::format("{}: label {} given, must be an int in an svm_model", file, label));
  svm_parameter param = {};
  param.svm_type = static_cast<int>(model.machine);
  param.kernel_type = static_cast<int>(model.kernel.name);
  param.degree = model.kernel.degree;
  param.gamma = model.kernel.gamma;
  param.coef0 = model.kernel.coef0;
  return to_c(model, param, {});
}

}  // namespace
}  // namespace hingeline::compat

using namespace hingeline::compat;

int libsvm_version = LIBSVM_VERSION;

svm_model* svm_train(const svm_problem* prob, const svm_parameter* param) {
  return guarded<svm_model*>(nullptr, [&] { return train(*prob, *param); });
}

void svm_cross_validation(const svm_problem* prob, const svm_parameter* param, int nr_fold, double* target) {
  std::fill_n(target, prob->l, std::numeric_limits<double>::quiet_NaN());
  guarded(false, [&] {
    const auto predictions = cross_validated(checked_rows(*prob, *param), *param, nr_fold);
    std::copy(predictions.begin(), predictions.end(), target);
    return true;
  });
}

int svm_save_model(const char* model_file_name, const svm_model* m) {
  return guarded(-1, [&] {
    const hingeline::KernelModel model = from_c(*m);
    try {
      write_file(model_file_name,
                 [&model](const auto& sink) { hingeline::internal::write_kernel_model_text(model, sink); });
    } catch (const hingeline::IoError&) {
      return -1;
    }
    return 0;
  });
}

svm_model* svm_load_model(const char* model_file_name) {
  return guarded<svm_model*>(nullptr, [&]() -> svm_model* {
    try {
      return load(model_file_name);
    } catch (const hingeline::IoError&) {
      return nullptr;
    }
  });
}

int svm_get_svm_type(const svm_model* m) { return m->param.svm_type; }

int svm_get_nr_class(const svm_model* m) { return m->nr_class; }

void svm_get_labels(const svm_model* m, int* label) {
  if (m->label != nullptr) std::copy_n(m->label, m->nr_class, label);
}

void svm_get_sv_indices(const svm_model* m, int* sv_indices) {
  if (m->sv_indices != nullptr) std::copy_n(m->sv_indices, m->l, sv_indices);
}

int svm_get_nr_sv(const svm_model* m) { return m->l; }

double svm_get_svr_probability(const svm_model* m) {
  if (is_regression(machine_of(m->param)) && m->probA != nullptr) return m->probA[0];
  warn("Model doesn't contain information for SVR probability inference\n");
  return 0;
}

const char* svm_check_parameter(const svm_problem* prob, const svm_parameter* param) {
  if (const char* message = check(*param)) return message;
  if (param->svm_type == NU_SVC && nu_is_infeasible(param->nu, prob->y, prob->l)) return "specified nu is infeasible";
  return nullptr;
}

int svm_check_probability_model(const svm_model* m) {
  if (is_classification(machine_of(m->param))) return m->probA != nullptr && m->probB != nullptr ? 1 : 0;
  if (m->param.svm_type == ONE_CLASS) return m->prob_density_marks != nullptr ? 1 : 0;
  return m->probA != nullptr ? 1 : 0;
}

void svm_free_model_content(svm_model* m) {
  if (m->free_sv != 0 && m->l > 0 && m->SV != nullptr) std::free(m->SV[0]);
  if (m->sv_coef != nullptr)
    for (int k = 0; k < m->nr_class - 1; ++k) std::free(m->sv_coef[k]);
  release(m->SV);
  release(m->sv_coef);
  release(m->rho);
  release(m->probA);
  release(m->probB);
  release(m->prob_density_marks);
  release(m->sv_indices);
  release(m->label);
  release(m->nSV);
}

void svm_free_and_destroy_model(svm_model** m) {
  if (m == nullptr || *m == nullptr) return;
  svm_free_model_content(*m);
  release(*m);
}

void svm_destroy_param(svm_parameter* param) {
  std::free(param->weight_label);
  std::free(param->weight);
}

void svm_set_print_string_function(void (*print_func)(const char*)) { set_print_function(print_func); }
