#!/usr/bin/env python3
"""describe.py - reads the public headers, and writes what is made of them. docs/api-description.md tells more.  SPDX-License-Identifier: MIT

usage: describe.py INCLUDE_FOLDER [--contracts CONTRACTS.md] [--json FILE] [--proof FILE.c] [--web FOLDER HEADER...]

  --contracts   also compares the table of docs/contracts.md with the headers
  --json        the description
  --proof       a C file that compiles only if the description agrees with the headers
  --web         api.mjs, api.d.mts, exports.txt and web_api.h for src/web, with the functions of these headers

A header that it cannot read, or that breaks a rule, ends it with status 1 and a line: file, line, and one sentence."""
import argparse
import pathlib
import re
import sys

sys.dont_write_bytecode = True # no __pycache__ beside the sources

from facts import Facts
from headers import Problem, Reader
from outputs import Script, write_json, write_proof
from rules import Rules


def in_order(include):
    """All headers, each behind those that it includes."""
    done = []
    def visit(path):
        if path not in done:
            for name in re.findall(r'^#include <(histopyramid/.*?)>', path.read_text(encoding='utf-8'), re.M):
                visit(include / name)
            done.append(path)
    for path in sorted(include.rglob('*.h')):
        visit(path)
    return done


def write(path, text):
    """Leaves a file alone that has this text already, so that nothing is built again."""
    if not path.exists() or path.read_text(encoding='utf-8') != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument('include', type=pathlib.Path)
    for name in ('contracts', 'json', 'proof'):
        options.add_argument(f'--{name}', type=pathlib.Path)
    options.add_argument('--web', nargs='+')
    chosen = options.parse_args()
    reader = Reader()
    try:
        for path in in_order(chosen.include):
            reader.read(path, path.relative_to(chosen.include).as_posix())
        facts = Facts(reader)
        facts.find_all()
    except Problem as problem:
        sys.exit(f'{chosen.include}/{problem}')
    rules = Rules(reader, facts)
    rules.check_headers()
    modules, cells = rules.check_contracts(chosen.contracts) if chosen.contracts else (0, 0)
    if facts.problems:
        sys.exit('\n'.join(f"{'' if problem.startswith('contracts.md') else f'{chosen.include}/'}{problem}" for problem in facts.problems))
    description = reader.description
    if chosen.json:
        write(chosen.json, write_json(description))
    if chosen.proof:
        write(chosen.proof, write_proof(description))
    if chosen.web:
        folder, script = pathlib.Path(chosen.web[0]), Script(description, chosen.web[1:])
        for name, text in (('api.mjs', script.write_module()), ('api.d.mts', script.write_declarations()), ('exports.txt', script.exports()),
                           ('web_api.h', script.write_header())):
            write(folder / name, text)
    print(f"{len(description['headers'])} headers, {len(description['functions'])} functions, {len(description['records'])} records, "
          f"{facts.sentences} sentences about pointers, {modules} modules with {cells} calls")


if __name__ == '__main__':
    main()
