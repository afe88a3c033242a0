// SPDX-License-Identifier: BSD-3-Clause
//
// Sizes in the header are not trusted: memory grows with the text that has been read.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/infinity.hpp"
#include "model_files/header_keys.hpp"
#include "model_files/kernel_model_text.hpp"
#include "model_files/model_words.hpp"
#include "models/label_names.hpp"
#include "models/model_fields.hpp"
#include "models/multi_class.hpp"

namespace hingeline::internal {
namespace {

class KernelModelReader {
 public:
  KernelModelReader(std::string_view text, const std::string& name) : lines_(text, name) {}

  KernelModel read() {
    keys_.read([this](std::string_view key, std::string_view& line) { read_key(key, line); });
    finish_header();
    std::string_view line;
    while (lines_.next_words(line)) read_support_vector(line);
    if (model_.support_vectors() != total_)
      lines_.fail(fmt::format("the file ends after {} of {} support vectors", model_.support_vectors(), total_));
    return std::move(model_);
  }

 private:
  void read_key(std::string_view key, std::string_view& line) {
    const bool known = read_libsvm_key(key, line) || (keys_.are_native() && read_native_key(key, line));
    if (!known) lines_.fail("unknown key " + quote(key));
  }

  bool read_libsvm_key(std::string_view key, std::string_view& line) {
    if (key == "svm_type")
      model_.machine = named<Machine>(machine_names, take_word(line), lines_);
    else if (key == "kernel_type")
      model_.kernel.name = named<KernelName>(kernel_names, take_word(line), lines_);
    else if (key == "degree")
      model_.kernel.degree = count(take_word(line), lines_);
    else if (key == "gamma")
      model_.kernel.gamma = take_number(line, lines_);
    else if (key == "coef0")
      model_.kernel.coef0 = take_number(line, lines_);
    else if (key == "nr_class")
      classes_ = count(take_word(line), lines_);
    else if (key == "total_sv")
      total_ = count(take_word(line), lines_);
    else if (key == "rho")
      read_rho(line);
    else if (key == "label")
      model_.labels = numbers(line);
    else if (key == "nr_sv")
      for (std::string_view word = take_word(line); !word.empty(); word = take_word(line))
        model_.class_sizes.push_back(count(word, lines_));
    else if (key == "probA")
      model_.probability_a = numbers(line);
    else if (key == "probB")
      model_.probability_b = numbers(line);
    else if (key == "prob_density_marks")
      model_.density_marks = numbers(line);
    else
      return false;
    return true;
  }

  bool read_native_key(std::string_view key, std::string_view& line) {
    if (key == "hingeline_format")
      check_version(take_word(line), lines_);
    else if (key == "label_name")
      model_.label_names.push_back(rest_as_name(line, lines_));
    else if (key == "feature")
      model_.feature_names.push_back(rest_as_name(line, lines_));
    else if (key == "multi_class")
      read_multi_class(take_word(line));
    else if (key == "probability")
      take_calibration(line, lines_, model_.calibration);
    else if (key == "knot")
      take_knot(line, lines_, model_.calibration);
    else
      return false;
    return true;
  }

  void read_multi_class(std::string_view word) {
    model_.multi_class = named<MultiClass>(multi_class_names, word, lines_);
    if (is_joint(model_.multi_class)) lines_.fail("expected ovr or ovo, found " + found_word(word));
  }

  /// Reads rho, which may be infinite: LIBSVM writes that where the weight of a class is 0, and with it all its dual
  /// variables.
  void read_rho(std::string_view& line) {
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
      const double rho = word == "inf" ? infinity : word == "-inf" ? -infinity : finite_number(word, lines_);
      model_.intercept.push_back(rho == 0 ? 0 : -rho);
    }
  }

