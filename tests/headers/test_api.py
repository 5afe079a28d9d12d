#!/usr/bin/env python3
"""test_api.py - what a program may read from the headers: scripts/api/describe.py reads all of them, each keeps to the rules, and
docs/contracts.md tells the truth. Each row of DAMAGES breaks one rule, and describe.py must say so. A description with two members
swapped must not compile.  SPDX-License-Identifier: MIT

usage: test_api.py SOURCE WORK_FOLDER C_COMPILER..."""
import pathlib
import re
import shutil
import subprocess
import sys

SAME = 'uint32_t capacity;\n    uint32_t operations;\n} hpyr_lists_desc'
# (file, what stands there, what is written instead, what describe.py must say)
DAMAGES = (
    ('pyramid.h', 'hpyr_list_side(uint32_t count)', 'hpyr_list_side(uint32_t &count)', 'is no parameter and no member of a form that is known'),
    ('context.h', 'HPYR_API int hpyr_version', 'extern int hpyr_version', 'no form of a declaration'),
    ('context.h', 'HPYR_API int hpyr_version(void);', 'HPYR_API int hpyr_version(void)', 'a declaration has no end|no form of a declaration'),
    ('context.h', 'HPYR_API int hpyr_version(void);', 'HPYR_API int hpyr_version(void);\nHPYR_API int hpyr_version(void);', 'declared twice'),
    ('types.h', '/* types.h', '\n/* types.h', 'a header begins with a comment'),
    ('types.h', '#define HPYR_ALL', '#if 1\n#define HPYR_ALL', 'a header is the same on every machine'),
    ('types.h', 'HPYR_ALL UINT32_MAX', 'HPYR_ALL SIZE_MAX', 'is no number'),
    ('types.h', '/** The channel of a texel that is read. */\n', '', 'hpyr_channel has no comment'),
    ('types.h', ' /**< The first channel. All formats have it. */', '', 'HPYR_CHANNEL_RED has no comment behind it'),
    ('types.h', ' /**< Column of the cell, from the left. */', '', 'hpyr_point.x is explained neither in a table nor'),
    ('list.h', SAME, SAME.replace('uint32_t c', 'uint_32 c'), 'there is no type uint_32'),
    ('list.h', '| capacity   | entries of', '| capacities | entries of', 'hpyr_lists_desc has no member capacities'),
    ('list.h', '| bits of hpyr_list_operation', '| bits of hpyr_list_operations', 'there is no hpyr_list_operations'),
    ('context.h', ' *  GL: no call. */\nHPYR_API int hpyr_version', ' */\nHPYR_API int hpyr_version',
     'hpyr_version does not tell what becomes of the GL'),
    ('list.h', ' *  Errors: as hpyr_lists_scan.\n', '', 'hpyr_lists_reduce returns a hpyr_result and does not tell its errors'),
    ('list.h', ' *  Cost: reads each entry once. No stall.\n', '', 'hpyr_lists_reduce does not tell what it costs'),
    ('list.h', 'reads each entry once. No stall.', 'reads each entry once.', 'does not tell whether the call waits'),
    ('list.h', 'Errors: as hpyr_lists_scan.', 'Errors: as hpyr_list_scan.', 'there is no function hpyr_list_scan'),
    ('list.h', 'Errors: as hpyr_lists_scan.', 'Errors: those of a scan.', 'no form of an error'),
    ('list.h', 'NOT_READY: the GPU', 'NOT_YET_READY: the GPU', 'NOT_YET_READY is no result'),
    ('sparse.h', ' * Not on GL 2.1:', ' * Not on GL 3.2:', 'what lacks something is'),
    ('types.h', 'HPYR_ORDER_DEFAULT = 0', 'HPYR_ORDER_DEFAULT = -1', 'HPYR_ORDER_DEFAULT is negative'),
    ('types.h', '#define HPYR_ALL UINT32_MAX', '#define HPYR_ALL 1000', 'HPYR_ALL fits an int'),
    ('pyramid.h', '`needed` may be NULL.', '`needed` can be NULL.', 'no form of a sentence'),
    ('pyramid.h', '`needed` may be NULL.', '`needed` may be NULL', 'a sentence ends with a dot'),
    ('pyramid.h', '`needed` may be NULL.', '`capacity` may be NULL.', 'capacity is no pointer'),
    ('pyramid.h', '`needed` may be NULL.\n', '`needed` may be NULL.\n *  Pointers: `needed` may be NULL.\n', 'a second line of Pointers'),
    ('pyramid.h', 'Pointers: `cells` has `count` entries.', 'Pointers: `cells` has `keys` entries.', 'keys is no length'),
    ('pyramid.h', 'Pointers: `cells` has `count` entries.', 'Pointers: `cells` has `count` bytes.', 'cells has no bytes'),
    ('list.h', 'lives until hpyr_lists_destroy', 'lives until hpyr_list_destroy', 'there is no function hpyr_list_destroy'),
    ('list.h', 'The result lives until hpyr_lists_destroy', 'The result lives until hpyr_lists_scan',
     'lives until a _destroy, or until the next call'),
    ('quadtree_types.h', '`floats` is chosen by `hpyr_quadtree_desc.format`', '`floats` is chosen by `hpyr_quadtree_desc.type`',
     'cannot choose'),
    ('octree.h', ' *  Units: `offset` is in bytes, a multiple of 4. `first` and `count` are in entries.\n *  Pointers: `report` may be NULL.\n',
     ' *  Pointers: `report` may be NULL.\n *  Units: `offset` is in bytes.\n', 'pointers stand after shapes, units and order'),
    ('sparse.h', ' *  GL: state restored. */\nHPYR_API hpyr_result hpyr_sparse_count',
     ' *  GL: state restored.\n *  Pointers: `count` may be NULL. */\nHPYR_API hpyr_result hpyr_sparse_count', 'pointers stand before errors'),
    ('types.h', '/** The channel of a texel that is read. */', '/** The channel of a texel. It may be NULL. */',
     'NULL belongs to a line of pointers'),
    ('types.h', '/**< The first channel.', '/**< It accepts NULL.', 'NULL belongs to a line of pointers'),
    ('types.h', '\n/** The channel of a', '\n/** Nothing.\n *  Pointers: `x` may be NULL. */\n\n/** The channel of a', 'pointers of no declaration'),
    ('types.h', '\n/** The channel of a', '\n/** Nothing. */\n\n/** The channel of a', r'a comment /\*\* of no declaration'),
    ('isosurface.h', 'size_t vertex_capacity, uint32_t', 'uint32_t vertex_capacity, uint32_t', 'isosurface has no download in the common form'),
    ('sparse.h', 'hpyr_sparse_resolved(const', 'hpyr_sparse_glsl(const', 'sparse has glsl, and the table says that it has none'),
    ('contracts.md', '| `sparse` | yes | yes | yes | yes | 1 |', '| `sparse` | yes | yes | yes | yes | 99 |', "sparse, memory: '99' is no reason"),
    ('contracts.md', '| glsl | bind |', '| glsl | binds |', 'the table has the calls'),
    ('contracts.md', '| `sparse` |', '| - |', '12 modules; there are 12 objects'),
)
# Descriptions of other records than there are: (file, what stands there, what is described instead, what the compiler must name)
WRONG = (
    ('pyramid.h', 'hpyr_base base;\n    hpyr_order order;', 'hpyr_order order;\n    hpyr_base base;', 'prove_hpyr_pyramid_desc_(base|order)'),
    ('types.h', 'uint64_t cells;', 'int64_t cells;', 'its_cells'),
    ('list.h', 'HPYR_LIST_OPERATION_SORT = 4', 'HPYR_LIST_OPERATION_SORT = 5', 'prove_HPYR_LIST_OPERATION_SORT'),
    ('pyramid.h', 'hpyr_list_side(uint32_t count)', 'hpyr_list_side(uint64_t count)', 'its_hpyr_list_side'),
)


