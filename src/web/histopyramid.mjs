// histopyramid.mjs - the library for pages with WebGL 2. histopyramid.d.ts describes what is here; the
// headers of the C library tell more of each call.  SPDX-License-Identifier: MIT
import createModule from './wasm.mjs';
import { Calls, HistopyramidError, prepareModule, removeCallback } from './calls.mjs';
import {
  ALL, BASES, callbackFor, CHANNELS, checked, CONDITIONS, COUNT_FORMATS, EDGE_OPERATORS, EDGE_VERTICES, EXPANSIONS, FILLS,
  FORMATS, GRADIENTS, gridOf, Holder, INSIDES, LAYOUTS, MESH_FORMS, numberOf, OPERATIONS, ORDERS, VOXELIZERS, WINDINGS, words,
} from './descriptors.mjs';
import { sizeOf } from './records.mjs';

export { ALL, HistopyramidError };

// ---- objects ----

// An object of the library. Its memory is the GPU's, so a page frees it by destroy().
class Owned {
  constructor(page, kind, create, record, values) {
    this.page = page;
    this.calls = page.calls;
    this.kind = kind;
    const out = this.calls.allocate(4);
    this.calls.result(create, [page.address, this.calls.record(record, values), out]);
    this.address = this.calls.view.getUint32(out, true);
    this.calls.free();
    page.owned.add(this);
  }

  destroy() {
    if (!this.address) return;
    this.calls.run(`hpyr_${this.kind}_destroy`, [this.address]);
    this.address = 0;
    this.source?.release();
    this.calls.names.releaseAll(this.bound ?? []);
    this.dropCallback();
    this.page.owned.delete(this);
  }

  dropCallback() {
    if (this.callback) removeCallback(this.callback);
    this.callback = 0;
  }

  /** Calls a function of this object. */
  call(name, ...args) {
    if (!this.address) throw new HistopyramidError('INVALID_ARGUMENT', `the ${this.kind} is destroyed`);
    return this.calls.result(`hpyr_${this.kind}_${name}`, [this.address, ...args]);
  }

  /** The same, and reads a record that the call wrote. */
  tell(name, record, ...args) {
    const out = this.calls.allocate(sizeOf(record));
    const result = this.call(name, ...args, out), values = this.calls.read(out, record);
    this.calls.free();
    return { result, values };
  }

  /** A call after which C still reads objects of the page's and calls its `bind`: those of the build before
   *  are let go. `use` makes the arguments, and gets a Holder and what a descriptor has for `bind`. */
  build(name, bind, use) {
    const holder = new Holder(this.calls), callback = callbackFor(this.calls, bind);
    try {
      this.call(name, ...use(holder, callback));
    } catch (error) {
      holder.release();
      if (callback.user) removeCallback(callback.user);
      throw error;
    } finally {
      this.calls.free();
    }
    this.source?.release();
    this.dropCallback();
    this.source = holder;
    this.callback = callback.user;
  }

  /** Runs `use` with objects of the page's held, and memory freed afterwards. */
  using(use) {
    const holder = new Holder(this.calls);
    try {
      return use(holder);
    } finally {
      holder.release();
      this.calls.free();
    }
  }

  /** The text of the function `<kind>_glsl`. */
  glsl(prefix) {
    const { calls } = this, needed = calls.allocate(4);
    this.call('glsl', calls.text(prefix), 0, 0, needed);
    const size = calls.view.getUint32(needed, true), text = calls.allocate(size);
    this.call('glsl', calls.text(prefix), text, size, needed);
    const answer = calls.readText(text);
    calls.free();
    return answer;
  }

  number(name) {
    const out = this.calls.allocate(4), result = this.call(name, out), value = this.calls.view.getUint32(out, true);
    this.calls.free();
    return result === 'NOT_READY' ? null : value;
  }
}

