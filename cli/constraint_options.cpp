// SPDX-License-Identifier: BSD-3-Clause
#include "constraint_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

#include "command.hpp"
#include "core/infinity.hpp"
#include "core/quote.hpp"
#include "data/rows.hpp"
#include "files.hpp"
#include "files/csv_header.hpp"
#include "files/read_rows_by_parts.hpp"
#include "hingeline/error.hpp"
#include "labels.hpp"
#include "lines.hpp"
#include "number.hpp"
#include "range.hpp"
#include "weights.hpp"

namespace hingeline::cli {
namespace {

constexpr const char* constraint_help =
    "constraint on the coefficients (never on the intercept); may be repeated:\n"
    "  nonnegative                  w >= 0\n"
    "  bounds:LOWER:UPPER           LOWER <= w_j <= UPPER for all j; inf and -inf: no bound\n"
    "  bounds:COLUMN:LOWER:UPPER    the same for one column, given by name or number from 1\n"
    "  ordered, ordered:descending  w_1 <= w_2 <= .., or >=\n"
    "  sum:TOTAL                    sum_j w_j = TOTAL\n"
    "  fair:SENSITIVE:TOLERANCE     |cov(v, x'w)| <= TOLERANCE; v is a column of DATA, or a file with one number per "
    "row\n"
    "  fair:SENSITIVE:TOLERANCE:LABEL  the same, over the rows of class LABEL only\n"
    "  FILE                         a line LOWER UPPER INDEX:VALUE ... per constraint: LOWER <= sum of VALUE w_INDEX "
    "<= "
    "UPPER, indices from 1";

/// One specification of --constraint, split into its parts.
class Specification {
 public:
  explicit Specification(const std::string& text)
      : text_(text), parts_(CLI::detail::split(text, ':')), kind_(kind_of(parts_)) {}

  /// Whether it limits how predictions depend on a sensitive column: computed from rows.
  bool is_fairness() const { return kind_ == Kind::fairness; }

  /// What may be the name of a file.
  const std::string& file() const { return is_fairness() ? parts_[1] : text_; }
  bool names_file() const { return is_file(file()); }

  /// Checks what can be checked without data. Throws UsageError.
  void check() const {
    if (kind_ == Kind::rows_of_file && !names_file()) refuse("no such constraint or file");
    if (kind_ == Kind::all_bounds || kind_ == Kind::sum) number(1);
    if (kind_ == Kind::all_bounds || kind_ == Kind::bounds_of_one || is_fairness()) number(2);
    if (kind_ == Kind::bounds_of_one) number(3);
  }

  /// Adds the constraints; `weights` are one per row or empty.
  void add_to(NamedConstraints& named, const Dataset& data, std::span<const double> weights) const {
    add_rows(named, data, weights);
    named.names.resize(static_cast<std::size_t>(rows(named.set.constraints().rows)), text_);
  }

 private:
  enum class Kind { nonnegative, all_bounds, bounds_of_one, ascending, descending, sum, fairness, rows_of_file };

  static Kind kind_of(const std::vector<std::string>& parts) {
    const std::string& name = parts.front();
    const std::size_t size = parts.size();
    if (name == "nonnegative" && size == 1) return Kind::nonnegative;
    if (name == "bounds" && size == 3) return Kind::all_bounds;
    if (name == "bounds" && size == 4) return Kind::bounds_of_one;
    if (name == "ordered" && size == 1) return Kind::ascending;
    if (name == "ordered" && size == 2 && parts[1] == "descending") return Kind::descending;
    if (name == "sum" && size == 2) return Kind::sum;
    return name == "fair" && (size == 3 || size == 4) ? Kind::fairness : Kind::rows_of_file;
  }

