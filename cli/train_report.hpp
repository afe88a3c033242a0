// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of `train`'s report that are the same for all kinds of machines.
#pragma once

#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "certificate_json.hpp"
#include "command.hpp"
#include "data/select_rows.hpp"
#include "data_options.hpp"
#include "hingeline/error.hpp"
#include "labels.hpp"
#include "models/class_pairs.hpp"
#include "models/rows_by_class.hpp"
#include "output.hpp"

namespace hingeline::cli {

/// Adds what describes the run rather than the answer: size of the data, time and memory.
inline void add_run(Json& object, const ReadData& data, std::int64_t nonzeros, int threads, double solve_seconds,
                    double write_seconds) {
  object["threads"] = threads;
  object["rows"] = rows(data.dataset.x);
  object["features"] = cols(data.dataset.x);
  object["nonzeros"] = nonzeros;
  object["seconds"] = {{"read", data.report.seconds}, {"solve", solve_seconds}, {"write", write_seconds}};
  object["peak_rss_bytes"] = peak_rss_bytes();
}

/// The first part that has the status of the whole.
template <class Result>
const auto& worst_part(const Result& result) {
  for (const auto& part : result.parts)
    if (part.status == result.status) return part;
  return result.parts.front();
}

/// Why the whole ended as it did: the reason of its worst part, or a training for probabilities that ended worse.
template <class Result>
std::string whole_reason(const Result& result) {
  const auto& worst = worst_part(result);
  if (worst.status == result.status) return worst.reason;
  return fmt::format("{}; the trainings of the folds for probabilities ended {}", worst.reason,
                     to_string(result.status));
}

/// How a part ended.
template <class Part>
Json ending_of_part(const Part& part) {
  return {{"status", to_string(part.status)}, {"solver", part.solver}, {"reason", part.reason}};
}

/// How the whole ended.
template <class Result>
Json ending_of_whole(const Result& result) {
  return {
      {"status", to_string(result.status)}, {"solver", worst_part(result).solver}, {"reason", whole_reason(result)}};
}

/// Name of the k-th pair of classes.
inline std::string pair_name(const Classes& classes, std::size_t k) {
  const auto [first, second] = internal::class_pairs(classes.labels.size())[k];
  return fmt::format("labels {} and {}", label_text(classes, first), label_text(classes, second));
}

inline Json pair_json(const Classes& classes, std::size_t k) {
  const auto [first, second] = internal::class_pairs(classes.labels.size())[k];
  return Json::array({label_json(classes, first), label_json(classes, second)});
}

/// The parts, if there are several, that did not converge, with their gaps, as the end of a line; empty if there are
/// none. `name(k)` is the name of part k.
template <class Part, class Name>
std::string unfinished_text(const std::vector<Part>& parts, const Name& name) {
  constexpr int most = 5;
  std::string text;
  int count = 0;
  for (std::size_t k = 0; parts.size() > 1 && k < parts.size(); ++k) {
    if (parts[k].status == Status::converged) continue;
    if (++count <= most)
      text += fmt::format("{} {} ({}, relative gap {:.2g})", count == 1 ? "; not converged:" : ",", name(k),
                          to_string(parts[k].status), parts[k].certificate.relative_gap);
  }
  return count > most ? text + fmt::format(" and {} more", count - most) : text;
}

/// Writes a model. Numbers that have overflowed are no usage error here, as in a model given by the user.
template <class Model, class... Format>
void write_answer(const std::string& path, const Model& model, const Format&... format) {
  try {
    write_model(path, model, format...);
  } catch (const InvalidParameter& overflow) {
    throw Error(fmt::format("{}: the model cannot be written: {}", path, overflow.what()));
  }
}

/// Converts dual points of pairs of classes, which have the rows of two classes only, to one number per row of the
/// data.
template <class Part>
void spread_dual(std::vector<Part>& parts, std::span<const double> y, std::span<const double> labels) {
  const internal::RowsByClass by_class(y, labels);
  const auto pairs = internal::class_pairs(labels.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    std::vector<double>& dual = parts[k].dual_coef;
    dual = internal::spread(dual, by_class.of_pair(pairs[k]), y.size());
  }
}

/// Text of s, a line per row and a column per part.
template <class Parts>
std::string dual_text(const Parts& parts, std::size_t rows) {
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    for (const auto& part : parts) {
      const std::size_t width = part.dual_coef.size() / rows;
      for (std::size_t k = i * width; k < (i + 1) * width; ++k)
        fmt::format_to(std::back_inserter(text), "{} ", part.dual_coef[k]);
    }
    text.back() = '\n';
  }
  return text;
}

}  // namespace hingeline::cli
