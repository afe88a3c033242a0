// SPDX-License-Identifier: BSD-3-Clause
#include "plq_file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/quote.hpp"
#include "files/mapping.hpp"
#include "hingeline/error.hpp"

namespace hingeline::cli {
namespace {

using nlohmann::json;

/// A value for messages; only the type of arrays and objects, which may be nested too deeply.
std::string found_value(const json& value) {
  if (value.is_string()) return internal::quote(value.get_ref<const std::string&>());
  return value.is_structured() ? std::string("an ") + value.type_name() : value.dump();
}

class PlqFile {
 public:
  explicit PlqFile(const std::string& path) : path_(path) {}

  Loss read() const {
    const json object = parse();
    const PlqArgument argument = read_argument(object);
    try {
      if (!object.contains("functions")) return plq_loss(argument, {read_function(object, {"argument"})});
      allow_keys(object, {"argument", "functions"});
      std::vector<PlqFunction> functions;
      for (const json& function : array(object, "functions")) functions.push_back(read_function(function, {}));
      return plq_loss(argument, std::move(functions));
    } catch (const InvalidParameter& error) {
      fail(error.what());
    }
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { throw DataError(path_, 0, 0, message); }

  json parse() const {
    const internal::Mapping file = internal::Mapping::of_file(path_);
    try {
      json object = json::parse(file.text());
      if (!object.is_object()) fail("expected a JSON object");
      return object;
    } catch (const json::exception& error) {
      constexpr std::size_t longest = 200;  // it repeats whole words of the file
      fail(std::string(error.what()).substr(0, longest));
    }
  }

  PlqArgument read_argument(const json& object) const {
    const auto given = object.find("argument");
    const std::string name = given != object.end() && given->is_string() ? given->get<std::string>() : "";
    const auto* known = std::find(plq_argument_names.begin(), plq_argument_names.end(), name);
    if (known == plq_argument_names.end()) fail("\"argument\" must be \"margin\", \"residual\" or \"prediction\"");
    return static_cast<PlqArgument>(known - plq_argument_names.begin());
  }

  /// Reads a function; `keys` are further keys that its object may have.
  PlqFunction read_function(const json& object, std::vector<std::string> keys) const {
    if (!object.is_object()) fail("each of \"functions\" must be a JSON object");
    if (object.contains("relu") || object.contains("rehu")) return read_terms(object, std::move(keys));
    keys.insert(keys.end(), {"breakpoints", "slopes", "curvatures", "minimum"});
    allow_keys(object, keys);
    PlqFunction function;
    function.breakpoints = numbers(array(object, "breakpoints"), "breakpoints");
    function.slopes = numbers(array(object, "slopes"), "slopes");
    function.curvatures = numbers(array(object, "curvatures"), "curvatures");
    if (object.contains("minimum")) function.minimum = number(object["minimum"], "minimum");
    return function;
  }

  PlqFunction read_terms(const json& object, std::vector<std::string> keys) const {
    keys.insert(keys.end(), {"relu", "rehu", "constant"});
    allow_keys(object, keys);
    PlqTerms terms;
    if (object.contains("relu"))
      for (const json& term : array(object, "relu")) {
        const std::vector<double> given = numbers(term, "relu");
        if (given.size() != 2) fail("a \"relu\" term must be [u, v]");
        terms.relu.push_back({given[0], given[1]});
      }
    if (object.contains("rehu"))
      for (const json& term : array(object, "rehu")) {
        const std::vector<double> given = numbers(term, "rehu");
        if (given.size() != 2 && given.size() != 3)
          fail("a \"rehu\" term must be [s, v, tau], or [s, v] for an infinite tau");
        terms.rehu.push_back({given[0], given[1], given.size() == 3 ? given[2] : HUGE_VAL});
      }
    if (object.contains("constant")) terms.constant = number(object["constant"], "constant");
    return plq_from_terms(terms);
  }

  void allow_keys(const json& object, const std::vector<std::string>& keys) const {
    for (const auto& [key, value] : object.items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) fail("unknown key " + internal::quote(key));
  }

  const json& array(const json& object, const std::string& key) const {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array()) fail("\"" + key + "\" must be given as an array");
    return *found;
  }

  double number(const json& value, const std::string& key) const {
    if (!value.is_number()) fail("\"" + key + "\": expected a number, found " + found_value(value));
    return value.get<double>();
  }

  std::vector<double> numbers(const json& values, const std::string& key) const {
    if (!values.is_array()) fail("\"" + key + "\": expected an array, found " + found_value(values));
    std::vector<double> result;
    for (const json& value : values) result.push_back(number(value, key));
    return result;
  }

  const std::string& path_;
};

}  // namespace

Loss read_plq(const std::string& path) { return PlqFile(path).read(); }

}  // namespace hingeline::cli
