// SPDX-License-Identifier: BSD-3-Clause
//
// LIBLINEAR's `train`.
#include <cmath>
#include <limits>
#include <vector>

#include "liblinear/fit.hpp"
#include "liblinear/solver_types.hpp"
#include "training_arguments.hpp"

namespace hingeline::compat {
namespace {

constexpr const char* usage =
    "Usage: train [options] training_set_file [model_file]\n"
    "options:\n"
    "-s type : what to minimise (default 1); types that differ only in (primal) and (dual) have the same answer\n"
    "  classification, several classes one against the rest\n"
    "     0 -- logistic loss, L2 penalty (primal)\n"
    "     1 -- squared hinge loss, L2 penalty (dual)\n"
    "     2 -- squared hinge loss, L2 penalty (primal)\n"
    "     3 -- hinge loss, L2 penalty (dual)\n"
    "     4 -- all classes in one problem, of Crammer and Singer\n"
    "     5 -- squared hinge loss, L1 penalty\n"
    "     6 -- logistic loss, L1 penalty\n"
    "     7 -- logistic loss, L2 penalty (dual)\n"
    "  regression\n"
    "    11 -- squared epsilon-insensitive loss, L2 penalty (primal)\n"
    "    12 -- squared epsilon-insensitive loss, L2 penalty (dual)\n"
    "    13 -- epsilon-insensitive loss, L2 penalty (dual)\n"
    "  one class\n"
    "    21 -- the half-space that holds all but a share nu of the rows\n"
    "-c cost : the factor C of the losses (default 1)\n"
    "-p epsilon : half width of the tube of regression losses (default 0.1)\n"
    "-n nu : of -s 21, 0 < nu <= 1 (default 0.5)\n"
    "-e epsilon : stopping tolerance (default 0.01 for -s 0, 2, 5, 6, 21; 1e-4 for 11; 0.1 for 1, 3, 4, 7, 12, 13);\n"
    "    the objective is proven to be within 1e-3 of the optimum, relative, at the default (1e-6 for 21), and in "
    "proportion elsewhere\n"
    "-B bias : a last feature of this value is appended where bias >= 0 (default -1)\n"
    "-R : do not penalise that feature's coefficient; with -B 1 and -s 0, 2, 5, 6, 11\n"
    "-wi weight : C of class i is multiplied by the weight\n"
    "-v n : n-fold cross-validation\n"
    "-C : find C by cross-validation (-s 0, 2), or C and p (-s 11)\n"
    "-q : print nothing\n";

struct Arguments : TrainingArguments<parameter> {
  double bias = -1;
  bool find = false;
  bool has_type = false;
  bool has_C = false;
  bool has_p = false;
};

/// Takes an option and its value; atoi and atof, as in LIBLINEAR, take what of the value is a number.
void take_option(Arguments& args, const std::string& option, const char* value) {
  switch (option[1]) {
    case 's':
      args.param.solver_type = std::atoi(value);
      args.has_type = true;
      break;
    case 'c':
      args.param.C = std::atof(value);
      args.has_C = true;
      break;
    case 'p':
      args.param.p = std::atof(value);
      args.has_p = true;
      break;
    case 'n':
      args.param.nu = std::atof(value);
      break;
    case 'e':
      args.param.eps = std::atof(value);
      break;
    case 'B':
      args.bias = std::atof(value);
      break;
    case 'w':
      args.take_weight(option, value);
      break;
    case 'v':
      args.take_folds(value, usage);
      break;
    default:
      warn("unknown option: -{}\n", option.substr(1, 1));
      exit_with(usage);
  }
}

/// Takes an option without a value; returns false for others.
bool take_flag(Arguments& args, const std::string& option) {
  if (option[1] == 'q')
    set_print_string_function(print_nothing);
  else if (option[1] == 'C')
    args.find = true;
  else if (option[1] == 'R')
    args.param.regularize_bias = 0;
  else
    return false;
  return true;
}

void complete(Arguments& args) {
  if (args.find) {
    if (args.folds == 0) args.folds = 5;
    if (!args.has_type) {
      warn("Solver not specified. Using -s 2\n");
      args.param.solver_type = L2R_L2LOSS_SVC;
    }
    const SolverType* type = find_solver_type(args.param.solver_type);
    if (type == nullptr || !type->is_primal) {
      warn("Warm-start parameter search only available for -s 0, -s 2 and -s 11\n");
      exit_with(usage);
    }
  }
  const SolverType* type = find_solver_type(args.param.solver_type);
  if (std::isinf(args.param.eps) && type != nullptr) args.param.eps = type->default_eps;
}

void parse(int argc, char** argv, Arguments& args) {
  args.param.solver_type = L2R_L2LOSS_SVC_DUAL;
  args.param.C = 1;
  args.param.p = 0.1;
  args.param.nu = 0.5;
  args.param.eps = std::numeric_limits<double>::infinity();
  args.param.regularize_bias = 1;
  parse_training(argc, argv, usage, args, take_flag, take_option);
  complete(args);
}

/// Ends the program if check_parameter() refuses the parameter; of the problem it reads the bias only.
void require_valid(const Arguments& args) {
  problem shape = {};
  shape.bias = args.bias;
  if (const char* message = check_parameter(&shape, &args.param)) die(1, std::string("ERROR: ") + message);
}

void search(const Rows& rows, const Arguments& args) {
  fmt::print("Doing parameter search with {}-fold cross validation.\n", args.folds);
  const Found found =
      find(rows, args.param, args.folds, args.has_C ? args.param.C : -1, args.has_p ? args.param.p : -1);
  if (is_regression(args.param.solver_type))
    fmt::print("Best C = {:g} Best p = {:g}  CV MSE = {:g}\n", found.C, found.p, found.score);
  else
    fmt::print("Best C = {:g}  CV accuracy = {:g}%\n", found.C, 100 * found.score);
  flush_output();
}

int main(int argc, char** argv) {
  Arguments args;
  parse(argc, argv, args);
  require_valid(args);
  const Rows rows = {read_rows(args.data), args.bias};
  if (args.find) {
    search(rows, args);
  } else if (args.folds > 0) {
    print_cross_validation(is_regression(args.param.solver_type), rows.data.y,
                           cross_validated(rows, args.param, args.folds));
  } else {
    model* trained = fit(rows, args.param);
    const int failed = save_model(args.model.c_str(), trained);
    free_and_destroy_model(&trained);
    if (failed != 0) die(1, "can't save model to file " + args.model);
  }
  return 0;
}

}  // namespace
}  // namespace hingeline::compat

int main(int argc, char** argv) {
  return hingeline::compat::run_program([&] { return hingeline::compat::main(argc, argv); });
}
