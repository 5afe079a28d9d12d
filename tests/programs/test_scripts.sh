#!/usr/bin/env bash
# test_scripts.sh - every script tells by --help what it does, from any folder, and refuses what it does not know before it does anything.
# And the library allocates in one file alone.
# usage: test_scripts.sh SOURCE WORK  SPDX-License-Identifier: MIT
set -uo pipefail
source=$1 work=$2
mkdir -p "$work"
cd "$work" || exit 1
failures=0
fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

for script in "$source"/scripts/*.sh; do
    name=$(basename "$script")
    "$script" --help >stdout 2>stderr || fail "$name --help: status $?"
    [ "$(head -c $((${#name} + 3)) stdout)" = "$name - " ] && [ ! -s stderr ] && ! grep -q SPDX stdout || fail "$name --help says: $(cat stdout stderr)"
    argument=--no-such
    [ "$name" != demo.sh ] || argument=no-such # options are the demo's
    "$script" $argument >stdout 2>stderr
    [ $? -eq 2 ] && [ ! -s stdout ] && [ "$(wc -l <stderr)" -eq 1 ] || fail "$name $argument: $(cat stdout stderr)"
done

# All memory comes from the context's allocator. The reference has no context, and what is in src/web allocates for JavaScript.
if grep -rnE '\<(malloc|calloc|realloc|strdup|strndup|aligned_alloc|free)\(' "$source/src" --include='*.[ch]' |
    grep -vE '/src/(reference|web)/|/src/gl/memory\.c:' | grep .; then
    fail "only src/gl/memory.c allocates"
fi
[ "$failures" -eq 0 ]
