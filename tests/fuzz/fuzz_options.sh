#!/usr/bin/env bash
# fuzz_options.sh - strange command lines for a program: it ends in time, with status 0, 1 or 2; where it fails, with one line on
# stderr and no file left behind. Options and their values are those of its --help, mixed with odd ones.
# usage: fuzz_options.sh PROGRAM COUNT SEED WORK_FOLDER [gl]
#
# Without OpenGL, so that most runs end where a context would be made. With `gl` they go on, by small numbers.
# SPDX-License-Identifier: MIT
set -uo pipefail
program=$1 count=$2 seed=$3 work=$4 mode=${5:-}
failures=0 names=() values=()
RANDOM=$seed
mkdir -p "$work"

odd=("" " " - -- -1 0 1 2 3 1x1 4x4x4 8x8 3x 0x4x4 99999999999999999999 4294967296 1e309 nan inf 0x10 1.5 .5 1e-320 -0 +1 "1 " "a,b" a+b
    % %s%n a b.ply c.OBJ d.stl e.png f.npy g.binvox h.xyz i.mp4 j.json k.nrrd l.raw:1x1x1:uint8 .raw:1x1x1:uint8 a:b:c nowhere/a.ply
    nowhere/a.png . .. / /dev/null /dev/full ../out/b.ply './b.ply' $'a\nb' $'a\tb\r' $'\xff\xfe' "'" '"' '*' "$(printf 'x%.0s' {1..5000})"
    "$(printf 'y%.0s' {1..300}).ply" ü.ply --help=1 --headless=no --= ---)

# read_options: names, and the values that --help writes as A|B.
read_options() {
    local name value line pattern='^  (--[a-z-]+) ([^ ]*) '
    while IFS= read -r line; do
        [[ $line =~ $pattern ]] || continue
        name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
        [ "$mode" = gl ] && [ "$name" = --bench ] && continue
        [[ $name == --help || $name == --version ]] && continue
        names+=("$name")
        values+=("$value")
    done < <("$program" --help 2>/dev/null)
}

# pick WORD...: sets `picked` to one of them.
pick() {
    shift $((RANDOM % $#))
    picked=$1
}

# value_for PATTERN: sets `picked` to what the pattern allows, or to something odd.
value_for() {
    local choices
    IFS='|' read -ra choices <<<"$1"
    case $((RANDOM % 4)) in
    0) pick "${odd[@]}" ;;
    1) pick 1 2 3 5 8 4x4x4 8x8 a.ply a.png - ;;
    *) pick "${choices[@]}" ;;
    esac
    case $picked in N | F | V | MS | PERCENT) picked=$((1 + RANDOM % 9)) ;; XxYxZ) picked=3x4x5 ;; WxH) picked=16x9 ;; FILE) picked=a.ply ;; esac
}

# make_line: sets `line`, the arguments. What comes first is small, and may be said again.
make_line() {
    local i k
    line=(--headless)
    [ ${#names[@]} -eq 0 ] && line=()
    if [ "$mode" = gl ]; then
        for small in --frames=1 --repeat=1 --grid=8 --part=fills; do
            [ "$small $(basename "$program")" = "--frames=1 isosurface" ] && continue # there of a window alone
            [[ " ${names[*]} " == *" ${small%=*} "* ]] && line+=("$small")
        done
    fi
    for ((k = RANDOM % 6; k > 0; k--)); do
        if [ ${#names[@]} -eq 0 ] || [ $((RANDOM % 8)) -eq 0 ]; then
            pick "${odd[@]}"
            line+=("$picked")
            continue
        fi
        i=$((RANDOM % ${#names[@]}))
        if [ -z "${values[i]}" ]; then
            line+=("${names[i]}")
        else
            value_for "${values[i]}"
            if [ $((RANDOM % 4)) -eq 0 ]; then line+=("${names[i]}=$picked"); else line+=("${names[i]}" "$picked"); fi
        fi
    done
}

# tell WHAT: a failure, and the command line as a shell takes it.
tell() {
    failures=$((failures + 1))
    printf 'FAIL: run %d: %s: %s' "$run" "$1" "$program"
    printf ' %q' "${line[@]}"
    printf '\n'
    head -c 400 "$work/stderr"
}

judge() {
    local status=$1 lines left
    lines=$(wc -l <"$work/stderr")
    [[ $status == [012] ]] || tell "status $status"
    [ "$status" -eq 0 ] && return
    [ "$lines" -eq 1 ] || tell "status $status, $lines lines on stderr"
    left=$(find "$work/out" ! -type d)
    [ -z "$left" ] || tell "status $status, left behind: $left"
}

unset DISPLAY WAYLAND_DISPLAY
read_options
[ "$mode" = gl ] || export LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=nowhere # hides drivers from any version of Mesa
for ((run = 1; run <= count; run++)); do
    make_line
    rm -rf "$work/out"
    mkdir -p "$work/out"
    (cd "$work/out" && exec timeout -s KILL 60 "$program" ${line[@]+"${line[@]}"}) >"$work/stdout" 2>"$work/stderr" </dev/null
    judge $?
done
echo "$count runs, $failures failures"
[ "$failures" -eq 0 ]
