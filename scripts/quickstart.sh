#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs what is missing, builds, then trains and predicts on two real data sets that come with scikit-learn (needed
# only to export them) and on 1,000,000 generated rows.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_dependencies.sh

cmake --preset release >/dev/null
cmake --build --preset release --target hingeline_cli
hingeline=build/release/bin/hingeline

data=build/quickstart
mkdir -p "$data"
if [[ ! -s $data/diabetes.test.csv ]]; then
  python3 -m venv build/venv
  build/venv/bin/pip --quiet --disable-pip-version-check install scikit-learn
  build/venv/bin/python scripts/export_sklearn_data.py "$data"
fi
if [[ ! -s $data/million.test ]]; then
  "$hingeline" generate classification "$data/million" --rows 1100000 --features 18 --seed 1
  head -n 1000000 "$data/million" >"$data/million.train"
  tail -n 100000 "$data/million" >"$data/million.test"
  rm "$data/million"
fi

say() { printf '\n== %s\n' "$1"; }

say "breast cancer: a support vector machine"
"$hingeline" train --loss hinge --tolerance 1e-6 "$data/breast_cancer.train" "$data/breast_cancer.model"
"$hingeline" predict "$data/breast_cancer.test" "$data/breast_cancer.model"

say "breast cancer: logistic regression"
"$hingeline" train --loss logistic --tolerance 1e-6 "$data/breast_cancer.train" "$data/breast_cancer.logistic.model"
"$hingeline" predict "$data/breast_cancer.test" "$data/breast_cancer.logistic.model"

say "diabetes: support vector regression, from CSV"
"$hingeline" train --loss epsilon_insensitive --epsilon 10 --tolerance 1e-6 "$data/diabetes.train.csv" "$data/diabetes.model"
"$hingeline" predict "$data/diabetes.test.csv" "$data/diabetes.model"

# C multiplies a sum over the rows: with C = 1e-3 and 1,000,000 rows the mean loss has 1,000 times the penalty's weight.
say "1,000,000 x 18 generated rows: a support vector machine"
"$hingeline" train --loss hinge --cost 1e-3 "$data/million.train" "$data/million.model"
"$hingeline" predict "$data/million.test" "$data/million.model"
