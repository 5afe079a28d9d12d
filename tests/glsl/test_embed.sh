#!/usr/bin/env bash
# test_embed.sh - what files include is found when they are embedded: each once, in order; mistakes stop the build.
# SPDX-License-Identifier: MIT
# usage: test_embed.sh CMAKE EMBED_SHADERS.CMAKE FOLDER_TO_WORK_IN
set -euo pipefail
cmake=$1 script=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
cd "$work"

# embed FILE...: the table of these files goes to out.c.
embed() {
    local IFS='|'
    "$cmake" -DFOLDER=. "-DFILES=$*" -DOUTPUT=out.c -DINCLUDES=ON -P "$script" >log 2>&1
}

# refuses WORDS FILE...: embedding fails and says so.
refuses() {
    local words=$1
    shift
    if embed "$@"; then
        echo "test_embed.sh: $* were embedded, though: $words" >&2
        exit 1
    fi
    if ! tr -s ' \n' ' ' <log | grep -qF "$words"; then
        echo "test_embed.sh: no word of \"$words\" in:" >&2
        cat log >&2
        exit 1
    fi
}

printf 'int low;\n' >low.glsl
printf '// A comment.\n#include "low.glsl"\n#include <caller>\nint middle;\n' >middle.glsl
printf '#include "low.glsl"\n#include "middle.glsl"\nint top;\n' >top.glsl
embed low.glsl middle.glsl top.glsl
grep -qF 'needs_1[] = {-1}' out.c
grep -qF 'needs_2[] = {1, 0, -1}' out.c
grep -qF 'needs_3[] = {1, 0, 2, -1}' out.c

refuses 'top.glsl includes middle.glsl, which is no file' low.glsl top.glsl
printf '#include "b.glsl"\n' >a.glsl
printf '#include "a.glsl"\n' >b.glsl
refuses 'in a circle: a.glsl -> b.glsl -> a.glsl' a.glsl b.glsl
printf '#include low.glsl\n' >bare.glsl
refuses 'is neither #include' bare.glsl low.glsl

# A part that C chooses.
printf '#include <pyramid low_>\n#include <l*.glsl, middle.glsl>\n#include "low.glsl"\nint chosen;\n' >part.glsl
embed low.glsl middle.glsl part.glsl
grep -qF 'needs_3[] = {512, 1, -1}' out.c
printf '#include <l*.glsl>\n' >part.glsl
refuses 'which is one file: include that' low.glsl part.glsl
printf '#include <l*.glsl, none*.glsl>\n' >part.glsl
refuses 'part.glsl includes <none*.glsl>, which is no file' low.glsl part.glsl

# The library keeps track of so many files, and no more.
most=()
for ((i = 1; i <= 511; i++)); do
    printf 'int most;\n' >"most$i.glsl"
    most+=("most$i.glsl")
done
embed "${most[@]}"
refuses '512 files are too many, 511 are allowed' low.glsl "${most[@]}"
