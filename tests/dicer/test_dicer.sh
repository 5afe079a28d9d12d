#!/usr/bin/env bash
# test_dicer.sh - dicer from outside: the paper's Table 1, its files, its JSON, and one clear line for every mistake.
# usage: test_dicer.sh DICER CMAKE WORK_FOLDER  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dicer=$1 cmake=$2 work=$3
rm -rf "$work"
mkdir -p "$work/out" "$work/in"
cd "$work/out" || exit 1
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# clean: an empty folder to run in, for the check that nothing stays behind.
clean() {
    rm -rf "$work/out"
    mkdir -p "$work/out"
    cd "$work/out" || exit 1
}

# good WHAT ARGUMENT...: must succeed.
good() {
    local what=$1
    shift
    "$dicer" "$@" >"$work/stdout" 2>"$work/stderr" && return 0
    fail "$what: status $? of dicer $*: $(head -c 400 "$work/stderr")"
    return 1
}

# bad STATUSES WHAT ARGUMENT...: must end with one of the statuses and one line on stderr, and leave nothing in the folder.
bad() {
    local statuses=$1 what=$2 status lines
    shift 2
    clean
    timeout 60 "$dicer" "$@" >"$work/stdout" 2>"$work/stderr"
    status=$?
    judge "$statuses" "$what" "$status" "$*"
}

# judge STATUSES WHAT STATUS COMMAND: the common part, where the caller ran dicer itself.
judge() {
    local statuses=$1 what=$2 status=$3 lines
    [[ " $statuses " == *" $status "* ]] || fail "$what: status $status, not $statuses: dicer $4"
    lines=$(wc -l <"$work/stderr")
    [ "$lines" -eq 1 ] || fail "$what: $lines lines on stderr, not 1: $(head -c 400 "$work/stderr")"
    [ ! -s "$work/stdout" ] || fail "$what: words on stdout: $(head -c 200 "$work/stdout")"
    [ -z "$(ls -A "$work/out")" ] || fail "$what: left behind: $(ls -A "$work/out")"
}

# points_of FILE: the number of points of a JSON file, after a look at all of it.
points_of() {
    "$cmake" -DFILE="$1" -P "$here/json.cmake" >"$work/facts" 2>"$work/json-error" || { cat "$work/json-error" >&2; return 1; }
    cut -d' ' -f1 "$work/facts"
}

# within VALUE CENTRE: Table 1 allows 4 voxels for another GPU's rounding.
within() {
    [ "$1" -ge $(($2 - 4)) ] && [ "$1" -le $(($2 + 4)) ]
}

check_table1() {
    local grid expected points
    while read -r grid expected; do
        clean
        good "Table 1" --headless --grid "$grid" --json - --output points.ply || continue
        cp "$work/stdout" "$work/$grid.json"
        points=$(points_of "$work/$grid.json") || { fail "JSON of $grid"; continue; }
        within "$points" "$expected" || fail "$grid: $points points, the paper has $expected"
        [ "$(cut -d' ' -f2- "$work/facts")" = "$grid 3136 teapot" ] || fail "$grid: facts are '$(cat "$work/facts")'"
        check_ply points.ply "$points"
        echo "$grid: $points points"
    done <<'END'
256x256x256 33989
128x128x256 8595
64x64x256 2130
END
}

# check_ply FILE POINTS: header as promised, and as many bytes as it says.
check_ply() {
    local header bytes
    header=$(sed -n '1,/^end_header$/p' "$1" | tr -d '\0' | grep -v '^comment')
    diff <(echo "$header") - >"$work/diff" <<END || fail "$1: header: $(cat "$work/diff")"
ply
format binary_little_endian 1.0
element vertex $2
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
end_header
END
    bytes=$(sed -n '1,/^end_header$/p' "$1" | wc -c)
    [ "$(wc -c <"$1")" -eq $((bytes + 15 * $2)) ] || fail "$1: $(wc -c <"$1") bytes for $2 points"
}

