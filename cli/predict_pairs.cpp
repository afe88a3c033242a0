// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <iterator>

#include "command.hpp"
#include "core/timer.hpp"
#include "hingeline/metrics.hpp"
#include "predict_arguments.hpp"

namespace hingeline::cli {

int predict_pairs(const CLI::App& app, const PredictArguments& args, const FactorModel& model) {
  if (args.probability || args.decision_values)
    throw UsageError("--probability and --decision-values: " + args.model +
                     " is a model of `factorize`, which predicts numbers only");
  require_no_reading(app, "a model of factors");
  const Console console(args.output, {args.out});
  const RatingData pairs = read_pairs(args.data, model);
  const internal::Timer timer;
  const std::vector<double> z = predict(model, pairs.user, pairs.item);
  const double seconds = timer.seconds();
  if (!args.out.empty()) {
    std::string text;
    for (const double prediction : z) fmt::format_to(std::back_inserter(text), "{}\n", prediction);
    write_output(args.out, text);
  }
  const auto unknown = [](const std::vector<std::int32_t>& indices) {
    return std::count(indices.begin(), indices.end(), -1);
  };
  Json object = {{"kind", "factor_model"},
                 {"pairs", z.size()},
                 {"unknown_users", unknown(pairs.user)},
                 {"unknown_items", unknown(pairs.item)}};
  if (!pairs.value.empty()) {
    object["mean_squared_error"] = mean_squared_error(pairs.value, z);
    object["mean_absolute_error"] = mean_absolute_error(pairs.value, z);
    console.line("Mean squared error = {:g}, mean absolute error = {:g}", object["mean_squared_error"].get<double>(),
                 object["mean_absolute_error"].get<double>());
  }
  object["seconds"]["predict"] = seconds;
  write_json(args.output, object);
  return success;
}

}  // namespace hingeline::cli
