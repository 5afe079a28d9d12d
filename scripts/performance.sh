#!/usr/bin/env bash
# performance.sh - fills the tables of docs/results/llvmpipe.txt with what this machine measures now.  SPDX-License-Identifier: MIT
# usage: scripts/performance.sh [FOLDER_OF_PROGRAMS [FILE]]      (build/bin and docs/results/llvmpipe.txt)
#
# Every line of the file that is a command, $ histopyramid-bench --part fills, begins a table: the lines below it that are empty or begin
# with four blanks become the program's output. One line of a table without a blank before it is one run, so compare within a table.
# Leave the machine alone meanwhile.
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[[ ${1-} != -* && $# -le 2 ]] || { echo "performance.sh: expected a folder and a file, or less, got '$*'" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=${1:-build/bin} file=${2:-docs/results/llvmpipe.txt}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

inside=no
while IFS= read -r line; do
    if [ "$inside" = yes ] && [[ -z $line || $line == '    '* ]]; then
        continue
    fi
    inside=no
    printf '%s\n' "$line" >>"$new"
    if [[ $line =~ ^'$ '(histopyramid-bench.*)$ ]]; then
        inside=yes
        read -ra command <<<"${BASH_REMATCH[1]}"
        echo "${command[*]}" >&2
        { echo; "$programs/${command[0]}" "${command[@]:1}" </dev/null | sed 's/^\(.\)/    \1/'; echo; } >>"$new"
    fi
done <"$file"
cat "$new" >"$file" # keeps the file's owner and mode
