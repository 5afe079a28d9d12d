// descriptors.mjs - what a page writes into descriptors, as the numbers and records of C.  SPDX-License-Identifier: MIT
import { addCallback, HistopyramidError } from './calls.mjs';

/** As `count`: up to the last one. */
export const ALL = 0xffffffff;

export const FORMATS = ['', 'R8', 'RGBA8', 'R16', 'R16F', 'R32F', 'RGBA32F', 'R8UI', 'R16UI', 'R16I', 'R32UI', 'RGBA32UI',
  'RGB32F', 'RGBA16F', 'SRGB8_ALPHA8', 'DEPTH'];
export const CHANNELS = ['default', 'red', 'green', 'blue', 'alpha'];
export const LAYOUTS = ['auto', 'single', 'bits', 'vec4', 'rect', 'line', 'volume', 'bilinear'];
export const COUNT_FORMATS = ['default', 'uint', 'float', 'half'];
export const EDGE_OPERATORS = ['default', 'central', 'sobel', 'scharr'];
export const BASES = ['default', 'separate', 'merged'];
export const ORDERS = ['default', 'morton', 'line', 'morton3', 'column'];
export const MESH_FORMS = ['default', 'soup', 'welded'];
export const EDGE_VERTICES = ['default', 'linear', 'midpoint'];
export const GRADIENTS = ['default', 'forward', 'central', 'caller'];
export const WINDINGS = ['default', 'counter-clockwise', 'clockwise'];
export const EXPANSIONS = ['default', 'vertex', 'geometry'];
export const VOXELIZERS = ['default', 'slices', 'bits'];
export const FILLS = ['default', 'thin', 'surface', 'solid'];
export const INSIDES = ['default', 'one-ray', 'six-rays'];
export const LIST_TYPES = ['default', 'uint', 'int', 'float'];
export const CONDITIONS = ['default', 'flags', 'threshold', 'range', 'custom'];
export const OPERATIONS = { scan: 1, select: 2, sort: 4, gather: 8 };

const NOT_IN_WEBGL = ['rect', 'R16', 'geometry'];

export function numberOf(names, value, what) {
  if (value === undefined || value === null) return 0;
  const number = names.indexOf(value);
  if (number < 0 || value === '') {
    const known = names.filter((name) => name && !NOT_IN_WEBGL.includes(name) && name !== 'default').join(', ');
    throw new HistopyramidError('INVALID_ARGUMENT', `${what} ${value}; known are ${known}`);
  }
  return number;
}

// ---- what descriptors become ----

const GRID = ['width', 'height', 'depth', 'spacing', 'origin', 'axes', 'slabDepth', 'vertex', 'gradient', 'winding'];
const MEMBERS = {
  pyramid: ['width', 'height', 'depth', 'tilesX', 'layout', 'countFormat', 'base', 'order', 'maxCount', 'clones'],
  isosurface: [...GRID, 'mesh'],
  'marching cubes': [...GRID, 'expansion', 'layout'],
  voxelizer: ['width', 'height', 'depth', 'tilesX', 'kind', 'fill', 'inside'],
  lists: ['capacity', 'operations'],
  rule: ['threshold', 'ranges', 'glsl', 'bind', 'localMax', 'edge'],
  scan: ['input', 'output', 'inclusive', 'length'],
  select: ['input', 'selected', 'positions', 'count', 'condition', 'flags', 'threshold', 'min', 'max', 'glsl', 'bind', 'length'],
  sort: ['keys', 'values', 'sortedKeys', 'sortedValues', 'firstBit', 'bitCount', 'descending', 'length'],
  unique: ['keys', 'unique', 'firsts', 'runLengths', 'count', 'length'],
  gather: ['positions', 'source', 'output', 'length'],
};

/** The descriptor, of which a member that is not known is a mistake: it would have no effect. */
export function checked(descriptor, what) {
  const wrong = Object.keys(descriptor).find((name) => !MEMBERS[what].includes(name));
  if (wrong === undefined) return descriptor;
  throw new HistopyramidError('INVALID_ARGUMENT', `${what}: there is no ${wrong}; known are ${MEMBERS[what].join(', ')}`);
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

  texture(t) {
    if (!t) return undefined;
    return {
      name: this.name(t.texture, 'textures'), target: t.target, level: t.level, width: t.width, height: t.height, depth: t.depth,
      format: numberOf(FORMATS, t.format, 'format'), channel: numberOf(CHANNELS, t.channel, 'channel'),
    };
  }

  list(l) {
    if (!l) return undefined;
    if (l instanceof WebGLBuffer) return { buffer: this.name(l) };
    return {
      buffer: this.name(l.buffer), offset: l.offset, type: numberOf(LIST_TYPES, l.type, 'type'),
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
      buffer: this.name(r.buffer), offset: r.offset, format: numberOf(FORMATS, r.format, 'format'), count: r.count,
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
      buffer_format: f.buffer ? numberOf(FORMATS, f.format, 'format') : 0, buffer_offset: f.offset,
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

export function gridOf(d) {
  return {
    width: d.width, height: d.height, depth: d.depth, spacing: d.spacing, origin: d.origin, axes: d.axes,
    slab_depth: d.slabDepth,
  };
}

// A 64-bit number as the two arguments that it is in WebAssembly.
export function words(number) {
  return [number >>> 0, Math.floor(number / 2 ** 32)];
}
