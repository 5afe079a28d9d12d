"""facts.py - what comments of headers say in forms that a program can read, put into the description.  SPDX-License-Identifier: MIT

Pointers, errors, waits and defaults: docs/contracts.md and docs/api-description.md name the forms. A sentence of another form, or one
that speaks of what is not there, is a problem. All problems are collected, so that one run shows them all."""
import math
import re

from headers import GL_OBJECTS, SCALARS, Problem, missing_dialects, squeeze

NOT_TOLD = None


class Facts:
    def __init__(self, reader):
        self.reader, self.problems, self.sentences = reader, [], 0
        d = self.description = reader.description
        self.functions = {one['name']: one for one in d['functions']}
        self.callbacks = {one['name']: one for one in d['callbacks']}
        self.records = {one['name']: one for one in d['records']}
        self.enums = {one['name']: one for one in d['enums']}
        self.handles = {one['name'] for one in d['handles']}
        self.results = {value['name'].replace('HPYR_ERROR_', '').replace('HPYR_', '') for value in self.enums['hpyr_result']['values']}

    def fail(self, place, sentence):
        self.problems.append(f'{place}: {sentence}')

    def place(self, entry):
        return f"{entry['header']}:{entry['line']}"

    def find_all(self):
        for record in self.description['records']:
            self.check_types(record, record['members'])
            for member in record['members']:
                self.find_member(record, member)
        for function in self.description['functions'] + self.description['callbacks']:
            self.check_types(function, [function['result'], *function['parameters']])
            for parameter in function['parameters']:
                self.find_parameter(function, parameter)
        for name, comment in self.reader.comments.items():
            entry = self.functions.get(name) or self.records.get(name) or self.callbacks.get(name)
            if comment and entry:
                self.read_pointers(entry, comment)
        absent = {header['name']: header['not_on'] for header in self.description['headers']}
        for function in self.description['functions']:
            self.find_nulls(function)
            self.read_errors(function)
            function['not_on'] = sorted({*absent[function['header']], *missing_dialects(function.get('text', ''))})
        for function in self.description['functions']:
            function['answers'] = sorted(self.answers(function['name'], set()))
            function['waits'] = self.waits(function['name'])
            function['gl'] = self.reader.comments[function['name']].label('GL') if self.reader.comments[function['name']] else None
        for record in self.description['records']:
            self.lay_out(record['name'])

    # ---- types, and what follows from names ----

    def check_types(self, entry, parts):
        for part in parts:
            known = part['type'] in SCALARS or part['type'] in ('void', 'size_t', 'function')
            if not known and not any(part['type'] in table for table in (self.records, self.enums, self.handles, self.callbacks)):
                raise Problem(self.place(entry), f"{entry['name']}: there is no type {part['type']}")

    def find_gl(self, part, owner):
        names = [name for name in GL_OBJECTS if part['name'] == name or part['name'].endswith(f'_{name}')]
        if part['type'] == 'uint32_t' and 'pointer' not in part and names:
            part['gl'] = names[0]
        if owner == 'hpyr_texture' and part['name'] == 'name':
            part['gl'] = 'texture'

    def find_member(self, record, member):
        self.find_gl(member, record['name'])
        if 'array' in member:
            member['count'] = math.prod(self.reader.value_of(size, self.place(record)) for size in member['array'])
        if member['name'] == 'user':
            member['null'] = True
        rules = member.get('rules', [])
        member['not_on'] = missing_dialects(' '.join(rule['meaning'] for rule in rules))
        bits = re.search(r'bits of (hpyr_\w+)', rules[0]['meaning'] if rules else '')
        if bits and bits.group(1) not in self.enums:
            self.fail(member['place'], f'there is no {bits.group(1)}')
        elif bits:
            member['bits'] = bits.group(1)
        if len(rules) == 1 and 'used_by' not in rules[0]:
            self.find_default(member, rules[0].get('zero', ''))

    def find_default(self, member, zero):
        number = re.match(r'(\d[\d ]*)(:.*)?$', zero)
        names = [value['name'] for value in self.enums[member['type']]['values']] if member['type'] in self.enums else []
        named = [name for name in names if name.endswith(f'_{zero}')]
        if re.match(r'an error(: .*)?$', zero):
            member['required'] = True
        elif number:
            member['default'] = int(number.group(1).replace(' ', ''))
        elif named:
            member['default'] = min(named, key=len)

    def find_parameter(self, function, parameter):
        self.find_gl(parameter, function['name'])
        stars = parameter.get('pointer', 0) + ('array' in parameter)
        if parameter['type'] in self.handles and stars == 1:
            parameter['handle'] = True
        if stars == 2 and parameter['type'] in self.handles or stars == 1 and parameter['type'] not in self.handles and \
                not parameter.get('const') and not (parameter['type'] == 'void' and parameter['name'] in ('user', 'memory')):
            parameter['direction'] = 'inout' if function['name'].endswith('_free') else 'out'
        else:
            parameter['direction'] = 'in'
        create = re.match(r'(hpyr_\w+?)_create(_version)?$', function['name'])
        if create and parameter['direction'] == 'out':
            parameter['until'] = f'{create.group(1)}_destroy'

    def is_pointer(self, part, is_parameter):
        return 'pointer' in part or part['type'] in self.callbacks or part['type'] == 'function' or is_parameter and 'array' in part

    def find_nulls(self, function):
        """What hpyr_result says of all functions of the library; the reference has rules of its own."""
        if function.get('reference'):
            return
        takes_null = function['name'].endswith('_destroy') or function['result'] != {'type': 'hpyr_result'}
        for part in function['parameters']:
            if self.is_pointer(part, True):
                allowed = part['name'] == 'user' or takes_null and function['header'] != 'histopyramid/flat3d.h'
                part.setdefault('null', True if allowed else 'if empty' if 'length' in part else False)

    # ---- pointers ----

    def part_of(self, entry, name):
        """(part, whether it is a pointer, whether it is in a union) of "a", or of "a.b" of what a points to."""
        is_function = 'parameters' in entry
        if name == 'The result':
            return (entry['result'], self.is_pointer(entry['result'], False), False) if is_function else (None, False, False)
        first, _, second = name.partition('.')
        part = next((one for one in entry['parameters' if is_function else 'members'] if one['name'] == first), None)
        if not second:
            return part, bool(part) and self.is_pointer(part, is_function), entry.get('kind') == 'union'
        record = self.records.get(part['type'] if part else first)
        return self.part_of(record, second) if record else (None, False, False)

    def read_pointers(self, entry, comment):
        text = comment.label('Pointers')
        if text is None:
            return
        place, order = comment.places['Pointers'], list(comment.labels)
        for before in ('Shapes', 'Units', 'Order'):
            if before in order and order.index(before) > order.index('Pointers'):
                self.fail(place, 'pointers stand after shapes, units and order')
        if 'Errors' in order and order.index('Errors') < order.index('Pointers'):
            self.fail(place, 'pointers stand before errors')
        if not text.endswith('.'):
            self.fail(place, f'a sentence ends with a dot: {text}')
        for sentence in text.rstrip('.').split('. '):
            self.sentences += 1
            self.read_sentence(entry, sentence, place)

    def read_sentence(self, entry, sentence, place):
        name, verb = (re.match(r'(?:`([a-z_0-9.]+)`|The result) (.*)', sentence) or re.match(r'()()', '')).groups()
        name = name or 'The result'
        part, is_pointer, in_union = self.part_of(entry, name)
        forms = ((r'may be NULL$', self.may_be_null), (r'is lent$', self.is_lent), (r'lives until (the next )?([a-z_0-9]+)$', self.lives),
                 (r'has (`[^`]+`|\d+) (entries|bytes)$', self.has), (r'is chosen by `([a-z_0-9.]+)`$', self.is_chosen))
        found, use = next(((re.match(form, verb), use) for form, use in forms if re.match(form, verb)), (None, None))
        if not found or name == 'The result' and use in (self.has, self.is_chosen):
            self.fail(place, f'no form of a sentence: {sentence}')
        elif not is_pointer and not (in_union and use == self.is_chosen):
            self.fail(place, f"{entry['name']}: {name} is no pointer")
        else:
            fact = use(entry, name, found, place)
            if '.' in name: # of what the caller's pointer points to
                entry.setdefault('inner', {}).setdefault(name, {}).update(fact)
            else:
                part.update(fact)

    def may_be_null(self, entry, name, found, place):
        return {'null': True}

    def is_lent(self, entry, name, found, place):
        return {'lent': True}

    def lives(self, entry, name, found, place):
        is_next, end = found.groups()
        if bool(is_next) == end.endswith('_destroy'):
            self.fail(place, f"{entry['name']}: {name} lives until a _destroy, or until the next call of another function")
        if end not in self.functions:
            self.fail(place, f"{entry['name']}: there is no function {end}")
        return {'until_next' if is_next else 'until': end}

    def has(self, entry, name, found, place):
        length, unit = found.group(1).strip('`'), found.group(2)
        part = self.part_of(entry, name)[0]
        if (part['type'] in ('void', 'char')) != (unit == 'bytes'):
            self.fail(place, f"{entry['name']}: {name} has no {unit}")
        for term in re.split(r' [-+*] ', length):
            other, is_pointer, in_union = self.part_of(entry, term)
            if not term.isdigit() and term not in self.reader.values and (not other or is_pointer or in_union or term == name):
                self.fail(place, f"{entry['name']}: {term} is no length")
        return {'length': length, 'unit': unit}

    def is_chosen(self, entry, name, found, place):
        other, is_pointer, in_union = self.part_of(entry, found.group(1))
        if not other or is_pointer or in_union or found.group(1) == name:
            self.fail(place, f"{entry['name']}: {found.group(1)} cannot choose")
        return {'chosen_by': found.group(1)}

    # ---- errors, and waits ----

    def read_errors(self, function):
        """[{'results', 'text'}] of a list of errors, and the functions whose errors it has besides."""
        comment = self.reader.comments[function['name']]
        lines = comment.labels.get('Errors', []) if comment else []
        function['errors'], function['errors_as'] = [], []
        for line in lines:
            found = re.match(r'((?:(?:HPYR_ERROR_)?[A-Z][A-Z_]+(?:, )?)+): (.*)', line)
            if found:
                names = [name.replace('HPYR_ERROR_', '') for name in found.group(1).split(', ')]
                for name in names:
                    if name not in self.results:
                        self.fail(comment.places['Errors'], f"{function['name']}: {name} is no result")
                function['errors'].append({'results': names, 'text': found.group(2)})
            elif line.startswith('  ') and function['errors']:
                function['errors'][-1]['text'] += f' {squeeze(line)}'
            elif re.match(r'(All others: )?as hpyr_\w+[.,;]', line):
                function['errors_as'] += re.findall(r'as (hpyr_\w+)', line)
            elif 'errors_text' in function or re.match(r'After |But |An |only those that always hold, see hpyr_result\.$', line):
                function['errors_text'] = squeeze(f"{function.get('errors_text', '')} {line}")
            elif line:
                self.fail(comment.places['Errors'], f"{function['name']}: no form of an error: {line}")
        for other in function['errors_as']:
            if other not in self.functions:
                self.fail(comment.places['Errors'], f"{function['name']}: there is no function {other}")

    def answers(self, name, seen):
        """All results that a list names, with those of the functions that it names. What always holds is not among them."""
        if name in seen or name not in self.functions:
            return set()
        function = self.functions[name]
        return {result for error in function['errors'] for result in error['results']}.union(
            *(self.answers(other, seen | {name}) for other in function['errors_as']))

    def waits(self, name):
        """Whether the CPU waits for the GPU: True, False, the case in which it does, or None where the header does not tell it."""
        comment = self.reader.comments.get(name)
        cost = comment.label('Cost') if comment else None
        if comment and (self.functions[name].get('reference') or (comment.label('GL') or '').startswith('no call')):
            return False
        if not cost:
            return NOT_TOLD
        if re.search(r'does not wait .* Else it waits', cost):
            return 'without indirect draws'
        if re.search(r'\b[Ww]aits\b.*, except with `no_wait`', cost):
            return 'without no_wait'
        if re.search(r'\b[Nn]o stall|^none\.', cost):
            return False
        if re.search(r'\b[Ww]aits?\b|\bstalls?\b', cost):
            return True
        other = re.match(r'as (hpyr_\w+)', cost)
        return self.waits(other.group(1)) if other else NOT_TOLD

    # ---- memory ----

    def measure(self, part):
        """(size, alignment) with pointers of 4 and of 8 bytes."""
        if 'pointer' in part or part['type'] == 'function' or part['type'] in self.callbacks or part['type'] == 'size_t':
            size = align = (4, 8)
        elif part['type'] in self.records:
            self.lay_out(part['type'])
            size, align = (tuple(self.records[part['type']][key]) for key in ('size', 'alignment'))
        else:
            size = align = (4, 4) if part['type'] in self.enums else (SCALARS[part['type']],) * 2
        return [n * part.get('count', 1) for n in size], align

    def lay_out(self, name):
        """Offsets and sizes as C has them, where each type is aligned to its own size: [with 32-bit pointers, with 64-bit pointers]."""
        record = self.records[name]
        if 'size' in record:
            return
        ends, alignment = [0, 0], [1, 1]
        for member in record['members']:
            sizes, aligns = self.measure(member)
            begins = [0, 0] if record['kind'] == 'union' else [-(-end // align) * align for end, align in zip(ends, aligns)]
            member['offset'], member['size'] = begins, list(sizes)
            ends = [max(end, begin + size) for end, begin, size in zip(ends, begins, sizes)]
            alignment = [max(pair) for pair in zip(alignment, aligns)]
        record['size'], record['alignment'] = [-(-end // align) * align for end, align in zip(ends, alignment)], alignment
