// SPDX-License-Identifier: BSD-3-Clause
//
// Everything public.
#pragma once

#include "hingeline/by_rows.hpp"
#include "hingeline/constraint_set.hpp"
#include "hingeline/dataset.hpp"
#include "hingeline/error.hpp"
#include "hingeline/factorization.hpp"
#include "hingeline/kernel.hpp"
#include "hingeline/kernel_basis.hpp"
#include "hingeline/kernel_features.hpp"
#include "hingeline/kernel_model.hpp"
#include "hingeline/kernel_predictor.hpp"
#include "hingeline/kernel_solve.hpp"
#include "hingeline/levels.hpp"
#include "hingeline/loss.hpp"
#include "hingeline/matrix_view.hpp"
#include "hingeline/metrics.hpp"
#include "hingeline/model.hpp"
#include "hingeline/one_class.hpp"
#include "hingeline/options.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "hingeline/selection.hpp"
#include "hingeline/solve.hpp"
#include "hingeline/version.hpp"
