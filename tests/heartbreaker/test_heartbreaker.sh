#!/usr/bin/env bash
# test_heartbreaker.sh - heartbreaker from outside: the story in pictures, the same for the same seed; its JSON; and one clear
# line for every mistake.
# usage: test_heartbreaker.sh HEARTBREAKER CMAKE WORK_FOLDER READBACKS  SPDX-License-Identifier: MIT
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 cmake=$2 work=$3 readbacks=$4
# shellcheck source=../program.sh
. "$here/../program.sh"

# As small as a story can be told; most of what is checked here does not depend on sizes.
small=(--headless --pixels 64x48 --grid 24)

# dimensions_of FILE: WxH of a PNG.
dimensions_of() {
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] &&
        od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'
}

# count_of FOLDER: how many files there are.
count_of() {
    find "$1" -type f | wc -l
}

check_json() {
    local order="model fill motion seed points triangles grid engine voxelizer layout frames first_ms acts "
    clean
    good "a story" "${small[@]}" --frames 26 --json run.json || return
    points_of run.json >/dev/null || { fail "run.json: $(cat "$work/json-error")"; return; }
    [ "$(grep -o '"[a-z_]*":' run.json | tr -d '":' | head -13 | tr '\n' ' ')" = "$order" ] || fail "order of keys: $(cat run.json)"
    [ "$(cut -d' ' -f2- "$work/facts")" = "24x24x24 5024 heart" ] || fail "facts: $(cat "$work/facts")"
    expect_value run.json frames 26
    expect_value run.json engine gpu
    expect_value run.json seed 1
    expect_value run.json gl 3.3
    expect_value run.json "ms;download" ""
    for i in 0 1 2 3 4 5; do
        [ "$(value_of run.json "acts;$i;frames")" -ge 1 ] || fail "act $i has no frame"
    done
    # A picture beside the story is no frame of it.
    good "a story and a picture" "${small[@]}" --frames 7 --json run.json --screenshot a.png || return
    expect_value run.json frames 7
    local sum=0
    for i in 0 1 2 3 4 5; do
        sum=$((sum + $(value_of run.json "acts;$i;frames")))
    done
    [ $sum -eq 7 ] || fail "acts have $sum of 7 frames"
    good "JSON to stdout" "${small[@]}" --frames 3 --json - && { points_of "$work/stdout" >/dev/null || fail "JSON to stdout"; }
    grep -q "points" "$work/stderr" || fail "no summary beside the JSON"
    [ "$(grep -c . "$work/stderr")" -eq 1 ] || fail "a summary of other than one line: $(cat "$work/stderr")"
    check_summaries
    good "the paper's grid" --headless --pixels 64x48 --frames 7 --grid 64x64x256 --fill thin --json run.json || return
    grep -q "the paper's heart in 2006: 1872 points" "$work/stdout" || fail "the paper's points are not told: $(cat "$work/stdout")"
    points_of run.json >/dev/null && [ "$(cut -d' ' -f2 "$work/facts")" = 64x64x256 ] || fail "not the paper's grid"
}

# What is told at the end is what was done: frames where there were any, the paper's heart beside our own, sampled alike.
check_summaries() {
    local way
    for way in "--model die --grid 64x64x256 --fill thin" "--grid 64x64x256" "--fill thin" "assets/heart.ply --grid 64x64x256 --fill thin"; do
        # shellcheck disable=SC2086 # words
        (cd "$here/../.." && "$program" --headless --pixels 64x48 --frames 2 $way) >"$work/stdout" 2>&1 || fail "$way: status $?"
        grep -q paper "$work/stdout" && fail "$way: the paper's heart is told: $(cat "$work/stdout")"
        grep -q ", 2 frames, .* ms (" "$work/stdout" || fail "$way: $(cat "$work/stdout")"
    done
    good "a summary of a picture" "${small[@]}" --screenshot a.png && grep -q "^heart: [1-9][0-9]* points, 24x24x24, " "$work/stdout" ||
        fail "a summary of a picture: $(cat "$work/stdout")"
    grep -q frame "$work/stdout" && fail "a picture is told as frames: $(cat "$work/stdout")"
    good "a summary of one frame" "${small[@]}" --frames 1 && grep -q ", 1 frame, .* ms (" "$work/stdout" ||
        fail "a summary of one frame: $(cat "$work/stdout")"
}

# Names in any order; none twice, and nothing else.
check_motions() {
    local name
    clean
    good "spin+pulse" "${small[@]}" --frames 3 --motion spin+pulse --output one && good "pulse+spin" "${small[@]}" --frames 3 --motion pulse+spin --output two &&
        { diff -rq one two >"$work/diff" || fail "pulse+spin is another motion: $(cat "$work/diff")"; }
    for name in pulse+twist+spin spin+twist+pulse all; do
        good "$name" "${small[@]}" --frames 3 --motion $name --output "$name" && cmp -s all/frame_0001.png "$name/frame_0001.png"
    done
    cmp -s all/frame_0002.png pulse+twist+spin/frame_0002.png || fail "pulse+twist+spin is not all"
    cmp -s all/frame_0002.png one/frame_0002.png && fail "all is spin+pulse"
    bad 2 "one twice" --headless --motion spin+pulse+spin
    grep -q "spin is there twice" "$work/stderr" || fail "one twice: $(cat "$work/stderr")"
    for name in "spin + pulse" spin+ +spin still+spin all+spin spi "spin+pulse+" +; do
        bad 2 "--motion '$name'" --headless --motion "$name"
    done
}

check_models() {
    local model
    clean
    for model in teapot torus die knot; do
        good "$model" "${small[@]}" --model $model --frames 7 --json run.json || continue
        [ "$(points_of run.json)" -gt 100 ] || fail "$model: $(points_of run.json) points"
        expect_value run.json model $model
    done
}

# The same pictures, byte by byte; and what a seed changes.
check_seeds() {
    clean
    good "one" "${small[@]}" --frames 13 --seed 7 --output one || return
    good "two" "${small[@]}" --frames 13 --seed 7 --output two --animate gpu || return
    good "other" "${small[@]}" --frames 13 --seed 8 --output other || return
    diff -rq one two >"$work/diff" || fail "one seed, two films: $(cat "$work/diff")"
    cmp -s one/frame_0001.png other/frame_0001.png || fail "the solid depends on the seed"
    cmp -s one/frame_0006.png other/frame_0006.png && fail "the explosion does not depend on the seed"
    cmp -s one/frame_0001.png one/frame_0002.png && fail "nothing moves"
    good "still" "${small[@]}" --frames 13 --motion still --output still || return
    cmp -s still/frame_0001.png still/frame_0002.png || fail "what is still moves"
    cmp -s still/frame_0001.png still/frame_0013.png || fail "the solid that returns is another"
}

check_engines() {
    clean
    good "gpu" "${small[@]}" --frames 13 --animate gpu --json gpu.json || return
    good "cpu" "${small[@]}" --frames 13 --animate cpu --json cpu.json --output cpu || return
    [ "$(points_of gpu.json)" = "$(points_of cpu.json)" ] || fail "engines have other points"
    expect_value cpu.json engine cpu
    [ -n "$(value_of cpu.json "ms;download")" ] || fail "cpu: no download"
    [ -n "$(value_of gpu.json "ms;animate")" ] || fail "gpu: no animate"
    [ "$(count_of cpu)" -eq 13 ] || fail "cpu: $(count_of cpu) pictures"
}

# Every way to the voxels has the same of them.
check_dialects() {
    local way points expected
    clean
    good "bits" "${small[@]}" --frames 7 --fill thin --json bits.json || return
    expected=$(points_of bits.json)
    [ "$expected" -gt 100 ] || fail "$expected points"
    for way in "--voxelizer slices" "--layout vec4 --fill thin" "--gl 2.1" "--gl 2.1 --animate cpu"; do
        # shellcheck disable=SC2086 # words
        good "$way" "${small[@]}" --frames 7 --json way.json $way --output way || continue
        points=$(points_of way.json)
        [ "$points" = "$expected" ] || fail "$way: $points points, not $expected"
        [ "$(count_of way)" -eq 7 ] || fail "$way: $(count_of way) pictures"
    done
    expect_value way.json gl 2.1
    expect_value way.json fill thin
    good "no option" "${small[@]}" --frames 3 --json default.json && expect_value default.json fill surface
    for fill in surface solid; do
        good "$fill" "${small[@]}" --frames 3 --fill $fill --json $fill.json
        expect_value $fill.json fill $fill
        [ "$(points_of $fill.json)" -gt "$expected" ] || fail "$fill has no more points than thin"
    done
}

check_film() {
    clean
    good "a film" --headless --pixels 96x64 --grid 24 --frames 12 --fps 5 --output film || return
    [ "$(ls film | tr '\n' ' ')" = "$(printf 'frame_%04d.png ' $(seq 12))" ] || fail "a film has $(ls film)"
    [ "$(dimensions_of film/frame_0012.png)" = 96x64 ] || fail "a frame has $(dimensions_of film/frame_0012.png)"
    good "its length" --headless --pixels 16x16 --grid 8 --fps 4 --json run.json && expect_value run.json frames 52
    good "fine, with words" --headless --pixels 96x64 --grid 24 --frames 2 --fine --overlay --output film
    good "a picture" --headless --pixels 96x64 --grid 24 --screenshot a.png || return
    [ "$(dimensions_of a.png)" = 96x64 ] || fail "a picture has $(dimensions_of a.png)"
    good "a moment" --headless --pixels 96x64 --grid 24 --screenshot b.png --at 3600 || return
    good "the same moment" --headless --pixels 96x64 --grid 24 --screenshot c.png --at 3600 || return
    cmp -s b.png c.png || fail "one moment, two pictures"
    cmp -s a.png b.png && fail "two moments, one picture"
}

# Videos are test_film's; here is what becomes of them in the end.
check_video() {
    clean
    good "a video" "${small[@]}" --frames 4 --video a.mp4 --output film || return
    [ -s a.mp4 ] && [ "$(count_of film)" -eq 4 ] || fail "a video: $(ls -l . film)"
    good "all in one folder" "${small[@]}" --frames 2 --output all --video all/a.mp4 --json all/a.json --screenshot all/a.png
    [ "$(ls all | tr '\n' ' ')" = "a.json a.mp4 a.png frame_0001.png frame_0002.png " ] || fail "all in one folder: $(ls all)"
    clean
    mkdir "$work/in/film"
    bad 1 "a frame's name" "${small[@]}" --frames 2 --output "$work/in/film" --json "$work/in/film/frame_0002.png"
    mkdir -p "$work/dying" "$work/nothing"
    printf '#!/bin/sh\nhead -c 10000 >/dev/null\necho the disk is full >&2\nexit 1\n' >"$work/dying/ffmpeg"
    chmod +x "$work/dying/ffmpeg"
    clean
    PATH=$work/dying:$PATH "$program" "${small[@]}" --frames 13 --video a.mp4 --output film >"$work/stdout" 2>"$work/stderr"
    [ $? -eq 1 ] || fail "an ffmpeg that dies is no failure"
    grep -q "the disk is full" "$work/stderr" || fail "an ffmpeg that dies: $(cat "$work/stderr")"
    [ "$(count_of film)" -eq 13 ] && [ ! -e a.mp4 ] || fail "an ffmpeg that dies: $(ls . film)"
    clean
    PATH=$work/nothing "$program" "${small[@]}" --frames 2 --video a.mp4 --output film >"$work/stdout" 2>"$work/stderr" ||
        fail "without ffmpeg: status $?"
    one_line ffmpeg "without ffmpeg"
    clean
    PATH=$work/nothing "$program" "${small[@]}" --frames 2 --video a.mp4 >"$work/stdout" 2>"$work/stderr"
    judge 1 "a video alone, without ffmpeg" $? "--video a.mp4"
}

# A film that is ended early leaves whole frames, and no part of anything else.
check_end() {
    local process tries=0
    clean
    "$program" --headless --pixels 64x48 --grid 8 --frames 20000 --output film --video film/a.mp4 --json film/a.json >"$work/stdout" 2>"$work/stderr" &
    process=$!
    while [ ! -e film/frame_00003.png ] && [ $((tries += 1)) -lt 600 ]; do sleep 0.1; done
    kill -TERM $process
    wait $process
    [ $? -eq 143 ] || fail "a film that was ended: status $?: $(cat "$work/stderr")"
    [ -e film/frame_00003.png ] || fail "a film that was ended has no frames"
    [ -z "$(ls -A film | grep -v '^frame_[0-9]*\.png$')" ] || fail "a film that was ended left: $(ls -A film | grep -v png)"
    [ "$(dimensions_of "film/$(ls film | tail -1)")" = 64x48 ] && [ "$(tail -c 8 "film/$(ls film | tail -1)" | head -c 4)" = IEND ] ||
        fail "the last frame of a film that was ended is not whole"
}

# bytes_back FRAMES ARGUMENT...: what came back from the GPU while a story was told.
bytes_back() {
    local frames=$1
    shift
    rm -f "$work/readbacks"
    LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$readbacks" HPYR_READBACKS=$work/readbacks \
        "$program" "${small[@]}" --frames "$frames" "$@" >"$work/stdout" 2>"$work/stderr" || fail "counted: $(cat "$work/stderr")"
    cut -d' ' -f2 "$work/readbacks"
}

# Nothing but totals comes back from the GPU, unless a picture or the paper's engine asks for it. Probes at the start read more.
check_readbacks() {
    local more way
    clean
    more=$(($(bytes_back 52) - $(bytes_back 26)))
    [ $more -gt 0 ] && [ $more -le $((26 * 16)) ] || fail "26 frames more read $more bytes back"
    for way in "--animate cpu" "--output film"; do
        # shellcheck disable=SC2086 # words
        more=$(($(bytes_back 52 $way) - $(bytes_back 26 $way)))
        [ $more -gt 10000 ] || fail "$way: 26 frames more read $more bytes back"
    done
}

check_options() {
    local option value
    help_names --model --grid --fill --voxelizer --layout --animate --motion --seed --output --video --fps --fine --overlay --at
    check_frame "${small[@]}" --frames 2
    for value in 0 -1; do
        for option in --fps --grid; do
            bad 2 "$option '$value'" --headless $option "$value" --output film
        done
    done
    bad 2 "an option's old name" --headless --size 64x48 && one_line "--size is called --pixels now" "an option's old name"
    bad 2 "another" --out=film && one_line "--out is called --output now" "another"
    bad 2 "a seed of -1" --headless --seed -1
    bad 2 "slices with solid" --headless --voxelizer slices --fill solid
    bad 2 "two models, one by name" --headless --model torus a.obj
    bad 2 "a moment without a picture" --headless --at 100
    bad 2 "a moment past the end" --headless --at 13001 --screenshot a.png
    bad 1 "a grid too large" --headless --frames 1 --grid 1000000 --json -
    bad 1 "a fill that 2.1 lacks" --headless --frames 1 --gl 2.1 --fill solid --json -
}

check_inputs() {
    local in=$work/in name
    : >"$in/empty.obj"
    printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' >"$in/flat.obj"
    head -c 4096 /dev/urandom >"$in/noise.obj"
    for name in missing.obj empty.obj flat.obj noise.obj; do
        bad 1 "$name" "$in/$name" "${small[@]}" --frames 2 --json run.json --screenshot a.png
    done
    bad 1 "a folder as model" "$in" "${small[@]}" --frames 2
    one_line "in is a directory, not a mesh" "a folder as model"
    : >"$in/ct.nrrd"
    for name in ct.nrrd ct.raw:3x3x3:uint8; do
        bad 1 "a volume, $name" "$in/$name" "${small[@]}" --frames 2
        one_line "$name is a volume, not a mesh: isosurface shows volumes" "$name"
    done
    bad 1 "a picture as model" "$here/../../assets/teapot.png" "${small[@]}" --frames 2
    one_line "of a format that assimp reads" "a picture as model"

    # One voxel; and a wall that sampling along it does not see, which all that touches it does.
    clean
    good "one voxel" "${small[@]}" --grid 1 --frames 26 --fill surface --json run.json --output film && expect_value run.json points 1
    printf 'v 0 0 0\nv 0 1 0\nv 0 1 1\nv 0 0 1\nf 1 2 3 4\n' >"$in/wall.obj"
    good "a wall edge-on" "$in/wall.obj" "${small[@]}" --frames 26 --motion still --fill thin --json run.json --output film &&
        expect_value run.json points 0
    one_line surface "a wall edge-on"
    good "a wall by its surface" "$in/wall.obj" "${small[@]}" --frames 13 --motion still --json run.json &&
        { [ "$(points_of run.json)" -gt 100 ] || fail "a wall by its surface: $(points_of run.json) points"; }
    [ ! -s "$work/stderr" ] || fail "a wall by its surface: $(cat "$work/stderr")"

    # Other assets.
    clean
    HPYR_ASSETS=$work/in good "assets elsewhere, else where they are" "${small[@]}" --frames 1
    cp "$in/wall.obj" "$in/heart.ply"
    clean
    HPYR_ASSETS=$work/in "$program" "${small[@]}" --frames 1 >"$work/stdout" 2>"$work/stderr"
    judge 1 "a broken heart" $? "HPYR_ASSETS=..."
    rm -f "$in/heart.ply"
}

check_outputs() {
    local name
    : >"$work/in/file"
    for name in "$work/in/file" "$work/in/file/film" /proc/film; do
        bad 1 "--output $name" "${small[@]}" --frames 2 --output "$name"
    done
    bad 2 "JSON over the model" "$here/../../assets/torus.ply" "${small[@]}" --frames 2 --json "$here/../../assets/torus.ply"
}

for check in json motions models seeds engines dialects film video end readbacks options inputs outputs; do
    check_$check
done
echo "$failures failures"
[ "$failures" -eq 0 ]