def damaged(source, work, name, before, after):
    """A copy of the headers and of docs/contracts.md, one of them changed."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(source / 'include', work / 'include')
    shutil.copy(source / 'docs/contracts.md', work)
    path = work / name if name == 'contracts.md' else work / 'include/histopyramid' / name
    text = path.read_text(encoding='utf-8')
    if before not in text:
        sys.exit(f'test_api.py: {name} has no longer: {before}')
    path.write_text(text.replace(before, after, 1), encoding='utf-8')


def describe(source, include, contracts, *options):
    call = [sys.executable, source / 'scripts/api/describe.py', include, '--contracts', contracts, *options]
    return subprocess.run([str(one) for one in call], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)


def compiles(compiler, include, proof):
    call = [*compiler, '-std=c99', '-Wall', '-Wpedantic', '-Werror', '-fsyntax-only', '-I', str(include), str(proof)]
    return subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)


def main():
    source, work, compiler = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    proof = work / 'proof.c'
    work.mkdir(parents=True, exist_ok=True)
    run = describe(source, source / 'include', source / 'docs/contracts.md', '--proof', proof)
    print(run.stdout, end='')
    counts = [int(count) for count in re.findall(r'(\d+) (?:functions|sentences)', run.stdout)]
    if run.returncode or len(counts) != 2 or counts[0] < 200 or counts[1] < 100:
        sys.exit('test_api.py: the headers cannot be read, or only some of them')
    right = compiles(compiler, source / 'include', proof)
    failures = [] if right.returncode == 0 else [f'the proof does not compile: {right.stdout}']
    for name, before, after, sentence in DAMAGES:
        damaged(source, work / 'damaged', name, before, after)
        run = describe(source, work / 'damaged/include', work / 'damaged/contracts.md')
        is_contract = name == 'contracts.md' or 'the table' in sentence or 'common form' in sentence
        place = 'contracts.md: ' if is_contract else rf'/{name}:\d+: '
        if run.returncode != 1 or not re.search(rf'{place}[^\n]*({sentence})', run.stdout):
            failures.append(f'{name}: "{sentence}" was expected after: {after}\n  but there was: {run.stdout}')
    for name, before, after, culprit in WRONG:
        damaged(source, work / 'damaged', name, before, after)
        run = describe(source, work / 'damaged/include', work / 'damaged/contracts.md', '--proof', proof)
        compiled = compiles(compiler, source / 'include', proof)
        if run.returncode != 0 or compiled.returncode == 0 or not re.search(culprit, compiled.stdout):
            failures.append(f'{name}: the compiler should have named {culprit} after: {after}\n  but there was: {run.stdout}{compiled.stdout}')
    print(f'{len(DAMAGES)} damages, {len(WRONG)} wrong descriptions, {len(failures)} failures')
    sys.exit('\n'.join(failures) if failures else 0)


if __name__ == '__main__':
    main()
