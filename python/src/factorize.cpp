// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "attendant.hpp"
#include "bindings.hpp"
#include "hingeline/factorization.hpp"
#include "lock_released.hpp"
#include "properties.hpp"
#include "solver_call.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

FactorResult factorize_ratings(const Ratings& ratings, const FactorOptions& given, const nb::object& callback) {
  FactorOptions options = given;
  Attendant attendant;
  options.interrupt = &attendant.interrupt();
  options.callback = calling<FactorProgress>(callback, attendant);
  FactorResult result;
  attendant.run([&] { result = factorize(ratings, options); });
  return result;
}

using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// A property of factors, copied from and to an array with `rank` columns.
void def_factors(nb::class_<FactorModel>& type, const char* name, std::vector<double> FactorModel::*member) {
  type.def_prop_rw(
      name,
      [member](const FactorModel& model) {
        const auto rank = static_cast<std::size_t>(model.rank);
        const std::vector<double>& factors = model.*member;
        return array_of(std::vector(factors), {rank > 0 ? factors.size() / rank : 0, rank});
      },
      [member](FactorModel& model, const Table& table) {
        model.rank = static_cast<int>(table.shape(1));
        (model.*member).assign(table.data(), table.data() + table.size());
      },
      nb::for_getter(nb::rv_policy::move), nb::for_setter(nb::arg().noconvert()));
}

void bind_factor_options(nb::module_& module) {
  nb::class_<Ratings> ratings(module, "Ratings");
  ratings.def("__init__", &set_properties<Ratings>).def_rw("users", &Ratings::users).def_rw("items", &Ratings::items);
  def_view(ratings, "user", &Ratings::user);
  def_view(ratings, "item", &Ratings::item);
  def_view(ratings, "value", &Ratings::value);
  def_view(ratings, "weights", &Ratings::weights);

  nb::class_<FactorBounds>(module, "FactorBounds")
      .def("__init__", &set_properties<FactorBounds>)
      .def_rw("lower", &FactorBounds::lower)
      .def_rw("upper", &FactorBounds::upper);

  nb::class_<FactorOptions>(module, "FactorOptions")
      .def("__init__", &set_properties<FactorOptions>)
      .def_rw("loss", &FactorOptions::loss)
      .def_rw("C", &FactorOptions::C)
      .def_rw("rank", &FactorOptions::rank)
      .def_rw("biases", &FactorOptions::biases)
      .def_rw("user_ridge", &FactorOptions::user_ridge)
      .def_rw("item_ridge", &FactorOptions::item_ridge)
      .def_rw("user_bounds", &FactorOptions::user_bounds)
      .def_rw("item_bounds", &FactorOptions::item_bounds)
      .def_rw("tolerance", &FactorOptions::tolerance)
      .def_rw("turn_tolerance", &FactorOptions::turn_tolerance)
      .def_rw("max_rounds", &FactorOptions::max_rounds)
      .def_rw("max_seconds", &FactorOptions::max_seconds)
      .def_rw("seed", &FactorOptions::seed)
      .def_rw("threads", &FactorOptions::threads);
}

void bind_factor_model(nb::module_& module) {
  nb::class_<FactorModel> type(module, "FactorModel");
  type.def("__init__", &set_properties<FactorModel>)
      .def_rw("offset", &FactorModel::offset)
      .def_rw("user_names", &FactorModel::user_names)
      .def_rw("item_names", &FactorModel::item_names);
  def_choice(type, "loss", &FactorModel::loss, loss_names);
  def_factors(type, "user_factors", &FactorModel::user_factors);
  def_factors(type, "item_factors", &FactorModel::item_factors);
  def_numbers(type, "user_bias", &FactorModel::user_bias);
  def_numbers(type, "item_bias", &FactorModel::item_bias);
}

}  // namespace

void bind_factorize(nb::module_& module) {
  bind_factor_options(module);
  nb::class_<FactorProgress>(module, "FactorProgress", "The state after a round: a turn over users and one over items.")
      .def_ro("rounds", &FactorProgress::rounds)
      .def_ro("seconds", &FactorProgress::seconds)
      .def_ro("objective", &FactorProgress::objective)
      .def_ro("user_gap", &FactorProgress::user_gap, "Gap of the turn over users, divided by the objective.")
      .def_ro("item_gap", &FactorProgress::item_gap, "Gap of the turn over items, divided by the objective.");
  bind_factor_model(module);
  nb::class_<FactorResult>(module, "FactorResult")
      .def_ro("model", &FactorResult::model)
      .def_prop_ro("status", [](const FactorResult& result) { return to_string(result.status); })
      .def_ro("last", &FactorResult::last);
  module.def("factorize", &factorize_ratings, "ratings"_a, "options"_a, "callback"_a.none());
  module.def(
      "write_factor_model",
      [](const std::filesystem::path& path, const FactorModel& model) { write_model(path, model); }, "path"_a,
      "model"_a, nb::call_guard<LockReleased>());
  module.def("read_factor_model", &read_factor_model, "path"_a, nb::call_guard<LockReleased>());
}

}  // namespace hingeline::python
