#!/usr/bin/env bash
# test_dicer.sh - dicer from outside: the paper's Table 1, its files, its JSON, and one clear line for every mistake.
# usage: test_dicer.sh DICER CMAKE WORK_FOLDER POISON [CHECK...]   CHECKs are `layouts` and `quads`, which take long; the others unless given  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dicer=$1 program=$1 cmake=$2 work=$3 poison=$4
shift 4
# shellcheck source=../program.sh
. "$here/../program.sh"

small=(--pixels 640x180) # with pictures of the usual size such a run takes twice as long

# within VALUE CENTER: Table 1 allows 4 voxels for another GPU's rounding.
within() {
    [ "$1" -ge $(($2 - 4)) ] && [ "$1" -le $(($2 + 4)) ]
}

# shellcheck source=layouts.sh
. "$here/layouts.sh"

# shellcheck source=files.sh
. "$here/files.sh"

# The die in assets: each face has the color of its tile, and the two's pips lie lower left and upper right.
check_attributes() {
    local die=$here/../../assets/die.obj begin
    clean
    good "a textured model" "$die" --headless --grid 48 --fill surface --repeat 1 --json run.json --output die.ply || return
    check_ply die.ply "$(points_of run.json)"
    begin=$(sed '/^end_header$/q' die.ply | wc -c)
    numbers die.ply "$begin" u1 27 | awk '
        function number(at,    e, m) { # a float, little-endian
            e = ($(at + 3) % 128) * 2 + int($(at + 2) / 128)
            m = ($(at + 2) % 128) * 65536 + $(at + 1) * 256 + $at
            return e == 0 ? 0 : ($(at + 3) > 127 ? -1 : 1) * (1 + m / 8388608) * 2 ^ (e - 127)
        }
        {
            x = number(1); y = number(5); z = number(9)
            nx = number(13); ny = number(17); nz = number(21)
            if (nx * nx + ny * ny + nz * nz < 0.999 || nx * nx + ny * ny + nz * nz > 1.001) bad = bad " length"
            face = nx > 0.9 ? 2 : nx < -0.9 ? 5 : ny > 0.9 ? 3 : ny < -0.9 ? 4 : nz > 0.9 ? 1 : nz < -0.9 ? 6 : 0
            if (!face) { odd++; next }
            count[face]++
            white = $25 > 225 && $26 > 225 && $27 > 225
            if (white) { whites[face]++; if (face == 2) { if ((y > 0) != (-z > 0)) mirrored++; else right++ } }
            if (($25 - R[face]) ^ 2 + ($26 - G[face]) ^ 2 + ($27 - B[face]) ^ 2 < 300) plain[face]++
        }
        BEGIN {
            split("214 236 240 92 60 140", R); split("60 150 205 170 120 84", G); split("52 40 70 84 200 170", B)
        }
        END {
            for (f = 1; f <= 6; f++) {
                if (plain[f] < 0.5 * count[f] || count[f] < 1000) bad = bad " color of " f ": " plain[f] "/" count[f]
                if (whites[f] < 20 * f) bad = bad " pips of " f ": " whites[f]
            }
            if (odd > 0.02 * NR) bad = bad " normals: " odd
            if (mirrored > 0 || right == 0) bad = bad " pips of 2 lie wrong: " mirrored " of " right
            if (bad) { print bad; exit 1 }
        }' >"$work/awk" || fail "die.ply: $(cat "$work/awk")"

    # Without its texture, the material's color, and a line that says so.
    mkdir -p "$work/in/die"
    cp "${die%.obj}.obj" "$work/in/die/"
    sed 's/^Kd .*/Kd 0.2 0.4 1/; s/die.png/nowhere.png/' "${die%.obj}.mtl" >"$work/in/die/die.mtl"
    clean
    good "a missing texture" "$work/in/die/die.obj" --headless --grid 16 --fill surface --repeat 1 --output die.ply || return
    one_line nowhere.png "a missing texture"
    begin=$(sed '/^end_header$/q' die.ply | wc -c)
    [ "$(numbers die.ply "$begin" u1 27 | awk '{ print $25, $26, $27 }' | sort -u)" = "51 102 255" ] ||
        fail "colors without the texture: $(numbers die.ply "$begin" u1 27 | awk '{ print $25, $26, $27 }' | sort -u | head -3)"
    # With eight corners that its faces share the die's edges stay hard: all that thin marks looks along z, straight on.
    sed '/^f/s|/[0-9]*||g' "$die" >"$work/in/die/bare.obj"
    good "a bare die" "$work/in/die/bare.obj" --headless --grid 16 --fill thin --repeat 1 --output bare.ply || return
    begin=$(sed '/^end_header$/q' bare.ply | wc -c)
    [ "$(numbers bare.ply "$begin" u1 27 | cut -c 49-96 | sort -u | wc -l)" = 2 ] || fail "a die without normals has round edges"
    head -c 100 /dev/urandom >"$work/in/die/nowhere.png"
    good "a broken texture" "$work/in/die/die.obj" --headless --grid 16 --repeat 1 || return
    one_line nowhere.png "a broken texture"
}

