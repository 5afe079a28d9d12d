// records.mjs - the library's C records, as plain objects of JavaScript. web.c tells their sizes.
// SPDX-License-Identifier: MIT

// A member is 'name type', and its type one of u32, i32, f32, f64, u64, u8, bool, a record's name, or
// one of these with a count: 'spacing f32*3'. Pointers and names of GL are u32.
const MEMBERS = {
  texture: ['name u32', 'target u32', 'level i32', 'width u32', 'height u32', 'depth u32', 'format u32', 'channel u32'],
  caps: [
    'gl u32', 'gl_version i32', 'version u32', 'renderer u32', 'glsl_version i32', 'max_texture_size u32',
    'max_texture_3d_size u32', 'max_texture_units u32', 'max_vertex_texture_units u32', 'max_array_layers u32',
    'max_buffer_texels u32', 'max_draw_buffers u32', 'max_list_length u32', 'float_targets bool', 'logic_op bool',
    'fragment_lod bool', 'rectangle_textures bool', 'filter_float bool', 'filter_half bool',
  ],
  report: ['written u64', 'available u64', 'total u64'],
  binding: ['first_unit u32', 'unit_count u32', 'first_key_location i32'],
  range: ['min f64', 'max f64'],
  discriminator: [
    'kind u32', 'has_threshold bool', 'threshold f64', 'glsl u32', 'bind u32', 'user u32',
    'ranges u32', 'range_count u32', 'window u32', 'edge_operator u32', 'measure u32', 'pattern u32', 'pattern_width u32',
    'pattern_height u32', 'inputs u32', 'input_count u32',
  ],
  pyramid: [
    'width u32', 'height u32', 'depth u32', 'tiles_x u32', 'layout u32', 'count_format u32', 'base u32', 'order u32',
    'max_count u32', 'clones u32',
  ],
  grid: ['width u32', 'height u32', 'depth u32', 'spacing f32*3', 'origin f32*3', 'axes u8*3', 'slab_depth u32'],
  field: [
    'texture texture', 'tiles_x u32', 'buffer u32', 'buffer_format u32', 'buffer_offset u64', 'glsl u32', 'bind u32',
    'user u32',
  ],
  isosurface: ['grid grid', 'mesh u32', 'vertex u32', 'gradient u32', 'winding u32'],
  mesh_output: [
    'vertex_buffer u32', 'vertex_offset u64', 'first_vertex u64', 'vertex_count u64', 'density_buffer u32',
    'density_offset u64', 'index_buffer u32', 'index_offset u64', 'first_triangle u64', 'triangle_count u64',
    'index_base u32', 'no_wait bool',
  ],
  mesh_report: ['vertices_written u64', 'vertices_available u64', 'triangles_written u64', 'triangles_available u64'],
  mesh_counts: ['vertices u64', 'triangles u64'],
  mesh_statistics: ['cells u64', 'active_cells u64', 'triangles u64', 'crossed_edges u64'],
  marching_cubes: ['grid grid', 'vertex u32', 'gradient u32', 'winding u32', 'expansion u32', 'layout u32'],
  voxelizer: ['width u32', 'height u32', 'depth u32', 'tiles_x u32', 'kind u32', 'fill u32', 'inside u32'],
  attribute: ['buffer u32', 'offset u64', 'stride u32'],
  mesh: [
    'positions attribute', 'colors attribute', 'index_buffer u32', 'index_offset u64', 'triangle_count u32',
  ],
  mesh_part: [
    'mesh mesh', 'normals attribute', 'texcoords attribute', 'texture texture',
  ],
  list: ['buffer u32', 'offset u64', 'texture texture', 'type u32'],
  length: ['count u32', 'pyramid u32', 'buffer u32', 'offset u64'],
  lists: ['capacity u32', 'operations u32'],
  lists_scan: ['input list', 'output list', 'inclusive bool', 'length length'],
  lists_select: [
    'input list', 'selected list', 'positions list', 'count list', 'condition u32', 'flags list', 'threshold f64',
    'min f64', 'max f64', 'glsl u32', 'bind u32', 'user u32', 'length length',
  ],
  lists_sort: [
    'keys list', 'values list', 'sorted_keys list', 'sorted_values list', 'first_bit u32', 'bit_count u32',
    'descending bool', 'length length',
  ],
  lists_unique: ['keys list', 'unique list', 'firsts list', 'run_lengths list', 'count list', 'length length'],
  records: ['buffer u32', 'offset u64', 'format u32', 'texture texture', 'count u32'],
  lists_gather: ['positions list', 'source records', 'output records', 'length length'],
};

const SCALARS = { u8: 1, bool: 1, u32: 4, i32: 4, f32: 4, u64: 8, f64: 8 };

// Places members one after the other, each at a multiple of its own alignment, as C does.
function layOut(members) {
  let end = 0, alignment = 1;
  const fields = members.map((member) => {
    const [name, type, count] = member.match(/^(\w+) (\w+)(?:\*(\d+))?$/).slice(1);
    const inner = LAYOUTS[type];
    const size = inner ? inner.size : SCALARS[type], align = inner ? inner.alignment : SCALARS[type];
    const offset = Math.ceil(end / align) * align;
    end = offset + size * Number(count ?? 1);
    alignment = Math.max(alignment, align);
    return { name, type, inner, count: count && Number(count), offset, size };
  });
  return { fields, alignment, size: Math.ceil(end / alignment) * alignment };
}

const LAYOUTS = {};
for (const [name, members] of Object.entries(MEMBERS)) LAYOUTS[name] = layOut(members);

export function sizeOf(record) {
  return LAYOUTS[record].size;
}

/** Sizes of all records, in the order of hpyr_web_record_sizes. */
export function allSizes() {
  return Object.values(LAYOUTS).map((layout) => layout.size);
}

const SETTERS = {
  u8: (view, at, value) => view.setUint8(at, value),
  bool: (view, at, value) => view.setUint8(at, value ? 1 : 0),
  u32: (view, at, value) => view.setUint32(at, value, true),
  i32: (view, at, value) => view.setInt32(at, value, true),
  f32: (view, at, value) => view.setFloat32(at, value, true),
  f64: (view, at, value) => view.setFloat64(at, value, true),
  u64: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
};

const GETTERS = {
  u8: (view, at) => view.getUint8(at),
  bool: (view, at) => view.getUint8(at) !== 0,
  u32: (view, at) => view.getUint32(at, true),
  i32: (view, at) => view.getInt32(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
  u64: (view, at) => Number(view.getBigUint64(at, true)),
};

/** Writes the members of `values` into memory that holds zeros. A name that the record has not is an error. */
export function write(view, address, record, values) {
  const { fields } = LAYOUTS[record];
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((f) => f.name === name);
    if (!field) throw new TypeError(`${record} has no member ${name}`);
    if (value === undefined || value === null) continue;
    const at = address + field.offset;
    if (field.inner) write(view, at, field.type, value);
    else if (field.count && value.length !== field.count) throw new RangeError(`${name} has ${field.count} numbers`);
    else if (field.count) value.forEach((v, i) => SETTERS[field.type](view, at + i * field.size, v));
    else SETTERS[field.type](view, at, value);
  }
}

export function read(view, address, record) {
  const values = {};
  for (const field of LAYOUTS[record].fields) {
    const at = address + field.offset;
    values[field.name] = field.inner ? read(view, at, field.type)
      : field.count ? Array.from({ length: field.count }, (_, i) => GETTERS[field.type](view, at + i * field.size))
      : GETTERS[field.type](view, at);
  }
  return values;
}
