#!/usr/bin/env bash
# skips.sh - what ctest did not run, and why.  SPDX-License-Identifier: MIT
#
#   skips.sh clear FOLDER      before a run: forgets the last one
#   skips.sh list FOLDER...    after runs: a line for every test that was not run
#   skips.sh check FOLDER...   after whole runs: fails where a line of skips.txt allows what none of the runs skipped
#   skips.sh all WHY REASON    in a script that cannot run here at all: notes that, and ends with 77 where skips.txt allows `all` of this
#                              entry to a machine of the kind WHY, which takes the driver's place (no-root), else with 1
#
# FOLDER is the build's tests/; its not_run/ has a file ENTRY@DRIVER for each entry that ran, written by runner.c.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command=$1
shift

# skipped_in FOLDER...: "entry@driver: test: reason", sorted.
skipped_in() {
    local folder file
    for folder in "$@"; do
        for file in "$folder"/not_run/*; do
            [ ! -e "$file" ] || sed "s|^|${file##*/}: |" "$file"
        done
    done | sort
}

# ran PATTERN: an entry@driver of that pattern is among the `files`.
ran() {
    local file
    for file in "${files[@]}"; do
        # shellcheck disable=SC2053
        [[ ${file##*/} != $1 ]] || return 0
    done
    return 1
}

# is_used ENTRIES TESTS: one of the `skips` is what the patterns name.
is_used() {
    local entry test
    while IFS=: read -r entry test _; do
        test=${test# }
        # shellcheck disable=SC2053
        [[ $entry != $1 || ${test%_hostile} != $2 ]] || return 0
    done <<<"$skips"
    return 1
}

case $command in
clear)
    rm -rf "$1/not_run"
    mkdir -p "$1/not_run"
    ;;
list)
    skipped_in "$@" | sed -e 's/^\([^@]*\)@[^:]*/not run: \1/' -e 's/_hostile: /: /' | sort -u
    ;;
check)
    stale=0
    skips=$(skipped_in "$@")
    files=()
    for folder in "$@"; do
        files+=("$folder"/not_run/*)
    done
    while read -r driver entries tests _; do
        [[ -n $driver && $driver != \#* ]] || continue
        if ran "$entries@$driver" && ! is_used "$entries@$driver" "$tests"; then
            echo "skips.txt: $driver $entries $tests was not skipped, so its line can go" >&2
            stale=1
        fi
    done <"$here/skips.txt"
    exit $stale
    ;;
all)
    echo "SKIPPED all: $2"
    [ -z "${HPYR_TEST_NOT_RUN:-}" ] || echo "all: $2" >"$HPYR_TEST_NOT_RUN/$HPYR_TEST_ENTRY@$1"
    while read -r driver entries tests _; do
        [[ -n $driver && $driver != \#* ]] || continue
        # shellcheck disable=SC2053
        [[ $1 != $driver || ${HPYR_TEST_ENTRY:-} != $entries || all != $tests ]] || exit 77
    done <"$here/skips.txt"
    echo "${HPYR_TEST_ENTRY:-} on $1: this skip is not on $here/skips.txt" >&2
    exit 1
    ;;
*)
    echo "usage: skips.sh clear|list|check FOLDER... or skips.sh all WHY REASON" >&2
    exit 2
    ;;
esac
