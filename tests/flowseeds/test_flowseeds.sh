#!/usr/bin/env bash
# test_flowseeds.sh - flowseeds from outside: its JSON, critical points that analysis knows, files of vectors, what it saves, and one
# clear line for every mistake.
# usage: test_flowseeds.sh FLOWSEEDS CMAKE WORK_FOLDER HAS_TEEM  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3 has_teem=$4
# shellcheck source=../program.sh
. "$here/../program.sh"

in=$work/in
few=(--headless --repeat 1 --size 16 --lines 16 --steps 10)
of_file=(--headless --repeat 1 --lines 16 --steps 10)

check_json() {
    local order="flow a b c periodic seeds steps step samples threshold width count truncated sources sinks saddles_out saddles_in lines ms build seeds lines total gl renderer "
    clean
    facts "the ABC flow" "8 critical 16x16x16 32 10" "${few[@]}" || return
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | tr '\n' ' ')" = "$order" ] || fail "order of keys: $(cat run.json)"
    expect_value run.json flow abc
    expect_value run.json gl 3.3
    expect_value run.json saddles_out 4
    expect_value run.json saddles_in 4
    grep -q "^abc: samples 16 × 16 × 16, 8 critical points, 4 saddles out, 4 saddles in, 32 lines, [0-9.]* ms (build " \
        "$work/stdout" || fail "summary: $(cat "$work/stdout")"
    good "JSON to stdout" "${few[@]}" --repeat 2 --json - && { points_of "$work/stdout" >/dev/null || fail "JSON to stdout"; }
    grep -q "critical points" "$work/stderr" || fail "no summary beside the JSON"
}

# The points of the Lorenz system are 0 and (+-s, +-s, rho - 1) with s the square root of beta (rho - 1).
check_formulas() {
    clean
    facts lorenz "3 critical 16x16x16 30 10" "${few[@]}" --flow lorenz --output a.csv
    grep -q "^-8.4852[0-9]*,-8.4852[0-9]*,27,.*,saddle in spiral,[0-9]*,[0-9]*,[0-9]*$" a.csv || fail "lorenz: $(cat a.csv)"
    facts "another lorenz" "3 critical 16x16x16 30 10" "${few[@]}" --flow lorenz --b 15 --c 1 --output a.csv
    grep -q "^3.7416[0-9]*,3.7416[0-9]*,14[0-9.]*,.*,sink spiral," a.csv || fail "another lorenz: $(cat a.csv)"
    facts "abc without points" "0 critical 16x16x16 16 10" "${few[@]}" --a 2 --output a.ply # a grid of 2x2x2
    one_line "there are no critical points: lines begin in a grid" "abc without points"
    [ "$(grep -a "^element edge " a.ply | tr -dc 0-9)" -gt 150 ] || fail "abc without points: its lines are too short"
    facts "a whole grid" "0 critical 16x16x16 54 10" "${few[@]}" --a 2 --lines 27
    expect_value run.json truncated OFF
    facts "nothing flows" "0 critical 64x64x64 16 10" "${few[@]}" --size 64 --a 0 --b 0 --c 0
    expect_value run.json truncated OFF
    facts "sides" "8 critical 17x20x33 32 10" "${few[@]}" --size 17x20x33
    good vortices "${few[@]}" --seeds vorticity --json run.json && [ "$(points_of run.json)" -gt 10 ] || fail vortices
    facts "every sample" "4096 vorticity 16x16x16 32 10" "${few[@]}" --seeds vorticity --threshold 0
    good "a band" "${few[@]}" --seeds band --json run.json && [ "$(points_of run.json)" -gt 100 ] || fail "a band"
    facts "an empty band" "0 band 16x16x16 0 10" "${few[@]}" --seeds band --threshold 1000 --width 0.5
    facts "a grid" "27 grid 16x16x16 54 10" "${few[@]}" --seeds grid --lines 27
}

check_files() {
    clean
    good "files" "${few[@]}" --output a.csv && good "files" "${few[@]}" --output a.ply --screenshot a.png --pixels 160x100
    [ "$(head -1 a.csv)" = "x,y,z,value,type,i,j,k" ] && [ "$(wc -l <a.csv)" -eq 9 ] || fail "a.csv: $(cat a.csv)"
    grep -qa "^element vertex 352$" a.ply || fail "a.ply has other vertices"
    local edges header
    edges=$(grep -a "^element edge " a.ply | tr -dc 0-9)
    header=$(grep -abo end_header a.ply | cut -d: -f1)
    [ "$(stat -c %s a.ply)" -eq $((header + 11 + 352 * 16 + edges * 8)) ] || fail "a.ply: its size with $edges edges"
    [ "$(head -c 4 a.png | tail -c 3)" = PNG ] || fail "no picture"
}

# nrrd FILE: a linear field, whose critical point lies at (1.5, 1, 0.5) between 4x3x2 samples.
nrrd() {
    local x y z
    { printf 'NRRD0005\ntype: %s\ndimension: 4\nsizes: 3 4 3 2\nkinds: vector domain domain domain\nencoding: ascii\n' "${type:-float}"
      printf '%s\n' "${@:2}" ""
      for z in -0.5 0.5; do for y in -1 0 1; do for x in -1.5 -0.5 0.5 1.5; do echo "$x $y $z"; done; done; done; } >"$in/$1"
}

