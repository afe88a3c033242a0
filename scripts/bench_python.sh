#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the package with the flags of its wheel, installs it beside its rivals, and writes bench/python.md: some ten
# minutes on an idle machine. Arguments are those of bench/python.py: scripts/bench_python.sh --data DIR
set -euo pipefail
cd "$(dirname "$0")/.."
export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$PWD

venv=build/bench-venv
[[ -x $venv/bin/python ]] || python3 -m venv "$venv"
pip=("$venv/bin/pip" --quiet --disable-pip-version-check install)
"${pip[@]}" -r bench/requirements.txt scikit-build-core nanobind
"${pip[@]}" --no-deps --no-build-isolation --force-reinstall --config-settings build-dir=build/python-release \
  --config-settings cmake.define.CMAKE_CXX_COMPILER=c++ .
exec "$venv/bin/python" bench/python.py --out bench/python.md "$@"
