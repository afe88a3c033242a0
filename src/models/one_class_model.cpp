// SPDX-License-Identifier: BSD-3-Clause
//
// One-class models as LIBLINEAR's text:
//
//     solver_type ONECLASS_SVM
//     nr_class 2
//     nr_feature D
//     bias -1
//     rho R                       -intercept
//     w
//     D rows of 1 number
//
// Where features have names, `hingeline_format 1` comes first and there is a line `feature NAME` for each, in order.
// Lines before `w` may come in any order.
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/atomic_file.hpp"
#include "core/require.hpp"
#include "data/mapping.hpp"
#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"
#include "models/model_text.hpp"
#include "models/model_words.hpp"
#include "models/text_pieces.hpp"

namespace hingeline {
namespace internal {
namespace {

/// The same decision values by a model of numbers.
LinearModel as_regression(const OneClassModel& model) {
  LinearModel same;
  same.loss.name = LossName::absolute;
  same.features = static_cast<std::int32_t>(model.coef.size());
  same.coef = model.coef;
  same.intercept = {model.intercept};
  return same;
}

class OneClassReader {
 public:
  OneClassReader(std::string_view text, const std::string& name) : lines_(text, name) {}

  OneClassModel read() {
    read_header();
    if (value("solver_type") != "ONECLASS_SVM") lines_.fail("expected solver_type ONECLASS_SVM");
    OneClassModel model;
    const double rho = finite_number(value("rho"), lines_);
    model.intercept = rho == 0 ? 0 : -rho;
    const std::int32_t features = count(value("nr_feature"), lines_);
    if (!feature_names_.empty() && std::ssize(feature_names_) != features)
      lines_.fail(fmt::format("nr_feature is {}, but {} feature names are given", features, feature_names_.size()));
    model.coef = read_numbers(lines_, static_cast<std::uint64_t>(features));
    model.feature_names = std::move(feature_names_);
    return model;
  }

 private:
  void read_header() {
    std::string_view line;
    while (lines_.next_words(line)) {
      const std::string_view key = take_word(line);
      if (key == "w") return;
      if (key == "hingeline_format" && values_.empty()) {
        check_version(take_word(line), lines_);
        is_native_ = true;
        continue;
      }
      if (key == "feature" && is_native_) {
        feature_names_.push_back(rest_as_name(line, lines_));
        continue;
      }
      if (key != "solver_type" && key != "nr_class" && key != "nr_feature" && key != "bias" && key != "rho")
        lines_.fail("unknown key " + quote(key));
      if (!values_.emplace(key, take_word(line)).second) lines_.fail(quote(key) + " is given twice");
      if (!take_word(line).empty()) lines_.fail("unexpected text after " + std::string(key));
    }
    lines_.fail("the file ends before the line 'w'");
  }

  std::string_view value(std::string_view key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) lines_.fail(fmt::format("no line '{}' before 'w'", key));
    return found->second;
  }

  Lines lines_;
  std::map<std::string_view, std::string_view> values_;
  bool is_native_ = false;
  std::vector<std::string> feature_names_;
};

}  // namespace

OneClassModel parse_one_class_model(std::string_view text, const std::string& name) {
  return OneClassReader(text, name).read();
}

}  // namespace internal

std::vector<double> decision_values(const OneClassModel& model, const MatrixView& x, int threads) {
  return decision_values(internal::as_regression(model), x, threads);
}

std::vector<double> predict(const OneClassModel&, std::span<const double> decision_values) {
  std::vector<double> labels;
  for (const double value : decision_values) labels.push_back(value > 0 ? 1 : -1);
  return labels;
}

void write_model(const std::filesystem::path& path, const OneClassModel& model) {
  internal::require_finite("intercept", model.intercept);
  internal::require_finite("coef", model.coef);
  if (!model.feature_names.empty())
    internal::require_size("feature_names", model.feature_names.size(), model.coef.size());
  internal::AtomicFile file(path);
  const internal::TextSink sink = [&file](std::string_view piece) { file.append(piece); };
  internal::Text text(sink);
  if (!model.feature_names.empty()) text.append("hingeline_format 1\n");
  text.append("solver_type ONECLASS_SVM\nnr_class 2\nnr_feature {}\nbias -1\nrho {}\n", model.coef.size(),
              model.intercept == 0 ? 0 : -model.intercept);
  for (const std::string& name : model.feature_names) text.append("feature {}\n", internal::escaped(name));
  text.append("w\n");
  for (const double w : model.coef) {
    text.append_number(w);
    text.end_line();
  }
  text.flush();
  file.commit();
}

OneClassModel read_one_class_model(const std::filesystem::path& path) {
  const internal::Mapping file = internal::Mapping::of_file(path);
  return internal::parse_one_class_model(file.text(), path.string());
}

}  // namespace hingeline
