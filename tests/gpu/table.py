#!/usr/bin/env python3
"""table.py - sums what compilers of GPUs say of the library's programs, and compares it with table.csv.  SPDX-License-Identifier: MIT

usage: table.py [--choose|--renew|--part] RESULTS SHADERS.C

RESULTS is the folder that scripts/gpu-compilers.sh fills: programs, and GPU.tsv, which gpu_link prints. A line of table.csv is a
program's entry files; its first cells tell how many programs they become with the defines of the tests, the others are a GPU's: the
instructions of all these programs, and how many of them spill (12s) or fail (1f). A failure or a spill more, or 3 % of instructions
more, is an error; so are other programs than the table has, but for --part. --renew writes the table, and the block of docs/gpus.md.
--choose deletes programs before they are linked: of those with the same entry files, so many stay as say most of the variants."""
import csv
import hashlib
import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
TABLE, DOCUMENT = HERE + '/table.csv', HERE + '/../../docs/gpus.md'
CALLER = 900  # in #line, see src/gl/sources.c
SETS = ['330', '300', 'few', '120']
MORE = 1.03
PRELUDE = set(open(HERE + '/../../shaders/core/prelude.glsl').read().split('\n'))
MOST = 12  # variants of entry files; core/list has thirty times as many
# A stage that is compiled for several widths, or once more for binning, counts once.
COUNTS = re.compile(r'\b(VS|GS|FS|VERT|FRAG|MESA_SHADER_[A-Z]+)(?: vec4| SIMD\d+)? shader: (\d+) inst|\btype: (\d), .*?inst: (\d+)'
                    r'|Code Size: (\d+)[^|]*\((\w+),')
SPILLS = re.compile(r'[1-9]\d*:\d+ spills:fills|\d+:[1-9]\d* spills:fills|Spilled VGPRs: [1-9]|\blocal: [1-9]|\b[1-9]\d* stp')


def instructions_of(words):
    """Of each stage."""
    stages = {}
    for found in COUNTS.findall(words):
        stage, count = next((found[i], int(found[i + 1])) for i in (0, 2) if found[i]) if found[0] or found[2] else (found[5], int(found[4]))
        stages.setdefault(stage, count)
    return stages


class Sums:
    """What a GPU says of some programs."""

    def __init__(self, text=''):
        found = re.fullmatch(r'(\d+)(?: (\d+)s)?(?: (\d+)f)?', text)
        self.instructions, self.spills, self.fails = (int(n or 0) for n in found.groups()) if found else (0, 0, 0)

    def add(self, is_linked, words):
        self.instructions += sum(instructions_of(words).values())
        self.spills += bool(SPILLS.search(words))
        self.fails += not is_linked

    def __str__(self):
        return f'{self.instructions}' + (f' {self.spills}s' if self.spills else '') + (f' {self.fails}f' if self.fails else '')

    def is_worse_than(self, other):
        return self.fails > other.fails or self.spills > other.spills or self.instructions > MORE * other.instructions


def gpus():
    lines = [line.split(None, 4) for line in open(HERE + '/gpus.txt') if not line.startswith('#')]
    return {line[0]: (line[3].split(','), line[4].strip()) for line in lines}


def files_of(shaders):
    return re.findall(r'^    \{"([^"]+)"', open(shaders).read(), re.M)


def names_of_programs(results, shaders):
    """{path: entry files}: the number in #line is a file's place in the table of the library's files."""
    files = files_of(shaders)
    names = {}
    for folder in SETS:
        for name in sorted(os.listdir(f'{results}/{folder}')):
            path, extension = os.path.splitext(f'{folder}/{name}')
            numbers = [int(n) for n in re.findall(r'^#line 1 (\d+)$', open(f'{results}/{folder}/{name}').read(), re.M)]
            entry = files[[n for n in numbers if n <= len(files)][-1] - 1].replace('.glsl', '')
            if entry != 'core/fullscreen.vert':
                names[path] = ' '.join(sorted([entry] + names.get(path, '').split(), reverse=True))
    return names


