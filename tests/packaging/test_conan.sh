#!/usr/bin/env bash
# test_conan.sh - the recipe for Conan, as far as that can be known without Conan: it compiles, and runs with stand-ins of its modules.
# usage: test_conan.sh SOURCE WORK CMAKE GENERATOR C_COMPILER [LAUNCHER]  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2 cmake=$3 generator=$4 compiler=$5 launcher=${6:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$work"
export PYTHONPYCACHEPREFIX=$work/compiled # nothing beside the recipes
for recipe in conanfile.py test_package/conanfile.py; do
    python3 -m py_compile "$source/packaging/conan/$recipe"
done
if grep -q '^sources: {}' "$source/packaging/conan/conandata.yml"; then
    grep -q 'no published\|only when it is published' "$source/packaging/conan/conandata.yml"
fi
version=$(sed -nE 's/^project\(histopyramid VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt")
description=$(sed -nE 's/^ +DESCRIPTION "(.*)"\)/\1/p' "$source/CMakeLists.txt")
PATH="$(dirname "$cmake"):$PATH" python3 "$here/run_conan.py" "$source" "$work" "$version" "$description" "$generator" "$compiler" "$launcher"

# Every option that the recipe sets is one of ours.
for option in $(grep -oE 'cache_variables\["[A-Z_]+' "$source/packaging/conan/conanfile.py" | sed 's/.*"//'); do
    grep -qrE "option\($option " "$source/CMakeLists.txt" "$source/cmake" || { echo "the recipe sets $option, which is no option of ours"; exit 1; }
done
