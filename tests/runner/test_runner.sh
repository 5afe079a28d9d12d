#!/usr/bin/env bash
# test_runner.sh PROBE SKIPS_SH FOLDER - skips that are and are not on the list, and tests that are none.
# SPDX-License-Identifier: MIT
set -euo pipefail
probe=$1 skips_sh=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder/tests/not_run"
cp "$skips_sh" "$folder/skips.sh" # it looks for skips.txt beside itself
export HPYR_TEST_ENTRY=runner_probe HPYR_TEST_DRIVER=nothing-1.0 HPYR_TEST_SKIPS=$folder/skips.txt
export HPYR_TEST_NOT_RUN=$folder/tests/not_run

# expect STATUS MODE LINE...: the probe ends like that with these lines on the list.
expect() {
    local wanted=$1 mode=$2 status=0
    shift 2
    printf '%s\n' "# driver entry test reason" "$@" >"$HPYR_TEST_SKIPS"
    "$probe" "$mode" >"$folder/output" 2>&1 || status=$?
    if [ "$status" != "$wanted" ]; then
        cat "$folder/output"
        echo "$mode with \"$*\" on the list: status $status, not $wanted" >&2
        exit 1
    fi
}

# expect_check STATUS: what skips.sh says of the list after the last expect.
expect_check() {
    local status=0
    bash "$folder/skips.sh" check "$folder/tests" >"$folder/output" 2>&1 || status=$?
    if [ "$status" != "$1" ]; then
        echo "skips.sh check: status $status, not $1: $(cat "$folder/output")" >&2
        exit 1
    fi
}

expect 0 good
expect 1 vacuous
expect 1 empty
expect 0 listed
[ "$(grep -c "OK.*it_is_first\|OK.*it_is_second" "$folder/output")" = 2 ]
expect 2 skipped
expect 2 skipped "other-1.0 runner_probe it_is_skipped why"
expect 2 skipped "nothing-1.0 another it_is_skipped why"
expect 2 skipped "nothing-1.0 runner_probe it_checks_something why"
expect 2 skipped "#nothing-1.0 runner_probe it_is_skipped why"
expect 0 skipped "nothing-1.0 runner_probe it_is_skipped why" # and its hostile twin
expect_check 0
[ "$(bash "$folder/skips.sh" list "$folder/tests")" = "not run: runner_probe: it_is_skipped: it is told to" ]
expect 0 skipped "nothing-* runner_* it_is_* why" "other-1.0 runner_probe it_is_skipped why"
expect_check 0 # of a driver that did not run nothing is known
expect 0 good "nothing-1.0 runner_probe it_is_skipped why"
expect_check 1
expect 1 all
expect 77 all "nothing-1.0 * all why"
expect_check 0
HPYR_TEST_DRIVER="" expect 0 skipped
HPYR_TEST_DRIVER="" expect 77 all

# expect_all STATUS LINE...: a script that cannot run on a machine without a root.
expect_all() {
    local wanted=$1 status=0
    shift
    printf '%s\n' "# driver entry test reason" "$@" >"$HPYR_TEST_SKIPS"
    bash "$folder/skips.sh" all no-root "nobody is root" >"$folder/output" 2>&1 || status=$?
    if [ "$status" != "$wanted" ]; then
        echo "skips.sh all with \"$*\" on the list: status $status, not $wanted: $(cat "$folder/output")" >&2
        exit 1
    fi
}
rm -f "$HPYR_TEST_NOT_RUN"/*
expect_all 1
expect_all 1 "no-mirror runner_probe all why"
expect_all 1 "no-root another all why"
expect_all 77 "no-root runner_probe all why"
[ "$(bash "$folder/skips.sh" list "$folder/tests")" = "not run: runner_probe: all: nobody is root" ]
expect_check 0
