// SPDX-License-Identifier: BSD-3-Clause
//
// Files of ratings: a line is a user, an item and a rating, words between blanks or commas.
#include <algorithm>
#include <string_view>

#include "files/mapping.hpp"
#include "files/text_source.hpp"
#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "model_files/model_words.hpp"
#include "model_files/unit_names.hpp"

namespace hingeline {
namespace internal {
namespace {

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
      text.remove_prefix(std::min(text.find_first_not_of(word_separators), text.size()));
      const std::string_view word = text.substr(0, text.find_first_of(word_separators));
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

}  // namespace
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

}  // namespace hingeline