  std::vector<double> numbers(std::string_view& line) const {
    std::vector<double> result;
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line))
      result.push_back(finite_number(word, lines_));
    return result;
  }

  /// Requires the kernel's parameters (LIBSVM does not, and would predict with uninitialised ones).
  void require_parameters() const {
    const KernelName kernel = model_.kernel.name;
    if (has_degree(kernel)) keys_.require("degree");
    if (has_gamma(kernel)) keys_.require("gamma");
    if (has_coef0(kernel)) keys_.require("coef0");
  }

  /// Checks that the header is complete and its lines agree.
  void finish_header() {
    for (const char* key : {"svm_type", "kernel_type", "nr_class", "total_sv", "rho"}) keys_.require(key);
    require_parameters();
    lines_.refuse_invalid([this] { validate(model_.kernel); });
    if (!is_classification(model_.machine)) {
      if (!model_.labels.empty() || !model_.label_names.empty() || !model_.class_sizes.empty())
        lines_.fail("labels are given, but this svm_type has no classes");
    } else {
      finish_classes();
    }
    if (model_.labels.size() == 1 && model_.intercept.empty()) model_.intercept = {1};  // the one class, always
    if (model_.intercept.size() != model_.outputs())
      lines_.fail(fmt::format("{} values of rho are given, expected {}", model_.intercept.size(), model_.outputs()));
    lines_.refuse_invalid([this] { require_probability(model_); });
    model_.features = static_cast<std::int32_t>(model_.feature_names.size());
  }

  void finish_classes() {
    if (model_.labels.empty() || !are_distinct(model_.labels)) lines_.fail("expected labels, all different");
    if (const std::string wrong = label_names_error(model_.labels, model_.label_names); !wrong.empty())
      lines_.fail("label_name " + wrong);
    if (static_cast<std::size_t>(classes_) != model_.labels.size())
      lines_.fail(fmt::format("nr_class is {}, but {} labels are given", classes_, model_.labels.size()));
    const std::vector<std::int64_t>& sizes = model_.class_sizes;
    if (sizes.size() != model_.labels.size() ||
        std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}) != std::int64_t{total_})
      lines_.fail("nr_sv must be given for every label and sum to total_sv");
    if (model_.labels.size() == 1 && total_ != 0) lines_.fail("a model with one label must have no support vectors");
  }

  void read_support_vector(std::string_view line) {
    if (model_.support_vectors() == total_)
      lines_.fail(fmt::format("more than the {} support vectors that the header announces", total_));
    for (std::size_t k = 0; k < model_.width(); ++k) model_.coef.push_back(take_number(line, lines_));
    if (model_.kernel.name == KernelName::precomputed)
      read_serial(take_word(line));
    else
      take_entries(line, lines_, model_.columns, model_.values);
    const bool is_empty = static_cast<std::size_t>(model_.offsets.back()) == model_.values.size();
    if (!is_empty) use_features(model_.columns.back() + 1);
    model_.offsets.push_back(static_cast<std::int64_t>(model_.values.size()));
  }

  void use_features(std::int32_t count) {
    const std::size_t names = model_.feature_names.size();
    if (names > 0 && static_cast<std::size_t>(count) > names)
      lines_.fail(fmt::format("found index {}, but only {} feature names are given", count, names));
    model_.features = std::max(model_.features, count);
  }

  void read_serial(std::string_view word) {
    if (!word.starts_with("0:")) lines_.fail("expected 0:SERIAL, found " + found_word(word));
    const std::int32_t serial = count(word.substr(2), lines_);
    if (serial == 0) lines_.fail("serial numbers begin at 1");
    model_.serials.push_back(serial);
  }

  Lines lines_;
  KernelModel model_;
  HeaderKeys keys_{lines_, "SV", {"knot"}};
  std::int32_t classes_ = 0;
  std::int32_t total_ = 0;
};

}  // namespace

KernelModel parse_kernel_model(std::string_view text, const std::string& name) {
  return KernelModelReader(text, name).read();
}

}  // namespace hingeline::internal
