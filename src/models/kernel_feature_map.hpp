// SPDX-License-Identifier: BSD-3-Clause
//
// phi of kernel_features.hpp: functions of a row, whitened where they are kernel values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "hingeline/kernel_features.hpp"
#include "kernels/basis_functions.hpp"
#include "kernels/whitening.hpp"

namespace hingeline {

class KernelFeatures::Map {
 public:
  Map(KernelBasis basis, int threads, const internal::Stop& stop);

  const std::shared_ptr<const KernelBasis>& basis() const { return basis_; }
  std::size_t size() const { return functions_.size(); }

  Dataset map(const Dataset& data, int threads, const internal::Stop& stop) const;
  Dataset map_to_file(const Dataset& data, const std::filesystem::path& scratch, int threads) const;

  /// |sum_i s_i phi(x_i)|^2 over the chosen rows, phi rounded as by map().
  double squared_sum(const MatrixView& x, std::span<const std::int64_t> chosen, std::span<const double> s) const;

  /// The coefficients of a model of phi in terms of the basis functions, and the reverse.
  LinearModel coef_of_rows(LinearModel model) const;
  LinearModel coef_of_features(LinearModel model) const;

  /// Whether the two models' outputs for some landmarks, by the functions phi and by kernel values, differ by more than
  /// rounding should: where columns are far from 1, large kernel values may leave phi no digits.
  bool loses_digits(const LinearModel& feature_model, const LinearModel& row_model) const;

 private:
  template <class T>
  Dataset map_in(const Dataset& data, int threads, const internal::Stop& stop) const;
  template <class T>
  Dataset map_to_file_in(const Dataset& data, const std::filesystem::path& scratch, int threads) const;
  template <class T>
  double squared_sum_in(const MatrixView& x, std::span<const std::int64_t> chosen, std::span<const double> s) const;
  template <class Change>
  LinearModel with_coef(LinearModel model, const Change& change) const;
  std::vector<double> outputs_of(const LinearModel& model, const double* values, std::int64_t count) const;
  template <class T>
  void write(double* values, std::int64_t first, std::int64_t count, T* phi, const internal::Stop& stop = {}) const;

  std::shared_ptr<const KernelBasis> basis_;
  internal::BasisFunctions functions_;
  std::optional<internal::Whitening> whitening_;  // nystroem
};

}  // namespace hingeline
