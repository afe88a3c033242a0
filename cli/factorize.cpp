// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>

#include "command.hpp"
#include "core/timer.hpp"
#include "data_options.hpp"
#include "files.hpp"
#include "hingeline/factorization.hpp"
#include "interrupt.hpp"
#include "number.hpp"
#include "output.hpp"
#include "range.hpp"
#include "train_options.hpp"
#include "train_report.hpp"

namespace hingeline::cli {
namespace {

struct FactorizeArguments {
  std::string data;
  std::string model;
  ProblemOptions problem;  // only loss and C are used
  FactorOptions options;
  bool no_biases = false;
  std::string trace;
  OutputOptions output;
};

/// Collects a line "rounds,seconds,objective,user_gap,item_gap" for every round.
class Trace {
 public:
  void add(const FactorProgress& now) {
    text_ += fmt::format("{},{},{},{},{}\n", now.rounds, now.seconds, now.objective, now.user_gap, now.item_gap);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_ = "rounds,seconds,objective,user_gap,item_gap\n";
};

FactorOptions full_options(const FactorizeArguments& args) {
  if (args.problem.taus.size() > 1)
    throw UsageError(fmt::format("--quantile: {} levels given, factorize takes one", args.problem.taus.size()));
  FactorOptions options = args.options;
  options.loss = args.problem.full_loss();
  options.C = args.problem.C;
  options.biases = !args.no_biases;
  return options;
}

Json report(const FactorOptions& options, const RatingData& data, const FactorResult& result, double read_seconds,
            double write_seconds) {
  const FactorProgress& last = result.last;
  Json object = {{"status", to_string(result.status)},
                 {"loss", to_string(options.loss.name)},
                 {"rank", options.rank},
                 {"objective", number_or_null(last.objective)},
                 {"user_gap", number_or_null(last.user_gap)},
                 {"item_gap", number_or_null(last.item_gap)},
                 {"rounds", last.rounds},
                 {"threads", options.threads},
                 {"ratings", data.value.size()},
                 {"users", data.user_names.size()},
                 {"items", data.item_names.size()}};
  object["seconds"] = {{"read", read_seconds}, {"solve", last.seconds}, {"write", write_seconds}};
  object["peak_rss_bytes"] = peak_rss_bytes();
  return object;
}

/// How the factorization ended, in words.
std::string ending(const FactorResult& result) {
  const FactorProgress& last = result.last;
  const bool proven = std::isfinite(last.user_gap) && std::isfinite(last.item_gap);
  return fmt::format("{}: objective {:.9g}{}", to_string(result.status), last.objective,
                     proven ? fmt::format("; relative gaps of the last turns: {:.2g} of users, {:.2g} of items",
                                          last.user_gap, last.item_gap)
                            : "");
}

int factorize(const FactorizeArguments& args) {
  const Console console(args.output, {args.model, args.trace});
  FactorOptions options = full_options(args);
  const internal::Timer reading;
  const RatingData data = read_ratings(args.data);
  const double read_seconds = reading.seconds();
  console.line("read   {}: {} ratings of {} items by {} users, {:.3f} s", args.data, data.value.size(),
               data.item_names.size(), data.user_names.size(), read_seconds);
  const Interrupt interrupt;
  options.interrupt = interrupt.flag();
  Trace trace;
  options.callback = [&trace](const FactorProgress& now) {
    trace.add(now);
    return true;
  };
  FactorResult result = hingeline::factorize(data.ratings(), options);
  result.model.user_names = data.user_names;
  result.model.item_names = data.item_names;
  console.line("solve  {}, rank {}: {} rounds, {:.3f} s", to_string(options.loss.name), options.rank,
               result.last.rounds, result.last.seconds);
  const internal::Timer writing;
  write_answer(args.model, result.model);
  if (!args.trace.empty()) write_output(args.trace, trace.text());
  const double write_seconds = writing.seconds();
  console.line("write  {}, {:.3f} s", args.model, write_seconds);
  console.line("{}", ending(result));
  write_json(args.output, report(options, data, result, read_seconds, write_seconds));
  return exit_status(result.status);
}

void add_bounds_option(CLI::App& app, const char* name, FactorBounds& bounds, const char* whose) {
  const auto take = [name, &bounds](const std::string& given) {
    const auto range = parse_range(given);
    if (!range) throw UsageError(fmt::format("{}: '{}' given, must be LOWER:UPPER with LOWER <= UPPER", name, given));
    bounds = {range->lower, range->upper};
  };
  app.add_option_function<std::string>(
         name, take, fmt::format("bounds of the factors of {}; inf and -inf: no bound; 0:inf: non-negative", whose))
      ->type_name("LOWER:UPPER");
}

void add_factor_options(CLI::App& app, FactorizeArguments& args) {
  FactorOptions& options = args.options;
  args.problem.loss = options.loss.name;
  add_loss_options(app, args.problem);
  app.get_option("--quantile")->description("tau of quantile and expectile, 0 < tau < 1");
  app.get_option("--epsilon")
      ->description(
          "epsilon >= 0 of epsilon_insensitive and squared_epsilon_insensitive (default 0.1), and of quantile (default "
          "0)");
  app.get_option("--gamma")->description("gamma > 0 of smoothed_hinge (default 1)");
  app.add_option("-C,--cost", args.problem.C,
                 "C > 0 of the objective 1/2 sum_u (|p_u|^2 + a_u^2) + 1/2 sum_v (|q_v|^2 + b_v^2) + C sum phi(rating, "
                 "z), where z = p_u'q_v + a_u + b_v + the best constant prediction of all ratings")
      ->check(must_be_positive())
      ->capture_default_str();
  app.add_option("--rank", options.rank, "number of factors, the length of p_u and q_v, >= 1")
      ->check(must_be_whole<int>(1))
      ->check(must_be_positive())
      ->capture_default_str();
  app.add_flag("--no-biases", args.no_biases, "predict z = p_u'q_v, without biases a_u and b_v and the constant");
  app.add_option("--user-ridge", options.user_ridge, "factor > 0 of the users' penalty, 1/2 sum_u (|p_u|^2 + a_u^2)")
      ->check(must_be_positive())
      ->capture_default_str();
  app.add_option("--item-ridge", options.item_ridge, "factor > 0 of the items' penalty, 1/2 sum_v (|q_v|^2 + b_v^2)")
      ->check(must_be_positive())
      ->capture_default_str();
  add_bounds_option(app, "--user-bounds", options.user_bounds, "users");
  add_bounds_option(app, "--item-bounds", options.item_bounds, "items");
  app.add_option("--tolerance", options.tolerance,
                 "stop when a round lowers the objective by at most this fraction of it")
      ->check(must_not_be_negative())
      ->capture_default_str();
  app.add_option(
         "--turn-tolerance", options.turn_tolerance,
         "relative gap to which each user's problem (with items fixed) and each item's (with users fixed) is solved")
      ->check(must_be_positive())
      ->capture_default_str();
  app.add_option("--max-rounds", options.max_rounds,
                 "largest number of rounds; a round updates all users, then all items")
      ->check(must_be_whole<std::int64_t>(1))
      ->check(must_be_positive())
      ->capture_default_str();
  app.add_option("--max-seconds", options.max_seconds, "stop after this many seconds (default: no limit)")
      ->check(must_be_limit());
  app.add_option("--seed", options.seed, "seed of the items' initial factors")
      ->check(must_be_whole<std::uint64_t>(0))
      ->capture_default_str();
  add_threads_option(app, options.threads);
}

}  // namespace

Command add_factorize(CLI::App& app) {
  const auto arguments = std::make_shared<FactorizeArguments>();
  FactorizeArguments& args = *arguments;
  CLI::App* sub = app.add_subcommand("factorize", "Factorises a partially known matrix: ratings of items by users.");
  sub->add_option("RATINGS", args.data,
                  "lines USER ITEM RATING, separated by blanks, commas or ::, with or without a header line; users and "
                  "items are words, and fields after the rating are ignored")
      ->required();
  sub->add_option("MODEL", args.model,
                  "model file (default: RATINGS' name with .model appended, in the current folder)");
  add_factor_options(*sub, args);
  sub->add_option("--trace", args.trace,
                  "write a CSV file with a line per round: rounds,seconds,objective,user_gap,item_gap")
      ->type_name("FILE");
  add_output_options(*sub, args.output);
  return {sub, [arguments, sub] {
            check_meaning(*sub, arguments->problem);
            if (arguments->model.empty())
              arguments->model = std::filesystem::path(arguments->data).filename().string() + ".model";
            check_files({{"RATINGS", arguments->data}, {"--loss", arguments->problem.plq_file}},
                        {{"MODEL", arguments->model, NamedFile::must_be_file},
                         {"--trace", arguments->trace},
                         {"--json", arguments->output.json}});
            return factorize(*arguments);
          }};
}

}  // namespace hingeline::cli
