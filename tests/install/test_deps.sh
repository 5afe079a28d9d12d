#!/usr/bin/env bash
# test_deps.sh - scripts/deps.sh: for the demos nothing comes along that only tests need, and other systems are told what to install.
# usage: test_deps.sh SOURCE WORK  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2
mkdir -p "$work/bin"
deps=$source/scripts/deps.sh

for package in $(sh "$deps" --list); do
    if [[ $package =~ valgrind|xvfb|xauth|ffmpeg|clang|glslang|vulkan|cmocka|doxygen|help2man|lintian|debootstrap|emscripten|chromium|npm|opencv|eigen ]]; then
        echo "the demos do not need $package"
        exit 1
    fi
done
for option in --tests --peers --web; do
    missing=$(comm -23 <(sh "$deps" --list | sort) <(sh "$deps" --list $option | sort))
    [ -z "$missing" ] || { echo "with $option one needs what the demos need, too: $missing"; exit 1; }
done
missing=$(comm -23 <(sh "$deps" --list --tests | sort) <(sh "$deps" --list --peers | sort))
[ -z "$missing" ] || { echo "with --peers one needs what tests need, too: $missing"; exit 1; }
for library in opencv eigen; do
    sh "$deps" --list --peers | grep -q "$library" || { echo "--peers brings no $library"; exit 1; }
done
grep -q 'deps\.sh --tests' "$source/scripts/test.sh" || { echo "scripts/test.sh does not install what tests need"; exit 1; }
grep -q 'scripts/deps\.sh"$' "$source/scripts/demo.sh" || { echo "scripts/demo.sh installs more than a demo needs"; exit 1; }

status=0
sh "$deps" --test >/dev/null 2>"$work/error" || status=$?
[ "$status" -eq 2 ] && [ "$(wc -l <"$work/error")" -eq 1 ] || { echo "--test is no option"; exit 1; }

# No package is named anywhere else.
for name in libglfw3-dev libassimp-dev libcmocka-dev libopencv-imgproc-dev; do
    if grep -rlF "$name" "$source/scripts" "$source/.ci" "$source/tests" | grep -vE 'scripts/deps\.sh|test_deps\.sh'; then
        echo "these name $name, too"
        exit 1
    fi
done

# A system without apt: one answer that names other systems' packages, and status 1.
for command in sh cat; do
    ln -sf "$(command -v $command)" "$work/bin/$command"
done
while IFS=, read -r option valgrind eigen chromium; do
    status=0
    # shellcheck disable=SC2086 # nothing, or one word
    PATH=$work/bin sh "$deps" $option >/dev/null 2>"$work/error" </dev/null || status=$?
    if [ "$status" -ne 1 ] || ! grep -q Fedora "$work/error" || [ "$(grep -c valgrind "$work/error")" -ne "$valgrind" ] ||
        [ "$(grep -c eigen "$work/error")" -ne "$eigen" ] || [ "$(grep -c chromium "$work/error")" -ne "$chromium" ]; then
        echo "elsewhere with '$option': status $status, $(cat "$work/error")"
        exit 1
    fi
done <<'END'
,0,0,0
--tests,2,0,0
--peers,2,3,0
--web,0,0,3
END