check_nrrd() {
    clean
    nrrd linear.nrrd
    facts "a file" "1 critical 4x3x2 32 10" "${of_file[@]}" "$in/linear.nrrd" --output a.csv --screenshot a.png --pixels 100x80
    grep -q "^1.5,1,0.5,[0-9.e-]*,source,[01],[01],0$" a.csv || fail "a file: $(cat a.csv)"
    type=double nrrd linear.nrrd "spacings: nan 2 1 4"
    facts "spacings" "1 critical 4x3x2 32 10" "${of_file[@]}" "$in/linear.nrrd" --output a.csv
    grep -q "^3,1,2,[0-9.e-]*,source,[01],[01],0$" a.csv || fail "spacings: $(cat a.csv)"
    nrrd linear.nrrd "space dimension: 3" "space directions: none (1,0,0) (0,2,0) (0,0,3)" "space origin: (0,0,0)"
    good directions "${of_file[@]}" "$in/linear.nrrd" --output a.csv && grep -q "^1.5,2,1.5,.*,source," a.csv || fail "directions: $(cat a.csv)"
    facts "a band" "24 vorticity 4x3x2 32 10" "${of_file[@]}" "$in/linear.nrrd" --seeds vorticity --threshold 0
    good "a band" "${of_file[@]}" "$in/linear.nrrd" --seeds band --periodic --json run.json
    nrrd linear.nrrd "space dimension: 3" "space directions: none (0,1,0) (1,0,0) (0,0,1)" "space origin: (0,0,0)"
    bad 1 "axes in another order" --headless "$in/linear.nrrd"
    one_line "do not run along x, y and z in this order" "axes in another order"
    printf 'NRRD0004\ntype: float\nendian: little\ndimension: 4\nsizes: 3 30 30 30\nencoding: raw\n\n123456789' >"$in/cut.nrrd"
    bad 1 "a file that is cut off" --headless "$in/cut.nrrd"
    one_line "its samples end too early" "a file that is cut off"
    printf 'NRRD0004\ntype: float\nendian: little\ndimension: 4\nsizes: 3 2000 2000 2000\nencoding: gzip\n\n123456789' >"$in/huge.nrrd"
    bad 1 "sizes that lie" --headless "$in/huge.nrrd"
    one_line "2000x2000x2000 samples: [0-9]* bytes are needed, this machine has \|end too early" "sizes that lie"
    sed 's/2000 2000 2000/4000000000 4000000000 4000000000/' "$in/huge.nrrd" >"$in/huger.nrrd"
    bad 1 "sizes past all numbers" --headless "$in/huger.nrrd"
    one_line "its header's line 'sizes' cannot be true\|4000000000 samples: this OpenGL allows" "sizes past all numbers" # without teem
    printf 'NRRD0004\ntype: uchar\ndimension: 4\nsizes: 2 3 3 3\nencoding: raw\n\n%054d' 0 >"$in/flat.nrrd"
    bad 1 "vectors of two numbers" --headless "$in/flat.nrrd"
    one_line "its first axis must hold the 3 numbers of a vector, and has 2" "vectors of two numbers"
    printf 'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 3 3 3\nencoding: raw\n\n%027d' 0 >"$in/scalar.nrrd"
    bad 1 "a volume of numbers" --headless "$in/scalar.nrrd"
    one_line "has 3 dimensions, a field of vectors has 4" "a volume of numbers"
    { printf 'NRRD0004\ntype: float\ndimension: 4\nsizes: 3 48 48 48\nencoding: ascii\n\n'
      awk 'BEGIN { srand(1); for (i = 0; i < 3 * 48 * 48 * 48; i++) print rand() - 0.5 }'; } >"$in/noise.nrrd"
    good "more candidates than there is room for" "${of_file[@]}" "$in/noise.nrrd" --json run.json
    expect_value run.json truncated ON
    grep -q "too many candidates for critical points" "$work/stderr" || fail "noise: $(cat "$work/stderr")"
    head -c 2000 "$program" >"$in/noise.nrrd"
    bad 1 noise --headless "$in/noise.nrrd"
    one_line "it does not begin as NRRD files do" noise
    : >"$in/empty.nrrd"
    bad 1 "an empty file" --headless "$in/empty.nrrd"
    one_line "it is empty" "an empty file"
    check_kinds
}

check_kinds() {
    local head='NRRD0004\ntype: uchar\ndimension: 4\nsizes: 3 3 3 3\nencoding: raw\n'
    printf "${head}kinds: vector domain vector domain\n\n%081d" 0 >"$in/kinds.nrrd"
    bad 1 "vectors of vectors" --headless "$in/kinds.nrrd"
    one_line "axis 2 holds vector: only the first axis of a field of vectors holds numbers of one sample" "vectors of vectors"
    printf "${head}kinds: domain domain domain domain\n\n%081d" 0 >"$in/kinds.nrrd"
    bad 1 "a first axis of samples" --headless "$in/kinds.nrrd"
    one_line "has 3 samples of a domain" "a first axis of samples"
}

