#!/usr/bin/env bash
# test_windows.sh - what scripts/windows.sh makes: built, tested, compared with the programs for this machine, and packed.
# usage: test_windows.sh WORK build SHADER_CACHE | tests | all_tests | programs NATIVE | all_programs NATIVE | package   SPDX-License-Identifier: MIT
set -euo pipefail
work=$1 part=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$here/../..
skip() {
    bash "$here/../skips.sh" all "$@"
    exit
}

command -v x86_64-w64-mingw32-gcc >/dev/null && command -v wine >/dev/null || skip no-windows "there is no mingw-w64 or no Wine; scripts/deps.sh --windows installs them"
case $part in
    build)
        mkdir -p "$work"
        # It shall compile soon.
        bash "$source/scripts/windows.sh" --installed --build "-DHPYR_TEST_SHADER_CACHE=$3" "-DCMAKE_C_FLAGS_RELEASE=-O0 -DNDEBUG" "$work" >"$work/log" 2>&1 || {
            tail -40 "$work/log"
            exit 1
        }
        ;;
    tests | all_tests)
        cd "$work/build"
        which=(-L quick -LE "long|windows_long")
        [ "$part" = tests ] || which=()
        bash "$source/scripts/wine.sh" "$work/wine" ctest "${which[@]}" --repeat after-timeout:3 --output-on-failure
        ;;
    package) bash "$here/test_package.sh" "$work" "$source" ;;
    programs | all_programs)
        all=()
        [ "$part" = programs ] || all=(all)
        bash "$source/scripts/wine.sh" "$work/wine" bash "$here/test_programs.sh" "$work/build/bin" "$3" "$source" "$work/$part" "${all[@]}"
        ;;
esac
