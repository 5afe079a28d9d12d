"""headers.py - reads the public headers into one description, as docs/api-description.md explains it.  SPDX-License-Identifier: MIT

A header has declarations of seven forms and comments of one. What has another form is a Problem, which names its file and line."""
import re

LABELS = ('Shapes', 'Units', 'Order', 'Pointers', 'Formats', 'Errors', 'Cost', 'Lifetime', 'GL', 'Source', 'Threads')
SCALARS = {'bool': 1, 'char': 1, 'uint8_t': 1, 'uint16_t': 2, 'int16_t': 2, 'uint32_t': 4, 'int32_t': 4, 'int': 4, 'float': 4, 'uint64_t': 8,
           'int64_t': 8, 'double': 8}
GL_OBJECTS = ('buffer', 'program') # what a uint32_t of this name is to GL; so is `name` of a hpyr_texture, which is a texture


class Problem(Exception):
    """One sentence about a place in a header."""
    def __init__(self, place, sentence):
        super().__init__(f'{place}: {sentence}')


def squeeze(text):
    return re.sub(r'\s+', ' ', text).strip()


# ---- comments ----

class Comment:
    """The prose of a comment, the text of each of its labels, and the rows of its tables of members."""
    def __init__(self, text, place, start=0, end=0):
        self.place, self.start, self.end = place, start, end
        self.is_behind = text.startswith('/**<') # a member or a constant
        self.is_doc = text.startswith('/**') and not self.is_behind
        self.used = False # by what it stands before or behind
        self.labels, self.places, self.rows, self.columns = {}, {}, [], None
        file, line = place.rsplit(':', 1)
        prose, label = [], None
        for number, raw in enumerate(text.split('\n'), int(line)):
            body = re.sub(r'^\s*(/\*\*?<?|\*(?!/))', '', raw).replace('*/', '').rstrip()
            found = re.match(r' {1,2}([A-Z][A-Za-z0-9 .,]*?): ?(.*)', body)
            names = re.split(r', ', found.group(1)) if found else []
            if names and all(name in LABELS for name in names):
                label = names
                for name in names:
                    if name in self.labels:
                        raise Problem(f'{file}:{number}', f'a second line of {name}')
                    self.labels[name], self.places[name] = [found.group(2)], f'{file}:{number}'
            elif label and re.match(r' {4}', body):
                for name in label:
                    self.labels[name].append(body[4:])
            else:
                label = None
                if re.match(r' *\|', body):
                    self.read_row(body.strip())
                else:
                    self.columns = None
                    prose.append(body.strip())
        self.text = squeeze(' '.join(prose))

    def read_row(self, body):
        """A row of a table of members. Its first cell names members; if it is empty, the row goes on with the one before."""
        cells = [cell.strip() for cell in body.strip('|').split('|')]
        if self.columns and re.match(r'-+$', cells[0]):
            return
        if not self.columns:
            self.columns = cells
        elif self.columns[0] == 'member':
            if cells[0]:
                self.rows.append(dict(zip(self.columns, cells)))
            else:
                for column, cell in zip(self.columns, cells):
                    self.rows[-1][column] = squeeze(f'{self.rows[-1][column]} {cell}')

    def label(self, name):
        return squeeze(' '.join(self.labels[name])) if name in self.labels else None

    def described(self):
        """What the description has of a comment: prose, and labels that it does not take apart."""
        plain = {name: self.label(name) for name in LABELS if name in self.labels and name not in ('Errors', 'Pointers')}
        return {'text': self.text, **({'labels': plain} if plain else {})}


def missing_dialects(text):
    """The dialects that "Not on GL 2.1" or "Not on GL 2.1 and OpenGL ES" names, at the start of a sentence or behind a semicolon."""
    found = re.search(r'(?:^|[.;] )[Nn]ot on (GL 2\.1|OpenGL ES)(?: and (OpenGL ES))?\b', text)
    return [name for name in found.groups() if name] if found else []


