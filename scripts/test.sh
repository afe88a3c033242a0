#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs what is missing, builds, and runs every test: the programs with the developers' flags; with clang the library
# and the programs under the address and undefined behaviour sanitizers, and what starts threads under the thread
# sanitizer; the installed library, as its users build with it; and the Python package.
set -euo pipefail
[[ -z ${HINGELINE_TEST_DATA:-} ]] || HINGELINE_TEST_DATA=$(realpath "$HINGELINE_TEST_DATA")
cd "$(dirname "$0")/.."
scripts/install_dependencies.sh clang-16 libclang-rt-16-dev liblinear-tools libsvm-tools

# Real data are not part of the project: tests take them from HINGELINE_TEST_DATA, or say that they were skipped.
archives=../shared/data
if [[ -z ${HINGELINE_TEST_DATA:-} && -d $archives ]]; then
  HINGELINE_TEST_DATA=$PWD/build/test-data
  mkdir -p "$HINGELINE_TEST_DATA"
  find "$archives" -name '*.xz' -size -4M | while read -r archive; do
    text=$HINGELINE_TEST_DATA/$(basename "$archive" .xz)
    [[ -s $text ]] && continue
    xz -dc "$archive" >"$text.part"
    mv "$text.part" "$text"
  done
fi
if [[ -n ${HINGELINE_TEST_DATA:-} ]]; then
  export HINGELINE_TEST_DATA
else
  echo "skipped: tests on real data (set HINGELINE_TEST_DATA to a folder of LIBSVM text files)"
fi

export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD
for preset in programs asan tsan; do
  echo "== $preset"
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset"
  ctest --preset "$preset" --parallel "$(nproc)"
done

echo "== install"
tests/install/check.sh build/programs

# Compiler, flags and depth of the folder are those of preset programs, so that its compiled files are reused.
echo "== python"
[[ -x build/venv-test/bin/python ]] || python3 -m venv build/venv-test
pip=(build/venv-test/bin/pip --quiet --disable-pip-version-check install --no-compile)
"${pip[@]}" scikit-build-core nanobind
"${pip[@]}" --no-build-isolation --config-settings build-dir=build/python \
  --config-settings cmake.build-type=RelWithDebInfo --config-settings cmake.define.HINGELINE_DEVELOPER=ON \
  --config-settings cmake.define.CMAKE_CXX_COMPILER=c++ \
  --config-settings cmake.define.CMAKE_CXX_FLAGS_RELWITHDEBINFO='-O2 -g1' '.[test]'
# Tests in files that begin with c take half of the time.
build/venv-test/bin/python -m pytest --quiet tests/python/test_c*.py &
half=$!
build/venv-test/bin/python -m pytest --quiet --ignore-glob='*/test_c*.py'
wait "$half"
