#!/usr/bin/env bash
# test_glsl.sh - every program of the library, with the defines that its tests asked for, before another compiler and linker than a driver's:
# those of ES are linked as GLSL ES 3.00, and compiled as 3.30; those of 3.30 are linked as GLSL ES 3.00, and as 3.30 if ES has not what
# they use; those of 1.20 are linked.  SPDX-License-Identifier: MIT
# usage: test_glsl.sh FOLDER SHADERS.C
#
# Other entries of ctest keep what they link in FOLDER/330, FOLDER/120 and FOLDER/300: see HPYR_TEST_SOURCES. It is gone afterwards, so
# that the next run sees no program of an older library. SHADERS.C is the table of the library's shader files: each stage of it must be
# among them, so that no module is forgotten.
set -euo pipefail
shaders=$(realpath "$2")
cd "$1"

fail() {
    echo "test_glsl.sh: $*" >&2
    exit 1
}

# programs FOLDER: their names, without what their stages end in.
programs() {
    find "$1" -name '*.frag' | sed 's/\.frag$//' | sort
}

# at_least FOLDER COUNT
at_least() {
    local count
    count=$(programs "$1" | wc -l)
    [ "$count" -ge "$2" ] || fail "$count programs in $1, which is fewer than $2"
    echo "$count programs in $1"
}

# link FOLDER: a process a program. Of programs that have the same entry files, and other defines, so many are enough: all are compiled.
most_variants=12
link() {
    awk '{ name = FILENAME; sub(/\.[a-z]*$/, "", name) }
        FNR == 1 { stages[name] = stages[name] " " FILENAME }
        /^#line 1 / { entry[FILENAME] = $3 }
        END {
            for (name in stages) {
                entries = "";
                for (i = split(stages[name], files); i > 0; i--)
                    entries = entries "," entry[files[i]]
                print entries stages[name]
            }
        }' "$1"/* | sort | awk -v most="$most_variants" 'many[$1]++ < most { $1 = ""; print }' |
        xargs -L 1 -P "$(getconf _NPROCESSORS_ONLN)" glslangValidator -l >"$1.log" || {
        grep -B3 -A1 ERROR "$1.log" | head -60
        fail "programs of $1 do not link"
    }
}

# compile FOLDER: all at once, which takes a tenth of the time.
compile() {
    find "$1" -type f -exec glslangValidator {} + >"$1.log" || {
        grep -B1 -A3 ERROR "$1.log" | head -60
        fail "shaders of $1 do not compile"
    }
}

# What ES does not have is in docs/dialects.md: buffer textures, rectangle textures, geometry shaders, gathers.
rm -rf es desktop desktop_alone
mkdir es desktop desktop_alone
grep -lE 'samplerBuffer|sampler2DRect|EmitVertex|#extension' 330/* | sed 's/\.[a-z]*$//' | sort -u >alone || true
xargs -r -I{} sh -c 'cp {}.* desktop_alone' <alone
programs 330 | comm -23 - alone | sed 's/.*/&.vert\n&.frag/' | xargs -r cp -t es
grep -L packHalf2x16 300/* | xargs cp -t desktop # which desktops have from 4.2 on
sed -s -i '1s/.*/#version 300 es/' es/*
sed -s -i '1s/.*/#version 330/' desktop/*
# What the tests link on both is in 300 already.
md5sum 300/*.frag es/*.frag | sort | awk '$1 == last && $2 ~ /^es/ { print $2 } $2 ~ /^300/ { last = $1 }' | sed 's/frag$/*/' | xargs -r sh -c 'rm $*' _

at_least 330 300
at_least 300 1200
at_least 120 60
for folder in 330 300 120 es desktop; do
    compile $folder
done
for folder in 300 120 es desktop_alone; do
    link $folder
done

# The number in #line is a file's place in the table. A context links programs of its probes before GL's functions can be exchanged.
linked=$(grep -hoE '^#line 1 [0-9]+$' 330/* 120/* 300/* | cut -d' ' -f3 | sort -u | paste -sd'|')
forgotten=$(sed -nE 's/^    \{"([^"]+)".*/\1/p' "$shaders" | grep -nE '\.(vert|geom|frag)\.glsl$' | grep -vE "^($linked):|:core/(words\.frag|probe_capture\.vert)\.glsl$" || true)
[ -z "$forgotten" ] || fail "no program has $forgotten"
rm -f 330/* 120/* 300/*
