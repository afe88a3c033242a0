// SPDX-License-Identifier: BSD-3-Clause
//
// Files of factor models and of ratings.
//
//     hingeline_factors 1
//     loss NAME
//     rank K
//     offset M
//     user NAME A P1 .. PK        a line per user: bias, factors
//     item NAME B Q1 .. QK        a line per item
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/atomic_file.hpp"
#include "core/require.hpp"
#include "data/mapping.hpp"
#include "data/text_source.hpp"
#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "models/model_fields.hpp"
#include "models/model_text.hpp"
#include "models/model_words.hpp"
#include "models/text_pieces.hpp"

namespace hingeline {
namespace internal {
namespace {

constexpr std::string_view first_line = "hingeline_factors 1";
constexpr std::string_view separators = " \t\r\v\f,";

bool is_word(std::string_view name) {
  return !name.empty() && name.find_first_of(separators) == name.npos && name.find('\n') == name.npos;
}

/// Numbers for words, in order of first appearance.
class Numbering {
 public:
  explicit Numbering(std::vector<std::string>& names) : names_(names) {
    for (std::size_t i = 0; i < names.size(); ++i) numbers_.emplace(names[i], static_cast<std::int32_t>(i));
  }

  std::int32_t add(std::string_view name) {
    const auto [place, is_new] = numbers_.try_emplace(std::string(name), static_cast<std::int32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return place->second;
  }
  /// -1 for a word without a number.
  std::int32_t find(std::string_view name) const {
    const auto found = numbers_.find(std::string(name));
    return found == numbers_.end() ? -1 : found->second;
  }

 private:
  std::vector<std::string>& names_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

struct RatingLine {
  std::string_view user;
  std::string_view item;
  std::string_view rating;  // may be empty
};

/// f(line, lines) for every line that is not blank.
template <class F>
void for_each_rating(const std::filesystem::path& path, const F& f) {
  const TextSource source = text_of(path.string(), Mapping::of_file(path));
  Lines lines(source.text, source.name);
  std::string_view text;
  while (lines.next(text)) {
    const auto take = [&text] {
      text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
      const std::string_view word = text.substr(0, text.find_first_of(separators));
      text.remove_prefix(word.size());
      return word;
    };
    const RatingLine line{take(), take(), take()};
    if (line.user.empty()) continue;
    if (line.item.empty()) lines.fail("expected a user and an item, found " + found_word(line.user) + " alone");
    if (const std::string_view more = take(); !more.empty())
      lines.fail("expected a user, an item and a rating, found also " + found_word(more));
    f(line, lines);
  }
}

/// Those of a model, which may be the numbers from 0.
std::vector<std::string> names_or_numbers(const std::vector<std::string>& names, std::size_t count) {
  if (!names.empty()) return names;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(fmt::format("{}", i));
  return numbers;
}

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
      if (!seen.insert(name).second) throw InvalidParameter("names", quote(name), "is there twice");
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
    std::string_view line;
    if (!lines_.next_words(line) || take_word(line) != key) lines_.fail(fmt::format("expected the line '{} ...'", key));
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
      lines_.fail(fmt::format("expected {} factors, found also {}", model_.rank, found_word(more)));
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

RatingData read_ratings(const std::filesystem::path& path) {
  RatingData data;
  internal::Numbering users(data.user_names);
  internal::Numbering items(data.item_names);
  internal::for_each_rating(path, [&](const internal::RatingLine& line, const internal::Lines& lines) {
    data.value.push_back(internal::finite_number(line.rating, lines));
    data.user.push_back(users.add(line.user));
    data.item.push_back(items.add(line.item));
  });
  if (data.value.empty()) throw DataError(path.string() + ": no ratings");
  return data;
}

RatingData read_pairs(const std::filesystem::path& path, const FactorModel& model) {
  RatingData data;
  data.user_names = internal::names_or_numbers(model.user_names, model.user_bias.size());
  data.item_names = internal::names_or_numbers(model.item_names, model.item_bias.size());
  const internal::Numbering users(data.user_names);
  const internal::Numbering items(data.item_names);
  internal::for_each_rating(path, [&](const internal::RatingLine& line, const internal::Lines& lines) {
    if (!data.user.empty() && line.rating.empty() != data.value.empty())
      lines.fail("some lines have a rating, others none");
    if (!line.rating.empty()) data.value.push_back(internal::finite_number(line.rating, lines));
    data.user.push_back(users.find(line.user));
    data.item.push_back(items.find(line.item));
  });
  return data;
}

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
