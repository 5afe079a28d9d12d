#!/usr/bin/env bash
# test_splats.sh - splats from outside: its JSON, the order that it draws in against depths that are computed anew, files of splats, what
# comes back from the GPU, and one clear line for every mistake.
# usage: test_splats.sh SPLATS CMAKE WORK_FOLDER READBACKS ASSETS  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3 readbacks=$4 assets=$5
# shellcheck source=../program.sh
. "$here/../program.sh"

in=$work/in
small=(--headless --pixels 64x48)
usual=("${small[@]}") # what `facts` begins with
teapot=(--splats 2000 "${small[@]}")
few=("$in/few.ply" "${small[@]}") # a file is there at once, and splats of a mesh must be made

# ply FILE COUNT PROPERTY...: a text PLY with so many lines of splats from stdin.
ply() {
    local file=$1 count=$2
    shift 2
    { printf 'ply\nformat ascii 1.0\nelement vertex %d\n' "$count"; printf 'property float %s\n' "$@"; echo end_header; cat; } >"$in/$file"
}

shape=(x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3)

awk 'BEGIN { srand(3); for (i = 0; i < 700; i++)
    print rand() - 0.5, rand() - 0.5, rand() - 0.5, rand() * 3 - 1, rand() * 3 - 1, rand() * 3 - 1, 2, -3, -3.5, -4, 1, rand(), rand(), rand() }' |
    ply few.ply 700 "${shape[@]}"

check_json() {
    local order="model sort splat_size stretch upside_down splats skipped degree pixels view focal near frames ms keys sort draw frame gpu_ms gl renderer "
    clean
    good "a teapot" "${teapot[@]}" --repeat 3 --json run.json && points_of run.json >/dev/null || { fail "JSON: $(cat run.json)"; return; }
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | tr '\n' ' ' | sed 's/gpu_ms .* gl /gpu_ms gl /')" = "$order" ] || fail "order of keys: $(cat run.json)"
    expect_value run.json model teapot
    expect_value run.json gl 3.3
    expect_value run.json sort gpu
    expect_value run.json frames 3
    grep -q '"pixels":\[64,48\]' run.json || fail "pixels: $(cat run.json)"
    grep -q "^teapot: [0-9]* splats, degree of colors 3 of 3, sorted by the GPU, [0-9.]* ms (keys [0-9.]*, sort [0-9.]*, draw [0-9.]*) on " "$work/stdout" ||
        fail "summary: $(cat "$work/stdout")"
    good "JSON to stdout" "${few[@]}" --json - && { points_of "$work/stdout" >/dev/null || fail "JSON to stdout"; }
    grep -q "degree of colors" "$work/stderr" || fail "no summary beside the JSON"
    good "no sort" "${few[@]}" --sort none --json run.json && grep -q '"sort":null,"draw"' run.json || fail "no sort: $(cat run.json)"
    grep -q "not sorted" "$work/stdout" || fail "no sort: $(cat "$work/stdout")"
    expect_value run.json stretch 3
    good "CPU" "${few[@]}" --sort cpu --json run.json && expect_value run.json sort cpu
}

# ordered: run.json, order and positions are of one picture: a permutation by depth, the farthest first, equal ones by their place. The
# depths are computed in double precision, so neighbors may differ by a rounding of float32.
ordered() {
    local view
    view=$(sed 's/.*"view":\[\([^]]*\)\].*/\1/' run.json)
    od -An -v -tu4 -w4 order >"$work/order"
    od -An -v -tf4 -w12 positions >"$work/positions"
    awk -v view="$view" '
        FNR == 1 { file++ }
        file == 1 { if (FNR == 1) split(view, m, ","); d[FNR - 1] = -(m[3] * $1 + m[7] * $2 + m[11] * $3 + m[15]); n = FNR; next }
        { if (seen[$1]++ || $1 < 0 || $1 >= n) wrong++; if (FNR > 1 && d[$1] > last + 2e-6 * (last < 0 ? -last : last)) late++; last = d[$1]; count++ }
        END { print n + 0, count + 0, wrong + 0, late + 0 }' "$work/positions" "$work/order"
}

