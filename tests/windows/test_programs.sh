#!/usr/bin/env bash
# test_programs.sh - programs for Windows, under Wine, beside those for this machine: the same options give the same files, the same mistakes
# the same words; and what only Windows has.  SPDX-License-Identifier: MIT
# usage: test_programs.sh PROGRAMS NATIVE SOURCE WORK [CHECK...]    on a display, with WINEPREFIX; the first two are folders of programs. CHECKs are
# those below that take long; the others unless given.
set -uo pipefail
programs=$1 native=$2 source=$3 work=$4
shift 4
failures=0 checks=0
rm -rf "$work"
mkdir -p "$work/here" "$work/there"
photo=$source/assets/photos/camera.png

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# there PROGRAM OPTION...: runs it for Windows in `there`; `there.status` and so on have what it ends with, and `left` what it leaves behind.
there() {
    local program=$1 before
    shift
    before=$(find "$work/there")
    # Wine's server kills a program that takes long to end, as on a busy machine: then once more.
    for _ in 1 2; do
        (cd "$work/there" && timeout 60 wine "$programs/$program" "$@" >"$work/there.words" 2>"$work/there.errors" </dev/null)
        echo $? >"$work/there.status"
        [ "$(cat "$work/there.status")" = 137 ] || break
    done
    left=$(find "$work/there" | grep -vxF "$before")
}

# both PROGRAM OPTION...: the same, and for this machine in `here`.
both() {
    local program=$1
    shift
    checks=$((checks + 1))
    (cd "$work/here" && timeout 60 "$native/$program" "$@" >"$work/here.words" 2>"$work/here.errors" </dev/null)
    echo $? >"$work/here.status"
    there "$program.exe" "$@"
}

# same FILE PROGRAM OPTION...: both make FILE, of the same bytes.
same() {
    local file=$1 program=$2
    shift
    both "$@"
    [ "$(cat "$work/there.status")" = 0 ] || { fail "$*: status $(cat "$work/there.status"): $(cat "$work/there.errors")"; return; }
    cmp "$work/here/$file" "$work/there/$file" || fail "$*: $file is another one than $program makes here"
    cmp "$work/here.errors" "$work/there.errors" || fail "$*: complains: $(cat "$work/there.errors")"
}

# pictured PROGRAM OPTION...: both draw the same picture, but for one step of 255: sines of Windows are rounded otherwise.
pictured() {
    local file=$1.png
    both "$@" --screenshot "$file"
    [ "$(cat "$work/there.status")" = 0 ] || { fail "$*: status $(cat "$work/there.status"): $(cat "$work/there.errors")"; return; }
    "$native/compare_pictures" "$work/here/$file" "$work/there/$file" 1 0 || fail "$*: another picture than here"
}

# alike PROGRAM OPTION...: both say the same, but for numbers, which are times, and for the driver's name.
alike() {
    both "$@"
    [ "$(cat "$work/there.status")" = 0 ] || fail "$*: status $(cat "$work/there.status"): $(cat "$work/there.errors")"
    cmp <(sed -E 's/[0-9][0-9.e+-]*/N/g; s/ on .*//' "$work/here.words") <(sed -E 's/[0-9][0-9.e+-]*/N/g; s/ on .*//' "$work/there.words") ||
        fail "$*: says '$(cat "$work/there.words")'"
}

# example NAME: draws the picture of docs/examples.md, and says what is told there.
example() {
    local name=$1 right
    checks=$((checks + 1))
    there "examples/$name.exe" "$name.ppm"
    [ "$(cat "$work/there.status")" = 0 ] || { fail "$name: status $(cat "$work/there.status"): $(cat "$work/there.errors")"; return; }
    "$native/compare_pictures" "$work/there/$name.ppm" "$source/assets/examples/$name.png" || fail "$name: another picture"
    right=$("$native/expected_examples" | sed -n "s/^$name //p")
    [ -z "$right" ] || [ "$(tr -d '\r' <"$work/there.words")" = "$right" ] || fail "$name says '$(cat "$work/there.words")', not '$right'"
}

