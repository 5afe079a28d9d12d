#!/usr/bin/env bash
# test_deps.sh - scripts/deps.sh: for the demos nothing comes along that only tests need, and other systems are told what to install.
# usage: test_deps.sh SOURCE WORK  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2
mkdir -p "$work/bin"
deps=$source/scripts/deps.sh

for package in $(sh "$deps" --list); do
    if [[ $package =~ valgrind|xvfb|xauth|ffmpeg|clang|glslang|vulkan|cmocka|doxygen|help2man|lintian|debootstrap|emscripten|chromium|npm ]]; then
        echo "the demos do not need $package"
        exit 1
    fi
done
for option in --tests --web; do
    missing=$(comm -23 <(sh "$deps" --list | sort) <(sh "$deps" --list $option | sort))
    [ -z "$missing" ] || { echo "with $option one needs what the demos need, too: $missing"; exit 1; }
done
grep -q 'deps\.sh --tests' "$source/scripts/test.sh" || { echo "scripts/test.sh does not install what tests need"; exit 1; }
grep -q 'scripts/deps\.sh"$' "$source/scripts/demo.sh" || { echo "scripts/demo.sh installs more than a demo needs"; exit 1; }

status=0
sh "$deps" --test >/dev/null 2>"$work/error" || status=$?
[ "$status" -eq 2 ] && [ "$(wc -l <"$work/error")" -eq 1 ] || { echo "--test is no option"; exit 1; }

# No package is named anywhere else.
for name in libglfw3-dev libassimp-dev libcmocka-dev; do
    if grep -rlF "$name" "$source/scripts" "$source/.ci" "$source/tests" | grep -vE 'scripts/deps\.sh|test_deps\.sh'; then
        echo "these name $name, too"
        exit 1
    fi
done

# A system without apt: one answer that names other systems' packages, and status 1.
for command in sh cat; do
    ln -sf "$(command -v $command)" "$work/bin/$command"
done
for tests in "" --tests --web; do
    status=0
    # shellcheck disable=SC2086 # nothing, or one word
    PATH=$work/bin sh "$deps" $tests >/dev/null 2>"$work/error" || status=$?
    if [ "$status" -ne 1 ] || ! grep -q Fedora "$work/error" || [ "$(grep -c valgrind "$work/error")" -ne "$([ "$tests" = --tests ] && echo 2 || echo 0)" ] ||
        [ "$(grep -c chromium "$work/error")" -ne "$([ "$tests" = --web ] && echo 3 || echo 0)" ]; then
        echo "elsewhere with '$tests': status $status, $(cat "$work/error")"
        exit 1
    fi
done