# ---- declarations ----

def parse_declarator(text, place):
    """One parameter or member: {'name', 'type', 'const', 'pointer', 'array'}."""
    text = squeeze(text)
    call = re.match(r'(.*?)\(\*(\w+)\)\((.*)\)$', text)
    if call: # a pointer to a function, written out
        return {'name': call.group(2), 'type': 'function', 'result': parse_type(call.group(1), place),
                'parameters': parse_parameters(call.group(3), place), 'place': place}
    rows = re.match(r'([a-z]\w*) \(\*(\w+)\)\[(\w+)\]$', text)
    if rows: # a pointer to rows of so many numbers
        return {'name': rows.group(2), 'type': rows.group(1), 'pointer': 1, 'row': int(rows.group(3)), 'place': place}
    found = re.match(r'(const )?([a-z]\w*) ?((?:\*(?:const )?)*) ?(\w+)((?:\[[^\]]+\])*)$', text)
    if not found:
        raise Problem(place, f'"{text}" is no parameter and no member of a form that is known')
    made = {'name': found.group(4), **parse_type(''.join(filter(None, found.group(1, 2))) + found.group(3), place), 'place': place}
    arrays = re.findall(r'\[([^\]]+)\]', found.group(5))
    if arrays:
        made['array'] = arrays
    return made


def parse_type(text, place):
    found = re.match(r'(const )?([a-z]\w*)((?: ?\*(?:const)?)*)$', squeeze(text))
    if not found:
        raise Problem(place, f'"{squeeze(text)}" is no type of a form that is known')
    made = {'type': found.group(2)}
    if found.group(1):
        made['const'] = True
    if found.group(3):
        made['pointer'] = found.group(3).count('*')
    return made


def parse_parameters(text, place):
    return [] if text.strip() == 'void' else [parse_declarator(one, place) for one in text.split(',')]


class Header:
    """One header's text, cut into declarations, each with the comment before it."""
    def __init__(self, path, name):
        self.name = name
        self.text = path.read_text(encoding='utf-8')
        self.comments = []
        def blank(found):
            self.comments.append(Comment(found.group(), self.place(found.start()), found.start(), found.end()))
            return re.sub(r'[^\n]', ' ', found.group())
        code = re.sub(r'/\*.*?\*/', blank, self.text, flags=re.S)
        code = re.sub(r'#ifdef __cplusplus\n.*?#endif', lambda found: re.sub(r'[^\n]', ' ', found.group()), code, flags=re.S)
        self.defines, self.macros = [], []
        self.code = re.sub(r'^#[^\n]*', self.directive, code, flags=re.M)
        if not self.comments or self.comments[0].start != 0 or 'SPDX-License-Identifier' not in self.comments[0].text:
            raise Problem(f'{name}:1', 'a header begins with a comment that says what it is, and its license')
        self.about = self.comments[0]

    def place(self, offset):
        return f'{self.name}:{self.text.count(chr(10), 0, offset) + 1}'

    def directive(self, found):
        words = found.group().split(None, 2)
        if words[0] == '#define' and not re.match(r'HPYR_API$|HPYR_\w+_H$', words[1]):
            macro = re.match(r'#define (hpyr_\w+)\([a-z, ]*\) (hpyr_\w+)\(.*\)$', squeeze(found.group()))
            if macro:
                self.macros.append((found.start(), *macro.groups()))
            elif len(words) == 3 and re.match(r'HPYR_[A-Z0-9_]+$', words[1]):
                self.defines.append((found.start(), words[1], squeeze(words[2])))
            else:
                raise Problem(self.place(found.start()), f'{words[1]} is neither a constant with a value nor a call of a function')
        elif words[0] not in ('#define', '#include', '#ifndef', '#endif') and self.name != 'histopyramid/export.h':
            raise Problem(self.place(found.start()), f'{words[0]}: a header is the same on every machine')
        elif self.name == 'histopyramid/export.h':
            self.comment_before(found.start()) # of HPYR_API, which is another word for each compiler
        return ' ' * len(found.group())

    def comment_before(self, offset):
        """The comment that ends right before a declaration."""
        before = [comment for comment in self.comments if comment.end <= offset]
        if not before or not before[-1].is_doc or self.text[before[-1].end:offset].strip() or self.text.count('\n', before[-1].end, offset) > 1:
            return None
        before[-1].used = True
        return before[-1]

    def comment_behind(self, offset, limit):
        """The text of the comment `/**<` behind a member or a constant, before the next one begins."""
        for comment in self.comments:
            if offset <= comment.start < limit:
                comment.used = True
                return comment.text if comment.is_behind else None
        return None

    def declarations(self):
        """(start, text) of each declaration. Offsets into `text` count from `start`."""
        start, depth = None, 0
        for at, sign in enumerate(self.code):
            if start is None and not sign.isspace():
                start = at
            depth += (sign == '{') - (sign == '}')
            if sign == ';' and depth == 0:
                yield start, self.code[start:at + 1]
                start = None
        if start is not None:
            raise Problem(self.place(start), 'a declaration has no end')


