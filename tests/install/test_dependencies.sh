#!/usr/bin/env bash
# test_dependencies.sh - find_package(histopyramid) alone is enough: it brings what an archive needs, and says what is missing.
# usage: test_dependencies.sh SOURCE WORK CMAKE GENERATOR C_COMPILER, behind make_trees.sh  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2 cmake=$3 generator=$4 compiler=$5
project=$work/dependencies
rm -rf "$project"
mkdir -p "$project"
cp "$source/tests/install/consumer/consumer.c" "$project"
cat >"$project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.19)
project(dependencies LANGUAGES C)
find_package(histopyramid ${KIND})
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE histopyramid::histopyramid)
END

# configure FOLDER TREE ARGUMENT...: what CMake says is kept in FOLDER.log.
configure() {
    local folder=$project/$1 tree=$2
    shift 2
    "$cmake" -S "$project" -B "$folder" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$tree" -DKIND=REQUIRED "$@" \
        >"$folder.log" 2>&1
}

for tree in "$work/static-tree" "$work/shared tree"; do
    name=alone-${tree##*/}
    configure "$name" "$tree" || { cat "$project/$name.log"; exit 1; }
    "$cmake" --build "$project/$name"
    "$project/$name/consumer"
done

# An archive without GLEW or OpenGL: one message, which names the package that has it.
for missing in GLEW OpenGL; do
    if configure "without-$missing" "$work/static-tree" -DCMAKE_DISABLE_FIND_PACKAGE_$missing=ON; then
        echo "an archive can do without $missing?"
        exit 1
    fi
    text=$(tr -s ' \n' '  ' <"$project/without-$missing.log")
    [[ $text == *"a program that links it also needs what was not found here: $missing (Debian: lib"* ]] ||
        { echo "the message does not name $missing:"; cat "$project/without-$missing.log"; exit 1; }
    [ "$(grep -c '^CMake Error' "$project/without-$missing.log")" -eq 1 ] || { cat "$project/without-$missing.log"; exit 1; }
done
configure "without-both" "$work/shared tree" -DCMAKE_DISABLE_FIND_PACKAGE_GLEW=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenGL=ON
