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
#include "matrix.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

constexpr std::array<std::string_view, 2> model_format_names = {"auto", "native"};

Loss make_loss(std::string_view name, double epsilon, double tau, double delta, double gamma) {
  const Loss loss{loss_from_string(name), epsilon, tau, delta, gamma};
  validate(loss);
  return loss;
}

/// One function for all rows, of the margin or of the residual.
Loss make_plq(std::string_view argument, std::vector<double> breakpoints, std::vector<double> slopes,
              std::vector<double> curvatures, double minimum) {
  return plq_loss(choice<PlqArgument>("argument", plq_argument_names, argument),
                  {{std::move(breakpoints), std::move(slopes), std::move(curvatures), minimum}});
}

nb::tuple pieces_of(const PlqFunction& function) {
  return nb::make_tuple(function.breakpoints, function.slopes, function.curvatures, function.minimum);
}

/// Of max(0, u t + v) for each (u, v) and of h(s t + v; tau) for each (s, v, tau).
nb::tuple pieces_of_terms(const std::vector<std::array<double, 2>>& relu,
                          const std::vector<std::array<double, 3>>& rehu, double constant) {
  PlqTerms terms;
  for (const auto& [u, v] : relu) terms.relu.push_back({u, v});
  for (const auto& [s, v, tau] : rehu) terms.rehu.push_back({s, v, tau});
  terms.constant = constant;
  return pieces_of(plq_from_terms(terms));
}

/// coef: features x outputs.
LinearModel make_model(const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& coef,
                       const Vector<double>& intercept, const Loss& loss, double C, std::string_view intercept_kind,
                       double bias, std::string_view multi_class, std::vector<double> labels,
                       std::vector<std::string> feature_names, const Calibration* calibration,
                       std::vector<double> levels, std::string_view level_tie) {
  LinearModel model;
  model.loss = loss;
  model.C = C;
  model.intercept_kind = choice<Intercept>("fit_intercept", intercept_names, intercept_kind);
  model.bias = bias;
  model.multi_class = choice<MultiClass>("multi_class", multi_class_names, multi_class);
  model.labels = std::move(labels);
  model.features = static_cast<std::int32_t>(coef.shape(0));
  model.outputs = static_cast<int>(coef.shape(1));
  model.coef.assign(coef.data(), coef.data() + coef.size());
  model.intercept.assign(intercept.data(), intercept.data() + intercept.size());
  model.feature_names = std::move(feature_names);
  if (calibration != nullptr) model.calibration = *calibration;
  model.levels = std::move(levels);
  model.level_tie = choice<LevelTie>("level_tie", level_tie_names, level_tie);
  return model;
}

auto decide(const LinearModel& model, const Matrix& x, int threads) {
  std::vector<double> values;
  {
    const nb::gil_scoped_release release;
    values = decision_values(model, x.view(), threads);
  }
  const auto outputs = static_cast<std::size_t>(model.outputs);
  const std::size_t n = values.size() / outputs;
  return array_of(std::move(values), {n, outputs});
}

auto probabilities(const LinearModel& model, const Vector<double>& values) {
  std::vector<double> probability;
  {
    const nb::gil_scoped_release release;
    probability = predict_probability(model, span_of(values));
  }
  const std::size_t classes = model.labels.size();
  const std::size_t n = probability.size() / classes;
  return array_of(std::move(probability), {n, classes});
}

}  // namespace

CertificateNumbers numbers(const Certificate& proof) {
  return {proof.primal,           proof.dual,         proof.gap, proof.relative_gap, proof.rounding_floor,
          proof.coef_error_bound, proof.max_violation};
}

void bind_model(nb::module_& module) {
  module.attr("loss_names") = nb::cast(loss_names);
  module.attr("solver_names") = nb::cast(solver_names);

  nb::class_<Loss>(module, "Loss", "A loss and its parameters; those that it does not have are ignored.")
      .def(nb::new_(&make_loss), "name"_a, nb::kw_only(), "epsilon"_a = 0.0, "tau"_a = 0.5, "delta"_a = 1.0,
           "gamma"_a = 1.0)
      .def_prop_ro("name", [](const Loss& loss) { return to_string(loss.name); })
      .def_prop_ro("is_classification", [](const Loss& loss) { return is_classification(loss); })
      .def_ro("epsilon", &Loss::epsilon)
      .def_ro("tau", &Loss::tau)
      .def_ro("delta", &Loss::delta)
      .def_ro("gamma", &Loss::gamma);

  module.def("plq_loss", &make_plq, "argument"_a, "breakpoints"_a, "slopes"_a, "curvatures"_a, "minimum"_a);
  module.def("pieces_of_terms", &pieces_of_terms, "relu"_a, "rehu"_a, "constant"_a,
             "Breakpoints, slopes, curvatures and minimum of a sum of terms.");

  nb::class_<LinearModel>(module, "LinearModel", "Coefficients, and what they were trained for.")
      .def(nb::new_(&make_model), "coef"_a.noconvert(), "intercept"_a.noconvert(), nb::kw_only(), "loss"_a, "C"_a = 1.0,
           "intercept_kind"_a = "free", "bias"_a = 1.0, "multi_class"_a = "ovr", "labels"_a = std::vector<double>(),
           "feature_names"_a = std::vector<std::string>(), "calibration"_a = nb::none(),
           "levels"_a = std::vector<double>(), "level_tie"_a = "separate")
      .def_prop_ro(
          "coef",
          [](const LinearModel& model) {
            return array_of(std::vector(model.coef),
                            {static_cast<std::size_t>(model.features), static_cast<std::size_t>(model.outputs)});
          },
          nb::rv_policy::move)
      .def_prop_ro(
          "intercept",
          [](const LinearModel& model) { return array_of(std::vector(model.intercept), {model.intercept.size()}); },
          nb::rv_policy::move)
      .def_ro("loss", &LinearModel::loss)
      .def_ro("C", &LinearModel::C, "NaN where a file does not say it.")
      .def_prop_ro("intercept_kind",
                   [](const LinearModel& model) { return name_of(intercept_names, model.intercept_kind); })
      .def_ro("bias", &LinearModel::bias)
      .def_prop_ro("multi_class", [](const LinearModel& model) { return to_string(model.multi_class); })
      .def_ro("calibration", &LinearModel::calibration)
      .def_ro("labels", &LinearModel::labels)
      .def_ro("levels", &LinearModel::levels, "tau of each output, or empty.")
      .def_prop_ro("level_tie", [](const LinearModel& model) { return to_string(model.level_tie); })
      .def_ro("feature_names", &LinearModel::feature_names)
      .def_prop_ro("certificate", [](const LinearModel& model) {
        return model.certificate ? std::optional(numbers(*model.certificate)) : std::nullopt;
      });

  module.def("decision_values", &decide, "model"_a, "x"_a, "threads"_a = 1, "Rows x outputs.");
  module.def("predict_probability", &probabilities, "model"_a, "decision_values"_a.noconvert(), "Rows x labels.");
  module.def(
      "read_model", [](const std::filesystem::path& path) { return read_model(path); }, "path"_a);
  module.def(
      "write_model",
      [](const std::filesystem::path& path, const LinearModel& model, std::string_view format) {
        write_model(path, model, choice<ModelFormat>("format", model_format_names, format));
      },
      "path"_a, "model"_a, "format"_a = "auto");
}

}  // namespace hingeline::python
