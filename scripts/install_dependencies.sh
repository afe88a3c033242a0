#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs with apt the packages that a build needs, and those given as arguments, unless they are there already.
set -euo pipefail

packages=(
  build-essential cmake ninja-build ccache git xz-utils python3 python3-dev python3-venv
  libarchive-dev libboost-dev libcli11-dev libfast-float-dev libfmt-dev libgtest-dev libhwy-dev
  nlohmann-json3-dev zlib1g-dev "$@"
)
missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
((EUID == 0)) || as_root=(sudo)
echo "installing ${missing[*]}"
"${as_root[@]}" apt-get -qq update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