check_order() {
    local way count
    clean
    good "order of a teapot" "${teapot[@]}" --order order --positions positions --json run.json && count=$(points_of run.json) || return
    [ "$(ordered)" = "$count $count 0 0" ] || fail "order of a teapot: $(ordered), not $count $count 0 0"
    for way in "" "--sort cpu" "--turn 200 --rise -40" "--upside-down --zoom 3" "--repeat 4"; do
        # shellcheck disable=SC2086 # words
        good "order, $way" "${few[@]}" $way --order order --positions positions --json run.json || continue
        count=$(points_of run.json)
        [ "$(ordered)" = "$count $count 0 0" ] || fail "order, '$way': $(ordered), not $count $count 0 0"
    done
    good "no order" "${few[@]}" --sort none --order order --positions positions --json run.json || return
    case "$(ordered)" in "$count $count 0 0") fail "--sort none sorts" ;; "$count $count 0 "*) ;; *) fail "no order: $(ordered)" ;; esac
    good "the CPU's" "${few[@]}" --sort cpu --order cpu --screenshot cpu.png && good "the GPU's" "${few[@]}" --order gpu --screenshot gpu.png
    cmp -s cpu gpu || fail "the CPU's order is not the GPU's"
    cmp -s cpu.png gpu.png || fail "the CPU's picture is not the GPU's"
    good "a list to a pipe" "${few[@]}" --order /dev/stdout >/dev/null
}

check_pictures() {
    clean
    good "a picture" "${few[@]}" --screenshot a.png && [ "$(head -c 4 a.png | tail -c 3)" = PNG ] || fail "no picture"
    good "no sort" "${few[@]}" --screenshot b.png --sort none && cmp -s a.png b.png && fail "the order makes no difference"
    good "sizes" "${few[@]}" --screenshot b.png --splat-size 0.3 && cmp -s a.png b.png && fail "--splat-size makes no difference"
    good "a turn" "${few[@]}" --screenshot b.png --turn 360 && cmp -s a.png b.png || fail "a whole turn makes a difference"
    good "the last of an orbit" "${few[@]}" --screenshot b.png --repeat 5 && cmp -s a.png b.png || fail "an orbit does not end where it began"
    good "a mesh with colors" "${teapot[@]}" "$assets/die.obj" --screenshot b.png
    good "a mesh" "${teapot[@]}" "$assets/torus.ply" --screenshot b.png && [ ! -s "$work/stderr" ] || fail "a mesh: $(cat "$work/stderr")"
}

check_files() {
    local i
    clean
    printf '%s\n' "0 0 0 1 0 -1 2 -2 -2 -3 1 0 0 0" "1 0 1 1 0 -1 2 -2 -2 -3 1 0 1 0" "nan 0 0 1 0 -1 2 -2 -2 -3 1 0 0 0" "0 1 0 1 1 1 9 -2 -3 -3 0 0 0 0" |
        ply a.ply 4 "${shape[@]}"
    facts "text" "2 2 0 gpu 5" "$in/a.ply" --order order --positions positions
    one_line "a.ply: 2 of 4 splats are skipped" text
    [ "$(ordered)" = "2 2 0 0" ] || fail "order of a file: $(ordered)"
    [ "$(od -An -v -tf4 positions | xargs)" = "0 0 0 1 0 1" ] || fail "positions: $(od -An -v -tf4 positions)"
    for i in $(seq 5); do
        printf '\0\0\200\077\0\0\0\100\0\0\100\100\315\314\314\075\315\314\314\075\315\314\314\075\377\200\100\377\377\200\200\200'
    done >"$in/a.splat"
    facts "five of .splat" "5 0 0 gpu 2" "$in/a.splat" --repeat 2 --screenshot a.png
    [ ! -s "$work/stderr" ] || fail ".splat: $(cat "$work/stderr")"
    cp "$in/a.splat" "$in/B.SPLAT"
    facts "its name in capitals" "5 0 0 none 5" "$in/B.SPLAT" --sort none
}

