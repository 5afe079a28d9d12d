"""rules.py - what every public header keeps to, and what docs/contracts.md says of all modules.  SPDX-License-Identifier: MIT"""
import re

from facts import NOT_TOLD
from headers import Comment, missing_dialects

# Forms of the calls that all modules share: %m is the module, %o the object's type.
COUNT, NUMBERS = '(total|count|counts|result)', '(uint32_t|hpyr_mesh_counts)'
RANGE = r'(hpyr_[a-z_]+ array, )?uint(32|64)_t first, uint(32|64)_t count'
CALLS = {
    'create': r'hpyr_result hpyr_%m_create\(hpyr_context \*context, const hpyr_%m_desc \*desc, hpyr_%m \*\*out\)',
    'destroy': r'void hpyr_%m_destroy\(hpyr_%m \*[a-z_]+\)',
    'resolved': r'const hpyr_%m_desc \*hpyr_%m_resolved\(const hpyr_%m \*[a-z_]+\)',
    'bytes': r'uint64_t hpyr_%m_bytes\(const hpyr_context \*context, const hpyr_%m_desc \*desc\)',
    'memory': r'uint64_t hpyr_%m_memory\(const hpyr_%m \*[a-z_]+\)',
    'count': rf'hpyr_result hpyr_%m_{COUNT}\((const )?%o \*[a-z_]+, {NUMBERS} \*{COUNT}\)',
    'try_count': rf'hpyr_result hpyr_%m_try_{COUNT}\(%o \*[a-z_]+, {NUMBERS} \*{COUNT}\)',
    'extract': rf'hpyr_result hpyr_%m_extract(_buffer\(%o \*[a-z_]+, {RANGE}, uint32_t buffer, uint64_t offset, (uint32_t stride, )?'
               r'hpyr_report \*report|\(%o \*[a-z_]+, const hpyr_mesh_output \*output, hpyr_mesh_report \*report)\)',
    'download': rf'hpyr_result hpyr_%m_download\(%o \*[a-z_]+, ({RANGE}, [a-z_0-9]+ \*[a-z]+, size_t capacity, (size_t stride, )?hpyr_report|'
                r'hpyr_mesh_vertex \*vertices, (float \*densities, )?size_t vertex_capacity, '
                r'(uint32_t \*indices, size_t triangle_capacity, )?hpyr_mesh_report) \*report\)',
    'glsl': r'hpyr_result hpyr_%m_glsl\(const hpyr_%m \*[a-z_]+, const char \*prefix, char \*text, size_t capacity, size_t \*needed\)',
    'bind': r'hpyr_result hpyr_%m_bind\(hpyr_%m \*[a-z_]+, uint32_t program, const char \*prefix, uint32_t first_unit, hpyr_binding \*binding\)',
    'unbind': r'hpyr_result hpyr_%m_unbind\(hpyr_%m \*[a-z_]+\)',
}
NAMED = {'count': COUNT, 'try_count': f'try_{COUNT}', 'extract': 'extract(_buffer)?'}


def declare(part, name):
    """A declaration in C of `name` with the type of a part of the description."""
    base = ('const ' if part.get('const') else '') + part['type'] + ' ' + '*' * part.get('pointer', 0)
    if part['type'] == 'function':
        return declare_function(part, f'(*{name})')
    if 'row' in part:
        return f"{part['type']} (*{name})[{part['row']}]"
    if 'array' in part:
        return base + (f'({name})' if name.startswith('*') else name) + ''.join(f'[{size}]' for size in part['array'])
    return base + name


def declare_function(part, name):
    parameters = ', '.join(declare(one, one['name']) for one in part['parameters']) or 'void'
    return declare(part['result'], f'{name}({parameters})')


