#!/usr/bin/env bash
# gpu-compilers.sh - links all programs of the library by the compilers of 14 GPUs, on a machine that has none of them, and compares what
# they say with tests/gpu/table.csv: a failure or a spill more, or 3 % of instructions more, fails.  SPDX-License-Identifier: MIT
# usage: scripts/gpu-compilers.sh [--renew] [--build FOLDER] [TEST...]      (build)
#
#   --renew           writes tests/gpu/table.csv and the figures of docs/gpus.md anew, for a change that is meant
#   --build FOLDER    a build with tests, whose programs are linked
#   TEST...           octree, list_sort: only programs of tests/test_octree.c and so on. Those of which other tests have more variants are
#                     not compared
#
# The compilers are those of Mesa's drivers, with stand-ins for the kernel's drivers: nothing is drawn. HPYR_GPU_MESA names the folder that
# scripts/gpu-mesa.sh has made. Programs and results stay in FOLDER/gpu. Two cores take about ten minutes, half of it for the tests,
# which run on llvmpipe with small sizes; a TEST takes seconds.
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
renew='' build=build part=''
tests=()
while [ $# -gt 0 ]; do
    case $1 in
        --renew) renew=--renew ;;
        --build) build=${2-}; shift || true ;;
        -*) echo "gpu-compilers.sh: expected --renew, --build FOLDER or tests, got '$1'" >&2; exit 2 ;;
        *) tests+=("$1"); part=--part ;;
    esac
    shift || true
done
[ -z "$renew" ] || [ -z "$part" ] || { echo "gpu-compilers.sh: --renew needs the programs of all tests" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -x "$build/bin/gpu_link" ] || { echo "gpu-compilers.sh: $build is no build with tests (cmake -DHPYR_BUILD_TESTS=ON)" >&2; exit 2; }
for test in "${tests[@]}"; do
    [ -x "$build/bin/test_$test" ] || { echo "gpu-compilers.sh: there is no tests/test_$test.c" >&2; exit 2; }
done
mesa=$(realpath "${HPYR_GPU_MESA:?a folder that scripts/gpu-mesa.sh has made}")
source=$PWD
cd "$build"
cache=$(sed -n 's/^HPYR_TEST_SHADER_CACHE:PATH=//p' CMakeCache.txt)/plain
export build=$PWD work=$PWD/gpu mesa source cache
rm -rf gpu
mkdir -p "$cache" gpu/{330,300,120} gpu/few/{300,330,120}
jobs=$(getconf _NPROCESSORS_ONLN)

# keep_programs GL FOLDER TEST [LIBRARY]: what this test links on llvmpipe goes to the folder, with the library preloaded. It hides render
# targets, so tests that need more fail.
keep_programs() {
    local version=MESA_GL_VERSION_OVERRIDE=4.5
    case $1 in es3) version=MESA_GLES_VERSION_OVERRIDE=3.0 ;; 21) version=MESA_GL_VERSION_OVERRIDE=2.1 ;; esac
    env -u HPYR_TEST_DRIVER -u HPYR_TEST_NOT_RUN LIBGL_ALWAYS_SOFTWARE=1 HPYR_TEST_SMALL=1 HPYR_TEST_GL="$1" HPYR_TEST_SOURCES="$2" \
        LD_PRELOAD="${4-}" $version GALLIVM_PERF=nopt LP_NATIVE_VECTOR_WIDTH=128 MESA_SHADER_CACHE_DIR="$cache" \
        timeout 600 "$build/bin/test_$3" >"$work/$3.$1.log" 2>&1 || [ -n "${4-}" ] || echo "gpu-compilers.sh: test_$3 with HPYR_TEST_GL=$1 fails" >&2
}

# link_on GPU STAND_IN VARIABLES FOLDERS: what the GPU's compiler says goes to GPU.tsv, what its context has to GPU.limits.
link_on() {
    local folder variables link
    IFS=, read -ra variables <<<"$3"
    link=(env "${variables[@]}" LD_LIBRARY_PATH="$mesa/lib" __EGL_VENDOR_LIBRARY_FILENAMES="$mesa/egl_vendor.json" GALLIUM_THREAD=0
        MESA_SHADER_CACHE_DISABLE=true LD_PRELOAD="$mesa/lib/lib$2_noop_drm_shim.so" "$build/bin/gpu_link")
    for folder in ${4//,/ }; do
        find "$folder" -name '*.frag' | sed 's/\.frag$//' | sort | xargs -r "${link[@]}" "${folder/few/300}"
    done >"$1.tsv" 2>"$1.log"
    folder=${4%%,*}
    "${link[@]}" "${folder/few/300}" --limits >"$1.limits" 2>>"$1.log"
}
export -f keep_programs link_on

# entries SUFFIX [OPTION...]: the tests that ctest runs so.
entries() {
    ctest -N "${@:2}" | sed -nE "s/^ *Test +#[0-9]+: ([a-z0-9_]+)$1$/\1/p" | while read -r test; do
        if [ -x "bin/test_$test" ] && { [ -z "$part" ] || [[ " ${tests[*]} " == *" $test "* ]]; }; then
            echo "$test"
        fi
    done
}
{
    entries '' -L quick | sed "s|.*|33 $work &|"
    entries _es3 | sed "s|.*|es3 $work &|"
    entries _gl21 | sed "s|.*|21 $work &|"
    entries _es3 | sed "s|.*|es3 $work/few & $build/tests/libfew_targets.so|"
} | grep -vE ' (reference_.*|peers|window|viewer)$' | xargs -P "$jobs" -L 1 bash -c 'keep_programs "$@"' _
cd gpu
rm -rf few/330 few/120
mv few/300/* few
rmdir few/300
python3 "$source/tests/gpu/table.py" --choose . "$build/src/shaders.c"
grep -v '^#' "$source/tests/gpu/gpus.txt" | xargs -P "$jobs" -L 1 bash -c 'link_on "$@"' _
# shellcheck disable=SC2086 # nothing, or one word
python3 "$source/tests/gpu/table.py" $renew $part . "$build/src/shaders.c"
