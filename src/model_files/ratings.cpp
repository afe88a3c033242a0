// SPDX-License-Identifier: BSD-3-Clause
//
// Files of ratings. A line has a user, an item and a rating: words separated by blanks, commas or "::". What follows,
// such as a time, is ignored, and so is a header: a first line whose third word is a name.
#include <algorithm>
#include <cstddef>
#include <string_view>

#include "files/csv_field.hpp"
#include "files/mapping.hpp"
#include "files/text_names.hpp"
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

/// A word, and whether there is a comma among the separators before it.
struct RatingWord {
  std::string_view text;
  bool behind_comma;
};

constexpr std::string_view double_colon = "::";

/// Length of the separator that the text begins with, or 0.
std::size_t separator_size(std::string_view text) {
  if (text.starts_with(double_colon)) return double_colon.size();
  return !text.empty() && word_separators.find(text.front()) != word_separators.npos ? 1 : 0;
}

/// Takes the first word off the line; empty at its end.
RatingWord take_rating_word(std::string_view& line) {
  RatingWord word = {{}, false};
  while (const std::size_t size = separator_size(line)) {
    word.behind_comma = word.behind_comma || line.front() == ',';
    line.remove_prefix(size);
  }
  word.text = line.substr(0, std::min(line.find_first_of(word_separators), line.find(double_colon)));
  line.remove_prefix(word.text.size());
  return word;
}

/// Takes a rating off a line. What follows is ignored, unless it may be the digits after a decimal comma, which is an
/// error.
RatingLine take_rating(std::string_view text, const Lines& lines) {
  const RatingWord user = take_rating_word(text);
  const RatingWord item = take_rating_word(text);
  const RatingWord rating = take_rating_word(text);
  const RatingWord more = take_rating_word(text);
  if (!user.text.empty() && item.text.empty())
    lines.fail("expected a user and an item, found only " + found_word(user.text));
  if (!more.text.empty() && more.behind_comma != item.behind_comma)
    lines.fail("expected a user, an item and a rating, found also " + found_word(more.text) +
               " after another separator");
  return {user.text, item.text, rating.text};
}

/// Whether there is a name in place of a rating; what begins like a number is none.
bool is_header(const RatingLine& line) {
  constexpr std::string_view begins_number = "0123456789+-.";
  return is_name(line.rating) && !is_number(line.rating) &&
         begins_number.find(line.rating.front()) == std::string_view::npos;
}

/// Calls f(line, lines) for every line that is neither blank nor a header.
template <class F>
void for_each_rating(const std::filesystem::path& path, const F& f) {
  const TextSource source = text_of(path.string(), Mapping::of_file(path));
  Lines lines(source.text, source.name);
  std::string_view text;
  for (bool is_first = true; lines.next_words(text); is_first = false) {
    const RatingLine line = take_rating(text, lines);
    if (!line.user.empty() && !(is_first && is_header(line))) f(line, lines);
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
      lines.fail("expected a rating on all lines or on none");
    if (!line.rating.empty()) data.value.push_back(internal::finite_number(line.rating, lines));
    data.user.push_back(users.find(line.user));
    data.item.push_back(items.find(line.item));
  });
  return data;
}

}  // namespace hingeline