class Rules:
    def __init__(self, reader, facts):
        self.reader, self.facts, self.description = reader, facts, reader.description

    def fail(self, place, sentence):
        self.facts.fail(place, sentence)

    def check_headers(self):
        for kind in ('constants', 'enums', 'handles', 'callbacks', 'records', 'functions', 'macros'):
            for entry in self.description[kind]:
                if not entry.get('text'):
                    self.fail(self.facts.place(entry), f"{entry['name']} has no comment")
        for function in self.description['functions']:
            if not function.get('reference') and function.get('text'):
                self.check_function(function)
        for entry in self.description['constants']:
            if re.match(r'\d+$', entry.get('literal', '')) and not entry['name'].startswith('HPYR_VERSION_'):
                self.fail(self.facts.place(entry), f"{entry['name']} fits an int: let it be an enumerator")
        for enum in self.description['enums']:
            for value in enum['values']:
                if value['value'] < 0 and enum['name'] != 'hpyr_result':
                    self.fail(self.facts.place(enum), f"{value['name']} is negative")
        for comment in self.reader.all_comments:
            self.check_comment(comment)

    def check_function(self, function):
        """Errors, cost and GL state: whoever answers with a hpyr_result tells errors; everybody tells what becomes of the GL state; and whoever
        calls GL and answers with a hpyr_result tells its cost, and in it whether it waits, but for _create and _unbind."""
        name, place = function['name'], self.facts.place(function)
        labels = self.reader.comments[name].labels
        answers, silent = function['result']['type'] == 'hpyr_result', (function['gl'] or '').startswith('no call')
        if 'GL' not in labels:
            self.fail(place, f'{name} does not tell what becomes of the GL state: GL')
        if answers and 'Errors' not in labels:
            self.fail(place, f'{name} returns a hpyr_result and does not tell its errors: Errors')
        if answers and not silent and not re.search(r'_create(_version)?$|_unbind$', name):
            if 'Cost' not in labels:
                self.fail(place, f'{name} does not tell what it costs: Cost')
            elif function['waits'] is NOT_TOLD:
                self.fail(place, f'{name}: its cost does not tell whether the call waits for the GPU')

    def check_comment(self, comment):
        """Of any comment, also of one behind a member."""
        if 'Pointers' in comment.labels and not comment.used:
            self.fail(comment.place, 'pointers of no declaration')
        if comment.is_doc and not comment.used:
            self.fail(comment.place, 'a comment /** of no declaration')
        prose = [comment.text, *(' '.join(row.values()) for row in comment.rows)]
        prose += [comment.label(name) for name in comment.labels if name != 'Pointers']
        for text in prose:
            null = re.search(r'(may( both)? be NULL|NULL is allowed|accepts NULL)', text)
            if null and '/reference/' not in comment.place:
                self.fail(comment.place, f'NULL belongs to a line of pointers: {text[max(null.start() - 60, 0):null.end()]}')
            if re.search(r'(^|[.;] )[Nn]ot on (GL|OpenGL)', text) and not missing_dialects(text):
                self.fail(comment.place, 'what lacks something is "Not on GL 2.1", "Not on OpenGL ES" or "Not on GL 2.1 and OpenGL ES"')

    # ---- docs/contracts.md ----

    def check_contracts(self, path):
        """Compares the table with the declarations. Returns the numbers of its modules and calls."""
        place, text = path.name, path.read_text(encoding='utf-8')
        declared = [declare_function(one, one['name']) for one in self.description['functions'] if not one.get('reference')]
        columns, modules, cells = [], 0, 0
        for line in text.split('\n'):
            row = [cell.strip(' `') for cell in line.strip('|').split('|')] if line.startswith('|') else ['']
            if row[0] == 'module':
                columns = row
                if sorted(columns[1:]) != sorted(CALLS):
                    self.fail(place, f"the table has the calls {', '.join(columns[1:])}; the forms are of {', '.join(CALLS)}")
                    return 0, 0
            elif columns and re.match(r'[a-z_]+$', row[0]) and len(row) == len(columns):
                modules += 1
                for call, cell in zip(columns[1:], row[1:]):
                    cells += 1
                    self.check_call(place, declared, row[0], call, cell, re.search(rf'^{cell}\. ', text, re.M))
        objects = sum(re.match(r'hpyr_result hpyr_\w+_create\(hpyr_context ', one) is not None for one in declared)
        if modules != objects + 1:
            self.fail(place, f'{modules} modules; there are {objects} objects, and Poisson surfaces')
        return modules, cells

    def check_call(self, place, declared, module, call, cell, reason):
        kind = 'hpyr_poisson' if module == 'poisson_surface' else f'hpyr_{module}'
        form = CALLS[call].replace('%m', module).replace('%o', kind)
        named = [one for one in declared if re.search(rf'[ *]hpyr_{module}_{NAMED.get(call, call)}\(', one)]
        if cell == 'yes' and not any(re.fullmatch(form, one) for one in named):
            self.fail(place, f"{module} has no {call} in the common form: {'; '.join(named)}")
        elif cell != 'yes' and not (cell.isdigit() and reason):
            self.fail(place, f"{module}, {call}: '{cell}' is no reason")
        elif cell != 'yes' and named:
            self.fail(place, f'{module} has {call}, and the table says that it has none')