# mistake PROGRAM OPTION...: both end with the same status and the same words, and leave nothing behind.
mistake() {
    both "$@"
    cmp "$work/here.status" "$work/there.status" || fail "$*: status $(cat "$work/there.status")"
    [ "$(cat "$work/there.status")" != 0 ] || fail "$*: was no mistake"
    cmp "$work/here.errors" "$work/there.errors" || fail "$*: says '$(cat "$work/there.errors")', not '$(cat "$work/here.errors")'"
    [ -z "$left" ] || fail "$*: leaves $left"
}

# refused WHAT WORDS OPTION...: dicer for Windows ends with status 1 and one line that has the words, and leaves nothing behind.
refused() {
    local what=$1 words=$2
    shift 2
    checks=$((checks + 1))
    there dicer.exe --headless --grid 12 "$@"
    [ "$(cat "$work/there.status")" = 1 ] || fail "$what: status $(cat "$work/there.status")"
    [ "$(wc -l <"$work/there.errors")" -eq 1 ] || fail "$what: not one line: $(cat "$work/there.errors")"
    grep -q "$words" "$work/there.errors" || fail "$what: says '$(cat "$work/there.errors")'"
    [ -z "$left" ] || fail "$what: leaves $left"
}

# clicked PROGRAM FILE TITLE ACTION...: its window, or its box, does what tests/window/hands.c takes; `status` is what the program ends with.
clicked() {
    local program=$1 file=$2 pid
    shift 2
    checks=$((checks + 1))
    (cd "$work/there" && exec timeout 60 wine start /wait /unix "$programs/$program.exe" ${file:+"$file"}) >/dev/null 2>&1 </dev/null &
    pid=$!
    "$native/hands" "$@" || fail "$program, clicked: hands, see above"
    wait $pid
    status=$?
}

# Some of everything.
check_few() {
    same points.ply dicer --headless --grid 24 --output points.ply
    same mesh.obj isosurface --headless --field cayley --size 20 --output mesh.obj
    same entries.mtx sparsify --headless --format csc --output entries.mtx
    same here.bin splats --headless --splats 500 --positions here.bin "$source/assets/heart.ply"
    pictured isosurface --headless --pixels 320x240
    alike histopyramid-check --module scan
    example voxel_cubes
    mistake dicer --grid 0
    head -c 3000 "$source/assets/heart.ply" >"$work/cut.ply"
    mistake reconstruct --headless "$work/cut.ply"
    mkdir -p "$work"/{here,there}/日本語
    same 日本語/点.ply dicer --headless --grid 12 --output 日本語/点.ply
}

check_files() {
    same points.binvox dicer --headless --grid 24 --fill solid --output points.binvox "$source/assets/heart.ply"
    same points.npy dicer --headless --grid 9 --dense --voxelizer slices --layout vec4 --output points.npy
    same features.csv features --headless "$photo" --output features.csv
    same features.png features --headless "$photo" --detector blob --output features.png
    same lines.ply flowseeds --headless --size 20 --lines 32 --output lines.ply
    same seeds.csv flowseeds --headless --flow lorenz --size 16 --seeds vorticity --output seeds.csv
    same film/frame_0002.png heartbreaker --pixels 160x120 --grid 24 --frames 2 --output film
    same mesh.ply isosurface --headless --size 24 --mesh indexed --output mesh.ply
    same mesh.stl isosurface --headless --field torus --size 17 --expand vertex --output mesh.stl
    same leaves.csv quadtree --headless "$photo" --tolerance 12 --output leaves.csv
    same leaves.png quadtree --headless "$photo" --scale 2 --output leaves.png
    same surface.ply reconstruct --headless --depth 5 --samples 3000 --output surface.ply
    same plot.png sparsify --headless --output plot.png
    same order.bin splats --headless --splats 500 --order order.bin
    alike isosurface --headless --size 20 --json -
    alike quadtree --headless "$photo" --json -
}

# Films go to a program of another system, which stands beside none of ours.
check_videos() {
    local path=$PATH
    PATH=$native/encoder:$PATH
    WINEPATH=$(winepath -w "$programs/encoder")
    export WINEPATH
    same film.mp4 heartbreaker --pixels 160x120 --grid 24 --frames 3 --video film.mp4
    HPYR_ENCODER="no such codec" mistake heartbreaker --pixels 160x120 --grid 24 --frames 3 --video refused.mp4
    PATH=$path
    unset WINEPATH
}

