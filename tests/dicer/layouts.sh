# layouts.sh - dicer's ways from the mesh to the points: every voxelizer, layout and dialect finds the same ones, or says in one
# line that it cannot; both dialects draw them, as points and as quads. Sourced by test_dicer.sh, whose functions it calls.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # $work, $dicer, $here and $poison are test_dicer.sh's

# What there is, as dialect, voxelizer, layout; the rest must be refused.
ways() {
    local layout
    for layout in auto bits single vec4 rect bilinear line volume; do
        echo "3.3 bits $layout"
        echo "3.3 slices $layout"
    done
    for layout in auto single vec4 rect bilinear; do
        echo "2.1 slices $layout"
    done
}

# lacks LAYOUT COMMAND...: whether this GPU may refuse the layout, which needs an exact filter, and does so. Mesa's has one.
lacks() {
    local layout=$1
    shift
    [ "$layout" = bilinear ] && [ -z "${LIBGL_ALWAYS_SOFTWARE:-}" ] || return 1
    "$dicer" "$@" >"$work/stdout" 2>"$work/stderr" && return 1
    one_line UNSUPPORTED "$*"
}

# one_way GRID EXPECTED GL VOXELIZER LAYOUT: the paper's number of points, and those of $work/first, in some order.
one_way() {
    local grid=$1 expected=$2 gl=$3 voxelizer=$4 layout=$5 points used
    shift 2
    lacks "$layout" --headless --grid "$grid" --gl "$gl" --layout "$layout" && return
    good "$grid $*" --headless --grid "$grid" --repeat 1 --gl "$gl" --voxelizer "$voxelizer" --fill thin --layout "$layout" \
        --json run.json --output points.npy || return
    points=$(points_of run.json) || { fail "JSON of $grid $*"; return; }
    within "$points" "$expected" || fail "$grid $*: $points points, the paper has $expected"
    [ "$(cut -d' ' -f2- "$work/facts")" = "$grid 3136 teapot" ] || fail "$grid $*: facts are '$(cat "$work/facts")'"
    expect_value run.json voxelizer "$voxelizer"
    expect_value run.json fill thin
    expect_value run.json gl "$gl"
    expect_value run.json clones 1
    used=$(value_of run.json layout)
    case $gl-$layout in
    3.3-auto) [ "$used" = bits ] ;;
    2.1-auto) [ "$used" = vec4 ] || [ "$used" = rect ] ;;
    *) [ "$used" = "$layout" ] ;;
    esac || fail "$grid $*: layout is $used"
    case $gl-$layout in
    2.1-bilinear | 3.3-bilinear) [[ "float half" == *$(value_of run.json counts)* ]] ;;
    2.1-*) [ "$(value_of run.json counts)" = float ] ;;
    *) [ "$(value_of run.json counts)" = uint ] ;;
    esac || fail "$grid $*: counts are $(value_of run.json counts)"
    [ "$(value_of run.json passes)" -ge 3 ] || fail "$grid $*: $(value_of run.json passes) passes"
    [ "$(value_of run.json pyramid_bytes)" -gt "$points" ] || fail "$grid $*: $(value_of run.json pyramid_bytes) bytes"
    [ "$(value_of run.json bytes)" -gt "$(value_of run.json pyramid_bytes)" ] || fail "$grid $*: bytes in all"
    numbers points.npy "$(check_npy points.npy "<i4" "$points, 3")" d4 12 | LC_ALL=C sort >"$work/sorted"
    [ "$(LC_ALL=C uniq "$work/sorted" | wc -l)" = "$points" ] || fail "$grid $*: points twice"
    if [ ! -s "$work/first" ]; then
        mv "$work/sorted" "$work/first"
    else
        cmp -s "$work/first" "$work/sorted" || fail "$grid: $* finds other points than bits"
    fi
}

