#!/usr/bin/env bash
# skips.sh - what ctest did not run, and why.  SPDX-License-Identifier: MIT
#
#   skips.sh clear FOLDER      before a run: forgets the last one
#   skips.sh list FOLDER...    after runs: a line for every test that was not run
#   skips.sh check FOLDER...   after whole runs: fails where a line of skips.txt allows what none of the runs skipped
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

# ran FOLDER... -- PATTERN: an entry@driver of that pattern ran in one of the folders.
ran() {
    local pattern=${!#} file
    while [ "$1" != -- ]; do
        for file in "$1"/not_run/*; do
            # shellcheck disable=SC2053
            [[ ${file##*/} != $pattern ]] || return 0
        done
        shift
    done
    return 1
}

# is_used ENTRIES TESTS, the skips on stdin: one of them is what the patterns name.
is_used() {
    local entry test
    while IFS=: read -r entry test _; do
        test=${test# }
        # shellcheck disable=SC2053
        [[ $entry != $1 || ${test%_hostile} != $2 ]] || return 0
    done
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
    while read -r driver entries tests _; do
        [[ -n $driver && $driver != \#* ]] || continue
        if ran "$@" -- "$entries@$driver" && ! is_used "$entries@$driver" "$tests" < <(skipped_in "$@"); then
            echo "skips.txt: $driver $entries $tests was not skipped, so its line can go" >&2
            stale=1
        fi
    done <"$here/skips.txt"
    exit $stale
    ;;
*)
    echo "usage: skips.sh clear|list|check FOLDER..." >&2
    exit 2
    ;;
esac
