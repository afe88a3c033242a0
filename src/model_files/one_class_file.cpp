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
// If features have names, `hingeline_format 1` comes first, and each has a line `feature NAME`, in order. Other lines
// before `w` may come in any order.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/atomic_file.hpp"
#include "core/require.hpp"
#include "files/mapping.hpp"
#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"
#include "model_files/header_keys.hpp"
#include "model_files/model_text.hpp"
#include "model_files/model_words.hpp"
#include "model_files/text_pieces.hpp"

namespace hingeline {
namespace internal {
namespace {

class OneClassReader {
 public:
  OneClassReader(std::string_view text, const std::string& name) : lines_(text, name) {}

  OneClassModel read() {
    keys_.read([this](std::string_view key, std::string_view& line) { read_key(key, line); });
    for (const char* key : {"solver_type", "nr_feature", "rho"}) keys_.require(key);
    const auto& names = model_.feature_names;
    if (!names.empty() && std::ssize(names) != features_)
      lines_.fail(fmt::format("nr_feature is {}, but {} feature names are given", features_, names.size()));
    model_.coef = read_numbers(lines_, static_cast<std::uint64_t>(features_));
    return std::move(model_);
  }

 private:
  void read_key(std::string_view key, std::string_view& line) {
    if (key == "hingeline_format")
      check_version(take_word(line), lines_);
    else if (key == "solver_type")
      read_solver_type(take_word(line));
    else if (key == "nr_feature")
      features_ = count(take_word(line), lines_);
    else if (key == "rho")
      read_rho(take_number(line, lines_));
    else if (key == "nr_class" || key == "bias")
      take_word(line);
    else if (key == "feature" && keys_.are_native())
      model_.feature_names.push_back(rest_as_name(line, lines_));
    else
      lines_.fail("unknown key " + quote(key));
  }

  void read_solver_type(std::string_view name) const {
    if (name != "ONECLASS_SVM") lines_.fail("expected solver_type ONECLASS_SVM");
  }

  void read_rho(double rho) { model_.intercept = rho == 0 ? 0 : -rho; }

  Lines lines_;
  OneClassModel model_;
  HeaderKeys keys_{lines_, "w", {}};
  std::int32_t features_ = 0;
};

}  // namespace

OneClassModel parse_one_class_model(std::string_view text, const std::string& name) {
  return OneClassReader(text, name).read();
}

}  // namespace internal

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
