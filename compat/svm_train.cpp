// SPDX-License-Identifier: BSD-3-Clause
//
// LIBSVM's `svm-train`.
#include <algorithm>
#include <vector>

#include "libsvm/fit.hpp"
#include "libsvm/parameters.hpp"
#include "libsvm/read_rows.hpp"
#include "model_files/kernel_model_text.hpp"
#include "output_file.hpp"
#include "training_arguments.hpp"

namespace hingeline::compat {
namespace {

constexpr const char* usage =
    "Usage: svm-train [options] training_set_file [model_file]\n"
    "options:\n"
    "-s type : which machine (default 0)\n"
    "     0 -- C-SVC          classes, several by one against one\n"
    "     1 -- nu-SVC         likewise\n"
    "     2 -- one-class SVM\n"
    "     3 -- epsilon-SVR    regression\n"
    "     4 -- nu-SVR         likewise\n"
    "-t type : which kernel (default 2)\n"
    "     0 -- linear         u'v\n"
    "     1 -- polynomial     (gamma u'v + coef0)^degree\n"
    "     2 -- RBF            exp(-gamma |u - v|^2)\n"
    "     3 -- sigmoid        tanh(gamma u'v + coef0)\n"
    "     4 -- precomputed    rows are 0:serial 1:K(row, 1) 2:K(row, 2) ..\n"
    "-d degree : of the polynomial kernel (default 3)\n"
    "-g gamma : of the kernel (default 1 / number of features)\n"
    "-r coef0 : of the kernel (default 0)\n"
    "-c cost : C of C-SVC, epsilon-SVR and nu-SVR (default 1)\n"
    "-n nu : of nu-SVC, one-class SVM and nu-SVR (default 0.5)\n"
    "-p epsilon : half width of the tube of epsilon-SVR (default 0.1)\n"
    "-m size : megabytes for kernel values (default 100)\n"
    "-e epsilon : stop where no pair of variables violates by more (default 0.001)\n"
    "-h 0|1 : shrinking (default 1)\n"
    "-b 0|1 : train for probabilities too (default 0)\n"
    "-wi weight : C of class i is multiplied by the weight, in C-SVC\n"
    "-v n : n-fold cross-validation\n"
    "-q : print nothing\n";

using Arguments = TrainingArguments<svm_parameter>;

/// Takes an option and its value; atoi and atof, as in LIBSVM, take what of the value is a number.
void take_option(Arguments& args, const std::string& option, const char* value) {
  svm_parameter& param = args.param;
  switch (option[1]) {
    case 's':
      param.svm_type = std::atoi(value);
      break;
    case 't':
      param.kernel_type = std::atoi(value);
      break;
    case 'd':
      param.degree = std::atoi(value);
      break;
    case 'g':
      param.gamma = std::atof(value);
      break;
    case 'r':
      param.coef0 = std::atof(value);
      break;
    case 'n':
      param.nu = std::atof(value);
      break;
    case 'm':
      param.cache_size = std::atof(value);
      break;
    case 'c':
      param.C = std::atof(value);
      break;
    case 'e':
      param.eps = std::atof(value);
      break;
    case 'p':
      param.p = std::atof(value);
      break;
    case 'h':
      param.shrinking = std::atoi(value);
      break;
    case 'b':
      param.probability = std::atoi(value);
      break;
    case 'v':
      args.take_folds(value, usage);
      break;
    case 'w':
      args.take_weight(option, value);
      break;
    default:
      warn("Unknown option: -{}\n", option.substr(1, 1));
      exit_with(usage);
  }
}

/// Takes the only option without a value; returns false for others.
bool take_flag(Arguments&, const std::string& option) {
  if (option[1] != 'q') return false;
  set_print_function(print_nothing);
  return true;
}

void parse(int argc, char** argv, Arguments& args) {
  args.param.kernel_type = RBF;
  args.param.degree = 3;
  args.param.nu = 0.5;
  args.param.cache_size = 100;
  args.param.C = 1;
  args.param.eps = 1e-3;
  args.param.p = 0.1;
  args.param.shrinking = 1;
  parse_training(argc, argv, usage, args, take_flag, take_option);
}

void require_valid(const svm_parameter& param, const Dataset& data) {
  const char* message = check(param);
  if (message == nullptr && param.svm_type == NU_SVC &&
      nu_is_infeasible(param.nu, data.y.data(), static_cast<int>(data.y.size())))
    message = "specified nu is infeasible";
  if (message != nullptr) die(1, std::string("ERROR: ") + message);
}

int main(int argc, char** argv) {
  Arguments args;
  parse(argc, argv, args);
  const Rows rows =
      args.param.kernel_type == PRECOMPUTED ? read_kernel_matrix(args.data) : Rows{read_rows(args.data), {}};
  if (args.param.gamma == 0) args.param.gamma = 1.0 / std::max(1, cols(rows.data.x));
  require_valid(args.param, rows.data);
  if (args.folds > 0) {
    print_cross_validation(is_regression(machine_of(args.param)), rows.data.y,
                           cross_validated(rows, args.param, args.folds));
    return 0;
  }
  const Fitted fitted = fit(rows, args.param);
  try {
    write_file(args.model, [&fitted](const auto& sink) { internal::write_kernel_model_text(fitted.model, sink); });
  } catch (const IoError&) {
    die(1, "can't save model to file " + args.model);
  }
  return 0;
}

}  // namespace
}  // namespace hingeline::compat

int main(int argc, char** argv) {
  return hingeline::compat::run_program([&] { return hingeline::compat::main(argc, argv); });
}
