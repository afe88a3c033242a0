// SPDX-License-Identifier: BSD-3-Clause
//
// Descriptions of data and models as JSON, for programs.
#pragma once

#include "hingeline/dataset.hpp"
#include "hingeline/factorization.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"
#include "output.hpp"

namespace hingeline::cli {

Json describe_dataset(const Dataset& data, std::int64_t nonzeros);
Json describe_basis(const KernelBasis& basis);
Json describe_model(const LinearModel& model);
Json describe_model(const KernelModel& model);
Json describe_model(const OneClassModel& model);
Json describe_model(const FactorModel& model);

}  // namespace hingeline::cli
