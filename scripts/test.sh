#!/usr/bin/env bash
# test.sh - from a bare machine to a verdict: installs what is missing, builds with warnings as errors, runs every test, then the
# quick ones again under AddressSanitizer. A test that is skipped and not in tests/skips.txt fails the run.  SPDX-License-Identifier: MIT
set -euo pipefail
case ${1-} in --help | -h) exec sh "$(dirname "$0")/help.sh" "$0" ;; esac
[ $# -eq 0 ] || { echo "test.sh: expected --help or nothing, got '$*'" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(getconf _NPROCESSORS_ONLN)

# run_tests FOLDER CTEST_ARGUMENT...: ctest's own words go to the terminal. A program that skips all of its tests must have said so.
run_tests() {
    local folder=$1 log=$1/test.log name
    shift
    (cd "$folder" && ctest --output-on-failure --no-tests=error "$@") 2>&1 | tee "$log" || return 1
    while read -r name; do
        if ! grep -qs '^all: ' "$folder/tests/not_run/$name@"*; then
            echo "test.sh: $name was not run" >&2
            return 1
        fi
    done < <(sed -nE 's/^.*Test +#[0-9]+: ([^ ]+) \.*\*\*\*(Skipped|Not Run).*/\1/p' "$log")
}

sh scripts/deps.sh --tests --peers --web

cache=$PWD/build-werror/shader_cache # both builds run the same shaders
cmake -S . -B build-werror -DCMAKE_BUILD_TYPE=RelWithDebInfo -DHPYR_BUILD_TESTS=ON -DHPYR_WERROR=ON -DHPYR_TEST_SHADER_CACHE="$cache"
cmake --build build-werror --parallel "$jobs"
cmake -S . -B build-asan -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O1 -g1" -DHPYR_BUILD_TESTS=ON -DHPYR_WERROR=ON \
    -DHPYR_SANITIZE=ON -DHPYR_TEST_SHADER_CACHE="$cache" # compiles in half the time
cmake --build build-asan --parallel "$jobs"

# Both, whatever the first says, so that one run tells all. What plays with a window is alone and runs once; matrix and clones are parts
# of matrix_gl33 and clones_gl33, for developers; `once` takes long, and its second run is on another GL, or would be the same.
once='discriminator_peaks|discriminator_edges|discriminator_templates|discriminator_peaks_gl21|discriminator_edges_gl21|discriminator_templates_gl21|features|flow|flow_critical|quadtree|sparse|octree|normals|poisson|reference_octree_surface|poisson_surface|poisson_trim|list_scan|list_select|list_gather|list_sort|pyramid|attributes|bits|bits_input|voxelizer_bits|voxelizer_solid|isosurface|isosurface_fields|isosurface_ranges|expansion|snippet|discriminator|octree_walk|state|reference_octree|clouds|fuzz_calls|fuzz_pyramids|fuzz_isosurfaces|fuzz_voxelizers|gl21_gl21'
# What takes long and is much like another entry: the matrices of each GL have the pyramids, softpipe runs Poisson's surfaces, OpenGL over
# Vulkan runs the modules that octrees and Poisson's solutions are made of, and state is kept by the same calls everywhere. check_habits runs
# all of histopyramid-check on each driver with a habit; tests of single modules do that here.
slow='pyramid_es3|snippet_es3|bits_input_es3|clones_es3|bits_input_softpipe|poisson_softpipe|pyramid_softpipe|pyramid_zink|bits_zink|list_select_zink|octree_zink|clones_zink|bits_input_zink|snippet_zink|poisson_zink|poisson_surface_zink|poisson_trim_zink|poisson_function_zink|state_zink|attributes_softpipe|voxelizer_solid_gl33|isosurface_softpipe|matrix_four_targets|bits_four_targets|bits_bits_512_es3|features_bands|features_pack_whole_pitch|list_sort_four_targets|check_habits'
failed=""
run_tests build-asan -L quick --parallel "$jobs" -E '^(matrix|clones|flow_zeros|dicer_window|features_window|flowseeds_window|isosurface_window|quadtree_window|reconstruct_window|sparsify_window|splats_window)$' || failed="build-asan"
run_tests build-werror --parallel "$jobs" -E "^(matrix|clones|clones_softpipe|heartbreaker_window|$slow|$once)\$" || failed="$failed build-werror"
bash tests/skips.sh list build-asan/tests build-werror/tests
[ -n "$failed" ] || bash tests/skips.sh check build-asan/tests build-werror/tests || failed="tests/skips.txt"
if [ -n "$failed" ]; then
    echo "test.sh: failures in $failed; see above, or LastTest.log in its Testing/Temporary/" >&2
    exit 1
fi
