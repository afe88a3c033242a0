// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <utility>

#include "arrays.hpp"
#include "attendant.hpp"
#include "bindings.hpp"
#include "hingeline/factorization.hpp"
#include "matrix.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

using Limits = std::pair<double, double>;

FactorResult factorize_ratings(const Vector<std::int32_t>& user, const Vector<std::int32_t>& item,
                               const Vector<double>& value, const std::optional<Vector<double>>& weights,
                               std::int32_t users, std::int32_t items, const Loss& loss, double C, int rank,
                               bool biases, double user_ridge, double item_ridge, const Limits& user_bounds,
                               const Limits& item_bounds, double tolerance, double turn_tolerance,
                               std::int64_t max_rounds, double max_seconds, std::uint64_t seed, int threads,
                               const nb::object& callback) {
  Ratings ratings{users, items, span_of(user), span_of(item), span_of(value), {}};
  if (weights) ratings.weights = span_of(*weights);
  FactorOptions options;
  options.loss = loss;
  options.C = C;
  options.rank = rank;
  options.biases = biases;
  options.user_ridge = user_ridge;
  options.item_ridge = item_ridge;
  options.user_bounds = {user_bounds.first, user_bounds.second};
  options.item_bounds = {item_bounds.first, item_bounds.second};
  options.tolerance = tolerance;
  options.turn_tolerance = turn_tolerance;
  options.max_rounds = max_rounds;
  options.max_seconds = max_seconds;
  options.seed = seed;
  options.threads = threads;

  Attendant attendant;
  options.interrupt = &attendant.interrupt();
  if (!callback.is_none())
    options.callback = [&](const FactorProgress& now) {
      bool go_on = true;
      const bool called = attendant.call([&] { go_on = !callback(now).equal(nb::bool_(false)); });
      return called && go_on;
    };
  FactorResult result;
  attendant.run([&] { result = factorize(ratings, options); });
  return result;
}

/// A read-only property: a copy of some numbers of the model, `rank` a row, or one.
template <std::vector<double> FactorModel::*numbers, bool by_rank>
nb::ndarray<nb::numpy, double> copied(const FactorResult& result) {
  std::vector<double> copy = result.model.*numbers;
  if (!by_rank) {
    const std::size_t size = copy.size();
    return array_of(std::move(copy), {size});
  }
  const auto rank = static_cast<std::size_t>(result.model.rank);
  const std::size_t rows = copy.size() / rank;
  return array_of(std::move(copy), {rows, rank});
}

}  // namespace

void bind_factorize(nb::module_& module) {
  nb::class_<FactorProgress>(module, "FactorProgress", "What is known after users and items had a turn each.")
      .def_ro("rounds", &FactorProgress::rounds)
      .def_ro("seconds", &FactorProgress::seconds)
      .def_ro("objective", &FactorProgress::objective)
      .def_ro("user_gap", &FactorProgress::user_gap, "Of the users' turn: primal - dual over the objective.")
      .def_ro("item_gap", &FactorProgress::item_gap, "Of the items' turn.");
  nb::class_<FactorResult>(module, "FactorResult")
      .def_prop_ro("offset", [](const FactorResult& result) { return result.model.offset; })
      .def_prop_ro("user_factors", &copied<&FactorModel::user_factors, true>, nb::rv_policy::move)
      .def_prop_ro("item_factors", &copied<&FactorModel::item_factors, true>, nb::rv_policy::move)
      .def_prop_ro("user_bias", &copied<&FactorModel::user_bias, false>, nb::rv_policy::move)
      .def_prop_ro("item_bias", &copied<&FactorModel::item_bias, false>, nb::rv_policy::move)
      .def_prop_ro("status", [](const FactorResult& result) { return to_string(result.status); })
      .def_ro("last", &FactorResult::last);
  module.def("factorize", &factorize_ratings, "user"_a, "item"_a, "value"_a, "weights"_a.none(), "users"_a, "items"_a,
             nb::kw_only(), "loss"_a, "C"_a, "rank"_a, "biases"_a, "user_ridge"_a, "item_ridge"_a, "user_bounds"_a,
             "item_bounds"_a, "tolerance"_a, "turn_tolerance"_a, "max_rounds"_a, "max_seconds"_a, "seed"_a, "threads"_a,
             "callback"_a.none());
}

}  // namespace hingeline::python
