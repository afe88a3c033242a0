// SPDX-License-Identifier: BSD-3-Clause
//
// Machines with kernels at the price of linear ones: a row x becomes phi(x), where phi(x)'phi(z) is about K(x, z), and
// every loss, intercept and solver of linear machines works on that.
//
//     nystroem   z_1 .. z_m are rows drawn at random, k(x) = (K(z_1, x), .., K(z_m, x)):
//                phi(x) = L^(-1) k(x),  L L' = (K(z_i, z_j)) + 1e-10 diag(K(z_i, z_i))
//     fourier    RBF kernel alone, omega_k normal, of variance 2 gamma, k = 1 .. m / 2:
//                phi(x) = sqrt(2 / m) (cos omega_1'x, .., cos omega_m/2'x, sin omega_1'x, .., sin omega_m/2'x)
//
// What `nystroem` leaves of K is positive semidefinite, so that the proof of the answer on phi goes on to the machine
// with the kernel itself: see exact_dual.
//
// Papers: Williams & Seeger, NIPS 2000; Rahimi & Recht, NIPS 2007; pairs of cosine and sine: Sutherland & Schneider,
// UAI 2015.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "hingeline/dataset.hpp"
#include "hingeline/kernel_basis.hpp"
#include "hingeline/model.hpp"

namespace hingeline {

struct KernelFeatureOptions {
  Approximation approximation = Approximation::nystroem;
  Kernel kernel = {};        ///< rbf, and for nystroem linear or a polynomial with coef0 >= 0
  std::int32_t size = 1000;  ///< m, 1 .. 16384; for fourier even. Of fewer rows nystroem takes all
  std::uint64_t seed = 0;    ///< of the rows or frequencies drawn
};

/// phi. Where a flag `interrupt` is given it is polled, and once it is true what takes long ends with an Error.
class KernelFeatures {
 public:
  /// Rows of weight 0 (weights: one a row, or empty) are not drawn. Throws InvalidParameter, or DataError where all
  /// weights are 0 or a kernel value is not finite.
  KernelFeatures(const MatrixView& x, std::span<const double> weights, const KernelFeatureOptions& options,
                 int threads = 1, const std::atomic<bool>* interrupt = nullptr);
  /// That of a model. Throws InvalidParameter where it has none, or one that cannot be.
  explicit KernelFeatures(const LinearModel& model, int threads = 1, const std::atomic<bool>* interrupt = nullptr);

  const KernelBasis& basis() const;

  /// Rows phi(x_i), dense and of x's value type, with the same targets: rows x size numbers of memory. What columns x
  /// has beyond those phi was made for are 0 in the rows it was drawn from. Throws DataError where x is not valid,
  /// or a kernel value not finite.
  Dataset map(const Dataset& data, int threads = 1, const std::atomic<bool>* interrupt = nullptr) const;
  /// The same in a file without a name in the folder `scratch` (empty: the current one), from which rows are read in
  /// every pass, as those of ReadOptions::memory. It is gone with the last Dataset of it. Throws IoError, too.
  Dataset map_to_file(const Dataset& data, const std::filesystem::path& scratch, int threads = 1) const;

  /// Converts a model trained on phi(x) to one on x with the same outputs, in terms of basis(). Throws DataError where
  /// outputs differ by more than 1e-3 of the largest (kernel values that leave phi no digits: scale the columns).
  LinearModel to_row_model(LinearModel model) const;
  /// The reverse: converts a model on x in terms of this basis to one on phi(x).
  LinearModel to_feature_model(LinearModel model) const;

  /// Certifies a training on map(data) for the machine with the exact kernel: returns the lower bound of its optimum
  /// (nystroem; a ridge, no constraints, nothing standardized and no levels tied):
  ///     D - 1/2 sum_k s_k'(K - Phi Phi') s_k,    s_k the dual points of a training on map(data)
  /// whose `dual_coef` were kept, of all rows (not one_vs_one). trained.certificate.primal is an upper bound of that
  /// optimum too. Costs the kernel values of all pairs of rows with s_ik != 0. Throws InvalidParameter where there is
  /// no such bound.
  double exact_dual(const Dataset& data, const TrainResult& trained, int threads = 1) const;

 private:
  class Map;
  std::shared_ptr<const Map> map_;
};

}  // namespace hingeline
