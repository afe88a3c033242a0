#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# check.sh BUILD: installs the build folder into an empty prefix, then builds and runs the example as a project of its own:
# once with find_package from that prefix, once with add_subdirectory from this source tree, by clang, not optimised and
# for no instruction set but the compiler's own: that it compiles, links and trains is what is asked.
set -euo pipefail
build=$(realpath "${1:?usage: check.sh BUILD}")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '%s\n' '+1 1:2 2:1' '+1 1:1.5' '-1 1:-1 2:-2' '-1 2:-1.5' >"$work/data"
consume() {
  local name=$1 build=$build-$1 flags=$2
  shift 2
  rm -rf "$build"
  cmake -S "$here" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="$flags" "$@" >/dev/null
  cmake --build "$build" >/dev/null
  "$build/first_svm" "$work/data" "$work/$name.model" | tee "$work/$name.out"
  grep -q '^converged' "$work/$name.out"
  grep -q 'accuracy 100%' "$work/$name.out"
  [[ -s $work/$name.model ]]
  echo "$name: passed"
}

cmake --install "$build" --prefix "$work/prefix" >/dev/null
if [[ -d $build/compat ]]; then
  [[ -z $(find "$work/prefix" -path '*/compat/*') ]]
  cmake --install "$build" --component compat --prefix "$work/compat" >/dev/null
  "$work"/compat/lib*/hingeline/compat/bin/train -q "$work/data" "$work/drop_in.model"
  [[ -s $work/drop_in.model && -e $(echo "$work"/compat/lib*/hingeline/compat/lib/libsvm.so.4) ]]
  echo 'drop-ins: passed'
fi
consume find_package -O2 -DCMAKE_PREFIX_PATH="$work/prefix"
consume add_subdirectory "-O0 -DHWY_COMPILE_ONLY_STATIC" -DCMAKE_CXX_COMPILER=clang++-16 -DHINGELINE_SOURCE="$here/../.." -DBUILD_SHARED_LIBS=ON -DHINGELINE_DEVELOPER=ON -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
cmp "$work/find_package.model" "$work/add_subdirectory.model"
