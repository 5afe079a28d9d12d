// descriptors.mjs - what a page writes into descriptors, as the numbers and records of C.  SPDX-License-Identifier: MIT
import { ENUMS, NOT_IN_WEBGL, RECORDS } from './api.mjs';
import { addCallback, HistopyramidError } from './calls.mjs';

/** As `count`: up to the last one. */
export const ALL = 0xffffffff;

const GRID = 'field_grid'; // a record whose members a page writes beside those of the descriptor that it is in

/** The number of a name of an enum; 0 for none. `what` is the member that has it. */
export function numberOf(kind, name, what) {
  if (name === undefined || name === null) return 0;
  if (Object.hasOwn(ENUMS[kind], name)) return ENUMS[kind][name];
  const known = Object.keys(ENUMS[kind]).filter((one) => one !== 'default' && !NOT_IN_WEBGL[kind]?.includes(one)).join(', ');
  throw new HistopyramidError('INVALID_ARGUMENT', `${what} ${name}; known are ${known}`);
}

export function nameOf(kind, number) {
  return Object.keys(ENUMS[kind]).find((name) => ENUMS[kind][name] === number);
}

function namesOf(kind, bits) {
  return Object.keys(ENUMS[kind]).filter((name) => name !== 'all' && bits & ENUMS[kind][name]);
}

/** A record of C as a page sees it: with the page's names of members and of enums, and texts. */
export function shown(calls, record, values) {
  return Object.fromEntries(RECORDS[record].members.flatMap(({ name, page, enum: kind, bits, text, record: inner }) => {
    const value = values[name];
    if (inner === GRID) return Object.entries(shown(calls, inner, value));
    return [[page, kind ? nameOf(kind, value) : bits ? namesOf(bits, value) : text ? calls.readText(value) : value]];
  }));
}

// ---- what descriptors become ----

// Members by the names that a page gives them: {member, within}. Those of a grid stand beside the others.
function membersOf(record, within) {
  return new Map(RECORDS[record].members.filter(({ name }) => name !== 'user').flatMap((member) =>
    member.record === GRID ? [...membersOf(member.record, member.name)] : [[member.page, { member, within }]]));
}

const RULE = ['threshold', 'ranges', 'glsl', 'bind', 'localMax', 'edge'];

/** A member that is not known is a mistake: it would have no effect. */
function checkNames(values, known, what) {
  const wrong = Object.keys(values).find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new HistopyramidError('INVALID_ARGUMENT', `${what}: there is no ${wrong}; known are ${known.join(', ')}`);
}

export function checkRule(rule) {
  checkNames(rule, RULE, 'rule');
}

// Holds the page's objects that a descriptor names, until `objects` are released.
export class Holder {
  constructor(calls) {
    this.calls = calls;
    this.objects = [];
  }

  name(object, kind = 'buffers') {
    if (object === undefined || object === null) return 0;
    const number = this.calls.names.hold(object, kind);
    this.objects.push(object);
    return number;
  }

  /** A page's descriptor as the record of C. `what` is its name in messages. A `bind` is left to the caller. */
  descriptor(record, values, what) {
    const known = membersOf(record), made = {};
    checkNames(values, [...known.keys()], what);
    for (const [name, value] of Object.entries(values)) {
      const { member, within } = known.get(name);
      (within ? made[within] ??= {} : made)[member.name] = this.member(member, value);
    }
    return made;
  }

  member({ page, record, enum: kind, bits, text }, value) {
    if (value === undefined || value === null || page === 'bind') return undefined;
    if (kind) return numberOf(kind, value, page);
    if (bits) return value.reduce((sum, name) => sum | numberOf(bits, name, page), 0);
    if (text) return this.calls.text(value);
    return record ? this[record](value) : value; // as texture() does
  }

  texture(t) {
    if (!t) return undefined;
    return {
      name: this.name(t.texture, 'textures'), target: t.target, level: t.level, width: t.width, height: t.height, depth: t.depth,
      format: numberOf('format', t.format, 'format'), channel: numberOf('channel', t.channel, 'channel'),
    };
  }

  list(l) {
    if (!l) return undefined;
    if (l instanceof WebGLBuffer) return { buffer: this.name(l) };
    return {
      buffer: this.name(l.buffer), offset: l.offset, type: numberOf('list_type', l.type, 'type'),
      texture: l.texture && this.texture(l),
    };
  }

  length(l) {
    if (typeof l === 'number') return { count: l };
    if (l.pyramid && !l.pyramid.address) throw new HistopyramidError('INVALID_ARGUMENT', 'the pyramid of a length is destroyed');
    return { count: l.count ?? ALL, pyramid: l.pyramid?.address, buffer: this.name(l.buffer), offset: l.offset };
  }

  records(r) {
    return {
      buffer: this.name(r.buffer), offset: r.offset, format: numberOf('format', r.format, 'format'), count: r.count,
      texture: r.texture && this.texture(r),
    };
  }

  /** A buffer whose entries are dense, or { buffer, offset, stride }. */
  attribute(a) {
    return a && (a.buffer ? { buffer: this.name(a.buffer), offset: a.offset, stride: a.stride } : { buffer: this.name(a) });
  }

  mesh(m) {
    return {
      positions: this.attribute(m.positions), colors: this.attribute(m.colors),
      index_buffer: this.name(m.indices), index_offset: m.indexOffset, triangle_count: m.triangleCount,
    };
  }

  meshPart(s) {
    return {
      mesh: this.mesh(s), normals: this.attribute(s.normals), texcoords: this.attribute(s.texcoords),
      texture: this.texture(s.texture),
    };
  }

  field(f, callback) {
    return {
      texture: f.texture && this.texture(f), tiles_x: f.tilesX, buffer: this.name(f.buffer),
      buffer_format: f.buffer ? numberOf('format', f.format, 'format') : 0, buffer_offset: f.offset,
      glsl: this.calls.text(f.glsl), ...callback,
    };
  }

  release() {
    this.calls.names.releaseAll(this.objects);
  }
}

// A function of the page's that sets uniforms of its own GLSL.
export function callbackFor(calls, bind) {
  if (!bind) return {};
  return { bind: calls.module._hpyr_web_bind_function(), user: addCallback(bind) };
}

// A 64-bit number as the two arguments that it is in WebAssembly.
export function words(number) {
  return [number >>> 0, Math.floor(number / 2 ** 32)];
}