check_bad_files() {
    local i name
    head -c 200 "$in/a.ply" >"$in/header.ply"
    head -n 19 "$in/a.ply" >"$in/cut.ply"
    head -c 100 "$in/a.splat" >"$in/cut.splat"
    : >"$in/empty.splat"
    : >"$in/empty.ply"
    head -c 3200 /dev/zero >"$in/zeros.splat"
    head -c 3000 /dev/urandom >"$in/noise.ply"
    mkdir -p "$in/folder.splat" "$in/folder.ply"
    mkfifo "$in/pipe.splat" "$in/pipe.ply"
    for name in header.ply cut.ply cut.splat empty.splat empty.ply zeros.splat noise.ply folder.splat folder.ply pipe.splat pipe.ply \
        none.ply none.splat none.obj none; do
        bad 1 "$name" "${small[@]}" "$in/$name" --json a.json --order a.order --screenshot a.png
        one_line "$name" "$name"
    done
    for i in "${!shape[@]}"; do
        echo "0 0 0 1 0 -1 2 -2 -2 -3 1 0 0" | ply missing.ply 1 "${shape[@]:0:i}" "${shape[@]:i+1}"
        bad 1 "without ${shape[i]}" "${small[@]}" "$in/missing.ply"
        one_line "${shape[i]}" "without ${shape[i]}"
    done
    printf '%s\n' "0 0 0 1 0 -1 2 -2 -2 -3 1 0 0 0" "1e20 0 1e20 1 0 -1 2 -2 -2 -3 1 0 1 0" | ply wide.ply 2 "${shape[@]}"
    bad 1 "a scene too large" "${small[@]}" "$in/wide.ply" --json a.json
    one_line "its extent of 1[.0-9]*e+20 is more than" "a scene too large"
    echo "1e9 0 0 1 0 -1 2 -2 -2 -3 1 0 0 0" | ply far.ply 1 "${shape[@]}"
    bad 1 "a splat too far away" "${small[@]}" "$in/far.ply" --json a.json
    one_line "at 1e+09 from the origin" "a splat too far away"
    printf 'ply\nformat ascii 1.0\nelement vertex 1\nproperty uint packed_position\nend_header\n0\n' >"$in/packed.ply"
    bad 1 "compressed splats" "${small[@]}" "$in/packed.ply"
    one_line "compressed" "compressed splats"
    bad 1 "a .spz" "${small[@]}" "$in/none.spz"
    one_line "none.spz" "a .spz"
    for name in a.nrrd a.raw:3x3x3:uint8; do
        bad 1 "$name" "${small[@]}" "$name"
        one_line "is a volume, not a mesh: isosurface shows volumes" "$name"
    done
}

# calls_back FRAMES ARGUMENT...: how many calls brought something back from the GPU.
calls_back() {
    local frames=$1
    shift
    rm -f "$work/readbacks"
    LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$readbacks" HPYR_READBACKS=$work/readbacks \
        "$program" "${few[@]}" --repeat "$frames" "$@" >"$work/stdout" 2>"$work/stderr" || fail "counted: $(cat "$work/stderr")"
    cut -d' ' -f1 "$work/readbacks"
}

# Nothing comes back while frames are measured, and with --sort cpu the keys.
check_readbacks() {
    local more
    clean
    more=$(($(calls_back 12 --sort none) - $(calls_back 2 --sort none)))
    [ $more -eq 0 ] || fail "10 frames more made $more calls that read back"
    more=$(($(calls_back 12 --sort cpu) - $(calls_back 2 --sort cpu)))
    [ $more -eq 10 ] || fail "--sort cpu: 10 frames more made $more calls that read back, not 10"
    more=$(($(calls_back 12) - $(calls_back 2)))
    [ $more -eq 0 ] || fail "sorted: 10 frames more made $more calls that read back"
}

check_options() {
    local option
    help_names --splats --sort --splat-size --stretch --turn --rise --zoom --upside-down --order --positions --repeat
    check_frame "${few[@]}"
    for option in "--splats 0" "--splat-size 0" "--splat-size -1" "--splat-size 101" "--zoom 0" "--zoom 0.05" "--zoom 21" "--turn 1e9" "--rise -1e9" \
        "--turn -36001" "--rise 36001" \
        "--splats 10000001" "--sort cpu+none" "--cpu-sort" "--no-sort"; do
        # shellcheck disable=SC2086 # words
        bad 2 "$option" --headless $option
    done
    bad 2 "a number and its range" --headless --zoom 0.05
    one_line "--zoom '0.05': expected a number from 0.1 to 20" "a number and its range"
    bad 1 "a picture too large" --headless --splats 1000 --pixels 16384x16384 --screenshot nowhere/a.png
}

check_outputs() {
    local name
    bad 2 "two lists on stdout" "${few[@]}" --order - --positions -
    bad 2 "JSON and a list on stdout" "${few[@]}" --json - --order -
    clean
    for name in order positions; do
        good "$name on stdout" "${few[@]}" --$name - && cp "$work/stdout" "$work/list"
        grep -q "degree of colors" "$work/stderr" || fail "--$name -: no summary on stderr"
        good "$name in a file" "${few[@]}" --$name a && cmp -s "$work/list" a || fail "--$name - is not --$name FILE"
    done
    bad 2 "two outputs of one name" "${few[@]}" --order a --positions ./a
    cp "$in/a.splat" "$in/keep.splat"
    bad 2 "an output over the model" "${small[@]}" "$in/keep.splat" --order "$in/keep.splat"
    cmp -s "$in/a.splat" "$in/keep.splat" || fail "the model was replaced"
}

for check in json order pictures files bad_files readbacks options outputs; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
