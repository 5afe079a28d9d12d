#!/usr/bin/env bash
# performance.sh - fills the tables of docs/performance-tables.md with what this machine measures now.  SPDX-License-Identifier: MIT
# usage: scripts/performance.sh [FOLDER_OF_PROGRAMS [FILE]]      (build/bin and docs/performance-tables.md)
#
# Every comment in the file that names a program and its options, <!-- histopyramid-bench --part fills -->, is a table: what stands
# between it and <!-- end --> becomes the program's output. One line of a table without a blank before it is one run, so compare
# within a table. Leave the machine alone meanwhile.
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[[ ${1-} != -* && $# -le 2 ]] || { echo "performance.sh: expected a folder and a file, or less, got '$*'" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=${1:-build/bin} file=${2:-docs/performance-tables.md}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

inside=no
while IFS= read -r line; do
    if [ "$line" = '<!-- end -->' ]; then
        inside=no
    fi
    if [ "$inside" = no ]; then
        printf '%s\n' "$line" >>"$new"
    fi
    if [[ $line =~ ^'<!-- '(histopyramid-bench[^<>]*)' -->'$ ]]; then
        inside=yes
        read -ra command <<<"${BASH_REMATCH[1]}"
        echo "${command[*]}" >&2
        { echo; "$programs/${command[0]}" "${command[@]:1}" </dev/null | sed 's/^\(.\)/    \1/'; echo; } >>"$new"
    fi
done <"$file"
if [ "$inside" = yes ]; then
    echo "$file: a table has no <!-- end -->" >&2
    exit 1
fi
cat "$new" >"$file" # keeps the file's owner and mode
