#!/usr/bin/env bash
# make_trees.sh - builds the library alone, static and shared, and installs each: the trees that the other scripts here use.
# Each tree is moved after it was installed, one to a path with a space, for an installed tree must work from anywhere.
# usage: make_trees.sh SOURCE WORK CMAKE GENERATOR C_COMPILER  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2 cmake=$3 generator=$4 compiler=$5
rm -rf "$work"
mkdir -p "$work"

# make_tree KIND SHARED MOVED_TO. Not optimized, for what is tested is where things lie.
make_tree() {
    local build=$work/build-$1 stage=$work/stage-$1
    "$cmake" -S "$source" -B "$build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O0 -DNDEBUG" \
        -DBUILD_SHARED_LIBS="$2" -DHPYR_BUILD_DEMOS=OFF -DHPYR_BUILD_TESTS=OFF -DHPYR_WERROR=ON \
        -DCMAKE_INSTALL_PREFIX=/nowhere
    "$cmake" --build "$build" --parallel 2
    "$cmake" --install "$build" --prefix "$stage"
    mv "$stage" "$work/$3"
}
make_tree static OFF static-tree
make_tree shared ON "shared tree"

# expect_file PATTERN: at least one file matches, below either tree.
expect_file() {
    local tree
    for tree in "$work/static-tree" "$work/shared tree"; do
        [ -n "$(find "$tree" -path "$tree/$1")" ] || { echo "not installed: $1 in $tree"; exit 1; }
    done
}
for header in "$source"/include/histopyramid/{,reference/}*.h; do
    expect_file "${header#"$source"/}"
done
for pattern in '*/pkgconfig/histopyramid.pc' '*/pkgconfig/histopyramid-reference.pc' \
    '*/cmake/histopyramid/histopyramidConfig.cmake' '*/cmake/histopyramid/histopyramidConfigVersion.cmake' \
    '*/libhistopyramid.*' '*/libhistopyramid_reference.*' 'share/doc/histopyramid/LICENSE'; do
    expect_file "$pattern"
done

if grep -rlF -e "$work" -e "$source" -e /nowhere "$work/static-tree" "$work/shared tree" --include='*.cmake' --include='*.pc'; then
    echo "these installed files know where they were built"
    exit 1
fi
