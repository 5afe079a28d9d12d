"""outputs.py - what is made of the description: JSON, a proof in C, and tables of JavaScript.  SPDX-License-Identifier: MIT"""
import json
import re
import zlib

from rules import declare, declare_function

MADE = 'made from the headers by scripts/api/describe.py.  SPDX-License-Identifier: MIT'


def write_json(description):
    def plain(part):
        if isinstance(part, dict):
            return {key: plain(value) for key, value in part.items() if key != 'place'}
        return [plain(value) for value in part] if isinstance(part, list) else part
    return json.dumps(plain(description), indent=1) + '\n'


# ---- C: compiles only if the description is right ----

def prove(name, condition):
    return f'typedef char prove_{name}[({condition}) ? 1 : -1];'


def pick(pair):
    return str(pair[0]) if pair[0] == pair[1] else f'(sizeof(void *) == 4 ? {pair[0]} : {pair[1]})'


def write_proof(description):
    lines = [f'/* proof.c - compiles only if the description agrees with the headers; {MADE} */', '#include <stddef.h>']
    lines += [f"#include <{header['name']}>" for header in description['headers']]
    values = [value for enum in description['enums'] for value in enum['values']]
    for value in values + [one for one in description['constants'] if isinstance(one['value'], int)]:
        lines.append(prove(value['name'], f"(long long){value['name']} == {value['value']}LL"))
    lines.append('#if !defined(__i386__) /* where a 64-bit number in a struct is aligned to 4 bytes */')
    for record in description['records']:
        name = record['name']
        lines.append(prove(name, f"sizeof({name}) == {pick(record['size'])}"))
        lines += [prove(f"{name}_{one['name']}", f"offsetof({name}, {one['name']}) == {pick(one['offset'])}") for one in record['members']]
    lines.append('#endif')
    for record in description['records']:
        lines.append(f"void prove_members_of_{record['name']}({record['name']} *r);")
        lines.append(f"void prove_members_of_{record['name']}({record['name']} *r) {{")
        for one in record['members']:
            lines.append(f"    {declare(one, '*its_' + one['name'])} = &r->{one['name']};\n    (void)its_{one['name']};")
        lines.append('}')
    lines += ['void prove_functions(void);', 'void prove_functions(void) {']
    for one in description['functions']:
        lines.append(f"    {declare_function(one, '(*its_' + one['name'] + ')')} = {one['name']};\n    (void)its_{one['name']};")
    for one in description['callbacks']:
        lines.append(f"    {declare_function(one, '(*its_' + one['name'] + ')')} = ({one['name']})0;\n    (void)its_{one['name']};")
    return '\n'.join(lines + ['}', ''])


# ---- JavaScript ----

NUMBERS = {'uint8_t': 'u8', 'bool': 'bool', 'uint16_t': 'u16', 'uint32_t': 'u32', 'int32_t': 'i32', 'int': 'i32', 'float': 'f32', 'double': 'f64',
           'uint64_t': 'u64', 'size_t': 'u32'}
# Records that a page writes in another form, or not at all: histopyramid.d.ts has the types.
OWN_FORM = ('hpyr_context_desc', 'hpyr_discriminator_desc')


def page_name(name):
    """tilesX for tiles_x, maxTexture3DSize for max_texture_3d_size."""
    words = name.split('_')
    return words[0] + ''.join(word.upper() if word[0].isdigit() else word.capitalize() for word in words[1:])


def type_name(name):
    """PyramidDescriptor for hpyr_pyramid_desc."""
    return ''.join(word.capitalize() for word in name.replace('_desc', '_descriptor').split('_')[1:])


def enum_names(enum):
    """[(name for a page, value, whether WebGL has it)]. Formats are named as in C."""
    prefix = enum['name'].upper() + '_'
    for value in enum['values']:
        name = value['name'].replace(prefix, '', 1)
        yield (name if enum['name'] == 'hpyr_format' else name.lower().replace('_', '-')), value['value'], 'OpenGL ES' not in value['not_on']


