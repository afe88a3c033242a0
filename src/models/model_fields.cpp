// SPDX-License-Identifier: BSD-3-Clause
#include "models/model_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "core/require.hpp"
#include "data/ascend_below.hpp"
#include "hingeline/error.hpp"
#include "kernels/basis_functions.hpp"
#include "models/calibration.hpp"
#include "models/class_pairs.hpp"
#include "models/level_training.hpp"
#include "models/multi_class.hpp"

namespace hingeline::internal {

void require_outputs(const LinearModel& model) {
  if (model.outputs < 1) throw InvalidParameter("outputs", fmt::format("{}", model.outputs), "must be >= 1");
}

void require_sizes(const LinearModel& model) {
  if (model.features < 0) throw InvalidParameter("features", fmt::format("{}", model.features), "must be >= 0");
  require_outputs(model);
  const auto outputs = static_cast<std::size_t>(model.outputs);
  require_size("coef", model.coef.size(), static_cast<std::size_t>(model.features) * outputs);
  require_size("intercept", model.intercept.size(), outputs);
  if (!model.basis) return;
  validate_basis(*model.basis);
  require_size("basis", static_cast<std::size_t>(model.basis->size), static_cast<std::size_t>(model.features));
}

void require_answers(const LinearModel& model) {
  hingeline::validate(model.loss);
  require_known("multi_class", model.multi_class, MultiClass::crammer_singer, "must be a MultiClass");
  if (const std::string wrong = multi_class_error(model); !wrong.empty())
    throw InvalidParameter("multi_class", std::string(to_string(model.multi_class)), wrong);
  if (is_classification(model.loss) == model.labels.empty())
    throw InvalidParameter("labels", fmt::format("{}", model.labels.size()),
                           fmt::format("do not fit the loss {}", to_string(model.loss.name)));
  if (const std::string wrong = levels_error(model.loss, model.levels); !wrong.empty())
    throw InvalidParameter("levels", fmt::format("{}", fmt::join(model.levels, ", ")), wrong);
  require_outputs(model);
  require_size("outputs", static_cast<std::size_t>(model.outputs), output_count(model));
}

void require_calibration(const LinearModel& model) {
  require_known("calibration", model.calibration.kind, Calibration::Kind::isotonic, "must be a Calibration::Kind");
  if (const std::string wrong = calibration_error(model); !wrong.empty())
    throw InvalidParameter("calibration", std::string(to_string(model.calibration.kind)), wrong);
}

void require_labels(const KernelModel& model) {
  require_known("machine", model.machine, Machine::nu_svr, "must be a Machine");
  require(is_classification(model.machine) != model.labels.empty(), "labels", fmt::format("{}", model.labels.size()),
          "do not fit the machine");
  const bool has_way = model.multi_class == MultiClass::one_vs_one || model.multi_class == MultiClass::one_vs_rest;
  require(has_way, "multi_class", fmt::format("{}", static_cast<int>(model.multi_class)), "must be ovo or ovr");
}

std::vector<std::size_t> outputs_of(const KernelModel& model, std::size_t label) {
  if (model.has_pairs()) return outputs_of_class(label, model.labels.size());
  std::vector<std::size_t> all(model.outputs());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void require_rows_of_outputs(std::size_t outputs, std::span<const double> decision_values) {
  if (decision_values.size() % outputs != 0)
    throw InvalidParameter("decision_values", fmt::format("{} values", decision_values.size()),
                           fmt::format("must be a multiple of the model's {} outputs", outputs));
}

void require_probability(const KernelModel& model) {
  const std::size_t sigmoids = model.probability_a.size();
  const bool calibrated = model.calibration.kind != Calibration::Kind::none;
  const bool may_have_sigmoids = !calibrated && !is_one_vs_rest(model);
  require(sigmoids == 0 || (sigmoids == model.outputs() && may_have_sigmoids), "probability_a",
          fmt::format("{} values", sigmoids), "must be none or one per output, and none for ovr or with a calibration");
  require_size("probability_b", model.probability_b.size(), is_classification(model.machine) ? sigmoids : 0);
  require(model.density_marks.empty() || model.density_marks.size() == 10, "density_marks",
          fmt::format("{} values", model.density_marks.size()), "must be ten or none");
  require_finite("probability_a", model.probability_a);
  require_finite("probability_b", model.probability_b);
  require_finite("density_marks", model.density_marks);
  require(std::ranges::is_sorted(model.density_marks), "density_marks", "values", "must ascend");
  require_known("calibration", model.calibration.kind, Calibration::Kind::isotonic, "must be a Calibration::Kind");
  const std::string wrong = calibration_error(model.calibration);
  require(wrong.empty(), "calibration", std::string(to_string(model.calibration.kind)), wrong.c_str());
  require(!calibrated || is_classification(model.machine), "calibration",
          std::string(to_string(model.calibration.kind)), "is for classification only");
}

namespace {

/// Columns of each support vector ascend and are below the number of features.
void require_columns(const KernelModel& model) {
  if (model.features < 0) throw InvalidParameter("features", fmt::format("{}", model.features), "must be >= 0");
  for (std::size_t i = 0; i + 1 < model.offsets.size(); ++i) {
    const std::span of_vector(model.columns.data() + model.offsets[i], model.columns.data() + model.offsets[i + 1]);
    if (!ascend_below(of_vector, model.features))
      throw InvalidParameter("columns", fmt::format("those of support vector {}", i),
                             fmt::format("must ascend and be in 0 .. {}", model.features - 1));
  }
}

}  // namespace

void require_sizes(const KernelModel& model) {
  const bool has_offsets =
      !model.offsets.empty() && model.offsets.front() == 0 && std::ranges::is_sorted(model.offsets);
  require(has_offsets, "offsets", fmt::format("{} numbers", model.offsets.size()), "must begin at 0 and ascend");
  const auto support = static_cast<std::size_t>(model.support_vectors());
  require_labels(model);
  require(model.labels.size() != 1 || support == 0, "support vectors", fmt::format("{}", support),
          "must be 0 for a model with one label");
  require_size("coef", model.coef.size(), support * model.width());
  require_size("intercept", model.intercept.size(), model.outputs());
  require_size("class_sizes", model.class_sizes.size(), model.labels.size());
  if (!model.class_sizes.empty())
    require(std::accumulate(model.class_sizes.begin(), model.class_sizes.end(), std::int64_t{0}) ==
                    model.support_vectors() &&
                std::ranges::all_of(model.class_sizes, [](std::int64_t size) { return size >= 0; }),
            "class_sizes", fmt::format("{}", fmt::join(model.class_sizes, ", ")),
            "must be >= 0 and sum to the number of support vectors");
  require_size("serials", model.serials.size(), model.kernel.name == KernelName::precomputed ? support : 0);
  for (const std::int64_t serial : model.serials)
    require(serial >= 1 && serial <= std::numeric_limits<std::int32_t>::max(), "serials", fmt::format("{}", serial),
            "must be 1 to 2147483647");
  require_size("columns", model.columns.size(), static_cast<std::size_t>(model.offsets.back()));
  require_size("values", model.values.size(), model.columns.size());
  require_columns(model);
}

void require_sizes(const FactorModel& model) {
  require(model.rank >= 1, "rank", model.rank, "must be >= 1");
  const auto rank = static_cast<std::size_t>(model.rank);
  require_size("user_factors", model.user_factors.size(), model.user_bias.size() * rank);
  require_size("item_factors", model.item_factors.size(), model.item_bias.size() * rank);
  if (!model.user_names.empty()) require_size("user_names", model.user_names.size(), model.user_bias.size());
  if (!model.item_names.empty()) require_size("item_names", model.item_names.size(), model.item_bias.size());
}

}  // namespace hingeline::internal