def defines_of(text, prelude):
    """What makes this a program of its own, and stays when a shader file changes: what stands in no file. Defines follow the prelude."""
    parts = re.split(r'^#line 1 (\d+)$', text, flags=re.M)
    own = ''.join(parts[i + 1] for i in range(1, len(parts), 2) if int(parts[i]) in (prelude, CALLER))
    return '\n'.join(line for line in own.split('\n') if line not in PRELUDE)


def choose(results, names, shaders):
    """Deletes all but MOST programs of the same entry files, in an order that changes of shader files do not change."""
    prelude = files_of(shaders).index('core/prelude.glsl') + 1
    groups = {}
    for path, name in names.items():
        defines = defines_of(open(f'{results}/{path}.frag').read(), prelude)
        groups.setdefault((path.split('/')[0], name), []).append((hashlib.sha1(defines.encode()).hexdigest(), path))
    for group in groups.values():
        for _, path in sorted(group)[MOST:]:
            for stage in ('vert', 'geom', 'frag'):
                if os.path.exists(f'{results}/{path}.{stage}'):
                    os.remove(f'{results}/{path}.{stage}')


def limits_of(results, gpu):
    """What the GPU's context says: pairs of a name and a value, of which extensions have one name."""
    return [line.rstrip('\n').split('\t') for line in open(f'{results}/{gpu}.limits')]


def has_inputs(results, path, units):
    """Whether the library makes this program where a fragment shader has so many units: it leaves 8 of them to itself."""
    inputs = [int(n) for n in re.findall(r'\(\w+, u_hpyr_input_(\d+), ', open(f'{results}/{path}.frag').read())]
    return max(inputs, default=0) <= units - 8


def read_results(results, names):
    """{entry files: {column: cell}}, and {gpu: what its driver said of each program that the library makes there}."""
    table, said = {}, {}
    for path, name in names.items():
        row = table.setdefault(name, {})
        row[path.split('/')[0]] = row.get(path.split('/')[0], 0) + 1
    for gpu in gpus():
        if os.path.exists(f'{results}/{gpu}.tsv'):
            lines = [line.rstrip('\n').split('\t') for line in open(f'{results}/{gpu}.tsv', errors='replace')]
            units = int(dict(limits_of(results, gpu))['GL_MAX_TEXTURE_IMAGE_UNITS'])
            said[gpu] = [line for line in lines if has_inputs(results, line[0], units)]
            for path, verdict, _, words in said[gpu]:
                table[names[path]].setdefault(gpu, Sums()).add(verdict == 'ok', words)
    return table, said


def read_table():
    if not os.path.exists(TABLE):
        return {}
    rows = csv.DictReader(open(TABLE))
    return {row['program']: {c: int(v or 0) if c in SETS else Sums(v) for c, v in row.items() if c != 'program' and v} for row in rows}


def write_table(table):
    columns = SETS + list(gpus())
    with open(TABLE, 'w') as file:
        file.write(','.join(['program'] + columns) + '\n')
        for name in sorted(table):
            file.write(','.join([name] + [str(table[name].get(column, '')) for column in columns]) + '\n')


def compare(table, old, is_part):
    """Prints what is worse or other than the table; returns how much that is."""
    faults = 0
    for name in sorted(set(table) | set(old)):
        new, before = table.get(name, {}), old.get(name, {})
        if any(new.get(s) != before.get(s) for s in SETS):
            faults += not is_part
            if not is_part:
                print(f'{name}: programs are {[new.get(s, 0) for s in SETS]}, in the table {[before.get(s, 0) for s in SETS]}')
            continue
        for gpu in gpus():
            if gpu in new and new[gpu].is_worse_than(before.get(gpu, Sums())):
                faults += 1
                print(f'{name} on {gpu}: {new[gpu]}, in the table {before.get(gpu)}')
    return faults


