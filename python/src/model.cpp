// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/array.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "certificate_numbers.hpp"
#include "choice.hpp"
#include "hingeline/model.hpp"
#include "hingeline/options.hpp"
#include "hingeline/plq.hpp"
#include "lock_released.hpp"
#include "matrix.hpp"
#include "properties.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

constexpr std::array<std::string_view, 2> model_format_names = {"auto", "native"};

Loss make_loss(std::string_view name, double epsilon, double tau, double delta, double gamma) {
  const Loss loss{loss_from_string(name), epsilon, tau, delta, gamma};
  validate(loss);
  return loss;
}

/// The loss of one piecewise linear-quadratic function for all rows, of the margin or of the residual.
Loss make_plq(std::string_view argument, std::vector<double> breakpoints, std::vector<double> slopes,
              std::vector<double> curvatures, double minimum) {
  return plq_loss(choice<PlqArgument>("argument", plq_argument_names, argument),
                  {{std::move(breakpoints), std::move(slopes), std::move(curvatures), minimum}});
}

nb::tuple pieces_of(const PlqFunction& function) {
  return nb::make_tuple(function.breakpoints, function.slopes, function.curvatures, function.minimum);
}

/// Argument and pieces of a user's function that all rows share; None for any other loss.
nb::object own_function(const Loss& loss) {
  if (loss.name != LossName::plq || loss.plq->argument() == PlqArgument::prediction) return nb::none();
  const auto argument = static_cast<std::size_t>(loss.plq->argument());
  return nb::make_tuple(plq_argument_names[argument], pieces_of(loss.plq->functions().front()));
}

/// Pieces of the sum of max(0, u t + v) for each (u, v) and h(s t + v; tau) for each (s, v, tau).
nb::tuple pieces_of_terms(const std::vector<std::array<double, 2>>& relu,
                          const std::vector<std::array<double, 3>>& rehu, double constant) {
  PlqTerms terms;
  for (const auto& [u, v] : relu) terms.relu.push_back({u, v});
  for (const auto& [s, v, tau] : rehu) terms.rehu.push_back({s, v, tau});
  terms.constant = constant;
  return pieces_of(plq_from_terms(terms));
}

using Coefficients = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void set_coef(LinearModel& model, const Coefficients& coef) {
  model.features = static_cast<std::int32_t>(coef.shape(0));
  model.outputs = static_cast<int>(coef.shape(1));
  model.coef.assign(coef.data(), coef.data() + coef.size());
}

auto coef_of(const LinearModel& model) {
  return array_of(std::vector(model.coef),
                  {static_cast<std::size_t>(model.features), static_cast<std::size_t>(model.outputs)});
}

auto decide(const Coefficients& coef, const Vector<double>& intercept, const Matrix& x, int threads) {
  std::vector<double> values;
  const CoefficientView view{{coef.data(), coef.size()}, span_of(intercept)};
  {
    const LockReleased released;
    values = decision_values(view, x.view(), threads);
  }
  const std::size_t outputs = view.intercept.size();
  const std::size_t n = values.size() / outputs;
  return array_of(std::move(values), {n, outputs});
}

auto probabilities(const LinearModel& model, const Vector<double>& values, int threads) {
  std::vector<double> probability;
  {
    const LockReleased released;
    probability = predict_probability(model, span_of(values), threads);
  }
  const std::size_t classes = model.labels.size();
  const std::size_t n = probability.size() / classes;
  return array_of(std::move(probability), {n, classes});
}

}  // namespace

CertificateNumbers numbers(const Certificate& proof) {
  return {proof.primal,           proof.dual,          proof.gap,          proof.relative_gap, proof.rounding_floor,
          proof.coef_error_bound, proof.max_violation, proof.dual_rounding};
}

Certificate certificate_of(const CertificateNumbers& numbers) {
  const auto& [primal, dual, gap, relative_gap, rounding_floor, coef_error_bound, max_violation, dual_rounding] =
      numbers;
  return {primal, dual, gap, relative_gap, rounding_floor, coef_error_bound, max_violation, dual_rounding};
}