# ---- the description ----

FORMS = (('handle', r'typedef struct (\w+) (\w+);$'), ('record', r'typedef (struct|union) (\w+) \{(.*)\} (\w+);$'),
         ('enum', r'typedef enum (\w+) \{(.*)\} (\w+);$'), ('numbers', r'enum \{(.*)\};$'),
         ('callback', r'typedef ([^{]*?)\(\*(\w+)\)\((.*)\);$'), ('function', r'HPYR_API ([^{]*?)(\w+)\((.*)\);$'))


class Reader:
    """Reads headers one after the other. `description` is what the JSON has."""
    def __init__(self):
        self.values = {'UINT32_MAX': 2 ** 32 - 1}
        self.comments = {} # name of what is declared -> its Comment
        self.all_comments = []
        self.description = {'headers': [], 'constants': [], 'enums': [], 'handles': [], 'callbacks': [], 'records': [], 'functions': [],
                            'macros': []}

    def read(self, path, name):
        header = Header(path, name)
        self.header, self.reference = header, '/reference/' in name
        self.all_comments += header.comments
        self.description['headers'].append({'name': name, 'reference': self.reference, 'not_on': missing_dialects(header.about.text),
                                            'text': header.about.text})
        for start, constant, text in header.defines:
            limit = header.text.index('\n', start)
            behind = header.comment_behind(start, limit)
            comment = header.comment_before(start)
            self.add('constants', constant, start, {'value': self.value_of(text, header.place(start)), 'literal': text,
                                                    **({'text': behind} if behind else {})}, comment)
        for start, macro, function in header.macros:
            self.add('macros', macro, start, {'calls': function}, header.comment_before(start))
        for start, text in header.declarations():
            self.read_declaration(start, text)

    def value_of(self, text, place):
        """A number, a constant, or sums and products of these."""
        terms = re.findall(r'[A-Za-z_]\w*|\d+(?:\.\d+)?(?:e-?\d+)?|\S', text)
        try:
            numbers = [str(self.values[term]) if re.match(r'[A-Za-z_]', term) else term for term in terms]
            if not all(re.match(r'-?[\d.e-]+$|[-+*()]$', term) for term in numbers):
                raise SyntaxError
            return eval(' '.join(numbers), {'__builtins__': {}}) # only numbers and signs are left
        except (KeyError, SyntaxError):
            raise Problem(place, f'"{text}" is no number') from None

    def add(self, kind, name, start, entry, comment=None):
        place = self.header.place(start)
        if name in self.comments:
            raise Problem(place, f'{name} is declared twice')
        self.comments[name] = comment
        entry = {'name': name, 'header': self.header.name, 'line': int(place.rsplit(':', 1)[1]), **entry}
        if comment:
            entry.update(comment.described())
        if self.reference:
            entry['reference'] = True
        if isinstance(entry.get('value'), int):
            self.values[name] = entry['value']
        self.description[kind].append(entry)
        return entry

    def read_declaration(self, start, text):
        place, flat = self.header.place(start), squeeze(text)
        kind, found = next(((kind, re.match(form, flat)) for kind, form in FORMS if re.match(form, flat)), (None, None))
        comment = self.header.comment_before(start)
        if kind == 'handle':
            self.add('handles', found.group(2), start, {}, comment)
        elif kind == 'record':
            self.read_record(start, text, found, comment)
        elif kind in ('enum', 'numbers'):
            self.read_enum(start, text, found.group(1) if kind == 'enum' else None, comment)
        elif kind in ('callback', 'function'):
            self.add(kind + 's', found.group(2), start, {'result': parse_type(found.group(1), place),
                                                         'parameters': parse_parameters(found.group(3), place)}, comment)
        else:
            raise Problem(place, f'no form of a declaration: {flat[:80]}')

    def pieces(self, start, text, separator):
        """(text, place, comment behind) of what stands between the braces."""
        inner, end = text.index('{') + 1, text.rindex('}')
        at, made = inner, []
        for piece in text[inner:end].split(separator):
            if piece.strip():
                begin = start + at + len(piece) - len(piece.lstrip())
                made.append([squeeze(piece), self.header.place(begin), begin, start + at + len(piece)])
            at += len(piece) + 1
        for k, piece in enumerate(made):
            limit = made[k + 1][2] if k + 1 < len(made) else start + end
            yield piece[0], piece[1], self.header.comment_behind(piece[2], limit)

    def read_enum(self, start, text, name, comment):
        values, last = [], -1
        for piece, place, behind in self.pieces(start, text, ','):
            found = re.match(r'(HPYR_[A-Z0-9_]+)(?: = (.+))?$', piece)
            if not found:
                raise Problem(place, f'"{piece}" is no enumerator')
            last = self.value_of(found.group(2), place) if found.group(2) else last + 1
            entry = {'name': found.group(1), 'value': last, 'text': behind or '', 'not_on': missing_dialects(behind or '')}
            self.values[found.group(1)] = last
            if name is None:
                self.add('constants', found.group(1), start, {'value': last, 'text': behind or (comment.text if comment else '')})
            elif behind is None:
                raise Problem(place, f'{found.group(1)} has no comment behind it')
            else:
                values.append(entry)
        if name:
            self.add('enums', name, start, {'values': values}, comment)

    def read_record(self, start, text, found, comment):
        members = []
        for piece, place, behind in self.pieces(start, text, ';'):
            parts = [piece] if '(' in piece else piece.split(',')
            first = parse_declarator(parts[0], place)
            declared = [first] + [parse_declarator(f"{'const ' if first.get('const') else ''}{first['type']} {part}", place) for part in parts[1:]]
            for member in declared:
                members.append({**member, **({'meaning': behind} if behind else {})})
        name = found.group(2)
        self.add_rows(name, members, comment)
        self.add('records', name, start, {'kind': found.group(1), 'members': members}, comment)

    def add_rows(self, name, members, comment):
        """What a table of members says of each: its meaning, who uses it, and what zero means."""
        by_name = {member['name']: member for member in members}
        for row in comment.rows if comment else []:
            for member in re.split(r', ', row['member']):
                if member not in by_name:
                    raise Problem(comment.place, f'{name} has no member {member}, which its table names')
                columns = (('used_by', 'used by'), ('meaning', 'meaning'), ('zero', 'zero means'))
                rule = {key: row[column] for key, column in columns if row.get(column)}
                by_name[member].setdefault('rules', []).append(rule)
        for member in members:
            if 'meaning' not in member and 'rules' not in member:
                raise Problem(member['place'], f"{name}.{member['name']} is explained neither in a table nor in a comment behind it")
