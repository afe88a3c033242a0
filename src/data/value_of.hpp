// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hingeline::internal {

template <class View>
struct ValueType;
template <template <class> class View, class T>
struct ValueType<View<T>> {
  using type = T;
};
/// The numbers of a view of a matrix.
template <class View>
using ValueOf = typename ValueType<View>::type;

}  // namespace hingeline::internal
