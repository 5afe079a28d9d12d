#!/usr/bin/env bash
# test_contracts.sh - docs/contracts.md tells the truth about the headers: a module has each call whose cell says yes, with the parameters
# that all modules share, and no call of that name where the cell has a number, which stands for a reason below the table.
# usage: test_contracts.sh INCLUDE_FOLDER CONTRACTS.md C_COMPILER...  SPDX-License-Identifier: MIT
set -euo pipefail
include=$1 table=$2
shift 2

# One declaration a line, with single blanks.
declarations=$(printf '#include <histopyramid/histopyramid.h>\n' | "$@" -DHPYR_STATIC -I "$include" -E -P -x c - |
    tr -s ' \n\t' ' ' | sed 's/; */;\n/g; s/ *( */(/g; s/ *) */)/g; s/ *, */, /g; s/ *\* */ */g; s/\* \*/**/g')

# The form of a call: %m is the module, %o the object's type.
declare -A form=(
    [create]='hpyr_result hpyr_%m_create\(hpyr_context \*context, const hpyr_%m_desc \*desc, hpyr_%m \*\*out\)'
    [destroy]='void hpyr_%m_destroy\(hpyr_%m \*[a-z_]+\)'
    [resolved]='const hpyr_%m_desc \*hpyr_%m_resolved\(const hpyr_%m \*[a-z_]+\)'
    [bytes]='uint64_t hpyr_%m_bytes\(const hpyr_context \*context, const hpyr_%m_desc \*desc\)'
    [memory]='uint64_t hpyr_%m_memory\(const hpyr_%m \*[a-z_]+\)'
    [count]='hpyr_result hpyr_%m_(total|count|counts|result)\((const )?%o \*[a-z_]+, (uint32_t|hpyr_mesh_counts) \*(total|count|counts|result)\)'
    [try_count]='hpyr_result hpyr_%m_try_(total|count|counts|result)\(%o \*[a-z_]+, (uint32_t|hpyr_mesh_counts) \*(total|count|counts|result)\)'
    [extract]='hpyr_result hpyr_%m_extract(_buffer\(%o \*[a-z_]+, (hpyr_[a-z_]+ array, )?uint(32|64)_t first, uint(32|64)_t count, uint32_t buffer, uint64_t offset, (uint32_t stride, )?hpyr_report \*report|\(%o \*[a-z_]+, const hpyr_mesh_output \*output, hpyr_mesh_report \*report)\)'
    [download]='hpyr_result hpyr_%m_download\(%o \*[a-z_]+, ((hpyr_[a-z_]+ array, )?uint(32|64)_t first, uint(32|64)_t count, [a-z_0-9]+ \*[a-z]+, size_t capacity, (size_t stride, )?hpyr_report|hpyr_mesh_vertex \*vertices, (float \*densities, )?size_t vertex_capacity, (uint32_t \*indices, size_t triangle_capacity, )?hpyr_mesh_report) \*report\)'
    [glsl]='hpyr_result hpyr_%m_glsl\(const hpyr_%m \*[a-z_]+, const char \*prefix, char \*text, size_t capacity, size_t \*needed\)'
    [bind]='hpyr_result hpyr_%m_bind\(hpyr_%m \*[a-z_]+, uint32_t program, const char \*prefix, uint32_t first_unit, hpyr_binding \*binding\)'
    [unbind]='hpyr_result hpyr_%m_unbind\(hpyr_%m \*[a-z_]+\)'
)

fail() {
    echo "contracts.md: $*"
    exit 1
}

reasons=$(<"$table")
rows=0 cells=0
columns=()
while IFS= read -r line; do
    [[ "$line" == '|'* ]] || continue
    IFS='|' read -r -a row <<<"$line"
    row=("${row[@]:1}")
    row=("${row[@]// /}")
    row=("${row[@]//\`/}")
    if [ "${row[0]}" = module ]; then
        columns=("${row[@]}")
        for column in "${columns[@]:1}"; do
            [ -n "${form[$column]:-}" ] || fail "no such call: $column"
        done
        [ "${#columns[@]}" = $((${#form[@]} + 1)) ] || fail "the table has ${#columns[@]} columns"
        continue
    fi
    [ "${#columns[@]}" -gt 0 ] && [[ "${row[0]}" =~ ^[a-z_]+$ ]] || continue
    module=${row[0]} object=hpyr_${row[0]}
    [ "$module" = poisson_surface ] && object=hpyr_poisson
    for ((k = 1; k < ${#columns[@]}; k++)); do
        call=${columns[k]} cell=${row[k]}
        pattern=${form[$call]//%m/$module}
        pattern=${pattern//%o/$object}
        case $call in
            count) named="hpyr_${module}_(total|count|counts|result)\\(" ;;
            try_count) named="hpyr_${module}_try_(total|count|counts|result)\\(" ;;
            extract) named="hpyr_${module}_extract(_buffer)?\\(" ;;
            *) named="hpyr_${module}_$call\\(" ;;
        esac
        if [ "$cell" = yes ]; then
            [[ "$declarations" =~ (^|$'\n')\ ?$pattern\; ]] || fail "$module has no $call in the common form: $(grep -E "[ *]$named" <<<"$declarations" || true)"
        else
            [[ "$cell" =~ ^[0-9]+$ && "$reasons" =~ $'\n'$cell\.\  ]] || fail "$module, $call: '$cell' is no reason"
            [[ ! "$declarations" =~ [\ *]$named ]] || fail "$module has $call, and the table says that it has none"
        fi
        cells=$((cells + 1))
    done
    rows=$((rows + 1))
done <"$table"
objects=$(grep -cE ' hpyr_[a-z_]+_create\(hpyr_context' <<<"$declarations")
[ "$rows" = $((objects + 1)) ] || fail "$rows modules; there are $objects objects, and Poisson surfaces"
echo "$rows modules, $cells calls"