# Samples that are not finite, an axis that runs backwards, one slice, text in hexadecimal.
check_odd_nrrd() {
    clean
    nrrd odd.nrrd
    sed -i '0,/^-1.5 -1 -0.5$/s//nan -1 -0.5/; s/^1.5 1 0.5$/1.5 -inf 0.5/' "$in/odd.nrrd"
    facts "NaN and infinity" "0 critical 4x3x2 24 10" "${of_file[@]}" "$in/odd.nrrd"
    facts "samples beside them" "16 vorticity 4x3x2 32 10" "${of_file[@]}" "$in/odd.nrrd" --seeds vorticity --threshold 0 --output a.csv
    grep -qi "nan\|inf" a.csv && fail "NaN and infinity: $(cat a.csv)"
    good "lines beside them" "${of_file[@]}" "$in/odd.nrrd" --seeds grid --screenshot a.png --pixels 100x80 --output a.ply
    nrrd back.nrrd "space dimension: 3" "space directions: none (-1,0,0) (0,1,0) (0,0,1)" "space origin: (0,0,0)"
    facts "an axis backwards" "1 critical 4x3x2 32 10" "${of_file[@]}" "$in/back.nrrd" --output a.csv
    grep -q "^-1.5,1,0.5,[0-9.e-]*,saddle in,[01],[01],0$" a.csv || fail "an axis backwards: $(cat a.csv)"
    good "a period backwards" "${of_file[@]}" "$in/back.nrrd" --periodic --seeds vorticity --json run.json
    { printf 'NRRD0005\ntype: float\ndimension: 4\nsizes: 3 5 5 1\nencoding: ascii\n\n'
      for y in -2 -1 0 1 2; do for x in -2 -1 0 1 2; do echo "$((-y)) $x 0"; done; done; } >"$in/flat.nrrd"
    facts "one slice" "25 vorticity 5x5x1 32 10" "${of_file[@]}" "$in/flat.nrrd" --seeds vorticity --output a.ply
    [[ $(value_of run.json threshold) == 1.8* ]] || fail "one slice: threshold $(value_of run.json threshold)"
    [ "$(grep -a "^element edge " a.ply | tr -dc 0-9)" -gt 160 ] || fail "one slice: half of the lines are too short"
    facts "one slice" "0 critical 5x5x1 32 10" "${of_file[@]}" "$in/flat.nrrd"
    printf 'NRRD0005\ntype: float\ndimension: 4\nsizes: 3 2 2 1\nencoding: ascii\n\n1 -1 0 1 1 0 -1 -1 0 -1 1 0' >"$in/four.nrrd"
    facts "sides of two" "4 vorticity 2x2x1 8 10" "${of_file[@]}" "$in/four.nrrd" --seeds vorticity
    [[ $(value_of run.json threshold) == 3.6* ]] || fail "sides of two: threshold $(value_of run.json threshold)"
    [ "$has_teem" = ON ] || return
    printf 'NRRD0004\ntype: uchar\ndimension: 4\nsizes: 3 2 1 1\nencoding: hex\n\n01020304050f\n' >"$in/hex.nrrd"
    facts hexadecimal "2 vorticity 2x1x1 4 10" "${of_file[@]}" "$in/hex.nrrd" --seeds vorticity --threshold 0
    printf 'NRRD0004\ntype: uchar\ndimension: 4\nsizes: 3 3 3 2\nencoding: raw\n\n%081d' 0 >"$in/more.nrrd"
    good "more than its samples" "${of_file[@]}" "$in/more.nrrd" --seeds grid
    one_line "bytes that follow its samples: 27; are its sizes right?" "more than its samples"
    facts "a large speed" "5200 band 32x32x32 32 10" "${few[@]}" --size 32 --a 1e30 --b 1e30 --c 1e30 --seeds band
}

check_options() {
    local words
    check_frame "${few[@]}"
    while read -r words; do
        # shellcheck disable=SC2086 # words
        bad 2 "$words" --headless $words
    done <<'END'
--threshold 1
--seeds band --threshold -1
--seeds vorticity --width 1
--a 1e300
--lines 0
--lines 100000
--steps 0
--step 0
--size 0
--periodic
a.nrrd --flow abc
a.nrrd --a 2
a.nrrd --size 8
--output a.obj
--json a.csv --output ./a.csv
a.nrrd --json a.nrrd
END
    bad 1 "samples past memory" --headless --size 100000
    bad 1 "a missing file" --headless "$in/none.nrrd"
    mkdir -p "$in/folder.nrrd"
    bad 1 "a folder" --headless "$in/folder.nrrd"
    one_line "is a directory, not a field of vectors" "a folder"
    bad 1 "a mesh" --headless "$in/a.ply"
    one_line "is no field of vectors: expected FILE.nrrd" "a mesh"
    mkfifo "$in/pipe.nrrd"
    bad 1 "a pipe" --headless "$in/pipe.nrrd"
}

for check in json formulas files nrrd odd_nrrd options; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
