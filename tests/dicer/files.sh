# files.sh - dicer's files, each read again: PLY, XYZ, PNG, binvox, NumPy. Sourced by test_dicer.sh, whose functions it calls.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # $work is test_dicer.sh's

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
property float nx
property float ny
property float nz
property uchar red
property uchar green
property uchar blue
end_header
END
    bytes=$(sed -n '1,/^end_header$/p' "$1" | wc -c)
    [ "$(wc -c <"$1")" -eq $((bytes + 27 * $2)) ] || fail "$1: $(wc -c <"$1") bytes for $2 points"
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
    cp "$work/in/box.obj" "$work/in/named.obj"
    echo "mtllib no such.mtl" >>"$work/in/named.obj"
    good "a missing mtllib" "$work/in/named.obj" --headless --grid 16 || return
    one_line "no such.mtl" "a missing mtllib"
    good no-fit "$work/in/box.obj" --headless --grid 16 --no-fit --json run.json --output none.ply || return
    [ "$(points_of run.json)" = 0 ] || fail "a box outside of the volume has points with --no-fit"
    check_ply none.ply 0
    one_line "outside of the volume" "a box outside of the volume"
}

# The numbers of a file from byte $2 on, as od's type $3, $4 a line.
numbers() {
    od -An -v -t "$3" -j "$2" -w"$4" "$1"
}

# check_npy FILE TYPE SHAPE: the header; prints where the data begin.
check_npy() {
    local size header
    [ "$(od -An -tx1 -N8 "$1" | tr -d ' \n')" = 934e554d50590100 ] || fail "$1 is no NumPy file of version 1.0"
    size=$(($(od -An -tu1 -j8 -N1 "$1") + 256 * $(od -An -tu1 -j9 -N1 "$1")))
    header=$(tail -c +11 "$1" | head -c "$size" | sed 's/ *$//')
    [ "$header" = "{'descr': '$2', 'fortran_order': False, 'shape': ($3), }" ] || fail "$1: header $header"
    [ $(((size + 10) % 64)) -eq 0 ] || fail "$1: data at $((size + 10)), not at a multiple of 64"
    echo $((size + 10))
}

# The same points, whatever the format: a closed box far from the origin, so that scale and translation matter.
check_formats() {
    local n=20 points begin side
    cat >"$work/in/closed.obj" <<'END'
v 100 200 300
v 104 200 300
v 104 203 300
v 100 203 300
v 100 200 302.2
v 104 200 302.2
v 104 203 302.2
v 100 203 302.2
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
END
    clean
    for file in a.xyz a.binvox a.npy; do
        good "$file" "$work/in/closed.obj" --headless --grid $n --fill solid --repeat 1 --output $file --json run.json || return
    done
    good dense "$work/in/closed.obj" --headless --grid $n --fill solid --repeat 1 --dense --output dense.npy || return
    expect_value run.json closed ON
    points=$(points_of run.json)
    [ "$points" = $((18 * 14 * 10)) ] || fail "a solid box of $points voxels"
    check_xyz a.xyz "$points" 99 303
    side=$(awk 'BEGIN { printf "%.9g", 4 / 0.9 }')
    awk -v n=$n -v side="$side" '{ printf "%d %d %d\n", ($1 - 102 + side / 2) / side * n, ($2 - 201.5 + side / 2) / side * n,
        ($3 - 301.1 + side / 2) / side * n }' a.xyz >"$work/cells" # in the list's order

    begin=$(check_npy a.npy "<i4" "$points, 3")
    numbers a.npy "$begin" d4 12 | awk '{ print $1, $2, $3 }' | cmp -s - "$work/cells" ||
        fail "a.npy holds other cells than a.xyz"

    begin=$(check_npy dense.npy "|b1" "$n, $n, $n")
    [ "$(wc -c <dense.npy)" -eq $((begin + n * n * n)) ] || fail "dense.npy has $(wc -c <dense.npy) bytes"
    LC_ALL=C sort "$work/cells" >"$work/sorted"
    numbers dense.npy "$begin" u1 1 | awk -v n=$n '
        $1 > 1 { print "neither" }
        $1 == 1 { i = NR - 1; print i % n, int(i / n) % n, int(i / n / n) }' | LC_ALL=C sort | cmp -s - "$work/sorted" ||
        fail "dense.npy holds other cells than a.xyz"

    check_binvox a.binvox $n
    sed 's/203/204/; s/302.2/304/' "$work/in/closed.obj" >"$work/in/cube.obj"
}

# check_binvox FILE N: the header, runs that add up, y fastest, then z, then x; scale and translation lead to a.xyz's positions.
check_binvox() {
    local begin translate scale
    begin=$(sed '/^data$/q' "$1" | wc -c)
    sed '/^data$/q' "$1" >"$work/header"
    [ "$(sed -n '1p;2p;5p' "$work/header")" = "#binvox 1
dim $2 $2 $2
data" ] || fail "$1: header $(cat "$work/header")"
    translate=$(sed -n 's/^translate //p' "$work/header")
    scale=$(sed -n 's/^scale //p' "$work/header")
    numbers "$1" "$begin" u1 2 | awk -v n="$2" -v t="$translate" -v s="$scale" '
        BEGIN { split(t, low, " ") }
        {
            if ($1 > 1 || $2 < 1 || NF != 2) print "bad run"
            for (; $2 > 0; $2--) {
                y = i % n; z = int(i / n) % n; x = int(i / n / n); i++
                if ($1) printf "%.3f %.3f %.3f\n", low[1] + (x + 0.5) / n * s, low[2] + (y + 0.5) / n * s,
                    low[3] + (z + 0.5) / n * s
            }
        }
        END { if (i != n * n * n) print i " voxels" }' | LC_ALL=C sort >"$work/binvox"
    awk '{ printf "%.3f %.3f %.3f\n", $1, $2, $3 }' a.xyz | LC_ALL=C sort | cmp -s - "$work/binvox" ||
        fail "$1 holds other points than a.xyz: $(head -2 "$work/binvox" | tr '\n' ' ')"
}