# check_xyz FILE POINTS LOW HIGH: so many lines of numbers, all coordinates in [LOW, HIGH].
check_xyz() {
    awk -v points="$2" -v low="$3" -v high="$4" '
        /^#/ { next }
        {
            lines++
            for (i = 1; i <= 3; i++)
                if ($i !~ /^-?[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?$/ || $i < low || $i > high) { print "line " NR ": " $0; exit 1 }
        }
        END { if (lines != points) { print lines " lines"; exit 1 } }' "$1" >"$work/awk" || fail "$1: $(head -2 "$work/awk")"
}

# check_png FILE: signature, a size that makes sense, an end.
check_png() {
    [ "$(od -An -tx1 -N8 "$1" | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "$1 is no PNG"
    [ "$(tail -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 49454e44ae426082 ] || fail "$1 has no end"
    local width height
    width=$((0x$(od -An -tx1 -j16 -N4 "$1" | tr -d ' \n')))
    height=$((0x$(od -An -tx1 -j20 -N4 "$1" | tr -d ' \n')))
    if [ "$height" -lt 64 ] || [ "$width" -lt $((2 * height)) ]; then
        fail "$1: $width x $height cannot be four pictures side by side"
    fi
    [ "$(wc -c <"$1")" -gt 5000 ] || fail "$1: $(wc -c <"$1") bytes look like an empty picture"
}

check_files() {
    local points
    clean
    good files --headless --grid 48 --json run.json --output points.xyz --screenshot four.png || return
    points=$(points_of run.json) || { fail "run.json"; return; }
    check_xyz points.xyz "$points" -2 2
    check_png four.png
    good "again over its own files" --headless --grid 48 --json run.json --output points.xyz --screenshot four.png

    # Coordinates are the model's own: a box far from the origin stays there, fitted or not.
    cat >"$work/in/box.obj" <<'END'
v 100 100 100
v 104 100 100
v 104 104 100
v 100 104 100
v 100 100 104
v 104 100 104
v 104 104 104
v 100 104 104
f 1 4 3 2
f 5 6 7 8
END
    clean
    good model "$work/in/box.obj" --headless --grid 32x16x64 --json run.json --output points.xyz || return
    points=$(points_of run.json) || { fail "run.json of a model"; return; }
    [ "$points" -gt 100 ] || fail "a box has $points points"
    check_xyz points.xyz "$points" 99.8 104.2
    [ "$(cut -d' ' -f2- "$work/facts")" = "32x16x64 4 $work/in/box.obj" ] || fail "facts of a model: $(cat "$work/facts")"
    good no-fit "$work/in/box.obj" --headless --grid 16 --no-fit --json run.json --output none.ply || return
    [ "$(points_of run.json)" = 0 ] || fail "a box outside of the volume has points with --no-fit"
    check_ply none.ply 0
}

check_options() {
    clean
    good help --help
    for option in --grid --repeat --output --headless --screenshot --json --frames --bench --no-fit --gl --help; do
        grep -q -e "$option" "$work/stdout" || fail "--help does not name $option"
    done
    good repeat --headless --grid 64x64x256 --repeat 3 --json run.json && points=$(points_of run.json) &&
        { within "$points" 2130 || fail "--repeat 3: $points points"; }
    good frames --headless --grid 32 --frames 2
    good "an odd grid" --headless --grid 33x7x61 --json - && { points_of "$work/stdout" >/dev/null || fail "grid 33x7x61"; }

    for value in "" x 4x4 4x4x4x4 -3 3x 3.5 12abc 0x0x0 99999999999999999999 " 8"; do
        bad 2 "--grid '$value'" --headless --grid "$value" --output out.ply
    done
    for value in "" x 0 -1 1.5 99999999999999999999; do
        bad 2 "--repeat '$value'" --headless --repeat "$value"
        bad 2 "--frames '$value'" --headless --frames "$value"
    done
    for option in --grid --repeat --frames --output --screenshot --json --gl; do
        bad 2 "$option without a value" --headless "$option"
    done
    bad 2 "--gl nonsense" --headless --gl banana
    bad "1 2" "--gl 2.1" --headless --gl 2.1 --output out.ply
    bad 2 "unknown option" --headless --frobnicate
    bad 2 "unknown short option" --headless -q
    bad 2 "two models" --headless a.obj b.obj
    bad 2 "output without extension" --headless --output out
    bad 2 "output of unknown extension" --headless --output out.stl
    bad 2 "empty output" --headless --output ""
    bad 2 "screenshot of unknown extension" --headless --screenshot out.jpg
}

check_inputs() {
    local in=$work/in
    : >"$in/empty.obj"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2' >"$in/truncated.obj"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n' >"$in/index.obj"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >"$in/points.obj"
    printf 'v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$in/nan.obj"
    printf 'v 0 0 0\nv inf 0 0\nv 0 1 0\nf 1 2 3\n' >"$in/infinite.obj"
    printf 'v 0 0 0\nv 1e39 0 0\nv 0 1 0\nf 1 2 3\n' >"$in/huge.obj"
    head -c 4096 /dev/urandom >"$in/noise.obj"
    head -c 4096 /dev/urandom >"$in/noise.dat"
    printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n' >"$in/truncated.ply"
    for name in missing.obj empty.obj truncated.obj index.obj points.obj nan.obj infinite.obj huge.obj noise.obj noise.dat truncated.ply; do
        bad 1 "$name" "$in/$name" --headless --grid 32 --output out.ply --screenshot out.png --json out.json
    done
    bad 1 "a folder as model" "$in" --headless --output out.ply
    bad "1 2" "an empty name as model" "" --headless --output out.ply

    for value in 0 0x16x16 16x16x0; do
        bad "1 2" "grid $value" --headless --grid "$value" --output out.ply --json -
    done
    for value in 1000000 65536x4x4 4x4x4000000000 20000x20000x20000; do
        bad "1 2" "grid $value" --headless --grid "$value" --output out.ply --json -
    done
}

check_outputs() {
    : >"$work/in/file"
    for name in nowhere/out.ply "$work/in/file/out.ply" /proc/out.ply; do
        bad 1 "--output $name" --headless --grid 16 --output "$name"
    done
    bad 1 "screenshot into nowhere" --headless --grid 16 --screenshot nowhere/out.png
    bad 1 "JSON into nowhere" --headless --grid 16 --json nowhere/out.json
    bad 1 "JSON onto a full device" --headless --grid 16 --json /dev/full

    clean
    "$dicer" --headless --grid 16 --json - >/dev/full 2>"$work/stderr"
    judge 1 "JSON on a full stdout" $? "--json - >/dev/full"

    # A disk that fills up in the middle of a file: a limit on file sizes, its signal ignored, so that write() fails.
    for output in "--output out.ply" "--output out.xyz" "--screenshot out.png"; do
        clean
        # shellcheck disable=SC2086 # two words
        (trap '' XFSZ; ulimit -f 1; exec "$dicer" --headless --grid 128 $output) >"$work/stdout" 2>"$work/stderr"
        judge 1 "a full disk" $? "$output"
    done

    # What was there before survives a failure.
    clean
    echo precious >"$work/out/out.ply"
    "$dicer" "$work/in/missing.obj" --headless --output out.ply 2>/dev/null && fail "a missing model succeeds"
    [ "$(cat out.ply)" = precious ] || fail "a failed run destroyed the file that was there"

    # No GL at all.
    clean
    LIBGL_DRIVERS_PATH=/nonexistent __EGL_VENDOR_LIBRARY_DIRS=/nonexistent "$dicer" --headless --output out.ply \
        >"$work/stdout" 2>"$work/stderr"
    judge 1 "no GL" $? "--headless without a driver"
    clean
    env MESA_GL_VERSION_OVERRIDE=3.0 "$dicer" --headless --output out.ply >"$work/stdout" 2>"$work/stderr"
    judge 1 "an old GL" $? "--headless with GL 3.0"
    clean
    env -u DISPLAY -u WAYLAND_DISPLAY "$dicer" >"$work/stdout" 2>"$work/stderr"
    judge 1 "no display" $? "(a window)"
}

check_window() {
    clean
    timeout 120 xvfb-run -a -s "-screen 0 1280x1024x24" "$dicer" --grid 32 --frames 5 >"$work/stdout" 2>"$work/stderr" ||
        fail "a window of 5 frames: status $?: $(head -c 400 "$work/stderr")"
}

check_bench() {
    clean
    good bench --headless --bench --json run.json || return
    cat "$work/stdout" "$work/stderr" >"$work/bench"
    for word in 33989 8595 2130; do
        tr -d ' ,' <"$work/bench" | grep -q "$word" || fail "--bench does not print the paper's $word"
    done
}

for check in table1 files options inputs outputs window bench; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