check_fills() {
    local thin surface solid
    clean
    for fill in thin surface solid; do
        good "fill $fill" --headless --grid 64 --repeat 1 "${small[@]}" --fill $fill --json $fill.json --screenshot $fill.png || return
        expect_value $fill.json fill $fill
        check_png $fill.png
    done
    thin=$(points_of thin.json) surface=$(points_of surface.json) solid=$(points_of solid.json)
    if [ "$surface" -le "$thin" ] || [ "$solid" -le "$surface" ]; then
        fail "thin $thin, surface $surface, solid $solid"
    fi
    expect_value surface.json closed ""
    expect_value solid.json closed OFF # the teapot is
    one_line open "an open mesh"

    # A box without its upper lid: what is inside is filled up to the rim, and not up to the top of the volume.
    cat >"$work/in/cup.obj" <<'END'
v -0.5 -0.5 -0.5
v 0.5 -0.5 -0.5
v -0.5 0.5 -0.5
v 0.5 0.5 -0.5
v -0.5 -0.5 0.5
v 0.5 -0.5 0.5
v -0.5 0.5 0.5
v 0.5 0.5 0.5
f 1 3 4 2
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
END
    good "a cup" "$work/in/cup.obj" --headless --grid 16 --no-fit --repeat 1 --fill solid --json cup.json || return
    one_line open "a cup"
    [ "$(points_of cup.json)" = 512 ] || fail "a cup of $(points_of cup.json) voxels"

    # Odd triangles: one with NaN, one without area that welding loses, and a corner whose color keeps it apart from its twin.
    cat >"$work/in/odd.ply" <<'END'
ply
format ascii 1.0
element vertex 6
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
element face 6
property list uchar int vertex_indices
end_header
0 0 0 255 0 0
1 0 0 255 0 0
0 1 0 255 0 0
0 0 1 255 0 0
nan 0 0 255 0 0
-0 0 0 0 0 255
3 0 2 1
3 1 2 3
3 0 3 2
3 0 4 1
3 0 5 1
3 5 1 3
END
    clean
    good "odd triangles" "$work/in/odd.ply" --headless --grid 32 --repeat 1 --fill solid --json odd.json --output odd.xyz ||
        return
    expect_value odd.json skipped 2
    expect_value odd.json triangles 6
    expect_value odd.json closed ON
    check_xyz odd.xyz "$(points_of odd.json)" -0.1 1.1
    one_line "2 of 6" "odd triangles"
}

# softpipe's logic op writes garbage, so bits are drawn in another way there.
check_softpipe() {
    local old=(GALLIUM_DRIVER=softpipe MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330)
    clean
    good "llvmpipe" --headless --grid 16 --fill solid --repeat 1 --json quick.json --output quick.xyz
    env "${old[@]}" "$dicer" --headless --grid 16 --fill solid --repeat 1 --json run.json --output run.xyz >"$work/stdout" 2>"$work/stderr" ||
        fail "softpipe: status $?: $(cat "$work/stderr")"
    expect_value run.json voxelizer bits
    expect_value run.json fill solid
    [ "$(points_of run.json)" = "$(points_of quick.json)" ] || fail "softpipe: $(points_of run.json) points"
    cmp -s quick.xyz run.xyz || fail "softpipe: other points"
}

check_options() {
    clean
    help_names --grid --voxelizer --fill --layout --cloud --repeat --output --dense --no-fit --turn --rise --zoom
    check_frame --headless --grid 16
    clean
    good repeat --headless --grid 64x64x256 --fill thin --repeat 3 --json run.json && points=$(points_of run.json) &&
        { within "$points" 2130 || fail "--repeat 3: $points points"; }
    good "an odd grid" --headless --grid 33x7x61 --json - && { points_of "$work/stdout" >/dev/null || fail "grid 33x7x61"; }

    bad 2 "a grid of two sides" --headless --grid 4x4 --output out.ply
    for fill in surface solid; do
        bad 2 "slices with $fill" --headless --voxelizer slices --fill $fill --output out.xyz
    done
    bad 2 "an option's old name" --headless --size 64x48 && one_line "--size is called --pixels now" "an option's old name"
    bad 2 "dense without a file" --headless --dense
    bad 2 "dense with a value" --headless --dense=yes --output out.npy
    for file in out.ply out.xyz out.binvox; do
        bad 2 "dense $file" --headless --dense --output $file
    done
    bad 2 "binvox of 64x64x256" --headless --grid 64x64x256 --output out.binvox
    grep -q "cubic" "$work/stderr" || fail "binvox of 64x64x256: $(cat "$work/stderr")"
    bad 2 "a line break in a value" --headless --fill $'thin\nsolid'
    bad 2 "an endless value" --headless --fill "$(printf 'x%.0s' {1..9999})"
    bad 2 "output without extension" --headless --output out
    bad 2 "empty output" --headless --output ""
}

