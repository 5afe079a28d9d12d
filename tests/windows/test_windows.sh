#!/usr/bin/env bash
# test_windows.sh - what scripts/windows.sh makes, in three parts: built, tested, and compared with the programs for this machine.
# usage: test_windows.sh WORK build SHADER_CACHE | tests | programs NATIVE   SPDX-License-Identifier: MIT
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
        HPYR_TEST_SHADER_CACHE=$3 bash "$source/scripts/windows.sh" --installed --build "$work" >"$work/log" 2>&1 || {
            tail -40 "$work/log"
            exit 1
        }
        ;;
    tests)
        cd "$work/build"
        bash "$source/scripts/wine.sh" "$work/wine" ctest -L quick -LE long --repeat after-timeout:3 --output-on-failure
        ;;
    programs) bash "$source/scripts/wine.sh" "$work/wine" bash "$here/test_programs.sh" "$work/build/bin" "$3" "$source" "$work/programs" ;;
esac