// Asks in every turn of the event loop: a browser tells within none of them that the GPU is done.
async function later(ask) {
  for (;;) {
    const answer = ask();
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

// What shaders of the page's read: pyramids, isosurfaces and marching cubes.
class Readable extends Owned {
  bind(program, { prefix, unit = 0 } = {}) {
    const { calls } = this, seen = [program], out = calls.allocate(sizeOf('binding'));
    const name = calls.names.hold(program, 'programs');
    try {
      calls.result(`hpyr_${this.kind}_bind`, [this.address, name, calls.text(prefix), unit, out], seen);
    } catch (error) {
      calls.names.releaseAll(seen);
      throw error;
    }
    const binding = calls.read(out, 'binding');
    calls.free();
    this.bound = seen;
    return { firstUnit: binding.first_unit, unitCount: binding.unit_count };
  }

  unbind() {
    this.call('unbind');
    this.calls.names.releaseAll(this.bound ?? []);
  }
}

class Discriminator extends Owned {
  constructor(page, rule, callback) {
    const has = rule.threshold !== undefined && rule.threshold !== null;
    super(page, 'discriminator', 'hpyr_discriminator_create', 'discriminator', {
      kind: rule.glsl ? 3 : rule.ranges ? 2 : rule.localMax ? 4 : rule.edge ? 5 : has ? 1 : 0, has_threshold: has,
      threshold: rule.threshold, window: rule.localMax, edge_operator: numberOf(EDGE_OPERATORS, rule.edge, 'edge'),
      ranges: rule.ranges && page.calls.records('range', rule.ranges.map(([min, max]) => ({ min, max }))),
      range_count: rule.ranges?.length, glsl: page.calls.text(rule.glsl), ...callback,
    });
  }
}

export class Pyramid extends Readable {
  constructor(page, d) {
    checked(d, 'pyramid');
    super(page, 'pyramid', 'hpyr_pyramid_create', 'pyramid', {
      width: d.width, height: d.height, depth: d.depth, tiles_x: d.tilesX,
      layout: numberOf(LAYOUTS, d.layout, 'layout'), count_format: numberOf(COUNT_FORMATS, d.countFormat, 'countFormat'),
      base: numberOf(BASES, d.base, 'base'), order: numberOf(ORDERS, d.order, 'order'), max_count: d.maxCount,
      clones: d.clones,
    });
  }

  get resolved() {
    if (!this.address) throw new HistopyramidError('INVALID_ARGUMENT', 'the pyramid is destroyed');
    const d = this.calls.read(this.calls.module._hpyr_pyramid_resolved(this.address), 'pyramid');
    return {
      width: d.width, height: d.height, depth: d.depth, tilesX: d.tiles_x, layout: LAYOUTS[d.layout],
      countFormat: COUNT_FORMATS[d.count_format], base: BASES[d.base], order: ORDERS[d.order], maxCount: d.max_count,
      clones: d.clones,
    };
  }

  build(input, rule = {}) {
    checked(rule, 'rule');
    let discriminator = null;
    try {
      super.build('build', rule.bind, (holder, callback) => {
        discriminator = new Discriminator(this.page, rule, callback);
        return [discriminator.address, this.calls.record('texture', holder.texture(input))];
      });
    } finally {
      discriminator?.destroy();
    }
  }

  buildCounts(counts) {
    super.build('build_counts', null, (holder) => [this.calls.record('texture', holder.texture(counts))]);
  }

  buildBits(bits) {
    super.build('build_bits', null, (holder) => [this.calls.record('texture', holder.texture(bits))]);
  }

  total() {
    return this.number('total');
  }

  tryTotal() {
    return this.number('try_total');
  }

  totalLater() {
    return later(() => this.tryTotal());
  }

  extractBuffer(buffer, { first = 0, count = ALL, offset = 0, stride = 0 } = {}) {
    return this.using((holder) => {
      const { result, values } = this.tell('extract_buffer', 'report', first, count, holder.name(buffer),
                                           ...words(offset), stride);
      return { ...values, truncated: result === 'TRUNCATED' };
    });
  }

  extractTexture(list, { first = 0, count = ALL } = {}) {
    return this.using((holder) => {
      const texture = this.calls.record('texture', holder.texture(list));
      const { result, values } = this.tell('extract_texture', 'report', first, count, texture);
      return { ...values, truncated: result === 'TRUNCATED' };
    });
  }

  /** Four numbers a key: x, y, z, remainder. */
  download({ first = 0, count = ALL } = {}) {
    const { calls } = this, room = Math.max(Math.min(count, this.total() - first), 0);
    const records = calls.allocate(16 * room), report = calls.allocate(sizeOf('report'));
    this.call('download', first, room, records, room, 0, report);
    const points = calls.module.HEAPU32.slice(records >> 2, (records >> 2) + 4 * room);
    calls.free();
    return points;
  }

  /** The first keys of cells, which have four numbers each: x, y, z and one that is not read. */
  rank(cells) {
    const { calls } = this, count = cells.length / 4;
    const points = calls.allocate(16 * count), keys = calls.allocate(4 * count);
    calls.module.HEAPU32.set(cells, points >> 2);
    this.call('rank', points, count, keys);
    const answer = calls.module.HEAPU32.slice(keys >> 2, (keys >> 2) + count);
    calls.free();
    return answer;
  }

  draw(mode, { first = 0, count = ALL, verticesPerKey = 1 } = {}) {
    return this.tell('draw', 'report', mode, first, count, verticesPerKey).values;
  }
}

// Sources of meshes: isosurfaces and marching cubes.
class Mesher extends Readable {
  build(field, isovalue, { slab = 0 } = {}) {
    super.build('build', field.bind, (holder, callback) =>
      [this.calls.record('field', holder.field(field, callback)), slab, isovalue]);
  }

  counts() {
    return this.tell('counts', 'mesh_counts').values;
  }

  tryCounts() {
    const { result, values } = this.tell('try_counts', 'mesh_counts');
    return result === 'NOT_READY' ? null : values;
  }

  countsLater() {
    return later(() => this.tryCounts());
  }

  statistics() {
    const { values } = this.tell('statistics', 'mesh_statistics');
    return {
      cells: values.cells, activeCells: values.active_cells, triangles: values.triangles,
      crossedEdges: values.crossed_edges,
    };
  }

  extract(o) {
    return this.using((holder) => {
      const output = this.calls.record('mesh_output', {
        vertex_buffer: holder.name(o.vertices), vertex_offset: o.vertexOffset, first_vertex: o.firstVertex,
        vertex_count: o.vertices ? o.vertexCount ?? ALL : 0, index_buffer: holder.name(o.indices),
        index_offset: o.indexOffset, first_triangle: o.firstTriangle,
        triangle_count: o.indices ? o.triangleCount ?? ALL : 0, index_base: o.indexBase, no_wait: o.noWait,
      });
      const { result, values } = this.tell('extract', 'mesh_report', output);
      return {
        vertices: values.vertices_written, triangles: values.triangles_written, truncated: result === 'TRUNCATED',
      };
    });
  }

  /** Six floats a vertex, position and normal; three indices a triangle, none of a soup. */
  download() {
    const { calls } = this, { triangles, vertices } = this.counts(), drawn = this.isSoup ? 0 : triangles;
    const floats = calls.allocate(24 * vertices), indices = drawn ? calls.allocate(12 * drawn) : 0;
    this.readInto(floats, vertices, indices, drawn, calls.allocate(sizeOf('mesh_report')));
    const { HEAPF32, HEAPU32 } = calls.module;
    const mesh = {
      vertices: HEAPF32.slice(floats >> 2, (floats >> 2) + 6 * vertices),
      indices: HEAPU32.slice(indices >> 2, (indices >> 2) + 3 * drawn),
    };
    calls.free();
    return mesh;
  }
}

export class Isosurface extends Mesher {
  constructor(page, d) {
    checked(d, 'isosurface');
    super(page, 'isosurface', 'hpyr_isosurface_create', 'isosurface', {
      grid: gridOf(d), mesh: numberOf(MESH_FORMS, d.mesh, 'mesh'), vertex: numberOf(EDGE_VERTICES, d.vertex, 'vertex'),
      gradient: numberOf(GRADIENTS, d.gradient, 'gradient'), winding: numberOf(WINDINGS, d.winding, 'winding'),
    });
  }

  get isSoup() {
    const { mesh } = this.calls.read(this.calls.module._hpyr_isosurface_resolved(this.address), 'isosurface');
    return MESH_FORMS[mesh] === 'soup';
  }

  readInto(floats, vertices, indices, triangles, report) {
    this.call('download', floats, vertices, indices, triangles, report);
  }
}

/** Marching cubes whose triangles a vertex shader of the page's finds: nothing is stored, and no index buffer is needed. */
export class MarchingCubes extends Mesher {
  constructor(page, d) {
    checked(d, 'marching cubes');
    super(page, 'marching_cubes', 'hpyr_marching_cubes_create', 'marching_cubes', {
      grid: gridOf(d), vertex: numberOf(EDGE_VERTICES, d.vertex, 'vertex'),
      gradient: numberOf(GRADIENTS, d.gradient, 'gradient'), winding: numberOf(WINDINGS, d.winding, 'winding'),
      expansion: numberOf(EXPANSIONS, d.expansion, 'expansion'), layout: numberOf(LAYOUTS, d.layout, 'layout'),
    });
  }

  get isSoup() {
    return true;
  }

  readInto(floats, vertices, indices, triangles, report) {
    this.call('download', floats, vertices, report);
  }

  draw({ first = 0, count = ALL } = {}) {
    return this.tell('draw', 'report', first, count).values;
  }
}

export class Voxelizer extends Owned {
  constructor(page, d) {
    checked(d, 'voxelizer');
    super(page, 'voxelizer', 'hpyr_voxelizer_create', 'voxelizer', {
      width: d.width, height: d.height, depth: d.depth, tiles_x: d.tilesX, kind: numberOf(VOXELIZERS, d.kind, 'kind'),
      fill: numberOf(FILLS, d.fill, 'fill'), inside: numberOf(INSIDES, d.inside, 'inside'),
    });
  }

  /** `transform`: sixteen numbers, column by column; the unit matrix unless given. */
  run(mesh, transform) {
    this.using((holder) => {
      const address = this.calls.record('mesh', holder.mesh(mesh));
      this.call('run', address, this.matrix(transform));
    });
  }

  /** Writes the color and the normal of every voxel into 2D textures, in the order of the pyramid's list. */
  attributes(pyramid, parts, { transform, colors, normals } = {}) {
    return this.using((holder) => {
      const list = this.calls.records('mesh_part', parts.map((part) => holder.meshPart(part)));
      const outputs = [colors, normals].map((texture) => this.calls.record('texture', holder.texture(texture)));
      const result = this.call('attributes', pyramid.address, list, parts.length, this.matrix(transform), ...outputs);
      return { truncated: result === 'TRUNCATED' };
    });
  }

  matrix(numbers) {
    if (!numbers) return 0;
    if (numbers.length !== 16) throw new RangeError('transform has 16 numbers');
    const address = this.calls.allocate(64);
    this.calls.module.HEAPF32.set(numbers, address >> 2);
    return address;
  }

  /** The volume, as Pyramid.build or buildBits takes it. */
  volume() {
    const { values } = this.tell('volume', 'texture');
    return {
      texture: this.calls.module.GL.textures[values.name], target: values.target, level: values.level,
      width: values.width, height: values.height, depth: values.depth, format: FORMATS[values.format],
      channel: CHANNELS[values.channel],
    };
  }
}

/** Memory in which operations on lists work. Each list is a WebGLBuffer, or {buffer, offset, type}, or a
 *  texture with {width, height, format}. */
export class Lists extends Owned {
  constructor(page, d) {
    checked(d, 'lists');
    super(page, 'lists', 'hpyr_lists_create', 'lists', {
      capacity: d.capacity, operations: (d.operations ?? []).reduce((bits, name) => bits | OPERATIONS[name], 0),
    });
  }

  operate(name, record, values) {
    return this.using((holder) => {
      const made = values(holder);
      this.calls.result(`hpyr_${name}`, [this.address, this.calls.record(record, made)]);
    });
  }

  scan(d) {
    checked(d, 'scan');
    this.operate('lists_scan', 'lists_scan', (h) => ({
      input: h.list(d.input), output: h.list(d.output), inclusive: d.inclusive, length: h.length(d.length),
    }));
  }

  select(d) {
    checked(d, 'select');
    const callback = callbackFor(this.calls, d.bind);
    try {
      this.operate('lists_select', 'lists_select', (h) => ({
        input: h.list(d.input), selected: h.list(d.selected), positions: h.list(d.positions), count: h.list(d.count),
        condition: numberOf(CONDITIONS, d.condition, 'condition'), flags: h.list(d.flags), threshold: d.threshold,
        min: d.min, max: d.max,
        glsl: this.calls.text(d.glsl), ...callback, length: h.length(d.length),
      }));
    } finally {
      if (callback.user) removeCallback(callback.user);
    }
  }

  sort(d) {
    checked(d, 'sort');
    this.operate('lists_sort', 'lists_sort', (h) => ({
      keys: h.list(d.keys), values: h.list(d.values), sorted_keys: h.list(d.sortedKeys),
      sorted_values: h.list(d.sortedValues), first_bit: d.firstBit, bit_count: d.bitCount, descending: d.descending,
      length: h.length(d.length),
    }));
  }

  unique(d) {
    checked(d, 'unique');
    this.operate('lists_unique', 'lists_unique', (h) => ({
      keys: h.list(d.keys), unique: h.list(d.unique), firsts: h.list(d.firsts), run_lengths: h.list(d.runLengths),
      count: h.list(d.count), length: h.length(d.length),
    }));
  }

  gather(d) {
    checked(d, 'gather');
    this.operate('lists_gather', 'lists_gather', (h) => ({
      positions: h.list(d.positions), source: h.records(d.source), output: h.records(d.output),
      length: h.length(d.length),
    }));
  }

  /** The number that the last operation has found. */
  result() {
    return this.askFor('hpyr_lists_result');
  }

  tryResult() {
    return this.askFor('hpyr_lists_try_result');
  }

  resultLater() {
    return later(() => this.tryResult());
  }

  askFor(name) {
    const out = this.calls.allocate(4), result = this.calls.result(name, [this.address, out]);
    const value = this.calls.view.getUint32(out, true);
    this.calls.free();
    return result === 'NOT_READY' ? null : value;
  }
}

// ---- the library on one context ----

let module = null; // promised once, and shared by all contexts of a page

/** The library on one WebGL 2 context of the page's. */
export class Histopyramid {
  static async create(gl, { log, wasmURL, keepState = true } = {}) {
    if (!(globalThis.WebGL2RenderingContext && gl instanceof WebGL2RenderingContext))
      throw new HistopyramidError('UNSUPPORTED', 'a WebGL2RenderingContext is needed; canvas.getContext(\'webgl2\') gives one, or null where the browser has none');
    module ??= createModule(wasmURL ? { locateFile: () => wasmURL } : {}).then((loaded) => {
      prepareModule(loaded);
      return loaded;
    }).catch((error) => {
      module = null; // so that the page may try again
      throw new HistopyramidError('UNSUPPORTED', `wasm.wasm cannot be loaded: ${error.message ?? error}`);
    });
    return new Histopyramid(await module, gl, { log, keepState });
  }

  constructor(loaded, gl, { log, keepState }) {
    this.gl = gl;
    this.owned = new Set();
    this.calls = new Calls(loaded, gl, log);
    const out = this.calls.allocate(4);
    try {
      this.calls.result('hpyr_web_context_create', [this.calls.page, keepState ? 0 : 1, out]);
      this.address = this.calls.view.getUint32(out, true);
    } catch (error) {
      this.calls.close();
      throw error;
    }
    this.calls.free();
  }

  /** What this WebGL can do: hpyr_caps of the C library. */
  get caps() {
    if (!this.address) throw new HistopyramidError('INVALID_ARGUMENT', 'the library is destroyed');
    const caps = this.calls.read(this.calls.module._hpyr_context_caps(this.address), 'caps');
    return {
      version: this.calls.readText(caps.version), renderer: this.calls.readText(caps.renderer),
      maxTextureSize: caps.max_texture_size, maxTexture3DSize: caps.max_texture_3d_size,
      maxArrayLayers: caps.max_array_layers, maxDrawBuffers: caps.max_draw_buffers,
      maxListLength: caps.max_list_length, floatTargets: caps.float_targets, filterFloat: caps.filter_float,
      filterHalf: caps.filter_half,
    };
  }

  pyramid(desc) {
    return new Pyramid(this, desc);
  }

  isosurface(desc) {
    return new Isosurface(this, desc);
  }

  marchingCubes(desc) {
    return new MarchingCubes(this, desc);
  }

  voxelizer(desc) {
    return new Voxelizer(this, desc);
  }

  lists(desc) {
    return new Lists(this, desc);
  }

  /** Destroys the library's objects on this context, all of them. After a lost context only memory is freed. */
  destroy() {
    if (!this.address) return;
    for (const object of [...this.owned]) object.destroy();
    this.calls.run('hpyr_context_destroy', [this.address]);
    this.address = 0;
    this.calls.close();
  }
}
