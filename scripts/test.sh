#!/usr/bin/env bash
# test.sh - from a bare machine to a verdict: installs what is missing, builds with warnings as errors, runs the tests, then the quick ones
# under AddressSanitizer with small sizes. A test that is skipped and not in tests/skips.txt fails the run.
# SPDX-License-Identifier: MIT
# usage: test.sh [--full], which also runs what takes long: large sizes, and what is much like another entry.
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
long=long
case $* in
    "") ;;
    --full) long=none ;; # no entry has this label
    *) echo "test.sh: expected --full, --help or nothing, got '$*'" >&2; exit 2 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(getconf _NPROCESSORS_ONLN)

# run_tests FOLDER CTEST_ARGUMENT...: ctest's own words go to the terminal. A program that skips all of its tests must have said so.
run_tests() {
    local folder=$1 log=$1/test.log name
    shift
    # -FS: `glsl` needs what other entries keep, but does not bring long ones along.
    (cd "$folder" && ctest --output-on-failure --no-tests=error -FS '^shader_sources$' "$@") 2>&1 | tee "$log" || return 1
    while read -r name; do
        if ! grep -qs '^all: ' "$folder/tests/not_run/$name@"*; then
            echo "test.sh: $name was not run" >&2
            return 1
        fi
    done < <(sed -nE 's/^.*Test +#[0-9]+: ([^ ]+) \.*\*\*\*(Skipped|Not Run).*/\1/p' "$log")
}

sh scripts/deps.sh --tests --peers --web
sh scripts/deps.sh --windows || echo "test.sh: without mingw-w64 and Wine, nothing for Windows is tested" >&2 # not every machine can have them

# Make takes a third longer; this goes on into what tests build. Folders that Make has built stay Make's.
! command -v ninja >/dev/null || export CMAKE_GENERATOR=${CMAKE_GENERATOR-Ninja}

# Both builds run the same shaders. They are compiled without AddressSanitizer, which takes half the time.
cache=$PWD/build-werror/shader_cache
cmake -S . -B build-werror -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O2 -g1 -DNDEBUG" -DHPYR_BUILD_TESTS=ON -DHPYR_WERROR=ON -DHPYR_TEST_SHADER_CACHE="$cache"
cmake --build build-werror --parallel "$jobs"
cmake -S . -B build-asan -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O1 -g1" -DHPYR_BUILD_TESTS=ON -DHPYR_WERROR=ON \
    -DHPYR_SANITIZE=ON -DHPYR_TEST_SHADER_CACHE="$cache" # compiles in half the time
cmake --build build-asan --parallel "$jobs"

# Both builds, whatever the first says, so that one run tells all. Under AddressSanitizer, where sizes are small, the quick entries run but for
# the unsanitized. The other build runs the others, among which are those of OpenGL 3.3 in all sizes; with --full it runs all of them, and both
# run long entries. These labels stand beside the tests, in tests/CMakeLists.txt and tests/programs.cmake.
sanitized=(-L quick -LE "^(unsanitized|$long)\$")
ran=none
[ $long = none ] || ran=$(cd build-asan && ctest -N "${sanitized[@]}" | sed -nE 's/^ *Test +#[0-9]+: //p' | paste -sd'|')
failed=""
run_tests build-werror -LE "^$long\$" -E "^($ran)\$" --parallel "$jobs" || failed="build-werror"
run_tests build-asan "${sanitized[@]}" --parallel "$jobs" || failed="$failed build-asan"
bash tests/skips.sh list build-asan/tests build-werror/tests
[ -n "$failed" ] || bash tests/skips.sh check build-asan/tests build-werror/tests || failed="tests/skips.txt"
if [ -n "$failed" ]; then
    echo "test.sh: failures in $failed; see above, or LastTest.log in its Testing/Temporary/" >&2
    exit 1
fi
