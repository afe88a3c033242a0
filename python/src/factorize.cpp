// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "attendant.hpp"
#include "bindings.hpp"
#include "choice.hpp"
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

using Table = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig>;

FactorModel make_model(std::string_view loss, double offset, const Table& user_factors, const Table& item_factors,
                       const Vector<double>& user_bias, const Vector<double>& item_bias,
                       std::vector<std::string> user_names, std::vector<std::string> item_names) {
  FactorModel model;
  model.loss = choice<LossName>("loss", loss_names, loss);
  model.rank = static_cast<int>(user_factors.shape(1));
  model.offset = offset;
  model.user_factors.assign(user_factors.data(), user_factors.data() + user_factors.size());
  model.item_factors.assign(item_factors.data(), item_factors.data() + item_factors.size());
  model.user_bias.assign(user_bias.data(), user_bias.data() + user_bias.size());
  model.item_bias.assign(item_bias.data(), item_bias.data() + item_bias.size());
  model.user_names = std::move(user_names);
  model.item_names = std::move(item_names);
  return model;
}

/// A read-only property: a copy of some numbers of the model, `rank` a row, or one.
template <std::vector<double> FactorModel::*numbers, bool by_rank>
nb::ndarray<nb::numpy, double> copied(const FactorModel& model) {
  std::vector<double> copy = model.*numbers;
  if (!by_rank) {
    const std::size_t size = copy.size();
    return array_of(std::move(copy), {size});
  }
  const auto rank = static_cast<std::size_t>(model.rank);
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
  nb::class_<FactorModel>(module, "FactorModel")
      .def(nb::new_(&make_model), nb::kw_only(), "loss"_a, "offset"_a, "user_factors"_a.noconvert(),
           "item_factors"_a.noconvert(), "user_bias"_a.noconvert(), "item_bias"_a.noconvert(), "user_names"_a,
           "item_names"_a)
      .def_prop_ro("loss", [](const FactorModel& model) { return to_string(model.loss); })
      .def_ro("offset", &FactorModel::offset)
      .def_prop_ro("user_factors", &copied<&FactorModel::user_factors, true>, nb::rv_policy::move)
      .def_prop_ro("item_factors", &copied<&FactorModel::item_factors, true>, nb::rv_policy::move)
      .def_prop_ro("user_bias", &copied<&FactorModel::user_bias, false>, nb::rv_policy::move)
      .def_prop_ro("item_bias", &copied<&FactorModel::item_bias, false>, nb::rv_policy::move)
      .def_ro("user_names", &FactorModel::user_names)
      .def_ro("item_names", &FactorModel::item_names);
  nb::class_<FactorResult>(module, "FactorResult")
      .def_ro("model", &FactorResult::model)
      .def_prop_ro("status", [](const FactorResult& result) { return to_string(result.status); })
      .def_ro("last", &FactorResult::last);
  module.def("factorize", &factorize_ratings, "user"_a, "item"_a, "value"_a, "weights"_a.none(), "users"_a, "items"_a,
             nb::kw_only(), "loss"_a, "C"_a, "rank"_a, "biases"_a, "user_ridge"_a, "item_ridge"_a, "user_bounds"_a,
             "item_bounds"_a, "tolerance"_a, "turn_tolerance"_a, "max_rounds"_a, "max_seconds"_a, "seed"_a, "threads"_a,
             "callback"_a.none());
  module.def(
      "write_factor_model",
      [](const std::filesystem::path& path, const FactorModel& model) { write_model(path, model); }, "path"_a,
      "model"_a);
  module.def("read_factor_model", &read_factor_model, "path"_a);
}

}  // namespace hingeline::python
