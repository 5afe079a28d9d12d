#!/usr/bin/env bash
# test.sh - from a bare machine to a verdict: installs what is missing, builds with warnings as errors, runs the quick tests under
# AddressSanitizer with small sizes, then those and the others without it; see the lists below. A test that is skipped and not in
# tests/skips.txt fails the run.  SPDX-License-Identifier: MIT
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

# Both, whatever the first says, so that one run tells all. Under AddressSanitizer, where sizes are small, the quick entries run but for
# those in `plain`: they have no C of the library's own to look at, or no other than another entry has, or that of the reference on large
# sets. The other build runs all entries but for those in `once`, which do the same in both builds, those in `slow`, and `twins`: what ran
# under AddressSanitizer on the driver's newest OpenGL, and runs without it held to 3.3.
plain='matrix|matrix_table|clones|flow_zeros|.*_window|reference_octree|reference_octree_surface|clouds|voxelizer_coarse|discriminator_.*_gl21|features_opencv|sparse_eigen|peers|docs|scripts|runner|embed|packages_needed'
once='reference(_[a-np-z][a-z_]*)?|[a-z_]*_(memory|mistakes)|splats_(blend|cloud|gloss|order)|film|mesh_normals|camera|flat3d|image|pace|physics|show|expansion_draws|draw_errors|bands|programs|heart|gl21_gl21|examples|contexts|fuzz_options_.*'
# What takes long and is much like another entry: matrix and clones are parts of matrix_gl33 and clones_gl33, matrix_full has large sizes, as
# pyramid and large have, the matrices of each GL have the pyramids, softpipe runs Poisson's surfaces, OpenGL over Vulkan runs the modules
# that octrees and Poisson's solutions are made of, and state is kept by the same calls everywhere. Modules of points run on GL 3.3 by their
# smaller entries. check_habits runs all of histopyramid-check on each driver with a habit; tests of single modules do that here.
slow='matrix|clones|clones_softpipe|pyramid_es3|snippet_es3|bits_input_es3|clones_es3|bits_input_softpipe|poisson_softpipe|pyramid_softpipe|pyramid_zink|bits_zink|list_select_zink|octree_zink|clones_zink|bits_input_zink|snippet_zink|poisson_zink|poisson_surface_zink|poisson_trim_zink|poisson_function_zink|state_zink|attributes_softpipe|voxelizer_solid_gl33|isosurface_softpipe|matrix_four_targets|bits_four_targets|bits_bits_512_es3|features_bands|features_pack_whole_pitch|list_sort_four_targets|discriminator_softpipe|state_softpipe|state_es3_softpipe|list_sort_softpipe|octree_softpipe|poisson_trim_softpipe|octree_gl33|normals_gl33|poisson_gl33|poisson_surface_gl33|poisson_trim_gl33|matrix_full|check_habits|voxelizer_solid_dirty_storage|features_dirty_storage|formats_softpipe|formats_es3_softpipe|formats_gl21_softpipe|threads_gl21|bits_input_unstated|list_scan_unstated'
entries() { (cd "$1" && ctest -N "${@:2}") | sed -nE 's/^ *Test +#[0-9]+: //p'; }
sanitized=$(entries build-asan -L quick -E "^($plain)\$" | sort)
twins=$(comm -12 <(echo "$sanitized") <(entries build-werror -E "^($slow)\$" | sed -n 's/_gl33$//p' | sort) | paste -sd'|')
unseen=$(comm -13 <(echo "$sanitized") <(entries build-werror -R "^($once)\$" | sort))
if [ -n "$unseen" ]; then
    echo "test.sh: neither build runs" $unseen >&2
    exit 1
fi
failed=""
run_tests build-asan -L quick --parallel "$jobs" -E "^($plain)\$" || failed="build-asan"
run_tests build-werror --parallel "$jobs" -E "^($slow|$once|$twins)\$" || failed="$failed build-werror"
bash tests/skips.sh list build-asan/tests build-werror/tests
[ -n "$failed" ] || bash tests/skips.sh check build-asan/tests build-werror/tests || failed="tests/skips.txt"
if [ -n "$failed" ]; then
    echo "test.sh: failures in $failed; see above, or LastTest.log in its Testing/Temporary/" >&2
    exit 1
fi
