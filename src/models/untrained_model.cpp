// SPDX-License-Identifier: BSD-3-Clause
#include "models/untrained_model.hpp"

#include <fmt/format.h>

#include <string>

#include "hingeline/error.hpp"
#include "models/label_names.hpp"
#include "models/level_training.hpp"
#include "models/multi_class.hpp"
#include "models/present_targets.hpp"
#include "models/training_rows.hpp"

namespace hingeline::internal {

LinearModel untrained_model(const Dataset& data, const TrainOptions& options, std::span<const double> labels) {
  validate_targets(data, options.weights, options.loss);
  validate_multi_class(options);
  validate_levels(options, cols(data.x));
  LinearModel model;
  model.loss = options.loss;
  model.C = options.C;
  model.intercept_kind = options.intercept;
  model.bias = options.bias;
  model.l1 = options.penalty.l1;
  model.l2 = options.penalty.l2;
  if (is_classification(options.loss)) {
    model.labels = labels.empty() ? present_labels(data.y, options.weights) : std::vector(labels.begin(), labels.end());
    validate_classes(model.labels, data, options.class_weights);
    model.label_names = names_of(model.labels, data.class_names);
  } else if (!options.class_weights.empty()) {
    throw InvalidParameter("class_weights", "weights",
                           fmt::format("mean nothing to the regression loss {}", to_string(options.loss.name)));
  }
  model.features = cols(data.x);
  model.levels.assign(options.levels.begin(), options.levels.end());
  model.level_tie = options.level_tie;
  if (model.labels.size() > 2) model.multi_class = options.multi_class;
  if (const std::string wrong = multi_class_error(model); !wrong.empty())
    throw InvalidParameter("multi_class", std::string(to_string(model.multi_class)), wrong);
  model.outputs = static_cast<int>(output_count(model));
  model.feature_names = data.feature_names;
  return model;
}

}  // namespace hingeline::internal
