#!/usr/bin/env bash
# test_documents.sh - README.md and docs/ tell the truth: every program in them is taken out, built by find_package and by pkg-config with the
# static library, and run in a window, or without one if it says so; the first of them also with the shared library, and by add_subdirectory;
# every piece of a program is compiled.
# usage: test_documents.sh SOURCE INSTALL_TREES CMAKE GENERATOR C_COMPILER HANDS WORK  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 trees=$2 cmake=$3 generator=$4 compiler=$5 hands=$6 work=$7
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
rm -rf "$work"
mkdir -p "$work/blocks" "$work/objects"

fail() {
    echo "FAIL: $*"
    exit 1
}

for document in "$source"/README.md "$source"/docs/*.md; do
    awk -v out="$work/blocks" -v name="$(basename "$document" .md)" -f "$here/extract.awk" "$document"
done
programs=() pieces=() windowless=()
for block in "$work"/blocks/*.c; do
    if ! grep -q '^int main' "$block"; then pieces+=("$block"); elif grep -q 'EGL/egl.h' "$block"; then windowless+=("$block"); else programs+=("$block"); fi
done
[ ${#windowless[@]} -eq 1 ] || fail "docs/ have ${#windowless[@]} programs without a window"
[ ${#programs[@]} -ge 4 ] || fail "README.md and docs/ have ${#programs[@]} programs"

for copied in "$work"/blocks/*.copied; do
    diff -u "$source/$(cat "$copied")" "${copied%.copied}" || fail "$(basename "$copied" .copied) is no longer $(cat "$copied")"
done

# use_tree TREE: what pkg-config and the loader of shared libraries find.
use_tree() {
    PKG_CONFIG_PATH=$(dirname "$(find "$1/" -name histopyramid.pc)")
    LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
    export PKG_CONFIG_PATH LD_LIBRARY_PATH
}

# A piece is whole functions. They need what any file of GL in C includes.
use_tree "$trees/static-tree"
for piece in "${pieces[@]}"; do
    echo "compiling $(basename "$piece")"
    { echo '#include <GL/glew.h>'; echo '#include <histopyramid/histopyramid.h>'; echo '#include <stdlib.h>'; cat "$piece"; } \
        >"$work/objects/piece.c"
    # shellcheck disable=SC2046 # one word a flag
    "$compiler" -std=c99 -Wall -Wextra -Werror -c "$work/objects/piece.c" -o "$work/objects/piece.o" \
        $(pkg-config --cflags histopyramid glew) || fail "$(basename "$piece") does not compile"
done

# run PROGRAM BLOCK: the program opens the window that its text names, draws, and ends well when Escape is pressed.
run() {
    local title pid
    title=$(sed -nE 's/.*(glfwCreateWindow|open_window)\([^"]*"([^"]*)".*/\2/p' "$2" | head -n 1)
    [ -n "$title" ] || fail "$(basename "$2") opens no window"
    "$1" >"$work/output" 2>&1 &
    pid=$!
    "$hands" "$title" draws 100 key Escape || { kill "$pid"; cat "$work/output"; fail "$(basename "$2") drew nothing"; }
    wait "$pid" || { cat "$work/output"; fail "$(basename "$2") ended with status $?"; }
}

# build_each FOLDER BUILD_COMMAND...: every program in its turn as FOLDER/app.c, built to FOLDER/build/app by the command, and run.
build_each() {
    local folder=$1 program
    shift
    cp "$source/demos/examples/example.h" "$folder/"
    for program in "${programs[@]}"; do
        cp "$program" "$folder/app.c"
        echo "$(basename "$folder"): $(basename "$program")"
        (cd "$folder" && "$@") >"$work/log" 2>&1 || { cat "$work/log"; fail "$(basename "$program") by $(basename "$folder")"; }
        run "$folder/build/app" "$program"
    done
}

# block_of PATTERN LANGUAGE PAGE: the page's one block of this language that has the pattern.
block_of() {
    local found
    found=$(grep -lE -e "$1" "$work"/blocks/"$3"-*."$2") || fail "$3.md has no block of $2 with $1"
    [ "$(wc -l <<<"$found")" -eq 1 ] || fail "$3.md has several blocks of $2 with $1"
    echo "$found"
}

# A program without a window prints what its first line says.
build_windowless() {
    local folder=$work/windowless-$1 document
    document=$(basename "${windowless[0]}")
    document=${document%-*}
    mkdir -p "$folder"
    cp "${windowless[0]}" "$folder/app.c"
    cp "$work/blocks/$document"-*.cmake "$folder/CMakeLists.txt"
    "$cmake" -S "$folder" -B "$folder/build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$2" >"$work/log" 2>&1 &&
        "$cmake" --build "$folder/build" >>"$work/log" 2>&1 || { cat "$work/log"; fail "the program without a window of $document.md"; }
    sed -n '1s/.*Prints: \(.*\) \*\//\1/p' "$folder/app.c" >"$work/expected"
    "$folder/build/app" >"$work/output" || fail "the program without a window of $document.md ended with status $?"
    diff "$work/expected" "$work/output" || fail "the program without a window of $document.md prints something else"
}

by_package=$(block_of 'find_package\(histopyramid' cmake install) by_source=$(block_of 'add_subdirectory' cmake install)
by_pkg_config=$(block_of 'pkg-config' sh README)
for kind in static shared; do
    [ $kind = static ] || programs=("${programs[0]}")
    tree=$work/$kind-tree # a name without blanks, as the README's line is quoted for
    ln -s "$(find "$trees" -maxdepth 1 -name "$kind?tree")" "$tree"
    use_tree "$tree"
    build_windowless $kind "$tree"

    folder=$work/$kind-find_package
    mkdir -p "$folder"
    cp "$by_package" "$folder/CMakeLists.txt"
    cp "${programs[0]}" "$folder/app.c"
    "$cmake" -S "$folder" -B "$folder/build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$tree" >"$work/log" 2>&1 ||
        { cat "$work/log"; fail "the CMakeLists.txt of docs/install.md with find_package"; }
    grep -qE "histopyramid_DIR:PATH=.*/$kind.tree/" "$folder/build/CMakeCache.txt" || fail "found another package than $tree"
    build_each "$folder" "$cmake" --build build

    folder=$work/$kind-pkg-config
    mkdir -p "$folder/build"
    build_each "$folder" sh -ec ". '$by_pkg_config' && mv app build/app"
done

# The static library is built like that by install_subproject.
folder=$work/shared-add_subdirectory
mkdir -p "$folder"
cp "$by_source" "$folder/CMakeLists.txt"
cp "${programs[0]}" "$folder/app.c"
ln -s "$source" "$folder/libhistopyramid"
"$cmake" -S "$folder" -B "$folder/build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DBUILD_SHARED_LIBS=ON >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the CMakeLists.txt of docs/install.md with add_subdirectory"; }
build_each "$folder" "$cmake" --build build --parallel 2
