// SPDX-License-Identifier: BSD-3-Clause
//
// Files of factor models.
//
//     hingeline_factors 1
//     loss NAME
//     rank K
//     offset M
//     user NAME A P1 .. PK        a line per user: bias, factors
//     item NAME B Q1 .. QK        a line per item
#include <fmt/format.h>

#include <string_view>
#include <unordered_set>

#include "core/atomic_file.hpp"
#include "core/require.hpp"
#include "files/mapping.hpp"
#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "model_files/model_text.hpp"
#include "model_files/model_words.hpp"
#include "model_files/text_pieces.hpp"
#include "model_files/unit_names.hpp"
#include "models/model_fields.hpp"

namespace hingeline {
namespace internal {
namespace {

constexpr std::string_view first_line = "hingeline_factors 1";

/// One side of a model.
struct Units {
  const char* kind;
  const std::vector<double>& factors;
  const std::vector<double>& bias;
  const std::vector<std::string>& names;

  void validate() const {
    require_finite("factors", factors);
    require_finite("bias", bias);
    for (const std::string& name : names)
      if (!is_word(name)) throw InvalidParameter("names", quote(name), "must be a word without blanks and commas");
    std::unordered_set<std::string_view> seen;
    for (const std::string& name : names)
      if (!seen.insert(name).second) throw InvalidParameter("names", quote(name), "must not be given twice");
  }

  void write(Text& text, std::size_t rank) const {
    const std::vector<std::string> written = names_or_numbers(names, bias.size());
    for (std::size_t i = 0; i < bias.size(); ++i) {
      text.append("{} {} ", kind, written[i]);
      text.append_number(bias[i]);
      for (std::size_t j = 0; j < rank; ++j) text.append_number(factors[i * rank + j]);
      text.end_line();
    }
  }
};

class FactorReader {
 public:
  FactorReader(std::string_view text, const std::string& name) : lines_(text, name) {}

  FactorModel read() {
    std::string_view line;
    if (!lines_.next_words(line) || line != first_line)
      lines_.fail("expected the line '" + std::string(first_line) + "'");
    model_.loss = named<LossName>(loss_names, value("loss"), lines_);
    model_.rank = count(value("rank"), lines_);
    if (model_.rank < 1) lines_.fail("rank: 0 given, must be >= 1");
    model_.offset = finite_number(value("offset"), lines_);
    while (lines_.next_words(line)) read_unit(line);
    return std::move(model_);
  }

 private:
  std::string_view value(std::string_view key) {
    std::string_view line = behind_key(lines_, key);
    const std::string_view found = take_word(line);
    require_line_end(line, lines_);
    return found;
  }

  void read_unit(std::string_view line) {
    const std::string_view kind = take_word(line);
    if (kind == "user") return read_unit(line, users_, model_.user_bias, model_.user_factors);
    if (kind == "item") return read_unit(line, items_, model_.item_bias, model_.item_factors);
    lines_.fail("expected 'user' or 'item', found " + found_word(kind));
  }

  void read_unit(std::string_view line, Numbering& names, std::vector<double>& bias, std::vector<double>& factors) {
    const std::string_view name = take_word(line);
    if (!is_word(name)) lines_.fail("expected a name, found " + found_word(name));
    if (static_cast<std::size_t>(names.add(name)) != bias.size()) lines_.fail(quote(name) + " is given twice");
    bias.push_back(take_number(line, lines_));
    for (int j = 0; j < model_.rank; ++j) factors.push_back(take_number(line, lines_));
    if (const std::string_view more = take_word(line); !more.empty())
      lines_.fail(fmt::format("expected {} factors, found one more: {}", model_.rank, found_word(more)));
  }

  Lines lines_;
  FactorModel model_;
  Numbering users_{model_.user_names};
  Numbering items_{model_.item_names};
};

}  // namespace

FactorModel parse_factor_model(std::string_view text, const std::string& name) {
  return FactorReader(text, name).read();
}

}  // namespace internal

void write_model(const std::filesystem::path& path, const FactorModel& model) {
  internal::require_sizes(model);
  internal::require_finite("offset", model.offset);
  const auto rank = static_cast<std::size_t>(model.rank);
  const internal::Units sides[] = {{"user", model.user_factors, model.user_bias, model.user_names},
                                   {"item", model.item_factors, model.item_bias, model.item_names}};
  for (const internal::Units& side : sides) side.validate();
  internal::AtomicFile file(path);
  const internal::TextSink sink = [&file](std::string_view piece) { file.append(piece); };
  internal::Text text(sink);
  text.append("{}\nloss {}\nrank {}\noffset {}\n", internal::first_line, to_string(model.loss), model.rank,
              model.offset);
  for (const internal::Units& side : sides) side.write(text, rank);
  text.flush();
  file.commit();
}

FactorModel read_factor_model(const std::filesystem::path& path) {
  const internal::Mapping file = internal::Mapping::of_file(path);
  return internal::parse_factor_model(file.text(), path.string());
}

}  // namespace hingeline