# Files on which assimp 5.2 crashes, or which it never finishes, and a pipe that nobody writes to.
# shellcheck disable=SC2059 # formats that are put together
check_strange_meshes() {
    local in=$work/in header='ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n'
    local mesh='v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl x\nf 1/1 2/1 3/1\n' name
    printf "${header}comment end_header\n" >"$in/comment.ply"
    printf "${header}element face 1\nproperty list uchar int vertex_indices\nend_header0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n" \
        >"$in/glued.ply"
    for name in comment glued; do
        bad 1 "a header without an end, $name" "$in/$name.ply" --headless --grid 16 --output out.ply
        one_line "has no end_header" "$name"
    done
    printf "${header/vertex 3/vertex 1000000000}element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n" \
        >"$in/promise.ply"
    clean
    (ulimit -v 3000000; exec "$dicer" "$in/promise.ply" --headless --grid 16 --output out.ply) >"$work/stdout" 2>"$work/stderr"
    judge 1 "more vertices than memory" $? promise.ply
    one_line "there is not as much memory as it asks for" "more vertices than memory"
    printf 'map_Kd tile.png\nnewmtl x\n' >"$in/early.mtl"
    printf "mtllib early.mtl\n$mesh" >"$in/early.obj"
    bad 1 "an MTL that crashes the reader" "$in/early.obj" --headless --grid 16 --output out.ply
    one_line "early.obj: the reader crashed" "an MTL that crashes the reader"
    mkfifo "$in/pipe.mtl"
    printf "mtllib pipe.mtl\n$mesh" >"$in/pipe.obj"
    HPYR_READ_SECONDS=1 bad 1 "a pipe as MTL" "$in/pipe.obj" --headless --grid 16 --output out.ply
    one_line "pipe.obj: reading took longer than 1 seconds" "a pipe as MTL"
    mkfifo "$in/model.obj"
    bad 1 "a pipe as model" "$in/model.obj" --headless --grid 16 --output out.ply
    one_line "model.obj: is no regular file" "a pipe as model"
    HPYR_READ_SECONDS=1e-9 bad 1 "no patience" "$work/in/box.obj" --headless --grid 16
    one_line "longer than" "no patience"
}

check_inputs() {
    local in=$work/in
    : >"$in/empty.obj"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2' >"$in/truncated.obj"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n' >"$in/index.obj"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >"$in/points.obj"
    printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' >"$in/flat.obj"
    printf 'v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$in/nan.obj"
    printf 'v 0 0 0\nv inf 0 0\nv 0 1 0\nf 1 2 3\n' >"$in/infinite.obj"
    printf 'v 0 0 0\nv 1e39 0 0\nv 0 1 0\nf 1 2 3\n' >"$in/huge.obj"
    head -c 4096 /dev/urandom >"$in/noise.obj"
    head -c 4096 /dev/urandom >"$in/noise.dat"
    printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n' >"$in/truncated.ply"
    for name in missing.obj empty.obj truncated.obj index.obj points.obj flat.obj nan.obj infinite.obj huge.obj noise.obj \
        noise.dat truncated.ply; do
        bad 1 "$name" "$in/$name" --headless --grid 32 --output out.ply --screenshot out.png --json out.json
    done
    check_strange_meshes
    bad 1 "a folder as model" "$in" --headless --output out.ply
    one_line "in is a directory, not a mesh" "a folder as model"
    : >"$in/ct.nrrd"
    for name in ct.nrrd ct.raw:3x3x3:uint8; do
        bad 1 "a volume, $name" "$in/$name" --headless --output out.ply
        one_line "$name is a volume, not a mesh: isosurface shows volumes" "$name"
    done
    bad "1 2" "an empty name as model" "" --headless --output out.ply

    for value in 0 0x16x16 16x16x0; do
        bad "1 2" "grid $value" --headless --grid "$value" --output out.ply --json -
    done
    for value in 1000000 65536x4x4 4x4x4000000000 20000x20000x20000 16384x16384x100000 4x4x1000000; do
        bad "1 2" "grid $value" --headless --grid "$value" --output out.ply --json -
    done
    for option in "--voxelizer slices" "--layout single" "--layout vec4" "--gl 2.1"; do
        # shellcheck disable=SC2086 # two words
        bad 1 "1024 with $option" --headless --grid 1024 $option --json -
        grep -q "[0-9]x[0-9].*[0-9]x[0-9]" "$work/stderr" || fail "1024 with $option: no limit in $(cat "$work/stderr")"
    done
}