check_pictures() {
    local demo
    for demo in features flowseeds heartbreaker isosurface quadtree reconstruct sculpt sparsify splats; do
        pictured $demo --headless --pixels 320x240
    done
    checks=$((checks + 1))
    there dicer.exe --headless --pixels 320x240 --grid 32 --screenshot dicer.png # tells times
    [ -s "$work/there/dicer.png" ] || fail "dicer draws no picture: $(cat "$work/there.errors")"
}

check_examples() {
    local program name
    for program in "$programs"/examples/*.exe; do
        name=$(basename "$program" .exe)
        [ "$name" = bright_pixels ] || example "$name" # which draws none
    done
}

check_mistakes() {
    mistake dicer --no-such-option
    mistake isosurface --iso one --headless
    mistake features --headless none.png
    mistake quadtree --headless "$source/assets"
    mistake splats --headless --order none/order.bin
    mistake sparsify --headless --output plot.gif
    mistake splats --headless none.splat
    mistake isosurface --headless none.nrrd
    printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 9 9 9\nencoding: raw\n\nabc' >"$work/cut.nrrd"
    mistake isosurface --headless "$work/cut.nrrd"
    printf '%%%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 5\n' >"$work/cut.mtx"
    mistake sparsify --headless "$work/cut.mtx"
    head -c 5000 "$photo" >"$work/cut.png"
    mistake quadtree --headless "$work/cut.png"
}

check_names() {
    local long
    long=$(printf 'x%.0s' $(seq 100))
    mkdir -p "$work"/{here,there}/"two words" "$work"/{here,there}/"$long/$long"
    cp "$source/assets/torus.ply" "$work/三角形 of a torus.ply"
    same "two words/a b.ply" dicer --headless --grid 12 --output "two words/a b.ply" "$work/三角形 of a torus.ply"
    same "$long/$long/$long.ply" dicer --headless --grid 12 --output "$long/$long/$long.ply"
}

# Where nothing can be written. A program that holds a file shares it with nobody.
check_refused() {
    refused "a full disk" "No space left" --json 'Z:\dev\full'
    refused "no such folder" "No such file or directory" --output 'none\a.ply'
    refused "a name that Windows does not have" "" --output 'a?b.ply'
    echo before >"$work/there/kept.ply"
    chmod a-w "$work/there/kept.ply" # which Wine's programs see whoever runs them
    refused "a file that is read-only" "Permission denied" --output kept.ply
    echo before >"$work/there/held.ply"
    (cd "$work/there" && exec wine cmd /c "ping -n 30 127.0.0.1 > held.ply") >/dev/null 2>&1 &
    sleep 2
    refused "a file that another program holds" "busy\|denied" --output held.ply
    kill %1 2>/dev/null
}

# Ctrl+C while a file is written: nothing of it is left.
check_interrupt() {
    checks=$((checks + 1))
    there interrupt.exe 'long.ply*' "$(winepath -w "$programs/isosurface.exe")" --headless --size 256 --output long.ply
    [ "$(cat "$work/there.status")" = 0 ] || fail "Ctrl+C: status $(cat "$work/there.status")"
    [ -z "$left" ] || fail "Ctrl+C leaves $left"
}

# A click on a program, and a file that is dropped onto its icon.
check_clicks() {
    clicked dicer none.obj dicer key Return closes # a box
    [ $status -eq 1 ] || fail "a mistake in a box: status $status"
    clicked quadtree "$(winepath -w "$photo")" Quadtree title camera.png settles key bracketright title "tolerance 17" key Escape closes
    [ $status -eq 0 ] || fail "a window: status $status"
    clicked isosurface "" Isosurface look changes key space title paused button closes
    [ $status -eq 0 ] || fail "a window without a file: status $status"
}

[ $# -gt 0 ] || set -- few refused
for check in "$@"; do
    "check_$check"
done
echo "$checks checks, $failures failed"
[ $failures -eq 0 ]