  void add_rows(NamedConstraints& named, const Dataset& data, std::span<const double> weights) const {
    ConstraintSet& set = named.set;
    switch (kind_) {
      case Kind::nonnegative:
        return set.bound_all(0, internal::infinity);
      case Kind::all_bounds:
        return set.bound_all(number(1), number(2));
      case Kind::bounds_of_one:
        return set.bound(column(parts_[1], data), number(2), number(3));
      case Kind::ascending:
      case Kind::descending:
        return set.order(kind_ == Kind::descending);
      case Kind::sum:
        return set.fix_sum(number(1));
      case Kind::fairness:
        return set.limit_covariance(data.x, sensitive(data), number(2), weights_of_label(data, weights), data.release);
      case Kind::rows_of_file:
        return read_rows(named);
    }
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("--constraint {}: {}", text_, why));
  }

  std::size_t size() const { return parts_.size(); }

  double number(std::size_t k) const {
    if (const auto value = parse_limit(parts_[k])) return *value;
    refuse(fmt::format("expected a number, found '{}'", parts_[k]));
  }

  std::int32_t column(const std::string& name, const Dataset& data) const {
    const std::int32_t features = cols(data.x);
    if (!data.feature_names.empty())
      return static_cast<std::int32_t>(internal::column_of(data.feature_names, name, "column"));
    const auto index = parse_number(name);
    if (!index || !(*index >= 1 && *index <= features) || *index != std::floor(*index))
      refuse(fmt::format("column '{}' must be 1 to {}", name, features));
    return static_cast<std::int32_t>(*index) - 1;
  }

  std::vector<double> sensitive(const Dataset& data) const {
    if (names_file()) return read_numbers(file(), rows(data.x), "rows");
    const std::int32_t j = column(parts_[1], data);
    std::vector<double> unit(static_cast<std::size_t>(cols(data.x)));
    unit[static_cast<std::size_t>(j)] = 1;
    std::vector<double> values(static_cast<std::size_t>(rows(data.x)));
    internal::visit_rows(data.x, [&](const auto& x) {
      internal::read_rows_by_parts(x.rows(), data.release, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t i = first; i < end; ++i) values[static_cast<std::size_t>(i)] = x.dot(i, unit.data());
      });
    });
    return values;
  }

  /// The weights of rows, 0 for rows of other labels than the one named, if any.
  std::vector<double> weights_of_label(const Dataset& data, std::span<const double> weights) const {
    std::vector<double> of_label(weights.begin(), weights.end());
    if (size() < 4) return of_label;
    const std::optional<double> label = target_of(parts_[3], data.class_names);
    if (!label || std::ranges::find(data.y, *label) == data.y.end())
      refuse(fmt::format("the data has no class '{}'", parts_[3]));
    of_label.resize(data.y.size(), 1.0);
    for (std::size_t i = 0; i < of_label.size(); ++i)
      if (data.y[i] != *label) of_label[i] = 0;
    return of_label;
  }

  void read_rows(NamedConstraints& named) const {
    for_each_line(text_, [&](std::string_view line, std::int64_t line_number) {
      try {
        read_row(line, named.set);
        named.names.resize(static_cast<std::size_t>(rows(named.set.constraints().rows)),
                           fmt::format("{}:{}", text_, line_number));
      } catch (const InvalidParameter& error) {
        throw DataError(text_, line_number, 0, error.what());
      }
    });
  }

  static void read_row(std::string_view line, ConstraintSet& set) {
    std::istringstream words{std::string(line)};
    std::string lower;
    std::string upper;
    if (!(words >> lower)) return;
    words >> upper;
    const auto limit = [](const std::string& word) {
      if (const auto value = parse_limit(word)) return *value;
      throw InvalidParameter("limit", internal::quote(word), "must be a number, inf or -inf");
    };
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    for (std::string word; words >> word;) {
      const std::size_t colon = word.find(':');
      const double index = parse_number(word.substr(0, colon)).value_or(0);
      const double value = colon == std::string::npos ? none : parse_number(word.substr(colon + 1)).value_or(none);
      const int least = columns.empty() ? 1 : columns.back() + 2;
      if (!(index >= least && index <= set.features()) || index != std::floor(index) || std::isnan(value))
        throw InvalidParameter("entry", internal::quote(word),
                               fmt::format("must be INDEX:VALUE, {} <= INDEX <= {}", least, set.features()));
      columns.push_back(static_cast<std::int32_t>(index) - 1);
      values.push_back(value);
    }
    set.add_row(columns, values, limit(lower), limit(upper));
  }

  const std::string& text_;
  std::vector<std::string> parts_;
  Kind kind_;
};

}  // namespace