check_layouts() {
    local grid expected chosen way
    while read -r grid expected chosen; do
        clean
        : >"$work/first"
        one_way "$grid" "$expected" 3.3 bits bits
        while read -r way; do
            # shellcheck disable=SC2086 # three words
            one_way "$grid" "$expected" $way
        done < <(ways | grep "$chosen")
        echo "$grid: $(wc -l <"$work/first") points by $(ways | grep -c "$chosen") ways"
    done <<'END'
256x256x256 33989 3.3 slices auto
128x128x256 8595 2.1 slices auto
64x64x256 2130 .
END
    clean
    good "defaults" --headless --grid 64 --repeat 1 --json run.json
    expect_value run.json voxelizer bits
    expect_value run.json fill surface
    expect_value run.json layout bits
    expect_value run.json gl 3.3
    expect_value run.json closed ""
    expect_value run.json clones 1 # nobody looks
    good "defaults of a picture" --headless --grid 64 --repeat 1 --json run.json "${small[@]}" --screenshot four.png
    expect_value run.json fill surface
    expect_value run.json clones 6
    # Slices have thin alone, which is not asked for, and so no error: the summary tells.
    good "defaults of 2.1" --headless --gl 2.1 --grid 64 --repeat 1 --json run.json
    expect_value run.json voxelizer slices
    expect_value run.json fill thin
    grep -q "thin by slices (they have no other fill)" "$work/stdout" || fail "defaults of 2.1: $(cat "$work/stdout")"
    good "defaults of slices" --headless --voxelizer slices --grid 64 --repeat 1 --json run.json
    expect_value run.json fill thin
}

# What OpenGL 2.1 has not.
check_refusals() {
    local layout
    for layout in bits line volume; do
        bad 1 "--layout $layout on 2.1" --headless --gl 2.1 --grid 32 --layout $layout --output a.xyz --json a.json
        one_line "--layout $layout.*2\.1" "--layout $layout on 2.1"
    done
    for option in "--voxelizer bits" "--fill surface" "--fill solid"; do
        # shellcheck disable=SC2086 # two words
        bad 1 "$option on 2.1" --headless --gl 2.1 --grid 32 $option --output a.xyz --json a.json
        one_line "2\.1" "$option on 2.1"
    done
}

# alike A B: as many bytes, within a third: a picture that lacks something is far smaller.
alike() {
    local a b
    a=$(wc -c <"$1") b=$(wc -c <"$2")
    [ $((a * 3)) -gt $((b * 2)) ] && [ $((b * 3)) -gt $((a * 2)) ]
}

# Everything that OpenGL 2.1 has instead: pictures, files, the CPU's scan; also on a driver that has nothing newer, on one
# without several samples a pixel, and on softpipe.
check_dialects() {
    local old=(MESA_GL_VERSION_OVERRIDE=2.1 MESA_GLSL_VERSION_OVERRIDE=120)
    clean
    good "a picture by 3.3" --headless --grid 64 --repeat 1 --fill thin "${small[@]}" --screenshot new.png || return
    good "a picture by 2.1" --headless --gl 2.1 --grid 64 --repeat 1 "${small[@]}" --screenshot old.png --json run.json || return
    check_png old.png
    alike old.png new.png || fail "the picture by 2.1 has $(wc -c <old.png) bytes, by 3.3 $(wc -c <new.png)"
    good "a PLY by 2.1" --headless --gl 2.1 --grid 64 --repeat 1 --output old.ply || return
    check_ply old.ply "$(points_of run.json)"
    good "a dense grid by 2.1" --headless --gl 2.1 --grid 33 --dense --output old.npy &&
        good "a dense grid by 3.3" --headless --grid 33 --fill thin --dense --output new.npy
    cmp -s old.npy new.npy || fail "the dense grid by 2.1 is another"
    good "binvox by 2.1" --headless --gl 2.1 --grid 33 --output old.binvox
    env "${old[@]}" "$dicer" --headless --gl 2.1 --grid 64 --repeat 1 "${small[@]}" --screenshot only.png --json run.json \
        >"$work/stdout" 2>"$work/stderr" || fail "a driver of 2.1: $(cat "$work/stderr")"
    check_png only.png
    env "${old[@]}" MESA_EXTENSION_OVERRIDE=-GL_EXT_framebuffer_multisample \
        "$dicer" --headless --gl 2.1 --grid 64 --repeat 1 "${small[@]}" --screenshot plain.png >"$work/stdout" 2>"$work/stderr" ||
        fail "a driver without samples: $(cat "$work/stderr")"
    check_png plain.png
    env "${old[@]}" GALLIUM_DRIVER=softpipe "$dicer" --headless --gl 2.1 --grid 16 --repeat 1 --json run.json \
        >"$work/stdout" 2>"$work/stderr" || fail "softpipe as 2.1: $(cat "$work/stderr")"
    good "softpipe's points" --headless --grid 16 --repeat 1 --fill thin --json new.json
    [ "$(points_of run.json)" = "$(points_of new.json)" ] || fail "softpipe as 2.1 finds $(points_of run.json) points"
}