def figures(said, names):
    """The first table of docs/gpus.md, and what fails and spills."""
    out = ['| GPU | programs | fail | spill | largest, instructions | all, instructions | seconds to link all | slowest module | slowest program |',
           '|---|---|---|---|---|---|---|---|---|']
    lists = []
    for gpu, lines in said.items():
        title, sums, largest, slowest, modules, faults = gpus()[gpu][1], Sums(), (0, ''), (0, ''), {}, {}
        for path, verdict, time, words in lines:
            name, seconds = names[path], float(time) / 1e3
            module = os.path.dirname(name.split()[-1])
            sums.add(verdict == 'ok', words)
            largest = max(largest, (max(instructions_of(words).values(), default=0), name))
            slowest = max(slowest, (seconds, name))
            modules[module] = modules.get(module, 0) + seconds
            if verdict != 'ok' or SPILLS.search(words):
                faults.setdefault('spill' if verdict == 'ok' else 'fail', []).append(name)
        module = max(modules, key=modules.get)
        out.append(f'| {title} | {len(lines)} | {sums.fails} | {sums.spills} | {largest[0]}: {largest[1]} | {sums.instructions} | '
                   f'{sum(modules.values()):.0f} | {modules[module]:.1f}: {module} | {slowest[0]:.1f}: {slowest[1]} |')
        for kind, found in sorted(faults.items()):
            lists.append(f'- {title}, {kind}: ' + ', '.join(f'{n} ({found.count(n)})' for n in sorted(set(found))) + '.')
    return '\n'.join(out + [''] + (lists or ['Nothing fails, and nothing spills.']))


def limits(results):
    """The second table of docs/gpus.md: what contexts have that the library asks for."""
    keys = ['GL_MAX_TEXTURE_SIZE', 'GL_MAX_3D_TEXTURE_SIZE', 'GL_MAX_ARRAY_TEXTURE_LAYERS', 'GL_MAX_DRAW_BUFFERS',
            'GL_MAX_TEXTURE_IMAGE_UNITS', 'GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS', 'GL_SUBPIXEL_BITS']
    out = ['| GPU | context | 2D side | 3D side | layers | render targets | units of fragments | of vertices | bits below a pixel | lacks |',
           '|---|---|---|---|---|---|---|---|---|---|']
    for gpu, (_, title) in gpus().items():
        if os.path.exists(f'{results}/{gpu}.limits'):
            lines = limits_of(results, gpu)
            found, extensions = dict(lines), {line[1] for line in lines}
            lacks = [e for e in ('GL_EXT_color_buffer_float', 'GL_OES_texture_float_linear') if 'ES' in found['GL_VERSION'] and e not in extensions]
            version = re.match(r'(?:OpenGL ES )?[\d.]+', found['GL_VERSION'])[0]
            out.append(f'| {title} | {version if "ES" in version else "OpenGL " + version} | ' + ' | '.join(found[k] for k in keys) + f' | {", ".join(lacks)} |')
    return '\n'.join(out)


def renew_document(text):
    document = open(DOCUMENT).read()
    new = re.sub(r'(<!-- gpu-compilers.sh -->\n).*?(<!-- end -->)', lambda m: m[1] + '\n' + text + '\n\n' + m[2], document, flags=re.S)
    open(DOCUMENT, 'w').write(new)


def main():
    options = [a for a in sys.argv[1:] if a.startswith('--')]
    paths = [a for a in sys.argv[1:] if not a.startswith('--')]
    if len(paths) != 2 or set(options) - {'--choose', '--renew', '--part'}:
        sys.exit(__doc__)
    if not os.path.isdir(os.path.join(paths[0], '330')):
        sys.exit(f'table.py: {paths[0]} has no programs: run scripts/gpu-compilers.sh first')
    names = names_of_programs(*paths)
    if '--choose' in options:
        choose(paths[0], names, paths[1])
        return
    table, said = read_results(paths[0], names)
    text = figures(said, names) + '\n\n' + limits(paths[0])
    print(text)
    if '--renew' in options:
        write_table(table)
        renew_document(text)
    elif compare(table, read_table(), '--part' in options):
        sys.exit('table.py: worse than tests/gpu/table.csv; if that is meant, say --renew')


if __name__ == '__main__':
    main()