void bind_model(nb::module_& module) {
  module.attr("solver_names") = nb::cast(solver_names);

  nb::class_<Loss>(module, "Loss", "A loss and its parameters; parameters that the loss does not have are ignored.")
      .def(nb::new_(&make_loss), "name"_a, nb::kw_only(), "epsilon"_a = 0.0, "tau"_a = 0.5, "delta"_a = 1.0,
           "gamma"_a = 1.0)
      .def_prop_ro("name", [](const Loss& loss) { return to_string(loss.name); })
      .def_prop_ro("is_classification", [](const Loss& loss) { return is_classification(loss); })
      .def_prop_ro("own_function", &own_function, "Argument and pieces of a user's function for all rows; or None.")
      .def_ro("epsilon", &Loss::epsilon)
      .def_ro("tau", &Loss::tau)
      .def_ro("delta", &Loss::delta)
      .def_ro("gamma", &Loss::gamma);

  module.def("plq_loss", &make_plq, "argument"_a, "breakpoints"_a, "slopes"_a, "curvatures"_a, "minimum"_a);
  module.def("pieces_of_terms", &pieces_of_terms, "relu"_a, "rehu"_a, "constant"_a,
             "Breakpoints, slopes, curvatures and minimum of a sum of ReLU and ReHU terms.");

  nb::class_<LinearModel> type(module, "LinearModel", "Coefficients, and the problem that they were trained for.");
  type.def("__init__", &set_properties<LinearModel>)
      .def_prop_rw("coef", &coef_of, &set_coef, nb::for_getter(nb::rv_policy::move),
                   nb::for_setter(nb::arg().noconvert()), "Features x outputs.")
      .def_rw("loss", &LinearModel::loss)
      .def_rw("C", &LinearModel::C, "NaN where the file does not hold it.")
      .def_rw("bias", &LinearModel::bias)
      .def_rw("l1", &LinearModel::l1, "l1 of the penalty l1 |w|_1 + l2 / 2 |w|^2.")
      .def_rw("l2", &LinearModel::l2)
      .def_rw("calibration", &LinearModel::calibration)
      .def_rw("labels", &LinearModel::labels)
      .def_rw("label_names", &LinearModel::label_names, "One per label where labels are texts, else empty.")
      .def_rw("levels", &LinearModel::levels, "tau of each output, or empty.")
      .def_rw("feature_names", &LinearModel::feature_names)
      .def_prop_ro(
          "has_basis", [](const LinearModel& model) { return model.basis != nullptr; },
          "Whether coefficients are for functions of a kernel, not for the features of the rows.")
      .def_prop_rw(
          "certificate",
          [](const LinearModel& model) {
            return model.certificate ? std::optional(numbers(*model.certificate)) : std::nullopt;
          },
          [](LinearModel& model, const std::optional<CertificateNumbers>& given) {
            model.certificate = given ? std::optional(certificate_of(*given)) : std::nullopt;
          },
          nb::for_setter(nb::arg().none()));
  def_numbers(type, "intercept", &LinearModel::intercept);
  def_numbers(type, "column_scale", &LinearModel::column_scale);
  def_choice(type, "intercept_kind", &LinearModel::intercept_kind, intercept_names);
  def_choice(type, "multi_class", &LinearModel::multi_class, multi_class_names);
  def_choice(type, "level_tie", &LinearModel::level_tie, level_tie_names);

  module.def("decision_values", &decide, "coef"_a.noconvert(), "intercept"_a.noconvert(), "x"_a, "threads"_a = 1,
             "Decision values, rows x outputs, from coefficients outputs x features.");
  module.def("predict_probability", &probabilities, "model"_a, "decision_values"_a.noconvert(), "threads"_a = 1,
             "Probabilities, rows x labels.");
  module.def(
      "read_model", [](const std::filesystem::path& path) { return read_model(path); }, "path"_a,
      nb::call_guard<LockReleased>());
  module.def(
      "write_model",
      [](const std::filesystem::path& path, const LinearModel& model, std::string_view format) {
        write_model(path, model, choice<ModelFormat>("format", model_format_names, format));
      },
      "path"_a, "model"_a, "format"_a = "auto", nb::call_guard<LockReleased>());
}

}  // namespace hingeline::python