check_outputs() {
    : >"$work/in/file"
    bad 1 "a folder that is not there, before the model is read" "$work/in/missing.obj" --headless --output nowhere/out.ply
    grep -q nowhere "$work/stderr" || fail "an unwritable folder is not told first: $(cat "$work/stderr")"
    for name in nowhere/out.ply "$work/in/file/out.ply" /proc/out.ply; do
        bad 1 "--output $name" --headless --grid 16 --output "$name"
    done

    clean
    "$dicer" --headless --grid 16 --json - >/dev/full 2>"$work/stderr"
    judge 1 "JSON on a full stdout" $? "--json - >/dev/full"

    # A disk that fills up in the middle of a file: a limit on file sizes, its signal ignored, so that write() fails.
    for output in "--output out.ply" "--output out.xyz" "--output out.npy" "--dense --output out.npy" "--output out.binvox" \
        "--screenshot out.png"; do
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
    env "${no_driver[@]}" "$dicer" --headless --output out.ply >"$work/stdout" 2>"$work/stderr"
    judge 1 "no GL" $? "--headless without a driver"
    clean
    env MESA_GL_VERSION_OVERRIDE=3.0 "$dicer" --headless --output out.ply >"$work/stdout" 2>"$work/stderr"
    judge 1 "an old GL" $? "--headless with GL 3.0"
}

# What dicer must not replace: its own model, and one output by another.
check_names() {
    local model=$work/in/own.obj pair same
    cp "$work/in/closed.obj" "$model"
    cp "$model" "$work/in/own.ply"
    ln -sf own.obj "$work/in/soft.json"
    ln -f "$model" "$work/in/hard.json"
    for same in own.obj ./own.obj ../in/own.obj soft.json hard.json; do
        bad 2 "JSON over the model, $same" "$model" --headless --grid 16 --json "$work/in/$same"
        cmp -s "$model" "$work/in/closed.obj" || fail "--json $same destroyed the model"
    done
    bad 2 "points over the model" "$work/in/own.ply" --headless --grid 16 --output "$work/in/./own.ply"
    for pair in "--output a.ply --json a.ply" "--output a.ply --json ./a.ply"; do
        # shellcheck disable=SC2086 # words
        bad 2 "two outputs of one name" --headless --grid 16 $pair
    done
    clean
    good "nobody's file" --headless --grid 16 --output a.ply --screenshot a.png --json /dev/null
}

# Grids without a list of points are those with one.
check_grids() {
    local grid fill file dense voxelizer
    clean
    for grid in 33 129; do
        for fill in thin surface solid; do
            for file in a.npy a.binvox; do
                dense=
                [ $file = a.npy ] && dense=--dense
                good "$file from bits" --headless --grid $grid --fill $fill $dense --output "$file" || return
                grep -q extract "$work/stdout" && fail "$file: a list was made"
                good "$file from the list" --headless --grid $grid --fill $fill --repeat 1 $dense --output "list-$file" \
                    --json run.json || return
                cmp -s "$file" "list-$file" || fail "$grid $fill: $file from bits is not $file from the list"
            done
        done
    done
    for voxelizer in bits slices; do
        good "an odd grid by $voxelizer" --headless --grid 17x29x150 --voxelizer $voxelizer --fill thin --dense \
            --output $voxelizer.npy || return
    done
    cmp -s bits.npy slices.npy || fail "bits.npy is not slices.npy"
    # As large as 1024 is worth a second, and its list 12 GB: a box that is all but the rim.
    clean
    good "a full 1024" "$work/in/cube.obj" --headless --grid 1024 --fill solid --output full.binvox || return
    [ "$(sed -n 2p full.binvox | tr -d '\0')" = "dim 1024 1024 1024" ] || fail "full.binvox: $(head -c 40 full.binvox)"
    rm -f full.binvox
}

check_window() {
    local gl
    for gl in 3.3 2.1 es3; do
        clean
        timeout 120 xvfb-run -a -s "-screen 0 1280x1024x24" "$dicer" --gl $gl --grid 32 --frames 5 >"$work/stdout" \
            2>"$work/stderr" ||
            fail "a window of 5 frames by $gl: status $?: $(head -c 400 "$work/stderr")"
    done
}

[ $# -gt 0 ] || set -- refusals dialects poison files formats attributes fills softpipe options inputs outputs names grids window
for check in "$@"; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
