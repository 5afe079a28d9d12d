#!/usr/bin/env bash
# test_programs.sh - programs for Windows, under Wine, beside those for this machine: the same options give the same files, the same mistakes
# the same words; and what only Windows has.  SPDX-License-Identifier: MIT
# usage: test_programs.sh PROGRAMS NATIVE SOURCE WORK [all]    on a display, with WINEPREFIX; the first two are folders of programs. Without `all`
# not every example draws, nor every demo's picture, where it saves another file.
set -uo pipefail
programs=$1 native=$2 source=$3 work=$4 all=${5-}
failures=0 checks=0
rm -rf "$work"
mkdir -p "$work/here" "$work/there"
photo=$source/assets/photos/camera.png

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# both PROGRAM OPTION...: runs it for this machine in `here`, and for Windows in `there`; `here.status` and so on have what they end with.
both() {
    local program=$1
    shift
    checks=$((checks + 1))
    (cd "$work/here" && timeout 60 "$native/$program" "$@" >"$work/here.words" 2>"$work/here.errors" </dev/null)
    echo $? >"$work/here.status"
    (cd "$work/there" && timeout 60 wine "$programs/$program.exe" "$@" >"$work/there.words" 2>"$work/there.errors" </dev/null)
    echo $? >"$work/there.status"
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

# mistake PROGRAM OPTION...: both end with the same status and the same words, and leave nothing behind.
mistake() {
    local before after
    before=$(find "$work/there" | sort)
    both "$@"
    after=$(find "$work/there" | sort)
    cmp "$work/here.status" "$work/there.status" || fail "$*: status $(cat "$work/there.status")"
    [ "$(cat "$work/there.status")" != 0 ] || fail "$*: was no mistake"
    cmp "$work/here.errors" "$work/there.errors" || fail "$*: says '$(cat "$work/there.errors")', not '$(cat "$work/here.errors")'"
    [ "$before" = "$after" ] || fail "$*: leaves $after"
}

# ---- files ----
small=(--headless --pixels 320x240)
same points.ply dicer --headless --grid 24 --output points.ply
same points.binvox dicer --headless --grid 24 --fill solid --output points.binvox "$source/assets/heart.ply"
same points.npy dicer --headless --grid 9 --dense --voxelizer slices --layout vec4 --output points.npy
same features.csv features --headless "$photo" --output features.csv
same features.png features --headless "$photo" --detector blob --output features.png
same lines.ply flowseeds --headless --size 20 --lines 32 --output lines.ply
same seeds.csv flowseeds --headless --flow lorenz --size 16 --seeds vorticity --output seeds.csv
same film/frame_0002.png heartbreaker --pixels 160x120 --grid 24 --frames 2 --output film
same mesh.ply isosurface --headless --size 24 --mesh indexed --output mesh.ply
same mesh.obj isosurface --headless --field cayley --size 20 --output mesh.obj
same mesh.stl isosurface --headless --field torus --size 17 --expand vertex --output mesh.stl
same leaves.csv quadtree --headless "$photo" --tolerance 12 --output leaves.csv
same leaves.png quadtree --headless "$photo" --scale 2 --output leaves.png
same surface.ply reconstruct --headless --depth 5 --samples 3000 --output surface.ply
same plot.png sparsify --headless --output plot.png
same entries.mtx sparsify --headless --format csc --output entries.mtx
same order.bin splats --headless --splats 500 --order order.bin
same here.bin splats --headless --splats 500 --positions here.bin "$source/assets/heart.ply"
for demo in features flowseeds heartbreaker isosurface quadtree reconstruct sparsify splats; do # dicer's picture tells times
    [ -n "$all" ] || [[ $demo = isosurface || $demo = splats ]] || continue
    pictured $demo "${small[@]}"
done
both dicer "${small[@]}" --grid 32 --screenshot dicer.png
[ -s "$work/there/dicer.png" ] || fail "dicer draws no picture: $(cat "$work/there.errors")"
alike isosurface --headless --size 20 --json -
alike quadtree --headless "$photo" --json -
alike histopyramid-check --module scan

# ---- examples, which draw the pictures of docs/examples.md ----
"$native/expected_examples" >"$work/expected"
for example in "$programs"/examples/*.exe; do
    name=$(basename "$example" .exe)
    [ "$name" != bright_pixels ] || continue # draws no file
    [ -n "$all" ] || [[ $name = gl21 || $name = octree_cells || $name = own_discriminator || $name = voxel_cubes ]] || continue
    checks=$((checks + 1))
    (cd "$work/there" && timeout 60 wine "$example" "$name.ppm" >"$work/there.words" 2>"$work/there.errors" </dev/null) || fail "$name: status $?: $(cat "$work/there.errors")"
    "$native/compare_pictures" "$work/there/$name.ppm" "$source/assets/examples/$name.png" || fail "$name: another picture"
    right=$(sed -n "s/^$name //p" "$work/expected")
    [ -z "$right" ] || [ "$(tr -d '\r' <"$work/there.words")" = "$right" ] || fail "$name says '$(cat "$work/there.words")', not '$right'"
done

# ---- mistakes ----
mistake dicer --grid 0
mistake dicer --no-such-option
mistake isosurface --iso one --headless
mistake features --headless none.png
mistake quadtree --headless "$source/assets"
mistake splats --headless --order none/order.bin
mistake sparsify --headless --output plot.gif
head -c 3000 "$source/assets/heart.ply" >"$work/cut.ply"
mistake reconstruct --headless "$work/cut.ply"
mistake splats --headless none.splat
mistake isosurface --headless none.nrrd
printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 9 9 9\nencoding: raw\n\nabc' >"$work/cut.nrrd"
mistake isosurface --headless "$work/cut.nrrd"
printf '%%%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 5\n' >"$work/cut.mtx"
mistake sparsify --headless "$work/cut.mtx"
head -c 5000 "$photo" >"$work/cut.png"
mistake quadtree --headless "$work/cut.png"

# ---- names ----
long=$(printf 'x%.0s' $(seq 100))
mkdir -p "$work"/{here,there}/"two words" "$work"/{here,there}/日本語 "$work"/{here,there}/"$long/$long"
cp "$source/assets/torus.ply" "$work/三角形 of a torus.ply"
same "two words/a b.ply" dicer --headless --grid 12 --output "two words/a b.ply" "$work/三角形 of a torus.ply"
same 日本語/点.ply dicer --headless --grid 12 --output 日本語/点.ply
same "$long/$long/$long.ply" dicer --headless --grid 12 --output "$long/$long/$long.ply"

# ---- where nothing can be written ----
# refused WHAT WORDS OPTION...: dicer for Windows ends with status 1 and one line that has the words, and leaves nothing behind.
refused() {
    local what=$1 words=$2 before after status
    shift 2
    checks=$((checks + 1))
    before=$(find "$work/there" | sort)
    (cd "$work/there" && timeout 60 wine "$programs/dicer.exe" --headless --grid 12 "$@" >"$work/there.words" 2>"$work/there.errors" </dev/null)
    status=$?
    after=$(find "$work/there" | sort)
    [ $status -eq 1 ] || fail "$what: status $status"
    [ "$(wc -l <"$work/there.errors")" -eq 1 ] || fail "$what: not one line: $(cat "$work/there.errors")"
    grep -q "$words" "$work/there.errors" || fail "$what: says '$(cat "$work/there.errors")'"
    [ "$before" = "$after" ] || fail "$what: leaves $(diff <(echo "$before") <(echo "$after"))"
}

refused "a full disk" "No space left" --json 'Z:\dev\full'
refused "no such folder" "No such file or directory" --output 'none\a.ply'
refused "a name of a device" "" --output 'a?b.ply'

# A program that holds a file shares it with nobody.
echo before >"$work/there/held.ply"
(cd "$work/there" && exec wine cmd /c "ping -n 30 127.0.0.1 > held.ply") >/dev/null 2>&1 &
sleep 2
refused "a file that another program holds" "busy\|denied" --output held.ply
kill %1 2>/dev/null

# Ctrl+C while a file is written: nothing of it is left.
checks=$((checks + 1))
(cd "$work/there" && timeout 60 wine "$programs/interrupt.exe" 'long.ply*' "$(winepath -w "$programs/isosurface.exe")" --headless --size 256 --output long.ply) >/dev/null 2>&1 </dev/null ||
    fail "Ctrl+C: status $?"
[ -z "$(find "$work/there" -name 'long.ply*')" ] || fail "Ctrl+C leaves $(cd "$work/there" && ls -l long.ply*)"

# ---- a click on a program, and a file that is dropped onto its icon ----
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

clicked dicer none.obj dicer key Return closes # a box
[ $status -eq 1 ] || fail "a mistake in a box: status $status"
clicked quadtree "$(winepath -w "$photo")" Quadtree title camera.png settles key bracketright title "tolerance 17" key Escape closes
[ $status -eq 0 ] || fail "a window: status $status"
clicked isosurface "" Isosurface look changes key space title paused settles key Escape closes
[ $status -eq 0 ] || fail "a window without a file: status $status"
echo "$checks checks, $failures failed"
[ $failures -eq 0 ]
