// histopyramid.mjs - the library for pages with WebGL 2. histopyramid.d.ts describes what is here; the
// headers of the C library tell more of each call.  SPDX-License-Identifier: MIT
import createModule from './wasm.mjs';
import { Calls, HistopyramidError, prepareModule, removeCallback } from './calls.mjs';
import { ALL, callbackFor, checkRule, Holder, numberOf, shown, words } from './descriptors.mjs';
import { sizeOf } from './records.mjs';

export { ALL, HistopyramidError };

// ---- objects ----

// An object of the library. Its memory is the GPU's, so a page frees it by destroy().
class Owned {
  constructor(page, kind, values) {
    this.page = page;
    this.calls = page.calls;
    this.kind = kind;
    const out = this.calls.allocate(4);
    this.calls.result(`hpyr_${kind}_create`, [page.address, this.calls.record(`${kind}_desc`, values), out]);
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

  mustLive() {
    if (!this.address) throw new HistopyramidError('INVALID_ARGUMENT', `the ${this.kind} is destroyed`);
  }

  /** The descriptor with all defaults filled in. */
  get resolved() {
    this.mustLive();
    const { calls, kind } = this, address = calls.module[`_hpyr_${kind}_resolved`](this.address);
    return shown(calls, `${kind}_desc`, calls.read(address, `${kind}_desc`));
  }

  /** Calls a function of this object. */
  call(name, ...args) {
    this.mustLive();
    return this.calls.result(`hpyr_${this.kind}_${name}`, [this.address, ...args]);
  }

  /** The same, and tells the record that the call wrote. */
  tell(name, record, ...args) {
    const out = this.calls.allocate(sizeOf(record));
    const result = this.call(name, ...args, out), values = shown(this.calls, record, this.calls.read(out, record));
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
    const kind = rule.glsl ? 'custom' : rule.ranges ? 'ranges' : rule.localMax ? 'local-max' : rule.edge ? 'edge' : 'default';
    super(page, 'discriminator', {
      kind: numberOf('discriminator_kind', kind), has_threshold: has,
      threshold: rule.threshold, window: rule.localMax, edge_operator: numberOf('edge_operator', rule.edge, 'edge'),
      ranges: rule.ranges && page.calls.records('range', rule.ranges.map(([min, max]) => ({ min, max }))),
      range_count: rule.ranges?.length, glsl: page.calls.text(rule.glsl), ...callback,
    });
  }
}

export class Pyramid extends Readable {
  build(input, rule = {}) {
    checkRule(rule);
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
    return this.tell('statistics', 'mesh_statistics').values;
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
        vertices: values.verticesWritten, triangles: values.trianglesWritten, truncated: result === 'TRUNCATED',
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
  rebuild(isovalue) {
    this.call('rebuild', isovalue);
  }

  get isSoup() {
    return this.resolved.mesh === 'soup';
  }

  readInto(floats, vertices, indices, triangles, report) {
    this.call('download', floats, vertices, indices, triangles, report);
  }
}

/** Marching cubes whose triangles a vertex shader of the page's finds: nothing is stored, and no index buffer is needed. */
export class MarchingCubes extends Mesher {
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
    const { name, ...rest } = values;
    return { texture: this.calls.module.GL.textures[name], ...rest };
  }
}

/** Memory in which operations on lists work. Each list is a WebGLBuffer, or {buffer, offset, type}, or a
 *  texture with {width, height, format}. */
export class Lists extends Owned {
  operate(name, d, callback = {}) {
    this.using((holder) => {
      const record = `lists_${name}_desc`, values = { ...holder.descriptor(record, d, name), ...callback };
      this.call(name, this.calls.record(record, values));
    });
  }

  scan(d) {
    this.operate('scan', d);
  }

  select(d) {
    const callback = callbackFor(this.calls, d.bind);
    try {
      this.operate('select', d, callback);
    } finally {
      if (callback.user) removeCallback(callback.user);
    }
  }

  sort(d) {
    this.operate('sort', d);
  }

  unique(d) {
    this.operate('unique', d);
  }

  gather(d) {
    this.operate('gather', d);
  }

  /** The number that the last operation has found. */
  result() {
    return this.number('result');
  }

  tryResult() {
    return this.number('try_result');
  }

  resultLater() {
    return later(() => this.tryResult());
  }
}

// ---- the library on one context ----

let module = null; // promised once, and shared by all contexts of a page

/** The library on one WebGL 2 context of the page's. */
export class Histopyramid {
  static async create(gl, { log, wasmURL, keepState = true, compileWait = true } = {}) {
    if (!(globalThis.WebGL2RenderingContext && gl instanceof WebGL2RenderingContext))
      throw new HistopyramidError('UNSUPPORTED', 'a WebGL2RenderingContext is needed; canvas.getContext(\'webgl2\') gives one, or null where the browser has none');
    module ??= createModule(wasmURL ? { locateFile: () => wasmURL } : {}).then((loaded) => {
      prepareModule(loaded);
      return loaded;
    }).catch((error) => {
      module = null; // so that the page may try again
      throw new HistopyramidError('UNSUPPORTED', `wasm.wasm cannot be loaded: ${error.message ?? error}`);
    });
    return new Histopyramid(await module, gl, { log, keepState, compileWait });
  }

  constructor(loaded, gl, { log, keepState, compileWait }) {
    this.gl = gl;
    this.owned = new Set();
    this.calls = new Calls(loaded, gl, log);
    const out = this.calls.allocate(4);
    try {
      this.calls.result('hpyr_web_context_create', [this.calls.page, keepState ? 0 : 1, compileWait ? 0 : 1, out]);
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
    return shown(this.calls, 'caps', this.calls.read(this.calls.module._hpyr_context_caps(this.address), 'caps'));
  }

  /** Whether the browser has compiled all that calls have asked for. */
  get ready() {
    if (!this.address) throw new HistopyramidError('INVALID_ARGUMENT', 'the library is destroyed');
    return this.calls.result('hpyr_context_ready', [this.address]) === 'OK';
  }

  /** Makes the calls in `use` until all of them have their programs, and gives what `use` returns. */
  async whenReady(use) {
    for (;;) {
      try {
        return await use();
      } catch (error) {
        if (error.result !== 'NOT_READY') throw error;
      }
      await later(() => this.ready || null);
    }
  }

  pyramid(desc) {
    return this.make(Pyramid, 'pyramid', desc);
  }

  isosurface(desc) {
    return this.make(Isosurface, 'isosurface', desc);
  }

  marchingCubes(desc) {
    return this.make(MarchingCubes, 'marching_cubes', desc);
  }

  voxelizer(desc) {
    return this.make(Voxelizer, 'voxelizer', desc);
  }

  lists(desc) {
    return this.make(Lists, 'lists', desc);
  }

  make(Kind, kind, desc) {
    return new Kind(this, kind, new Holder(this.calls).descriptor(`${kind}_desc`, desc, kind.replace('_', ' ')));
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
