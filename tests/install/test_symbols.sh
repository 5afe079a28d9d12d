#!/usr/bin/env bash
# test_symbols.sh - the shared libraries export what the headers declare and nothing else, the archives only hpyr_ and hpi_ names.
# usage: test_symbols.sh SOURCE WORK ...  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2
libraries=$(dirname "$(find "$work/shared tree" -name libhistopyramid.so)")

for library in libhistopyramid libhistopyramid_reference; do
    # Without the marks that linkers put between sections.
    nm -D --defined-only "$libraries/$library.so" | awk '{ print $3 }' |
        grep -vxE '__bss_start|_edata|_end|_init|_fini' | sort >"$work/$library.exported"
    if grep -v '^hpyr_' "$work/$library.exported"; then
        echo "$library.so exports these, which are no hpyr_ names"
        exit 1
    fi
    soname=$(readelf -d "$libraries/$library.so" | sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')
    [[ $soname =~ ^$library\.so\.0\.[0-9]+$ ]] || { echo "SONAME of $library.so is '$soname'"; exit 1; }
    [ -e "$libraries/$soname" ] || { echo "$soname is not installed"; exit 1; }
done

# An archive cannot hide; there the prefixes alone keep our names from meeting the user's.
for archive in libhistopyramid libhistopyramid_reference; do
    if nm -g --defined-only "$(find "$work/static-tree" -name $archive.a)" | awk 'NF == 3 && $3 !~ /^(hpyr|hpi)_/' | grep .; then
        echo "$archive.a has these global names, which begin with neither hpyr_ nor hpi_"
        exit 1
    fi
done

# declared HEADER...: the names of the functions behind HPYR_API, comments taken off.
declared() {
    cat "$@" | sed -e 's,/\*.*\*/,,' | tr '\n' ' ' | sed -e 's,/\*\([^*]\|\*[^/]\)*\*/,,g' |
        grep -oE 'HPYR_API [^;(]*\(' | grep -oE 'hpyr_[a-z0-9_]+\($' | tr -d '(' | sort -u
}
headers=$source/include/histopyramid
declared "$headers"/reference/*.h >"$work/reference.declared"
mapfile -t modules < <(find "$headers" -maxdepth 1 -name '*.h')
declared "${modules[@]}" >"$work/library.declared"
[ "$(wc -l <"$work/library.declared")" -ge 30 ] || { echo "the headers declare too little: is this test broken?"; exit 1; }
diff "$work/library.declared" "$work/libhistopyramid.exported" || { echo "declared (<) and exported (>) differ"; exit 1; }
diff "$work/reference.declared" "$work/libhistopyramid_reference.exported" || { echo "declared (<) and exported (>) differ"; exit 1; }
echo "$(wc -l <"$work/library.declared") + $(wc -l <"$work/reference.declared") functions"
