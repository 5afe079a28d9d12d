#!/usr/bin/env bash
# test_vcpkg.sh - the port for vcpkg, as far as that can be known without vcpkg: its manifest, its portfile run with stand-ins of
# vcpkg's functions, and a program that is built with the package.
# usage: test_vcpkg.sh SOURCE WORK CMAKE GENERATOR C_COMPILER [LAUNCHER]  SPDX-License-Identifier: MIT
set -euo pipefail
source=$1 work=$2 cmake=$3 generator=$4 compiler=$5 launcher=${6:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
port=$source/packaging/vcpkg/ports/histopyramid
mkdir -p "$work"
version=$(sed -nE 's/^project\(histopyramid VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt")
description=$(sed -nE 's/^ +DESCRIPTION "(.*)"\)/\1/p' "$source/CMakeLists.txt")

# The manifest, by what vcpkg's documentation of vcpkg.json asks of a port in a registry.
python3 - "$port/vcpkg.json" "$version" "$description" <<'END'
import json, re, sys
manifest = json.load(open(sys.argv[1]))
known = {"name", "version", "port-version", "description", "homepage", "documentation", "license", "supports", "dependencies", "features",
         "default-features", "maintainers", "summary"}
name = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")
assert set(manifest) <= known, set(manifest) - known
assert manifest["name"] == "histopyramid" and manifest["license"] == "MIT", manifest
assert manifest["version"] == sys.argv[2], f"version {manifest['version']} is not the project's {sys.argv[2]}"
assert manifest["description"] == sys.argv[3], f"'{manifest['description']}' is not the project's description"
dependencies = [{"name": d} if isinstance(d, str) else d for d in manifest["dependencies"]]
assert all(name.match(d["name"]) and set(d) <= {"name", "host", "features", "platform", "default-features", "version>="} for d in dependencies)
hosts = {d["name"] for d in dependencies if d.get("host")}
assert hosts == {"vcpkg-cmake", "vcpkg-cmake-config"}, f"the helpers' ports must be host dependencies: {hosts}"
assert {d["name"] for d in dependencies} - hosts == {"glew", "opengl"}
END

# Every option is one of ours.
for option in $(grep -oE -e '-D[A-Z_]+' "$port/portfile.cmake" | sed 's/^-D//'); do
    grep -qrE "option\($option " "$source/CMakeLists.txt" "$source/cmake" || { echo "portfile.cmake gives $option, which is no option of ours"; exit 1; }
done

# Until there is a published archive the port says so, and takes a folder.
if grep -q 'HPYR_ARCHIVE_URL ""' "$port/portfile.cmake"; then
    if "$cmake" -DPORT_FOLDER="$port" -DWORK="$work/none" -DLINKAGE=static -P "$here/vcpkg.cmake" >"$work/none.log" 2>&1 ||
        [[ $(tr -s ' \n' '  ' <"$work/none.log") != *"names no published archive yet"* ]]; then
        echo "without an archive and without HPYR_SOURCE the port goes on"
        exit 1
    fi
fi
HPYR_SOURCE=$source "$cmake" -DPORT_FOLDER="$port" -DWORK="$work" -DLINKAGE=static -DGENERATOR="$generator" -DCOMPILER="$compiler" \
    -DLAUNCHER="$launcher" -P "$here/vcpkg.cmake"

for type in Release Debug; do
    build=$work/consumer-$type
    rm -rf "$build"
    "$cmake" -S "$source/tests/install/consumer" -B "$build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=$type \
        -DCMAKE_PREFIX_PATH="$work/packages" >"$build.log" || { cat "$build.log"; exit 1; }
    "$cmake" --build "$build" >"$build.log" || { cat "$build.log"; exit 1; }
    "$build/consumer"
    "$build/consumer_reference"
done
grep -q 'histopyramid::histopyramid' "$port/usage" && grep -q 'find_package(histopyramid CONFIG REQUIRED)' "$port/usage"
