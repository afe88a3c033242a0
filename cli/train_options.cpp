// SPDX-License-Identifier: BSD-3-Clause
#include "train_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "command.hpp"
#include "hingeline/error.hpp"
#include "losses/loss_parameters.hpp"
#include "models/multi_class.hpp"
#include "plq_file.hpp"
#include "range.hpp"
#include "solvers/solve/validate_choice.hpp"

namespace hingeline::cli {
namespace {

constexpr const char* loss_help =
    "phi(y, z), the loss of prediction z for target y. For classification, y = +1 or -1 and m = y z:\n"
    "  hinge                        max(0, 1 - m)\n"
    "  squared_hinge                max(0, 1 - m)^2\n"
    "  smoothed_hinge               0 for m >= 1; (1 - m)^2 / (2 gamma) for 1 - gamma <= m < 1; 1 - m - gamma/2 "
    "otherwise\n"
    "  logistic                     log(1 + exp(-m))\n"
    "For regression, r = y - z, r+ = max(0, r), r- = max(0, -r):\n"
    "  epsilon_insensitive          max(0, |r| - epsilon)\n"
    "  squared_epsilon_insensitive  max(0, |r| - epsilon)^2\n"
    "  quantile                     tau max(0, r - epsilon) + (1 - tau) max(0, -r - epsilon)\n"
    "  absolute                     |r|\n"
    "  squared                      r^2 / 2\n"
    "  huber                        r^2 / 2 for |r| <= delta; delta (|r| - delta/2) otherwise\n"
    "  expectile                    tau (r+)^2 + (1 - tau) (r-)^2\n"
    "Your own:\n"
    "  plq:FILE                     any convex piecewise linear-quadratic function, which a JSON file describes";

constexpr std::string_view plq_prefix = "plq:";

void take_loss(const std::string& given, ProblemOptions& options) {
  if (given.starts_with(plq_prefix)) {
    options.loss = LossName::plq;
    options.plq_file = given.substr(plq_prefix.size());
  } else {
    options.loss = loss_from_string(given);
  }
}

/// What is wrong with the value of --loss; empty if nothing is.
std::string check_loss(const std::string& given) {
  if (given == to_string(LossName::plq) || given == plq_prefix) return "plq: a file must be named, as in plq:FILE";
  if (given.starts_with(plq_prefix) || std::ranges::find(loss_names, given) != loss_names.end()) return {};
  const auto named = std::span(loss_names).first(loss_names.size() - 1);  // but for plq, the last
  return fmt::format("{} given, must be one of {} or {}FILE", given, fmt::join(named, ", "), plq_prefix);
}

/// Declares the options of R, loss and intercept.
void add_problem_options(CLI::App& app, ProblemOptions& options) {
  add_loss_options(app, options);
  app.add_option("-C,--cost", options.C,
                 "C > 0 of the objective R(w) + C sum_i weight_i phi(y_i, x_i'w + b); losses are summed, not averaged")
      ->check(must_be("> 0 and finite", [](double C) { return C > 0; }))
      ->capture_default_str();
  add_choice(app, "--intercept", options.intercept, choices_of<Intercept>(intercept_names),
             "free: b has no penalty; penalized: b = bias v, and the penalty also has the term R(v), as with "
             "LIBLINEAR's -B; none: b = 0");
  app.add_option("--bias", options.bias, "bias > 0 for --intercept penalized")
      ->check(must_be_positive())
      ->capture_default_str();
  add_weight_options(app, options.weights);
  add_constraint_options(app, options.constraints);
}

void add_solver_options(CLI::App& app, TrainArguments& arguments) {
  SolverOptions& solver = arguments.solver;
  add_choice(app, "--solver", solver.solver, choices_of<Solver>(solver_names),
             "auto: chosen for the problem; the output says which and why");
  add_choice(app, "--coordinate-order", solver.coordinate_order, choices_of<CoordinateOrder>(coordinate_order_names),
             "order of columns in primal_cd: the same in every pass, a fresh permutation in every pass, or single "
             "columns drawn at random");
  add_choice(app, "--inner", solver.inner, choices_of<InnerSolver>(inner_solver_names),
             "step of primal_cd along one column: line_search: a Newton step with a line search; exact: to the "
             "minimum; upper_bound: a step by an upper bound of the second derivative");
  app.add_option("--tolerance", solver.tolerance,
                 "stop when primal - dual <= tolerance * min(|primal|, P0 - dual), P0 the objective at w = 0 (with the "
                 "best b if the intercept is free)")
      ->check(must_be_positive())
      ->capture_default_str();
  app.add_option("--max-passes", solver.max_passes, "stop after work equal to this many passes over all rows")
      ->check(must_be_whole<std::int64_t>(1))
      ->capture_default_str();
  app.add_option("--max-seconds", solver.max_seconds, "stop the solve after this many seconds (default: no limit)");
  app.add_option("--seed", solver.seed, "seed of all random choices: order of rows, folds, functions of --approximate")
      ->check(must_be_whole<std::uint64_t>(0))
      ->capture_default_str();
  app.add_flag("--no-shrinking", arguments.no_shrinking, "visit every row in every pass");
}

/// Classes that look like the targets of a regression.
struct Doubtful {
  std::size_t count = 0;
  double example = 0;
};

/// Finds such classes: more than two, of which some are no whole numbers, or more than a thousand.
Doubtful doubtful_classes(const Dataset& data) {
  constexpr std::size_t many = 1000;
  if (!data.class_names.empty()) return {};
  const std::vector<double> labels = ordered_labels(data.y);
  const auto fraction = std::ranges::find_if(labels, [](double label) { return label != std::rint(label); });
  if (labels.size() <= (fraction == labels.end() ? many : 2)) return {};
  return {labels.size(), fraction == labels.end() ? labels.back() : *fraction};
}

/// Checks what can be checked before data are read. Throws InvalidParameter.
void validate_without_data(const TrainOptions& options) {
  validate(options.loss);
  validate(options.solver);
  internal::validate_multi_class(options);
  Problem problem;
  problem.loss = options.loss;
  problem.intercept = options.intercept;
  problem.penalty = options.penalty;
  const Solver named = options.solver.solver;
  if (named != Solver::automatic) internal::validate_choice(named, named, problem);
}

}  // namespace

Loss ProblemOptions::full_loss() const {
  if (loss == LossName::plq) return read_plq(plq_file);
  const double default_epsilon = loss == LossName::quantile ? 0.0 : Loss().epsilon;
  return {loss, epsilon.value_or(default_epsilon), taus.front(), delta, gamma.value_or(Loss().gamma), nullptr};
}

std::span<const double> ProblemOptions::levels() const {
  return taus.size() > 1 ? std::span(taus) : std::span<const double>();
}

void add_loss_options(CLI::App& app, ProblemOptions& options) {
  app.add_option_function<std::string>(
         "--loss", [&options](const std::string& given) { take_loss(given, options); }, loss_help)
      ->check(CLI::Validator(check_loss, ""))
      ->type_name("NAME")
      ->default_str(std::string(to_string(options.loss)));
  app.add_option("--epsilon", options.epsilon,
                 "epsilon >= 0 of epsilon_insensitive, squared_epsilon_insensitive and, with --kernel, epsilon_svr "
                 "(default 0.1), and of quantile (default 0)")
      ->check(must_not_be_negative());
  app.add_option("--quantile,--tau", options.taus,
                 "tau of quantile and expectile, 0 < tau < 1; train and path also take several in ascending order, "
                 "such as 0.1,0.5,0.9, and train one output for each")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("FLOAT,..")
      ->check(must_be("0 < tau < 1", [](double tau) { return tau > 0 && tau < 1; }))
      ->capture_default_str();
  app.add_option("--delta", options.delta, "delta of huber, > 0")->check(must_be_positive())->capture_default_str();
  app.add_option("--gamma", options.gamma,
                 "gamma > 0 of smoothed_hinge (default 1) and of kernels (default 1 / number of features)")
      ->check(must_be_positive());
}

/// Several levels of a loss without tau are not noted: the library makes them an error.
void check_meaning(const CLI::App& app, const ProblemOptions& options, bool has_kernel) {
  const LossName loss = options.loss;
  note_meaning(app,
               {{"--epsilon", internal::has_epsilon(loss)},
                {"--quantile", internal::has_tau(loss) || !options.levels().empty()},
                {"--delta", internal::has_delta(loss)},
                {"--gamma", internal::has_gamma(loss) || has_kernel}},
               fmt::format("--loss {}", to_string(loss)));
  const std::string& penalty = options.constraints.penalty;
  require_meaning(
      app, {{"--l1-ratio", penalty == "elastic_net"}, {"--l1-weights", penalty == "l1" || penalty == "elastic_net"}},
      "--penalty " + penalty);
  const bool is_penalized = options.intercept == Intercept::penalized;
  note_meaning(app, {{"--bias", is_penalized}},
               options.intercept == Intercept::free ? "--intercept free" : "--intercept none");
  options.constraints.check();
}

/// Refuses or notes options that the named solver does not have.
void check_meaning(const CLI::App& app, const SolverOptions& solver) {
  const std::string named = fmt::format("--solver {}", to_string(solver.solver));
  const bool by_columns = solver.solver == Solver::primal_cd;
  require_meaning(app, {{"--coordinate-order", by_columns}, {"--inner", by_columns}}, named);
  note_meaning(app, {{"--no-shrinking", solver.solver == Solver::automatic || solver.solver == Solver::dual_cd}},
               named);
}

/// Checks --multiclass for a kernel machine.
void check_multi_class(const TrainArguments& arguments) {
  if (!arguments.multi_class) return;
  const MultiClass given = *arguments.multi_class;
  if (internal::is_joint(given))
    throw UsageError(fmt::format("--multiclass {} excludes --kernel without --approximate", to_string(given)));
  const Machine machine = arguments.kernel.machine;
  if (!is_classification(machine))
    throw UsageError(fmt::format("--multiclass means nothing to --problem {}", to_string(machine)));
}

void check_meaning(const CLI::App& app, const TrainArguments& arguments) {
  const KernelArguments& kernel = arguments.kernel;
  if (kernel.is_asked_for()) {
    check_multi_class(arguments);
    return check_meaning(app, kernel);
  }
  if (kernel.is_approximated()) {
    check_approximation(app, kernel);
    require_meaning(app, {{"--exact-gap", kernel.approximation == Approximation::nystroem}},
                    fmt::format("--approximate {}", to_string(kernel.approximation)));
    require_meaning(app, {{"--exact-gap", arguments.multi_class != MultiClass::one_vs_one}}, "--multiclass ovo");
  }
  const bool has_levels = !arguments.problem.levels().empty();
  require_meaning(app,
                  {{"--non-crossing", has_levels}, {"--non-crossing-box", has_levels}, {"--composite", has_levels}},
                  "a single --quantile");
  require_meaning(app, {{"--composite", arguments.problem.intercept == Intercept::free}},
                  fmt::format("--intercept {}", to_string(arguments.problem.intercept)));
  check_meaning(app, arguments.solver);
  check_meaning(app, arguments.problem, kernel.is_approximated());
}

void add_model_format_option(CLI::App& app, ModelFormat& format) {
  add_choice(app, "--model-format", format, {{"auto", ModelFormat::automatic}, {"native", ModelFormat::native}},
             "auto: LIBLINEAR's format if it can express the penalty and the predictions; native: also stores C, the "
             "kind of intercept and the certificate");
}

void tell_of_data(const Console& console, const TrainArguments& arguments, const ReadData& data, bool of_classes) {
  const bool has_kernel = arguments.kernel.is_asked_for();
  if (!has_kernel || arguments.kernel.machine != Machine::one_class)
    require_targets(arguments.data, data.dataset, arguments.read);
  tell_read(console, arguments.data, data);
  if (!of_classes) return;
  const Doubtful doubtful = doubtful_classes(data.dataset);
  if (doubtful.count > 0)
    console.note(
        "{}: targets are taken as labels of {} classes (such as {}); for regression use {}", arguments.data,
        doubtful.count, doubtful.example,
        has_kernel ? "--problem epsilon_svr or nu_svr" : "--loss squared, huber, quantile or epsilon_insensitive");
}

std::vector<NamedFile> TrainArguments::read_files() const {
  std::vector<NamedFile> files = {{"DATA", data}, {"--weights", problem.weights.file}, {"--loss", problem.plq_file}};
  files.push_back({"--l1-weights", problem.constraints.l1_weight_file});
  for (const std::string& file : problem.constraints.files()) files.push_back({"--constraint", file});
  if (levels.names_file()) files.push_back({"--non-crossing-box", levels.box});
  return files;
}

TrainOptions TrainArguments::train_options() const {
  TrainOptions options;
  options.loss = problem.full_loss();
  if (kernel.is_approximated()) options.loss.gamma = Loss().gamma;
  options.multi_class = multi_class.value_or(options.multi_class);
  if (options.multi_class != MultiClass::one_vs_rest && !is_classification(options.loss))
    throw UsageError(fmt::format("--multiclass means nothing to the regression loss {}", to_string(options.loss.name)));
  options.C = problem.C;
  options.intercept = problem.intercept;
  options.bias = problem.bias;
  options.penalty = problem.constraints.unweighted_penalty();
  options.levels = problem.levels();
  options.standardize = standardize;
  options.solver = solver;
  options.solver.shrinking = !no_shrinking;
  options.threads = read.threads;
  validate_without_data(options);
  return options;
}

Kernel TrainArguments::full_kernel(std::int32_t features) const {
  return {kernel.name, problem.gamma.value_or(1.0 / std::max(1, features)), kernel.degree, kernel.coef0};
}

KernelFeatureOptions TrainArguments::feature_options(std::int32_t features) const {
  return {kernel.approximation, full_kernel(features), kernel.functions, solver.seed};
}

KernelTrainOptions TrainArguments::kernel_options(const Dataset& dataset, std::span<const double> weights) const {
  KernelTrainOptions options;
  options.machine = kernel.machine;
  options.multi_class = multi_class.value_or(options.multi_class);
  options.kernel = full_kernel(cols(dataset.x));
  options.C = problem.C;
  options.epsilon = problem.epsilon.value_or(options.epsilon);
  options.nu = kernel.nu;
  options.weights = weights;
  options.class_weights = problem.weights.by_label(dataset, weights);
  options.solver.solver = solver;
  options.solver.solver.shrinking = !no_shrinking;
  options.solver.selection = kernel.selection;
  options.solver.violation = kernel.violation;
  options.solver.cache_megabytes = kernel.cache_megabytes;
  options.solver.threads = read.threads;
  return options;
}

void declare_training(CLI::App& app, TrainArguments& arguments) {
  app.add_option("DATA", arguments.data, "LIBSVM text, CSV or binary; text also compressed")->required();
  add_problem_options(app, arguments.problem);
  add_choice(app, "--multiclass", arguments.multi_class, choices_of<MultiClass>(multi_class_names),
             "for more than two classes: ovr: a problem per class, against all others (default); ovo: a problem per "
             "pair of classes (default of kernel machines); multinomial (loss logistic) and crammer_singer (loss "
             "hinge): one problem for all classes");
  app.add_flag("--standardize", arguments.standardize,
               "divide each column by its standard deviation while training, so that the penalty is R of the vector "
               "deviation_j w_j");
  add_solver_options(app, arguments);
  add_data_options(app, arguments.read);
  add_column_options(app, arguments.read);
  app.parse_complete_callback(
      [&arguments] { arguments.read.is_square = arguments.kernel.name == KernelName::precomputed; });
  add_output_options(app, arguments.output);
}

void declare(CLI::App& app, TrainArguments& arguments) {
  declare_training(app, arguments);
  app.add_option("MODEL", arguments.model,
                 "model file (default: DATA's name with .model appended, in the current folder)");
  add_level_options(app, arguments.levels);
  app.add_option("--warm-start", arguments.warm_start,
                 "start from this model, which must have the same features and classes")
      ->type_name("MODEL");
  add_model_format_option(app, arguments.model_format);
  add_choice(app, "--probability", arguments.probability, choices_of<Calibration::Kind>(calibration_names),
             "also fit class probabilities, by five-fold cross-validation; for kernel machines and all classification "
             "losses but logistic, which has its own");
  app.add_option("--memory", arguments.read.memory,
                 "limit on memory for rows, such as 512M or 2G: those of a larger file stay on disk and are read in "
                 "every pass; text is first converted to a temporary file beside MODEL")
      ->transform(must_be_size())
      ->type_name("SIZE");
  app.add_option("--trace", arguments.trace,
                 "write a CSV file with a line per point whose gap was proven (kernel machines: per pass): "
                 "seconds,passes,primal,dual,relative_gap")
      ->type_name("FILE");
  app.add_option("--save-dual", arguments.save_dual,
                 "write the dual variables s, a line per row and a column per output (with penalty l2 and no "
                 "constraints, w = sum_i s_i x_i)")
      ->type_name("FILE");
  add_kernel_options(app, arguments.kernel);
  app.add_flag("--exact-gap", arguments.exact_gap,
               "for nystroem: also prove how far the answer is from the optimum with the kernel itself, at the cost of "
               "the kernel values of all pairs of rows with nonzero dual variables")
      ->needs(app.get_option("--approximate"));
}

}  // namespace hingeline::cli
