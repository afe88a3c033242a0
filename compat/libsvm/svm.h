/* SPDX-License-Identifier: BSD-3-Clause */
/* The C interface of LIBSVM 3.37: the same names, types and memory layouts, so that programs and bindings built for it
 * link or load this library instead. */
#ifndef HINGELINE_COMPAT_SVM_H
#define HINGELINE_COMPAT_SVM_H

#define LIBSVM_VERSION 337

#ifdef __cplusplus
extern "C" {
#endif

extern int libsvm_version;

/* One entry of a row; indices ascend, index -1 ends the row. With a precomputed kernel the first entry has index 0 and
 * the row's serial number as its value, and entry k is the kernel value with the row of serial number k. */
struct svm_node {
  int index;
  double value;
};

struct svm_problem {
  int l;
  double *y;
  struct svm_node **x;
};

enum { C_SVC, NU_SVC, ONE_CLASS, EPSILON_SVR, NU_SVR };
enum { LINEAR, POLY, RBF, SIGMOID, PRECOMPUTED };

struct svm_parameter {
  int svm_type;
  int kernel_type;
  int degree;
  double gamma;
  double coef0;

  double cache_size; /* megabytes */
  double eps;        /* stop where no pair violates by more */
  double C;
  int nr_weight; /* classes whose C is multiplied, in C_SVC */
  int *weight_label;
  double *weight;
  double nu;
  double p; /* epsilon of EPSILON_SVR */
  int shrinking;
  int probability;
};

struct svm_model {
  struct svm_parameter param;
  int nr_class; /* 2 in regression and one-class machines */
  int l;        /* support vectors */
  struct svm_node **SV;
  double **sv_coef; /* nr_class - 1 rows of l */
  double *rho;      /* one for every two classes */
  double *probA;
  double *probB;
  double *prob_density_marks;
  int *sv_indices; /* rows of the problem, from 1 */

  int *label;
  int *nSV;

  int free_sv; /* 1: the model owns what SV points to */
};

struct svm_model *svm_train(const struct svm_problem *prob, const struct svm_parameter *param);
void svm_cross_validation(const struct svm_problem *prob, const struct svm_parameter *param, int nr_fold,
                          double *target);

int svm_save_model(const char *model_file_name, const struct svm_model *model);
struct svm_model *svm_load_model(const char *model_file_name);

int svm_get_svm_type(const struct svm_model *model);
int svm_get_nr_class(const struct svm_model *model);
void svm_get_labels(const struct svm_model *model, int *label);
void svm_get_sv_indices(const struct svm_model *model, int *sv_indices);
int svm_get_nr_sv(const struct svm_model *model);
double svm_get_svr_probability(const struct svm_model *model);

double svm_predict_values(const struct svm_model *model, const struct svm_node *x, double *dec_values);
double svm_predict(const struct svm_model *model, const struct svm_node *x);
double svm_predict_probability(const struct svm_model *model, const struct svm_node *x, double *prob_estimates);

void svm_free_model_content(struct svm_model *model_ptr);
void svm_free_and_destroy_model(struct svm_model **model_ptr_ptr);
void svm_destroy_param(struct svm_parameter *param);

const char *svm_check_parameter(const struct svm_problem *prob, const struct svm_parameter *param);
int svm_check_probability_model(const struct svm_model *model);

void svm_set_print_string_function(void (*print_func)(const char *));

#ifdef __cplusplus
}
#endif

#endif