std::vector<std::string> NamedConstraints::conflict(std::span<const double> multipliers) const {
  std::vector<std::string> found;
  for (std::size_t k = 0; k < multipliers.size(); ++k)
    if (multipliers[k] != 0) found.push_back(names[k]);
  return found;
}

std::string infeasible_text(std::span<const std::string> conflict) {
  return fmt::format("infeasible: these constraints contradict each other within the bounds: {}",
                     fmt::join(conflict, ", "));
}

Penalty ConstraintOptions::unweighted_penalty() const {
  const double ratio = l1_ratio.value_or(0.5);
  if (penalty == "l1") return {.l1 = 1, .l2 = 0};
  if (penalty == "elastic_net") return {.l1 = ratio, .l2 = 1 - ratio};
  if (penalty == "none") return {.l1 = 0, .l2 = 0};
  return {};
}

std::vector<double> ConstraintOptions::l1_weights(std::int32_t features) const {
  return l1_weight_file.empty() ? std::vector<double>() : read_weights(l1_weight_file, features, "features");
}

std::vector<std::string> ConstraintOptions::files() const {
  std::vector<std::string> found;
  for (const std::string& text : constraints) {
    const Specification specification(text);
    if (specification.names_file()) found.push_back(specification.file());
  }
  return found;
}

void ConstraintOptions::check() const {
  for (const std::string& text : constraints) Specification(text).check();
}

bool ConstraintOptions::depend_on_rows() const {
  return std::ranges::any_of(constraints, [](const std::string& text) { return Specification(text).is_fairness(); });
}

NamedConstraints ConstraintOptions::on(const Dataset& data, std::span<const double> weights) const {
  NamedConstraints named{ConstraintSet(cols(data.x)), {}};
  for (const std::string& text : constraints) {
    try {
      Specification(text).add_to(named, data, weights);
    } catch (const InvalidParameter& error) {
      throw UsageError(fmt::format("--constraint {}: {}", text, error.what()));
    }
  }
  return named;
}

CoefficientDemands ConstraintOptions::demands(const Dataset& data, std::span<const double> weights) const {
  return {on(data, weights), l1_weights(cols(data.x))};
}

void CoefficientDemands::set(TrainOptions& options) const {
  options.bounds = constraints.set.bounds();
  options.constraints = constraints.set.constraints();
  options.penalty.l1_weights = l1_weights;
}

void add_constraint_options(CLI::App& app, ConstraintOptions& options) {
  app.add_option("--penalty", options.penalty,
                 "R(w): l2: |w|^2 / 2; l1: |w|_1; elastic_net: r |w|_1 + (1 - r) |w|^2 / 2, r = --l1-ratio; none: 0")
      ->check(CLI::IsMember({"l2", "l1", "elastic_net", "none"}).description(""))
      ->type_name("l2|l1|elastic_net|none")
      ->capture_default_str();
  app.add_option("--l1-ratio", options.l1_ratio, "r of --penalty elastic_net, 0 to 1 (default 0.5)")
      ->check(must_be("0 to 1", [](double ratio) { return ratio >= 0 && ratio <= 1; }));
  app.add_option(
         "--l1-weights", options.l1_weight_file,
         "for l1 and elastic_net: sum_j v_j |w_j| instead of |w|_1; the file has a line with v_j >= 0 for each feature")
      ->type_name("FILE");
  app.add_option("--constraint", options.constraints, constraint_help)->type_name("WHAT")->allow_extra_args(false);
}

}  // namespace hingeline::cli