class Script:
    """Tables of JavaScript and declarations of TypeScript, of the library without the reference."""
    def __init__(self, description, headers):
        self.enums = {one['name']: one for one in description['enums']}
        self.records = {one['name']: one for one in description['records'] if not one.get('reference')}
        self.callbacks = {one['name']: one for one in description['callbacks']}
        names = {f'histopyramid/{name}.h' for name in headers}
        missing = names - {header['name'] for header in description['headers']}
        if missing:
            raise SystemExit(f"describe.py: there is no {', '.join(sorted(missing))}")
        self.functions = [one for one in description['functions'] if one['header'] in names and 'OpenGL ES' not in one.get('not_on', [])]
        self.reached = set()
        for function in self.functions:
            self.reach([function['result'], *function['parameters']])
        self.records = {name: one for name, one in self.records.items() if name in self.reached}
        self.used_enums = [one for name, one in self.enums.items() if name in self.reached and name != 'hpyr_result']
        descriptors = [one for one in self.records.values() if one['header'] in names and one['name'].endswith('_desc')]
        self.shown = [one for one in descriptors if one['name'] not in OWN_FORM]
        self.shown += [self.records[name] for name in ('hpyr_field_grid', 'hpyr_caps', 'hpyr_report', 'hpyr_mesh_counts', 'hpyr_mesh_statistics')]

    def reach(self, parts):
        """Adds the types of these parts, and of what they are made of."""
        for part in parts:
            for name in filter(None, (part['type'], part.get('bits'))):
                if name not in self.reached:
                    self.reached.add(name)
                    self.reach(self.callbacks.get(name, {}).get('parameters', []) + self.records.get(name, {}).get('members', []))

    def exports(self):
        return ''.join(f"_{name}\n" for name in ['malloc', 'free', *(one['name'] for one in self.functions)])

    # ---- api.mjs ----

    def member(self, member):
        made = {'name': member['name'], 'page': page_name(member['name']), 'at': member['offset'][0]}
        if 'pointer' in member or member['type'] in self.callbacks or member['type'] == 'function':
            made['type'] = 'u32'
            if member['type'] == 'char':
                made['text'] = True
        elif member['type'] in self.enums:
            made.update(type='u32', enum=member['type'][5:])
        elif member['type'] in self.records:
            made['record'] = member['type'][5:]
        else:
            made['type'] = NUMBERS[member['type']]
        if 'count' in member:
            made['count'] = member['count']
        if 'bits' in member:
            made['bits'] = member['bits'][5:]
        return made

    def tables(self):
        """What api.mjs exports, by name."""
        results = {str(value['value']): re.sub('^HPYR_(ERROR_)?', '', value['name']) for value in self.enums['hpyr_result']['values']}
        enums = {one['name'][5:]: {name: value for name, value, _ in enum_names(one)} for one in self.used_enums}
        absent = {one['name'][5:]: [name for name, _, is_there in enum_names(one) if not is_there] for one in self.used_enums}
        records = {name[5:]: {'size': one['size'][0], 'members': [self.member(member) for member in one['members']]}
                   for name, one in self.records.items() if one['kind'] == 'struct'}
        return {'RESULTS': results, 'ENUMS': enums, 'NOT_IN_WEBGL': {name: names for name, names in absent.items() if names}, 'RECORDS': records}

    def fingerprint(self):
        return zlib.crc32((json.dumps(self.tables()) + self.exports()).encode())

    def write_module(self):
        texts = {'RESULTS': 'Names of hpyr_result.', 'ENUMS': 'The names that a page gives to values of enums.',
                 'NOT_IN_WEBGL': 'Those of them that WebGL does not have.',
                 'RECORDS': 'Records in the memory of WebAssembly. `page` is the name that a page gives to a member.'}
        lines = [f'// api.mjs - the tables of the C library; {MADE}', '',
                 '/** Of these tables. The .wasm has the same: else it is of another version. */',
                 f'export const FINGERPRINT = {self.fingerprint()};']
        for name, table in self.tables().items():
            lines += ['', f'/** {texts[name]} */', f'export const {name} = {{']
            for key, value in table.items():
                if name == 'RECORDS':
                    lines.append(f"  {key}: {{ size: {value['size']}, members: [")
                    lines += [f'    {script(member)},' for member in value['members']] + ['  ] },']
                else:
                    lines.append(script({key: value}).replace('{ ', '  ', 1)[:-2] + ',')
            lines.append('};')
        return '\n'.join(lines + [''])

    # ---- api.d.mts ----

    def typed(self, member):
        """The type that a page sees; None of what it does not see."""
        kind = member['type']
        if 'bits' in member:
            return f"{type_name(member['bits'])}[]"
        if 'pointer' in member:
            return 'string' if kind == 'char' else None
        if kind in self.callbacks:
            return 'Bind' if kind == 'hpyr_bind_fn' else None
        if 'gl' in member:
            return {'buffer': 'WebGLBuffer', 'texture': 'WebGLTexture', 'program': 'WebGLProgram'}[member['gl']]
        single = 'boolean' if kind == 'bool' else 'number' if kind in NUMBERS else type_name(kind)
        return f"[{', '.join([single] * member['count'])}]" if 'count' in member else single

    def interface(self, record):
        is_descriptor = any('rules' in member for member in record['members'])
        bases = [type_name(one['type']) for one in record['members'] if one['type'] == 'hpyr_field_grid']
        yield f"/** {first_sentence(record['text'])} */"
        yield f"export interface {type_name(record['name'])}{' extends ' + bases[0] if bases else ''} {{"
        for member in record['members']:
            typed = self.typed(member)
            if member['type'] == 'hpyr_field_grid' or typed is None:
                continue
            rules = member.get('rules', [{'meaning': member.get('meaning', '')}])
            texts = [said(rule, member.get('required')) for rule in rules]
            yield f"  /** {' '.join(texts)} */"
            optional = '?' if is_descriptor and not member.get('required') else ''
            yield f"  {'' if is_descriptor else 'readonly '}{page_name(member['name'])}{optional}: {typed};"
        yield '}'

    def write_declarations(self):
        written = ['Texture', 'List', 'Length', 'Records', 'Bind']
        lines = [f'// api.d.mts - enums and records of the C library; {MADE}', f"import type {{ {', '.join(written)} }} from './histopyramid.js';"]
        names = ' | '.join(f"'{value['name'][11:]}'" for value in self.enums['hpyr_result']['values'] if value['value'] < 0)
        lines += ['', '/** Errors, as `result` of a HistopyramidError. */', f'export type Result = {names};']
        for enum in self.used_enums:
            names = ' | '.join(f"'{name}'" for name, _, is_there in enum_names(enum) if is_there)
            lines += ['', f"/** {first_sentence(enum['text'])} */", f"export type {type_name(enum['name'])} = {names};"]
        for record in self.shown:
            lines += ['', *self.interface(record)]
        return '\n'.join(lines + [''])

    def write_header(self):
        return f'/* web_api.h - {MADE} */\n#define HPYR_WEB_FINGERPRINT {self.fingerprint()}u\n'


def script(value):
    """As JavaScript is written by hand: single quotes, and names without them as keys."""
    if isinstance(value, dict):
        parts = [f"{key if re.match('[A-Za-z_][A-Za-z_0-9]*$', key) else script(key)}: {script(part)}" for key, part in value.items()]
        return '{ ' + ', '.join(parts) + ' }'
    if isinstance(value, list):
        return '[' + ', '.join(script(part) for part in value) + ']'
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def first_sentence(text):
    return re.split(r'(?<=\.) (?=[A-Z(])', text)[0]


def said(rule, required):
    """What a table says of a member, as a sentence or two."""
    text = f"{rule['used_by']}: {rule['meaning']}" if 'used_by' in rule else rule['meaning'][:1].upper() + rule['meaning'][1:]
    text = text.rstrip('.') + '.'
    return text if required or 'zero' not in rule else f"{text} Unless given: {rule['zero'].rstrip('.')}."