# poisoned ARGUMENT...: dicer, without what OpenGL has had since 2.1.
poisoned() {
    LD_PRELOAD="$poison${LD_PRELOAD:+:$LD_PRELOAD}" "$dicer" --headless --grid 32 --repeat 1 "$@" >"$work/stdout" 2>"$work/stderr"
}

check_poison() {
    local layout
    clean
    poisoned --gl 3.3 2>/dev/null && fail "the poison does not work"
    for layout in single vec4 rect bilinear; do
        lacks $layout --headless --grid 32 --gl 2.1 --layout $layout && continue
        poisoned --gl 2.1 --layout $layout --cloud points "${small[@]}" --screenshot four.png --json run.json --output points.ply ||
            fail "--gl 2.1 --layout $layout calls what is newer: status $?"
        poisoned --gl 2.1 --layout $layout --cloud quads "${small[@]}" --screenshot four.png ||
            fail "--gl 2.1 --layout $layout --cloud quads calls what is newer: status $?"
    done
    check_png four.png
}

check_quads() {
    local gl
    for gl in 3.3 2.1; do
        clean
        good "points by $gl" --headless --gl $gl --grid 64 --repeat 1 --cloud points "${small[@]}" --screenshot points.png --json run.json || return
        expect_value run.json clones 1
        good "quads by $gl" --headless --gl $gl --grid 64 --repeat 1 --cloud quads "${small[@]}" --screenshot quads.png --json run.json || return
        check_png quads.png
        expect_value run.json clones 6
        cmp -s points.png quads.png && fail "quads by $gl look like points"
        alike points.png quads.png || fail "quads by $gl: $(wc -c <quads.png) bytes, points $(wc -c <points.png)"
    done
    # Six corners of each point are more than floats count: points take their place, but for those who ask for quads.
    printf 'v %s\n' "0 0 0" "1 0 0" "1 1 0" "0 1 0" "0 0 1" "1 0 1" "1 1 1" "0 1 1" >"$work/in/full.obj"
    printf 'f %s\n' "1 4 3 2" "5 6 7 8" "1 2 6 5" "2 3 7 6" "3 4 8 7" "4 1 5 8" >>"$work/in/full.obj"
    local many=("$work/in/full.obj" --headless --grid 160 --fill solid --layout bilinear --repeat 1 --pixels 320x200 --screenshot many.png)
    clean
    if ! lacks bilinear --headless --grid 32 --layout bilinear; then
        good "more points than quads" "${many[@]}" --json run.json || return
        expect_value run.json clones 1
        bad 1 "more quads than counts" "${many[@]}" --cloud quads
        one_line OVERFLOW "more quads than counts"
    fi
    for layout in single vec4 rect bilinear line volume; do
        clean
        lacks $layout --headless --grid 32 --layout $layout && continue
        good "quads of $layout" --headless --grid 32 --layout $layout --repeat 1 --cloud quads "${small[@]}" --screenshot quads.png || return
        check_png quads.png
    done
}
